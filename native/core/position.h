// What every native game offers to bindings, tests and search. No Python, no text formats, no clocks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace tengen {

// The values are those of a cell on the board.
enum class Colour : std::uint8_t { black = 1, white = 2 };

[[nodiscard]] constexpr Colour other(Colour colour) {
    return colour == Colour::black ? Colour::white : Colour::black;
}

// A point is y * columns + x, counted from the top left; a move is a point or `pass`.
using Move = int;
inline constexpr Move pass = -1;

class Position {
   public:
    virtual ~Position() = default;

    [[nodiscard]] virtual std::unique_ptr<Position> clone() const = 0;

    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual int rows() const = 0;

    // One byte per point, row by row from the top: 0 empty, 1 black, 2 white.
    [[nodiscard]] virtual std::vector<std::uint8_t> cells() const = 0;

    // After the game has ended: the side that would have been next.
    [[nodiscard]] virtual Colour to_move() const = 0;
    [[nodiscard]] virtual bool is_over() const = 0;

    // In rising order, a pass first where it is legal; empty exactly when the game is over.
    [[nodiscard]] virtual std::vector<Move> legal_moves() const = 0;

    // False for every move once the game is over, and for points off the board.
    [[nodiscard]] virtual bool is_legal(Move move) const = 0;

    // Precondition: is_legal(move).
    virtual void play(Move move) = 0;

   protected:
    Position() = default;
    Position(const Position&) = default;
    Position& operator=(const Position&) = default;
};

}  // namespace tengen
