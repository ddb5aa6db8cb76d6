// Foretelling how much work a search will be.
#pragma once

#include <cmath>

namespace tengen::othello {

// About 2 to this power, by straight lines between the whole ones: the same on every machine. Precondition:
// exponent >= 0.
[[nodiscard]] inline double power_of_2(double exponent) {
    const auto whole = static_cast<int>(exponent);
    return std::ldexp(1 + (exponent - whole), whole);
}

}  // namespace tengen::othello
