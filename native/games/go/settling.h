// Games to their end in which nobody gives up what lives: for whose stones and points they are. Played by
// chance but for what would spoil that. No choice among good moves: see the search for that.
#pragma once

#include "games/go/board.h"

namespace tengen::go {

// Whether a stone on an empty cell, which takes nothing, would leave its chain in atari without a chance: a
// chain of two or more stones, unless to take it leaves an eye that can be killed by another stone in it.
// Precondition: may_play(cell, stone, false).
template <int most_side>
[[nodiscard]] bool is_senseless_atari(const Board<most_side>& board, int cell, Stone stone);

// The next move of such a game: takes what the last move has left in atari, saves what it has put there, else
// anything by chance that fills no own eye and gives no chain away; 0 for a pass. Changes the order of the
// empty cells. Precondition: `last` is the cell of the last stone, or 0.
template <int most_side>
[[nodiscard]] int settling_move(Board<most_side>& board, Stone stone, int last, Rng& rng);

// Plays such moves until both pass, or for three times as many moves as there are points.
template <int most_side>
void settle(Board<most_side>& board, Colour to_move, Rng& rng);

extern template bool is_senseless_atari(const Board<9>&, int, Stone);
extern template bool is_senseless_atari(const Board<13>&, int, Stone);
extern template bool is_senseless_atari(const Board<19>&, int, Stone);
extern template void settle(Board<9>&, Colour, Rng&);
extern template void settle(Board<13>&, Colour, Rng&);
extern template void settle(Board<19>&, Colour, Rng&);

}  // namespace tengen::go
