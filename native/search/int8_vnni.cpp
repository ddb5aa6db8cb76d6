// The kernel for processors with AVX-512 and VNNI, which sum up four products at once.
#include <immintrin.h>

#include "search/int8.h"

namespace tengen::int8 {
namespace {

constexpr int outputs_at_once = 48;
constexpr int vector_bytes = 64;
constexpr bool is_grouped = true;
constexpr int parts = 3;

inline __m512i group_at(const std::uint8_t* from) {
    std::int32_t group = 0;
    __builtin_memcpy(&group, from, sizeof group);
    return _mm512_set1_epi32(group);
}

void tile(const std::int8_t* weights, const std::uint8_t* in, const int* offsets, std::int32_t* sums) {
    __m512i whole[cells_at_once][parts];
    for (auto& cell : whole) {
        for (__m512i& part : cell) part = _mm512_setzero_si512();
    }
    for (int tap = 0; tap < taps; ++tap) {
        const std::uint8_t* from = in + offsets[tap];
        for (int input = 0; input < channels; input += 4, weights += 64 * parts) {
            __m512i rows[parts];
#pragma GCC unroll 3
            for (int part = 0; part < parts; ++part) rows[part] = _mm512_loadu_si512(weights + 64 * part);
#pragma GCC unroll 4
            for (int cell = 0; cell < cells_at_once; ++cell) {
                const __m512i group = group_at(from + cell * channels + input);
#pragma GCC unroll 3
                for (int part = 0; part < parts; ++part) {
                    whole[cell][part] = _mm512_dpbusd_epi32(whole[cell][part], group, rows[part]);
                }
            }
        }
    }
    for (int cell = 0; cell < cells_at_once; ++cell) {
        for (int part = 0; part < parts; ++part) {
            _mm512_store_si512(sums + cell * outputs_at_once + 16 * part, whole[cell][part]);
        }
    }
}

}  // namespace
}  // namespace tengen::int8

#define TENGEN_INT8_KERNEL kernel_vnni
#include "search/int8.inl"
