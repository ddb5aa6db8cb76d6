// Whose every point becomes: a board played out many times and counted. Judges no chain: that is for who
// asks.
#pragma once

#include "core/options.h"
#include "core/ownership.h"
#include "core/position.h"
#include "core/stop.h"

namespace tengen::go {

// Of a board as it stands, whatever was before it: no ko is forbidden, no repetition known, and the half
// point of a button is nobody's. Throws std::invalid_argument for options and set-ups that the rules refuse.
[[nodiscard]] Ownership ownership(const Options& options, const Setup& setup, const PlayingOut& how,
                                  const Stop& stop);

}  // namespace tengen::go
