# `make play` and `make test` set up everything they need. A fresh machine needs only python3 (3.11 or newer),
# a C++20 compiler and make; the web page is built with node (20.19 or newer), which is fetched where there is none;
# uv is used when it is on PATH, else venv and pip.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.SUFFIXES:

VENV := .venv
BIN := $(VENV)/bin
FUZZ := build/fuzz
FUZZ_SECONDS ?= 60
FUZZ_FORMATS ?=
QUIETLY := scripts/quietly
UV := $(shell command -v uv 2>/dev/null)
export PYTHON

# Tests start our programs by the hundred, so that modules are compiled once, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

# Tools of the set-up (cmake, ninja) come from .venv, so that every machine builds with the same ones.
WITH_TOOLS := env PATH="$(CURDIR)/$(BIN):$$PATH"

NATIVE_CODE := $(shell find native -name '*.cpp' -o -name '*.h')
EXTENSION_CODE := CMakeLists.txt $(filter-out native/tests/% native/bench/%,$(NATIVE_CODE)) \
	$(shell find native -name '*.inl')

# The folder of a node that will do. Found before any rule runs: where it is empty, `make web` fetches one and asks
# make again.
NODE := $(shell scripts/find-node 2>/dev/null)
WITH_NODE := env NO_COLOR=1 PATH="$(NODE):$$PATH"
NPM_CI := $(WITH_NODE) npm ci --no-progress
PAGE := web/dist/index.html
PAGE_CODE := web/index.html web/package.json web/tsconfig.json web/vite.config.ts \
	$(shell find web/src web/public web/worker src/tengen/texts src/tengen/games/*/texts -type f ! -name '*.test.*' 2>/dev/null)

ifneq ($(UV),)
MAKE_VENV = $(UV) venv --quiet --allow-existing --python "$$python" $(VENV)
PIP_INSTALL = $(UV) pip install --python $(BIN)/python
else
MAKE_VENV = "$$python" -m venv $(VENV)
PIP_INSTALL = $(BIN)/python -m pip install --disable-pip-version-check
endif

# ---- what people call

.PHONY: help
help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "  make %-11s %s\n", $$1, $$2 }'

.PHONY: play
play: set-up web ## set up, build the web page, serve it and open the browser
	@$(BIN)/tengen serve --open

.PHONY: test
test: lint test-native test-web test-python ## set up, then lint and all quick tests

.PHONY: test-long
test-long: test-sanitized test-threads test-arm64 test-python-long ## native tests under sanitizers and on arm64, long Python tests

.PHONY: lint
lint: lint-python lint-types lint-imports lint-native lint-locks lint-web ## every check that runs no test

.PHONY: fuzz
fuzz: $(FUZZ)/.created ## feed broken files to the record formats (FUZZ_SECONDS=60 in all, FUZZ_FORMATS=names)
	@$(FUZZ)/bin/python fuzz/fuzz_formats.py --seconds $(FUZZ_SECONDS) $(FUZZ_FORMATS)

.PHONY: format
format: $(VENV)/.packages format-web ## put all code into house format
	@$(BIN)/ruff check --quiet --fix-only . && $(BIN)/ruff format --quiet .
	@$(BIN)/clang-format -i $(NATIVE_CODE)

.PHONY: stub
stub: $(VENV)/.tengen ## renew src/tengen/_native.pyi after a change of the bindings
	@cp build/editable/_native.pyi src/tengen/_native.pyi

.PHONY: web-types
web-types: $(VENV)/.tengen ## renew web/src/api/openapi.json and the types made from it

.PHONY: web-themes
web-themes: $(VENV)/.tengen ## renew web/src/board/themes.css and themes.ts from the themes of pictures
	@$(BIN)/python scripts/web-themes

.PHONY: icons
icons: $(VENV)/.tengen ## renew the icons of the page from web/public/icon.svg
	@$(BIN)/python scripts/make-icons

.PHONY: node
node: build/node/.created ## install Node.js into build/node; web and play do so where the system has none

.PHONY: lock
lock: ## renew requirements.lock from pyproject.toml (ARGS=--upgrade for newer versions)
	@python=$$(scripts/find-python) && $(QUIETLY) "locking the dependencies" scripts/lock "$$python" $(ARGS)

.PHONY: clean
clean: ## remove everything that was built or installed here
	@rm -rf $(VENV) build web/dist web/node_modules web/typegen/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	@find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- set-up, in stamps: each step runs again only when its own inputs changed

.PHONY: set-up
set-up: $(VENV)/.tengen

$(VENV)/.created: scripts/find-python
	@python=$$(scripts/find-python) && $(QUIETLY) "creating $(VENV)" $(MAKE_VENV)
	@touch $@

$(VENV)/.packages: requirements.lock $(VENV)/.created
	@$(QUIETLY) "installing packages" $(PIP_INSTALL) --require-hashes -r requirements.lock
	@touch $@

# An editable install maps the modules that existed when it was made, so it is renewed when their list changes.
build/modules.txt: FORCE
	@mkdir -p build
	@find src -name '*.py' | LC_ALL=C sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

.PHONY: FORCE
FORCE:

$(VENV)/.tengen: $(VENV)/.packages $(EXTENSION_CODE) pyproject.toml build/modules.txt
	@$(QUIETLY) "building tengen" $(WITH_TOOLS) $(PIP_INSTALL) --no-deps --no-build-isolation \
		-C build-dir=build/editable -C cmake.define.TENGEN_WEB=OFF -e .
	@touch $@

# ---- the web page. npm ci empties node_modules first, so each stamp lies inside.

ifneq ($(NODE),)

.PHONY: web
web: $(PAGE) ## build the web page, into web/dist

web/node_modules/.stamp web/typegen/node_modules/.stamp: %/node_modules/.stamp: %/package-lock.json %/.npmrc
	@$(QUIETLY) "installing packages of $*" $(NPM_CI) --prefix $*
	@touch $@

# A file that has gone changes the page too.
build/page.txt: FORCE
	@mkdir -p build
	@printf '%s\n' $(PAGE_CODE) | LC_ALL=C sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(PAGE): web/node_modules/.stamp build/page.txt $(PAGE_CODE)
	@$(QUIETLY) "building the web page" $(WITH_NODE) npm run build --prefix web
	@touch $@

.PHONY: lint-web
lint-web: web/node_modules/.stamp
	@$(QUIETLY) "biome and tsc" $(WITH_NODE) npm run check --prefix web

.PHONY: format-web
format-web: web/node_modules/.stamp
	@$(QUIETLY) "biome" $(WITH_NODE) npm run format --prefix web

.PHONY: test-web
test-web: web/node_modules/.stamp web/typegen/node_modules/.stamp $(VENV)/.tengen
	@$(QUIETLY) "types of the API" $(WITH_NODE) $(BIN)/python scripts/web-types --check
	@$(QUIETLY) "themes of boards" $(BIN)/python scripts/web-themes --check
	@$(QUIETLY) "web tests" $(WITH_NODE) npm test --prefix web

web-types: web/typegen/node_modules/.stamp
	@$(WITH_NODE) $(BIN)/python scripts/web-types

else

# Without a network play goes on, without the page; in CI that is a failure.
.PHONY: web
web:
	@if $(MAKE) --no-print-directory node && scripts/find-node >/dev/null; then \
		$(MAKE) --no-print-directory web; \
	else \
		printf 'skipped: web. Node.js could not be fetched, so the page is not built; all else works. To try again: make web\n' >&2; \
		[ -z "$$CI" ]; \
	fi

.PHONY: lint-web format-web test-web
lint-web format-web test-web:
	@[ -n "$$CI" ] || printf 'skipped: %s. ' $@ >&2; scripts/find-node || [ -z "$$CI" ]

web-types:
	@scripts/find-node

endif

# Packages that not every machine needs stay out of the lock and of $(VENV): the fuzzer, and node as a wheel.
build/%/.created: pyproject.toml scripts/find-python
	@python=$$(scripts/find-python) && $(QUIETLY) "creating build/$*" "$$python" -m venv build/$*
	@wanted=$$(build/$*/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["$*"])') \
		&& $(QUIETLY) "installing packages of build/$*" build/$*/bin/python -m pip install --disable-pip-version-check $$wanted
	@touch $@

# ---- the parts of lint and test

.PHONY: lint-python
lint-python: $(VENV)/.packages
	@$(QUIETLY) "ruff" $(BIN)/ruff check .
	@$(QUIETLY) "ruff format" $(BIN)/ruff format --check .

.PHONY: lint-types
lint-types: $(VENV)/.packages
	@$(QUIETLY) "mypy" $(BIN)/mypy

.PHONY: lint-imports
lint-imports: $(VENV)/.tengen
	@$(QUIETLY) "import contracts" $(BIN)/lint-imports --no-logo

.PHONY: lint-native
lint-native: $(VENV)/.packages
	@$(QUIETLY) "clang-format" $(BIN)/clang-format --dry-run -Werror $(NATIVE_CODE)

.PHONY: lint-locks
lint-locks:
	@$(QUIETLY) "lock files" scripts/check-lock-files

.PHONY: test-native
test-native: $(VENV)/.packages
	@$(QUIETLY) "native tests" $(WITH_TOOLS) scripts/test-native build/native

.PHONY: test-sanitized
test-sanitized: $(VENV)/.packages
	@$(QUIETLY) "native tests under sanitizers" $(WITH_TOOLS) scripts/test-native build/sanitized -DTENGEN_SANITIZE=ON

.PHONY: test-threads
test-threads: $(VENV)/.packages
	@$(QUIETLY) "native threads under a sanitizer" $(WITH_TOOLS) scripts/test-native build/threads -DTENGEN_SANITIZE=THREAD

.PHONY: test-arm64
test-arm64: $(VENV)/.packages
	@$(WITH_TOOLS) scripts/test-arm64 build/arm64

# Neighbours stay together, so that what a module shares (a server, a browser, games) is made once and not twice.
SHARED := --dist worksteal

# Quick tests wait for processes much of the time: three share two cores.
.PHONY: test-python
test-python: $(VENV)/.tengen web
	@scripts/test-python $(BIN)/pytest -q -n 3 $(SHARED)

.PHONY: test-python-long
test-python-long: $(VENV)/.tengen web
	@scripts/test-python $(BIN)/pytest -q -n 2 $(SHARED) -m "long and not alone"
	@scripts/test-python $(BIN)/pytest -q -m "long and alone"
