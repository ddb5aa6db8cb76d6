// SHA-256 (FIPS 180-4), to tell whether a file is whole. For no secrets.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace tengen {

[[nodiscard]] std::array<std::byte, 32> sha256(std::span<const std::byte> bytes);

}  // namespace tengen
