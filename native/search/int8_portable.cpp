// The kernel for any processor.
#include "search/int8.h"

namespace tengen::int8 {
namespace {

constexpr int outputs_at_once = 16;
constexpr int vector_bytes = 16;
constexpr bool is_grouped = false;

// Eight numbers at once: what compilers make one instruction of where there is one.
using Bytes = std::int8_t __attribute__((vector_size(8)));
using Halves = std::int16_t __attribute__((vector_size(16)));
constexpr int lanes_at_once = 8;
constexpr int parts = outputs_at_once / lanes_at_once;

inline Halves row_at(const std::int8_t* from) {
    Bytes bytes;
    __builtin_memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Halves);
}

void tile(const std::int8_t* weights, const std::uint8_t* in, const int* offsets, std::int32_t* sums) {
    std::int32_t whole[cells_at_once * outputs_at_once] = {};
    for (int tap = 0; tap < taps; ++tap) {
        for (int input = 0; input < channels; input += 4, weights += 4 * outputs_at_once) {
            Halves rows[4 * parts];
            for (int each = 0; each < 4 * parts; ++each) rows[each] = row_at(weights + each * lanes_at_once);
            const std::uint8_t* from = in + offsets[tap] + input;
            for (int cell = 0; cell < cells_at_once; ++cell, from += channels) {
                for (int part = 0; part < parts; ++part) {
                    Halves sum{};
                    for (int each = 0; each < 4; ++each) {
                        sum += rows[each * parts + part] * static_cast<std::int16_t>(from[each]);
                    }
                    std::int32_t* to = whole + cell * outputs_at_once + part * lanes_at_once;
                    for (int lane = 0; lane < lanes_at_once; ++lane) to[lane] += sum[lane];
                }
            }
        }
    }
    for (int place = 0; place < cells_at_once * outputs_at_once; ++place) sums[place] = whole[place];
}

}  // namespace
}  // namespace tengen::int8

#define TENGEN_INT8_KERNEL kernel_portable
#include "search/int8.inl"
