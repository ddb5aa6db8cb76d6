// The kernel of the 8x8 board for processors with AVX2.
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

#define TENGEN_OTHELLO_KERNEL kernel_avx2
#define TENGEN_OTHELLO_VECTORS 256
#include "games/othello/kernel.inl"
