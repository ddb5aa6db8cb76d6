// Moves and flips of the 8x8 board, for one instruction set. Included by kernel.inl inside that set's namespace.
// All variants give the same; board.h says what.

struct alignas(32) PointRays {
    Discs higher[4];  // right, down left, down, down right
    Discs lower[4];   // left, up right, up, up left
};

constexpr std::array<PointRays, side * side> make_point_rays() {
    std::array<PointRays, side * side> table{};
    for (std::size_t point = 0; point < table.size(); ++point) {
        for (std::size_t ray = 0; ray < 4; ++ray) {
            table[point].higher[ray] = detail::rays[point].higher[ray];
            table[point].lower[ray] = detail::rays[point].lower[ray];
        }
    }
    return table;
}

constexpr std::array<PointRays, side * side> point_rays = make_point_rays();

#if TENGEN_OTHELLO_VECTORS

// Four directions at once, by runs that double.
[[gnu::always_inline]] inline Discs placements_of(Discs mover, Discs waiter) {
    const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i inner = _mm256_set_epi64x(static_cast<long long>(detail::inner_files), -1,
                                            static_cast<long long>(detail::inner_files),
                                            static_cast<long long>(detail::inner_files));
    const __m256i own = _mm256_set1_epi64x(static_cast<long long>(mover));
    const __m256i crossable = _mm256_and_si256(_mm256_set1_epi64x(static_cast<long long>(waiter)), inner);
    __m256i up = _mm256_and_si256(crossable, _mm256_sllv_epi64(own, step));
    __m256i down = _mm256_and_si256(crossable, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(crossable, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(crossable, _mm256_srlv_epi64(down, step)));
    const __m256i pairs_up = _mm256_and_si256(crossable, _mm256_sllv_epi64(crossable, step));
    const __m256i pairs_down = _mm256_srlv_epi64(pairs_up, step);
    const __m256i twice = _mm256_add_epi64(step, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    const __m256i reached = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(reached), _mm256_extracti128_si256(reached, 1));
    const __m128i one = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Discs>(_mm_cvtsi128_si64(one)) & ~(mover | waiter);
}

// On a ray the first point that is not the waiter's ends the run: on the higher rays it is the lowest bit of all such
// points, on the lower ones the highest, by its count of leading zeros or by smearing them away from the disc. Points of
// a run are turned where its end is the mover's. Nothing is written as a complement: gcc makes of that an instruction
// that waits for the register's last value, which halves the speed on AVX-512.
[[gnu::always_inline]] inline Discs flips_of(Discs mover, Discs waiter, int point) {
    const PointRays& rays = point_rays[static_cast<std::size_t>(point)];
    const __m256i own = _mm256_set1_epi64x(static_cast<long long>(mover));
    const __m256i others = _mm256_set1_epi64x(static_cast<long long>(waiter));
    const __m256i zero = _mm256_setzero_si256();
    const __m256i ones = _mm256_set1_epi64x(-1);

    const __m256i higher = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.higher));
    const __m256i ends = _mm256_andnot_si256(others, higher);
    const __m256i out_up = _mm256_and_si256(_mm256_and_si256(ends, _mm256_sub_epi64(zero, ends)), own);
    const __m256i below = _mm256_andnot_si256(_mm256_cmpeq_epi64(out_up, zero), _mm256_add_epi64(out_up, ones));
    __m256i turned = _mm256_and_si256(below, higher);

    const __m256i lower = _mm256_load_si256(reinterpret_cast<const __m256i*>(rays.lower));
    const __m256i stops = _mm256_andnot_si256(others, lower);
#if TENGEN_OTHELLO_VECTORS >= 512
    const __m256i top = _mm256_set1_epi64x(static_cast<long long>(0x8000000000000000ULL));
    const __m256i out_down = _mm256_and_si256(_mm256_srlv_epi64(top, _mm256_lzcnt_epi64(stops)), own);
    const __m256i above = _mm256_sub_epi64(zero, _mm256_add_epi64(out_down, out_down));
    turned = _mm256_or_si256(turned, _mm256_and_si256(above, lower));
#else
    const __m256i step = _mm256_set_epi64x(9, 8, 7, 1);
    const __m256i twice = _mm256_add_epi64(step, step);
    __m256i beyond = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, step));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, twice));
    beyond = _mm256_or_si256(beyond, _mm256_srlv_epi64(beyond, _mm256_add_epi64(twice, twice)));
    const __m256i first = _mm256_andnot_si256(_mm256_srlv_epi64(beyond, step), stops);
    const __m256i is_missing = _mm256_cmpeq_epi64(_mm256_and_si256(first, own), zero);
    turned = _mm256_or_si256(turned,
                             _mm256_andnot_si256(is_missing, _mm256_andnot_si256(beyond, lower)));
#endif
    const __m128i half = _mm_or_si128(_mm256_castsi256_si128(turned), _mm256_extracti128_si256(turned, 1));
    const __m128i one = _mm_or_si128(half, _mm_unpackhi_epi64(half, half));
    return static_cast<Discs>(_mm_cvtsi128_si64(one));
}

#else

[[gnu::always_inline]] inline Discs placements_of(Discs mover, Discs waiter) {
    return placements(Board{mover, waiter});
}

[[gnu::always_inline]] inline Discs flips_of(Discs mover, Discs waiter, int point) {
    return flips(Board{mover, waiter}, point);
}

#endif

// The board after a move, for the side that is then to move.
[[gnu::always_inline]] inline Board after(Discs mover, Discs waiter, int point, Discs turned) {
    return {waiter & ~turned, mover | turned | bit(point)};
}

// --- the last disc: only how many are turned, when every other point is taken

struct LastLines {
    Discs falling;  // the diagonal from the top left, without the point itself
    Discs rising;
};

constexpr std::array<LastLines, side * side> make_last_lines() {
    std::array<LastLines, side * side> table{};
    for (int point = 0; point < side * side; ++point) {
        auto& lines = table[static_cast<std::size_t>(point)];
        lines.falling = detail::ray(point, 1, 1) | detail::ray(point, -1, -1);
        lines.rising = detail::ray(point, 1, -1) | detail::ray(point, -1, 1);
    }
    return table;
}

constexpr std::array<LastLines, side * side> last_lines = make_last_lines();

// How many discs a disc at `place` turns on a full line in which `own` are the side's.
constexpr int turned_on_line(int place, unsigned own) {
    int count = 0;
    for (const int step : {-1, 1}) {
        int run = 0;
        int at = place + step;
        while (at >= 0 && at < side && (own >> at & 1U) == 0) {
            ++run;
            at += step;
        }
        if (at >= 0 && at < side) count += run;
    }
    return count;
}

constexpr std::array<std::array<std::uint8_t, 256>, side> make_line_counts() {
    std::array<std::array<std::uint8_t, 256>, side> table{};
    for (int place = 0; place < side; ++place) {
        for (unsigned own = 0; own < 256; ++own) {
            table[static_cast<std::size_t>(place)][own] = static_cast<std::uint8_t>(turned_on_line(place, own));
        }
    }
    return table;
}

constexpr std::array<std::array<std::uint8_t, 256>, side> line_counts = make_line_counts();

[[gnu::always_inline]] inline int last_flips(Discs own, int point) {
    constexpr Discs file_a = 0x0101010101010101ULL;
    const auto x = static_cast<std::size_t>(point & 7);
    const auto y = static_cast<std::size_t>(point >> 3);
    const LastLines& lines = last_lines[static_cast<std::size_t>(point)];
    // A product gathers the bits of a line in the top byte: by rows for a file, by files for a diagonal.
    return line_counts[x][own >> (8 * y) & 0xff] +
           line_counts[y][(own >> x & file_a) * 0x0102040810204080ULL >> 56] +
           line_counts[x][(own & lines.falling) * file_a >> 56] +
           line_counts[x][(own & lines.rising) * file_a >> 56];
}
