// What can be said of a move at a glance: the numbers of the features it has, and how likely each move is by
// them. The weights are in weights.h; nothing here plays on, but for the reading of ladders.
//
// A feature's number is its place among the weights. Those of tactics and place come first, then the shapes,
// then the shapes of replies beside the last move.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "games/go/board.h"
#include "games/go/ladder.h"
#include "games/go/shapes.h"

namespace tengen::go {

struct Weights;

// The last two moves as cells; 0 for a pass and for none.
struct Recent {
    int last = 0;
    int before = 0;
};

// Chains of 1, 2, 3 to 6 and more stones.
inline constexpr int size_steps = 4;
[[nodiscard]] constexpr int size_step(int stones) {
    return stones < 3 ? stones - 1 : stones < 7 ? 2 : 3;
}

// Liberties are counted up to this.
inline constexpr int many_liberties = 4;
inline constexpr int answer_steps = 8;

// How far apart two cells are: rows and columns, and the larger of them once more.
inline constexpr int distance_steps = 18;
inline constexpr int line_steps = 6;
inline constexpr int line_pairs = line_steps * (line_steps + 1) / 2;
inline constexpr int stages = 4;                 // by how full the board is
inline constexpr int place_groups = stages + 1;  // the last for where no stone is near
inline constexpr int nearest_steps = 6;
inline constexpr int largest_small_side = 11;

// Where each group of features begins.
namespace feature {
inline constexpr int capture_of_dead = 0;  // of what would not get away
inline constexpr int capture = capture_of_dead + size_steps;
inline constexpr int capture_to_save = capture + size_steps;  // an own chain in atari has a liberty again
inline constexpr int save = capture_to_save + size_steps;     // at the last liberty of an own chain
inline constexpr int save_in_vain = save + size_steps;
inline constexpr int ladder = save_in_vain + size_steps;  // takes a chain of two liberties
inline constexpr int atari = ladder + size_steps;         // of one that gets away
inline constexpr int prevent = atari + size_steps;  // a liberty of an own chain that a ladder would take
inline constexpr int self_atari = prevent + size_steps;
inline constexpr int liberties = self_atari + size_steps;  // of the chain that is made: 2, 3, 4 or more
inline constexpr int ko = liberties + 3;                   // takes one stone that may not take back
inline constexpr int press = ko + 1;      // a liberty of the last chain, which has 3, 4 or more
inline constexpr int answer = press + 2;  // beside an own chain that the last move touches; see answer_step()
inline constexpr int nearest_own = answer + answer_steps;
inline constexpr int nearest_hostile = nearest_own + nearest_steps;
inline constexpr int to_last = nearest_hostile + nearest_steps;  // by stage
inline constexpr int to_before = to_last + stages * distance_steps;
inline constexpr int place = to_before + stages * distance_steps;  // small boards, then large ones, by group
inline constexpr int shape = place + 2 * place_groups * line_pairs;
}  // namespace feature

// Of all features, replies included.
[[nodiscard]] int feature_count();

struct MoveFeatures {
    static constexpr int most = 24;
    std::array<std::uint16_t, most> numbers{};
    int count = 0;

    void add(int number) { numbers[static_cast<std::size_t>(count++)] = static_cast<std::uint16_t>(number); }
};

// A board looked over once for one side, so that each of its moves can be told of quickly. Keeps a reference.
template <int most_side>
class Overview {
   public:
    Overview(const Board<most_side>& board, Stone stone, Recent recent,
             int ladder_plies = usual_ladder_plies);

    // Precondition: board.may_play(cell, stone, false).
    [[nodiscard]] MoveFeatures of(int cell) const;

   private:
    struct Chain {
        LibertyList liberties;
        bool gets_away = true;           // in atari: if its side moved next
        bool is_touched = false;         // own, by the last move
        bool holds_atari = false;        // itself in atari, as is a chain of the other side beside it
        std::array<bool, 2> taken_by{};  // two liberties: in a ladder that begins there
    };
    struct Beside;
    using Distances = std::array<std::uint8_t, Board<most_side>::cell_count>;

    [[nodiscard]] const Chain& chain(int cell) const {
        return chains_[static_cast<std::size_t>(board_.root(cell))];
    }
    void look_at(int root, int ladder_plies);
    void mark_holders(int stone);
    void mark_touched();
    void measure(Stone stone, Distances& distances) const;
    void add_enemies(const Beside& beside, int cell, MoveFeatures& features) const;
    void add_own(const Beside& beside, MoveFeatures& features) const;
    void add_place(int cell, MoveFeatures& features) const;

    const Board<most_side>& board_;
    Stone stone_;
    Recent recent_;
    int stage_ = 0;
    int last_root_ = 0;   // of the other side's last stone
    Distances to_own_{};  // steps to the nearest stone, `nearest_steps` for far ones
    Distances to_hostile_{};
    std::array<Chain, Board<most_side>::cell_count> chains_;  // by root
};

// The probability of each move by its features, by point; 0 for what is no legal move by the board alone,
// suicide included. They add up to 1, or to 0 where there is no move. Fillings of own eyes are told of as any
// other move. Precondition: as many places in `out` as there are points.
template <int most_side>
void priors(const Board<most_side>& board, Stone stone, Recent recent, const Weights& weights,
            std::span<float> out, int ladder_plies = usual_ladder_plies);

}  // namespace tengen::go
