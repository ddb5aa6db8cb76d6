// Othello as the registry knows it.
#include "core/registry.h"
#include "games/othello/evaluation.h"
#include "games/othello/levels.h"
#include "games/othello/position.h"
#include "games/othello/search.h"
#include "games/othello/searcher.h"

namespace tengen::othello {

namespace {

const Registrar registered{Kind{
    .name = "othello",
    .start = [](const Options& options, const Setup* setup) -> std::unique_ptr<Position> {
        const Rules rules = rules_of(options);
        if (setup != nullptr) return std::make_unique<OthelloPosition>(rules, *setup);
        return std::make_unique<OthelloPosition>(rules);
    },
    .perft =
        [](const Options& options, int depth) {
            const Rules rules = rules_of(options);
            return rules.size == side ? kernel().perft(start, depth) : perft(wide_start(rules.size), depth);
        },
    .searcher = [](const Options& options, const Resources& resources) -> std::unique_ptr<Searcher> {
        return std::make_unique<OthelloSearcher>(rules_of(options), resources);
    },
    .nodes = [](const Options&, int level) { return grade_of(level).nodes; },
    .weights = {"othello-8x8.tow"},
    .load = [](std::string_view, std::span<const std::byte> bytes) { use_weights(read_weights(bytes)); },
}};

}  // namespace

}  // namespace tengen::othello
