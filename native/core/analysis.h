// What a search tells of a position: one shape for every game. All values are Black's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/position.h"

namespace tengen {

// Whether a value is certain, and what it is for Black.
enum class Proof : std::uint8_t { open, won, lost, drawn };

// What the losing side has at one of its turns in a proven line: every move that answers the threat, each
// with how it loses, as far as that is told; the move of the line comes first. None: nothing answers it.
struct Defence {
    int number = 0;  // of the turn's move in the line, counted from 1
    std::vector<std::vector<Move>> lines;
};

struct Candidate {
    std::vector<Move> line;  // the move itself, then what is expected to follow; never empty
    float win = 0.5F;        // a probability
    float margin = 0;        // discs or points; 0 in games without
    float spread = 0;        // the standard deviation of `margin`; 0 where that is not told
    float prior = 0;         // how likely the move looked before it was searched
    std::int64_t visits = 0;
    Proof proof = Proof::open;
    std::vector<Defence> defences = {};  // of a win by force, as far as its turns are known; else empty
};

// Points that somebody should look at, and as what.
struct Mark {
    std::string key;
    std::vector<Move> points;
};

struct Analysis {
    float win = 0.5F;
    float margin = 0;
    std::optional<int> exact;      // the proven margin for the side to move
    std::vector<Candidate> best;   // best first
    std::vector<float> ownership;  // -1 White's to 1 Black's, row by row; empty in games without
    std::vector<Mark> marks;
    std::int64_t nodes = 0;
    int depth = 0;
};

}  // namespace tengen
