// The kernel for processors with AVX2: two products fit into 16 bits, and so do two such pairs.
#include <immintrin.h>

#include "search/int8.h"

namespace tengen::int8 {
namespace {

constexpr int outputs_at_once = 16;
constexpr int vector_bytes = 32;
constexpr bool is_grouped = true;

inline __m256i vector_at(const std::int8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

inline __m256i group_at(const std::uint8_t* from) {
    std::int32_t group = 0;
    __builtin_memcpy(&group, from, sizeof group);
    return _mm256_set1_epi32(group);
}

void tile(const std::int8_t* weights, const std::uint8_t* in, const int* offsets, std::int32_t* sums) {
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i low[cells_at_once];
    __m256i high[cells_at_once];
    for (int cell = 0; cell < cells_at_once; ++cell) low[cell] = high[cell] = _mm256_setzero_si256();
    for (int tap = 0; tap < taps; ++tap) {
        const std::uint8_t* from = in + offsets[tap];
        for (int input = 0; input < channels; input += 8, weights += 128) {
            const __m256i first_low = vector_at(weights);
            const __m256i first_high = vector_at(weights + 32);
            const __m256i second_low = vector_at(weights + 64);
            const __m256i second_high = vector_at(weights + 96);
#pragma GCC unroll 4
            for (int cell = 0; cell < cells_at_once; ++cell) {
                const __m256i first = group_at(from + cell * channels + input);
                const __m256i second = group_at(from + cell * channels + input + 4);
                const __m256i pairs_low = _mm256_add_epi16(_mm256_maddubs_epi16(first, first_low),
                                                           _mm256_maddubs_epi16(second, second_low));
                const __m256i pairs_high = _mm256_add_epi16(_mm256_maddubs_epi16(first, first_high),
                                                            _mm256_maddubs_epi16(second, second_high));
                low[cell] = _mm256_add_epi32(low[cell], _mm256_madd_epi16(pairs_low, ones));
                high[cell] = _mm256_add_epi32(high[cell], _mm256_madd_epi16(pairs_high, ones));
            }
        }
    }
    for (int cell = 0; cell < cells_at_once; ++cell) {
        _mm256_store_si256(reinterpret_cast<__m256i*>(sums + cell * outputs_at_once), low[cell]);
        _mm256_store_si256(reinterpret_cast<__m256i*>(sums + cell * outputs_at_once + 8), high[cell]);
    }
}

}  // namespace
}  // namespace tengen::int8

#define TENGEN_INT8_KERNEL kernel_avx2
#include "search/int8.inl"
