// What the net sees of a position: planes of points and a few numbers, all from the mover's side. Knows no
// net and no search. Training and play both come here, so that they see the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/go/board.h"
#include "games/go/rules.h"

namespace tengen::go {

// Raised whenever a plane or a number changes its meaning; a net tells which one it was trained on.
inline constexpr int feature_version = 1;

// In the order of the net's input.
enum class Plane : std::uint8_t {
    ones,
    own,
    others,
    own_one_liberty,
    own_two_liberties,
    own_three_liberties,
    others_one_liberty,
    others_two_liberties,
    others_three_liberties,
    forbidden,  // by the ko, or by a repetition
    last_move,  // and the four before it
    second_last_move,
    third_last_move,
    fourth_last_move,
    fifth_last_move,
    ladder_prey,  // chains of either side that a ladder takes, whoever's turn it is for
    ladder_move,  // the mover's first moves of such ladders
    own_alive,    // pass-alive stones and what they surround
    others_alive,
};
inline constexpr int plane_count = 19;
inline constexpr int moves_seen = 5;

enum class Global : std::uint8_t {
    points_beside,  // what the mover has beside the board, in 20 points
    side,           // in 19 points
    points,         // of the board, in 361
    territory,
    tax_in_seki,
    tax_on_groups,
    suicide,
    positional_superko,
    situational_superko,
    button,        // still to be had
    after_a_pass,  // another one ends the play
    no_agreement,  // dead stones have to be taken
};
inline constexpr int global_count = 12;

// One bit a point, counted row by row from the top left.
using PointSet = std::array<std::uint64_t, (most_points + 63) / 64>;

[[nodiscard]] constexpr bool has(const PointSet& set, Move point) {
    return (set[static_cast<std::size_t>(point) / 64] >> (point % 64) & 1) != 0;
}
constexpr void add(PointSet& set, Move point) {
    set[static_cast<std::size_t>(point) / 64] |= std::uint64_t{1} << (point % 64);
}

struct Planes {
    int side = most_size;
    std::array<PointSet, plane_count> sets{};
    std::array<float, global_count> globals{};

    [[nodiscard]] PointSet& operator[](Plane plane) { return sets[static_cast<std::size_t>(plane)]; }
    [[nodiscard]] const PointSet& operator[](Plane plane) const {
        return sets[static_cast<std::size_t>(plane)];
    }
    [[nodiscard]] float& operator[](Global global) { return globals[static_cast<std::size_t>(global)]; }
    [[nodiscard]] float operator[](Global global) const { return globals[static_cast<std::size_t>(global)]; }

    friend bool operator==(const Planes&, const Planes&) = default;
};

inline constexpr int all_ladder_plies = 80;  // enough for a ladder across the largest board

// What a board does not tell.
struct Outlook {
    Stone mover = Stone::black;
    std::span<const Move> last_moves;        // the newest first; those beyond the fifth are not looked at
    std::span<const Move> repetitions = {};  // points where a stone would bring back what has been
    float points_beside = 0;                 // komi, bonus and button; under territory rules also prisoners
    bool has_button = false;                 // there is one, and nobody has taken it
    bool after_a_pass = false;
    int ladder_plies = all_ladder_plies;  // so far ladders are read
};

// `rules` are looked at for what every position of a game shares; its komi counts by `points_beside` alone.
// Precondition: the board is of the rules' size.
template <int most_side>
[[nodiscard]] Planes planes_of(const Board<most_side>& board, const Rules& rules, const Outlook& outlook);

// Stones that nobody can take even if their side always passes (Benson 1976), with the regions they surround
// and in which no other can live.
template <int most_side>
[[nodiscard]] PointSet pass_alive(const Board<most_side>& board, Stone stone);

extern template Planes planes_of(const Board<9>&, const Rules&, const Outlook&);
extern template Planes planes_of(const Board<13>&, const Rules&, const Outlook&);
extern template Planes planes_of(const Board<19>&, const Rules&, const Outlook&);
extern template PointSet pass_alive(const Board<9>&, Stone);
extern template PointSet pass_alive(const Board<13>&, Stone);
extern template PointSet pass_alive(const Board<19>&, Stone);

}  // namespace tengen::go
