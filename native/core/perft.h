// Counting the leaves of the move tree: the cheapest strong test of a rules implementation.
#pragma once

#include <cstdint>

#include "core/position.h"

namespace tengen {

// Leaves `depth` plies below `position`. A pass is a ply, and so is a choice; a finished game is one leaf
// whatever depth is left. Works for every game by copying positions; a game may register a faster count with
// the same meaning. Precondition: depth >= 0.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

}  // namespace tengen
