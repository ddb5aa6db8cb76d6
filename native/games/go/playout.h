// Games of chance to their end. No choice among good moves: see the search for that.
#pragma once

#include "games/go/board.h"

namespace tengen::go {

// Any empty point that is no eye of the mover's own, by its shape, and no suicide, all of them alike; 0 where
// there is none. Changes the order of the empty cells. Only the simple ko is known.
template <int most_side>
[[nodiscard]] int move_by_chance(Board<most_side>& board, Stone stone, Rng& rng);

// Plays such moves until both pass for want of one, or for three times as many moves as there are points.
// How many that were, passes counted. The same seed gives the same game everywhere.
template <int most_side>
int play_by_chance(Board<most_side>& board, Colour to_move, Rng& rng);

// Black's stones and surrounded points less White's, every stone taken as alive.
template <int most_side>
[[nodiscard]] int area_lead(const Board<most_side>& board);

extern template int move_by_chance(Board<19>&, Stone, Rng&);
extern template int move_by_chance(Board<13>&, Stone, Rng&);
extern template int move_by_chance(Board<9>&, Stone, Rng&);
extern template int play_by_chance(Board<9>&, Colour, Rng&);
extern template int play_by_chance(Board<13>&, Colour, Rng&);
extern template int play_by_chance(Board<19>&, Colour, Rng&);
extern template int area_lead(const Board<9>&);
extern template int area_lead(const Board<13>&);
extern template int area_lead(const Board<19>&);

}  // namespace tengen::go
