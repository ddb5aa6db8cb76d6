// Stones on a board of Gomoku as a plain array, and what a stone makes there, by looking along the lines.
// Keeps no counts and knows no search. Written for the verifier alone: it shares nothing with native/, which
// it judges.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace verify {

enum class Rule : std::uint8_t { freestyle, standard, renju };
enum class Cell : std::uint8_t { empty, black, white, wall };

[[nodiscard]] constexpr Cell other(Cell colour) {
    return colour == Cell::black ? Cell::white : Cell::black;
}

// A cell of the array, which has walls around the board.
using Place = int;

class Board {
   public:
    static constexpr int most_lines = 20;
    static constexpr int margin = 5;  // as far as any look along a line goes over the edge
    static constexpr int stride = most_lines + margin;
    static constexpr std::array<int, 4> steps{1, stride, stride + 1, stride - 1};

    Board(int size, Rule rule);

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] Rule rule() const { return rule_; }
    [[nodiscard]] Cell at(Place place) const { return cells_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }
    [[nodiscard]] const std::vector<Place>& places() const { return places_; }

    // Precondition: the place is empty.
    void put(Place place, Cell colour);
    void take(Place place);

    // Whether a stone of this colour here is part of a winning line.
    [[nodiscard]] bool wins(Cell colour, Place place) const;

    // Whether the rules keep this colour from playing here: a foul of Black's in Renju. A five is none.
    [[nodiscard]] bool is_foul(Cell colour, Place place);

    // Empty places where a stone of this colour wins.
    [[nodiscard]] std::vector<Place> fives(Cell colour) const;

    // Places where a stone of this colour makes a four, and may be put; those that win at once are left out.
    [[nodiscard]] std::vector<Place> fours(Cell colour);

    // A place that makes a straight four, and the two ends of it.
    struct Straight {
        Place place;
        Place first;
        Place last;
    };

    // Every straight four that this colour can make with its next stone.
    [[nodiscard]] std::vector<Straight> straight_fours(Cell colour);

    // Places where a stone of this colour makes a three: a row that can become a straight four.
    [[nodiscard]] std::vector<Place> threes(Cell colour);

    // Points as players name them: a letter for the column, rows counted from the bottom.
    [[nodiscard]] Place place(const std::string& name) const;
    [[nodiscard]] std::string name(Place place) const;

   private:
    [[nodiscard]] bool is_exact(Cell colour) const;
    [[nodiscard]] int run(Cell colour, Place place, int step) const;
    [[nodiscard]] bool makes_straight_four(Cell colour, Place first, int step) const;
    [[nodiscard]] bool is_joined(Place place, int steps_away, int step) const;
    [[nodiscard]] bool is_three(Place place, int step);

    int size_;
    Rule rule_;
    std::array<Cell, stride*(most_lines + 2 * margin) + margin> cells_{};
    std::vector<Place> places_;
    std::uint64_t hash_ = 0;
};

}  // namespace verify
