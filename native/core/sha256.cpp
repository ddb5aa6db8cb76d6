#include "core/sha256.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace tengen {

namespace {

constexpr std::size_t block_size = 64;
constexpr std::size_t rounds = 64;
constexpr std::size_t length_size = 8;

// The first 32 bits of the fraction of a root of the primes: the square root, or the cube root. Found by
// whole numbers alone.
constexpr std::uint32_t fraction_of_root(std::uint64_t prime, int power) {
    using Wide = unsigned __int128;
    // The greatest number whose power is not above prime * 2^(32 * power).
    Wide root = 0;
    for (int bit = 36; bit >= 0; --bit) {
        const Wide tried = root | Wide{1} << bit;
        // tried^power <= prime << (32 * power), divided so that it fits.
        const bool fits =
            power == 2 ? tried * tried <= Wide{prime} << 64 : tried * tried <= (Wide{prime} << 96) / tried;
        if (fits) root = tried;
    }
    return static_cast<std::uint32_t>(root);
}

template <std::size_t count>
constexpr std::array<std::uint32_t, count> fractions_of_roots(int power) {
    std::array<std::uint32_t, count> found{};
    std::size_t size = 0;
    for (std::uint64_t number = 2; size < count; ++number) {
        bool is_prime = true;
        for (std::uint64_t divisor = 2; divisor * divisor <= number; ++divisor) {
            is_prime = is_prime && number % divisor != 0;
        }
        if (is_prime) found[size++] = fraction_of_root(number, power);
    }
    return found;
}

constexpr std::array<std::uint32_t, 8> start = fractions_of_roots<8>(2);
constexpr std::array<std::uint32_t, rounds> constants = fractions_of_roots<rounds>(3);

void mix(std::array<std::uint32_t, 8>& state, std::span<const std::byte, block_size> block) {
    std::array<std::uint32_t, rounds> words{};
    for (std::size_t index = 0; index < block_size; ++index) {
        words[index / 4] = words[index / 4] << 8 | std::to_integer<std::uint32_t>(block[index]);
    }
    for (std::size_t index = 16; index < rounds; ++index) {
        const std::uint32_t near = words[index - 15];
        const std::uint32_t last = words[index - 2];
        words[index] = words[index - 16] + words[index - 7] +
                       (std::rotr(near, 7) ^ std::rotr(near, 18) ^ near >> 3) +
                       (std::rotr(last, 17) ^ std::rotr(last, 19) ^ last >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t index = 0; index < rounds; ++index) {
        const std::uint32_t one = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) +
                                  ((e & f) ^ (~e & g)) + constants[index] + words[index];
        const std::uint32_t two =
            (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + one;
        d = c;
        c = b;
        b = a;
        a = one + two;
    }
    const std::array<std::uint32_t, 8> mixed{a, b, c, d, e, f, g, h};
    for (std::size_t index = 0; index < state.size(); ++index) state[index] += mixed[index];
}

}  // namespace

std::array<std::byte, 32> sha256(std::span<const std::byte> bytes) {
    std::array<std::uint32_t, 8> state = start;
    const std::size_t whole = bytes.size() / block_size * block_size;
    for (std::size_t at = 0; at < whole; at += block_size) {
        mix(state, bytes.subspan(at).first<block_size>());
    }
    // The rest, a one, zeros and the length in bits.
    std::vector<std::byte> rest(bytes.begin() + static_cast<std::ptrdiff_t>(whole), bytes.end());
    rest.push_back(std::byte{0x80});
    while (rest.size() % block_size != block_size - length_size) rest.push_back(std::byte{0});
    const std::uint64_t bits = 8 * static_cast<std::uint64_t>(bytes.size());
    for (int shift = 56; shift >= 0; shift -= 8) rest.push_back(static_cast<std::byte>(bits >> shift));
    for (std::size_t at = 0; at < rest.size(); at += block_size) {
        mix(state, std::span<const std::byte>(rest).subspan(at).first<block_size>());
    }
    std::array<std::byte, 32> digest{};
    for (std::size_t index = 0; index < digest.size(); ++index) {
        digest[index] = static_cast<std::byte>(state[index / 4] >> (24 - 8 * (index % 4)));
    }
    return digest;
}

}  // namespace tengen
