// The kernel of the 8x8 board for any processor.

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

#define TENGEN_OTHELLO_KERNEL kernel_portable
#define TENGEN_OTHELLO_VECTORS 0
#include "games/othello/kernel.inl"
