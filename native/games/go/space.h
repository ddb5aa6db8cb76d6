// Small sets of cells that hang together, and what an eye of that form can become. Knows nothing of
// liberties.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "games/go/board.h"

namespace tengen::go {

// No larger eye can be made one by a single stone in it.
inline constexpr int largest_nakade = 6;

// Up to one cell more than the largest: then it is too large, and nothing more is added.
template <int most_side>
class Space {
   public:
    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool is_too_large() const { return size_ > largest_nakade; }
    [[nodiscard]] int at(int place) const { return cells_[static_cast<std::size_t>(place)]; }
    [[nodiscard]] bool holds(int cell) const {
        return std::find(cells_.begin(), cells_.begin() + size_, cell) != cells_.begin() + size_;
    }
    void add(int cell) {
        if (!is_too_large()) cells_[static_cast<std::size_t>(size_++)] = cell;
    }

    // The cell on which one stone makes this one eye, or parts it in two; 0 where there is none: it is
    // one eye whatever is played (up to two cells, a square), or two eyes.
    [[nodiscard]] int vital_cell() const {
        if (size_ < 3 || is_too_large()) return 0;
        int pairs = 0;
        int most = 0;
        int cell = 0;
        for (int one = 0; one < size_; ++one) {
            const int near = near_cells(at(one));
            pairs += near;
            if (near > most) cell = at(one);
            most = std::max(most, near);
        }
        pairs /= 2;
        const bool has_one = size_ == 3 || (size_ == 4 && most == 3) ||    // pyramid
                             (size_ == 5 && (pairs == 5 || most == 4)) ||  // bulky five, crossed five
                             (size_ == 6 && pairs == 6 && most == 4);      // rabbity six
        return has_one ? cell : 0;
    }

    // Whether it is one eye, or can be made one by a stone in it. Precondition: not too large.
    [[nodiscard]] bool is_nakade() const {
        return size_ < 3 || vital_cell() != 0 ||
               (size_ == 4 && std::all_of(
                                  cells_.begin(), cells_.begin() + size_,
                                  [this](int cell) { return near_cells(cell) == 2; }));
    }

   private:
    [[nodiscard]] int near_cells(int cell) const {
        int near = 0;
        for (const int step : Board<most_side>::beside) near += holds(cell + step);
        return near;
    }

    std::array<int, largest_nakade + 1> cells_{};
    int size_ = 0;
};

// What hangs together with a cell of all that is not `owner`'s; too large for no small eye of its own.
// `filled` is a cell that is taken for the owner's, 0 for none. Precondition: `start` is no border, and not
// the owner's.
template <int most_side>
[[nodiscard]] Space<most_side> eye_of(const Board<most_side>& board, int start, Stone owner, int filled = 0) {
    Space<most_side> eye;
    eye.add(start);
    for (int done = 0; done < eye.size() && !eye.is_too_large(); ++done) {
        for (const int step : Board<most_side>::beside) {
            const int near = eye.at(done) + step;
            const Stone there = board.at(near);
            if (there != owner && there != Stone::border && near != filled && !eye.holds(near)) eye.add(near);
        }
    }
    return eye;
}

}  // namespace tengen::go
