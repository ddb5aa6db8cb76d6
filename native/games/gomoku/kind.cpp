// Gomoku as the registry knows it.
#include "core/registry.h"
#include "games/gomoku/position.h"

namespace tengen::gomoku {

namespace {

const Registrar registered{Kind{
    .name = "gomoku",
    .start = [](const Options& options, const Setup* setup) -> std::unique_ptr<Position> {
        const Rules rules = rules_of(options);
        if (setup != nullptr) return std::make_unique<GomokuPosition>(rules, *setup);
        return std::make_unique<GomokuPosition>(rules);
    },
}};

}  // namespace

}  // namespace tengen::gomoku
