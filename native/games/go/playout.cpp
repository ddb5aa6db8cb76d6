#include "games/go/playout.h"

namespace tengen::go {

namespace {

constexpr int most_moves_a_point = 3;
constexpr int passes_to_end = 2;

// The stones beside a region of empty cells, as bits of 1 for Black and 2 for White; `size` counts its cells.
template <int most_side>
int colours_beside(const Board<most_side>& board, int start,
                   std::array<bool, Board<most_side>::cell_count>& seen, int& size) {
    std::array<typename Board<most_side>::Cell, Board<most_side>::point_count> region{};
    std::size_t count = 0;
    const auto add = [&](int cell) {
        seen[static_cast<std::size_t>(cell)] = true;
        region[count++] = static_cast<typename Board<most_side>::Cell>(cell);
    };
    int colours = 0;
    add(start);
    for (std::size_t done = 0; done < count; ++done) {
        for (const int step : Board<most_side>::beside) {
            const int near = region[done] + step;
            const Stone there = board.at(near);
            if (there == Stone::none) {
                if (!seen[static_cast<std::size_t>(near)]) add(near);
            } else if (there != Stone::border) {
                colours |= static_cast<int>(there);
            }
        }
    }
    size = static_cast<int>(count);
    return colours;
}

}  // namespace

// What is refused goes to the end of the list, so that each is looked at once.
template <int most_side>
int move_by_chance(Board<most_side>& board, Stone stone, Rng& rng) {
    for (int left = board.empties(); left > 0;) {
        const int place = static_cast<int>(rng.below(static_cast<std::uint32_t>(left)));
        const int cell = board.empty(place);
        if (board.may_play(cell, stone, false) && !board.is_eye(cell, stone)) return cell;
        board.swap_empties(place, --left);
    }
    return 0;
}

template <int most_side>
int play_by_chance(Board<most_side>& board, Colour to_move, Rng& rng) {
    const int most = most_moves_a_point * board.side() * board.side();
    Stone stone = stone_of(to_move);
    int moves = 0;
    for (int passes = 0; moves < most && passes < passes_to_end; ++moves) {
        const int cell = move_by_chance(board, stone, rng);
        if (cell != 0) {
            board.play(cell, stone);
            passes = 0;
        } else {
            board.pass();
            ++passes;
        }
        stone = other(stone);
    }
    return moves;
}

template <int most_side>
int area_lead(const Board<most_side>& board) {
    int lead = 0;
    for (Move point = 0; point < board.side() * board.side(); ++point) {
        const Stone stone = board.at(board.cell_of(point));
        lead += (stone == Stone::black) - (stone == Stone::white);
    }
    std::array<bool, Board<most_side>::cell_count> seen{};
    for (int place = 0; place < board.empties(); ++place) {
        const int cell = board.empty(place);
        if (seen[static_cast<std::size_t>(cell)]) continue;
        int size = 0;
        const int colours = colours_beside(board, cell, seen, size);
        lead += colours == 1 ? size : colours == 2 ? -size : 0;
    }
    return lead;
}

template int move_by_chance(Board<9>&, Stone, Rng&);
template int move_by_chance(Board<13>&, Stone, Rng&);
template int move_by_chance(Board<19>&, Stone, Rng&);
template int play_by_chance(Board<9>&, Colour, Rng&);
template int play_by_chance(Board<13>&, Colour, Rng&);
template int play_by_chance(Board<19>&, Colour, Rng&);
template int area_lead(const Board<9>&);
template int area_lead(const Board<13>&);
template int area_lead(const Board<19>&);

}  // namespace tengen::go
