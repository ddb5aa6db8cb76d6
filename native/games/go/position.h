// Go as a tengen::Position: the board with its past, passes and the end of the play.
#pragma once

#include <variant>
#include <vector>

#include "core/options.h"
#include "core/position.h"
#include "games/go/board.h"
#include "games/go/past.h"
#include "games/go/rules.h"

namespace tengen::go {

// Each class of sizes has a board of its own.
using AnyBoard = std::variant<Board<9>, Board<13>, Board<19>>;

// Precondition: least_size <= side <= most_size.
[[nodiscard]] AnyBoard empty_board(int side);

// Stones that a side has taken; told from outside as numbers of any size.
struct Prisoners {
    std::int64_t black = 0;
    std::int64_t white = 0;
};

class GoPosition final : public Position {
   public:
    // The usual start, with fixed handicap stones on the board or free ones to come.
    explicit GoPosition(const Rules& rules);
    // Any board of which every chain has a liberty; throws std::invalid_argument for others.
    GoPosition(const Rules& rules, const Setup& setup);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const AnyBoard& board() const { return board_; }
    // How many in a row there have been.
    [[nodiscard]] int passes() const { return passes_; }
    [[nodiscard]] const Prisoners& prisoners() const { return taken_; }
    [[nodiscard]] int handicap_to_come() const { return handicap_to_come_; }
    // The colour that took it; 0 for none.
    [[nodiscard]] std::uint8_t button() const { return button_; }
    // What may not come again or, under simple ko, not twice more.
    [[nodiscard]] const Past& past() const { return past_; }
    // Under simple ko: what ends the play if somebody passes in it again.
    [[nodiscard]] const Past& passed_from() const { return passed_from_; }
    // On the fullest board of the past.
    [[nodiscard]] int most_stones() const { return most_stones_; }

    [[nodiscard]] std::unique_ptr<Position> clone() const override;
    [[nodiscard]] int columns() const override { return rules_.size; }
    [[nodiscard]] int rows() const override { return rules_.size; }
    [[nodiscard]] std::vector<std::uint8_t> cells() const override;
    [[nodiscard]] Colour to_move() const override { return to_move_; }
    // After the passes that stop the play, whatever the players would do then, and after a third repetition.
    [[nodiscard]] bool is_over() const override { return has_stopped_ || is_void_; }
    // As the board stands; no winner and no margin for a game without result.
    [[nodiscard]] Result result() const override;
    [[nodiscard]] std::vector<Move> legal_moves() const override;
    [[nodiscard]] bool is_legal(Move move) const override;
    // Precondition: is_legal(move).
    void play(Move move) override;

    // Leaves `depth` plies below, with the meaning of core/perft.h. Precondition: depth >= 0.
    [[nodiscard]] std::uint64_t perft(int depth) const;

   private:
    // Forgets all that was, and begins with this board and side.
    void begin(Colour to_move);
    void place(Move point);
    void place_handicap(Move point);
    void take_button();
    void pass_turn();

    // Whether a stone on a point may be put down by the rules of the board, and brings back no situation.
    [[nodiscard]] bool may_place(Move point) const;
    [[nodiscard]] bool is_repetition(Move point) const;
    // How many stones are on the board.
    [[nodiscard]] int stone_count() const;
    [[nodiscard]] bool side_counts() const { return rules_.ko != Ko::positional; }
    [[nodiscard]] std::uint64_t hash_with(std::uint64_t stones, Colour to_move) const;
    [[nodiscard]] Situation situation_of(const AnyBoard& board, Colour to_move) const;
    void remember();

    Rules rules_;
    AnyBoard board_;
    Colour to_move_ = Colour::black;
    Prisoners taken_;
    // Under superko all of the game, else what has been since the last pass.
    Past past_;
    // How many stones the fullest board of the past had: a fuller one cannot be a repetition.
    int most_stones_ = 0;
    // Under simple ko: where somebody passed, for endless cycles with passes in them.
    Past passed_from_;
    int passes_ = 0;
    int handicap_to_come_ = 0;
    std::uint8_t button_ = 0;  // the colour that took it
    bool has_stopped_ = false;
    bool is_void_ = false;
};

}  // namespace tengen::go
