// How strong each level plays Go: how many positions it looks at, how it sees, and how firmly it takes the
// best.
#pragma once

#include <cstdint>

#include "games/go/evaluator.h"

namespace tengen::go {

struct Grade {
    std::int64_t nodes = 0;
    int ladder_plies = 0;
    int misjudged = 0;  // as in Sight
    int fades = 0;
    int firmness = 1;  // a move is chosen as often as it was visited, to this power
    float slack = 0;   // what is worse than the best by more is never chosen
};

// Boards of a class of sizes have their own numbers of nodes, and so has a net. Precondition: 3 <= level
// <= 9.
[[nodiscard]] Grade grade_of(int level, int size, bool has_net);

[[nodiscard]] Sight sight_of(const Grade& grade, std::uint64_t seed);

}  // namespace tengen::go
