// The exact boards of a game's past. Knows no rules.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "games/go/rules.h"

namespace tengen::go {

// What may not come again: the stones and, where it counts, the side to move. The hash finds it quickly, the
// stones decide.
struct Situation {
    std::uint64_t hash = 0;
    std::array<std::uint64_t, (2 * most_points + 63) / 64> cells{};  // two bits a point
    std::uint8_t to_move = 0;

    // Precondition: `side` is the side to move, or 0 where it does not count; `hash` is of both.
    Situation(std::uint64_t hash, std::span<const std::uint8_t> board, int side);

    friend bool operator==(const Situation&, const Situation&) = default;
};

class Past {
   public:
    // Remembers it once more; how often it has been now.
    int add(const Situation& situation);
    void clear();

    // Whether a situation of this hash has been: without one, none has.
    [[nodiscard]] bool may_hold(std::uint64_t hash) const {
        return std::find(hashes_.begin(), hashes_.end(), hash) != hashes_.end();
    }
    // Sorted, and as often as each situation has been.
    [[nodiscard]] std::vector<std::uint64_t> hashes() const;
    [[nodiscard]] bool holds(const Situation& situation) const {
        return place_of(situation) < situations_.size();
    }

   private:
    [[nodiscard]] std::size_t place_of(const Situation& situation) const;

    std::vector<std::uint64_t> hashes_;
    std::vector<Situation> situations_;
    std::vector<int> times_;
};

}  // namespace tengen::go
