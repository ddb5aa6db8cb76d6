// A game of self-play: which rules it is drawn, how it goes on and when it ends. Knows no search and no net.
#pragma once

#include <span>
#include <vector>

#include "core/rng.h"
#include "games/go/position.h"

namespace tengen::go::selfplay {

// How the games of a run differ.
struct Mix {
    int other_rules_percent = 15;  // territory, suicide, button, handicap, tax: as many of each
    int agree_percent = 30;        // of the others: two passes agree on what is dead
    double komi = 7;
    double komi_spread = 2;  // of a normal distribution around it; 0 for this komi in all games
};

// Precondition: least_size <= side <= most_size.
[[nodiscard]] Rules draw_rules(const Mix& mix, int side, Rng& rng);

// Plays a move, and goes on where two passes lead to an agreement on dead stones: the board is played out by
// area, dead stones left to be taken, with the komi that makes its area worth what the rules would count now.
// So taking dead stones costs nothing. Precondition: position.is_legal(move).
void advance(GoPosition& position, Move move);

// Whose each point of a finished board is: 1 Black's, -1 White's, 0 nobody's, every stone taken as alive.
[[nodiscard]] std::vector<std::int8_t> owners_of(std::span<const std::uint8_t> cells, int side);

class Game {
   public:
    explicit Game(const Rules& rules) : rules_(rules), position_(rules) {}

    // What was drawn; the position's rules are others once the dead stones are played out.
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const GoPosition& position() const { return position_; }
    [[nodiscard]] std::span<const Move> moves() const { return moves_; }

    // Precondition: !is_over(), position().is_legal(move).
    void play(Move move);

    // Two passes, or three moves a point.
    [[nodiscard]] bool is_over() const { return position_.is_over() || is_cut(); }
    // Ended by its length alone.
    [[nodiscard]] bool is_cut() const;
    // Black's points less White's as the board stands, komi taken off; 0 for a game without result.
    [[nodiscard]] double lead() const;

   private:
    Rules rules_;
    GoPosition position_;
    std::vector<Move> moves_;
};

}  // namespace tengen::go::selfplay
