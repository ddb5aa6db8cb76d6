// A board whose threats are known at every moment: the shapes of both sides on every empty point, their ranks
// and the counts of their classes, kept up to date stone by stone. Knows no turns.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "core/rng.h"
#include "games/gomoku/board.h"

namespace tengen::gomoku {

[[nodiscard]] constexpr bool is_four(Rank rank) {
    return rank >= Rank::four && rank <= Rank::five;
}

// How many stones of each class could be made, over all empty points and directions, then how many points
// have each rank.
inline constexpr int count_count = 32;
using Counts = std::array<std::int16_t, count_count>;
static_assert(class_count + rank_count <= count_count);

class Lines {
   public:
    Lines(LineRule rule, int size);
    explicit Lines(const Board& board);

    [[nodiscard]] const Board& board() const { return board_; }
    [[nodiscard]] int points() const { return board_.points(); }
    [[nodiscard]] int stones() const { return static_cast<int>(history_.size()) + given_; }
    [[nodiscard]] bool is_empty(int point) const { return board_.cell(point) == 0; }
    [[nodiscard]] std::uint64_t hash() const { return hash_; }
    [[nodiscard]] bool has_fouls(Colour colour) const {
        return board_.rule() == LineRule::renju && colour == Colour::black;
    }

    // --- of empty points; those that hold stones have no shape and the rank `quiet`

    [[nodiscard]] Shape shape(Colour colour, int point) const { return side(colour).shapes[at(point)]; }
    [[nodiscard]] Rank rank(Colour colour, int point) const { return side(colour).ranks[at(point)]; }
    [[nodiscard]] int count(Colour colour, Rank rank) const {
        return side(colour).counts[class_count + static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] const PointSet& set(Colour colour, Rank rank) const {
        return side(colour).sets[static_cast<std::size_t>(rank)];
    }
    [[nodiscard]] const Counts& counts(Colour colour) const { return side(colour).counts; }
    // Up to two steps in a line from some stone.
    [[nodiscard]] PointSet near() const { return near_.back() & empty_; }
    [[nodiscard]] const PointSet& empty() const { return empty_; }

    // Whether this empty point is one that the side may not take.
    [[nodiscard]] bool is_foul(Colour colour, int point) {
        if (!has_fouls(colour)) return false;
        if (rank(colour, point) == Rank::foul) return true;
        return is_suspect(colour, point) && board_.foul(point) != Foul::none;
    }
    // The same by name, for Black.
    [[nodiscard]] Foul foul(int point) { return board_.foul(point); }
    [[nodiscard]] bool is_suspect(Colour colour, int point) const {
        return ranks_[static_cast<std::size_t>(index_of(colour))]->is_suspect[shape(colour, point)];
    }

    // The empty points where a stone of the other side takes from `point` what makes it at least `rank` (five
    // or open four) for `colour`; the point itself among them. Precondition: rank(colour, point) >= rank.
    [[nodiscard]] PointSet defences(Colour colour, int point, Rank rank) const;

    // Precondition: the point is empty.
    void make(int point, Colour colour);
    // Takes back what was made last. Precondition: something was.
    void undo();

    // Whether every field is what it would be if it were worked out anew. Slow: for tests.
    [[nodiscard]] bool check() const;

   private:
    struct Side {
        std::array<Shape, most_points> shapes{};
        std::array<Rank, most_points> ranks{};
        std::array<PointSet, rank_count> sets{};
        Counts counts{};
    };
    // What a point had in one direction before.
    struct Change {
        std::uint16_t point;
        std::uint8_t direction;
        std::uint8_t classes;
    };

    [[nodiscard]] static std::size_t at(int point) { return static_cast<std::size_t>(point); }
    [[nodiscard]] const Side& side(Colour colour) const {
        return sides_[static_cast<std::size_t>(index_of(colour))];
    }
    void set_classes(int point, int direction, std::uint8_t classes);
    template <bool is_black>
    void set_class(Side& side, int point, int direction, unsigned old, unsigned fresh);
    void begin();

    Board board_;
    std::array<const Ranks*, 2> ranks_;
    std::array<Side, 2> sides_;
    std::array<std::array<std::uint8_t, directions>, most_points> classes_{};  // of both, as in Tables
    PointSet empty_;
    std::vector<PointSet> near_;
    std::vector<Change> changes_;
    std::vector<std::uint32_t> marks_;  // where the changes of each stone begin
    std::vector<std::uint16_t> history_;
    int given_ = 0;
    std::uint64_t hash_ = 0;
};

// A number for a stone on a point.
[[nodiscard]] constexpr std::uint64_t stone_hash(int point, Colour colour) {
    return mixed(static_cast<std::uint64_t>(2 * point + static_cast<int>(colour)) ^ 0x60606060);
}

}  // namespace tengen::gomoku
