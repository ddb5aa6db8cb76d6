// What a position is worth at a glance: linear in the counts of what both sides could make, by phase of the
// game; and how promising a single stone looks. Weights and their file are here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "games/gomoku/lines.h"

namespace tengen::gomoku {

// Values are the side to move's, in units of 1/256 of the logarithm of the odds.
inline constexpr int value_unit = 256;
inline constexpr int most_value = 20 * value_unit;  // of what is not proven

inline constexpr int phase_count = 4;
[[nodiscard]] constexpr int phase_of(int stones) {
    return stones < 10 ? 0 : stones < 20 ? 1 : stones < 40 ? 2 : 3;
}

struct PhaseWeights {
    std::array<std::int16_t, count_count> own{};    // of the side to move
    std::array<std::int16_t, count_count> other{};  // to be subtracted
    std::int16_t tempo = 0;
};

struct Weights {
    // Without fouls and with: by the colour of the side to move, by phase.
    std::array<std::array<std::array<PhaseWeights, phase_count>, 2>, 2> sets;
};

// What plays where no file was loaded.
[[nodiscard]] std::shared_ptr<const Weights> hand_made_weights();

// Throws std::invalid_argument for bytes that are no weights. The layout is described in
// train/gomoku/README.md.
[[nodiscard]] std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes);

// Those for new searchers: what was loaded last, else the ones made by hand.
[[nodiscard]] std::shared_ptr<const Weights> current_weights();
void use_weights(std::shared_ptr<const Weights> weights);

[[nodiscard]] inline int value_of(const Weights& weights, const Lines& lines, Colour mover) {
    const bool has_fouls = lines.board().rule() == LineRule::renju;
    const PhaseWeights& phase = weights.sets[has_fouls][static_cast<std::size_t>(index_of(mover))]
                                            [static_cast<std::size_t>(phase_of(lines.stones()))];
    const Counts& own = lines.counts(mover);
    const Counts& others = lines.counts(other(mover));
    int value = phase.tempo;
    for (std::size_t index = 0; index < count_count; ++index) {
        value += own[index] * phase.own[index] - others[index] * phase.other[index];
    }
    return value < -most_value ? -most_value : value > most_value ? most_value : value;
}

// The probability of winning that a value stands for. The same everywhere, to the last bit.
[[nodiscard]] float win_of(int value);

// How promising a stone of this shape is, before anything is searched: for ordering.
[[nodiscard]] const std::array<std::int16_t, 1 << 16>& promises();

}  // namespace tengen::gomoku
