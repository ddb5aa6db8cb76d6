// How strong each level plays Othello.
#pragma once

#include <cstdint>

namespace tengen::othello {

struct Grade {
    int depth = 0;
    int exact_from = 0;      // solves with so many empty points or fewer
    double misjudged = 0;    // standard deviation of what it misjudges a board by, in discs
    int greed = 0;           // how much of its judgement is the lead in discs, in percent
    std::int64_t nodes = 0;  // never more than these
    int table_mb = 1;
};

// Precondition: 3 <= level <= 9.
[[nodiscard]] const Grade& grade_of(int level);

}  // namespace tengen::othello
