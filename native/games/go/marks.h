// What of a position of Go somebody should look at: stones that are lost, and chains that a ladder takes. Not
// what to do about it.
#pragma once

#include <span>
#include <vector>

#include "core/analysis.h"
#include "games/go/position.h"

namespace tengen::go {

// Always the same for one position and one ownership, in a few milliseconds; stones row by row.
//
// `dead`: chains that are lost whoever moves. A hundred games played out say so clearly, and a search does
// not call them alive by its `ownership`, by points, Black's 1 to White's -1; empty where it is not known.
// `ladder`: chains that are put in atari again and again and taken in the end: those of two liberties whose
// enemy is to move, and those in atari, of either side, that would run in vain. Who could not even take a
// step is in no ladder, nor is who is dead.
[[nodiscard]] std::vector<Mark> marks_of(const GoPosition& position, std::span<const float> ownership);

}  // namespace tengen::go
