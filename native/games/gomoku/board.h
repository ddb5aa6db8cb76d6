// Stones, and the key of every point in every direction. Knows lines and fouls, no turns and no openings.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "games/gomoku/classes.h"

namespace tengen::gomoku {

[[nodiscard]] constexpr int index_of(Colour colour) {
    return static_cast<int>(colour) - 1;
}

// A set of points of any board.
struct PointSet {
    static constexpr int word_count = (most_points + 63) / 64;
    std::array<std::uint64_t, word_count> words{};

    [[nodiscard]] bool contains(int point) const {
        return (words[static_cast<std::size_t>(point) / 64] >> (point % 64) & 1) != 0;
    }
    void add(int point) { words[static_cast<std::size_t>(point) / 64] |= std::uint64_t{1} << (point % 64); }
    void remove(int point) {
        words[static_cast<std::size_t>(point) / 64] &= ~(std::uint64_t{1} << (point % 64));
    }
    [[nodiscard]] bool any() const {
        std::uint64_t all = 0;
        for (const std::uint64_t word : words) all |= word;
        return all != 0;
    }
    [[nodiscard]] int count() const {
        int sum = 0;
        for (const std::uint64_t word : words) sum += std::popcount(word);
        return sum;
    }
    // Precondition: any().
    [[nodiscard]] int first() const {
        int index = 0;
        while (words[static_cast<std::size_t>(index)] == 0) ++index;
        return 64 * index + std::countr_zero(words[static_cast<std::size_t>(index)]);
    }

    PointSet& operator|=(const PointSet& other) {
        for (std::size_t index = 0; index < words.size(); ++index) words[index] |= other.words[index];
        return *this;
    }
    PointSet& operator&=(const PointSet& other) {
        for (std::size_t index = 0; index < words.size(); ++index) words[index] &= other.words[index];
        return *this;
    }
    PointSet& operator-=(const PointSet& other) {
        for (std::size_t index = 0; index < words.size(); ++index) words[index] &= ~other.words[index];
        return *this;
    }
    friend PointSet operator|(PointSet one, const PointSet& other) { return one |= other; }
    friend PointSet operator&(PointSet one, const PointSet& other) { return one &= other; }
    friend PointSet operator-(PointSet one, const PointSet& other) { return one -= other; }
    friend bool operator==(const PointSet&, const PointSet&) = default;
};

// In rising order.
template <typename Visit>
inline void for_each(const PointSet& set, const Visit& visit) {
    for (std::size_t index = 0; index < set.words.size(); ++index) {
        for (std::uint64_t word = set.words[index]; word != 0; word &= word - 1) {
            visit(static_cast<int>(64 * index) + std::countr_zero(word));
        }
    }
}

// What a board of one size looks like.
struct Geometry {
    struct Span {
        std::uint8_t back = 0;  // cells before the edge, five at most
        std::uint8_t ahead = 0;
    };
    int size = 0;
    int points = 0;
    std::array<int, directions> steps{};  // across, down, and the two diagonals
    std::array<std::array<Span, directions>, most_points> spans{};
    std::array<std::array<Key, directions>, most_points> walls{};  // the keys of the empty board
    std::array<PointSet, most_points> near{};                      // up to two steps away in a line
    std::array<PointSet, most_points> around{};                    // up to three columns and rows away
};

// Valid for the life of the program. Precondition: least_size <= size <= most_size.
[[nodiscard]] const Geometry& geometry_of(int size);

// The middle point of an odd board, the four middle points of an even one.
[[nodiscard]] std::vector<int> centre_of(int size);

enum class Foul : std::uint8_t { none, overline, double_four, double_three };

class Board {
   public:
    Board(LineRule rule, int size);

    [[nodiscard]] const Geometry& geometry() const { return *geometry_; }
    [[nodiscard]] const Tables& tables() const { return *tables_; }
    [[nodiscard]] LineRule rule() const { return rule_; }
    [[nodiscard]] int size() const { return geometry_->size; }
    [[nodiscard]] int points() const { return geometry_->points; }
    // 0 empty, 1 black, 2 white.
    [[nodiscard]] std::uint8_t cell(int point) const { return cells_[static_cast<std::size_t>(point)]; }
    [[nodiscard]] std::span<const std::uint8_t> cells() const {
        return {cells_.data(), static_cast<std::size_t>(points())};
    }
    [[nodiscard]] Key key(int point, int direction) const {
        return keys_[static_cast<std::size_t>(point)][static_cast<std::size_t>(direction)];
    }
    // Of a stone on the point, whatever lies there.
    [[nodiscard]] Class class_at(int point, int direction, Colour colour) const {
        return tables_->class_of(key(point, direction), colour);
    }
    [[nodiscard]] bool makes_line(int point, Colour colour) const;

    // Of a black stone, in Renju; a five is none. Tries stones and takes them back. Precondition: the point
    // is empty.
    [[nodiscard]] Foul foul(int point) { return look(point).foul; }

    // Preconditions: the point is empty; it holds a stone.
    void put(int point, Colour colour) {
        put(point, colour, [](int, int, Key) {});
    }
    void take(int point) {
        turn_keys(point, cell(point), [](int, int, Key) {});
        cells_[static_cast<std::size_t>(point)] = 0;
    }
    // Tells of every key that is another now: the point, the direction, the key.
    template <typename Visit>
    void put(int point, Colour colour, const Visit& visit) {
        cells_[static_cast<std::size_t>(point)] = static_cast<std::uint8_t>(colour);
        turn_keys(point, static_cast<Key>(colour), visit);
    }

   private:
    struct Look {
        Foul foul = Foul::none;
        bool is_five = false;
    };
    [[nodiscard]] Look look(int point);
    [[nodiscard]] bool has_two_threes(int point, std::span<const int> threes);
    template <typename Visit>
    void turn_keys(int point, Key colour, const Visit& visit) {
        for (std::size_t way = 0; way < directions; ++way) {
            const Geometry::Span span = geometry_->spans[static_cast<std::size_t>(point)][way];
            const int step = geometry_->steps[way];
            for (int away = 1; away <= span.ahead; ++away) {
                Key& key = keys_[static_cast<std::size_t>(point + away * step)][way];
                key ^= colour << shift_of(-away);
                visit(point + away * step, static_cast<int>(way), key);
            }
            for (int away = 1; away <= span.back; ++away) {
                Key& key = keys_[static_cast<std::size_t>(point - away * step)][way];
                key ^= colour << shift_of(away);
                visit(point - away * step, static_cast<int>(way), key);
            }
        }
    }

    LineRule rule_;
    const Geometry* geometry_;
    const Tables* tables_;
    std::array<std::uint8_t, most_points> cells_{};
    std::array<std::array<Key, directions>, most_points> keys_;
};

}  // namespace tengen::gomoku
