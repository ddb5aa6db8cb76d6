// The 8x8 board as the root of a search needs it (root.h). The hot code lies in the kernels.
#pragma once

#include <algorithm>
#include <bit>
#include <optional>
#include <vector>

#include "games/othello/foretold.h"
#include "games/othello/search.h"

namespace tengen::othello {

struct Engine8 {
    using Position = Board;
    static constexpr int unit = disc;  // of values, for one disc
    static constexpr int most_lead = most_discs;
    static constexpr bool is_selective = true;

    [[nodiscard]] static int empties(const Board& board) {
        return 64 - std::popcount(board.mover | board.waiter);
    }
    [[nodiscard]] static std::vector<int> moves(const Board& board) {
        std::vector<int> points;
        for (Discs left = kernel().placements(board); left != 0; left &= left - 1) {
            points.push_back(std::countr_zero(left));
        }
        return points;
    }
    [[nodiscard]] static Board after(const Board& board, int point) {
        const Discs turned = kernel().flips(board, point);
        return {board.waiter & ~turned, board.mover | turned | bit(point)};
    }
    [[nodiscard]] static Board passed(const Board& board) { return {board.waiter, board.mover}; }

    [[nodiscard]] static int search(Worker& worker, const Board& board, int alpha, int beta, int depth,
                                    int selectivity) {
        return kernel().search(worker, board, alpha, beta, depth, selectivity);
    }
    // In discs.
    [[nodiscard]] static int solve(Worker& worker, const Board& board, int alpha, int beta, int selectivity) {
        return kernel().solve(worker, board, alpha, beta, selectivity);
    }

    // What the table expects here; may be wrong or illegal.
    [[nodiscard]] static std::optional<int> expected_move(const Table& table, const Board& board,
                                                          bool is_solved) {
        const auto payload = table.probe(hash_of(board, is_solved ? endgame_salt : midgame_salt));
        if (!payload) return std::nullopt;
        return unpacked(*payload).move;
    }

    [[nodiscard]] static std::uint64_t hash(const Board& board) { return hash_of(board, 0); }

    // How many nodes a solution takes: fitted to 180 boards of own games, from 14 to 22 empties, with a
    // deviation of a factor of two (train/othello/fit_solving.py).
    [[nodiscard]] static double nodes_to_solve(const Board& board, int selectivity) {
        constexpr std::array<double, 4> shares{0.15, 0.3, 0.6, 1.0};
        const int replies = std::popcount(kernel().placements(board));
        return power_of_2(0.99 + 0.943 * empties(board) + 0.223 * replies) *
               shares[static_cast<std::size_t>(selectivity)];
    }
};

}  // namespace tengen::othello
