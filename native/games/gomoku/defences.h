// What the losing side of a proven line could have answered at each of its turns, and how each answer loses.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis.h"
#include "games/gomoku/search.h"

namespace tengen::gomoku {

// `line` begins with a move of `mover` and is won by `winner` whatever the other side does after the first
// move. What follows an answer that the line has not got is searched for within so many nodes in all; where
// it is not found the answer stands alone. Ends with the turn at which nothing helps.
[[nodiscard]] std::vector<Defence> defences_in(Search& search, const std::vector<Move>& line, Colour mover,
                                               Colour winner, std::int64_t most_nodes);

}  // namespace tengen::gomoku
