// Othello on even boards from 4x4 to 16x16 as two sets of discs: portable, and slower than board.h, which has
// the usual size. Knows the flips, not whose colour is whose.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "games/othello/board.h"

namespace tengen::othello {

inline constexpr int least_side = 4;
inline constexpr int most_side = 16;

[[nodiscard]] constexpr bool is_side(int size) {
    return size >= least_side && size <= most_side && size % 2 == 0;
}

// A set of cells. A cell is y * 16 + x from the top left on a board of any size: bit cell % 64 of word cell
// / 64. What lies outside the board is in no set.
struct WideDiscs {
    std::array<std::uint64_t, 4> words{};

    friend bool operator==(const WideDiscs&, const WideDiscs&) = default;

    [[nodiscard]] constexpr bool contains(int cell) const {
        return (words[static_cast<std::size_t>(cell >> 6)] >> (cell & 63) & 1) != 0;
    }
    constexpr void add(int cell) {
        words[static_cast<std::size_t>(cell >> 6)] |= std::uint64_t{1} << (cell & 63);
    }
    [[nodiscard]] constexpr bool any() const { return (words[0] | words[1] | words[2] | words[3]) != 0; }
};

[[nodiscard]] constexpr WideDiscs operator&(const WideDiscs& left, const WideDiscs& right) {
    return {{left.words[0] & right.words[0], left.words[1] & right.words[1], left.words[2] & right.words[2],
             left.words[3] & right.words[3]}};
}

[[nodiscard]] constexpr WideDiscs operator|(const WideDiscs& left, const WideDiscs& right) {
    return {{left.words[0] | right.words[0], left.words[1] | right.words[1], left.words[2] | right.words[2],
             left.words[3] | right.words[3]}};
}

// Those of `left` that are not in `right`.
[[nodiscard]] constexpr WideDiscs operator-(const WideDiscs& left, const WideDiscs& right) {
    return {{left.words[0] & ~right.words[0], left.words[1] & ~right.words[1],
             left.words[2] & ~right.words[2], left.words[3] & ~right.words[3]}};
}

[[nodiscard]] constexpr int count(const WideDiscs& discs) {
    return std::popcount(discs.words[0]) + std::popcount(discs.words[1]) + std::popcount(discs.words[2]) +
           std::popcount(discs.words[3]);
}

// Calls visit(cell) for each cell in rising order.
template <typename Visit>
constexpr void for_each(const WideDiscs& discs, const Visit& visit) {
    for (int word = 0; word < 4; ++word) {
        for (std::uint64_t left = discs.words[static_cast<std::size_t>(word)]; left != 0; left &= left - 1) {
            visit(word * 64 + std::countr_zero(left));
        }
    }
}

// Every cell that has moved by `step`, up or down; what leaves the words is lost.
template <int step>
[[nodiscard]] constexpr WideDiscs moved(const WideDiscs& discs) {
    constexpr int distance = step < 0 ? -step : step;
    constexpr int words = distance / 64;
    constexpr int bits = distance % 64;
    WideDiscs result;
    for (int word = 0; word < 4; ++word) {
        const auto at = [&](int index) {
            return index < 0 || index > 3 ? std::uint64_t{0} : discs.words[static_cast<std::size_t>(index)];
        };
        std::uint64_t value = 0;
        if constexpr (step >= 0) {
            value = at(word - words) << bits;
            if constexpr (bits != 0) value |= at(word - words - 1) >> (64 - bits);
        } else {
            value = at(word + words) >> bits;
            if constexpr (bits != 0) value |= at(word + words + 1) << (64 - bits);
        }
        result.words[static_cast<std::size_t>(word)] = value;
    }
    return result;
}

// The cells of columns and rows from `margin` to size - 1 - margin.
[[nodiscard]] constexpr WideDiscs cells_of(int size, int margin_x = 0, int margin_y = 0) {
    WideDiscs cells;
    for (int y = margin_y; y < size - margin_y; ++y) {
        for (int x = margin_x; x < size - margin_x; ++x) cells.add(y * most_side + x);
    }
    return cells;
}

struct WideBoard {
    WideDiscs mover;   // discs of the side to move
    WideDiscs waiter;  // discs of the other side
    int size = side;   // even, 4 to 16

    friend bool operator==(const WideBoard&, const WideBoard&) = default;
};

// Points count row by row on the board's own size, as everywhere else.
[[nodiscard]] constexpr int cell_of(int point, int size) {
    return point / size * most_side + point % size;
}

[[nodiscard]] constexpr int point_of(int cell, int size) {
    return cell / most_side * size + cell % most_side;
}

// Black is to move. Precondition: is_side(size).
[[nodiscard]] WideBoard wide_start(int size);

[[nodiscard]] WideDiscs empties(const WideBoard& board);

// The cells where the side to move may put a disc.
[[nodiscard]] WideDiscs placements(const WideBoard& board);

// The discs that a disc of the side to move on `cell` would turn; none when the move is illegal.
// Precondition: `cell` is an empty cell of the board.
[[nodiscard]] WideDiscs flips(const WideBoard& board, int cell);

// The board after the move, seen by the side that is then to move.
// Precondition: `cell` is among placements(board).
[[nodiscard]] WideBoard place(const WideBoard& board, int cell);

// The same discs with the turn handed over.
[[nodiscard]] constexpr WideBoard passed(const WideBoard& board) {
    return {board.waiter, board.mover, board.size};
}

// As tengen::perft, only faster. Precondition: depth >= 0.
[[nodiscard]] std::uint64_t perft(const WideBoard& board, int depth);

}  // namespace tengen::othello
