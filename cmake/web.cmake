# The web page as part of the package, in tengen/web. TENGEN_WEB says whether:
#   OFF   no page; the server says how to get one
#   AUTO  the page of the source archive, else one built here, else one that lies built in web/dist, else none
#   ON    the same, but no page is an error
# An editable install takes the page from web/dist of its checkout (`make web`), so AUTO builds none for it.

if(NOT TENGEN_WEB OR (TENGEN_WEB STREQUAL "AUTO" AND SKBUILD_STATE STREQUAL "editable"))
  return()
endif()

set(web ${PROJECT_SOURCE_DIR}/web)
set(page ${web}/dist/index.html)

# The build tools want node 20.19 or a later 20, else 22.12 or newer; scripts/find-node says the same.
# Only PATH counts: npm itself looks for node there.
find_program(TENGEN_NODE node NO_CMAKE_SYSTEM_PATH)
find_program(TENGEN_NPM NAMES npm npm.cmd NO_CMAKE_SYSTEM_PATH)
set(node_version 0)
if(TENGEN_NODE AND TENGEN_NPM)
  execute_process(COMMAND ${TENGEN_NODE} --version OUTPUT_VARIABLE node_version ERROR_QUIET)
  string(REGEX REPLACE "^v|[ \r\n]" "" node_version "${node_version}")
endif()
if(node_version VERSION_GREATER_EQUAL 22.12 OR (node_version VERSION_GREATER_EQUAL 20.19 AND node_version VERSION_LESS 21))
  set(can_build ON)
else()
  set(can_build OFF)
endif()

# Only a source archive has PKG-INFO; its page was built when it was packed.
if(EXISTS ${page} AND (EXISTS ${PROJECT_SOURCE_DIR}/PKG-INFO OR NOT can_build))
  message(STATUS "Web page: as it lies in ${web}/dist")
elseif(can_build)
  message(STATUS "Web page: built with node ${node_version}")
  # Only what is under src and public is looked for: dist must not be among what the page is built from.
  file(
    GLOB_RECURSE page_code CONFIGURE_DEPENDS
    ${web}/src/* ${web}/public/* ${PROJECT_SOURCE_DIR}/src/tengen/texts/*.json
    ${PROJECT_SOURCE_DIR}/src/tengen/games/*.json)
  add_custom_command(
    OUTPUT ${web}/node_modules/.stamp
    COMMAND ${TENGEN_NPM} ci --no-progress
    COMMAND ${CMAKE_COMMAND} -E touch ${web}/node_modules/.stamp
    DEPENDS ${web}/package-lock.json ${web}/.npmrc
    WORKING_DIRECTORY ${web}
    COMMENT "Installing packages of the web page"
    VERBATIM)
  add_custom_command(
    OUTPUT ${page}
    COMMAND ${TENGEN_NPM} run build
    COMMAND ${CMAKE_COMMAND} -E touch ${page}
    DEPENDS ${web}/node_modules/.stamp ${web}/index.html ${web}/package.json ${web}/tsconfig.json ${web}/vite.config.ts
            ${page_code}
    WORKING_DIRECTORY ${web}
    COMMENT "Building the web page"
    VERBATIM)
  add_custom_target(tengen_web ALL DEPENDS ${page})
elseif(TENGEN_WEB STREQUAL "AUTO")
  message(WARNING "No web page: it needs Node.js 20.19 or newer with npm. TENGEN_WEB=OFF says that none is wanted.")
  return()
else()
  message(FATAL_ERROR "TENGEN_WEB=${TENGEN_WEB}, but there is no Node.js 20.19 or newer with npm, and no page in ${web}/dist")
endif()

install(DIRECTORY ${web}/dist/ DESTINATION tengen/web)
