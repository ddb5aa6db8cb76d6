// Own games to learn from where no records are, on small boards above all: of the likeliest moves the one
// that most games of chance are won from. A game ends where one side has all but won.
//
//   go-generate --out FILE [--games N] [--side N] [--playouts N] [--seed S] [--weights FILE]
#include <algorithm>

#include "games.h"
#include "games/go/playout.h"

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::training;

namespace {

constexpr int komi = 7;
constexpr std::size_t most_tried = 16;
constexpr int moves_by_chance = 4;  // at the beginning, as likely as they are
constexpr double all_but_won = 0.96;

struct Tried {
    int cell = 0;
    float prior = 0;
    int won = 0;
    int played = 0;

    [[nodiscard]] double share() const { return (won + 0.5) / (played + 1.0); }
};

// The likeliest moves that fill no own eye, the best first.
template <int most_side>
std::vector<Tried> likeliest(const Board<most_side>& board, Stone stone, Recent recent,
                             const Weights& weights) {
    std::vector<float> odds(static_cast<std::size_t>(board.side() * board.side()));
    priors(board, stone, recent, weights, std::span(odds));
    std::vector<Tried> moves;
    for (std::size_t point = 0; point < odds.size(); ++point) {
        const int cell = board.cell_of(static_cast<Move>(point));
        if (odds[point] > 0 && !board.is_eye(cell, stone)) moves.push_back({cell, odds[point]});
    }
    std::sort(moves.begin(), moves.end(),
              [](const Tried& one, const Tried& two) { return one.prior > two.prior; });
    return moves;
}

template <int most_side>
void try_out(const Board<most_side>& board, Stone stone, Tried& move, int playouts, Rng& rng) {
    for (int count = 0; count < playouts; ++count) {
        Board<most_side> after = board;
        after.play(move.cell, stone);
        play_by_chance(after, stone == Stone::black ? Colour::white : Colour::black, rng);
        move.won += (area_lead(after) > komi) == (stone == Stone::black);
        ++move.played;
    }
}

// Half of them fall out, again and again; those that stay are tried twice as often.
template <int most_side>
Tried best_of(const Board<most_side>& board, Stone stone, std::vector<Tried> moves, int playouts, Rng& rng) {
    moves.resize(std::min(moves.size(), most_tried));
    const int round = playouts / 4;
    while (moves.size() > 1) {
        for (Tried& move : moves)
            try_out(board, stone, move, round / static_cast<int>(moves.size()) + 1, rng);
        std::stable_sort(moves.begin(), moves.end(),
                         [](const Tried& one, const Tried& two) { return one.share() > two.share(); });
        moves.resize((moves.size() + 1) / 2);
    }
    return moves.front();
}

Tried by_chance(const std::vector<Tried>& moves, Rng& rng) {
    float left = rng.unit();
    for (const Tried& move : moves) {
        left -= move.prior;
        if (left < 0) return move;
    }
    return moves.front();
}

template <int most_side>
Game play(int side, const Weights& weights, int playouts, Rng& rng) {
    Game game{side, {}};
    Board<most_side> board(side);
    Stone stone = Stone::black;
    Recent recent;
    while (static_cast<int>(game.moves.size()) < side * side) {
        const std::vector<Tried> moves = likeliest(board, stone, recent, weights);
        if (moves.empty()) break;
        const bool is_begun = game.moves.size() >= moves_by_chance;
        const Tried move = is_begun ? best_of(board, stone, moves, playouts, rng) : by_chance(moves, rng);
        if (is_begun && std::max(move.share(), 1 - move.share()) > all_but_won) break;
        game.moves.push_back(static_cast<std::uint16_t>(board.point_of(move.cell)));
        board.play(move.cell, stone);
        recent = {move.cell, recent.last};
        stone = other(stone);
    }
    return game;
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const int side = static_cast<int>(arguments.number("side", 9));
    if (side < 5 || side > 19) throw std::invalid_argument("--side is 5 to 19");
    const auto weights = weights_of(arguments.text("weights", ""));
    const int playouts = static_cast<int>(arguments.number("playouts", 1'000));
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    std::ofstream out(arguments.text("out", "own.games"), std::ios::binary);
    const long long games = arguments.number("games", 100);
    for (long long game = 1; game <= games; ++game) {
        write_game(out, side <= 9    ? play<9>(side, *weights, playouts, rng)
                        : side <= 13 ? play<13>(side, *weights, playouts, rng)
                                     : play<19>(side, *weights, playouts, rng));
        std::fprintf(stderr, "\r%lld of %lld games", game, games);
    }
    std::fputc('\n', stderr);
    if (!out.flush()) throw std::runtime_error("cannot write the games");
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "go-generate: %s\n", error.what());
    return 1;
}
