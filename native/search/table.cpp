#include "search/table.h"

#include <bit>
#include <cassert>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "core/rng.h"

namespace tengen {

namespace {

constexpr int generations = 256;

// Asks for large pages, where the system has them: threads wait for each other while small ones are handed
// over.
void ask_for_large_pages(void* memory, std::size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr std::size_t page = std::size_t{2} << 20;
    void* begin = memory;
    std::size_t room = bytes;
    if (std::align(page, page, begin, room) == nullptr) return;
    static_cast<void>(madvise(begin, room - room % page, MADV_HUGEPAGE));  // a wish: it does no harm unheard
#else
    static_cast<void>(memory);
    static_cast<void>(bytes);
#endif
}

}  // namespace

Table::Table(std::size_t megabytes)
    : mask_(std::bit_floor((megabytes << 20) / sizeof(Bucket)) - 1),
      memory_(std::calloc(mask_ + 2, sizeof(Bucket))) {
    assert(megabytes > 0);
    if (memory_ == nullptr) throw std::bad_alloc();
    void* begin = memory_.get();
    std::size_t room = (mask_ + 2) * sizeof(Bucket);
    ask_for_large_pages(begin, room);
    buckets_ = static_cast<Bucket*>(std::align(alignof(Bucket), (mask_ + 1) * sizeof(Bucket), begin, room));
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
            write(slot.check, 0);
            write(slot.content, 0);
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
        const std::uint64_t content = read(slot.content);
        if ((read(slot.check) ^ content) == key) {
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
    write(least->content, content);
    write(least->check, key ^ content);
}

}  // namespace tengen
