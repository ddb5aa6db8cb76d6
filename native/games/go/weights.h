// What features of moves are worth: logarithms of how much likelier a move is for each. Their file, and what
// stands in for it, are here; the features are in features.h.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "games/go/features.h"

namespace tengen::go {

// A weight of so much makes a move e times as likely.
inline constexpr int weight_unit = 256;
// A shape of so much is chosen as often as one that says nothing.
inline constexpr int usual_shape_odds = 256;

struct Weights {
    // By the number of the feature.
    std::vector<std::int16_t> of;
    // For playouts: how often a shape is chosen against others, by its number.
    std::vector<std::uint16_t> shape_odds;

    [[nodiscard]] int sum(const MoveFeatures& features) const {
        int sum = 0;
        for (int index = 0; index < features.count; ++index) {
            sum += of[features.numbers[static_cast<std::size_t>(index)]];
        }
        return sum;
    }
    [[nodiscard]] int odds_of(Shape shape) const {
        return shape_odds[static_cast<std::size_t>(ShapeNumbers::instance().of(shape))];
    }
};

// What plays where no file was loaded.
[[nodiscard]] std::shared_ptr<const Weights> hand_made_weights();

// Throws std::invalid_argument for bytes that are no weights. The layout is described in train/go/README.md.
[[nodiscard]] std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes);

// Those for new searchers: what was loaded last, else the ones made by hand.
[[nodiscard]] std::shared_ptr<const Weights> current_weights();
void use_weights(std::shared_ptr<const Weights> weights);

// e to the power of -below / weight_unit, 0 for the very small. The same everywhere, to the last bit.
// Precondition: below >= 0.
[[nodiscard]] float power_of(int below);

}  // namespace tengen::go
