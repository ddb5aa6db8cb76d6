// A board for playouts and trees: stones, chains, captures and the simple ko, copied like a number. No turns,
// no past, no counting.
//
// Points are cells of a grid with one border column, shared by the end of a row and the start of the next, a
// border row above and one below. A chain is a circular list of its stones; one of them, its root, holds how
// many stones there are and the pseudo-liberties: a liberty is there once for each stone beside it. Kept in
// one number are how many they are, the sum of their cells and the sum of the squares of their cells; a chain
// is in atari if and only if count * squares == sum * sum, and then sum / count is its last liberty.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/position.h"
#include "core/rng.h"

namespace tengen::go {

enum class Stone : std::uint8_t { none = 0, black = 1, white = 2, border = 3 };

[[nodiscard]] constexpr Stone stone_of(Colour colour) {
    return static_cast<Stone>(colour);
}

// Precondition: black or white.
[[nodiscard]] constexpr Stone other(Stone stone) {
    return static_cast<Stone>(3 - static_cast<int>(stone));
}

// `most_side` is the longest side of its class of sizes; shorter ones leave more border.
template <int most_side>
class Board {
   public:
    static constexpr int stride = most_side + 1;
    static constexpr int cell_count = (most_side + 2) * stride + 1;
    static constexpr int point_count = most_side * most_side;
    static constexpr std::array<int, 4> beside{-stride, -1, 1, stride};
    static constexpr std::array<int, 4> corners{-stride - 1, -stride + 1, stride - 1, stride + 1};
    // A place on the grid; 0 is a border and stands for none.
    using Cell = std::conditional_t<(cell_count <= 256), std::uint8_t, std::uint16_t>;

    // Empty. Precondition: 1 < side <= most_side.
    explicit Board(int side);

    [[nodiscard]] int side() const { return side_; }
    [[nodiscard]] int cell_of(Move point) const { return (point / side_ + 1) * stride + point % side_ + 1; }
    [[nodiscard]] Move point_of(int cell) const { return (cell / stride - 1) * side_ + cell % stride - 1; }

    [[nodiscard]] Stone at(int cell) const { return stones_[index(cell)]; }
    [[nodiscard]] int empties() const { return empty_count_; }
    // Precondition: 0 <= place < empties().
    [[nodiscard]] int empty(int place) const { return empties_[index(place)]; }
    // Brings two empty cells to each other's places.
    void swap_empties(int one, int two);
    // Where a stone may not take back at once; 0 for nowhere.
    [[nodiscard]] int ko() const { return ko_; }
    // Of the stones alone.
    [[nodiscard]] std::uint64_t hash() const { return hash_; }

    // How many stones or borders of this kind, or empty cells, are beside a cell.
    [[nodiscard]] int near(int cell, Stone kind) const {
        if (kind == Stone::none) return near_[index(cell)] >> empty_shift;
        return near_[index(cell)] >> shift(kind) & 0xf;
    }
    // Whether the chain of a stone has one liberty. Precondition: a stone is there.
    [[nodiscard]] bool in_atari(int cell) const { return is_single(liberties_[chain_[index(cell)]]); }
    // Precondition: a stone is there, and in_atari(cell).
    [[nodiscard]] int last_liberty(int cell) const;
    // The stone that stands for the whole chain, the one after a stone round its chain, and how many there
    // are. Precondition: a stone is there.
    [[nodiscard]] int root(int cell) const { return chain_[index(cell)]; }
    [[nodiscard]] int next_in_chain(int cell) const { return next_[index(cell)]; }
    [[nodiscard]] int length(int cell) const { return length_[chain_[index(cell)]]; }

    // Whether a stone on an empty cell takes others.
    [[nodiscard]] bool takes(int cell, Stone stone) const;
    // Whether a stone on an empty cell would be left without a liberty.
    [[nodiscard]] bool is_suicide(int cell, Stone stone) const;
    // Whether the chain of a stone on an empty cell would have one liberty at most, were nothing taken; and
    // how many stones it would have.
    [[nodiscard]] bool is_self_atari(int cell, Stone stone) const;
    [[nodiscard]] int length_after(int cell, Stone stone) const;
    // All but the past is looked at. Of suicides only those of several stones can be allowed.
    // Precondition: the cell is empty.
    [[nodiscard]] bool may_play(int cell, Stone stone, bool suicide) const {
        if (cell == ko_) return false;
        if (near_[index(cell)] >> empty_shift != 0) return true;
        return !is_suicide(cell, stone) || (suicide && has_beside(cell, stone));
    }
    // Own stones or border on all sides, and too few hostile corners to break it. Precondition: empty.
    [[nodiscard]] bool is_eye(int cell, Stone stone) const;

    // The hash after a stone on an empty cell. Precondition: may_play.
    [[nodiscard]] std::uint64_t hash_after(int cell, Stone stone) const;

    // Puts a stone down and takes what has no liberty; how many stones that were, negative for one's own.
    // Precondition: may_play(cell, stone, true).
    int play(int cell, Stone stone);
    // Puts a stone down as it is, whatever has liberties. Precondition: the cell is empty.
    void put(int cell, Stone stone);
    void pass() { ko_ = 0; }

    // Row by row: 0 empty, 1 black, 2 white.
    [[nodiscard]] std::vector<std::uint8_t> cells() const;
    // Whether every chain has a liberty.
    [[nodiscard]] bool is_possible() const;
    // Whether everything that is kept up to date is as it would be if counted anew. For tests.
    [[nodiscard]] bool check() const;

   private:
    // count in bits 0-9, sum in bits 10-29, sum of squares above.
    using Liberties = std::uint64_t;
    static constexpr int sum_shift = 10;
    static constexpr int square_shift = 30;
    // A count of neighbours has four bits: black, white, empty. A border is one of both colours.
    static constexpr int empty_shift = 8;

    static constexpr std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
    static constexpr int shift(Stone stone) { return 4 * (static_cast<int>(stone) - 1); }
    static constexpr std::uint16_t one_near(Stone stone) {
        return stone == Stone::none
                   ? 1U << empty_shift
                   : static_cast<std::uint16_t>(stone == Stone::border ? 0x11U : 1U << shift(stone));
    }
    static constexpr Liberties weight(int cell) {
        const auto number = static_cast<Liberties>(cell);
        return 1 | number << sum_shift | number * number << square_shift;
    }
    static constexpr bool is_single(Liberties liberties) {
        const Liberties count = liberties & 0x3ff;
        const Liberties sum = liberties >> sum_shift & 0xfffff;
        return count * (liberties >> square_shift) == sum * sum;
    }
    static std::uint64_t key(int cell, Stone stone) {
        return keys[index(2 * cell + static_cast<int>(stone) - 1)];
    }

    [[nodiscard]] bool has_beside(int cell, Stone stone) const;
    void join(int one, int two);
    int take(int cell);

    static constexpr std::array<std::uint64_t, 2 * cell_count> make_keys() {
        std::array<std::uint64_t, 2 * cell_count> made{};
        std::uint64_t seed = most_side;
        for (std::uint64_t& number : made) number = splitmix64(seed);
        return made;
    }
    static constexpr std::array<std::uint64_t, 2 * cell_count> keys = make_keys();

    // By root; those of empty cells and borders are written but never read, which saves the question.
    std::array<Liberties, cell_count> liberties_{};
    std::uint64_t hash_ = 0;
    std::array<std::uint16_t, cell_count> near_{};
    std::array<Cell, cell_count> chain_{};            // the root; of empty cells and borders the cell itself
    std::array<Cell, cell_count> next_{};             // round the chain
    std::array<std::uint16_t, cell_count> length_{};  // by root
    std::array<Cell, point_count> empties_{};
    std::array<std::uint16_t, cell_count> place_{};  // of an empty cell among them
    std::array<Stone, cell_count> stones_{};
    std::uint16_t empty_count_ = 0;
    Cell ko_ = 0;
    std::uint8_t side_ = 0;
};

// --- what playouts spend their time in

template <int most_side>
inline void Board<most_side>::swap_empties(int one, int two) {
    const Cell first = empties_[index(one)];
    const Cell second = empties_[index(two)];
    empties_[index(one)] = second;
    empties_[index(two)] = first;
    place_[second] = static_cast<std::uint16_t>(one);
    place_[first] = static_cast<std::uint16_t>(two);
}

template <int most_side>
inline bool Board<most_side>::is_suicide(int cell, Stone stone) const {
    for (const int step : beside) {
        const std::size_t near = index(cell + step);
        const Stone there = stones_[near];
        if (there == Stone::none) return false;
        if (there == Stone::border) continue;
        // Beside the cell, a chain in atari has its last liberty there.
        if (is_single(liberties_[chain_[near]]) != (there == stone)) return false;
    }
    return true;
}

template <int most_side>
inline bool Board<most_side>::is_eye(int cell, Stone stone) const {
    if (near(cell, stone) != 4) return false;
    int hostile = 0;
    int border = 0;
    for (const int step : corners) {
        const Stone there = stones_[index(cell + step)];
        hostile += there == other(stone);
        border |= there == Stone::border;
    }
    return hostile + border < 2;
}

template <int most_side>
inline bool Board<most_side>::is_self_atari(int cell, Stone stone) const {
    if (near(cell, Stone::none) > 1) return false;
    Liberties all = 0;
    std::array<std::size_t, 4> roots{};
    std::size_t count = 0;
    for (const int step : beside) {
        const std::size_t near = index(cell + step);
        if (stones_[near] == Stone::none) all += weight(cell + step);
        if (stones_[near] != stone) continue;
        const std::size_t root = chain_[near];
        all -= weight(cell);
        if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count) continue;
        roots[count++] = root;
        all += liberties_[root];
    }
    return is_single(all);
}

template <int most_side>
inline int Board<most_side>::length_after(int cell, Stone stone) const {
    int length = 1;
    std::array<std::size_t, 4> roots{};
    std::size_t count = 0;
    for (const int step : beside) {
        const std::size_t near = index(cell + step);
        if (stones_[near] != stone) continue;
        const std::size_t root = chain_[near];
        if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count) continue;
        roots[count++] = root;
        length += length_[root];
    }
    return length;
}

template <int most_side>
inline void Board<most_side>::put(int cell, Stone stone) {
    assert(stones_[index(cell)] == Stone::none);
    const std::uint16_t last = place_[index(cell)];
    const Cell moved = empties_[--empty_count_];
    empties_[last] = moved;
    place_[moved] = last;

    stones_[index(cell)] = stone;
    hash_ ^= key(cell, stone);
    next_[index(cell)] = static_cast<Cell>(cell);
    length_[index(cell)] = 1;
    Liberties own = 0;
    const Liberties lost = weight(cell);
    const auto change = static_cast<std::uint16_t>(one_near(stone) - one_near(Stone::none));
    for (const int step : beside) {
        const std::size_t near = index(cell + step);
        near_[near] = static_cast<std::uint16_t>(near_[near] + change);
        liberties_[chain_[near]] -= lost;
        if (stones_[near] == Stone::none) own += weight(cell + step);
    }
    liberties_[index(cell)] = own;
    for (const int step : beside) {
        if (stones_[index(cell + step)] == stone) join(cell, cell + step);
    }
}

template <int most_side>
inline void Board<most_side>::join(int one, int two) {
    std::size_t kept = chain_[index(one)];
    std::size_t gone = chain_[index(two)];
    if (kept == gone) return;
    if (length_[kept] < length_[gone]) std::swap(kept, gone);
    liberties_[kept] += liberties_[gone];
    length_[kept] = static_cast<std::uint16_t>(length_[kept] + length_[gone]);
    std::size_t stone = gone;
    do {
        chain_[stone] = static_cast<Cell>(kept);
        stone = next_[stone];
    } while (stone != gone);
    std::swap(next_[kept], next_[gone]);
}

template <int most_side>
inline int Board<most_side>::take(int cell) {
    int taken = 0;
    const Stone stone = stones_[index(cell)];
    const auto change = static_cast<std::uint16_t>(one_near(Stone::none) - one_near(stone));
    int here = cell;
    do {
        const int following = next_[index(here)];
        stones_[index(here)] = Stone::none;
        hash_ ^= key(here, stone);
        chain_[index(here)] = static_cast<Cell>(here);
        place_[index(here)] = empty_count_;
        empties_[empty_count_++] = static_cast<Cell>(here);
        for (const int step : beside) {
            const std::size_t near = index(here + step);
            near_[near] = static_cast<std::uint16_t>(near_[near] + change);
            liberties_[chain_[near]] += weight(here);
        }
        ++taken;
        here = following;
    } while (here != cell);
    return taken;
}

template <int most_side>
inline int Board<most_side>::play(int cell, Stone stone) {
    const bool is_surrounded = near(cell, other(stone)) == 4;
    put(cell, stone);
    int taken = 0;
    int last = 0;
    const Stone hostile = other(stone);
    for (const int step : beside) {
        const int near = cell + step;
        if (stones_[index(near)] != hostile || liberties_[chain_[index(near)]] != 0) continue;
        taken += take(near);
        last = near;
    }
    ko_ = is_surrounded && taken == 1 ? static_cast<Cell>(last) : Cell{0};
    if (taken == 0 && liberties_[chain_[index(cell)]] == 0) return -take(cell);
    return taken;
}

// What is instantiated in board.cpp.
extern template class Board<9>;
extern template class Board<13>;
extern template class Board<19>;

}  // namespace tengen::go
