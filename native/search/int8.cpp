#include "search/int8.h"

#include <cassert>

namespace tengen::int8 {

extern const Kernel kernel_portable;
#if TENGEN_HAS_AVX2
extern const Kernel kernel_avx2;
extern const Kernel kernel_vnni;
#endif
#if TENGEN_HAS_NEON
extern const Kernel kernel_neon;
#endif

void multiply(std::span<const float> weights, std::span<const float> bias, std::span<const float> in,
              std::span<float> out) {
    assert(weights.size() == in.size() * out.size() && bias.size() == out.size());
    for (std::size_t output = 0; output < out.size(); ++output) out[output] = bias[output];
    for (std::size_t input = 0; input < in.size(); ++input) {
        const std::span<const float> row = weights.subspan(input * out.size(), out.size());
        for (std::size_t output = 0; output < out.size(); ++output) out[output] += in[input] * row[output];
    }
}

Lined<std::int8_t> pack(Weights weights, const Kernel& kernel) {
    constexpr int group = 4;
    assert(weights.size() == static_cast<std::size_t>(channels * channels * taps));
    Lined<std::int8_t> packed(weights.size());
    std::int8_t* next = packed.data();
    const auto add = [&](int output, int input, int tap) {
        *next++ = (weights[static_cast<std::size_t>((output * channels + input) * taps + tap)]);
    };
    for (int begin = 0; begin < channels; begin += kernel.outputs_at_once) {
        const int end = begin + kernel.outputs_at_once;
        for (int tap = 0; tap < taps; ++tap) {
            for (int first = 0; first < channels; first += group) {
                if (kernel.is_grouped) {
                    for (int output = begin; output < end; ++output) {
                        for (int input = first; input < first + group; ++input) add(output, input, tap);
                    }
                } else {
                    for (int input = first; input < first + group; ++input) {
                        for (int output = begin; output < end; ++output) add(output, input, tap);
                    }
                }
            }
        }
    }
    return packed;
}

std::vector<NamedKernel> available_kernels() {
    std::vector<NamedKernel> found;
    for (const Isa isa : available_isas()) {
        switch (isa) {
            case Isa::portable:
                found.push_back({isa, &kernel_portable});
                break;
#if TENGEN_HAS_AVX2
            case Isa::avx2:
                found.push_back({isa, &kernel_avx2});
                break;
            case Isa::vnni:
                found.push_back({isa, &kernel_vnni});
                break;
#endif
#if TENGEN_HAS_NEON
            case Isa::neon:
                found.push_back({isa, &kernel_neon});
                break;
#endif
            default:
                break;
        }
    }
    return found;
}

const Kernel& kernel() {
    static const Kernel& chosen = []() -> const Kernel& {
        const Kernel* best = &kernel_portable;
        for (const NamedKernel& one : available_kernels()) {
            if (one.isa <= chosen_isa()) best = one.kernel;
        }
        return *best;
    }();
    return chosen;
}

}  // namespace tengen::int8
