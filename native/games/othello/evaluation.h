// What a board of 8x8 is worth at a glance: patterns of discs (Buro), mobility and parity, by phase of the
// game. Weights and their file are here, features are kept up to date by the kernels (evaluation.inl).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/othello/board.h"

namespace tengen::othello {

// Values of the midgame count in units of 1/32 disc.
inline constexpr int disc = 32;

// --- patterns: sets of points, each seen from up to eight sides

inline constexpr int pattern_count = 11;
inline constexpr int instance_count = 46;
inline constexpr int lane_count = 48;  // of the vectors that hold one number for each instance
inline constexpr int longest_pattern = 10;

struct Instance {
    int pattern = 0;
    int length = 0;
    std::array<int, longest_pattern> points{};  // the first is the highest digit
};

// In the order of their patterns.
inline constexpr std::array<int, pattern_count> instances_of_pattern{4, 4, 4, 2, 4, 4, 4, 4, 4, 4, 8};
inline constexpr std::array<int, pattern_count> length_of_pattern{8, 8, 8, 8, 7, 6, 5, 4, 10, 9, 10};

[[nodiscard]] constexpr int power_of_3(int exponent) {
    int power = 1;
    for (; exponent > 0; --exponent) power *= 3;
    return power;
}

[[nodiscard]] const std::array<Instance, instance_count>& instances();

// An instance's number has a digit for each of its points: 0 for a disc of the first side, 1 for none, 2 for
// a disc of the second. So the other side sees the highest number less this one.
struct alignas(64) Features {
    std::array<std::uint16_t, lane_count> numbers{};
};

// By how much a disc of the second side on an empty point raises each number; of the first, lowers it.
struct alignas(64) Lanes {
    std::array<std::uint16_t, lane_count> lanes{};
};
struct FeatureTables {
    std::array<Lanes, side * side> disc_at;
    Lanes empty_board;
    Lanes highest;
};
[[nodiscard]] const FeatureTables& feature_tables();

// --- weights

inline constexpr int phase_count = 15;  // by four discs
[[nodiscard]] constexpr int phase_of(int discs) {
    const int phase = (discs - 4) / 4;
    return phase < 0 ? 0 : phase >= phase_count ? phase_count - 1 : phase;
}

// Where the weights of each pattern begin in a phase, all numbers of one after those of another.
[[nodiscard]] constexpr std::array<int, pattern_count + 1> make_offsets() {
    std::array<int, pattern_count + 1> offsets{};
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        offsets[pattern + 1] = offsets[pattern] + power_of_3(length_of_pattern[pattern]);
    }
    return offsets;
}
inline constexpr std::array<int, pattern_count + 1> offset_of_pattern = make_offsets();

[[nodiscard]] constexpr std::array<int, instance_count> make_instance_offsets() {
    std::array<int, instance_count> offsets{};
    std::size_t instance = 0;
    for (std::size_t pattern = 0; pattern < pattern_count; ++pattern) {
        for (int count = 0; count < instances_of_pattern[pattern]; ++count) {
            offsets[instance++] = offset_of_pattern[pattern];
        }
    }
    return offsets;
}
inline constexpr std::array<int, instance_count> offset_of_instance = make_instance_offsets();

inline constexpr int most_moves_counted = 32;
inline constexpr int most_frontier_counted = 48;
inline constexpr int weight_unit = 8;  // weights are this many times finer than values

struct PhaseWeights {
    std::array<std::int16_t, most_moves_counted> own_moves{};
    std::array<std::int16_t, most_moves_counted> others_moves{};
    // Empty points beside discs of the other side: moves that may come.
    std::array<std::int16_t, most_frontier_counted> own_prospects{};
    std::array<std::int16_t, most_frontier_counted> others_prospects{};
    std::array<std::int16_t, 2> parity{};  // by the number of empty points, even or odd
    std::vector<std::int16_t> patterns;    // offset_of_pattern.back() of them
};

struct Weights {
    std::array<PhaseWeights, phase_count> phases;
};

// Weights made by hand: mobility, corners and what is beside them. What plays where no file was loaded.
[[nodiscard]] std::shared_ptr<const Weights> hand_made_weights();

// The numbers of mirrored discs share a weight: for each number of a pattern its place in a file, counted
// from 0.
struct SharedNumbers {
    std::vector<std::uint16_t> place;
    int count = 0;
};
[[nodiscard]] const std::array<SharedNumbers, pattern_count>& shared_numbers();

// Throws std::invalid_argument for bytes that are no weights. The layout is described in
// train/othello/README.md.
[[nodiscard]] std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes);

// Those for new searchers: what was loaded last, else the ones made by hand.
[[nodiscard]] std::shared_ptr<const Weights> current_weights();
void use_weights(std::shared_ptr<const Weights> weights);

}  // namespace tengen::othello
