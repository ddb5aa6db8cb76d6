// Weights against weights: pairs of games from random even openings, colours swapped, both looking as far
// ahead. One line of JSON: games won, drawn and lost by the first, and its share with the Wilson interval of
// 95 %.
//
//   othello-match --first FILE --second FILE --pairs N --depth D --exact E --seed S
//   An empty name means the weights made by hand.
#include <cmath>

#include "boards.h"

using namespace tengen;
using namespace tengen::othello;
using namespace tengen::othello::training;

namespace {

constexpr int opening_plies = 10;
constexpr int most_lead = 8 * disc;
constexpr int judging_depth = 6;

Board opening(Thinker& judge, Rng& rng) {
    while (true) {
        const Board board = random_board(rng, opening_plies);
        judge.begin_game();
        const int value =
            kernel().search(judge.worker(), board, -infinite, infinite, judging_depth, full_width);
        if (placements(board) != 0 && value >= -most_lead && value <= most_lead) return board;
    }
}

// The lead of who moves first.
int play(Board board, Thinker& one, Thinker& other, int depth, int exact) {
    one.begin_game();
    other.begin_game();
    bool is_one = true;
    while (true) {
        if (placements(board) == 0) {
            board = passed(board);
            is_one = !is_one;
            if (placements(board) == 0) return is_one ? lead_at_end(board) : -lead_at_end(board);
        }
        const int empties = 64 - std::popcount(board.mover | board.waiter);
        const Thinker::Best best = (is_one ? one : other).best_move(board, depth, empties <= exact);
        if (empties <= exact) return is_one ? best.value : -best.value;
        board = after_move(board, best.point);
        is_one = !is_one;
    }
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const long long pairs = arguments.number("pairs", 100);
    const int depth = static_cast<int>(arguments.number("depth", 5));
    const int exact = static_cast<int>(arguments.number("exact", 12));
    Thinker first(weights_of(arguments.text("first", "")), 8);
    Thinker second(weights_of(arguments.text("second", "")), 8);
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    int won = 0;
    int drawn = 0;
    int lost = 0;
    for (long long pair = 0; pair < pairs; ++pair) {
        const Board board = opening(pair % 2 == 0 ? first : second, rng);
        for (const int lead :
             {play(board, first, second, depth, exact), -play(board, second, first, depth, exact)}) {
            (lead > 0 ? won : lead < 0 ? lost : drawn) += 1;
        }
        std::fprintf(stderr, "\r%lld of %lld pairs: +%d =%d -%d", pair + 1, pairs, won, drawn, lost);
    }
    std::fputc('\n', stderr);
    const double games = 2.0 * static_cast<double>(pairs);
    const double share = (won + 0.5 * drawn) / games;
    constexpr double z = 1.96;
    const double middle = (share + z * z / (2 * games)) / (1 + z * z / games);
    const double width =
        z * std::sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games);
    std::printf(
        "{\"games\": %.0f, \"won\": %d, \"drawn\": %d, \"lost\": %d, \"share\": %.4f, \"from\": %.4f, "
        "\"to\": %.4f}\n",
        games, won, drawn, lost, share, middle - width, middle + width);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "othello-match: %s\n", error.what());
    return 1;
}
