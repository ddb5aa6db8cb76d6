// Looking ahead on boards of other sizes than the usual one, with an evaluation made by hand: mobility,
// corners and what lies beside them, frontier, edges; discs late. Knows no levels and no clocks.
#pragma once

#include "games/othello/search.h"
#include "games/othello/wide_board.h"

namespace tengen::othello {

// All values are the side to move's, in units of `wide_disc`; empties count for the winner.
inline constexpr int wide_disc = 8;
inline constexpr int wide_infinite = (most_side * most_side + 1) * wide_disc;

// What the board is worth without a look ahead; short of a won game with one disc left.
[[nodiscard]] int evaluate(const WideBoard& board);

// The result of a game that is over.
[[nodiscard]] int final_value(const WideBoard& board);

// Looks `depth` plies ahead, a pass counting for none, with a window alpha < beta; fail-soft. A depth of all
// empties or more proves the result. Once worker.is_stopped, whatever comes back is to be thrown away.
[[nodiscard]] int search(Worker& worker, const WideBoard& board, int alpha, int beta, int depth);

// The cell that the table holds as the best here; -1 where it holds none. May be any cell: a hint.
[[nodiscard]] int kept_move(const Table& table, const WideBoard& board);

}  // namespace tengen::othello
