// Othello as a tengen::Position: the board with its colours, passes and the end of the game.
#pragma once

#include <variant>

#include "core/options.h"
#include "core/position.h"
#include "games/othello/board.h"
#include "games/othello/wide_board.h"

namespace tengen::othello {

// The usual size has a board of its own.
using AnyBoard = std::variant<Board, WideBoard>;

struct Rules {
    int size = side;
    bool empties_to_winner = false;

    friend bool operator==(const Rules&, const Rules&) = default;
};

// Throws std::invalid_argument for options that these are not.
[[nodiscard]] Rules rules_of(const Options& options);

class OthelloPosition final : public Position {
   public:
    // The usual start. Precondition: is_side(rules.size).
    explicit OthelloPosition(const Rules& rules = {});
    // Any arrangement of discs; throws std::invalid_argument for cells that are no board of this size.
    OthelloPosition(const Rules& rules, const Setup& setup);
    // The same on the usual size; used by tests. Precondition: no point is in both sets.
    OthelloPosition(const Board& board, Colour to_move) : board_(board), to_move_(to_move) {}

    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] const AnyBoard& board() const { return board_; }

    [[nodiscard]] std::unique_ptr<Position> clone() const override;
    [[nodiscard]] int columns() const override { return rules_.size; }
    [[nodiscard]] int rows() const override { return rules_.size; }
    [[nodiscard]] std::vector<std::uint8_t> cells() const override;
    [[nodiscard]] Colour to_move() const override { return to_move_; }
    [[nodiscard]] bool is_over() const override;
    [[nodiscard]] Result result() const override;
    [[nodiscard]] std::vector<Move> legal_moves() const override;
    [[nodiscard]] bool is_legal(Move move) const override;
    // Precondition: is_legal(move).
    void play(Move move) override;

   private:
    Rules rules_;
    AnyBoard board_;
    Colour to_move_ = Colour::black;
};

}  // namespace tengen::othello
