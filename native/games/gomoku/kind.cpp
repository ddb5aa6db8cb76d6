// Gomoku as the registry knows it.
#include "core/registry.h"
#include "games/gomoku/evaluation.h"
#include "games/gomoku/levels.h"
#include "games/gomoku/position.h"
#include "games/gomoku/searcher.h"

namespace tengen::gomoku {

namespace {

const Registrar registered{Kind{
    .name = "gomoku",
    .start = [](const Options& options, const Setup* setup) -> std::unique_ptr<Position> {
        const Rules rules = rules_of(options);
        if (setup != nullptr) return std::make_unique<GomokuPosition>(rules, *setup);
        return std::make_unique<GomokuPosition>(rules);
    },
    .searcher = [](const Options& options, const Resources& resources) -> std::unique_ptr<Searcher> {
        return std::make_unique<GomokuSearcher>(rules_of(options), resources);
    },
    .nodes = [](const Options&, int level) { return grade_of(level).nodes; },
    .weights = {"gomoku.tgm"},
    .load = [](std::string_view, std::span<const std::byte> bytes) { use_weights(read_weights(bytes)); },
}};

}  // namespace

}  // namespace tengen::gomoku
