// How strong each level plays Gomoku: how far it looks, and what it overlooks.
#pragma once

#include <cstdint>

#include "games/gomoku/search.h"

namespace tengen::gomoku {

struct Grade {
    int depth = 0;
    int fours = 0;                  // in wins by fours that it finds
    std::int64_t threat_nodes = 0;  // for a win by threats, at the root
    int width = 0;
    // How often a threat is overlooked, in thousandths: where a stone would make a four, an open three in
    // several ways, an open three in one.
    int misses_four = 0;
    int misses_three = 0;
    int misses_broken = 0;
    std::int64_t nodes = 0;  // never more than these
    int table_mb = 1;
};

// Precondition: 3 <= level <= 9.
[[nodiscard]] const Grade& grade_of(int level);

// What a player of this grade does not see here: always the same for one seed and one position. `last` is the
// last move, -1 for none.
[[nodiscard]] Blindness blindness_of(const Grade& grade, const Lines& lines, int last, std::uint64_t seed);

}  // namespace tengen::gomoku
