// Wins by fours alone: every move threatens five at once, so that the other side has no choice.
#pragma once

#include <cstdint>
#include <vector>

#include "games/gomoku/pulse.h"
#include "games/gomoku/replies.h"
#include "search/table.h"

namespace tengen::gomoku {

inline constexpr int most_fours = 100;

class FourSearch {
   public:
    // Preconditions: table_mb > 0; `lines` outlives the search.
    FourSearch(Lines& lines, Pulse& pulse, Table& table) : lines_(lines), pulse_(pulse), table_(table) {}

    // In how many plies `attacker`, who is to move, wins by at most so many fours and an open four or five; 0
    // where he does not, or where that was not found within so many nodes.
    [[nodiscard]] int plies_to_win(Colour attacker, int fours, std::int64_t most_nodes);

    // Whether the last answer was cut short, so that 0 says nothing.
    [[nodiscard]] bool was_cut() const { return was_cut_; }

    // The moves of the win, the five at the end; as far as they are still known. Precondition: plies_to_win
    // was not 0 here with these fours.
    [[nodiscard]] std::vector<int> line(Colour attacker, int fours);

   private:
    [[nodiscard]] int attack(Colour attacker, int fours);
    [[nodiscard]] int reply(Colour attacker, int fours);

    Lines& lines_;
    Pulse& pulse_;
    Table& table_;
    std::int64_t left_ = 0;
    bool was_cut_ = false;
};

}  // namespace tengen::gomoku
