// Boards of other sizes as the root of a search needs them (root.h). The search itself is in wide_search.h.
#pragma once

#include <optional>
#include <vector>

#include "core/rng.h"
#include "games/othello/foretold.h"
#include "games/othello/wide_search.h"

namespace tengen::othello {

struct WideEngine {
    using Position = WideBoard;
    static constexpr int unit = wide_disc;
    static constexpr int most_lead = most_side * most_side;
    static constexpr bool is_selective = false;

    [[nodiscard]] static int empties(const WideBoard& board) { return count(othello::empties(board)); }
    [[nodiscard]] static std::vector<int> moves(const WideBoard& board) {
        std::vector<int> points;
        for_each(placements(board), [&](int cell) { points.push_back(point_of(cell, board.size)); });
        return points;
    }
    [[nodiscard]] static WideBoard after(const WideBoard& board, int point) {
        return place(board, cell_of(point, board.size));
    }
    [[nodiscard]] static WideBoard passed(const WideBoard& board) { return othello::passed(board); }

    [[nodiscard]] static int search(Worker& worker, const WideBoard& board, int alpha, int beta, int depth,
                                    int) {
        return othello::search(worker, board, alpha, beta, depth);
    }
    // In discs.
    [[nodiscard]] static int solve(Worker& worker, const WideBoard& board, int alpha, int beta, int) {
        return othello::search(worker, board, alpha * unit, beta * unit, empties(board)) / unit;
    }

    [[nodiscard]] static std::optional<int> expected_move(const Table& table, const WideBoard& board, bool) {
        const int cell = kept_move(table, board);
        if (cell < 0 || cell % most_side >= board.size || cell / most_side >= board.size) return std::nullopt;
        return point_of(cell, board.size);
    }

    [[nodiscard]] static std::uint64_t hash(const WideBoard& board) {
        std::uint64_t mixture = 0;
        for (const WideDiscs* discs : {&board.mover, &board.waiter}) {
            for (const std::uint64_t word : discs->words) mixture = mixed(mixture ^ word);
        }
        return mixture;
    }

    [[nodiscard]] static double nodes_to_solve(const WideBoard& board, int) {
        return power_of_2(6.0 + 1.3 * empties(board));
    }
};

}  // namespace tengen::othello
