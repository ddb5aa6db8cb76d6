// Counting leaves, for one instruction set. Included by kernel.inl.

std::uint64_t count_leaves(Discs mover, Discs waiter, Discs points, int depth) {
    std::uint64_t leaves = 0;
    for (; points != 0; points &= points - 1) {
        const int point = std::countr_zero(points);
        const Board next = after(mover, waiter, point, flips_of(mover, waiter, point));
        Discs replies = placements_of(next.mover, next.waiter);
        if (depth == 2) {
            // A pass and the end of the game leave one leaf alike.
            leaves += replies == 0 ? 1 : static_cast<std::uint64_t>(std::popcount(replies));
        } else if (replies != 0) {
            leaves += count_leaves(next.mover, next.waiter, replies, depth - 1);
        } else if ((replies = placements_of(next.waiter, next.mover)) == 0) {
            leaves += 1;
        } else if (depth == 3) {
            leaves += static_cast<std::uint64_t>(std::popcount(replies));
        } else {
            leaves += count_leaves(next.waiter, next.mover, replies, depth - 2);
        }
    }
    return leaves;
}

std::uint64_t perft_of(const Board& board, int depth) {
    if (depth == 0) return 1;
    Discs points = placements_of(board.mover, board.waiter);
    if (points == 0) {
        if (placements_of(board.waiter, board.mover) == 0) return 1;
        return perft_of({board.waiter, board.mover}, depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(std::popcount(points));
    return count_leaves(board.mover, board.waiter, points, depth);
}
