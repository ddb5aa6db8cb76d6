// Go as the registry knows it.
#include "core/registry.h"
#include "games/go/position.h"

namespace tengen::go {

namespace {

const Registrar registered{Kind{
    .name = "go",
    .start = [](const Options& options, const Setup* setup) -> std::unique_ptr<Position> {
        const Rules rules = rules_of(options);
        if (setup != nullptr) return std::make_unique<GoPosition>(rules, *setup);
        return std::make_unique<GoPosition>(rules);
    },
    .perft = [](const Options& options, int depth) { return GoPosition(rules_of(options)).perft(depth); },
}};

}  // namespace

}  // namespace tengen::go
