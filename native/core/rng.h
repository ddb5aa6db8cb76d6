// Chance that is the same everywhere: xoshiro256** (Blackman and Vigna), seeded by splitmix64. No std::
// distributions.
#pragma once

#include <bit>
#include <cstdint>

namespace tengen {

// The next number of the splitmix64 sequence; also a good mixer of one number into another.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebULL;
    return mixed ^ (mixed >> 31);
}

// A number spread over all 64 bits.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t number) {
    return splitmix64(number);
}

class Rng {
   public:
    constexpr explicit Rng(std::uint64_t seed) {
        for (std::uint64_t& word : state_) word = splitmix64(seed);
    }

    constexpr std::uint64_t next() {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    // Below `bound`, by the high bits (Lemire's multiplication without the rejection: the bias is below
    // 2^-32). Precondition: bound > 0.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    // From 0 up to but without 1, in steps of 2^-24: exact in a float.
    constexpr float unit() { return static_cast<float>(next() >> 40) * 0x1p-24F; }

   private:
    std::uint64_t state_[4]{};
};

}  // namespace tengen
