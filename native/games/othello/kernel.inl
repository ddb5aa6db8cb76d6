// Everything that is hot on the 8x8 board, once for each instruction set: the file that includes this defines
// TENGEN_OTHELLO_KERNEL, the name of its kernel, and TENGEN_OTHELLO_VECTORS: 0, 256 or 512. All names here are local to
// that file, so that the linker cannot take one set's code for another's.

namespace tengen::othello {
namespace {

constexpr bool one_child_is_enough = true;  // enhanced transposition cut-offs

// What a reply of the other side costs a move in the ordering, in units of `disc`.
constexpr int solving_mobility = 40;
constexpr int searching_mobility = 16;

#include "games/othello/moves.inl"
#include "games/othello/perft.inl"
#include "games/othello/evaluation.inl"

constexpr std::array<Discs, 11> make_diagonals(int dx) {
    std::array<Discs, 11> lines{};
    for (int index = 0; index < 11; ++index) {
        const int x = index < 6 ? (dx > 0 ? 0 : 7) : (dx > 0 ? index - 5 : 12 - index);
        const int y = index < 6 ? 5 - index : 0;
        const int point = y * side + x;
        lines[static_cast<std::size_t>(index)] = bit(point) | detail::ray(point, dx, 1);
    }
    return lines;
}

// Those of three points and more.
constexpr std::array<Discs, 11> falling_diagonals = make_diagonals(1);
constexpr std::array<Discs, 11> rising_diagonals = make_diagonals(-1);

#include "games/othello/endgame.inl"
#include "games/othello/midgame.inl"

// --- the doors

Discs placements_door(const Board& board) {
    return placements_of(board.mover, board.waiter);
}

Discs flips_door(const Board& board, int point) {
    return flips_of(board.mover, board.waiter, point);
}

int last_flips_door(Discs own, int point) {
    return last_flips(own, point);
}

int evaluate(const Weights& weights, const Board& board) {
    const FeatureTables& tables = feature_tables();
    return value_of(phase_weights(weights, board), tables, features_of(tables, board), board, 1,
                    placements_of(board.mover, board.waiter), placements_of(board.waiter, board.mover));
}

template <bool solving>
int look_from_root(Worker& worker, const Board& board, int alpha, int beta, int depth, int selectivity) {
    const Features features = features_of(*worker.features, board);
    const Discs moves = placements_of(board.mover, board.waiter);
    if (moves != 0) return look<solving>(worker, {board, moves, &features, 1}, alpha, beta, depth, selectivity);
    const Discs replies = placements_of(board.waiter, board.mover);
    if (replies == 0) return (solving ? 1 : disc) * final_lead(board.mover, board.waiter);
    return -look<solving>(worker, {{board.waiter, board.mover}, replies, &features, -1}, -beta, -alpha, depth,
                          selectivity);
}

int solve(Worker& worker, const Board& board, int alpha, int beta, int selectivity) {
    return look_from_root<true>(worker, board, alpha, beta, empties_of(board), selectivity);
}

int search(Worker& worker, const Board& board, int alpha, int beta, int depth, int selectivity) {
    if (depth < empties_of(board) && depth > 0) {
        return look_from_root<false>(worker, board, alpha, beta, depth, selectivity);
    }
    if (depth <= 0) {
        if (placements_of(board.mover, board.waiter) != 0) {
            const Features features = features_of(*worker.features, board);
            return judged(worker, features, board, 1, placements_of(board.mover, board.waiter),
                          placements_of(board.waiter, board.mover));
        }
        if (placements_of(board.waiter, board.mover) != 0) {
            return -search(worker, {board.waiter, board.mover}, -beta, -alpha, 0, selectivity);
        }
        return disc * final_lead(board.mover, board.waiter);
    }
    // Windows in discs that hold the window in units.
    const int low = alpha >= 0 ? alpha / disc : -((-alpha + disc - 1) / disc);
    const int high = beta >= 0 ? (beta + disc - 1) / disc : -(-beta / disc);
    return disc * solve(worker, board, low, std::max(high, low + 1), selectivity);
}

}  // namespace

extern const Kernel TENGEN_OTHELLO_KERNEL;
const Kernel TENGEN_OTHELLO_KERNEL{
    .perft = perft_of,
    .placements = placements_door,
    .flips = flips_door,
    .last_flips = last_flips_door,
    .evaluate = evaluate,
    .search = search,
    .solve = solve,
};

}  // namespace tengen::othello
