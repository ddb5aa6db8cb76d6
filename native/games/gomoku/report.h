// What was thought, in the words of core/analysis.h.
#pragma once

#include "core/analysis.h"
#include "games/gomoku/root.h"

namespace tengen::gomoku {

// The marks tell where fives, open fours and fours with a three can be made by either side, the fouls of the
// side to move by name, and the points of a proven win. Leaves the nodes to whoever knows them.
[[nodiscard]] Analysis report_of(const Root& root, Search& search, Colour mover, int lines);

}  // namespace tengen::gomoku
