// Solving: the result of a board with perfect play. Included by kernel.inl after midgame's declarations.
//
// By empties: a function each for the last four; up to six without any table; up to `most_small` the moves that leave
// the fewest replies first, with a table of the thread's own; above that the shared table, with moves ordered by a
// short search.

constexpr int fewest_sorted = 7;
constexpr int most_small = 9;
constexpr int fewest_judged = 12;  // empties from which moves are ordered by the evaluation

// Adjacent points of each point.
constexpr std::array<Discs, side * side> make_neighbours() {
    std::array<Discs, side * side> table{};
    for (int point = 0; point < side * side; ++point) {
        for (int other = 0; other < side * side; ++other) {
            const int dx = point % side - other % side;
            const int dy = point / side - other / side;
            if (other != point && dx * dx <= 1 && dy * dy <= 1) table[static_cast<std::size_t>(point)] |= bit(other);
        }
    }
    return table;
}

constexpr std::array<Discs, side * side> neighbours = make_neighbours();
constexpr Discs corners = 0x8100000000000081ULL;
constexpr std::array<Discs, 4> quadrants{0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL,
                                         0xf0f0f0f000000000ULL};

// The points of the quadrants with an odd number of empties.
[[gnu::always_inline]] inline Discs odd_quadrants(Discs empties) {
    Discs odd = 0;
    for (const Discs quadrant : quadrants) {
        odd |= quadrant & (Discs{0} - (static_cast<Discs>(std::popcount(empties & quadrant)) & 1));
    }
    return odd;
}

// The lead of the side to move at the end of a game.
[[gnu::always_inline]] inline int final_lead(Discs mover, Discs waiter) {
    const int own = std::popcount(mover);
    const int others = std::popcount(waiter);
    if (own > others) return most_discs - 2 * others;
    if (own < others) return 2 * own - most_discs;
    return 0;
}

// One empty point, the mover to move. `beta` may end it early.
[[gnu::always_inline]] inline int solve_1(Worker& worker, Discs mover, int point) {
    ++worker.nodes;
    const int own = std::popcount(mover);  // of 63
    const int gained = last_flips(mover, point);
    if (gained != 0) return 2 * (own + gained + 1) - most_discs;
    const int lost = last_flips(~(mover | bit(point)), point);
    if (lost != 0) return 2 * (own - lost) - most_discs;
    return 2 * own >= most_discs ? 2 * own + 2 - most_discs : 2 * own - most_discs;
}

template <bool is_after_pass>
inline int solve_2(Worker& worker, Discs mover, Discs waiter, int alpha, int beta, int first, int second) {
    ++worker.nodes;
    int best = -infinite;
    if ((neighbours[static_cast<std::size_t>(first)] & waiter) != 0) {
        if (const Discs turned = flips_of(mover, waiter, first)) {
            best = -solve_1(worker, waiter & ~turned, second);
            if (best >= beta) return best;
        }
    }
    if ((neighbours[static_cast<std::size_t>(second)] & waiter) != 0) {
        if (const Discs turned = flips_of(mover, waiter, second)) {
            return std::max(best, -solve_1(worker, waiter & ~turned, first));
        }
    }
    if (best != -infinite) return best;
    if constexpr (is_after_pass) return final_lead(mover, waiter);
    return -solve_2<true>(worker, waiter, mover, -beta, -alpha, first, second);
}

template <bool is_after_pass>
inline int solve_3(Worker& worker, Discs mover, Discs waiter, int alpha, int beta, int first, int second,
                   int third) {
    ++worker.nodes;
    int best = -infinite;
    const auto attempt = [&](int point, int one, int other) {
        if ((neighbours[static_cast<std::size_t>(point)] & waiter) == 0) return false;
        const Discs turned = flips_of(mover, waiter, point);
        if (turned == 0) return false;
        const Board next = after(mover, waiter, point, turned);
        best = std::max(best, -solve_2<false>(worker, next.mover, next.waiter, -beta, -std::max(alpha, best), one,
                                              other));
        return best >= beta;
    };
    if (attempt(first, second, third) || attempt(second, first, third) || attempt(third, first, second)) return best;
    if (best != -infinite) return best;
    if constexpr (is_after_pass) return final_lead(mover, waiter);
    return -solve_3<true>(worker, waiter, mover, -beta, -alpha, first, second, third);
}

// Three points, one that is alone in its quadrant first.
[[gnu::always_inline]] inline int quadrant_of(int point) {
    return (point >> 2 & 1) | (point >> 4 & 2);
}

inline int solve_3_sorted(Worker& worker, Discs mover, Discs waiter, int alpha, int beta, int first, int second,
                          int third) {
    if (quadrant_of(first) == quadrant_of(second)) {
        if (quadrant_of(third) != quadrant_of(first)) std::swap(first, third);
    } else if (quadrant_of(first) == quadrant_of(third)) {
        std::swap(first, second);
    }
    return solve_3<false>(worker, mover, waiter, alpha, beta, first, second, third);
}

// Four empties. The points of odd quadrants come first.
int solve_4(Worker& worker, Discs mover, Discs waiter, int alpha, int beta, bool is_after_pass) {
    ++worker.nodes;
    const Discs empties = ~(mover | waiter);
    const Discs odd = odd_quadrants(empties);
    int points[4];
    int count = 0;
    for (Discs left = empties & odd; left != 0; left &= left - 1) points[count++] = std::countr_zero(left);
    for (Discs left = empties & ~odd; left != 0; left &= left - 1) points[count++] = std::countr_zero(left);
    int best = -infinite;
    for (int index = 0; index < 4; ++index) {
        const int point = points[index];
        if ((neighbours[static_cast<std::size_t>(point)] & waiter) == 0) continue;
        const Discs turned = flips_of(mover, waiter, point);
        if (turned == 0) continue;
        const Board next = after(mover, waiter, point, turned);
        const int one = points[index == 0 ? 1 : 0];
        const int two = points[index <= 1 ? 2 : 1];
        const int three = points[index <= 2 ? 3 : 2];
        best = std::max(best, -solve_3_sorted(worker, next.mover, next.waiter, -beta, -std::max(alpha, best), one, two,
                                              three));
        if (best >= beta) return best;
    }
    if (best != -infinite) return best;
    if (is_after_pass) return final_lead(mover, waiter);
    return -solve_4(worker, waiter, mover, -beta, -alpha, true);
}

// At most four empties; the side to move may have to pass.
int solve_least(Worker& worker, Discs mover, Discs waiter, int alpha, int beta) {
    Discs left = ~(mover | waiter);
    const int count = std::popcount(left);
    if (count == 4) return solve_4(worker, mover, waiter, alpha, beta, false);
    int points[3] = {};
    for (int index = 0; index < count; ++index, left &= left - 1) points[index] = std::countr_zero(left);
    if (count == 3) return solve_3_sorted(worker, mover, waiter, alpha, beta, points[0], points[1], points[2]);
    if (count == 2) return solve_2<false>(worker, mover, waiter, alpha, beta, points[0], points[1]);
    return count == 1 ? solve_1(worker, mover, points[0]) : final_lead(mover, waiter);
}

// Five or six empties: corners, then points of odd quadrants, then the others.
int solve_few(Worker& worker, Discs mover, Discs waiter, Discs moves, int empties_count, int alpha, int beta) {
    ++worker.nodes;
    if (moves == 0) {
        const Discs replies = placements_of(waiter, mover);
        if (replies == 0) return final_lead(mover, waiter);
        return -solve_few(worker, waiter, mover, replies, empties_count, -beta, -alpha);
    }
    const Discs odd = odd_quadrants(~(mover | waiter));
    int best = -infinite;
    const Discs ranks[4] = {moves & odd & corners, moves & odd & ~corners, moves & ~odd & corners,
                            moves & ~odd & ~corners};
    for (const Discs rank : ranks) {
        for (Discs left = rank; left != 0; left &= left - 1) {
            const int point = std::countr_zero(left);
            const Board next = after(mover, waiter, point, flips_of(mover, waiter, point));
            const int lower = std::max(alpha, best);
            const int value =
                empties_count == 5
                    ? -solve_4(worker, next.mover, next.waiter, -beta, -lower, false)
                    : -solve_few(worker, next.mover, next.waiter, placements_of(next.mover, next.waiter),
                                 empties_count - 1, -beta, -lower);
            if (value > best) {
                best = value;
                if (best >= beta) return best;
            }
        }
    }
    return best;
}

// --- discs that can never be turned

// Discs of `own` that stand on full lines in every direction, or hold on to others that are safe. Not all, but none
// that is not.
inline int safe_discs(Discs own, Discs others) {
    const Discs taken = own | others;
    // Full files and rows.
    Discs files = taken;
    files &= files >> 8 | files << 56;
    files &= files >> 16 | files << 48;
    files &= files >> 32 | files << 32;
    Discs rows = taken;
    rows &= rows >> 1;
    rows &= rows >> 2;
    rows &= rows >> 4;
    rows = (rows & 0x0101010101010101ULL) * 0xff;
    Discs falling = ~Discs{0};
    Discs rising = ~Discs{0};
    for (const Discs line : falling_diagonals) {
        if ((line & ~taken) != 0) falling &= ~line;
    }
    for (const Discs line : rising_diagonals) {
        if ((line & ~taken) != 0) rising &= ~line;
    }
    constexpr Discs sides = 0x8181818181818181ULL;
    constexpr Discs ends = 0xff000000000000ffULL;
    constexpr Discs border = sides | ends;
    const Discs row_safe = rows | sides;
    const Discs file_safe = files | ends;
    const Discs falling_safe = falling | border;
    const Discs rising_safe = rising | border;
    Discs safe = own & row_safe & file_safe & falling_safe & rising_safe;
    if (safe == 0) return 0;
    while (true) {
        const Discs row = row_safe | (safe << 1 & ~0x0101010101010101ULL) | (safe >> 1 & ~0x8080808080808080ULL);
        const Discs file = file_safe | safe << 8 | safe >> 8;
        const Discs fall = falling_safe | safe << 9 | safe >> 9;
        const Discs rise = rising_safe | safe << 7 | safe >> 7;
        const Discs grown = own & row & file & fall & rise;
        if (grown == safe) return std::popcount(safe);
        safe = grown;
    }
}

// With so many empties a bound by safe discs is looked for when alpha is at least this.
constexpr std::array<std::int8_t, 31> safe_from{
    99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 20, 22, 24, 26, 28, 30,
    32, 34, 36, 38, 40, 40, 42, 42, 44, 44, 46, 46, 48, 48, 50};

// --- moves in an order

struct Ordered {
    Board next;
    Discs replies;
    int point;
    int worth;
};

// Descending by worth; moves of equal worth keep their order.
[[gnu::always_inline]] inline void sort_moves(Ordered* moves, int count) {
    for (int index = 1; index < count; ++index) {
        const Ordered moved = moves[index];
        int place = index;
        for (; place > 0 && moves[place - 1].worth < moved.worth; --place) moves[place] = moves[place - 1];
        moves[place] = moved;
    }
}

// Weighted mobility: corners count double.
[[gnu::always_inline]] inline int mobility(Discs replies) {
    return std::popcount(replies) + std::popcount(replies & corners);
}

// The waiter's safe discs bound what the mover can reach.
[[gnu::always_inline]] inline bool is_out_of_reach(Discs mover, Discs waiter, int empties_count, int alpha,
                                                   int& bound) {
    if (empties_count >= static_cast<int>(safe_from.size()) ||
        alpha < safe_from[static_cast<std::size_t>(empties_count)]) {
        return false;
    }
    bound = most_discs - 2 * safe_discs(waiter, mover);
    return bound <= alpha;
}

int solve_sorted(Worker& worker, Discs mover, Discs waiter, Discs moves, int empties_count, int alpha, int beta) {
    ++worker.nodes;
    if (moves == 0) {
        const Discs replies = placements_of(waiter, mover);
        if (replies == 0) return final_lead(mover, waiter);
        return -solve_sorted(worker, waiter, mover, replies, empties_count, -beta, -alpha);
    }
    if (worker.nodes >= worker.next_check) worker.check();
    if (worker.is_stopped) return 0;
    int bound = 0;
    if (is_out_of_reach(mover, waiter, empties_count, alpha, bound)) return bound;

    SmallTable::Slot* slot = nullptr;
    int known = -1;
    int known_lower = -most_discs;
    int known_upper = most_discs;
    const bool is_small = empties_count <= most_small;
    std::uint64_t hash = 0;
    if (is_small) {
        slot = &worker.small->slots[hash_of({mover, waiter}, endgame_salt) % SmallTable::size];
        if (slot->mover == mover && slot->waiter == waiter) {
            known = slot->move;
            known_lower = slot->lower;
            known_upper = slot->upper;
        }
    } else {
        hash = hash_of({mover, waiter}, endgame_salt);
        if (const auto payload = worker.table->probe(hash)) {
            const Entry entry = unpacked(*payload);
            known = entry.move;
            if (entry.selectivity == full_width) {
                known_lower = entry.lower;
                known_upper = entry.upper;
            }
        }
    }
    if (known_lower >= beta || known_lower == known_upper) return known_lower;
    if (known_upper <= alpha) return known_upper;
    alpha = std::max(alpha, known_lower);
    beta = std::min(beta, known_upper);

    const Discs odd = odd_quadrants(~(mover | waiter));
    Ordered list[32];
    int count = 0;
    for (Discs left = moves; left != 0; left &= left - 1) {
        Ordered& one = list[count++];
        one.point = std::countr_zero(left);
        const Discs turned = flips_of(mover, waiter, one.point);
        one.next = after(mover, waiter, one.point, turned);
        one.replies = placements_of(one.next.mover, one.next.waiter);
        one.worth = -8 * mobility(one.replies) + ((bit(one.point) & odd) != 0 ? 4 : 0) +
                    ((bit(one.point) & corners) != 0 ? 2 : 0);
        if (one.point == known) one.worth = 1'000'000;
        if (one.next.mover == 0) return most_discs;  // nothing is left of the other side
    }
    sort_moves(list, count);

    int best = -infinite;
    int best_move = -1;
    for (int index = 0; index < count; ++index) {
        const Ordered& one = list[index];
        const int lower = std::max(alpha, best);
        const auto value_in = [&](int low, int high) {
            return empties_count - 1 >= fewest_sorted
                       ? -solve_sorted(worker, one.next.mover, one.next.waiter, one.replies, empties_count - 1, -high,
                                       -low)
                       : -solve_few(worker, one.next.mover, one.next.waiter, one.replies, empties_count - 1, -high,
                                    -low);
        };
        int value = 0;
        if (index == 0 || beta - lower <= 1) {
            value = value_in(lower, beta);
        } else {
            value = value_in(lower, lower + 1);
            if (value > lower && value < beta) value = value_in(value, beta);
        }
        if (worker.is_stopped) return 0;
        if (value > best) {
            best = value;
            best_move = one.point;
            if (best >= beta) break;
        }
    }

    const int lower = best > alpha ? best : known_lower;
    const int upper = best < beta ? best : known_upper;
    if (is_small) {
        *slot = {mover, waiter, static_cast<std::int8_t>(lower), static_cast<std::int8_t>(upper),
                 static_cast<std::int8_t>(best_move)};
    } else {
        worker.table->store(hash, empties_count, packed({lower, upper, empties_count, full_width, best_move}));
    }
    return best;
}
