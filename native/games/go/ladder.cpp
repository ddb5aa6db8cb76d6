#include "games/go/ladder.h"

#include <cassert>

namespace tengen::go {

namespace {

// Positions one question may cost: what branches more is no ladder anybody reads.
constexpr int most_positions = 2'000;

template <int most_side>
class Reader {
   public:
    // The enemy of the chain moves.
    [[nodiscard]] bool is_taken(const Board<most_side>& board, int prey, int plies) {
        const LibertyList liberties = liberties_of(board, prey, 3);
        if (liberties.count > 2) return false;
        if (liberties.count < 2) return board.may_play(liberties[0], other(board.at(prey)), false);
        return is_taken_by(board, liberties[0], liberties[1], prey, plies) ||
               is_taken_by(board, liberties[1], liberties[0], prey, plies);
    }

    // The enemy plays on the first liberty and leaves the second.
    [[nodiscard]] bool is_taken_by(const Board<most_side>& board, int first, int second, int prey,
                                   int plies) {
        // Most are seen to get away without a stone being put down.
        if (board.near(second, Stone::none) - is_beside(first, second) >= 3) return false;
        if (plies <= 0 || !board.may_play(first, other(board.at(prey)), false)) return false;
        if (++positions_ > most_positions) return false;
        Board<most_side> after = board;
        after.play(first, other(board.at(prey)));
        return !gets_away(after, prey, plies - 1);
    }

    // The chain is in atari, and its side moves.
    [[nodiscard]] bool gets_away(const Board<most_side>& board, int prey, int plies) {
        const int last = board.last_liberty(prey);
        if (board.near(last, Stone::none) >= 3 || is_escape(board, last, prey, plies)) return true;
        const Stone enemy = other(board.at(prey));
        int here = prey;
        do {
            for (const int step : Board<most_side>::beside) {
                const int near = here + step;
                if (board.at(near) != enemy || !board.in_atari(near)) continue;
                const int taking = board.last_liberty(near);
                if (taking != last && is_escape(board, taking, prey, plies)) return true;
            }
            here = board.next_in_chain(here);
        } while (here != prey);
        return false;
    }

    [[nodiscard]] bool is_escape(const Board<most_side>& board, int cell, int prey, int plies) {
        if (!board.may_play(cell, board.at(prey), false)) return false;
        if (plies <= 0 || ++positions_ > most_positions) return true;
        Board<most_side> after = board;
        after.play(cell, board.at(prey));
        return !is_taken(after, prey, plies - 1);
    }

   private:
    [[nodiscard]] static bool is_beside(int one, int two) {
        const int step = one - two;
        return step == 1 || step == -1 || step == Board<most_side>::stride ||
               step == -Board<most_side>::stride;
    }

    int positions_ = 0;
};

}  // namespace

template <int most_side>
LibertyList liberties_of(const Board<most_side>& board, int stone, int enough) {
    assert(board.at(stone) == Stone::black || board.at(stone) == Stone::white);
    LibertyList found;
    int here = stone;
    do {
        for (const int step : Board<most_side>::beside) {
            if (board.at(here + step) == Stone::none) found.add(here + step);
        }
        here = board.next_in_chain(here);
    } while (here != stone && found.count < enough);
    return found;
}

template <int most_side>
bool is_taken_in_ladder(const Board<most_side>& board, int prey, int plies) {
    return Reader<most_side>().is_taken(board, prey, plies);
}

template <int most_side>
bool is_ladder_capture(const Board<most_side>& board, int cell, int prey, int plies) {
    const LibertyList liberties = liberties_of(board, prey, 3);
    assert(liberties.has(cell));
    if (liberties.count > 2) return false;
    if (liberties.count < 2) return board.may_play(cell, other(board.at(prey)), false);
    return Reader<most_side>().is_taken_by(board, cell, liberties[liberties[0] == cell ? 1 : 0], prey, plies);
}

template <int most_side>
bool gets_away(const Board<most_side>& board, int prey, int plies) {
    assert(board.in_atari(prey));
    return Reader<most_side>().gets_away(board, prey, plies);
}

template <int most_side>
bool is_ladder_escape(const Board<most_side>& board, int cell, int prey, int plies) {
    assert(board.in_atari(prey));
    return Reader<most_side>().is_escape(board, cell, prey, plies);
}

template LibertyList liberties_of(const Board<9>&, int, int);
template LibertyList liberties_of(const Board<13>&, int, int);
template LibertyList liberties_of(const Board<19>&, int, int);
template bool is_taken_in_ladder(const Board<9>&, int, int);
template bool is_taken_in_ladder(const Board<13>&, int, int);
template bool is_taken_in_ladder(const Board<19>&, int, int);
template bool is_ladder_capture(const Board<9>&, int, int, int);
template bool is_ladder_capture(const Board<13>&, int, int, int);
template bool is_ladder_capture(const Board<19>&, int, int, int);
template bool gets_away(const Board<9>&, int, int);
template bool gets_away(const Board<13>&, int, int);
template bool gets_away(const Board<19>&, int, int);
template bool is_ladder_escape(const Board<9>&, int, int, int);
template bool is_ladder_escape(const Board<13>&, int, int, int);
template bool is_ladder_escape(const Board<19>&, int, int, int);

}  // namespace tengen::go
