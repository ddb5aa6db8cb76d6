#include "games/othello/levels.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "core/searcher.h"

namespace tengen::othello {

const Grade& grade_of(int level) {
    static constexpr std::array<Grade, 7> grades{{
        {.depth = 1, .exact_from = 2, .misjudged = 6, .greed = 50, .nodes = 2'000, .table_mb = 1},
        {.depth = 2, .exact_from = 4, .misjudged = 4, .greed = 25, .nodes = 5'000, .table_mb = 1},
        {.depth = 3, .exact_from = 6, .misjudged = 3, .greed = 0, .nodes = 20'000, .table_mb = 1},
        {.depth = 4, .exact_from = 8, .misjudged = 2, .greed = 0, .nodes = 50'000, .table_mb = 1},
        {.depth = 6, .exact_from = 12, .misjudged = 1, .greed = 0, .nodes = 500'000, .table_mb = 4},
        {.depth = 8, .exact_from = 16, .misjudged = 0.5, .greed = 0, .nodes = 2'000'000, .table_mb = 8},
        {.depth = 11, .exact_from = 20, .misjudged = 0, .greed = 0, .nodes = 6'000'000, .table_mb = 16},
    }};
    assert(level >= lowest_searching_level && level < highest_level);
    return grades[static_cast<std::size_t>(level - lowest_searching_level)];
}

}  // namespace tengen::othello
