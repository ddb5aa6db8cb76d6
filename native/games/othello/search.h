// What the search kernels of the 8x8 board share: the state of one searching thread, and the kernels by
// instruction set. The searcher (searcher.h) says what to search; nothing here knows levels or clocks.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/cpu.h"
#include "games/othello/board.h"
#include "games/othello/evaluation.h"
#include "search/table.h"
#include "search/time_plan.h"

namespace tengen::othello {

// Values of the midgame are in units of `disc` (evaluation.h), results of the endgame in discs; both are the
// side to move's. Empties count for the winner.
inline constexpr int most_discs = 64;
inline constexpr int infinite = (most_discs + 1) * disc;

// How sure a search must be before it leaves a branch out by a shallower one (Multi-ProbCut): the width of
// the margin in standard deviations. The last one leaves nothing out.
inline constexpr std::array<double, 4> confidences{1.1, 1.6, 2.4, 0};
inline constexpr int full_width = 3;

// Boards that some thread is searching now, by hash: others look at something else first.
class Busy {
   public:
    [[nodiscard]] bool is_taken(std::uint64_t hash) const {
        return slots_[hash % slots_.size()].load(std::memory_order_relaxed) == hash;
    }
    void take(std::uint64_t hash) { slots_[hash % slots_.size()].store(hash, std::memory_order_relaxed); }
    void give_back(std::uint64_t hash) {
        std::atomic<std::uint64_t>& slot = slots_[hash % slots_.size()];
        if (slot.load(std::memory_order_relaxed) == hash) slot.store(0, std::memory_order_relaxed);
    }

   private:
    std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

// How a weak player misjudges boards: always the same one in the same way.
struct Misjudgement {
    std::uint64_t seed = 0;
    int deviation = 0;  // of the error, in units of `disc`; 0 judges without
    int greed = 0;      // how much of the value is the lead in discs, in percent
};

// Results of boards with few empties, for one thread.
struct SmallTable {
    struct Slot {
        Discs mover = 0;
        Discs waiter = 0;
        std::int8_t lower = 0;
        std::int8_t upper = 0;
        std::int8_t move = 0;
    };
    static constexpr std::size_t size = 8192;
    std::array<Slot, size> slots{};
};

// One thread's search. Everything but the table and the marks is its own, cache lines too.
struct alignas(128) Worker {
    Worker(Table& shared, const TimePlan& time, std::shared_ptr<const Weights> judging)
        : table(&shared), plan(&time), weights(std::move(judging)), small(std::make_unique<SmallTable>()) {}

    Table* table;
    const TimePlan* plan;
    std::shared_ptr<const Weights> weights;
    const FeatureTables* features = &feature_tables();
    std::unique_ptr<SmallTable> small;
    Busy* busy = nullptr;                        // null for a thread alone
    const std::atomic<bool>* is_done = nullptr;  // another thread of the team has finished the work
    std::int64_t most_nodes = 0;                 // 0: no limit
    std::int64_t nodes = 0;
    std::int64_t next_check = 1024;
    bool is_stopped = false;  // whatever a kernel returns then is to be thrown away
    Misjudgement misjudgement;

    // Every 1,024 nodes.
    void check();
};

struct Found {
    int value = 0;
    int move = -1;  // -1: none is known
};

struct Kernel {
    std::uint64_t (*perft)(const Board& board, int depth);
    Discs (*placements)(const Board& board);
    Discs (*flips)(const Board& board, int point);
    int (*last_flips)(Discs own, int point);
    // What the board is worth without a look ahead. Precondition: the side to move can place a disc.
    int (*evaluate)(const Weights& weights, const Board& board);
    // Looks `depth` plies ahead, with a window alpha < beta; fail-soft. A depth of all empties or more
    // proves.
    int (*search)(Worker& worker, const Board& board, int alpha, int beta, int depth, int selectivity);
    // The result in discs, with a window alpha < beta; fail-soft.
    int (*solve)(Worker& worker, const Board& board, int alpha, int beta, int selectivity);
};

// That of the chosen instruction set.
[[nodiscard]] const Kernel& kernel();

// Those that this machine can run, by instruction set, the portable one first.
struct NamedKernel {
    Isa isa;
    const Kernel* kernel;
};
[[nodiscard]] std::vector<NamedKernel> available_kernels();

// --- what is kept in the shared table

struct Entry {
    int lower = 0;
    int upper = 0;
    int depth = 0;
    int selectivity = 0;
    int move = 63;  // 63 with no meaning of its own: a hint that may be wrong
};

// 13 bits for each bound, 6 for depth, 2 for selectivity, 7 for the move.
[[nodiscard]] constexpr std::uint64_t packed(const Entry& entry) {
    return static_cast<std::uint64_t>(entry.lower + 4096) |
           static_cast<std::uint64_t>(entry.upper + 4096) << 13 |
           static_cast<std::uint64_t>(entry.depth) << 26 |
           static_cast<std::uint64_t>(entry.selectivity) << 32 |
           static_cast<std::uint64_t>(entry.move + 1) << 34;
}

[[nodiscard]] constexpr Entry unpacked(std::uint64_t payload) {
    return {static_cast<int>(payload & 0x1fff) - 4096, static_cast<int>(payload >> 13 & 0x1fff) - 4096,
            static_cast<int>(payload >> 26 & 0x3f), static_cast<int>(payload >> 32 & 3),
            static_cast<int>(payload >> 34 & 0x7f) - 1};
}

inline constexpr std::uint64_t midgame_salt = 0;
inline constexpr std::uint64_t endgame_salt = 0x6a09e667f3bcc908ULL;

[[nodiscard]] constexpr std::uint64_t hash_of(const Board& board, std::uint64_t salt) {
    std::uint64_t hash = (board.mover ^ salt) * 0x9e3779b97f4a7c15ULL;
    hash ^= hash >> 32;
    hash = (hash ^ board.waiter) * 0xbf58476d1ce4e5b9ULL;
    hash ^= hash >> 29;
    hash *= 0x94d049bb133111ebULL;
    return hash ^ (hash >> 32);
}

}  // namespace tengen::othello
