// Two ways to hold an even board that wide_search.cpp looks ahead on: in one word up to 8x8, else in four.
// Both offer the same names, so that the search is written once.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "games/othello/board.h"
#include "games/othello/wide_board.h"

namespace tengen::othello {

// A set of cells in one word: y * 8 + x.
struct SmallDiscs {
    Discs bits = 0;

    friend bool operator==(const SmallDiscs&, const SmallDiscs&) = default;

    [[nodiscard]] constexpr bool contains(int cell) const { return (bits >> cell & 1) != 0; }
    constexpr void add(int cell) { bits |= bit(cell); }
    [[nodiscard]] constexpr bool any() const { return bits != 0; }
};

[[nodiscard]] constexpr SmallDiscs operator&(SmallDiscs left, SmallDiscs right) {
    return {left.bits & right.bits};
}

[[nodiscard]] constexpr SmallDiscs operator|(SmallDiscs left, SmallDiscs right) {
    return {left.bits | right.bits};
}

[[nodiscard]] constexpr SmallDiscs operator-(SmallDiscs left, SmallDiscs right) {
    return {left.bits & ~right.bits};
}

[[nodiscard]] constexpr int count(SmallDiscs discs) {
    return std::popcount(discs.bits);
}

template <typename Visit>
constexpr void for_each(SmallDiscs discs, const Visit& visit) {
    for (Discs left = discs.bits; left != 0; left &= left - 1) visit(std::countr_zero(left));
}

template <int step>
[[nodiscard]] constexpr SmallDiscs moved(SmallDiscs discs) {
    if constexpr (step >= 0) return {discs.bits << step};
    return {discs.bits >> (step < 0 ? -step : 0)};
}

// What a corner is surrounded by.
template <typename Set>
struct Corner {
    Set itself;
    Set diagonal;  // the X square
    Set beside;    // the two C squares
};

// What depends on the size alone.
template <typename Set>
struct Shape {
    int size = 0;
    Set cells;
    Set edges;
    Set corner_cells;
    Set not_first_column;
    Set not_last_column;
    std::array<Corner<Set>, 4> corners{};
    std::array<Set, 4> quadrants{};
};

template <typename Set, int stride>
[[nodiscard]] constexpr Shape<Set> make_shape(int size) {
    Shape<Set> shape;
    shape.size = size;
    const int last = size - 1;
    for (int y = 0; y < size; ++y) {
        for (int x = 0; x < size; ++x) {
            const int cell = y * stride + x;
            shape.cells.add(cell);
            if (x == 0 || y == 0 || x == last || y == last) shape.edges.add(cell);
            if (x != 0) shape.not_first_column.add(cell);
            if (x != last) shape.not_last_column.add(cell);
            shape.quadrants[static_cast<std::size_t>((2 * y > last ? 2 : 0) + (2 * x > last ? 1 : 0))].add(
                cell);
        }
    }
    for (std::size_t index = 0; index < 4; ++index) {
        const int x = index % 2 == 0 ? 0 : last;
        const int y = index < 2 ? 0 : last;
        const int inner_x = x == 0 ? 1 : last - 1;
        const int inner_y = y == 0 ? 1 : last - 1;
        Corner<Set>& corner = shape.corners[index];
        corner.itself.add(y * stride + x);
        corner.diagonal.add(inner_y * stride + inner_x);
        corner.beside.add(y * stride + inner_x);
        corner.beside.add(inner_y * stride + x);
        shape.corner_cells.add(y * stride + x);
    }
    return shape;
}

// Every cell of the board that touches one of these, or is one of them.
template <typename Set, int stride>
[[nodiscard]] constexpr Set spread(const Shape<Set>& shape, const Set& set) {
    const Set row = set | moved<1>(set & shape.not_last_column) | moved<-1>(set & shape.not_first_column);
    return (row | moved<stride>(row) | moved<-stride>(row)) & shape.cells;
}

struct SmallGrid {
    using Set = SmallDiscs;
    static constexpr int stride = 8;
    static constexpr int most = 8;

    [[nodiscard]] static Set placements_of(const Shape<Set>& shape, const Set& mover, const Set& waiter) {
        return Set{placements(Board{mover.bits, waiter.bits})} & shape.cells;
    }
    [[nodiscard]] static Set flips_of(const Shape<Set>&, const Set& mover, const Set& waiter, int cell) {
        return {flips(Board{mover.bits, waiter.bits}, cell)};
    }
    [[nodiscard]] static std::uint64_t hash_of(const Set& mover, const Set& waiter, std::uint64_t salt) {
        std::uint64_t hash = (mover.bits ^ salt) * 0x9e3779b97f4a7c15ULL;
        hash = (hash ^ hash >> 32 ^ waiter.bits) * 0xbf58476d1ce4e5b9ULL;
        hash = (hash ^ hash >> 29) * 0x94d049bb133111ebULL;
        return hash ^ hash >> 32;
    }
};

struct WideGrid {
    using Set = WideDiscs;
    static constexpr int stride = most_side;
    static constexpr int most = most_side;

    [[nodiscard]] static Set placements_of(const Shape<Set>& shape, const Set& mover, const Set& waiter) {
        return placements({mover, waiter, shape.size});
    }
    [[nodiscard]] static Set flips_of(const Shape<Set>& shape, const Set& mover, const Set& waiter,
                                      int cell) {
        return flips({mover, waiter, shape.size}, cell);
    }
    [[nodiscard]] static std::uint64_t hash_of(const Set& mover, const Set& waiter, std::uint64_t salt) {
        std::uint64_t hash = salt;
        for (std::size_t word = 0; word < 4; ++word) {
            hash = (hash ^ mover.words[word]) * 0x9e3779b97f4a7c15ULL;
            hash = (hash ^ hash >> 32 ^ waiter.words[word]) * 0xbf58476d1ce4e5b9ULL;
            hash ^= hash >> 29;
        }
        hash *= 0x94d049bb133111ebULL;
        return hash ^ hash >> 32;
    }
};

}  // namespace tengen::othello
