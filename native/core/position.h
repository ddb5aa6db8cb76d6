// What every native game offers to bindings, tests and search. No Python, no text formats, no clocks.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
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

// What a game begins from instead of its usual start. Prisoners are the stones that a side has taken.
struct Setup {
    std::vector<std::uint8_t> cells;  // as Position::cells()
    Colour to_move = Colour::black;
    int black_prisoners = 0;
    int white_prisoners = 0;

    friend bool operator==(const Setup&, const Setup&) = default;
};

// A move of one side; or the word it chose, where an opening asks for one: then `move` means nothing.
struct Play {
    Colour colour = Colour::black;
    Move move = pass;
    std::string choice = {};

    friend bool operator==(const Play&, const Play&) = default;
};

// How a game ended: the winner, none for a draw; and Black's lead where the game counts one.
struct Result {
    std::optional<Colour> winner;
    std::optional<double> margin;

    friend bool operator==(const Result&, const Result&) = default;
};

class Position {
   public:
    virtual ~Position() = default;

    [[nodiscard]] virtual std::unique_ptr<Position> clone() const = 0;

    [[nodiscard]] virtual int columns() const = 0;
    [[nodiscard]] virtual int rows() const = 0;

    // One byte per point, row by row from the top: 0 empty, 1 black, 2 white.
    [[nodiscard]] virtual std::vector<std::uint8_t> cells() const = 0;

    // The side that moves or chooses next. After the game has ended: the side that would have been next.
    [[nodiscard]] virtual Colour to_move() const = 0;
    [[nodiscard]] virtual bool is_over() const = 0;

    // Precondition: is_over().
    [[nodiscard]] virtual Result result() const = 0;

    // In rising order, a pass first where it is legal; empty when the game is over or a word is to be chosen.
    [[nodiscard]] virtual std::vector<Move> legal_moves() const = 0;

    // False for every move once the game is over, and for points off the board.
    [[nodiscard]] virtual bool is_legal(Move move) const = 0;

    // Precondition: is_legal(move).
    virtual void play(Move move) = 0;

    // The words of which one is to be chosen now; empty in ordinary play.
    [[nodiscard]] virtual std::vector<std::string> choices() const { return {}; }

    // Precondition: `word` is among choices().
    virtual void choose(std::string_view word) { throw std::invalid_argument(std::string(word)); }

   protected:
    Position() = default;
    Position(const Position&) = default;
    Position& operator=(const Position&) = default;
};

}  // namespace tengen
