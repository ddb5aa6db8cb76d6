// A match between two sets of weights at equal playouts: beginnings by chance, as likely as the moves are,
// each played twice with colours changed. One line of JSON.
//
//   go-match [--first FILE] [--second FILE] [--side N] [--pairs N] [--playouts N] [--seed S]
#include <algorithm>
#include <cmath>

#include "games.h"
#include "games/go/searcher.h"

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::training;

namespace {

constexpr int moves_by_chance = 4;
constexpr int most_moves_a_point = 3;
constexpr int memory_mb = 64;

// A side of the match. The search takes whatever weights are in use when it begins.
class Side {
   public:
    Side(std::shared_ptr<const Weights> weights, const Rules& rules, std::uint64_t seed)
        : weights_(std::move(weights)),
          searcher_(rules, Resources{.seed = seed, .threads = 1, .memory_mb = memory_mb}) {}

    [[nodiscard]] Move choose(std::span<const Play> plays, std::int64_t playouts) {
        use_weights(weights_);
        searcher_.sync(nullptr, plays);
        Limits limits;
        limits.nodes = playouts;
        return searcher_.choose(highest_level, limits, Stop()).move;
    }

   private:
    std::shared_ptr<const Weights> weights_;
    GoSearcher searcher_;
};

std::vector<Play> begin_by_chance(const Rules& rules, const Weights& weights, Rng& rng) {
    std::vector<Play> plays;
    Board<19> board(rules.size);
    Stone stone = Stone::black;
    Recent recent;
    std::vector<float> odds(static_cast<std::size_t>(rules.size * rules.size));
    for (int move = 0; move < moves_by_chance; ++move) {
        priors(board, stone, recent, weights, std::span(odds));
        float left = rng.unit();
        Move drawn = 0;
        for (; drawn + 1 < std::ssize(odds) && (left -= odds[static_cast<std::size_t>(drawn)]) >= 0;) ++drawn;
        const int cell = board.cell_of(drawn);
        if (board.at(cell) != Stone::none || !board.may_play(cell, stone, false)) continue;
        board.play(cell, stone);
        plays.push_back({stone == Stone::black ? Colour::black : Colour::white, drawn, {}});
        recent = {cell, recent.last};
        stone = other(stone);
    }
    return plays;
}

std::optional<Colour> winner_of(const Rules& rules, std::vector<Play> plays, Side& black, Side& white,
                                std::int64_t playouts) {
    GoPosition position(rules);
    for (const Play& play : plays) position.play(play.move);
    while (!position.is_over() && std::ssize(plays) < most_moves_a_point * rules.size * rules.size) {
        const Colour mover = position.to_move();
        const Move move = (mover == Colour::black ? black : white).choose(plays, playouts);
        if (!position.is_legal(move)) throw std::logic_error("a search chose what is not legal");
        position.play(move);
        plays.push_back({mover, move, {}});
    }
    return position.result().winner;
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    Rules rules;
    rules.size = static_cast<int>(arguments.number("side", 9));
    if (rules.size < 5 || rules.size > 19) throw std::invalid_argument("--side is 5 to 19");
    const auto first = weights_of(arguments.text("first", ""));
    const auto second = weights_of(arguments.text("second", ""));
    const auto seed = static_cast<std::uint64_t>(arguments.number("seed", 1));
    Rng rng(seed);
    const std::int64_t playouts = arguments.number("playouts", 500);
    int won = 0;
    int drawn = 0;
    int lost = 0;
    for (long long pair = 0; pair < arguments.number("pairs", 50); ++pair) {
        const std::vector<Play> start = begin_by_chance(rules, *hand_made_weights(), rng);
        const std::uint64_t chance = rng.next();
        for (const Colour own : {Colour::black, Colour::white}) {
            Side one(first, rules, chance);
            Side two(second, rules, chance + 1);
            const auto winner = own == Colour::black ? winner_of(rules, start, one, two, playouts)
                                                     : winner_of(rules, start, two, one, playouts);
            ++(!winner ? drawn : *winner == own ? won : lost);
        }
        std::fprintf(stderr, "\r%d won, %d drawn, %d lost", won, drawn, lost);
    }
    std::fputc('\n', stderr);
    const double games = std::max(won + drawn + lost, 1);
    const double share = (won + 0.5 * drawn) / games;
    const double z = 1.96;
    const double centre = (share + z * z / (2 * games)) / (1 + z * z / games);
    const double half =
        z * std::sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games);
    std::printf(R"({"won": %d, "drawn": %d, "lost": %d, "share": %.4f, "from": %.4f, "to": %.4f})"
                "\n",
                won, drawn, lost, share, centre - half, centre + half);
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "go-match: %s\n", error.what());
    return 1;
}
