// Whose every point becomes when a board is played out many times: one shape for every game that counts
// points.
#pragma once

#include <cstdint>
#include <vector>

namespace tengen {

// How a board is played out. The first limit reached ends it, but one game is played at least (two where both
// sides begin).
struct PlayingOut {
    std::int64_t games = 0;  // at most; more than 0
    int ms = 0;              // 0: no limit
    std::uint64_t seed = 0;
    bool both_begin = false;  // for a finished board: either side begins half of the games
};

// What came of it; all values are Black's. One seed and one number of games give the same everywhere.
struct Ownership {
    std::vector<float> points;  // -1 White's to 1 Black's, row by row
    float win = 0.5F;           // the share of games won, a draw half of one
    float margin = 0;           // the mean lead by the count that the rules make, with komi in it
    float spread = 0;           // the standard deviation of the lead
    std::int64_t games = 0;
};

}  // namespace tengen
