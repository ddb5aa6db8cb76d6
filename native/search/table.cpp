#include "search/table.h"

#include <bit>
#include <cassert>

#include "core/rng.h"

namespace tengen {

namespace {

constexpr int generations = 256;

}  // namespace

Table::Table(std::size_t megabytes)
    : mask_(std::bit_floor((megabytes << 20) / sizeof(Bucket)) - 1),
      buckets_(std::make_unique<Bucket[]>(mask_ + 1)) {
    assert(megabytes > 0);
}

void Table::begin_search() {
    ++generation_;
    if (since_wipe_ < generations) ++since_wipe_;
}

void Table::clear() {
    // A slot left from before must never look as if it belonged to the search that comes: then what a search
    // finds would depend on what was searched earlier.
    if (since_wipe_ >= generations - 2) wipe();
    begin_search();
    salt_ = mixed(++clears_);
}

void Table::wipe() {
    for (std::size_t index = 0; index <= mask_; ++index) {
        for (Slot& slot : buckets_[index].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.content.store(0, std::memory_order_relaxed);
        }
    }
    since_wipe_ = 0;
}

void Table::store(std::uint64_t hash, int depth, std::uint64_t payload) {
    assert(payload >> payload_bits == 0 && depth >= 0 && depth < 256);
    const std::uint64_t key = hash ^ salt_;
    Slot* least = nullptr;
    int least_worth = 0;
    for (Slot& slot : buckets_[key & mask_].slots) {
        const std::uint64_t content = slot.content.load(std::memory_order_relaxed);
        if ((slot.check.load(std::memory_order_relaxed) ^ content) == key) {
            least = &slot;
            break;
        }
        const bool is_current = static_cast<std::uint8_t>(content >> 8) == generation_ && content != 0;
        const int worth = is_current ? 1 + static_cast<int>(content & 0xff) : 0;
        if (least == nullptr || worth < least_worth) {
            least = &slot;
            least_worth = worth;
        }
    }
    const std::uint64_t content = (payload << (64 - payload_bits)) | (std::uint64_t{generation_} << 8) |
                                  static_cast<std::uint64_t>(depth);
    least->content.store(content, std::memory_order_relaxed);
    least->check.store(key ^ content, std::memory_order_relaxed);
}

}  // namespace tengen
