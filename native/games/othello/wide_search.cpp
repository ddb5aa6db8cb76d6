#include "games/othello/wide_search.h"

#include <algorithm>
#include <cassert>
#include <type_traits>
#include <vector>

#include "games/othello/wide_evaluation.h"
#include "games/othello/wide_grid.h"

namespace tengen::othello {

namespace {

constexpr std::uint64_t wide_salt = 0xbb67ae8584caa73bULL;

constexpr int fewest_sorted = 5;   // empties from which the end is searched with ordered moves
constexpr int fewest_kept = 6;     // and from which it is kept in the table
constexpr int fewest_judged = 10;  // and from which moves are ordered by the evaluation too

// What the order of moves weighs, in units of `wide_disc`.
constexpr int reply_cost = 12;
constexpr int corner_gain = 80;
constexpr int odd_gain = 10;

// --- what is kept in the table

struct Kept {
    int lower = 0;
    int upper = 0;
    int depth = 0;
    int cell = -1;
};

// 13 bits for each bound, 8 for depth, 9 for the cell.
constexpr std::uint64_t packed_kept(const Kept& kept) {
    return static_cast<std::uint64_t>(kept.lower + 4096) |
           static_cast<std::uint64_t>(kept.upper + 4096) << 13 |
           static_cast<std::uint64_t>(kept.depth) << 26 | static_cast<std::uint64_t>(kept.cell + 1) << 34;
}

constexpr Kept unpacked_kept(std::uint64_t payload) {
    return {static_cast<int>(payload & 0x1fff) - 4096, static_cast<int>(payload >> 13 & 0x1fff) - 4096,
            static_cast<int>(payload >> 26 & 0xff), static_cast<int>(payload >> 34 & 0x1ff) - 1};
}

// --- boards as one grid holds them

template <typename Grid>
const Shape<typename Grid::Set>& shape_of(int size) {
    using Set = typename Grid::Set;
    static constexpr auto shapes = [] {
        std::array<Shape<Set>, Grid::most / 2 + 1> made{};
        for (int each = least_side; each <= Grid::most; each += 2) {
            made[static_cast<std::size_t>(each / 2)] = make_shape<Set, Grid::stride>(each);
        }
        return made;
    }();
    assert(is_side(size) && size <= Grid::most);
    return shapes[static_cast<std::size_t>(size / 2)];
}

template <typename Set>
struct Sides {
    Set mover;
    Set waiter;
};

// Rows of sixteen cells, four in a word, as rows of eight.
SmallDiscs small(const WideDiscs& discs) {
    SmallDiscs result;
    for (int y = 0; y < side; ++y) {
        const std::uint64_t row = discs.words[static_cast<std::size_t>(y / 4)] >> (y % 4 * most_side) & 0xff;
        result.bits |= row << (y * side);
    }
    return result;
}

Sides<SmallDiscs> sides_of(const SmallGrid&, const WideBoard& board) {
    return {small(board.mover), small(board.waiter)};
}

Sides<WideDiscs> sides_of(const WideGrid&, const WideBoard& board) {
    return {board.mover, board.waiter};
}

// At the end of a game, with the empties for the winner.
template <typename Set>
int lead_of(const Shape<Set>& shape, const Sides<Set>& board) {
    const int cells = shape.size * shape.size;
    const int own = count(board.mover);
    const int others = count(board.waiter);
    if (own > others) return wide_disc * (cells - 2 * others);
    if (own < others) return wide_disc * (2 * own - cells);
    return 0;
}

// Calls work(grid) with the grid that boards of this size are held in.
template <typename Work>
auto on_grid(int size, const Work& work) {
    if (size <= SmallGrid::most) return work(SmallGrid{});
    return work(WideGrid{});
}

// --- one search

template <typename Grid>
class Look {
   public:
    using Set = typename Grid::Set;

    Look(Worker& worker, int size) : worker_(worker), shape_(shape_of<Grid>(size)) {}

    // Where `moves` are those of the mover. Precondition: alpha < beta.
    int value(const Sides<Set>& board, const Set& moves, int alpha, int beta, int depth);

    [[nodiscard]] Set moves_of(const Sides<Set>& board) const {
        return Grid::placements_of(shape_, board.mover, board.waiter);
    }

   private:
    struct Child {
        Sides<Set> board;
        Set replies;
        std::uint64_t hash = 0;
        int cell = 0;
        int worth = 0;
    };

    // The children of the boards on the way down, one after the other: boards of 16x16 have too many for the
    // stack. A guard takes them off again.
    struct Children {
        explicit Children(std::vector<Child>& all) : all(all), first(all.size()) {}
        Children(const Children&) = delete;
        Children& operator=(const Children&) = delete;
        ~Children() { all.resize(first); }

        [[nodiscard]] std::size_t size() const { return all.size() - first; }
        Child& operator[](std::size_t index) { return all[first + index]; }

        std::vector<Child>& all;
        std::size_t first;
    };

    [[nodiscard]] int final_lead(const Sides<Set>& board) const { return lead_of(shape_, board); }
    int judged(const Sides<Set>& board, const Set& moves, const Set& others);
    int judged_after_all(const Sides<Set>& board, const Set& moves);
    int solve_few(const Sides<Set>& board, const int* cells, int empties, int alpha, int beta,
                  bool is_after_pass);
    int solve_last(const Sides<Set>& board, int cell);
    void add_children(Children& children, const Sides<Set>& board, const Set& moves);
    void sort(Children& children, const Set& empty, int empties, int depth, int known);

    Worker& worker_;
    const Shape<Set>& shape_;
    std::vector<Child> children_;
};

// What a player of the worker's strength sees in a board. Precondition: the side to move can place a disc.
template <typename Grid>
int Look<Grid>::judged(const Sides<Set>& board, const Set& moves, const Set& others) {
    ++worker_.nodes;
    const int cells = shape_.size * shape_.size;
    const WideFeatures features =
        wide_features_of<Set, Grid::stride>(shape_, board.mover, board.waiter, moves, others);
    int value = wide_value(features, count(board.mover | board.waiter), cells);
    const Misjudgement& wrong = worker_.misjudgement;
    if (wrong.deviation != 0) [[unlikely]] {
        // Of 64 fair bits 32 are expected, with a deviation of 4.
        const int error = std::popcount(Grid::hash_of(board.mover, board.waiter, wrong.seed)) - 32;
        const int lead = wide_disc * features[discs_held];
        value = (value * (100 - wrong.greed) + lead * wrong.greed) / 100;
        value += error * wrong.deviation * wide_disc / (4 * disc);
    }
    const int most = wide_disc * (cells - 1);
    return std::clamp(value, -most, most);
}

// The same where the side to move may have to pass, or the game be over.
template <typename Grid>
int Look<Grid>::judged_after_all(const Sides<Set>& board, const Set& moves) {
    const Sides<Set> turned{board.waiter, board.mover};
    const Set others = moves_of(turned);
    if (moves.any()) return judged(board, moves, others);
    if (others.any()) return -judged(turned, others, moves);
    ++worker_.nodes;
    return final_lead(board);
}

template <typename Grid>
int Look<Grid>::solve_last(const Sides<Set>& board, int cell) {
    ++worker_.nodes;
    const int cells = shape_.size * shape_.size;
    const int own = count(board.mover);
    if (const int gained = count(Grid::flips_of(shape_, board.mover, board.waiter, cell)); gained != 0) {
        return wide_disc * (2 * (own + gained + 1) - cells);
    }
    if (const int lost = count(Grid::flips_of(shape_, board.waiter, board.mover, cell)); lost != 0) {
        return wide_disc * (2 * (own - lost) - cells);
    }
    return final_lead(board);
}

// The result with the few empty cells given, without order or table.
template <typename Grid>
int Look<Grid>::solve_few(const Sides<Set>& board, const int* cells, int empties, int alpha, int beta,
                          bool is_after_pass) {
    if (empties == 1) return solve_last(board, cells[0]);
    ++worker_.nodes;
    if (empties == 0) return final_lead(board);
    int best = -wide_infinite;
    for (int index = 0; index < empties; ++index) {
        const Set turned = Grid::flips_of(shape_, board.mover, board.waiter, cells[index]);
        if (!turned.any()) continue;
        int left[fewest_sorted];
        std::copy(cells, cells + index, left);
        std::copy(cells + index + 1, cells + empties, left + index);
        Sides<Set> next{board.waiter - turned, board.mover | turned};
        next.waiter.add(cells[index]);
        best = std::max(best, -solve_few(next, left, empties - 1, -beta, -std::max(alpha, best), false));
        if (best >= beta) return best;
    }
    if (best != -wide_infinite) return best;
    if (is_after_pass) return final_lead(board);
    return -solve_few({board.waiter, board.mover}, cells, empties, -beta, -alpha, true);
}

template <typename Grid>
void Look<Grid>::add_children(Children& children, const Sides<Set>& board, const Set& moves) {
    for_each(moves, [&](int cell) {
        const Set turned = Grid::flips_of(shape_, board.mover, board.waiter, cell);
        Child child;
        child.board = {board.waiter - turned, board.mover | turned};
        child.board.waiter.add(cell);
        child.replies = moves_of(child.board);
        child.cell = cell;
        children.all.push_back(child);
    });
}

// The best first: the one that the table knows, then by what the other side is left with and how the board
// looks.
template <typename Grid>
void Look<Grid>::sort(Children& children, const Set& empty, int empties, int depth, int known) {
    Set odd;
    for (const Set& quadrant : shape_.quadrants) {
        if (count(empty & quadrant) % 2 != 0) odd = odd | quadrant;
    }
    const bool is_solving = depth >= empties;
    for (std::size_t index = 0; index < children.size(); ++index) {
        Child& child = children[index];
        if (child.cell == known) {
            child.worth = 2 * wide_infinite;
            continue;
        }
        const int replies = count(child.replies) + count(child.replies & shape_.corner_cells);
        child.worth = -reply_cost * replies;
        if (shape_.corner_cells.contains(child.cell)) child.worth += corner_gain;
        if (is_solving && odd.contains(child.cell)) child.worth += odd_gain;
        if (is_solving ? empties >= fewest_judged : depth >= 3) {
            child.worth -= judged_after_all(child.board, child.replies);
        }
    }
    // Stable, and quicker than the library for so few.
    for (std::size_t index = 1; index < children.size(); ++index) {
        const Child child = children[index];
        std::size_t place = index;
        for (; place > 0 && children[place - 1].worth < child.worth; --place)
            children[place] = children[place - 1];
        children[place] = child;
    }
}

template <typename Grid>
int Look<Grid>::value(const Sides<Set>& board, const Set& moves, int alpha, int beta, int depth) {
    if (!moves.any()) {
        const Sides<Set> turned{board.waiter, board.mover};
        const Set others = moves_of(turned);
        if (!others.any()) {
            ++worker_.nodes;
            return final_lead(board);
        }
        return -value(turned, others, -beta, -alpha, depth);
    }
    if (depth <= 0) return judged_after_all(board, moves);

    const Set empty = shape_.cells - (board.mover | board.waiter);
    const int empties = count(empty);
    if (depth >= empties) {
        depth = empties;
        if (empties < fewest_sorted) {
            int cells[fewest_sorted];
            int found = 0;
            for_each(empty, [&](int cell) { cells[found++] = cell; });
            return solve_few(board, cells, empties, alpha, beta, false);
        }
    }
    ++worker_.nodes;
    if (worker_.nodes >= worker_.next_check) worker_.check();
    if (worker_.is_stopped) return 0;

    const bool uses_table = depth >= (depth == empties ? fewest_kept : 2);
    const std::uint64_t hash = Grid::hash_of(board.mover, board.waiter, wide_salt);
    Kept known{-wide_infinite, wide_infinite, depth, -1};
    if (uses_table) {
        if (const auto payload = worker_.table->probe(hash)) {
            const Kept kept = unpacked_kept(*payload);
            known.cell = kept.cell;
            if (kept.depth >= depth) {
                if (kept.lower >= beta || kept.lower == kept.upper) return kept.lower;
                if (kept.upper <= alpha) return kept.upper;
            }
            if (kept.depth == depth) {
                known = kept;
                alpha = std::max(alpha, kept.lower);
                beta = std::min(beta, kept.upper);
            }
        }
    }

    Children children(children_);
    add_children(children, board, moves);
    if (depth > fewest_kept) {
        // One reply that is known to be good enough is enough.
        for (std::size_t index = 0; index < children.size(); ++index) {
            const Child& child = children[index];
            if (!child.replies.any()) continue;
            const auto payload =
                worker_.table->probe(Grid::hash_of(child.board.mover, child.board.waiter, wide_salt));
            if (!payload) continue;
            const Kept kept = unpacked_kept(*payload);
            if (kept.depth >= depth - 1 && -kept.upper >= beta) return -kept.upper;
        }
    }
    if (children.size() > 1 && depth > 1) sort(children, empty, empties, depth, known.cell);

    int best = -wide_infinite;
    int best_cell = -1;
    for (std::size_t index = 0; index < children.size(); ++index) {
        const Child child = children[index];
        const int lower = std::max(alpha, best);
        int found = 0;
        if (index == 0 || beta - lower <= 1) {
            found = -value(child.board, child.replies, -beta, -lower, depth - 1);
        } else {
            found = -value(child.board, child.replies, -lower - 1, -lower, depth - 1);
            if (found > lower && found < beta) {
                found = -value(child.board, child.replies, -beta, -lower, depth - 1);
            }
        }
        if (worker_.is_stopped) return 0;
        if (found > best) {
            best = found;
            best_cell = child.cell;
            if (best >= beta) break;
        }
    }
    if (uses_table) {
        // Shallow searches may contradict each other; what is kept may not.
        const int lower = best > alpha ? best : std::min(best, known.lower);
        const int upper = best < beta ? best : std::max(best, known.upper);
        worker_.table->store(hash, depth, packed_kept({lower, upper, depth, best_cell}));
    }
    return best;
}

}  // namespace

int evaluate(const WideBoard& board) {
    return on_grid(board.size, [&](const auto& grid) {
        using Grid = std::decay_t<decltype(grid)>;
        const auto sides = sides_of(grid, board);
        const auto& shape = shape_of<Grid>(board.size);
        const WideFeatures features = wide_features_of<typename Grid::Set, Grid::stride>(
            shape, sides.mover, sides.waiter, Grid::placements_of(shape, sides.mover, sides.waiter),
            Grid::placements_of(shape, sides.waiter, sides.mover));
        return wide_value(features, count(sides.mover | sides.waiter), board.size * board.size);
    });
}

int final_value(const WideBoard& board) {
    return on_grid(board.size, [&](const auto& grid) {
        using Grid = std::decay_t<decltype(grid)>;
        return lead_of(shape_of<Grid>(board.size), sides_of(grid, board));
    });
}

int search(Worker& worker, const WideBoard& board, int alpha, int beta, int depth) {
    assert(alpha < beta);
    return on_grid(board.size, [&](const auto& grid) {
        Look<std::decay_t<decltype(grid)>> look(worker, board.size);
        const auto sides = sides_of(grid, board);
        return look.value(sides, look.moves_of(sides), alpha, beta, depth);
    });
}

int kept_move(const Table& table, const WideBoard& board) {
    return on_grid(board.size, [&](const auto& grid) {
        using Grid = std::decay_t<decltype(grid)>;
        const auto sides = sides_of(grid, board);
        const auto payload = table.probe(Grid::hash_of(sides.mover, sides.waiter, wide_salt));
        const int cell = payload ? unpacked_kept(*payload).cell : -1;
        return cell < 0 ? -1 : cell / Grid::stride * most_side + cell % Grid::stride;
    });
}

}  // namespace tengen::othello
