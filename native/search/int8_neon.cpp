// The kernel for 64-bit ARM: activations fit into signed bytes, and four products into 16 bits.
#include <arm_neon.h>

#include "search/int8.h"

namespace tengen::int8 {
namespace {

constexpr int outputs_at_once = 16;
constexpr int vector_bytes = 16;
constexpr bool is_grouped = false;

void tile(const std::int8_t* weights, const std::uint8_t* in, const int* offsets, std::int32_t* sums) {
    int32x4_t whole[cells_at_once][4];
    for (auto& cell : whole) {
        for (int32x4_t& part : cell) part = vdupq_n_s32(0);
    }
    for (int tap = 0; tap < taps; ++tap) {
        const std::uint8_t* from = in + offsets[tap];
        for (int input = 0; input < channels; input += 4, weights += 4 * outputs_at_once) {
            int8x16_t rows[4];
            for (int each = 0; each < 4; ++each) rows[each] = vld1q_s8(weights + each * outputs_at_once);
            for (int cell = 0; cell < cells_at_once; ++cell) {
                int16x8_t low = vdupq_n_s16(0);
                int16x8_t high = vdupq_n_s16(0);
                for (int each = 0; each < 4; ++each) {
                    const int8x8_t value =
                        vdup_n_s8(static_cast<std::int8_t>(from[cell * channels + input + each]));
                    low = vmlal_s8(low, value, vget_low_s8(rows[each]));
                    high = vmlal_s8(high, value, vget_high_s8(rows[each]));
                }
                whole[cell][0] = vaddw_s16(whole[cell][0], vget_low_s16(low));
                whole[cell][1] = vaddw_s16(whole[cell][1], vget_high_s16(low));
                whole[cell][2] = vaddw_s16(whole[cell][2], vget_low_s16(high));
                whole[cell][3] = vaddw_s16(whole[cell][3], vget_high_s16(high));
            }
        }
    }
    for (int cell = 0; cell < cells_at_once; ++cell) {
        for (int part = 0; part < 4; ++part)
            vst1q_s32(sums + cell * outputs_at_once + 4 * part, whole[cell][part]);
    }
}

}  // namespace
}  // namespace tengen::int8

#define TENGEN_INT8_KERNEL kernel_neon
#include "search/int8.inl"
