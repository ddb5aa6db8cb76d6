#include "games/go/ownership.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <span>
#include <variant>

#include "games/go/heavy.h"
#include "games/go/settling.h"
#include "games/go/value.h"

namespace tengen::go {

namespace {

// More than any game has, and decisive like more; told from outside they are numbers of any size.
constexpr int most_prisoners = 1'000'000;

// Whose every point came to be in all games together.
class Tally {
   public:
    explicit Tally(std::size_t points) : sums_(points), owners_(points) {}

    // Adds a board of which every stone is alive; Black's area less White's.
    template <int most_side>
    int add(const Board<most_side>& board) {
        const int lead = area_of(board, owners_).lead;
        for (std::size_t point = 0; point < sums_.size(); ++point) {
            sums_[point] += static_cast<std::int64_t>(owners_[point]);
        }
        return lead;
    }

    [[nodiscard]] std::vector<float> shares(std::int64_t games) const {
        std::vector<float> shares(sums_.size());
        std::transform(sums_.begin(), sums_.end(), shares.begin(), [games](std::int64_t sum) {
            return static_cast<float>(static_cast<double>(sum) / static_cast<double>(games));
        });
        return shares;
    }

   private:
    std::vector<std::int64_t> sums_;
    std::vector<float> owners_;
};

// What every game is counted by.
class Count {
   public:
    Count(const Rules& rules, const Setup& setup) : rules_(rules) {
        const auto stones = [&](std::uint8_t colour) {
            return static_cast<int>(std::count(setup.cells.begin(), setup.cells.end(), colour));
        };
        score_.put_down = stones(1) - stones(2) - std::min(setup.black_prisoners, most_prisoners) +
                          std::min(setup.white_prisoners, most_prisoners);
    }

    // Black's lead in half points, so that sums are exact. `area` is the plain one of the same board. Where
    // stones cost their points, whoever begins puts down one more in every second game.
    template <int most_side>
    [[nodiscard]] std::int64_t lead(const Board<most_side>& board, int area, Colour first) const {
        const int taxed = rules_.tax == Tax::none ? area : taxed_lead(rules_, board.cells());
        const int tempo = rules_.scoring == Scoring::area ? 0 : first == Colour::black ? -1 : 1;
        return std::llround(2 * lead_of(rules_, score_, taxed)) + tempo;
    }

   private:
    Rules rules_;
    Score score_;
};

template <int most_side>
Ownership played_out(const Board<most_side>& board, const Rules& rules, const Setup& setup,
                     const PlayingOut& how, const Stop& stop) {
    const auto began = SteadyClock::now();
    const Count count(rules, setup);
    const std::int64_t least = how.both_begin ? 2 : 1;
    Tally tally(setup.cells.size());
    Rng rng(how.seed);
    std::int64_t games = 0;
    std::int64_t sum = 0;
    std::int64_t squares = 0;
    std::int64_t halves_won = 0;
    while (games < how.games) {
        if (games >= least && (stop.stopped() || (how.ms > 0 && elapsed_ms(began) >= how.ms))) break;
        Board<most_side> end = board;
        const Colour first = how.both_begin && games % 2 != 0 ? other(setup.to_move) : setup.to_move;
        settle(end, first, rng);
        const std::int64_t lead = count.lead(end, tally.add(end), first);
        sum += lead;
        squares += lead * lead;
        halves_won += lead > 0 ? 2 : lead == 0 ? 1 : 0;
        ++games;
    }
    const auto number = static_cast<double>(games);
    const double mean = static_cast<double>(sum) / number;
    const double variance = static_cast<double>(squares) / number - mean * mean;
    return {tally.shares(games), static_cast<float>(static_cast<double>(halves_won) / (2 * number)),
            static_cast<float>(mean / 2), static_cast<float>(std::sqrt(std::max(variance, 0.0)) / 2), games};
}

}  // namespace

Ownership ownership(const Options& options, const Setup& setup, const PlayingOut& how, const Stop& stop) {
    const GoPosition position(rules_of(options), setup);
    return std::visit(
        [&](const auto& board) { return played_out(board, position.rules(), setup, how, stop); },
        position.board());
}

std::vector<float> owners_played_out(const AnyBoard& board, int games, std::uint64_t seed) {
    return std::visit(
        [&](const auto& begun) {
            Tally tally(static_cast<std::size_t>(begun.side() * begun.side()));
            Rng rng(seed);
            for (int game = 0; game < games; ++game) {
                auto end = begun;
                settle(end, game % 2 == 0 ? Colour::black : Colour::white, rng);
                tally.add(end);
            }
            return tally.shares(games);
        },
        board);
}

}  // namespace tengen::go
