#include "games/go/rules.h"

#include <array>
#include <cassert>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace tengen::go {

namespace {

constexpr double most_komi = 400;
constexpr int most_handicap = 9;
constexpr int least_handicap_size = 7;
constexpr int most_small_size = 12;  // here handicap stones stand on the third line, beyond it on the fourth

void check_together(const Rules& rules) {
    if (rules.placement == HandicapPlacement::fixed &&
        rules.handicap_stones() > most_fixed_stones(rules.size)) {
        throw std::invalid_argument("option 'handicap' has no such fixed points on this board");
    }
    if (rules.button && rules.scoring == Scoring::territory) {
        throw std::invalid_argument("option 'button' does not go with territory");
    }
    if (rules.dead_stones == DeadStones::cleanup && rules.scoring == Scoring::area) {
        throw std::invalid_argument("option 'dead_stones' has no clean-up under area scoring");
    }
}

}  // namespace

int Rules::bonus_points() const {
    const int stones = handicap_stones();
    switch (bonus) {
        case HandicapBonus::nothing:
            return 0;
        case HandicapBonus::each:
            return stones;
        case HandicapBonus::each_but_one:
            return stones > 0 ? stones - 1 : 0;
    }
    return 0;
}

Rules rules_of(const Options& options) {
    constexpr std::array<std::string_view, 3> kos{"simple", "positional", "situational"};
    constexpr std::array<std::string_view, 2> scorings{"area", "territory"};
    constexpr std::array<std::string_view, 3> taxes{"none", "seki", "all"};
    constexpr std::array<std::string_view, 3> bonuses{"0", "N", "N-1"};
    constexpr std::array<std::string_view, 2> placements{"fixed", "free"};
    constexpr std::array<std::string_view, 3> ends{"none", "agree", "cleanup"};
    OptionReader reader(options);
    Rules rules;
    rules.size = reader.integer("size", least_size, most_size, rules.size);
    rules.komi = reader.number("komi", -most_komi, most_komi, rules.komi);
    if (std::floor(2 * rules.komi) != 2 * rules.komi) {
        throw std::invalid_argument("option 'komi' must be a multiple of one half");
    }
    rules.handicap = reader.integer("handicap", 0, most_handicap, rules.handicap);
    rules.placement = static_cast<HandicapPlacement>(reader.choice("handicap_placement", placements, 0));
    rules.dead_stones = static_cast<DeadStones>(reader.choice("dead_stones", ends, 0));
    rules.ko = static_cast<Ko>(reader.choice("ko", kos, static_cast<std::size_t>(rules.ko)));
    rules.scoring = static_cast<Scoring>(reader.choice("scoring", scorings, 0));
    rules.tax = static_cast<Tax>(reader.choice("tax", taxes, 0));
    rules.suicide = reader.flag("suicide", rules.suicide);
    rules.bonus = static_cast<HandicapBonus>(reader.choice("handicap_bonus", bonuses, 0));
    rules.button = reader.flag("button", rules.button);
    reader.finish();
    check_together(rules);
    return rules;
}

int most_fixed_stones(int size) {
    if (size < least_handicap_size) return 0;
    return size % 2 == 0 || size == least_handicap_size ? 4 : 9;
}

std::vector<Move> fixed_stones(int size, int count) {
    assert(count <= most_fixed_stones(size));
    if (count < 2) return {};
    const int low = size <= most_small_size ? 2 : 3;
    const int middle = size / 2;
    const int high = size - 1 - low;
    const auto at = [size](int x, int y) { return y * size + x; };
    // Corners, then sides. An odd number from five on ends in the centre.
    const std::array<Move, 8> places{at(high, low),   at(low, high),    at(low, low),    at(high, high),
                                     at(low, middle), at(high, middle), at(middle, low), at(middle, high)};
    const bool has_centre = count > 4 && count % 2 != 0;
    std::vector<Move> stones(places.begin(), places.begin() + (has_centre ? count - 1 : count));
    if (has_centre) stones.push_back(at(middle, middle));
    return stones;
}

}  // namespace tengen::go
