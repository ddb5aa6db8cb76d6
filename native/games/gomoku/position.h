// Gomoku as a tengen::Position: stones, turns, openings and the end of the game.
#pragma once

#include <optional>

#include "core/position.h"
#include "games/gomoku/board.h"

namespace tengen::gomoku {

// How far a game has come.
enum class Phase : std::uint8_t { opening, choice, play };

class GomokuPosition final : public Position {
   public:
    explicit GomokuPosition(const Rules& rules);
    // Any stones, whose turn it is; the opening is over. Throws std::invalid_argument for cells that are no
    // board of this size and for a line that wins.
    GomokuPosition(const Rules& rules, const Setup& setup);

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] Phase phase() const { return phase_; }
    [[nodiscard]] int stones() const { return stones_; }
    // The colour of the next stone, whoever places it.
    [[nodiscard]] Colour next_stone() const { return next_stone_; }

    [[nodiscard]] std::unique_ptr<Position> clone() const override;
    [[nodiscard]] int columns() const override { return rules_.size; }
    [[nodiscard]] int rows() const override { return rules_.size; }
    [[nodiscard]] std::vector<std::uint8_t> cells() const override;
    [[nodiscard]] Colour to_move() const override;
    [[nodiscard]] bool is_over() const override { return winner_.has_value() || is_drawn_; }
    [[nodiscard]] Result result() const override { return {winner_, std::nullopt}; }
    [[nodiscard]] std::vector<Move> legal_moves() const override;
    [[nodiscard]] bool is_legal(Move move) const override;
    void play(Move move) override;
    [[nodiscard]] std::vector<std::string> choices() const override;
    void choose(std::string_view word) override;

   private:
    // Whether the opening lets the next stone stand here.
    [[nodiscard]] bool allows(int point) const;
    [[nodiscard]] Phase phase_now() const;
    void look_for_draw();

    Rules rules_;
    Board board_;
    Colour next_stone_ = Colour::black;
    Phase phase_ = Phase::play;
    int stones_ = 0;
    int first_stone_ = -1;
    std::optional<Colour> winner_;
    bool is_drawn_ = false;
};

inline constexpr std::string_view choose_black = "black";
inline constexpr std::string_view choose_white = "white";
inline constexpr std::string_view place_two = "place_two";

}  // namespace tengen::gomoku
