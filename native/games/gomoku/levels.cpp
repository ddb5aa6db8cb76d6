#include "games/gomoku/levels.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdlib>

#include "core/searcher.h"

namespace tengen::gomoku {

namespace {

// What is far from the last move is overlooked more often, up to twice as often as what is near, and
// diagonals more often than rows and columns.
int misses_at(int misses, int distance, bool is_diagonal) {
    return misses * (50 + 10 * std::min(distance, 10)) / 100 * (is_diagonal ? 5 : 4) / 4;
}

}  // namespace

const Grade& grade_of(int level) {
    static constexpr std::array<Grade, 7> grades{{
        {.depth = 1,
         .width = 12,
         .misses_four = 60,
         .misses_three = 560,
         .misses_broken = 850,
         .nodes = 1'000},
        {.depth = 2,
         .width = 14,
         .misses_four = 14,
         .misses_three = 180,
         .misses_broken = 380,
         .nodes = 4'000},
        {.depth = 3,
         .fours = 2,
         .width = 16,
         .misses_four = 4,
         .misses_three = 95,
         .misses_broken = 210,
         .nodes = 9'000},
        {.depth = 4, .fours = 3, .width = 20, .misses_three = 25, .misses_broken = 55, .nodes = 20'000},
        {.depth = 6,
         .fours = 6,
         .threat_nodes = 12'000,
         .width = 26,
         .misses_three = 8,
         .misses_broken = 18,
         .nodes = 44'000},
        {.depth = 8,
         .fours = 7,
         .threat_nodes = 25'000,
         .width = 30,
         .misses_broken = 4,
         .nodes = 175'000,
         .table_mb = 4},
        {.depth = 13,
         .fours = most_fours,
         .threat_nodes = 200'000,
         .width = 40,
         .nodes = 900'000,
         .table_mb = 8},
    }};
    assert(level >= lowest_searching_level && level < highest_level);
    return grades[static_cast<std::size_t>(level - lowest_searching_level)];
}

Blindness blindness_of(const Grade& grade, const Lines& lines, int last, std::uint64_t seed) {
    Blindness blindness;
    const int size = lines.board().size();
    const std::uint64_t salt = mixed(seed) ^ lines.hash();
    for (const Colour colour : {Colour::black, Colour::white}) {
        for_each(lines.empty(), [&](int point) {
            const int distance = last < 0 ? 0
                                          : std::max(std::abs(point % size - last % size),
                                                     std::abs(point / size - last / size));
            const std::uint64_t feature = mixed(
                salt ^ static_cast<std::uint64_t>(2 * point + index_of(colour)) * 0x9e3779b97f4a7c15ULL);
            // The shape as it is tells how it looks; what it turns into later is as hard to see.
            const Shape shape = lines.shape(colour, point);
            bool is_broken = true;
            bool is_diagonal = true;
            for (int direction = 0; direction < directions; ++direction) {
                const Class one = class_in(shape, direction);
                if (one == Class::three_wide) is_broken = false;
                if (one >= Class::closed_three && direction < 2) is_diagonal = false;
            }
            const auto misses = [&](int often, unsigned part) {
                const auto chance = static_cast<int>((feature >> part & 0xffff) * 1000 >> 16);
                return chance < misses_at(often, distance, is_diagonal);
            };
            auto& unseen = blindness.unseen[static_cast<std::size_t>(index_of(colour))];
            const auto overlook = [&](Rank rank) { unseen[static_cast<std::size_t>(rank)].add(point); };
            if (misses(grade.misses_four, 0)) {
                overlook(Rank::four);
                overlook(Rank::four_three);
                overlook(Rank::open_four);
            }
            if (misses(is_broken ? grade.misses_broken : grade.misses_three, 16)) {
                overlook(Rank::three);
                overlook(Rank::double_three);
                overlook(Rank::four_three);
            }
        });
    }
    return blindness;
}

}  // namespace tengen::gomoku
