#include "games/go/levels.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "core/searcher.h"

namespace tengen::go {

namespace {

constexpr int levels = highest_level - lowest_searching_level;

// By class of sizes: up to 9, up to 13, larger ones.
constexpr std::array<std::array<std::int64_t, levels>, 3> nodes{{
    {40, 110, 180, 340, 750, 1'800, 5'000},
    {40, 110, 190, 360, 800, 2'000, 5'000},
    {40, 110, 200, 360, 700, 1'600, 4'000},
}};

constexpr std::array<Grade, levels> playout_grades{{
    {.ladder_plies = 3, .misjudged = 1'300, .fades = 130, .firmness = 1, .slack = 0.30F},
    {.ladder_plies = 6, .misjudged = 650, .fades = 50, .firmness = 1, .slack = 0.16F},
    {.ladder_plies = 12, .misjudged = 450, .fades = 25, .firmness = 2, .slack = 0.13F},
    {.ladder_plies = 24, .misjudged = 256, .firmness = 3, .slack = 0.09F},
    {.ladder_plies = usual_ladder_plies, .misjudged = 128, .firmness = 4, .slack = 0.06F},
    {.ladder_plies = usual_ladder_plies, .firmness = 5, .slack = 0.04F},
    {.ladder_plies = usual_ladder_plies, .firmness = 6, .slack = 0.02F},
}};

// Nodes are positions shown to the net, on any board. With one there is no search: a move is as good as it
// looks.
constexpr std::array<Grade, levels> net_grades{{
    {.nodes = 1, .ladder_plies = 3, .misjudged = 2'000, .fades = 200, .firmness = 1},
    {.nodes = 1, .ladder_plies = 6, .misjudged = 800, .fades = 60, .firmness = 1},
    {.nodes = 1, .ladder_plies = 12, .misjudged = 350, .fades = 25, .firmness = 2},
    {.nodes = 8, .ladder_plies = 24, .misjudged = 200, .firmness = 3, .slack = 0.09F},
    {.nodes = 32, .ladder_plies = usual_ladder_plies, .misjudged = 100, .firmness = 4, .slack = 0.06F},
    {.nodes = 120, .ladder_plies = usual_ladder_plies, .firmness = 5, .slack = 0.04F},
    {.nodes = 600, .ladder_plies = usual_ladder_plies, .firmness = 6, .slack = 0.02F},
}};

}  // namespace

Grade grade_of(int level, int size, bool has_net) {
    assert(level >= lowest_searching_level && level < highest_level);
    const auto index = static_cast<std::size_t>(level - lowest_searching_level);
    if (has_net) return net_grades[index];
    Grade grade = playout_grades[index];
    grade.nodes = nodes[size <= 9 ? 0 : size <= 13 ? 1 : 2][index];
    return grade;
}

Sight sight_of(const Grade& grade, std::uint64_t seed) {
    return {
        .ladder_plies = grade.ladder_plies, .misjudged = grade.misjudged, .fades = grade.fades, .seed = seed};
}

}  // namespace tengen::go
