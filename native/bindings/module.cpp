// The Python module tengen._native. Names no game: it offers whatever the registry holds.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/position.h"
#include "core/registry.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

// nanobind turns std::invalid_argument into ValueError.
const tengen::Kind& kind_named(const std::string& name) {
    const tengen::Kind* kind = tengen::Registry::instance().find(name);
    if (kind == nullptr) throw std::invalid_argument("no native game of kind '" + name + "'");
    return *kind;
}

std::uint64_t perft(const std::string& kind, int depth) {
    if (depth < 0) throw std::invalid_argument("depth must not be negative");
    return kind_named(kind).perft({}, depth);
}

void play(tengen::Position& position, tengen::Move point) {
    if (!position.is_legal(point)) throw std::invalid_argument("illegal move " + std::to_string(point));
    position.play(point);
}

nb::bytes cells(const tengen::Position& position) {
    const std::vector<std::uint8_t> cells = position.cells();
    return nb::bytes(cells.data(), cells.size());
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "Compiled rules of the games. Points are y * columns + x from the top left; -1 is a pass.";

    module.def(
        "kinds", [] { return tengen::Registry::instance().names(); }, "Games with native rules, sorted.");

    module.def("perft", &perft, "kind"_a, "depth"_a, nb::call_guard<nb::gil_scoped_release>(),
               "Leaves `depth` plies below the start. A pass is a ply; a finished game is one leaf.\n\n"
               "Raises ValueError for an unknown kind or a negative depth.");

    nb::class_<tengen::Position>(module, "Position", "A mutable position of one game.")
        .def(nb::new_([](const std::string& kind) { return kind_named(kind).start({}, nullptr); }), "kind"_a,
             "The start of a game. Raises ValueError for an unknown kind.")
        .def("clone", &tengen::Position::clone, "An independent copy.")
        .def("legal_moves", &tengen::Position::legal_moves,
             "In rising order, a pass first where it is legal; empty exactly when the game is over.")
        .def("is_legal", &tengen::Position::is_legal, "point"_a, "Whether `point` may be played now.")
        .def("play", &play, "point"_a,
             "Play `point` for the side to move. Raises ValueError if it is illegal.")
        .def("cells", &cells, "One byte per point, row by row: 0 empty, 1 black, 2 white.")
        .def_prop_ro(
            "to_move", [](const tengen::Position& position) { return static_cast<int>(position.to_move()); },
            "1 black, 2 white.")
        .def_prop_ro("is_over", &tengen::Position::is_over, "Whether nobody can move any more.")
        .def_prop_ro("columns", &tengen::Position::columns, "Width of the board.")
        .def_prop_ro("rows", &tengen::Position::rows, "Height of the board.");
}
