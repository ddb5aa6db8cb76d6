// The rule sets of Go: every axis by itself. Decides nothing about positions.
#pragma once

#include <cstdint>
#include <vector>

#include "core/options.h"
#include "core/position.h"

namespace tengen::go {

inline constexpr int least_size = 5;
inline constexpr int most_size = 19;
inline constexpr int most_points = most_size * most_size;

enum class Ko : std::uint8_t { simple, positional, situational };
enum class Scoring : std::uint8_t { area, territory };
// Which surrounded points are not counted: none, those in seki, or also two for every living group.
enum class Tax : std::uint8_t { none, seki, all };
enum class HandicapBonus : std::uint8_t { nothing, each, each_but_one };
enum class HandicapPlacement : std::uint8_t { fixed, free };
// What two passes lead to. For these rules the play is over either way, and counts as it stands.
enum class DeadStones : std::uint8_t { none, agree, cleanup };

struct Rules {
    int size = most_size;
    double komi = 7.5;
    int handicap = 0;
    HandicapPlacement placement = HandicapPlacement::fixed;
    DeadStones dead_stones = DeadStones::none;
    Ko ko = Ko::positional;
    Scoring scoring = Scoring::area;
    Tax tax = Tax::none;
    bool suicide = false;
    HandicapBonus bonus = HandicapBonus::nothing;
    bool button = false;

    // A handicap of one stone is none: Black only moves first.
    [[nodiscard]] int handicap_stones() const { return handicap >= 2 ? handicap : 0; }
    // What White gets beside the komi.
    [[nodiscard]] int bonus_points() const;

    friend bool operator==(const Rules&, const Rules&) = default;
};

// Throws std::invalid_argument for options that these are not, and for those that do not go together.
[[nodiscard]] Rules rules_of(const Options& options);

// How many handicap stones have fixed points.
[[nodiscard]] int most_fixed_stones(int size);

// Where they stand. Precondition: count <= most_fixed_stones(size).
[[nodiscard]] std::vector<Move> fixed_stones(int size, int count);

}  // namespace tengen::go
