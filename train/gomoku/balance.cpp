// Beginnings after which neither side is better: as lines of steps from the middle for
// native/games/gomoku/openings.cpp and fives.cpp.
//
//   gomoku-balance --line RULE --stones 3 --count N --nodes N --seed S --weights FILE
//   gomoku-balance --line RULE --stones 5 --count N --nodes N --seed S --weights FILE [--first K]
//
// Three stones: those that are committed are searched again, and what is even no more gives way to others
// found by chance. Five stones: the committed triples in turn, each with two stones more by chance.
#include <cmath>
#include <set>

#include "games/gomoku/openings.h"
#include "play.h"

using namespace tengen;
using namespace tengen::gomoku;
using namespace tengen::gomoku::training;

namespace {

constexpr float even = 0.04F;
constexpr float nearly_even = 0.12F;

// Stones in the order in which they are placed, after those given. They stay near the middle, and so do a
// player's thoughts.
std::vector<int> stones_by_chance(const Rules& rules, Rng& rng, std::vector<int> points, std::size_t count) {
    while (points.size() < count) {
        const auto near = [&] { return rules.size / 2 - 4 + static_cast<int>(rng.below(9)); };
        const int x = near();
        const int point = near() * rules.size + x;
        if (std::find(points.begin(), points.end(), point) == points.end()) points.push_back(point);
    }
    return points;
}

// The smallest of the eight pictures that are the same but for turning and mirroring, colours kept apart.
std::vector<int> picture_of(const std::vector<int>& points, int size) {
    std::vector<int> smallest;
    for (int turn = 0; turn < 8; ++turn) {
        std::vector<int> turned;
        for (std::size_t index = 0; index < points.size(); ++index) {
            int x = points[index] % size;
            int y = points[index] / size;
            if ((turn & 1) != 0) x = size - 1 - x;
            if ((turn & 2) != 0) y = size - 1 - y;
            if ((turn & 4) != 0) std::swap(x, y);
            turned.push_back((y * size + x) * 2 + static_cast<int>(index % 2));
        }
        std::sort(turned.begin(), turned.end());
        if (smallest.empty() || turned < smallest) smallest = turned;
    }
    return smallest;
}

// Those of the steps from the middle.
std::vector<int> points_of(const Triple& triple, int size) {
    std::vector<int> points;
    for (const Step& step : triple) points.push_back((size / 2 + step.rows) * size + size / 2 + step.columns);
    return points;
}

class Balance {
   public:
    Balance(const Rules& rules, const Arguments& arguments)
        : rules_(rules),
          nodes_(arguments.number("nodes", 2'000'000)),
          count_(arguments.number("count", 60)),
          thinker_(weights_of(arguments.text("weights", "")), 16),
          rng_(static_cast<std::uint64_t>(arguments.number("seed", 1))) {}

    // As many as are wanted, or fewer.
    void keep(std::span<const Triple> triples) {
        for (const Triple& triple : triples) {
            if (found_ < count_) static_cast<void>(take(points_of(triple, rules_.size), true));
        }
    }
    void find_threes() {
        while (found_ < count_) static_cast<void>(take(stones_by_chance(rules_, rng_, {}, 3)));
    }
    void find_fives(std::span<const Triple> triples, std::size_t first) {
        for (std::size_t next = first; found_ < count_; ++next) {
            const std::vector<int> three = points_of(triples[next % triples.size()], rules_.size);
            while (!take(stones_by_chance(rules_, rng_, three, 5))) {
            }
        }
    }

   private:
    // Whether the stones are even and new; then they are told. What was even before is searched in full at
    // once.
    bool take(const std::vector<int>& points, bool was_even = false) {
        GomokuPosition position(rules_);
        for (const int point : points) {
            if (!position.is_legal(point)) return false;
            position.play(point);
        }
        if (!seen_.insert(picture_of(points, rules_.size)).second) return false;
        const auto win_within = [&](std::int64_t nodes) {
            return win_of(thinker_.think(position, nodes).value);  // White is to move
        };
        const auto is_far = [](float win, float most) { return std::abs(win - 0.5F) > most; };
        if (!was_even && (is_far(win_within(nodes_ / 200), nearly_even) ||
                          is_far(win_within(nodes_ / 20), nearly_even / 2)))
            return false;
        const float win = win_within(nodes_);
        if (is_far(win, even)) return false;
        ++found_;
        std::printf("    {{");
        for (std::size_t index = 0; index < points.size(); ++index) {
            std::printf("%s{%d, %d}", index == 0 ? "" : ", ", points[index] % rules_.size - rules_.size / 2,
                        points[index] / rules_.size - rules_.size / 2);
        }
        std::printf("}},  // %.3f\n", static_cast<double>(win));
        std::fflush(stdout);
        return true;
    }

    Rules rules_;
    std::int64_t nodes_;
    long long count_;
    Thinker thinker_;
    Rng rng_;
    std::set<std::vector<int>> seen_;
    long long found_ = 0;
};

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    Rules rules;
    rules.line = rule_named(arguments.text("line", "freestyle"));
    const std::span<const Triple> triples = even_triples(rules.line == LineRule::renju);
    Balance balance(rules, arguments);
    if (arguments.number("stones", 3) == 5) {
        balance.find_fives(triples, static_cast<std::size_t>(arguments.number("first", 0)));
    } else {
        balance.keep(triples);
        balance.find_threes();
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "gomoku-balance: %s\n", error.what());
    return 1;
}
