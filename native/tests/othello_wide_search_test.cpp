// The search of boards other than the usual one: exact where it proves, the same every time, and bounded.
#include <algorithm>
#include <random>
#include <vector>

#include "check.h"
#include "games/othello/wide_search.h"

namespace {

using namespace tengen;
using namespace tengen::othello;

// What a worker needs, for as long as it lives.
struct Bench {
    Limits limits;
    Stop stop;
    TimePlan plan{limits, stop};
    Table table{1};

    Worker worker() { return Worker(table, plan, hand_made_weights()); }
    Worker fresh_worker() {
        table.clear();
        return worker();
    }
};

// The board after random moves from the start, at most `moves` of them.
WideBoard played(std::mt19937_64& random, int size, int moves) {
    WideBoard board = wide_start(size);
    for (int move = 0; move < moves; ++move) {
        std::vector<int> cells;
        for_each(placements(board), [&](int cell) { cells.push_back(cell); });
        if (!cells.empty()) {
            board = place(board, cells[random() % cells.size()]);
        } else if (placements(passed(board)).any()) {
            board = passed(board);
        } else {
            break;
        }
    }
    return board;
}

// The plain way: every game to its end.
int result_of(const WideBoard& board) {
    const WideDiscs cells = placements(board);
    if (!cells.any()) return placements(passed(board)).any() ? -result_of(passed(board)) : final_value(board);
    int best = -wide_infinite;
    for_each(cells, [&](int cell) { best = std::max(best, -result_of(place(board, cell))); });
    return best;
}

void the_four_by_four_board_is_won_by_white_with_eleven_to_three() {
    Bench bench;
    Worker worker = bench.worker();
    // Two cells stay empty and count for the winner.
    CHECK_EQUAL(search(worker, wide_start(4), -wide_infinite, wide_infinite, 12), -10 * wide_disc);
    CHECK(worker.nodes < 10'000);
}

void a_search_to_the_end_gives_the_result_in_any_window() {
    Bench bench;
    std::mt19937_64 random(7);
    for (int size = least_side; size <= most_side; size += 2) {
        for (int round = 0; round < 40; ++round) {
            const WideBoard board = played(random, size, size * size - 4 - static_cast<int>(random() % 8));
            const int depth = count(empties(board));
            if (depth > 9) continue;  // both had to pass early
            const int result = result_of(board);
            Worker worker = bench.fresh_worker();
            CHECK_EQUAL(search(worker, board, -wide_infinite, wide_infinite, depth), result);
            CHECK_EQUAL(search(worker, board, -wide_infinite, wide_infinite, depth + 5), result);
            for (int window = 0; window < 4; ++window) {
                const int alpha = result - 40 + static_cast<int>(random() % 64);
                const int beta = alpha + 1 + static_cast<int>(random() % 32);
                const int value = search(worker, board, alpha, beta, depth);
                if (result <= alpha) CHECK(value <= alpha && value >= result);
                if (result >= beta) CHECK(value >= beta && value <= result);
                if (alpha < result && result < beta) CHECK_EQUAL(value, result);
            }
        }
    }
}

void the_usual_board_has_the_same_results_as_its_own_solver() {
    Bench bench;
    std::mt19937_64 random(12);
    for (int round = 0; round < 30; ++round) {
        const WideBoard wide = played(random, side, 49);
        if (!placements(wide).any()) continue;
        Board board;
        for_each(wide.mover, [&](int cell) { board.mover |= bit(point_of(cell, side)); });
        for_each(wide.waiter, [&](int cell) { board.waiter |= bit(point_of(cell, side)); });
        Worker worker = bench.fresh_worker();
        const int result = search(worker, wide, -wide_infinite, wide_infinite, side * side);
        CHECK_EQUAL(kernel().solve(worker, board, -most_discs, most_discs, full_width) * wide_disc, result);
    }
}

// Rows become columns; where `mirrored`, the first column is then the last.
WideBoard turned(const WideBoard& board, bool mirrored) {
    WideBoard result;
    result.size = board.size;
    const auto turn = [&](const WideDiscs& from, WideDiscs& to) {
        for_each(from, [&](int cell) {
            const int x = cell / most_side;
            to.add(cell % most_side * most_side + (mirrored ? board.size - 1 - x : x));
        });
    };
    turn(board.mover, result.mover);
    turn(board.waiter, result.waiter);
    return result;
}

void a_board_is_worth_the_same_from_every_side_and_the_opposite_to_the_other_player() {
    std::mt19937_64 random(3);
    for (int size = least_side; size <= most_side; size += 2) {
        for (int round = 0; round < 200; ++round) {
            const WideBoard board = played(random, size, static_cast<int>(random() % 120));
            const int value = evaluate(board);
            CHECK_EQUAL(evaluate(turned(board, false)), value);
            CHECK_EQUAL(evaluate(turned(board, true)), value);
            CHECK_EQUAL(evaluate(passed(board)), -value);
        }
    }
}

void a_corner_is_worth_more_than_what_lies_beside_it() {
    for (int size = 6; size <= most_side; size += 2) {
        const WideBoard before = wide_start(size);
        WideBoard corner = before;
        corner.mover.add(0);
        WideBoard beside = before;
        beside.mover.add(most_side + 1);
        CHECK(evaluate(corner) > evaluate(before));
        CHECK(evaluate(beside) < evaluate(before));
    }
}

void the_same_search_takes_the_same_nodes() {
    Bench bench;
    for (int size = least_side; size <= most_side; size += 2) {
        std::mt19937_64 random(static_cast<std::uint64_t>(size));
        const WideBoard board = played(random, size, 6);
        Worker first = bench.fresh_worker();
        const int value = search(first, board, -wide_infinite, wide_infinite, 6);
        Worker second = bench.fresh_worker();
        CHECK_EQUAL(search(second, board, -wide_infinite, wide_infinite, 6), value);
        CHECK_EQUAL(second.nodes, first.nodes);
        const int move = kept_move(bench.table, board);
        CHECK(size == least_side || (move >= 0 && placements(board).contains(move)));
    }
}

void a_limit_of_nodes_is_kept_even_where_the_end_is_to_be_proven() {
    Bench bench;
    for (const int size : {6, 10, 16}) {
        Worker worker = bench.fresh_worker();
        worker.most_nodes = 50'000;
        static_cast<void>(search(worker, wide_start(size), -wide_infinite, wide_infinite, size * size));
        CHECK(worker.is_stopped);
        CHECK(worker.nodes >= 50'000);
        CHECK(worker.nodes < 55'000);
    }
}

void a_search_that_is_told_to_stop_stops() {
    Bench bench;
    bench.stop.stop();
    Worker worker = bench.worker();
    static_cast<void>(search(worker, wide_start(12), -wide_infinite, wide_infinite, 140));
    CHECK(worker.is_stopped);
    CHECK(worker.nodes < 5'000);
}

void a_weak_player_misjudges_the_same_board_in_the_same_way() {
    Bench bench;
    std::mt19937_64 random(1);
    const WideBoard board = played(random, 10, 8);
    const auto seen_by = [&](std::uint64_t seed, int deviation) {
        Worker worker = bench.fresh_worker();
        worker.misjudgement = {seed, deviation, 0};
        return search(worker, board, -wide_infinite, wide_infinite, 0);
    };
    CHECK_EQUAL(seen_by(1, 0), evaluate(board));
    int different = 0;
    int squares = 0;
    constexpr int seeds = 400;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const int error = seen_by(seed, 4 * disc) - evaluate(board);
        CHECK_EQUAL(seen_by(seed, 4 * disc) - evaluate(board), error);
        different += error != 0;
        squares += error * error;
    }
    CHECK(different > seeds * 8 / 10);
    // A deviation of four discs.
    CHECK(squares > seeds * 12 * wide_disc * wide_disc);
    CHECK(squares < seeds * 20 * wide_disc * wide_disc);
}

}  // namespace

int main() {
    the_four_by_four_board_is_won_by_white_with_eleven_to_three();
    a_search_to_the_end_gives_the_result_in_any_window();
    the_usual_board_has_the_same_results_as_its_own_solver();
    a_board_is_worth_the_same_from_every_side_and_the_opposite_to_the_other_player();
    a_corner_is_worth_more_than_what_lies_beside_it();
    the_same_search_takes_the_same_nodes();
    a_limit_of_nodes_is_kept_even_where_the_end_is_to_be_proven();
    a_search_that_is_told_to_stop_stops();
    a_weak_player_misjudges_the_same_board_in_the_same_way();
    return tengen::test::result();
}
