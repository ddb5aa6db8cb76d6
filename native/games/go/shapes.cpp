#include "games/go/shapes.h"

#include <algorithm>

namespace tengen::go {

namespace {

constexpr Shape rings = 1U << shape_ring_bits;
constexpr Shape atari_sets = 1U << 4;

// A quarter turn.
Shape turned(Shape shape) {
    const auto ring = std::rotl(static_cast<std::uint16_t>(shape), 4);
    const Shape atari = shape >> shape_ring_bits;
    return ring | ((atari << 1 | atari >> 3) & 0xf) << shape_ring_bits;
}

// Mirrored so that place n comes to `twice_axis` - n.
Shape mirrored(Shape shape, int twice_axis) {
    Shape result = 0;
    for (int place = 0; place < 8; ++place) {
        const int other_place = (twice_axis - place + 8) % 8;
        result |= (shape >> 2 * place & 3) << 2 * other_place;
        if (place % 2 == 0) {
            result |= (shape >> (shape_ring_bits + place / 2) & 1) << (shape_ring_bits + other_place / 2);
        }
    }
    return result;
}

// The smallest of the eight that are one but for turning and mirroring.
Shape smallest(Shape shape) {
    Shape least = shape;
    for (int mirror = 0; mirror < 2; ++mirror) {
        for (int turn = 0; turn < 4; ++turn) {
            least = std::min(least, shape);
            shape = turned(shape);
        }
        shape = mirrored(shape, 0);
    }
    return least;
}

// Whether the border lies as it can: nowhere, along one side, or along two that meet.
bool is_possible(Shape ring) {
    unsigned int border = 0;
    for (int place = 0; place < 8; ++place) {
        if (around(ring, place) == Around::border) border |= 1U << place;
    }
    if (border == 0) return true;
    for (int side = 0; side < 4; ++side) {
        const auto along = std::rotl(std::uint8_t{0b10000011}, 2 * side);  // the corners of a side and itself
        const auto next = std::rotl(std::uint8_t{0b10000011}, 2 * side + 2);
        if (border == along || border == static_cast<unsigned int>(along | next)) return true;
    }
    return false;
}

// Whether there are stones where chains are said to be in atari.
bool has_stones(Shape ring, Shape atari) {
    for (int side = 0; side < 4; ++side) {
        const Around there = around(ring, 2 * side);
        if ((atari >> side & 1) != 0 && there != Around::own && there != Around::hostile) return false;
    }
    return true;
}

}  // namespace

const ShapeNumbers& ShapeNumbers::instance() {
    static const ShapeNumbers made;
    return made;
}

ShapeNumbers::ShapeNumbers() : numbers_(shape_count) {
    for (Shape ring = 0; ring < rings; ++ring) {
        if (!is_possible(ring)) continue;
        for (Shape atari = 0; atari < atari_sets; ++atari) {
            if (!has_stones(ring, atari)) continue;
            const Shape shape = ring | atari << shape_ring_bits;
            // No smaller shape is numbered later, since rings and then ataris grow.
            const Shape first = smallest(shape);
            if (first == shape) {
                numbers_[shape] = static_cast<std::uint16_t>(shapes_.size());
                shapes_.push_back(shape);
            }
        }
    }
    for (Shape ring = 0; ring < rings; ++ring) {
        if (!is_possible(ring)) continue;
        for (Shape atari = 0; atari < atari_sets; ++atari) {
            const Shape shape = ring | atari << shape_ring_bits;
            if (has_stones(ring, atari)) numbers_[shape] = numbers_[smallest(shape)];
        }
    }
    number_replies(0);
    number_replies(1);
}

void ShapeNumbers::number_replies(int last) {
    std::vector<std::uint16_t>& numbers = replies_[static_cast<std::size_t>(last)];
    numbers.resize(rings);
    for (Shape ring = 0; ring < rings; ++ring) {
        if (!is_possible(ring) || around(ring, last) != Around::hostile) continue;
        const Shape mirror = mirrored(ring, 2 * last);
        numbers[ring] = mirror < ring ? numbers[mirror] : static_cast<std::uint16_t>(reply_count_++);
    }
}

}  // namespace tengen::go
