// Go as the registry knows it.
#include "core/registry.h"
#include "games/go/levels.h"
#include "games/go/net.h"
#include "games/go/ownership.h"
#include "games/go/position.h"
#include "games/go/searcher.h"
#include "games/go/weights.h"

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
    .searcher = [](const Options& options, const Resources& resources) -> std::unique_ptr<Searcher> {
        return std::make_unique<GoSearcher>(rules_of(options), resources);
    },
    .nodes =
        [](const Options& options, int level) {
            const int size = rules_of(options).size;
            return grade_of(level, size, net_for(size) != nullptr).nodes;
        },
    .weights = {"go.tgw", "go-6x96.tgn"},
    .load =
        [](std::string_view file, std::span<const std::byte> bytes) {
            if (file.ends_with(".tgn")) {
                use_net(std::make_shared<const Net>(bytes));
            } else {
                use_weights(read_weights(bytes));
            }
        },
    .ownership = &ownership,
}};

}  // namespace

}  // namespace tengen::go
