// Features of boards and their value, for one instruction set. Included by kernel.inl; evaluation.h says what they are.

// `sign` is 1 where the side to move is the features' first side, else -1. `turned` and the new disc are the mover's.
[[gnu::always_inline]] inline void put_disc(const FeatureTables& tables, const Features& from, Features& to, int point,
                                            Discs turned, int sign) {
#if TENGEN_OTHELLO_VECTORS
    const auto load = [](const auto& lanes, int part) {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(lanes.data()) + part);
    };
    __m256i change[3];
    const auto& placed = tables.disc_at[static_cast<std::size_t>(point)].lanes;
    for (int part = 0; part < 3; ++part) change[part] = _mm256_setzero_si256();
    for (; turned != 0; turned &= turned - 1) {
        const auto& one = tables.disc_at[static_cast<std::size_t>(std::countr_zero(turned))].lanes;
        for (int part = 0; part < 3; ++part) change[part] = _mm256_add_epi16(change[part], load(one, part));
    }
    for (int part = 0; part < 3; ++part) {
        const __m256i whole = _mm256_add_epi16(_mm256_add_epi16(change[part], change[part]), load(placed, part));
        const __m256i before = load(from.numbers, part);
        _mm256_store_si256(reinterpret_cast<__m256i*>(to.numbers.data()) + part,
                           sign > 0 ? _mm256_sub_epi16(before, whole) : _mm256_add_epi16(before, whole));
    }
#else
    std::uint16_t change[lane_count] = {};
    for (; turned != 0; turned &= turned - 1) {
        const auto& one = tables.disc_at[static_cast<std::size_t>(std::countr_zero(turned))].lanes;
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            change[lane] = static_cast<std::uint16_t>(change[lane] + one[lane]);
        }
    }
    const auto& placed = tables.disc_at[static_cast<std::size_t>(point)].lanes;
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
        const int whole = 2 * change[lane] + placed[lane];
        to.numbers[lane] = static_cast<std::uint16_t>(sign > 0 ? from.numbers[lane] - whole : from.numbers[lane] + whole);
    }
#endif
}

// Those of a board, the side to move first.
inline Features features_of(const FeatureTables& tables, const Board& board) {
    Features features{tables.empty_board.lanes};
    for (int point = 0; point < side * side; ++point) {
        const int change = (board.waiter & bit(point)) != 0 ? 1 : (board.mover & bit(point)) != 0 ? -1 : 0;
        if (change == 0) continue;
        const auto& lanes = tables.disc_at[static_cast<std::size_t>(point)].lanes;
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            features.numbers[lane] = static_cast<std::uint16_t>(features.numbers[lane] + change * lanes[lane]);
        }
    }
    return features;
}

[[gnu::always_inline]] inline const PhaseWeights& phase_weights(const Weights& weights, const Board& board) {
    return weights.phases[static_cast<std::size_t>(phase_of(std::popcount(board.mover | board.waiter)))];
}

// These discs and all points beside them.
[[gnu::always_inline]] inline Discs beside(Discs discs) {
    constexpr Discs not_a = 0xfefefefefefefefeULL;
    constexpr Discs not_h = 0x7f7f7f7f7f7f7f7fULL;
    const Discs across = discs | (discs << 1 & not_a) | (discs >> 1 & not_h);
    return across | across << 8 | across >> 8;
}

// The value for the side to move; `moves` and `others_moves` are both sides' placements.
[[gnu::always_inline]] inline int value_of(const PhaseWeights& weights, const FeatureTables& tables,
                                           const Features& features, const Board& board, int sign, Discs moves,
                                           Discs others_moves) {
    alignas(64) std::uint16_t numbers[lane_count];
    if (sign > 0) {
        for (std::size_t lane = 0; lane < lane_count; ++lane) numbers[lane] = features.numbers[lane];
    } else {
        for (std::size_t lane = 0; lane < lane_count; ++lane) {
            numbers[lane] = static_cast<std::uint16_t>(tables.highest.lanes[lane] - features.numbers[lane]);
        }
    }
    const Discs empty = ~(board.mover | board.waiter);
    const auto prospects = [empty](Discs discs) {
        return static_cast<std::size_t>(std::min(std::popcount(beside(discs) & empty), most_frontier_counted - 1));
    };
    const auto counted = [](Discs points) {
        return static_cast<std::size_t>(std::min(std::popcount(points), most_moves_counted - 1));
    };
    int sum = weights.own_moves[counted(moves)] + weights.others_moves[counted(others_moves)] +
              weights.own_prospects[prospects(board.waiter)] + weights.others_prospects[prospects(board.mover)] +
              weights.parity[static_cast<std::size_t>(std::popcount(empty) & 1)];
    const std::int16_t* patterns = weights.patterns.data();
#pragma GCC unroll 46
    for (std::size_t lane = 0; lane < instance_count; ++lane) {
        sum += patterns[offset_of_instance[lane] + numbers[lane]];
    }
    constexpr int most = 63 * disc;
    return std::clamp(sum / weight_unit, -most, most);
}
