#include "games/go/features.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

#include "games/go/weights.h"

namespace tengen::go {

namespace {

// Column and row make a pair of lines, the nearer to the edge first.
constexpr int line_pair(int one, int two) {
    const int far = std::max(one, two);
    return far * (far + 1) / 2 + std::min(one, two);
}

// Counted from the nearer edge, from 0.
constexpr int line_of(int coordinate, int side) {
    return std::min({coordinate, side - 1 - coordinate, line_steps - 1});
}

// By how much of the board is full: the opening ends early.
constexpr int stage_of(int empties, int points) {
    const int full = points - empties;
    return full * 12 < points ? 0 : full * 5 < points ? 1 : full * 2 < points ? 2 : 3;
}

// A list one longer than what is counted: one of its liberties is where the move goes.
static_assert(LibertyList::most > many_liberties);

int counted(const LibertyList& liberties) {
    return std::min(liberties.count, many_liberties);
}

// A chain of two liberties or three has fewer by the move, as many, or more; one of many has fewer or has
// not.
constexpr int answer_step(int liberties_before, int liberties_after) {
    const int gained = liberties_after - liberties_before;
    return 3 * (liberties_before - 2) + (gained < 0 ? 0 : gained == 0 ? 1 : 2);
}

template <int most_side>
int distance(int one, int two) {
    constexpr int stride = Board<most_side>::stride;
    const int columns = std::abs(one % stride - two % stride);
    const int rows = std::abs(one / stride - two / stride);
    return std::min(columns + rows + std::max(columns, rows), distance_steps - 1);
}

}  // namespace

int feature_count() {
    const ShapeNumbers& numbers = ShapeNumbers::instance();
    return feature::shape + static_cast<int>(numbers.shapes().size()) + numbers.replies();
}

// What a move has beside it, each chain once.
template <int most_side>
struct Overview<most_side>::Beside {
    Beside(const Overview& overview, int cell) {
        const Board<most_side>& board = overview.board_;
        for (const int step : Board<most_side>::beside) {
            const Stone there = board.at(cell + step);
            if (there == Stone::none) {
                liberties.add(cell + step);
            } else if (there == overview.stone_) {
                add(own, own_count, board.root(cell + step));
            } else if (there == other(overview.stone_)) {
                add(hostile, hostile_count, board.root(cell + step));
            }
        }
        for (int number = 0; number < own_count; ++number) {
            const int root = own[static_cast<std::size_t>(number)];
            const LibertyList& more = overview.chain(root).liberties;
            for (int index = 0; index < more.count; ++index) {
                if (more[index] != cell) liberties.add(more[index]);
            }
            stones += board.length(root);
        }
    }

    static void add(std::array<int, 4>& roots, int& count, int root) {
        if (std::find(roots.begin(), roots.begin() + count, root) != roots.begin() + count) return;
        roots[static_cast<std::size_t>(count++)] = root;
    }

    std::array<int, 4> own{};
    std::array<int, 4> hostile{};
    int own_count = 0;
    int hostile_count = 0;
    LibertyList liberties;  // of the chain that is made, if nothing is taken
    int stones = 1;
};

template <int most_side>
Overview<most_side>::Overview(const Board<most_side>& board, Stone stone, Recent recent, int ladder_plies)
    : board_(board), stone_(stone), recent_(recent) {
    const int points = board.side() * board.side();
    stage_ = stage_of(board.empties(), points);
    for (Move point = 0; point < points; ++point) {
        const int cell = board.cell_of(point);
        if (board.at(cell) != Stone::none && board.root(cell) == cell) look_at(cell, ladder_plies);
    }
    for (Move point = 0; point < points; ++point) {
        const int cell = board.cell_of(point);
        if (board.at(cell) == stone && board.root(cell) == cell && chain(cell).liberties.count == 1) {
            mark_holders(cell);
        }
    }
    mark_touched();
    measure(stone, to_own_);
    measure(other(stone), to_hostile_);
}

template <int most_side>
void Overview<most_side>::look_at(int root, int ladder_plies) {
    Chain& chain = chains_[static_cast<std::size_t>(root)];
    chain.liberties = liberties_of(board_, root);
    if (chain.liberties.count == 1) {
        chain.gets_away = board_.at(root) == stone_
                              ? is_ladder_escape(board_, chain.liberties[0], root, ladder_plies)
                              : gets_away(board_, root, ladder_plies);
    } else if (chain.liberties.count == 2) {
        for (int number = 0; number < 2; ++number) {
            chain.taken_by[static_cast<std::size_t>(number)] =
                is_ladder_capture(board_, chain.liberties[number], root, ladder_plies);
        }
    }
}

template <int most_side>
void Overview<most_side>::mark_holders(int stone) {
    int here = stone;
    do {
        for (const int step : Board<most_side>::beside) {
            const int near = here + step;
            if (board_.at(near) == other(stone_))
                chains_[static_cast<std::size_t>(board_.root(near))].holds_atari = true;
        }
        here = board_.next_in_chain(here);
    } while (here != stone);
}

template <int most_side>
void Overview<most_side>::mark_touched() {
    if (recent_.last == 0 || board_.at(recent_.last) != other(stone_)) return;
    last_root_ = board_.root(recent_.last);
    for (const int step : Board<most_side>::beside) {
        const int near = recent_.last + step;
        if (board_.at(near) == stone_) chains_[static_cast<std::size_t>(board_.root(near))].is_touched = true;
    }
}

// In steps from cell to cell, from all stones at once.
template <int most_side>
void Overview<most_side>::measure(Stone stone, Distances& distances) const {
    std::array<typename Board<most_side>::Cell, Board<most_side>::point_count> reached;
    std::size_t count = 0;
    distances.fill(nearest_steps);
    const auto reach = [&](int cell, int distance) {
        distances[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(distance);
        reached[count++] = static_cast<typename Board<most_side>::Cell>(cell);
    };
    for (Move point = 0; point < board_.side() * board_.side(); ++point) {
        const int cell = board_.cell_of(point);
        if (board_.at(cell) == stone) reach(cell, 0);
    }
    for (std::size_t done = 0; done < count; ++done) {
        const int next = distances[reached[done]] + 1;
        if (next == nearest_steps) break;
        for (const int step : Board<most_side>::beside) {
            const int near = reached[done] + step;
            if (board_.at(near) == Stone::border) continue;
            if (distances[static_cast<std::size_t>(near)] > next) reach(near, next);
        }
    }
}

template <int most_side>
void Overview<most_side>::add_enemies(const Beside& beside, int cell, MoveFeatures& features) const {
    int taken = 0;
    bool saves = false;
    bool was_free = false;
    int put_in_atari = 0;
    int laddered = 0;
    for (int number = 0; number < beside.hostile_count; ++number) {
        const int root = beside.hostile[static_cast<std::size_t>(number)];
        const Chain& hostile = chain(root);
        const int stones = board_.length(root);
        if (hostile.liberties.count == 1) {
            taken += stones;
            saves = saves || hostile.holds_atari;
            was_free = was_free || hostile.gets_away;
        } else if (hostile.liberties.count == 2) {
            const bool is_taken = hostile.taken_by[hostile.liberties[0] == cell ? 0 : 1];
            int& most = is_taken ? laddered : put_in_atari;
            most = std::max(most, stones);
        } else if (root == last_root_) {
            features.add(feature::press + counted(hostile.liberties) - 3);
        }
    }
    if (taken > 0) {
        const int group = saves      ? feature::capture_to_save
                          : was_free ? feature::capture
                                     : feature::capture_of_dead;
        features.add(group + size_step(taken));
        if (taken == 1 && board_.near(cell, other(stone_)) == 4) features.add(feature::ko);
    }
    if (laddered > 0) {
        features.add(feature::ladder + size_step(laddered));
    } else if (put_in_atari > 0) {
        features.add(feature::atari + size_step(put_in_atari));
    }
    // Taken stones leave liberties: only what takes none can be seen here.
    if (taken > 0) return;
    if (beside.liberties.count == 1) {
        features.add(feature::self_atari + size_step(beside.stones));
    } else {
        features.add(feature::liberties + counted(beside.liberties) - 2);
    }
}

template <int most_side>
void Overview<most_side>::add_own(const Beside& beside, MoveFeatures& features) const {
    int saved = 0;
    int lost = 0;
    int warned = 0;
    for (int number = 0; number < beside.own_count; ++number) {
        const int root = beside.own[static_cast<std::size_t>(number)];
        const Chain& own = chain(root);
        const int stones = board_.length(root);
        if (own.liberties.count == 1) {
            int& most = own.gets_away ? saved : lost;
            most = std::max(most, stones);
            continue;
        }
        if (own.taken_by[0] || own.taken_by[1]) warned = std::max(warned, stones);
        if (own.is_touched) {
            features.add(feature::answer + answer_step(counted(own.liberties), counted(beside.liberties)));
        }
    }
    if (saved > 0) features.add(feature::save + size_step(saved));
    if (lost > 0) features.add(feature::save_in_vain + size_step(lost));
    if (warned > 0) features.add(feature::prevent + size_step(warned));
}

template <int most_side>
void Overview<most_side>::add_place(int cell, MoveFeatures& features) const {
    const int own = to_own_[static_cast<std::size_t>(cell)];
    const int hostile = to_hostile_[static_cast<std::size_t>(cell)];
    features.add(feature::nearest_own + own - 1);
    features.add(feature::nearest_hostile + hostile - 1);
    const int side = board_.side();
    const int column = cell % Board<most_side>::stride - 1;
    const int row = cell / Board<most_side>::stride - 1;
    const int group = (side > largest_small_side ? place_groups : 0) +
                      (std::min(own, hostile) < nearest_steps - 1 ? stage_ : stages);
    features.add(feature::place + group * line_pairs + line_pair(line_of(column, side), line_of(row, side)));
    const int first = stage_ * distance_steps;
    if (recent_.last != 0) features.add(feature::to_last + first + distance<most_side>(cell, recent_.last));
    if (recent_.before != 0)
        features.add(feature::to_before + first + distance<most_side>(cell, recent_.before));
}

template <int most_side>
MoveFeatures Overview<most_side>::of(int cell) const {
    assert(board_.may_play(cell, stone_, false));
    MoveFeatures features;
    const Beside beside(*this, cell);
    add_enemies(beside, cell, features);
    add_own(beside, features);
    add_place(cell, features);
    const ShapeNumbers& numbers = ShapeNumbers::instance();
    const Shape shape = shape_at(board_, cell, stone_);
    features.add(feature::shape + numbers.of(shape));
    for (int place = 0; place < 8; ++place) {
        if (cell + ring<most_side>[static_cast<std::size_t>(place)] != recent_.last) continue;
        if (around(shape, place) != Around::hostile) break;
        const int first = feature::shape + static_cast<int>(numbers.shapes().size());
        features.add(first + numbers.of_reply(reply_shape(shape, place), place % 2 == 1));
    }
    return features;
}

template <int most_side>
void priors(const Board<most_side>& board, Stone stone, Recent recent, const Weights& weights,
            std::span<float> out, int ladder_plies) {
    assert(std::ssize(out) == board.side() * board.side());
    const Overview<most_side> overview(board, stone, recent, ladder_plies);
    std::fill(out.begin(), out.end(), 0.0F);
    std::array<int, Board<most_side>::point_count> sums;
    std::array<typename Board<most_side>::Cell, Board<most_side>::point_count> cells;
    std::size_t count = 0;
    int best = 0;
    for (int place = 0; place < board.empties(); ++place) {
        const int cell = board.empty(place);
        if (!board.may_play(cell, stone, false)) continue;
        const int sum = weights.sum(overview.of(cell));
        best = count == 0 ? sum : std::max(best, sum);
        sums[count] = sum;
        cells[count++] = static_cast<typename Board<most_side>::Cell>(cell);
    }
    // In the order of the points, so that chance in the order of the empty cells changes nothing.
    for (std::size_t index = 0; index < count; ++index) {
        out[static_cast<std::size_t>(board.point_of(cells[index]))] = power_of(best - sums[index]);
    }
    float total = 0;
    for (const float odds : out) total += odds;
    if (count == 0) return;
    for (float& odds : out) odds /= total;
}

template class Overview<9>;
template class Overview<13>;
template class Overview<19>;
template void priors(const Board<9>&, Stone, Recent, const Weights&, std::span<float>, int);
template void priors(const Board<13>&, Stone, Recent, const Weights&, std::span<float>, int);
template void priors(const Board<19>&, Stone, Recent, const Weights&, std::span<float>, int);

}  // namespace tengen::go
