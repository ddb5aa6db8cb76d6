// What a leaf of a tree of Go is worth, and which of its moves look good, by the net. No tree.
#pragma once

#include <memory>
#include <vector>

#include "games/go/evaluator.h"
#include "games/go/net.h"

namespace tengen::go {

// Precondition: the net plays boards of that side. One and the same position is seen from one and the same of
// the eight sides, and asked for once as long as it is remembered.
[[nodiscard]] std::unique_ptr<Evaluator> net_evaluator(int side, std::shared_ptr<const Net> net,
                                                       const Sight& sight,
                                                       const std::vector<Unthought>& unthought);

// What the net sees at the end of a walk.
template <int most_side>
[[nodiscard]] Planes planes_of(const GoWalkOn<most_side>& walk, int ladder_plies = all_ladder_plies);

extern template Planes planes_of(const GoWalkOn<9>&, int);
extern template Planes planes_of(const GoWalkOn<13>&, int);
extern template Planes planes_of(const GoWalkOn<19>&, int);

}  // namespace tengen::go
