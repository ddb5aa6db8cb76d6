// Exponentials and logarithms that are the same on every machine: sums and products of floats, no libm.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace tengen::go::selfplay {

// e to the x, about 1e-6 of it off. Beyond 80 either way it stays where it is.
[[nodiscard]] inline float exp_of(float x) {
    const float doublings = std::clamp(x, -80.0F, 80.0F) * 1.44269504F;
    const float whole = std::floor(doublings);
    const float part = doublings - whole;
    float power = 1.54035304e-4F;
    for (const float term :
         {1.33335581e-3F, 9.61812911e-3F, 5.55041087e-2F, 2.40226507e-1F, 6.93147181e-1F, 1.0F}) {
        power = power * part + term;
    }
    return std::bit_cast<float>((static_cast<std::int32_t>(whole) + 127) << 23) * power;
}

// Precondition: x is positive and normal.
[[nodiscard]] inline float log_of(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    // The mantissa is brought to between 2/3 and 4/3, where the series is short.
    const std::uint32_t shifted = bits - 0x3f2aaaabU;
    const auto exponent = static_cast<float>(static_cast<std::int32_t>(shifted) >> 23);
    const auto mantissa = std::bit_cast<float>((shifted & 0x007fffffU) + 0x3f2aaaabU);
    const float ratio = (mantissa - 1) / (mantissa + 1);
    const float square = ratio * ratio;
    float series = 1.0F / 9;
    for (const float term : {1.0F / 7, 1.0F / 5, 1.0F / 3, 1.0F}) series = series * square + term;
    return exponent * 0.693147181F + 2 * ratio * series;
}

}  // namespace tengen::go::selfplay
