#include "games/go/board.h"

#include <algorithm>

namespace tengen::go {

template <int most_side>
Board<most_side>::Board(int side) : side_(static_cast<std::uint8_t>(side)) {
    assert(side > 1 && side <= most_side);
    stones_.fill(Stone::border);
    for (int cell = 0; cell < cell_count; ++cell) {
        chain_[index(cell)] = static_cast<Cell>(cell);
        next_[index(cell)] = static_cast<Cell>(cell);
    }
    for (Move point = 0; point < side * side; ++point) {
        const int cell = cell_of(point);
        stones_[index(cell)] = Stone::none;
        place_[index(cell)] = empty_count_;
        empties_[empty_count_++] = static_cast<Cell>(cell);
    }
    for (Move point = 0; point < side * side; ++point) {
        const int cell = cell_of(point);
        unsigned int near = 0;
        for (const int step : beside) near += one_near(stones_[index(cell + step)]);
        near_[index(cell)] = static_cast<std::uint16_t>(near);
    }
}

template <int most_side>
int Board<most_side>::last_liberty(int cell) const {
    assert(in_atari(cell));
    const Liberties liberties = liberties_[chain_[index(cell)]];
    return static_cast<int>((liberties >> sum_shift & 0xfffff) / (liberties & 0x3ff));
}

template <int most_side>
bool Board<most_side>::takes(int cell, Stone stone) const {
    return std::any_of(beside.begin(), beside.end(),
                       [&](int step) { return at(cell + step) == other(stone) && in_atari(cell + step); });
}

template <int most_side>
bool Board<most_side>::has_beside(int cell, Stone stone) const {
    return std::any_of(beside.begin(), beside.end(), [&](int step) { return at(cell + step) == stone; });
}

template <int most_side>
std::uint64_t Board<most_side>::hash_after(int cell, Stone stone) const {
    assert(may_play(cell, stone, true));
    std::uint64_t hash = hash_ ^ key(cell, stone);
    std::array<int, beside.size()> roots{};
    int root_count = 0;
    const auto take_off = [&](int root, Stone kind) {
        if (std::find(roots.begin(), roots.begin() + root_count, root) != roots.begin() + root_count) return;
        roots[index(root_count++)] = root;
        int here = root;
        do {
            hash ^= key(here, kind);
            here = next_[index(here)];
        } while (here != root);
    };
    const bool is_fatal = is_suicide(cell, stone);
    const Stone dying = is_fatal ? stone : other(stone);
    for (const int step : beside) {
        const int near = cell + step;
        if (at(near) == dying && in_atari(near)) take_off(chain_[index(near)], dying);
    }
    return is_fatal ? hash ^ key(cell, stone) : hash;
}

template <int most_side>
std::vector<std::uint8_t> Board<most_side>::cells() const {
    std::vector<std::uint8_t> cells(index(side_ * side_));
    for (Move point = 0; point < side_ * side_; ++point) {
        cells[index(point)] = static_cast<std::uint8_t>(at(cell_of(point)));
    }
    return cells;
}

template <int most_side>
bool Board<most_side>::is_possible() const {
    for (Move point = 0; point < side_ * side_; ++point) {
        const int cell = cell_of(point);
        if (at(cell) != Stone::none && liberties_[chain_[index(cell)]] == 0) return false;
    }
    return true;
}

template <int most_side>
bool Board<most_side>::check() const {
    int empty_count = 0;
    std::uint64_t hash = 0;
    for (Move point = 0; point < side_ * side_; ++point) {
        const int cell = cell_of(point);
        unsigned int near = 0;
        for (const int step : beside) near += one_near(at(cell + step));
        if (near != near_[index(cell)]) return false;
        if (at(cell) == Stone::none) {
            ++empty_count;
            if (place_[index(cell)] >= empty_count_ || empty(place_[index(cell)]) != cell) return false;
            if (chain_[index(cell)] != cell) return false;
            continue;
        }
        hash ^= key(cell, at(cell));
        // The circle of the chain, beginning here: all of it, and of one root.
        const int root = chain_[index(cell)];
        Liberties liberties = 0;
        int length = 0;
        bool has_root = false;
        int here = cell;
        do {
            if (at(here) != at(cell) || chain_[index(here)] != root || length > point_count) return false;
            has_root = has_root || here == root;
            for (const int step : beside) {
                if (at(here + step) == Stone::none) liberties += weight(here + step);
                if (at(here + step) == at(cell) && chain_[index(here + step)] != root) return false;
            }
            ++length;
            here = next_[index(here)];
        } while (here != cell);
        if (!has_root || length != length_[index(root)] || liberties != liberties_[index(root)]) return false;
    }
    return empty_count == empty_count_ && hash == hash_ && (ko_ == 0 || at(ko_) == Stone::none);
}

template class Board<9>;
template class Board<13>;
template class Board<19>;

}  // namespace tengen::go
