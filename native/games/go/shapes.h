// What lies around an empty cell: the eight cells beside it and which chains there are in atari, seen by who
// would play there. Shapes that are one but for turning and mirroring share a number. No weights.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "games/go/board.h"

namespace tengen::go {

// Clockwise from above, two bits each: nothing, the mover's, the other side's, border. Above them four bits
// for the stones above, right, below and left, set where they are in atari.
using Shape = std::uint32_t;

inline constexpr int shape_ring_bits = 16;
inline constexpr int shape_count = 1 << 20;

enum class Around : std::uint8_t { nothing = 0, own = 1, hostile = 2, border = 3 };

[[nodiscard]] constexpr Around around(Shape shape, int place) {
    return static_cast<Around>(shape >> 2 * place & 3);
}

// The steps to the cells of a ring, clockwise from above.
template <int most_side>
inline constexpr std::array<int, 8> ring{
    -Board<most_side>::stride, -Board<most_side>::stride + 1, 1,  Board<most_side>::stride + 1,
    Board<most_side>::stride,  Board<most_side>::stride - 1,  -1, -Board<most_side>::stride - 1};

// Precondition: the cell is empty.
template <int most_side>
[[nodiscard]] Shape shape_at(const Board<most_side>& board, int cell, Stone stone) {
    Shape shape = 0;
    for (std::size_t place = 0; place < ring<most_side>.size(); ++place) {
        const int near = cell + ring<most_side>[place];
        const Stone there = board.at(near);
        shape |= static_cast<Shape>(there) << 2 * place;
        const bool is_stone = there == Stone::black || there == Stone::white;
        if (place % 2 == 0 && is_stone && board.in_atari(near)) shape |= 1U << (shape_ring_bits + place / 2);
    }
    if (stone == Stone::black) return shape;
    // White sees the colours the other way round; nothing and border stay.
    return (shape & 0xf0000) | (shape & 0x5555) << 1 | (shape & 0xaaaa) >> 1;
}

// A ring turned until `place`, beside which the other side has just played, is above or above right.
[[nodiscard]] constexpr Shape reply_shape(Shape shape, int place) {
    const auto ring = static_cast<std::uint16_t>(shape);
    return static_cast<Shape>(std::rotr(ring, 2 * (place & ~1)));
}

// Numbers for all shapes that boards of five lines or more can have.
class ShapeNumbers {
   public:
    [[nodiscard]] static const ShapeNumbers& instance();

    [[nodiscard]] int of(Shape shape) const { return numbers_[shape]; }
    // Of a reply_shape; `is_corner` for those beside whose corner the other side has just played.
    [[nodiscard]] int of_reply(Shape shape, bool is_corner) const { return replies_[is_corner][shape]; }

    // One shape of each number.
    [[nodiscard]] const std::vector<Shape>& shapes() const { return shapes_; }
    [[nodiscard]] int replies() const { return reply_count_; }

   private:
    ShapeNumbers();
    void number_replies(int last);

    std::vector<std::uint16_t> numbers_;
    std::array<std::vector<std::uint16_t>, 2> replies_;
    std::vector<Shape> shapes_;
    int reply_count_ = 0;
};

}  // namespace tengen::go
