// Othello on the 8x8 board as two sets of discs. Knows the flips, not whose colour is whose.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

namespace tengen::othello {

inline constexpr int side = 8;

// Bit y * 8 + x from the top left: a1 is bit 0, h1 bit 7, a8 bit 56.
using Discs = std::uint64_t;

struct Board {
    Discs mover = 0;   // discs of the side to move
    Discs waiter = 0;  // discs of the other side

    friend bool operator==(const Board&, const Board&) = default;
};

[[nodiscard]] constexpr Discs bit(int point) {
    return Discs{1} << point;
}

namespace detail {

inline constexpr Discs inner_files = 0x7e7e7e7e7e7e7e7eULL;  // b to g

// Empty-or-not points reached from `mover` over an unbroken run of `crossable`, `step` bits up and down.
// The run of at most six is found by doubling: 1, 2, then twice 2 more.
template <int step>
[[nodiscard]] constexpr Discs ends_of_runs(Discs mover, Discs crossable) {
    Discs up = crossable & (mover << step);
    Discs down = crossable & (mover >> step);
    up |= crossable & (up << step);
    down |= crossable & (down >> step);
    const Discs pairs_up = crossable & (crossable << step);
    const Discs pairs_down = crossable & (crossable >> step);
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    return (up << step) | (down >> step);
}

// For each point the points of its four rays towards higher bits and of the four towards lower ones.
struct Rays {
    std::array<Discs, 4> higher{};
    std::array<Discs, 4> lower{};
};

[[nodiscard]] constexpr Discs ray(int point, int dx, int dy) {
    Discs points = 0;
    int x = point % side + dx;
    int y = point / side + dy;
    for (; x >= 0 && x < side && y >= 0 && y < side; x += dx, y += dy) points |= bit(y * side + x);
    return points;
}

[[nodiscard]] constexpr std::array<Rays, side * side> all_rays() {
    std::array<Rays, side * side> table{};
    for (int point = 0; point < side * side; ++point) {
        auto& rays = table[static_cast<std::size_t>(point)];
        rays.higher = {ray(point, 1, 0), ray(point, -1, 1), ray(point, 0, 1), ray(point, 1, 1)};
        rays.lower = {ray(point, -1, 0), ray(point, 1, -1), ray(point, 0, -1), ray(point, -1, -1)};
    }
    return table;
}

inline constexpr std::array<Rays, side * side> rays = all_rays();

}  // namespace detail

// The points where the side to move may put a disc.
[[nodiscard]] constexpr Discs placements(const Board& board) {
    // A run along a row or a diagonal may not wrap round the edge, so it cannot cross files a and h.
    const Discs inner = board.waiter & detail::inner_files;
    const Discs reached =
        detail::ends_of_runs<1>(board.mover, inner) | detail::ends_of_runs<7>(board.mover, inner) |
        detail::ends_of_runs<8>(board.mover, board.waiter) | detail::ends_of_runs<9>(board.mover, inner);
    return reached & ~(board.mover | board.waiter);
}

// The discs that a disc of the side to move on `point` would turn; none when the move is illegal.
// On each ray the nearest point that is not the other side's decides: own disc, or nothing happens.
// Precondition: `point` is empty.
[[nodiscard]] constexpr Discs flips(const Board& board, int point) {
    const detail::Rays& rays = detail::rays[static_cast<std::size_t>(point)];
    Discs turned = 0;
    for (const Discs ray : rays.higher) {
        const Discs stops = ray & ~board.waiter;
        const Discs outflanking = stops & (Discs{0} - stops) & board.mover;
        turned |= ray & (outflanking - Discs{outflanking != 0});
    }
    for (const Discs ray : rays.lower) {
        const Discs outflanking = std::bit_floor(ray & ~board.waiter) & board.mover;
        turned |= ray & (Discs{0} - (outflanking << 1));
    }
    return turned;
}

// The board after the move, seen by the side that is then to move.
// Precondition: `point` is among placements(board).
[[nodiscard]] constexpr Board place(const Board& board, int point) {
    const Discs turned = flips(board, point);
    assert(turned != 0);
    return {board.waiter & ~turned, board.mover | turned | bit(point)};
}

// The same discs with the turn handed over.
[[nodiscard]] constexpr Board passed(const Board& board) {
    return {board.waiter, board.mover};
}

// Black is to move: black e4, d5; white d4, e5.
inline constexpr Board start{.mover = bit(28) | bit(35), .waiter = bit(27) | bit(36)};

// As tengen::perft, only much faster. Precondition: depth >= 0.
[[nodiscard]] std::uint64_t perft(const Board& board, int depth);

}  // namespace tengen::othello
