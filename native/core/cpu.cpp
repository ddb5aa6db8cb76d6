#include "core/cpu.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tengen {

namespace {

constexpr std::array all{Isa::portable, Isa::neon, Isa::avx2, Isa::avx512, Isa::vnni};

bool can_run(Isa isa) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") &&
                      __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("fma");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512cd");
    switch (isa) {
        case Isa::avx2:
            return avx2;
        case Isa::avx512:
            return avx512;
        case Isa::vnni:
            return avx512 && __builtin_cpu_supports("avx512vnni");
        case Isa::neon:
            return false;
        case Isa::portable:
            break;
    }
    return true;
#elif defined(__aarch64__)
    return isa == Isa::portable || isa == Isa::neon;
#else
    return isa == Isa::portable;
#endif
}

Isa choose() {
    const std::vector<Isa> isas = available_isas();
    if (const char* wanted = std::getenv("TENGEN_ISA")) {
        const auto found =
            std::find_if(isas.begin(), isas.end(), [wanted](Isa isa) { return name_of(isa) == wanted; });
        if (found != isas.end()) return *found;
    }
    return isas.back();
}

}  // namespace

std::string_view name_of(Isa isa) {
    switch (isa) {
        case Isa::portable:
            break;
        case Isa::neon:
            return "neon";
        case Isa::avx2:
            return "avx2";
        case Isa::avx512:
            return "avx512";
        case Isa::vnni:
            return "vnni";
    }
    return "portable";
}

std::vector<Isa> available_isas() {
    std::vector<Isa> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found), can_run);
    return found;
}

Isa chosen_isa() {
    static const Isa chosen = choose();
    return chosen;
}

}  // namespace tengen
