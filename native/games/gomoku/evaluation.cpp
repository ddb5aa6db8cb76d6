#include "games/gomoku/evaluation.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace tengen::gomoku {

namespace {

constexpr std::array<char, 4> magic{'T', 'G', 'M', '1'};
constexpr std::size_t weights_per_phase = 2 * count_count + 1;

std::mutex weights_mutex;
std::shared_ptr<const Weights> loaded_weights;

// By class, for a stone that may come.
constexpr std::array<int, class_count> class_worth{0, 1, 2, 3, 5, 7, 9, 9, 12, 20, 26, 24, 0, 0, 0, 0};
// And by rank on top.
constexpr std::array<int, rank_count> rank_worth{0, 0, 0, 60, 8, 160, 0, 0, 0};

PhaseWeights hand_made_phase() {
    PhaseWeights phase;
    for (std::size_t index = 0; index < class_count; ++index) {
        phase.own[index] = static_cast<std::int16_t>(class_worth[index] * 5 / 4);
        phase.other[index] = static_cast<std::int16_t>(class_worth[index]);
    }
    for (std::size_t index = 0; index < rank_count; ++index) {
        phase.own[class_count + index] = static_cast<std::int16_t>(rank_worth[index] * 3);
        phase.other[class_count + index] = static_cast<std::int16_t>(rank_worth[index]);
    }
    phase.tempo = 60;
    return phase;
}

// e^x for 0 <= x <= 20 by repeated squaring of a short series: plain sums and products, so the same
// everywhere.
double exponential(double x) {
    const double part = x / 1024;
    double power = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4)));
    for (int squarings = 0; squarings < 10; ++squarings) power *= power;
    return power;
}

}  // namespace

std::shared_ptr<const Weights> hand_made_weights() {
    static const std::shared_ptr<const Weights> made = [] {
        auto weights = std::make_shared<Weights>();
        for (auto& set : weights->sets) {
            for (auto& colour : set) colour.fill(hand_made_phase());
        }
        return weights;
    }();
    return made;
}

std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes) {
    constexpr std::size_t size = magic.size() + 2 * 2 * 2 * phase_count * weights_per_phase;
    if (bytes.size() != size || std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
        throw std::invalid_argument("these are no weights of Gomoku");
    }
    std::size_t place = magic.size();
    const auto next = [&] {
        const auto low = std::to_integer<unsigned>(bytes[place]);
        const auto high = std::to_integer<unsigned>(bytes[place + 1]);
        place += 2;
        return static_cast<std::int16_t>(low | high << 8);
    };
    auto weights = std::make_shared<Weights>();
    for (auto& set : weights->sets) {
        for (auto& colour : set) {
            for (PhaseWeights& phase : colour) {
                for (std::int16_t& weight : phase.own) weight = next();
                for (std::int16_t& weight : phase.other) weight = next();
                phase.tempo = next();
            }
        }
    }
    return weights;
}

std::shared_ptr<const Weights> current_weights() {
    const std::lock_guard guard(weights_mutex);
    return loaded_weights != nullptr ? loaded_weights : hand_made_weights();
}

void use_weights(std::shared_ptr<const Weights> weights) {
    const std::lock_guard guard(weights_mutex);
    loaded_weights = std::move(weights);
}

float win_of(int value) {
    const double x = static_cast<double>(std::clamp(value, -most_value, most_value)) / value_unit;
    const double odds = exponential(x < 0 ? -x : x);
    return static_cast<float>(x < 0 ? 1 / (1 + odds) : odds / (1 + odds));
}

const std::array<std::int16_t, 1 << 16>& promises() {
    static const auto made = [] {
        constexpr std::array<int, class_count> worth{0,  1,  3,  4,  9,  12,  15, 12,
                                                     14, 40, 48, 34, 34, 300, 0,  900};
        auto table = std::make_unique<std::array<std::int16_t, 1 << 16>>();
        for (std::size_t shape = 0; shape < table->size(); ++shape) {
            int sum = 0;
            int threats = 0;
            for (int direction = 0; direction < directions; ++direction) {
                const Class one = class_in(static_cast<Shape>(shape), direction);
                sum += worth[static_cast<std::size_t>(one)];
                if (one >= Class::three && one <= Class::open_four) ++threats;
            }
            (*table)[shape] = static_cast<std::int16_t>(sum + (threats > 1 ? 80 : 0));
        }
        return table;
    }();
    return *made;
}

}  // namespace tengen::gomoku
