// Looking ahead with an evaluation, and the upper part of solving, which does the same with other leaves. Included by
// kernel.inl.
//
// A `Spot` is a board with what is already known of it: its moves, and its features as the first side sees them.

struct Spot {
    Board board;
    Discs moves;
    const Features* features;
    int sign;  // 1 where the side to move is the features' first side, else -1
};

struct Move2 : Ordered {
    Features features;
    std::uint64_t hash;
};

[[gnu::always_inline]] inline int empties_of(const Board& board) {
    return 64 - std::popcount(board.mover | board.waiter);
}

// What a player of the worker's strength sees in a board.
[[gnu::always_inline]] inline int judged(Worker& worker, const Features& features, const Board& board, int sign,
                                         Discs moves, Discs others_moves) {
    ++worker.nodes;
    const PhaseWeights& weights = phase_weights(*worker.weights, board);
    int value = value_of(weights, *worker.features, features, board, sign, moves, others_moves);
    const Misjudgement& wrong = worker.misjudgement;
    if (wrong.deviation != 0) [[unlikely]] {
        // Of 64 fair bits 32 are expected, with a deviation of 4.
        const int error = std::popcount(hash_of(board, wrong.seed)) - 32;
        const int lead = disc * (std::popcount(board.mover) - std::popcount(board.waiter));
        value = (value * (100 - wrong.greed) + lead * wrong.greed) / 100 + error * wrong.deviation / 4;
        value = std::clamp(value, -63 * disc, 63 * disc);
    }
    return value;
}

// The value of the board that a move leads to, for whoever made it, without a look ahead.
[[gnu::always_inline]] inline int judged_after(Worker& worker, const Board& next, Discs replies, const Features& features,
                                               int sign) {
    const Discs others = placements_of(next.waiter, next.mover);
    if (replies != 0) return -judged(worker, features, next, -sign, replies, others);
    if (others != 0) return judged(worker, features, {next.waiter, next.mover}, sign, others, 0);
    ++worker.nodes;
    return disc * final_lead(next.waiter, next.mover);
}

// One ply ahead.
int look_1(Worker& worker, const Spot& spot, int alpha, int beta) {
    static_cast<void>(alpha);
    const auto [mover, waiter] = spot.board;
    int best = -infinite;
    for (Discs left = spot.moves; left != 0; left &= left - 1) {
        const int point = std::countr_zero(left);
        const Discs turned = flips_of(mover, waiter, point);
        const Board next = after(mover, waiter, point, turned);
        Features features;
        put_disc(*worker.features, *spot.features, features, point, turned, spot.sign);
        const int value =
            judged_after(worker, next, placements_of(next.mover, next.waiter), features, spot.sign);
        if (value > best) {
            best = value;
            if (best >= beta) break;
        }
    }
    return best;
}

// The places of the moves in the list, descending by worth; moves of equal worth keep their order.
[[gnu::always_inline]] inline void sort_by_worth(const Move2* list, int* order, int count) {
    for (int index = 1; index < count; ++index) {
        const int moved = order[index];
        int place = index;
        for (; place > 0 && list[order[place - 1]].worth < list[moved].worth; --place) order[place] = order[place - 1];
        order[place] = moved;
    }
}

template <bool solving>
int look(Worker& worker, const Spot& spot, int alpha, int beta, int depth, int selectivity);

// The value in a window, also where the side to move must pass.
template <bool solving>
[[gnu::always_inline]] inline int value_after(Worker& worker, const Move2& move, int sign, int alpha, int beta, int depth,
                                              int selectivity) {
    if (move.replies != 0) {
        return -look<solving>(worker, {move.next, move.replies, &move.features, -sign}, -beta, -alpha, depth,
                              selectivity);
    }
    const Board passed_board{move.next.waiter, move.next.mover};
    const Discs moves = placements_of(passed_board.mover, passed_board.waiter);
    if (moves == 0) {
        ++worker.nodes;
        return (solving ? 1 : disc) * final_lead(passed_board.mover, passed_board.waiter);
    }
    return look<solving>(worker, {passed_board, moves, &move.features, sign}, alpha, beta, depth, selectivity);
}

// How far ahead moves are judged to put them in order.
template <bool solving>
constexpr int ordering_depth(int depth) {
    if constexpr (solving) return depth >= 20 ? 2 : depth >= 15 ? 1 : 0;
    return depth >= 9 ? 2 : depth >= 6 ? 1 : 0;
}

// Whether a shallow search already tells that the value lies beyond a bound of a null window; then `value` is told.
template <bool solving>
[[gnu::always_inline]] inline bool is_probably_beyond(Worker& worker, const Spot& spot, int alpha, int beta, int depth,
                                                      int selectivity, int& value) {
    const int probe = probe_depth(depth);
    const int discs = 64 - empties_of(spot.board);
    const int unit = solving ? disc : 1;
    const int margin = margin_of(solving, discs, depth, probe, selectivity);
    const int above = beta * unit + margin;
    const int below = alpha * unit - margin;
    const auto look_from = [&](int low) {
        return probe <= 1 ? look_1(worker, spot, low, low + 1)
                          : look<false>(worker, spot, low, low + 1, probe, selectivity);
    };
    const Discs others = placements_of(spot.board.waiter, spot.board.mover);
    const int first = judged(worker, *spot.features, spot.board, spot.sign, spot.moves, others);
    const int slack = margin_of(solving, discs, depth, 0, 0);
    if (above < 63 * disc && first >= above - slack && look_from(above - 1) >= above) {
        value = beta;
        return !worker.is_stopped;
    }
    if (below > -63 * disc && first <= below + slack && look_from(below) <= below) {
        value = alpha;
        return !worker.is_stopped;
    }
    return false;
}

template <bool solving>
int look(Worker& worker, const Spot& spot, int alpha, int beta, int depth, int selectivity) {
    if constexpr (solving) {
        if (depth < fewest_judged) {
            const auto [mover, waiter] = spot.board;
            return depth >= fewest_sorted ? solve_sorted(worker, mover, waiter, spot.moves, depth, alpha, beta)
                   : depth >= 5           ? solve_few(worker, mover, waiter, spot.moves, depth, alpha, beta)
                                          : solve_least(worker, mover, waiter, alpha, beta);
        }
    } else {
        if (depth <= 1) return look_1(worker, spot, alpha, beta);
    }
    ++worker.nodes;
    if (worker.nodes >= worker.next_check) worker.check();
    if (worker.is_stopped) return 0;

    constexpr int most = solving ? most_discs : infinite;
    constexpr std::uint64_t salt = solving ? endgame_salt : midgame_salt;
    const auto [mover, waiter] = spot.board;
    if constexpr (solving) {
        int bound = 0;
        if (is_out_of_reach(mover, waiter, depth, alpha, bound)) return bound;
    }

    const bool uses_table = solving || depth >= 3;
    const std::uint64_t hash = hash_of(spot.board, salt);
    int known = -1;
    int known_lower = -most;
    int known_upper = most;
    if (uses_table) {
        if (const auto payload = worker.table->probe(hash)) {
            const Entry entry = unpacked(*payload);
            known = entry.move;
            if (entry.depth >= depth && entry.selectivity >= selectivity) {
                if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
                if (entry.upper <= alpha) return entry.upper;
                if (entry.depth == depth && entry.selectivity == selectivity) {
                    known_lower = entry.lower;
                    known_upper = entry.upper;
                    alpha = std::max(alpha, known_lower);
                    beta = std::min(beta, known_upper);
                }
            }
        }
    }

    if (selectivity != full_width && beta - alpha == 1 && depth >= 3) {
        int value = 0;
        if (is_probably_beyond<solving>(worker, spot, alpha, beta, depth, selectivity, value)) return value;
        if (worker.is_stopped) return 0;
    }

    Move2 list[34];
    int count = 0;
    const bool looks_up_children = depth >= (solving ? fewest_judged + 1 : 4);
    const int ahead = std::has_single_bit(spot.moves) || depth <= 2 ? 0 : ordering_depth<solving>(depth);
    for (Discs left = spot.moves; left != 0; left &= left - 1) {
        Move2& one = list[count++];
        one.point = std::countr_zero(left);
        const Discs turned = flips_of(mover, waiter, one.point);
        one.next = after(mover, waiter, one.point, turned);
        if (one.next.mover == 0) return solving ? most_discs : most_discs * disc;
        one.replies = placements_of(one.next.mover, one.next.waiter);
        put_disc(*worker.features, *spot.features, one.features, one.point, turned, spot.sign);
        one.hash = hash_of(one.next, salt);
        if (looks_up_children) worker.table->prefetch(one.hash);
    }
    if (looks_up_children && one_child_is_enough) {
        for (int index = 0; index < count; ++index) {
            const auto payload = worker.table->probe(list[index].hash);
            if (!payload || list[index].replies == 0) continue;
            const Entry entry = unpacked(*payload);
            if (entry.depth >= depth - 1 && entry.selectivity >= selectivity && -entry.upper >= beta) {
                return -entry.upper;
            }
        }
    }
    int order[34];
    for (int index = 0; index < count; ++index) order[index] = index;
    if (count > 1) {
        for (int index = 0; index < count; ++index) {
            Move2& one = list[index];
            if (one.point == known) {
                one.worth = 1'000'000;
                continue;
            }
            const int value =
                ahead == 0
                    ? judged_after(worker, one.next, one.replies, one.features, spot.sign)
                    : value_after<false>(worker, one, spot.sign, -infinite, infinite, ahead, full_width);
            one.worth = value - (solving ? solving_mobility : searching_mobility) * mobility(one.replies);
        }
        sort_by_worth(list, order, count);
    }

    int best = -infinite;
    int best_move = -1;
    bool is_deferred[34] = {};
    bool has_deferred = false;
    const bool shares = worker.busy != nullptr && depth >= (solving ? fewest_judged + 2 : 4);
    for (int round = 0; round < 2; ++round) {
        if (round == 1 && !has_deferred) break;
        for (int index = 0; index < count; ++index) {
            if (round == 1 && !is_deferred[index]) continue;
            const Move2& one = list[order[index]];
            const std::uint64_t mark = one.hash + static_cast<std::uint64_t>(depth);
            if (shares) {
                if (round == 0 && index > 0 && worker.busy->is_taken(mark)) {
                    is_deferred[index] = true;
                    has_deferred = true;
                    continue;
                }
                worker.busy->take(mark);
            }
            const int lower = std::max(alpha, best);
            int value = 0;
            if (best == -infinite || beta - lower <= 1) {
                value = value_after<solving>(worker, one, spot.sign, lower, beta, depth - 1, selectivity);
            } else {
                value = value_after<solving>(worker, one, spot.sign, lower, lower + 1, depth - 1, selectivity);
                if (value > lower && value < beta) {
                    value = value_after<solving>(worker, one, spot.sign, lower, beta, depth - 1, selectivity);
                }
            }
            if (shares) worker.busy->give_back(mark);
            if (worker.is_stopped) return 0;
            if (value > best) {
                best = value;
                best_move = one.point;
                if (best >= beta) {
                    round = 2;
                    break;
                }
            }
        }
    }

    if (uses_table) {
        const int lower = best > alpha ? best : known_lower;
        const int upper = best < beta ? best : known_upper;
        worker.table->store(hash, depth, packed({lower, upper, depth, selectivity, best_move}));
    }
    return best;
}
