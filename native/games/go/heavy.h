// Games played out by the obvious: what captures, what saves and what looks natural beside the last move
// comes before chance. No tree and no counting.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "core/rng.h"
#include "games/go/board.h"
#include "games/go/features.h"
#include "games/go/weights.h"

namespace tengen::go {

// How often each shape is chosen, flat, so that a playout asks once. Made once for the weights in use.
class ShapeOdds {
   public:
    explicit ShapeOdds(const Weights& weights);
    [[nodiscard]] int of(Shape shape) const { return odds_[shape]; }

   private:
    std::vector<std::uint16_t> odds_;
};

// Those of the weights that are in use now.
[[nodiscard]] std::shared_ptr<const ShapeOdds> odds_of(const std::shared_ptr<const Weights>& weights);

template <int most_side>
class Playout {
   public:
    using FirstStones = std::array<std::uint8_t, Board<most_side>::cell_count>;

    // `odds` must outlive it.
    explicit Playout(const ShapeOdds& odds) : odds_(odds) {}

    // Goes on until both sides pass for want of a sensible move, or for three times as many moves as there
    // are points; how many that were. `first` tells by cells who came there first; the caller clears it.
    int play(Board<most_side>& board, Colour to_move, Recent recent, Rng& rng, FirstStones& first) const;

    // What it would play; 0 for a pass. Changes the order of the empty cells.
    [[nodiscard]] int choose(Board<most_side>& board, Stone stone, Recent recent, Rng& rng) const;

   private:
    [[nodiscard]] int by_shape(const Board<most_side>& board, Stone stone, int last, Rng& rng) const;
    [[nodiscard]] int by_chance(Board<most_side>& board, Stone stone, Rng& rng) const;

    const ShapeOdds& odds_;
};

// The point that leaves no two eyes in a space of three to six points that only `owner` surrounds, where the
// space holds one of the empty cells beside `cell`; 0 where there is none.
template <int most_side>
[[nodiscard]] int vital_point(const Board<most_side>& board, int cell, Stone owner);

// Whose every point of the board is, by points: 1 Black's, -1 White's, 0 neither's. Takes every stone as
// alive. Black's points less White's; `has_neutral` tells whether there are points that are neither's.
struct Area {
    int lead = 0;
    bool has_neutral = false;
};
template <int most_side>
[[nodiscard]] Area area_of(const Board<most_side>& board, std::span<float> owners);

extern template class Playout<9>;
extern template class Playout<13>;
extern template class Playout<19>;
extern template int vital_point(const Board<9>&, int, Stone);
extern template int vital_point(const Board<13>&, int, Stone);
extern template int vital_point(const Board<19>&, int, Stone);
extern template Area area_of(const Board<9>&, std::span<float>);
extern template Area area_of(const Board<13>&, std::span<float>);
extern template Area area_of(const Board<19>&, std::span<float>);

}  // namespace tengen::go
