#include "games/othello/board.h"

namespace tengen::othello {

std::uint64_t perft(const Board& board, int depth) {
    assert(depth >= 0);
    if (depth == 0) return 1;
    Discs points = placements(board);
    if (points == 0) {
        // At depth 1 a pass and a finished game both leave one leaf, so there is no need to tell them apart.
        if (depth == 1 || placements(passed(board)) == 0) return 1;
        return perft(passed(board), depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(std::popcount(points));
    std::uint64_t leaves = 0;
    for (; points != 0; points &= points - 1)
        leaves += perft(place(board, std::countr_zero(points)), depth - 1);
    return leaves;
}

}  // namespace tengen::othello
