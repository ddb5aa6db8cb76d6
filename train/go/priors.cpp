// How long one core thinks of the likelihood of all moves of a position, on 9x9, 13x13 and 19x19, in the
// middle of games that are played by it. One line of JSON for each: the best of three, and the hash of all
// that was said.
//
//   go-priors [--games N] [--rounds N] [--weights FILE]
#include <algorithm>
#include <bit>
#include <ctime>

#include "games.h"

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::training;

namespace {

constexpr int runs = 3;
constexpr int moves_between = 7;  // from one position that is measured to the next

template <int side>
struct Moment {
    Board<side> board;
    Stone stone;
    Recent recent;
};

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

int cell_by_chance(const auto& board, std::span<const float> odds, Rng& rng) {
    float left = rng.unit();
    for (std::size_t point = 0; point < odds.size(); ++point) {
        left -= odds[point];
        if (odds[point] > 0 && left < 0) return board.cell_of(static_cast<Move>(point));
    }
    return 0;
}

template <int side>
std::vector<Moment<side>> moments(long long games, const Weights& weights) {
    Rng rng(side);
    std::vector<Moment<side>> found;
    std::vector<float> odds(static_cast<std::size_t>(side * side));
    for (long long game = 0; game < games; ++game) {
        Moment<side> now{Board<side>(side), Stone::black, {}};
        for (int move = 0; move < side * side * 4 / 5; ++move) {
            priors(now.board, now.stone, now.recent, weights, std::span(odds));
            const int cell = cell_by_chance(now.board, odds, rng);
            if (cell == 0) break;
            now.board.play(cell, now.stone);
            now = {now.board, other(now.stone), {cell, now.recent.last}};
            if (move % moves_between == 0) found.push_back(now);
        }
    }
    return found;
}

template <int side>
void tell(long long games, long long rounds, const Weights& weights) {
    const std::vector<Moment<side>> all = moments<side>(games, weights);
    std::vector<float> odds(static_cast<std::size_t>(side * side));
    std::uint64_t hash = 0;
    double best = 0;
    for (int run = 0; run < runs; ++run) {
        hash = 0;
        const double begin = cpu_seconds();
        for (long long round = 0; round < rounds; ++round) {
            for (const Moment<side>& moment : all) {
                priors(moment.board, moment.stone, moment.recent, weights, std::span(odds));
                const float likeliest = *std::max_element(odds.begin(), odds.end());
                hash = mixed(hash ^ std::bit_cast<std::uint32_t>(likeliest));
            }
        }
        const double seconds = cpu_seconds() - begin;
        if (run == 0 || seconds < best) best = seconds;
    }
    const double calls =
        static_cast<double>(rounds) * static_cast<double>(std::max(all.size(), std::size_t{1}));
    std::printf(R"({"size": %d, "positions": %zu, "microseconds": %.2f, "hash": "%llx"})"
                "\n",
                side, all.size(), 1e6 * best / calls, static_cast<unsigned long long>(hash));
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const long long games = arguments.number("games", 20);
    const long long rounds = arguments.number("rounds", 5);
    if (games < 1 || rounds < 1) throw std::invalid_argument("--games and --rounds are at least 1");
    const auto weights = weights_of(arguments.text("weights", ""));
    tell<9>(games, rounds, *weights);
    tell<13>(games, rounds, *weights);
    tell<19>(games, rounds, *weights);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "go-priors: %s\n", error.what());
    return 1;
}
