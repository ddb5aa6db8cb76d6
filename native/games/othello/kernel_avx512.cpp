// The kernel of the 8x8 board for processors with AVX512.
#include <immintrin.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "games/othello/board.h"
#include "games/othello/evaluation.h"
#include "games/othello/probcut.h"
#include "games/othello/search.h"

#define TENGEN_OTHELLO_KERNEL kernel_avx512
#define TENGEN_OTHELLO_VECTORS 512
#include "games/othello/kernel.inl"
