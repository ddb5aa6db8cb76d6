// Beginnings that are even: what a player of the openings `swap` and `swap2` puts on the board. Found by our
// own search; how is told in train/gomoku/README.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace tengen::gomoku {

// Columns and rows from the middle of the board, to the right and down.
struct Step {
    std::int8_t columns = 0;
    std::int8_t rows = 0;
};

// Black, white, black.
using Triple = std::array<Step, 3>;

// Black, white, black, white, black.
using Five = std::array<Step, 5>;

// White is to move and neither side is better. For Renju, where Black has fouls, others than for the rest.
[[nodiscard]] std::span<const Triple> even_triples(bool has_fouls);

// The same with five stones, for play without fouls: each begins with one of its triples.
[[nodiscard]] std::span<const Five> even_fives();

}  // namespace tengen::gomoku
