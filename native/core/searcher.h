// A search for one game under one rule set: what the bindings call and every game's searcher implements.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis.h"
#include "core/position.h"
#include "core/stop.h"

namespace tengen {

// Moves that one side shall not be thought to make, up to so many plies from the root.
struct Avoid {
    Colour colour = Colour::black;
    std::vector<Move> moves;
    int plies = 1;
};

// 0 is no limit, and the first limit reached ends the search. `ms` is what to plan with, `most_ms` what never
// to pass; where they are equal, or only one is given, it is the time to spend.
struct Limits {
    std::int64_t nodes = 0;
    int ms = 0;
    int most_ms = 0;
    int depth = 0;
    bool exact = false;  // prove the result, in games whose searcher can
    int lines = 1;       // how many candidates to value in full
    std::vector<Avoid> avoid = {};
};

// What a searcher may use.
struct Resources {
    std::uint64_t seed = 0;
    int threads = 1;
    int memory_mb = 64;
};

// A move, a pass, giving up, or the word of an opening.
struct Choice {
    Move move = pass;
    bool resigns = false;
    std::string word = {};
};

// Hears of improving thoughts, every 100 ms at most, in the thread that thinks. May be empty.
using Progress = std::function<void(const Analysis&)>;

// The highest level: it reuses what it knows, takes time and threads. Those below are limited in nodes and
// begin every choice with nothing kept, so that one seed gives one move on every machine.
inline constexpr int highest_level = 10;
inline constexpr int lowest_searching_level = 3;

// One search at a time; only `latest` may be called beside it, from any thread.
class Searcher {
   public:
    virtual ~Searcher() = default;

    // Go to the position after these plays, reusing what the last one has in common with it. Throws
    // std::invalid_argument for a set-up or a play that the rules refuse, and then nothing has changed.
    virtual void sync(const Setup* setup, std::span<const Play> plays) = 0;

    // What the player of a level does. Precondition: the game is not over, 3 <= level <= 10.
    [[nodiscard]] virtual Choice choose(int level, const Limits& limits, const Stop& stop) = 0;

    // What the position is worth, however strong a level is. Precondition: the game is not over.
    [[nodiscard]] virtual Analysis think(const Limits& limits, const Stop& stop,
                                         const Progress& progress) = 0;

    // A snapshot of the search that is going on, or of the last one since `sync`; before that it is empty.
    [[nodiscard]] virtual Analysis latest() const = 0;

   protected:
    Searcher() = default;
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;
};

}  // namespace tengen
