// Ladders: whether a chain that is given atari at every move is taken in the end, or gets away. Reads plain
// ladders exactly: breakers, stones of the ladder that are taken, and the simple ko. No choice of moves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "games/go/board.h"

namespace tengen::go {

// How many stones a ladder is followed for, both sides together. Who is not taken by then gets away.
inline constexpr int usual_ladder_plies = 40;

// The first few liberties of a chain.
struct LibertyList {
    static constexpr int most = 5;
    std::array<std::uint16_t, most> cells{};
    int count = 0;

    [[nodiscard]] int operator[](int number) const { return cells[static_cast<std::size_t>(number)]; }
    [[nodiscard]] bool has(int cell) const {
        for (int number = 0; number < count; ++number) {
            if (cells[static_cast<std::size_t>(number)] == cell) return true;
        }
        return false;
    }
    // Once only, and no more than `most`.
    void add(int cell) {
        if (count < most && !has(cell))
            cells[static_cast<std::size_t>(count++)] = static_cast<std::uint16_t>(cell);
    }
};

// Stops looking at `enough`. Preconditions: a stone is there; enough <= LibertyList::most.
template <int most_side>
[[nodiscard]] LibertyList liberties_of(const Board<most_side>& board, int stone,
                                       int enough = LibertyList::most);

// Whether the other side, which moves next, takes the chain; one of three liberties or more gets away.
// Precondition: a stone is there.
template <int most_side>
[[nodiscard]] bool is_taken_in_ladder(const Board<most_side>& board, int prey,
                                      int plies = usual_ladder_plies);

// Whether it does so if it begins here. Precondition: `cell` is one of the chain's liberties.
template <int most_side>
[[nodiscard]] bool is_ladder_capture(const Board<most_side>& board, int cell, int prey,
                                     int plies = usual_ladder_plies);

// Whether a chain in atari gets away if its own side moves next. Precondition: it is in atari.
template <int most_side>
[[nodiscard]] bool gets_away(const Board<most_side>& board, int prey, int plies = usual_ladder_plies);

// Whether it does so by this move. Preconditions: it is in atari; `cell` is empty.
template <int most_side>
[[nodiscard]] bool is_ladder_escape(const Board<most_side>& board, int cell, int prey,
                                    int plies = usual_ladder_plies);

}  // namespace tengen::go
