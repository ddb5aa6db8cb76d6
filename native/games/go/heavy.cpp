#include "games/go/heavy.h"

#include <algorithm>
#include <mutex>

#include "games/go/ladder.h"

namespace tengen::go {

namespace {

constexpr int most_moves_a_point = 3;
constexpr int passes_to_end = 2;
constexpr int least_odds = 2 * usual_shape_odds;  // what looks natural
constexpr int largest_nakade = 6;

std::size_t at(int cell) {
    return static_cast<std::size_t>(cell);
}

// Whether a stone there is neither suicide nor a gift of several stones.
template <int most_side>
bool is_sensible(const Board<most_side>& board, int cell, Stone stone) {
    if (!board.may_play(cell, stone, false)) return false;
    if (!board.is_self_atari(cell, stone) || board.takes(cell, stone)) return true;
    return board.length_after(cell, stone) < 2;
}

// The largest chain of the other side in atari at or beside two cells.
template <int most_side>
int capture_beside(const Board<most_side>& board, Stone stone, Recent recent) {
    int best = 0;
    int most = 0;
    const auto look = [&](int cell) {
        if (board.at(cell) != other(stone) || !board.in_atari(cell)) return;
        const int length = board.length(cell);
        if (length <= most) return;
        const int liberty = board.last_liberty(cell);
        if (!board.may_play(liberty, stone, false)) return;
        most = length;
        best = liberty;
    };
    if (recent.last != 0) {
        look(recent.last);
        for (const int step : Board<most_side>::beside) look(recent.last + step);
    }
    if (recent.before != 0) {
        for (const int step : Board<most_side>::beside) look(recent.before + step);
    }
    return best;
}

// Where an enemy beside a chain can be taken; 0 for nowhere.
template <int most_side>
int counter_capture(const Board<most_side>& board, int chain, Stone stone) {
    int here = chain;
    do {
        for (const int step : Board<most_side>::beside) {
            const int near = here + step;
            if (board.at(near) != other(stone) || !board.in_atari(near)) continue;
            const int liberty = board.last_liberty(near);
            if (board.may_play(liberty, stone, false)) return liberty;
        }
        here = board.next_in_chain(here);
    } while (here != chain);
    return 0;
}

// Saves a chain that the last move put in atari.
template <int most_side>
int escape_beside(const Board<most_side>& board, Stone stone, int last) {
    if (last == 0) return 0;
    for (const int step : Board<most_side>::beside) {
        const int chain = last + step;
        if (board.at(chain) != stone || !board.in_atari(chain)) continue;
        const int capture = counter_capture(board, chain, stone);
        if (capture != 0) return capture;
        const int liberty = board.last_liberty(chain);
        if (!board.may_play(liberty, stone, false) || board.is_self_atari(liberty, stone)) continue;
        if (board.near(liberty, Stone::none) >= 3 || is_ladder_escape(board, liberty, chain)) return liberty;
    }
    return 0;
}

}  // namespace

// --- odds of shapes

ShapeOdds::ShapeOdds(const Weights& weights) : odds_(shape_count) {
    for (Shape shape = 0; shape < static_cast<Shape>(shape_count); ++shape) {
        odds_[shape] = static_cast<std::uint16_t>(std::min(weights.odds_of(shape), 0xffff));
    }
}

std::shared_ptr<const ShapeOdds> odds_of(const std::shared_ptr<const Weights>& weights) {
    static std::mutex mutex;
    static std::shared_ptr<const Weights> known;
    static std::shared_ptr<const ShapeOdds> odds;
    const std::lock_guard guard(mutex);
    if (known != weights) {
        odds = std::make_shared<const ShapeOdds>(*weights);
        known = weights;
    }
    return odds;
}

// --- killing

template <int most_side>
int vital_point(const Board<most_side>& board, int cell, Stone owner) {
    for (const int first : Board<most_side>::beside) {
        if (board.at(cell + first) != Stone::none) continue;
        std::array<int, largest_nakade> space{cell + first};
        std::size_t count = 1;
        bool is_surrounded = true;
        for (std::size_t done = 0; done < count && is_surrounded; ++done) {
            for (const int step : Board<most_side>::beside) {
                const int near = space[done] + step;
                const Stone there = board.at(near);
                if (there == owner || there == Stone::border) continue;
                if (there != Stone::none) {
                    is_surrounded = false;
                    break;
                }
                if (std::find(space.begin(), space.begin() + count, near) != space.begin() + count) continue;
                if (count == largest_nakade) {
                    is_surrounded = false;
                    break;
                }
                space[count++] = near;
            }
        }
        if (!is_surrounded || count < 3) continue;
        int joints = 0;
        int most = 0;
        int middle = 0;
        for (std::size_t place = 0; place < count; ++place) {
            const int near = board.near(space[place], Stone::none);
            joints += near;
            if (near > most) {
                most = near;
                middle = space[place];
            }
        }
        // A row or corner of three, a pyramid, a cross or a bulky five, a rabbity six.
        const bool is_vital = (count == 3) || (count == 4 && most == 3) ||
                              (count == 5 && (most == 4 || joints == 10)) ||
                              (count == 6 && most == 4 && joints == 14);
        if (is_vital) return middle;
    }
    return 0;
}

// --- choosing

template <int most_side>
int Playout<most_side>::by_shape(const Board<most_side>& board, Stone stone, int last, Rng& rng) const {
    std::array<int, 8> cells{};
    std::array<std::uint32_t, 8> sums{};
    std::size_t count = 0;
    std::uint32_t sum = 0;
    for (const int step : ring<most_side>) {
        const int cell = last + step;
        if (board.at(cell) != Stone::none) continue;
        const int odds = odds_.of(shape_at(board, cell, stone));
        if (odds < least_odds || !is_sensible(board, cell, stone) || board.is_eye(cell, stone)) continue;
        sum += static_cast<std::uint32_t>(odds);
        cells[count] = cell;
        sums[count++] = sum;
    }
    if (count == 0) return 0;
    if (count == 1) return cells[0];
    const std::uint32_t drawn = rng.below(sum);
    std::size_t chosen = 0;
    while (sums[chosen] <= drawn) ++chosen;
    return cells[chosen];
}

template <int most_side>
int Playout<most_side>::by_chance(Board<most_side>& board, Stone stone, Rng& rng) const {
    for (int left = board.empties(); left > 0;) {
        const int place = static_cast<int>(rng.below(static_cast<std::uint32_t>(left)));
        const int cell = board.empty(place);
        if (is_sensible(board, cell, stone) && !board.is_eye(cell, stone)) return cell;
        board.swap_empties(place, --left);
    }
    return 0;
}

template <int most_side>
int Playout<most_side>::choose(Board<most_side>& board, Stone stone, Recent recent, Rng& rng) const {
    if (recent.last != 0) {
        const int vital = vital_point(board, recent.last, other(stone));
        if (vital != 0 && board.may_play(vital, stone, false)) return vital;
    }
    const int capture = capture_beside(board, stone, recent);
    if (capture != 0) return capture;
    const int escape = escape_beside(board, stone, recent.last);
    if (escape != 0) return escape;
    if (recent.last != 0) {
        const int natural = by_shape(board, stone, recent.last, rng);
        if (natural != 0) return natural;
    }
    return by_chance(board, stone, rng);
}

template <int most_side>
int Playout<most_side>::play(Board<most_side>& board, Colour to_move, Recent recent, Rng& rng,
                             FirstStones& first) const {
    const int most = most_moves_a_point * board.side() * board.side();
    Stone stone = stone_of(to_move);
    int moves = 0;
    for (int passes = 0; moves < most && passes < passes_to_end; ++moves) {
        const int cell = choose(board, stone, recent, rng);
        if (cell != 0) {
            board.play(cell, stone);
            if (first[at(cell)] == 0) first[at(cell)] = static_cast<std::uint8_t>(stone);
            passes = 0;
        } else {
            board.pass();
            ++passes;
        }
        recent = {cell, recent.last};
        stone = other(stone);
    }
    return moves;
}

// --- whose the board is

template <int most_side>
Area area_of(const Board<most_side>& board, std::span<float> owners) {
    Area area;
    std::array<bool, Board<most_side>::cell_count> seen{};
    std::array<typename Board<most_side>::Cell, Board<most_side>::point_count> region;
    for (Move point = 0; point < board.side() * board.side(); ++point) {
        const int cell = board.cell_of(point);
        const Stone stone = board.at(cell);
        if (stone != Stone::none) {
            const int owner = stone == Stone::black ? 1 : -1;
            owners[at(point)] = static_cast<float>(owner);
            area.lead += owner;
            continue;
        }
        if (seen[at(cell)]) continue;
        std::size_t count = 0;
        const auto add = [&](int near) {
            seen[at(near)] = true;
            region[count++] = static_cast<typename Board<most_side>::Cell>(near);
        };
        bool is_beside_black = false;
        bool is_beside_white = false;
        add(cell);
        for (std::size_t done = 0; done < count; ++done) {
            for (const int step : Board<most_side>::beside) {
                const int near = region[done] + step;
                const Stone there = board.at(near);
                is_beside_black = is_beside_black || there == Stone::black;
                is_beside_white = is_beside_white || there == Stone::white;
                if (there == Stone::none && !seen[at(near)]) add(near);
            }
        }
        const int owner = static_cast<int>(is_beside_black) - static_cast<int>(is_beside_white);
        area.has_neutral = area.has_neutral || owner == 0;
        area.lead += owner * static_cast<int>(count);
        for (std::size_t place = 0; place < count; ++place) {
            owners[at(board.point_of(region[place]))] = static_cast<float>(owner);
        }
    }
    return area;
}

template class Playout<9>;
template class Playout<13>;
template class Playout<19>;
template int vital_point(const Board<9>&, int, Stone);
template int vital_point(const Board<13>&, int, Stone);
template int vital_point(const Board<19>&, int, Stone);
template Area area_of(const Board<9>&, std::span<float>);
template Area area_of(const Board<13>&, std::span<float>);
template Area area_of(const Board<19>&, std::span<float>);

}  // namespace tengen::go
