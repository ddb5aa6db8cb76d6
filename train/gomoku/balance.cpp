// Beginnings after which neither side is better, found by searching many by chance: as lines of steps from
// the middle for native/games/gomoku/openings.cpp.
//
//   gomoku-balance --line RULE --stones 3|5 --count N --nodes N --seed S --weights FILE
#include <cmath>
#include <set>

#include "play.h"

using namespace tengen;
using namespace tengen::gomoku;
using namespace tengen::gomoku::training;

namespace {

constexpr float even = 0.04F;
constexpr float nearly_even = 0.12F;

// Stones in the order in which they are placed. They stay near the middle, and so do a player's thoughts.
std::vector<int> stones_by_chance(const Rules& rules, Rng& rng, int count) {
    std::vector<int> points;
    while (static_cast<int>(points.size()) < count) {
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

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    Rules rules;
    rules.line = rule_named(arguments.text("line", "freestyle"));
    const int stones = static_cast<int>(arguments.number("stones", 3));
    const std::int64_t nodes = arguments.number("nodes", 2'000'000);
    Thinker thinker(weights_of(arguments.text("weights", "")), 16);
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    std::set<std::vector<int>> seen;
    for (long long found = 0; found < arguments.number("count", 60);) {
        const std::vector<int> points = stones_by_chance(rules, rng, stones);
        if (!seen.insert(picture_of(points, rules.size)).second) continue;
        GomokuPosition position(rules);
        for (const int point : points) position.play(point);
        const auto away = [&](std::int64_t most) {
            return std::abs(win_of(thinker.think(position, most).value) - 0.5F);
        };
        if (away(nodes / 200) > nearly_even || away(nodes / 20) > nearly_even / 2) continue;
        const float win = win_of(thinker.think(position, nodes).value);  // White is to move
        if (std::abs(win - 0.5F) > even) continue;
        ++found;
        std::printf("    {{");
        for (std::size_t index = 0; index < points.size(); ++index) {
            std::printf("%s{%d, %d}", index == 0 ? "" : ", ", points[index] % rules.size - rules.size / 2,
                        points[index] / rules.size - rules.size / 2);
        }
        std::printf("}},  // %.3f\n", static_cast<double>(win));
        std::fflush(stdout);
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "gomoku-balance: %s\n", error.what());
    return 1;
}
