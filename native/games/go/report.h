// What was thought, in the words of core/analysis.h.
#pragma once

#include <span>
#include <vector>

#include "core/analysis.h"
#include "search/tree.h"

namespace tengen::go {

// The branches of a tree, the one to play first: by visits, then by what they are worth to the mover.
[[nodiscard]] std::vector<Branch> best_first(const Tree& tree, Colour mover);

// Brings to the front the move that is best for the mover as far as can be relied on: that with the highest
// lower bound of its chance to win, and of what points are worth to this style, of those that were looked at
// often.
void surest_first(std::vector<Branch>& branches, Colour mover, const TreeStyle& style);

// As many candidates as lines are wanted, of the branches in this order.
[[nodiscard]] Analysis report_of(const Tree& tree, std::span<const Branch> branches, int lines,
                                 std::int64_t playouts);

}  // namespace tengen::go
