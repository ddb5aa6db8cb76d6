// Powers of e and logarithms by sums and products alone, so that they are the same on every machine; those of
// the library differ in their last bits.
#pragma once

#include <bit>
#include <cstdint>

namespace tengen {

namespace detail {
inline constexpr double log_of_2 = 0.69314718055994530942;
inline constexpr int fraction_bits = 52;
inline constexpr std::int64_t exponent_bias = 1023;
}  // namespace detail

// e^x, to about 1e-15 of it; 0 or the greatest it knows (e^700) for x far out.
[[nodiscard]] constexpr double exponential(double x) {
    constexpr double farthest = 700;
    if (!(x > -farthest)) return 0;
    if (x > farthest) x = farthest;
    const auto halvings = static_cast<std::int64_t>(x / detail::log_of_2 + (x < 0 ? -0.5 : 0.5));
    const double rest = x - static_cast<double>(halvings) * detail::log_of_2;
    double sum = 1;
    for (int term = 14; term > 0; --term) sum = 1 + rest / term * sum;
    const std::uint64_t power = static_cast<std::uint64_t>(halvings + detail::exponent_bias)
                                << detail::fraction_bits;
    return sum * std::bit_cast<double>(power);
}

// Precondition: x is a usual number above 0, neither infinite nor below 2^-1022.
[[nodiscard]] constexpr double logarithm(double x) {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto exponent = static_cast<std::int64_t>(bits >> detail::fraction_bits) - detail::exponent_bias;
    constexpr std::uint64_t fraction = (std::uint64_t{1} << detail::fraction_bits) - 1;
    const double mantissa = std::bit_cast<double>(
        (bits & fraction) | static_cast<std::uint64_t>(detail::exponent_bias) << detail::fraction_bits);
    // log m = 2 artanh((m - 1) / (m + 1)), from 1 to 2.
    const double ratio = (mantissa - 1) / (mantissa + 1);
    double sum = 0;
    for (int term = 33; term > 0; term -= 2) sum = 1.0 / term + ratio * ratio * sum;
    return 2 * ratio * sum + static_cast<double>(exponent) * detail::log_of_2;
}

}  // namespace tengen
