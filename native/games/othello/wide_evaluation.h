// What a board of any size is worth at a glance: a handful of counts, weighed by how full the board is.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/othello/wide_grid.h"

namespace tengen::othello {

// Differences, the side to move's less the other's.
enum WideFeature : std::size_t {
    mobility,            // points where it may move
    potential_mobility,  // empty points beside discs of the other side
    frontier,            // discs beside empty points
    corners_held,
    x_squares,  // discs diagonally beside an empty corner
    c_squares,  // discs straight beside an empty corner
    edge_discs,
    anchored_edges,  // discs in unbroken rows along the edges from a corner of one's own
    discs_held,
    wide_features
};

using WideFeatures = std::array<int, wide_features>;

template <typename Set, int stride>
[[nodiscard]] WideFeatures wide_features_of(const Shape<Set>& shape, const Set& mover, const Set& waiter,
                                            const Set& own_moves, const Set& others_moves) {
    const Set empty = shape.cells - (mover | waiter);
    const Set open = spread<Set, stride>(shape, empty);
    WideFeatures features{};
    features[mobility] = count(own_moves) - count(others_moves);
    features[potential_mobility] =
        count(empty & spread<Set, stride>(shape, waiter)) - count(empty & spread<Set, stride>(shape, mover));
    features[frontier] = count(mover & open) - count(waiter & open);
    features[corners_held] = count(mover & shape.corner_cells) - count(waiter & shape.corner_cells);
    features[edge_discs] = count(mover & shape.edges) - count(waiter & shape.edges);
    features[discs_held] = count(mover) - count(waiter);
    for (const Corner<Set>& corner : shape.corners) {
        if (!(corner.itself & empty).any()) continue;
        features[x_squares] += count(mover & corner.diagonal) - count(waiter & corner.diagonal);
        features[c_squares] += count(mover & corner.beside) - count(waiter & corner.beside);
    }
    const auto anchored = [&](const Set& own) {
        Set rows = own & shape.corner_cells;
        if (!rows.any()) return 0;
        const Set own_edges = own & shape.edges;
        for (Set wider = spread<Set, stride>(shape, rows) & own_edges; wider != rows;
             wider = spread<Set, stride>(shape, rows) & own_edges) {
            rows = wider;
        }
        return count(rows);
    };
    features[anchored_edges] = anchored(mover) - anchored(waiter);
    return features;
}

// Of a board with so many of its cells full, in units of 1/8 disc.
[[nodiscard]] int wide_value(const WideFeatures& features, int discs, int cells);

}  // namespace tengen::othello
