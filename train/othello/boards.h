// What the tools of training share: boards with what came of them, and a searching worker.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "arguments.h"
#include "core/rng.h"
#include "games/othello/board.h"
#include "games/othello/evaluation.h"
#include "games/othello/search.h"

namespace tengen::othello::training {

// A board of a game between programs. Both values are the mover's.
struct Sample {
    std::uint64_t mover = 0;
    std::uint64_t waiter = 0;
    std::int16_t score = 0;  // what the search thought of it, in 1/32 disc
    std::int8_t result = 0;  // the game's, in discs, as programs count: empties to the winner
    std::int8_t pad[5]{};
};
static_assert(sizeof(Sample) == 24);

inline std::shared_ptr<const Weights> weights_of(const std::string& path) {
    if (path.empty()) return hand_made_weights();
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    return read_weights(std::as_bytes(std::span(bytes)));
}

// A search without limits, for one thread.
class Thinker {
   public:
    Thinker(std::shared_ptr<const Weights> weights, std::size_t megabytes)
        : table_(megabytes), plan_(limits_, stop_), worker_(table_, plan_, std::move(weights)) {}

    [[nodiscard]] Worker& worker() { return worker_; }
    void begin_game() { table_.clear(); }

    struct Best {
        int point = -1;
        int value = 0;
    };
    // Precondition: there is a move. Where `exact`, the value is in discs, else in units of `disc`.
    [[nodiscard]] Best best_move(const Board& board, int depth, bool exact, int selectivity = full_width) {
        const Kernel& code = kernel();
        const int highest = exact ? most_discs + 1 : infinite;
        struct Tried {
            int point;
            Board next;
            int worth;
        };
        std::vector<Tried> list;
        for (Discs left = code.placements(board); left != 0; left &= left - 1) {
            const int point = std::countr_zero(left);
            const Discs turned = code.flips(board, point);
            const Board next{board.waiter & ~turned, board.mover | turned | bit(point)};
            list.push_back(
                {point, next, -code.search(worker_, next, -infinite, infinite, exact ? 1 : 0, full_width)});
        }
        std::stable_sort(list.begin(), list.end(),
                         [](const Tried& one, const Tried& other) { return one.worth > other.worth; });
        const auto value_in = [&](const Board& next, int alpha, int beta) {
            return exact ? -code.solve(worker_, next, -beta, -alpha, full_width)
                         : -code.search(worker_, next, -beta, -alpha, depth - 1, selectivity);
        };
        Best best{-1, -highest};
        for (const Tried& one : list) {
            int value = best.point < 0 ? highest : value_in(one.next, best.value, best.value + 1);
            if (value > best.value) value = value_in(one.next, best.value, highest);
            if (value > best.value || best.point < 0) best = {one.point, value};
        }
        return best;
    }

   private:
    Limits limits_;
    Stop stop_;
    Table table_;
    TimePlan plan_;
    Worker worker_;
};

inline Board after_move(const Board& board, int point) {
    return place(board, point);
}

// A board after so many random plies from the start; over games are begun anew.
inline Board random_board(Rng& rng, int plies) {
    while (true) {
        Board board = start;
        int ply = 0;
        for (; ply < plies; ++ply) {
            Discs moves = placements(board);
            if (moves == 0) {
                board = passed(board);
                moves = placements(board);
                if (moves == 0) break;
            }
            for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(moves))); skip > 0;
                 --skip) {
                moves &= moves - 1;
            }
            board = after_move(board, std::countr_zero(moves));
        }
        if (ply == plies && (placements(board) != 0 || placements(passed(board)) != 0)) return board;
    }
}

inline int lead_at_end(const Board& board) {
    const int own = std::popcount(board.mover);
    const int others = std::popcount(board.waiter);
    return own > others ? 64 - 2 * others : own < others ? 2 * own - 64 : 0;
}

using tengen::training::Arguments;

}  // namespace tengen::othello::training
