// The transposition table: what is stored is found, what is cleared is not. Threads: threads_test.cpp.
#include "search/table.h"

#include <vector>

#include "check.h"
#include "core/rng.h"

namespace {

using namespace tengen;

void what_was_stored_is_found_until_it_is_cleared() {
    Table table(1);
    CHECK(!table.probe(7).has_value());
    table.store(7, 3, 42);
    CHECK(table.probe(7) == std::optional<std::uint64_t>(42));
    table.begin_search();
    CHECK(table.probe(7) == std::optional<std::uint64_t>(42));
    table.store(7, 1, 43);
    CHECK(table.probe(7) == std::optional<std::uint64_t>(43));
    table.clear();
    CHECK(!table.probe(7).has_value());
}

void the_shallow_entry_gives_way_and_the_old_one_first() {
    Table table(1);
    constexpr std::uint64_t apart = std::uint64_t{1} << 40;  // other keys of one bucket
    for (std::uint64_t key = 1; key <= 4; ++key) table.store(key * apart, static_cast<int>(key), key);
    table.store(5 * apart, 9, 5);
    CHECK(!table.probe(1 * apart).has_value());
    CHECK(table.probe(2 * apart).has_value());
    table.begin_search();
    for (std::uint64_t key = 6; key <= 9; ++key) table.store(key * apart, 0, key);
    CHECK(!table.probe(5 * apart).has_value());
    for (std::uint64_t key = 6; key <= 9; ++key) CHECK(table.probe(key * apart).has_value());
}

// The same stores find the same after any number of clears: nothing old may look new.
void a_cleared_table_is_as_good_as_a_new_one() {
    Table used(1);
    std::size_t first = 0;
    for (int round = 0; round < 600; ++round) {
        used.clear();
        if (round % 97 != 0) {
            used.store(static_cast<std::uint64_t>(round), 200, 1);
            continue;
        }
        Rng rng(5);
        std::vector<std::uint64_t> keys;
        for (int count = 0; count < 40'000; ++count) {
            keys.push_back(rng.next());
            used.store(keys.back(), static_cast<int>(rng.below(20)), 1);
        }
        std::size_t found = 0;
        for (const std::uint64_t key : keys) found += used.probe(key).has_value() ? 1U : 0U;
        if (round == 0) first = found;
        CHECK_EQUAL(found, first);
    }
    CHECK(first > 35'000);
}

}  // namespace

int main() {
    what_was_stored_is_found_until_it_is_cleared();
    the_shallow_entry_gives_way_and_the_old_one_first();
    a_cleared_table_is_as_good_as_a_new_one();
    return tengen::test::result();
}
