// Othello as a tengen::Position: the board with its colours, passes and the end of the game.
#pragma once

#include "core/position.h"
#include "games/othello/board.h"

namespace tengen::othello {

class OthelloPosition final : public Position {
   public:
    OthelloPosition() = default;
    // Any arrangement of discs; used by tests. Precondition: no point is in both sets.
    OthelloPosition(const Board& board, Colour to_move) : board_(board), to_move_(to_move) {}

    [[nodiscard]] std::unique_ptr<Position> clone() const override;
    [[nodiscard]] int columns() const override { return side; }
    [[nodiscard]] int rows() const override { return side; }
    [[nodiscard]] std::vector<std::uint8_t> cells() const override;
    [[nodiscard]] Colour to_move() const override { return to_move_; }
    [[nodiscard]] bool is_over() const override;
    [[nodiscard]] Result result() const override;
    [[nodiscard]] std::vector<Move> legal_moves() const override;
    [[nodiscard]] bool is_legal(Move move) const override;
    // Precondition: is_legal(move).
    void play(Move move) override;

   private:
    Board board_ = start;
    Colour to_move_ = Colour::black;
};

}  // namespace tengen::othello
