#include "games/othello/levels.h"

#include <array>
#include <cassert>
#include <cstddef>

#include "core/searcher.h"

namespace tengen::othello {

const Grade& grade_of(int level) {
    static constexpr std::array<Grade, 7> grades{{
        {.depth = 2, .exact_from = 4, .misjudged = 9.5, .greed = 42, .nodes = 2'000, .table_mb = 1},
        {.depth = 2, .exact_from = 4, .misjudged = 6.8, .greed = 25, .nodes = 5'000, .table_mb = 1},
        {.depth = 3, .exact_from = 6, .misjudged = 8.4, .greed = 12, .nodes = 20'000, .table_mb = 1},
        {.depth = 4, .exact_from = 8, .misjudged = 6, .greed = 0, .nodes = 50'000, .table_mb = 1},
        {.depth = 5, .exact_from = 10, .misjudged = 3.2, .greed = 0, .nodes = 200'000, .table_mb = 2},
        {.depth = 7, .exact_from = 14, .misjudged = 1.5, .greed = 0, .nodes = 1'000'000, .table_mb = 4},
        {.depth = 10, .exact_from = 18, .misjudged = 0.4, .greed = 0, .nodes = 6'000'000, .table_mb = 16},
    }};
    assert(level >= lowest_searching_level && level < highest_level);
    return grades[static_cast<std::size_t>(level - lowest_searching_level)];
}

}  // namespace tengen::othello
