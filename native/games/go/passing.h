// When a pass is due in Go, and what to do before it: the one place that decides it for every level. Marking
// dead stones, agreeing and playing on after a dispute are the players'
// (src/tengen/players/builtin/ending.py).
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "games/go/position.h"
#include "search/tree.h"

namespace tengen::go {

// What a search knows where a move is to be chosen.
struct Thoughts {
    // Of the moves that were looked at, the one to play first.
    std::span<const Branch> branches;
    // By points, Black's 1 to White's -1; empty where nothing was played out.
    std::span<const float> ownership;
};

// The move to make instead of the first: a pass, what takes dead stones that must be off the board before it
// is counted, or what is best beside a pass. Nothing where the first is right.
//
// A pass is due where nothing sensible is left; where dead stones stay on the board, as long as the count as
// it stands is won and no move gains, or none wins so surely; where they are agreed on, once all is settled
// and no move gains. That the other side has passed is no reason. Where nothing was searched, a pass is what
// looks best, and it is left to the player to doubt it. Precondition: the game is not over, there
// are branches.
[[nodiscard]] std::optional<Move> instead_of_first(const GoPosition& position, const Thoughts& thoughts);

// Whether the side to move wins if nobody moves again.
[[nodiscard]] bool wins_as_it_stands(const GoPosition& position);

}  // namespace tengen::go
