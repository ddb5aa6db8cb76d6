// Multi-ProbCut (Buro): how well a shallow search foretells a deep one. Fitted from own games by
// train/othello.
#pragma once

#include "games/othello/search.h"

namespace tengen::othello {

// The depth of the search that is asked first: about a third, of the same parity.
[[nodiscard]] constexpr int probe_depth(int depth) {
    const int third = (depth + 1) / 3;
    if ((third ^ depth) % 2 == 0) return third;
    return third % 2 == 1 && third > 1 ? third - 1 : third + 1;
}

// By how much, in units of `disc`, a bound must be passed by a search to `probe` plies for one to `depth`
// plies, or, solving, to the end.
[[nodiscard]] inline int margin_of(bool solving, int discs, int depth, int probe, int selectivity) {
    static_cast<void>(discs);
    const double deviation = (solving ? 3.2 : 2.0) + 0.12 * (depth - probe);
    return static_cast<int>(confidences[static_cast<std::size_t>(selectivity)] * deviation * disc);
}

}  // namespace tengen::othello
