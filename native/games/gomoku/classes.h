// What one stone makes in one direction, and what it makes in all four: tables, worked out once for each rule
// of lines from its definition of five.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "games/gomoku/rules.h"

namespace tengen::gomoku {

// --- one direction

inline constexpr int reach = 5;  // nothing farther away in a line matters
inline constexpr int neighbours = 2 * reach;

// The cells around a point in one direction, two bits each, from the farthest behind to the farthest ahead;
// the point itself is left out. A cell is 0 empty, 1 black, 2 white, 3 off the board.
using Key = std::uint32_t;
inline constexpr int key_bits = 2 * neighbours;
inline constexpr Key wall = 3;

// Where the cell at an offset from -5 to 5 lies in a key. Precondition: offset is not 0.
[[nodiscard]] constexpr int shift_of(int offset) {
    return 2 * (offset < 0 ? offset + reach : offset + reach - 1);
}

// What a stone of one side on a point makes in one direction, weakest first. `Open` is what turns into the
// next better open thing however the other side replies.
enum class Class : std::uint8_t {
    none,
    one,                // an open two may come of it
    closed_two,         // one more makes a closed three, in three ways at most,
    closed_two_wide,    // or in more
    open_two,           // one more makes an open three, in two ways at most,
    open_two_wide,      // in three
    open_two_free,      // or in more
    closed_three,       // one more makes a four, in two ways at most,
    closed_three_wide,  // or in more
    three,              // one more makes an open four,
    three_wide,         // in more than one way
    four,               // one more makes five, and one stone stops that
    double_four,        // two fours on one line: only where that is a foul
    open_four,          // five comes, whatever the other side does on this line
    overline,           // more than five, where that is a foul
    five,
};
inline constexpr int class_count = 16;

// --- all four directions

// The classes of a stone in the four directions, four bits each.
using Shape = std::uint16_t;
inline constexpr int directions = 4;

[[nodiscard]] constexpr Class class_in(Shape shape, int direction) {
    return static_cast<Class>(shape >> (4 * direction) & 15);
}

// What a stone makes altogether. From `four` to `five` it makes a four at least.
enum class Rank : std::uint8_t {
    quiet,
    two,    // an open two or a closed three
    three,  // an open three
    double_three,
    four,
    four_three,
    open_four,  // or two fours: five comes next
    five,
    foul,  // an overline or two fours in Renju
};
inline constexpr int rank_count = 9;

// What the shapes of one side mean.
struct Ranks {
    std::array<Rank, 1 << 16> rank;
    // Where two threes meet, which may be a foul: the whole board tells.
    std::array<bool, 1 << 16> is_suspect;
};

struct Tables {
    // For each key the classes of a black stone, in the lower four bits, and of a white one.
    std::vector<std::uint8_t> classes;
    std::array<const Ranks*, 2> ranks;  // of Black, of White

    [[nodiscard]] Class class_of(Key key, Colour colour) const {
        const std::uint8_t both = classes[key];
        return static_cast<Class>(colour == Colour::black ? both & 15 : both >> 4);
    }
};

// Made at the first question; valid for the life of the program.
[[nodiscard]] const Tables& tables_of(LineRule rule);

}  // namespace tengen::gomoku
