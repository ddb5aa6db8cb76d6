#include "games/go/settling.h"

#include <algorithm>

#include "games/go/space.h"

namespace tengen::go {

namespace {

constexpr int most_moves_a_point = 3;
constexpr int passes_to_end = 2;

// Tells `visit` of every stone of a chain, until it says true; whether it did.
template <int most_side, typename Visit>
bool any_of_chain(const Board<most_side>& board, int start, const Visit& visit) {
    int here = start;
    do {
        if (visit(here)) return true;
        here = board.next_in_chain(here);
    } while (here != start);
    return false;
}

// The stones that would hang together with one on an empty cell, that one included.
template <int most_side>
Space<most_side> joined(const Board<most_side>& board, int cell, Stone stone) {
    Space<most_side> space;
    space.add(cell);
    for (const int step : Board<most_side>::beside) {
        if (board.at(cell + step) != stone || space.holds(cell + step)) continue;
        any_of_chain(board, cell + step, [&](int here) {
            space.add(here);
            return space.is_too_large();
        });
    }
    return space;
}

// Whether a stone on an empty cell makes a small eye of one's own one that can be killed, or leaves it so.
template <int most_side>
bool spoils_eye(const Board<most_side>& board, int cell, Stone stone) {
    const int empty_beside = board.near(cell, Stone::none);
    if (empty_beside == 0 || empty_beside == 4 || board.near(cell, stone) + empty_beside < 4) return false;
    const Space<most_side> eye = eye_of(board, cell, stone);
    if (eye.is_too_large() || eye.size() < 3) return false;
    const int vital = eye.vital_cell();
    if (vital != 0) return cell != vital;
    int left = cell;
    for (const int step : Board<most_side>::beside) {
        if (board.at(cell + step) == Stone::none) left = cell + step;
    }
    const Space<most_side> rest = eye_of(board, left, stone, cell);
    return rest.size() == eye.size() - 1 && rest.is_nakade();
}

template <int most_side>
bool is_sensible(const Board<most_side>& board, int cell, Stone stone) {
    return board.may_play(cell, stone, false) && !board.is_eye(cell, stone) &&
           (board.takes(cell, stone) ||
            (!is_senseless_atari(board, cell, stone) && !spoils_eye(board, cell, stone)));
}

// What saves a chain in atari: to take a chain beside it, or its last liberty if it has more then; 0 for
// nothing.
template <int most_side>
int rescue_of(const Board<most_side>& board, int chain) {
    const Stone stone = board.at(chain);
    int found = 0;
    any_of_chain(board, chain, [&](int here) {
        for (const int step : Board<most_side>::beside) {
            const int near = here + step;
            if (board.at(near) != other(stone) || !board.in_atari(near)) continue;
            found = board.last_liberty(near);
            if (board.may_play(found, stone, false)) return true;
            found = 0;
        }
        return false;
    });
    if (found != 0) return found;
    const int liberty = board.last_liberty(chain);
    const bool is_saved = board.may_play(liberty, stone, false) && !board.is_self_atari(liberty, stone);
    return is_saved ? liberty : 0;
}

// Where a small eye beside the last move is killed, or where one that it was played into is saved; 0 for
// nowhere.
template <int most_side>
int answer_in_eye(const Board<most_side>& board, Stone stone, int last) {
    const auto is_free = [&](int cell) {
        return cell != 0 && board.at(cell) == Stone::none && board.may_play(cell, stone, false);
    };
    const Space<most_side> own = eye_of(board, last, stone);
    if (!own.is_too_large()) {
        const int vital = own.vital_cell();
        if (is_free(vital)) return vital;
        // Without one it is parted beside the stone in it.
        for (const int step : Board<most_side>::beside) {
            const int near = last + step;
            if (own.size() > 3 && vital == 0 && is_free(near) && board.near(near, Stone::none) > 0)
                return near;
        }
        return 0;
    }
    for (const int step : Board<most_side>::beside) {
        if (board.at(last + step) != Stone::none) continue;
        const int vital = eye_of(board, last + step, other(stone)).vital_cell();
        if (is_free(vital)) return vital;
    }
    return 0;
}

template <int most_side>
int answer_to(const Board<most_side>& board, Stone stone, int last) {
    if (board.at(last) != other(stone)) return 0;  // it was taken by what it took
    if (board.in_atari(last)) {
        const int liberty = board.last_liberty(last);
        if (board.may_play(liberty, stone, false)) return liberty;
    }
    for (const int step : Board<most_side>::beside) {
        if (board.at(last + step) != stone || !board.in_atari(last + step)) continue;
        const int rescue = rescue_of(board, last + step);
        if (rescue != 0) return rescue;
    }
    return answer_in_eye(board, stone, last);
}

}  // namespace

template <int most_side>
bool is_senseless_atari(const Board<most_side>& board, int cell, Stone stone) {
    if (!board.is_self_atari(cell, stone)) return false;
    const Space<most_side> space = joined(board, cell, stone);
    return space.is_too_large() || !space.is_nakade();
}

// What is refused goes to the end of the list, so that each is looked at once.
template <int most_side>
int settling_move(Board<most_side>& board, Stone stone, int last, Rng& rng) {
    if (last != 0) {
        const int answer = answer_to(board, stone, last);
        if (answer != 0) return answer;
    }
    for (int left = board.empties(); left > 0;) {
        const int place = static_cast<int>(rng.below(static_cast<std::uint32_t>(left)));
        const int cell = board.empty(place);
        if (is_sensible(board, cell, stone)) return cell;
        board.swap_empties(place, --left);
    }
    return 0;
}

template <int most_side>
void settle(Board<most_side>& board, Colour to_move, Rng& rng) {
    const int most = most_moves_a_point * board.side() * board.side();
    Stone stone = stone_of(to_move);
    int last = 0;
    for (int moves = 0, passes = 0; moves < most && passes < passes_to_end; ++moves) {
        last = settling_move(board, stone, last, rng);
        if (last != 0) {
            board.play(last, stone);
            passes = 0;
        } else {
            board.pass();
            ++passes;
        }
        stone = other(stone);
    }
}

template bool is_senseless_atari(const Board<9>&, int, Stone);
template bool is_senseless_atari(const Board<13>&, int, Stone);
template bool is_senseless_atari(const Board<19>&, int, Stone);
template void settle(Board<9>&, Colour, Rng&);
template void settle(Board<13>&, Colour, Rng&);
template void settle(Board<19>&, Colour, Rng&);

}  // namespace tengen::go
