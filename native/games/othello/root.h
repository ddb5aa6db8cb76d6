// A search from its root: iterative deepening, then solving, by one thread or several. For boards of any
// size: the engine (engine.h) says what a move does and what a board is worth. Knows no level and no set-up.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/position.h"
#include "games/othello/search.h"
#include "search/team.h"

namespace tengen::othello {

struct RootMove {
    Move point = 0;
    int value = 0;            // the root side's, in the engine's units
    bool is_bound = false;    // not worth more than `value`, which is all that is known
    bool is_proven = false;   // with `is_bound`: the bound is
    bool is_decided = false;  // proven is who wins, which the sign of `value` says, and no more
    bool was_searched = false;
    std::int64_t nodes = 0;
};

// One round over all moves of the root.
struct Round {
    int depth = 0;
    int selectivity = full_width;
    bool solves = false;
    bool only_who_wins = false;  // of a solving round
};

// What the rounds are to tell of moves behind the best.
struct Wanted {
    int lines = 1;  // how many moves to value in full
    int slack = 0;  // and all that are worth less than the best by no more than this, in the engine's units
};

template <typename Engine>
class Root {
   public:
    using Position = typename Engine::Position;

    // Precondition: the side to move can place a disc on one of `points`, all of them legal.
    Root(const Position& position, std::vector<int> points, Wanted wanted)
        : position_(position), wanted_(wanted) {
        for (const int point : points) moves_.push_back({.point = point});
    }

    // Best first.
    [[nodiscard]] const std::vector<RootMove>& moves() const { return moves_; }
    [[nodiscard]] const Round& finished() const { return finished_; }
    [[nodiscard]] const Position& position() const { return position_; }

    // How many of so many workers a round is for: a team is not worth its beginning for a moment's work.
    [[nodiscard]] std::size_t workers_for(const Round& round, std::size_t workers) const {
        return (round.solves ? Engine::empties(position_) >= 14 : round.depth >= 8) ? workers : 1;
    }

    // Puts a move before all others, where more than one is good enough. Precondition: it is one of them.
    void prefer(Move point) {
        const auto preferred = std::find_if(moves_.begin(), moves_.end(),
                                            [point](const RootMove& move) { return move.point == point; });
        std::rotate(moves_.begin(), preferred, preferred + 1);
    }

    // Whether the round was finished. One that was cut off still counts where its first move was looked at.
    // `workers` are told to stop when the first has finished.
    bool look(const Round& round, std::vector<std::unique_ptr<Worker>>& workers, Busy& busy) {
        std::vector<std::vector<RootMove>> found(workers.size(), moves_);
        std::atomic<bool> is_done{false};
        const bool is_shared = workers_for(round, workers.size()) > 1;
        const auto work = [&](int index) {
            Worker& worker = *workers[static_cast<std::size_t>(index)];
            worker.is_stopped = false;
            worker.is_done = is_shared && index > 0 ? &is_done : nullptr;
            worker.busy = is_shared ? &busy : nullptr;
            one_round(round, worker, found[static_cast<std::size_t>(index)]);
            if (index == 0) is_done.store(true, std::memory_order_relaxed);
        };
        run_team(is_shared ? static_cast<int>(workers.size()) : 1, work);
        const bool is_whole = !workers[0]->is_stopped;
        if (is_whole) {
            finished_ = round;
        } else if (!found[0].front().was_searched || round.only_who_wins) {
            return false;
        }
        std::stable_sort(found[0].begin(), found[0].end(), [](const RootMove& one, const RootMove& other) {
            if (one.was_searched != other.was_searched) return one.was_searched;
            return one.value != other.value ? one.value > other.value : one.is_bound < other.is_bound;
        });
        // Where every move loses, to know just that is less than what is known already.
        if (!round.only_who_wins || found[0].front().value >= 0) moves_ = std::move(found[0]);
        return is_whole;
    }

   private:
    // Values of a round come in discs where it solves.
    [[nodiscard]] int value_after(const Round& round, Worker& worker, const Position& next, int alpha,
                                  int beta) const {
        if (round.solves) return -Engine::solve(worker, next, -beta, -alpha, round.selectivity);
        return -Engine::search(worker, next, -beta, -alpha, round.depth - 1, round.selectivity);
    }

    void one_round(const Round& round, Worker& worker, std::vector<RootMove>& moves) const {
        const int unit = round.solves ? Engine::unit : 1;
        const int highest =
            round.only_who_wins ? 1 : (Engine::most_lead + 1) * (round.solves ? 1 : Engine::unit);
        const int lowest = -highest;
        const bool is_proof = round.solves && round.selectivity == full_width;
        std::vector<int> best;  // values in full, falling
        for (RootMove& move : moves) {
            const int guess = std::clamp(move.value / unit, lowest + 1, highest - 1);
            move.was_searched = false;
            const std::int64_t nodes = worker.nodes;
            const Position next = Engine::after(position_, move.point);
            const auto count = static_cast<std::size_t>(wanted_.lines);
            int floor = lowest;
            if (best.size() >= count)
                floor = best[count - 1] - wanted_.slack / unit + (wanted_.slack == 0 ? 1 : 0);
            int value = 0;
            bool is_bound = false;
            if (floor > lowest) {
                value = value_after(round, worker, next, floor - 1, floor);
                is_bound = value < floor;
                if (!is_bound && !worker.is_stopped && floor < highest) {
                    value = value_after(round, worker, next, floor - 1, highest);
                }
            } else {
                value = in_full(round, worker, next, guess, lowest, highest);
            }
            if (worker.is_stopped) return;
            move = {.point = move.point,
                    .value = value * unit,
                    .is_bound = is_bound,
                    .is_proven = is_proof && !round.only_who_wins,
                    .is_decided = is_proof && round.only_who_wins,
                    .was_searched = true,
                    .nodes = move.nodes + worker.nodes - nodes};
            if (!is_bound) {
                best.insert(std::upper_bound(best.begin(), best.end(), value, std::greater<>()), value);
            }
        }
    }

    // With a narrow window first, where a value is expected.
    [[nodiscard]] int in_full(const Round& round, Worker& worker, const Position& next, int guess, int lowest,
                              int highest) const {
        const int width = round.solves ? (finished_.solves ? 1 : 4) : 3 * Engine::unit;
        int below = width;
        int above = width;
        while (true) {
            const int alpha = std::max(guess - below, lowest);
            const int beta = std::min(guess + above, highest);
            const int value = value_after(round, worker, next, alpha, beta);
            if (worker.is_stopped) return value;
            // The side that held stays near; each failure widens its own, so that it comes to an end even
            // where a selective search contradicts itself.
            if (value <= alpha && alpha > lowest) {
                below = 3 * below + guess - value;
            } else if (value >= beta && beta < highest) {
                above = 3 * above + value - guess;
            } else {
                return value;
            }
        }
    }

    Position position_;
    Wanted wanted_;
    std::vector<RootMove> moves_;
    Round finished_{};
};

}  // namespace tengen::othello
