#include "games/go/past.h"

namespace tengen::go {

Situation::Situation(std::uint64_t of_both, std::span<const std::uint8_t> board, int side)
    : hash(of_both), to_move(static_cast<std::uint8_t>(side)) {
    for (std::size_t point = 0; point < board.size(); ++point) {
        cells[point / 32] |= std::uint64_t{board[point]} << (2 * (point % 32));
    }
}

int Past::add(const Situation& situation) {
    const std::size_t place = place_of(situation);
    if (place < situations_.size()) return ++times_[place];
    hashes_.push_back(situation.hash);
    situations_.push_back(situation);
    times_.push_back(1);
    return 1;
}

std::vector<std::uint64_t> Past::hashes() const {
    std::vector<std::uint64_t> all;
    for (std::size_t place = 0; place < hashes_.size(); ++place) {
        all.insert(all.end(), static_cast<std::size_t>(times_[place]), hashes_[place]);
    }
    std::sort(all.begin(), all.end());
    return all;
}

void Past::clear() {
    hashes_.clear();
    situations_.clear();
    times_.clear();
}

std::size_t Past::place_of(const Situation& situation) const {
    std::size_t place = 0;
    while (place < hashes_.size() &&
           (hashes_[place] != situation.hash || !(situations_[place] == situation))) {
        ++place;
    }
    return place;
}

}  // namespace tengen::go
