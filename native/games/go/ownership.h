// Whose every point becomes: a board played out many times and counted. Judges no chain: that is for who
// asks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/options.h"
#include "core/ownership.h"
#include "core/position.h"
#include "core/stop.h"
#include "games/go/position.h"

namespace tengen::go {

// Of a board as it stands, whatever was before it: no ko is forbidden, no repetition known, and the half
// point of a button is nobody's. Throws std::invalid_argument for options and set-ups that the rules refuse.
[[nodiscard]] Ownership ownership(const Options& options, const Setup& setup, const PlayingOut& how,
                                  const Stop& stop);

// Its points alone, of so many games, of which either side begins half. Precondition: games > 0.
[[nodiscard]] std::vector<float> owners_played_out(const AnyBoard& board, int games, std::uint64_t seed);

}  // namespace tengen::go
