#include "games/go/weights.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

namespace tengen::go {

namespace {

constexpr std::array<char, 4> magic{'T', 'G', 'W', '1'};
constexpr int most_shape_odds = 65'535;

std::mutex weights_mutex;
std::shared_ptr<const Weights> loaded_weights;

// e^x for -20 <= x <= 0 by repeated squaring of a short series: plain sums and products, so the same
// everywhere.
constexpr double exponential(double x) {
    const double part = x / 1024;
    double power = 1 + part * (1 + part / 2 * (1 + part / 3 * (1 + part / 4)));
    for (int squarings = 0; squarings < 10; ++squarings) power *= power;
    return power;
}

constexpr int power_count = 16 * weight_unit;

const std::array<float, power_count>& powers() {
    static const auto made = [] {
        std::array<float, power_count> table{};
        for (int below = 0; below < power_count; ++below) {
            table[static_cast<std::size_t>(below)] =
                static_cast<float>(exponential(-static_cast<double>(below) / weight_unit));
        }
        return table;
    }();
    return made;
}

// How often playouts choose a shape. Those near a weight of nothing keep to `usual_shape_odds`.
std::uint16_t odds_of_weight(int weight) {
    const double power = exponential(-static_cast<double>(std::abs(weight)) / weight_unit);
    const double odds = weight < 0 ? usual_shape_odds * power : usual_shape_odds / power;
    return static_cast<std::uint16_t>(std::clamp(odds, 1.0, static_cast<double>(most_shape_odds)));
}

void make_shape_odds(Weights& weights) {
    const std::size_t count = ShapeNumbers::instance().shapes().size();
    weights.shape_odds.resize(count);
    for (std::size_t number = 0; number < count; ++number) {
        weights.shape_odds[number] = odds_of_weight(weights.of[feature::shape + number]);
    }
}

// Cuts and hanes are good, a stone among its own is bad, an own eye worst.
int hand_made_shape(Shape shape) {
    int own = 0;
    int hostile = 0;
    int borders = 0;
    int hane = 0;
    int cuts = 0;
    for (int side = 0; side < 8; side += 2) {
        const Around here = around(shape, side);
        const Around corner = around(shape, side + 1);
        const Around next = around(shape, (side + 2) % 8);
        own += here == Around::own;
        hostile += here == Around::hostile;
        borders += here == Around::border;
        const auto are = [&](Around one, Around two) {
            return (here == one && next == two) || (here == two && next == one);
        };
        hane += corner == Around::own && are(Around::hostile, Around::nothing);
        cuts += corner == Around::own && are(Around::hostile, Around::hostile);
        cuts += corner == Around::hostile && are(Around::own, Around::own);
    }
    if (own + borders == 4) return -4 * weight_unit;
    if (hostile + borders == 4) return -weight_unit;
    int weight = 0;
    if (hane > 0) weight += weight_unit;
    if (cuts > 0) weight += weight_unit;
    if (own > 0 && hostile > 0) weight += weight_unit / 2;
    if (own > 2) weight -= weight_unit;
    if (borders > 0) weight -= weight_unit / 2;
    return weight;
}

void put_by_size(std::vector<std::int16_t>& of, int first, std::array<double, size_steps> worth) {
    for (std::size_t step = 0; step < worth.size(); ++step) {
        of[static_cast<std::size_t>(first) + step] = static_cast<std::int16_t>(worth[step] * weight_unit);
    }
}

void put_tactics(std::vector<std::int16_t>& of) {
    put_by_size(of, feature::capture_of_dead, {0.5, 1, 1.5, 1.5});
    put_by_size(of, feature::capture, {2, 2.5, 3, 4});
    put_by_size(of, feature::capture_to_save, {3, 3.5, 4, 5});
    put_by_size(of, feature::save, {2, 2.5, 3, 4});
    put_by_size(of, feature::save_in_vain, {-1.5, -1.5, -1.5, -1.5});
    put_by_size(of, feature::ladder, {1.5, 2, 2.5, 3});
    put_by_size(of, feature::atari, {0.5, 0.5, 0.5, 0.5});
    put_by_size(of, feature::prevent, {1, 1.5, 2, 3});
    put_by_size(of, feature::self_atari, {-1, -2, -3, -4});
    of[feature::ko] = -weight_unit / 2;
}

// Near the last two moves, and neither on the edge nor far from it.
void put_places(std::vector<std::int16_t>& of) {
    constexpr std::array<int, line_steps> line_worth{-3, -1, 1, 1, 0, 0};
    for (int step = 0; step < stages * distance_steps; ++step) {
        const int near = std::max(0, 12 - step % distance_steps);
        of[static_cast<std::size_t>(feature::to_last + step)] =
            static_cast<std::int16_t>(near * weight_unit / 5);
        of[static_cast<std::size_t>(feature::to_before + step)] =
            static_cast<std::int16_t>(near * weight_unit / 10);
    }
    std::size_t number = feature::place;
    for (int group = 0; group < 2 * place_groups; ++group) {
        const int stage = group % place_groups;
        // The fuller the board, the less it matters; in the open it matters most.
        const int share = stage == stages ? stages : stages - stage;
        for (std::size_t far = 0; far < line_steps; ++far) {
            for (std::size_t nearer = 0; nearer <= far; ++nearer) {
                const int worth = 2 * line_worth[nearer] + line_worth[far];
                of[number++] = static_cast<std::int16_t>(worth * share * weight_unit / (4 * stages));
            }
        }
    }
}

}  // namespace

std::shared_ptr<const Weights> hand_made_weights() {
    static const std::shared_ptr<const Weights> made = [] {
        auto weights = std::make_shared<Weights>();
        weights->of.resize(static_cast<std::size_t>(feature_count()));
        put_tactics(weights->of);
        put_places(weights->of);
        std::size_t number = feature::shape;
        for (const Shape shape : ShapeNumbers::instance().shapes()) {
            weights->of[number++] = static_cast<std::int16_t>(hand_made_shape(shape));
        }
        make_shape_odds(*weights);
        return weights;
    }();
    return made;
}

std::shared_ptr<const Weights> read_weights(std::span<const std::byte> bytes) {
    const auto count = static_cast<std::size_t>(feature_count());
    if (bytes.size() != magic.size() + 2 * count ||
        std::memcmp(bytes.data(), magic.data(), magic.size()) != 0) {
        throw std::invalid_argument("these are no weights of Go");
    }
    auto weights = std::make_shared<Weights>();
    weights->of.resize(count);
    std::size_t place = magic.size();
    for (std::int16_t& weight : weights->of) {
        const auto low = std::to_integer<unsigned>(bytes[place]);
        const auto high = std::to_integer<unsigned>(bytes[place + 1]);
        weight = static_cast<std::int16_t>(low | high << 8);
        place += 2;
    }
    make_shape_odds(*weights);
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

float power_of(int below) {
    return below < power_count ? powers()[static_cast<std::size_t>(below)] : 0.0F;
}

}  // namespace tengen::go
