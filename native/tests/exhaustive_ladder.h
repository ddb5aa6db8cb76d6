// A reader of ladders that knows no shortcut, to judge the one that plays: boards as plain lists, chains
// found by walking, and every legal move of the whole board tried for who runs. Only tests can wait for it.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace tengen::test {

struct PlainBoard {
    int side = 0;
    std::vector<char> stones;  // `#`, `o` or `.`, row by row
    int ko = -1;

    [[nodiscard]] char at(int point) const { return stones[static_cast<std::size_t>(point)]; }

    struct Neighbours {
        std::array<int, 4> points{};
        std::size_t count = 0;
        [[nodiscard]] const int* begin() const { return points.data(); }
        [[nodiscard]] const int* end() const { return points.data() + count; }
    };

    [[nodiscard]] Neighbours beside(int point) const {
        Neighbours found;
        const int column = point % side;
        if (point >= side) found.points[found.count++] = point - side;
        if (column > 0) found.points[found.count++] = point - 1;
        if (column < side - 1) found.points[found.count++] = point + 1;
        if (point < side * (side - 1)) found.points[found.count++] = point + side;
        return found;
    }

    struct Chain {
        std::vector<int> stones;
        std::vector<int> liberties;
    };

    [[nodiscard]] Chain chain(int point) const {
        Chain found{{point}, {}};
        std::vector<char> seen(stones.size());
        seen[static_cast<std::size_t>(point)] = 1;
        for (std::size_t done = 0; done < found.stones.size(); ++done) {
            for (const int near : beside(found.stones[done])) {
                if (std::exchange(seen[static_cast<std::size_t>(near)], 1) != 0) continue;
                if (at(near) == at(point)) found.stones.push_back(near);
                if (at(near) == '.') found.liberties.push_back(near);
            }
        }
        return found;
    }

    // The board after a stone; none where that is suicide, a stone's place, or a ko taken back at once.
    [[nodiscard]] std::optional<PlainBoard> after(int point, char stone) const {
        if (at(point) != '.' || point == ko) return std::nullopt;
        PlainBoard next = *this;
        next.stones[static_cast<std::size_t>(point)] = stone;
        next.ko = -1;
        std::vector<int> taken;
        for (const int near : beside(point)) {
            if (next.at(near) == '.' || next.at(near) == stone) continue;
            const Chain hostile = next.chain(near);
            if (!hostile.liberties.empty()) continue;
            for (const int one : hostile.stones) next.stones[static_cast<std::size_t>(one)] = '.';
            taken.insert(taken.end(), hostile.stones.begin(), hostile.stones.end());
        }
        const Chain own = next.chain(point);
        if (own.liberties.empty()) return std::nullopt;
        if (taken.size() == 1 && own.stones.size() == 1 && own.liberties.size() == 1) next.ko = taken.front();
        return next;
    }
};

// Whether the enemy of the chain, who moves, takes it with an atari at every move.
[[nodiscard]] bool is_taken_by_atari(const PlainBoard& board, int prey);

// Whether a chain whose side moves gets away.
[[nodiscard]] inline bool gets_out(const PlainBoard& board, int prey) {
    for (int point = 0; point < board.side * board.side; ++point) {
        const auto next = board.after(point, board.at(prey));
        if (next && !is_taken_by_atari(*next, prey)) return true;
    }
    return false;
}

inline bool is_taken_by_atari(const PlainBoard& board, int prey) {
    const std::size_t liberties = board.chain(prey).liberties.size();
    if (liberties > 2) return false;
    const char hunter = board.at(prey) == '#' ? 'o' : '#';
    for (int point = 0; point < board.side * board.side; ++point) {
        const auto next = board.after(point, hunter);
        if (!next) continue;
        if (next->at(prey) == '.') return true;
        if (liberties == 2 && next->chain(prey).liberties.size() == 1 && !gets_out(*next, prey)) return true;
    }
    return false;
}

}  // namespace tengen::test
