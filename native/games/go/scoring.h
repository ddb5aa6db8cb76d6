// Counting a finished board. Takes every stone on it as alive; leaves prisoners, komi and bonus to the rules.
#pragma once

#include <cstdint>
#include <span>

#include "games/go/rules.h"

namespace tengen::go {

// Black's points on the board alone less White's. Precondition: as many cells as the rules' board has points.
[[nodiscard]] int board_lead(std::span<const std::uint8_t> cells, const Rules& rules);

}  // namespace tengen::go
