// Which instruction sets this machine has, and which one the hot code is to use. Chosen once, at the first
// question.
#pragma once

#include <string_view>
#include <vector>

namespace tengen {

// In rising order of preference. Each names a whole group of extensions, all of which must be there:
// avx2: AVX2, BMI1, BMI2, LZCNT, POPCNT, FMA; avx512: those and AVX-512 F, VL, BW, DQ, CD; vnni: those and
// VNNI.
enum class Isa { portable, neon, avx2, avx512, vnni };

[[nodiscard]] std::string_view name_of(Isa isa);

// Those that this machine and this build can run; the portable one always, first.
[[nodiscard]] std::vector<Isa> available_isas();

// The best of them, or the one that TENGEN_ISA names; a name that is none of them counts for nothing.
[[nodiscard]] Isa chosen_isa();

}  // namespace tengen
