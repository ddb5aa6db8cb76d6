// A transposition table of fixed size, shared by threads without locks. Knows no game: a game packs what it
// keeps.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

namespace tengen {

// Slots of 16 bytes, four in a cache line. A slot holds a payload of 48 bits, a depth and a generation; its
// key is kept XOR the rest, so that a slot torn between two writers fits no key (Hyatt and Mann).
class Table {
   public:
    static constexpr int payload_bits = 48;

    // Takes all its memory now and never more; the system hands over the pages as they are first written, so
    // that a large table begins as quickly as a small one. Throws std::bad_alloc. Precondition: megabytes >
    // 0.
    explicit Table(std::size_t megabytes);

    // What is kept stays usable, but gives way first.
    void begin_search();

    // As if nothing had ever been stored, without touching all the memory. Not beside a search.
    void clear();

    // The payload stored for this hash, if it is still there.
    [[nodiscard]] std::optional<std::uint64_t> probe(std::uint64_t hash) const {
        const std::uint64_t key = hash ^ salt_;
        for (Slot& slot : buckets_[key & mask_].slots) {
            const std::uint64_t content = read(slot.content);
            if ((read(slot.check) ^ content) == key && content != 0) {
                return content >> (64 - payload_bits);
            }
        }
        return std::nullopt;
    }

    // Takes the slot of the same hash, else the one of least worth: of another generation, then of less
    // depth. Preconditions: payload < 2^48, 0 <= depth < 256.
    void store(std::uint64_t hash, int depth, std::uint64_t payload);

    void prefetch(std::uint64_t hash) const {
#if defined(__GNUC__) || defined(__clang__)
        __builtin_prefetch(&buckets_[(hash ^ salt_) & mask_]);
#else
        static_cast<void>(hash);
#endif
    }

   private:
    // Both are only touched through `read` and `write`, so that pages of zeros from the system are slots
    // already.
    struct Slot {
        std::uint64_t check;
        std::uint64_t content;
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    [[nodiscard]] static std::uint64_t read(std::uint64_t& word) {
        return std::atomic_ref(word).load(std::memory_order_relaxed);
    }
    static void write(std::uint64_t& word, std::uint64_t value) {
        std::atomic_ref(word).store(value, std::memory_order_relaxed);
    }

    void wipe();

    std::size_t mask_;
    std::unique_ptr<void, Free> memory_;
    Bucket* buckets_;  // in memory_, at the beginning of a cache line
    std::uint64_t salt_ = 0;
    std::uint64_t clears_ = 0;
    std::uint8_t generation_ = 1;
    int since_wipe_ = 0;
};

}  // namespace tengen
