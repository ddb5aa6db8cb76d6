// A match between two sets of weights at equal nodes: even beginnings, each played twice with colours
// changed.
//
//   gomoku-match --line RULE --first FILE --second FILE --pairs N --nodes N --seed S
#include <cmath>

#include "play.h"

using namespace tengen;
using namespace tengen::gomoku;
using namespace tengen::gomoku::training;

namespace {

// The winner; none for a draw.
std::optional<Colour> winner_of(GomokuPosition position, Thinker& black, Thinker& white, std::int64_t nodes) {
    while (!position.is_over()) {
        Thinker& mover = position.next_stone() == Colour::black ? black : white;
        position.play(mover.think(position, nodes).move);
    }
    return position.result().winner;
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    Rules rules;
    rules.line = rule_named(arguments.text("line", "freestyle"));
    Thinker first(weights_of(arguments.text("first", "")));
    Thinker second(weights_of(arguments.text("second", "")));
    Thinker judge(hand_made_weights());
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    const std::int64_t nodes = arguments.number("nodes", 5'000);
    int won = 0;
    int drawn = 0;
    int lost = 0;
    for (long long pair = 0; pair < arguments.number("pairs", 50); ++pair) {
        const GomokuPosition start = even_beginning(rules, rng, judge, value_unit / 2);
        for (const Colour own : {Colour::black, Colour::white}) {
            const auto winner = own == Colour::black ? winner_of(start, first, second, nodes)
                                                     : winner_of(start, second, first, nodes);
            ++(!winner ? drawn : *winner == own ? won : lost);
        }
    }
    const double games = won + drawn + lost;
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
    std::fprintf(stderr, "gomoku-match: %s\n", error.what());
    return 1;
}
