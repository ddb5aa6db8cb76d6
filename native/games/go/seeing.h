// What a player sees of the moves of a position, given how likely each looks to who sees all. No values.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>
#include <vector>

#include "games/go/evaluator.h"

namespace tengen::go {

// Of a pass, while the board is emptier than not and later.
inline constexpr float early_pass = 0.01F;
inline constexpr float late_pass = 0.05F;
inline constexpr int obvious_capture = 6;  // nobody overlooks that so many stones can be taken

// How far a point is from the nearest of the last moves, in steps of a king.
[[nodiscard]] inline int distance_to_recent(const RecentMoves& recent, int side, Move point) {
    constexpr std::size_t fading_moves = 3;
    int nearest = side;
    for (std::size_t index = 0; index < fading_moves; ++index) {
        const Move move = recent[index];
        if (move == pass) continue;
        const int columns = std::abs(move % side - point % side);
        const int rows = std::abs(move / side - point / side);
        nearest = std::min(nearest, std::max(columns, rows));
    }
    return nearest == side ? 0 : nearest;
}

template <int most_side>
class Seeing {
   public:
    Seeing(const Sight& sight, std::vector<Unthought> unthought)
        : sight_(sight), unthought_(std::move(unthought)) {}

    // All that is legal but fillings of own eyes, and a pass where one is allowed. `shares` are by points,
    // and that of a pass.
    void add_priors(const GoWalkOn<most_side>& walk, int plies, std::span<const float> shares,
                    float share_of_pass, std::vector<Prior>& found) const {
        const Board<most_side>& board = walk.board();
        const Stone stone = stone_of(walk.to_move());
        const int points = board.side() * board.side();
        const std::vector<Move>* unthought = unthought_at(walk.to_move(), plies);
        const auto is_unthought = [&](Move move) {
            return unthought != nullptr &&
                   std::find(unthought->begin(), unthought->end(), move) != unthought->end();
        };
        float all = 0;
        for (Move point = 0; point < points; ++point) {
            const int cell = board.cell_of(point);
            if (board.at(cell) != Stone::none || is_unthought(point)) continue;
            if (board.is_eye(cell, stone) || !walk.is_legal(point)) continue;
            const float share = shares[static_cast<std::size_t>(point)] * seen_share(walk, point);
            found.push_back({point, share});
            all += share;
        }
        const bool may_pass = walk.may_pass() && (!is_unthought(pass) || found.empty());
        if (found.empty() && !walk.may_pass()) add_any(walk, found);
        if (all > 0) {
            const float scale = (may_pass ? 1 - share_of_pass : 1) / all;
            for (Prior& prior : found) prior.share *= scale;
        }
        if (may_pass) found.push_back({pass, found.empty() ? 1 : share_of_pass});
    }

   private:
    // Where nothing is worth a look and a stone must be put down.
    void add_any(const GoWalkOn<most_side>& walk, std::vector<Prior>& found) const {
        const int side = walk.board().side();
        for (Move point = 0; point < side * side && found.empty(); ++point) {
            if (walk.is_legal(point)) found.push_back({point, 1});
        }
    }

    [[nodiscard]] const std::vector<Move>* unthought_at(Colour colour, int plies) const {
        for (const Unthought& one : unthought_) {
            if (one.colour == colour && plies < one.plies) return &one.moves;
        }
        return nullptr;
    }

    // How a move looks to who sees badly, against what it is.
    [[nodiscard]] float seen_share(const GoWalkOn<most_side>& walk, Move point) const {
        int below = 0;
        if (sight_.fades + sight_.misjudged == 0 || takes_many(walk, point)) return 1;
        if (sight_.fades > 0) {
            below += sight_.fades * distance_to_recent(walk.now().recent, walk.board().side(), point);
        }
        if (sight_.misjudged > 0) {
            const std::uint64_t feature =
                mixed(sight_.seed ^ walk.hash() ^ mixed(static_cast<std::uint64_t>(point) + 1));
            below += static_cast<int>((feature >> 40) * static_cast<std::uint64_t>(sight_.misjudged) >> 24);
        }
        return below == 0 ? 1.0F : power_of(below);
    }

    [[nodiscard]] bool takes_many(const GoWalkOn<most_side>& walk, Move point) const {
        const Board<most_side>& board = walk.board();
        const int cell = board.cell_of(point);
        const Stone hostile = other(stone_of(walk.to_move()));
        return std::any_of(Board<most_side>::beside.begin(), Board<most_side>::beside.end(), [&](int step) {
            return board.at(cell + step) == hostile && board.in_atari(cell + step) &&
                   board.length(cell + step) >= obvious_capture;
        });
    }

    Sight sight_;
    std::vector<Unthought> unthought_;
};

// How likely a pass is to who knows nothing of it.
template <int most_side>
[[nodiscard]] float usual_share_of_pass(const Board<most_side>& board) {
    return 2 * board.empties() > board.side() * board.side() ? early_pass : late_pass;
}

}  // namespace tengen::go
