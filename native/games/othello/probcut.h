// Multi-ProbCut (Buro): how well a shallow search foretells a deep one. Fitted from own games by
// train/othello.
#pragma once

#include <algorithm>

#include "games/othello/search.h"

namespace tengen::othello {

// The depth of the search that is asked first: about a third, of the same parity.
[[nodiscard]] constexpr int probe_depth(int depth) {
    const int third = (depth + 1) / 3;
    if ((third ^ depth) % 2 == 0) return third;
    return third % 2 == 1 && third > 1 ? third - 1 : third + 1;
}

// By how much, in units of `disc`, a bound must be passed by a search to `probe` plies for one to `depth`
// plies, or, solving, to the end. The deviations are fitted to 1,500 boards of own games
// (train/othello/README.md).
[[nodiscard]] inline int margin_of(bool solving, int discs, int depth, int probe, int selectivity) {
    const double deviation = solving ? 0.1069 * discs + 0.1716 * depth - 0.3452 * probe
                                     : 0.0855 * discs + 0.2703 * depth - 0.3629 * probe - 1.191;
    constexpr double least = 1.2;
    return static_cast<int>(confidences[static_cast<std::size_t>(selectivity)] * std::max(deviation, least) *
                            disc);
}

}  // namespace tengen::othello
