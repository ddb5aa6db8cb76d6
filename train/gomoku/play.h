// What the tools of training share: a thinker of few nodes, beginnings by chance, and the command line.
#pragma once

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.h"
#include "core/rng.h"
#include "games/gomoku/position.h"
#include "games/gomoku/root.h"

namespace tengen::gomoku::training {

// Weights from a file; no name stands for those made by hand.
inline std::shared_ptr<const Weights> weights_of(const std::string& file) {
    if (file.empty()) return hand_made_weights();
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    return read_weights(std::as_bytes(std::span(bytes)));
}

inline LineRule rule_named(const std::string& name) {
    return rules_of({{"line", name}}).line;
}

struct Thought {
    int move = -1;
    int value = 0;  // the side to move's
};

// Thinks of positions with one set of weights, each time with nothing kept.
class Thinker {
   public:
    explicit Thinker(std::shared_ptr<const Weights> weights, std::size_t table_mb = 1)
        : weights_(std::move(weights)), values_(table_mb) {}

    [[nodiscard]] Thought think(const GomokuPosition& position, std::int64_t nodes) {
        values_.clear();
        fours_.clear();
        threats_.clear();
        const Stop stop;
        const TimePlan plan({}, stop);
        Manner manner;
        manner.four_nodes = 200;
        manner.threat_nodes = 0;
        std::vector<std::unique_ptr<Search>> searches;
        searches.push_back(std::make_unique<Search>(
            Lines(position.board()), Tables3{values_, fours_, threats_}, plan, nodes, manner, weights_));
        Root root(searches, position.next_stone(), position.legal_moves());
        root.look_for_win(nodes / 4, nodes / 4);
        for (int depth = 1; depth < 20 && !is_win(root.moves().front().value); ++depth) {
            if (!root.look(depth, 1)) break;
        }
        return {root.moves().front().point, root.moves().front().value};
    }

   private:
    std::shared_ptr<const Weights> weights_;
    Table values_;
    Table fours_{1};
    Table threats_{1};
};

// So many stones, each at most four columns and rows from the middle, with no line and no foul.
inline GomokuPosition random_beginning(const Rules& rules, Rng& rng, int stones) {
    while (true) {
        GomokuPosition position(rules);
        for (int tries = 0; position.stones() < stones && tries < 100; ++tries) {
            const auto near = [&] { return rules.size / 2 - 4 + static_cast<int>(rng.below(9)); };
            const int x = near();
            const int point = near() * rules.size + x;
            if (position.is_legal(point)) position.play(point);
        }
        if (position.stones() == stones && !position.is_over()) return position;
    }
}

// One after which neither side is much better.
inline GomokuPosition even_beginning(const Rules& rules, Rng& rng, Thinker& thinker, int most_value) {
    while (true) {
        const GomokuPosition position = random_beginning(rules, rng, 3 + static_cast<int>(rng.below(6)));
        const int value = thinker.think(position, 1'000).value;
        if (value >= -most_value && value <= most_value) return position;
    }
}

using tengen::training::Arguments;

}  // namespace tengen::gomoku::training
