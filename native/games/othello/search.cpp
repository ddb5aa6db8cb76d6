#include "games/othello/search.h"

#include <algorithm>

namespace tengen::othello {

extern const Kernel kernel_portable;
#if TENGEN_HAS_AVX2
extern const Kernel kernel_avx2;
extern const Kernel kernel_avx512;
#endif

void Worker::check() {
    next_check = nodes + 1024;
    if (plan->is_over() || (is_done != nullptr && is_done->load(std::memory_order_relaxed)))
        is_stopped = true;
    if (most_nodes > 0) {
        if (nodes >= most_nodes) is_stopped = true;
        next_check = std::min(next_check, most_nodes);
    }
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
            case Isa::avx512:
                found.push_back({isa, &kernel_avx512});
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

}  // namespace tengen::othello
