// Whether the side to move wins by threats alone: fours, or fours and open threes. Every such attack is
// tried, and after each threat every defence that could refute it. No time limit, no rules of thumb. See
// README.md.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "board.h"

namespace verify {

enum class Threats : std::uint8_t { fours, fours_and_threes };

class Prover {
   public:
    // `most_nodes` bounds how often the attacker is asked for a move; 0 is no bound.
    Prover(Board& board, Cell attacker, Threats threats, std::int64_t most_nodes = 0)
        : board_(board), attacker_(attacker), threats_(threats), most_nodes_(most_nodes) {}

    // In how many stones of its own the attacker, to move, makes five against every defence; 0 where it does
    // not with so many, or where the bound was reached (`gave_up`).
    [[nodiscard]] int shortest(int most_stones);

    // Whether `shortest` has found that no number of stones wins.
    [[nodiscard]] bool is_refuted() const { return !gave_up() && !ran_out_; }

    [[nodiscard]] bool gave_up() const { return most_nodes_ != 0 && nodes_ > most_nodes_; }
    // The first stones that win with so many stones.
    [[nodiscard]] std::vector<Place> first_stones(int stones);

    // One win by fours alone: stones of both sides in turn up to the five. Precondition: proven with so many.
    [[nodiscard]] std::vector<Place> line_of_fours(int stones);

   private:
    static constexpr std::int16_t always = 0x7fff;

    struct Known {
        std::int16_t fails = 0;      // with so many stones it was refuted
        std::int16_t wins = always;  // with so many it was proven
    };

    // More stones might have won. False, for the reader's sake.
    bool ran_out() {
        ran_out_ = true;
        return false;
    }

    [[nodiscard]] bool attack(int stones);
    [[nodiscard]] bool attack_from(int stones);
    void note(bool found, int stones);
    [[nodiscard]] bool holds_against_all(int stones);
    [[nodiscard]] bool wins_after(Place place, int stones);
    [[nodiscard]] std::vector<Place> attacks(int stones);
    [[nodiscard]] std::vector<Place> defences();
    [[nodiscard]] bool stops_straight_fours(Place place);

    Board& board_;
    Cell attacker_;
    Threats threats_;
    std::int64_t most_nodes_;
    std::int64_t nodes_ = 0;
    bool ran_out_ = false;
    std::unordered_map<std::uint64_t, Known> known_;
};

}  // namespace verify
