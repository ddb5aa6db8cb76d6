// What a leaf of a tree of Go is worth by a game played out, and which of its moves look good by their
// features. No tree.
#pragma once

#include <memory>
#include <vector>

#include "games/go/walk.h"
#include "games/go/weights.h"
#include "search/tree.h"

namespace tengen::go {

// How a player sees a board. One who sees badly misjudges the same moves of the same position each time.
struct Sight {
    int ladder_plies = usual_ladder_plies;
    // By how much a move may look likelier or less likely than it is: e to the power of so much at most, in
    // parts of `weight_unit`.
    int misjudged = 0;
    // How much less likely a move looks with every step from the last three moves, in the same parts.
    int fades = 0;
    std::uint64_t seed = 0;
};

// Moves of one side that are not to be thought of, so many plies from the root.
struct Unthought {
    Colour colour = Colour::black;
    std::vector<Move> moves;
    int plies = 1;
};

// Which moves of a position are worth a look, and how likely each is: all that are legal but fillings of own
// eyes, and a pass where one is allowed. Makes no difference between threads.
[[nodiscard]] std::unique_ptr<Evaluator> playout_evaluator(int side, std::shared_ptr<const Weights> weights,
                                                           std::uint64_t seed, const Sight& sight,
                                                           const std::vector<Unthought>& unthought);

}  // namespace tengen::go
