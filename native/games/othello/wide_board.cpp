#include "games/othello/wide_board.h"

#include <algorithm>

namespace tengen::othello {

namespace {

// What does not depend on the discs, by size / 2.
struct Geometry {
    WideDiscs cells;
    WideDiscs inner_columns;  // a run that goes on sideways cannot cross the outer ones
};

constexpr std::array<Geometry, most_side / 2 + 1> make_geometries() {
    std::array<Geometry, most_side / 2 + 1> geometries{};
    for (int size = least_side; size <= most_side; size += 2) {
        geometries[static_cast<std::size_t>(size / 2)] = {cells_of(size), cells_of(size, 1, 0)};
    }
    return geometries;
}

constexpr std::array<Geometry, most_side / 2 + 1> geometries = make_geometries();

const Geometry& geometry_of(int size) {
    assert(is_side(size));
    return geometries[static_cast<std::size_t>(size / 2)];
}

// Points reached from `mover` over an unbroken run of `crossable`. The run is found by doubling: runs of at
// most eight, or of at most sixteen on boards that have such.
template <int step>
WideDiscs ends_of_runs(const WideDiscs& mover, const WideDiscs& crossable, bool may_be_long) {
    WideDiscs run = crossable & moved<step>(mover);
    run = run | (crossable & moved<step>(run));
    const WideDiscs pairs = crossable & moved<step>(crossable);
    run = run | (pairs & moved<2 * step>(run));
    const WideDiscs fours = pairs & moved<2 * step>(pairs);
    run = run | (fours & moved<4 * step>(run));
    if (may_be_long) {
        const WideDiscs eights = fours & moved<4 * step>(fours);
        run = run | (eights & moved<8 * step>(run));
    }
    return moved<step>(run);
}

template <int step>
WideDiscs ends_both_ways(const WideDiscs& mover, const WideDiscs& crossable, bool may_be_long) {
    return ends_of_runs<step>(mover, crossable, may_be_long) |
           ends_of_runs<-step>(mover, crossable, may_be_long);
}

// Adds what is turned in one direction, in which the board goes on for `room` cells.
void add_flips(const WideBoard& board, int cell, int step, int room, WideDiscs& turned) {
    int length = 0;
    int at = cell + step;
    while (length < room && board.waiter.contains(at)) {
        ++length;
        at += step;
    }
    if (length == 0 || length == room || !board.mover.contains(at)) return;
    for (at -= step; at != cell; at -= step) turned.add(at);
}

}  // namespace

WideBoard wide_start(int size) {
    assert(is_side(size));
    const int low = size / 2 - 1;
    WideBoard board;
    board.size = size;
    board.mover.add(low * most_side + low + 1);
    board.mover.add((low + 1) * most_side + low);
    board.waiter.add(low * most_side + low);
    board.waiter.add((low + 1) * most_side + low + 1);
    return board;
}

WideDiscs empties(const WideBoard& board) {
    return geometry_of(board.size).cells - (board.mover | board.waiter);
}

WideDiscs placements(const WideBoard& board) {
    const Geometry& geometry = geometry_of(board.size);
    const WideDiscs inner = board.waiter & geometry.inner_columns;
    const bool may_be_long = board.size > 10;
    const WideDiscs reached = ends_both_ways<1>(board.mover, inner, may_be_long) |
                              ends_both_ways<most_side - 1>(board.mover, inner, may_be_long) |
                              ends_both_ways<most_side>(board.mover, board.waiter, may_be_long) |
                              ends_both_ways<most_side + 1>(board.mover, inner, may_be_long);
    return (reached & geometry.cells) - (board.mover | board.waiter);
}

WideDiscs flips(const WideBoard& board, int cell) {
    const int left = cell % most_side;
    const int right = board.size - 1 - left;
    const int up = cell / most_side;
    const int down = board.size - 1 - up;
    assert(right >= 0 && down >= 0);
    WideDiscs turned;
    add_flips(board, cell, -1, left, turned);
    add_flips(board, cell, 1, right, turned);
    add_flips(board, cell, -most_side, up, turned);
    add_flips(board, cell, most_side, down, turned);
    add_flips(board, cell, -most_side - 1, std::min(up, left), turned);
    add_flips(board, cell, -most_side + 1, std::min(up, right), turned);
    add_flips(board, cell, most_side - 1, std::min(down, left), turned);
    add_flips(board, cell, most_side + 1, std::min(down, right), turned);
    return turned;
}

WideBoard place(const WideBoard& board, int cell) {
    const WideDiscs turned = flips(board, cell);
    assert(turned.any());
    WideBoard next{board.waiter - turned, board.mover | turned, board.size};
    next.waiter.add(cell);
    return next;
}

std::uint64_t perft(const WideBoard& board, int depth) {
    assert(depth >= 0);
    if (depth == 0) return 1;
    const WideDiscs cells = placements(board);
    if (!cells.any()) {
        // At depth 1 a pass and a finished game both leave one leaf, so there is no need to tell them apart.
        if (depth == 1 || !placements(passed(board)).any()) return 1;
        return perft(passed(board), depth - 1);
    }
    if (depth == 1) return static_cast<std::uint64_t>(count(cells));
    std::uint64_t leaves = 0;
    for_each(cells, [&](int cell) { leaves += perft(place(board, cell), depth - 1); });
    return leaves;
}

}  // namespace tengen::othello
