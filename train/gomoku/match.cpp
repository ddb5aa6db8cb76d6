// A match between two sets of weights at equal nodes: even beginnings, each played twice with colours
// changed. With --gain it ends as soon as a sequential test knows whether the first is stronger by so many
// Elo or not at all, with an error of 5 % either way.
//
//   gomoku-match --line RULE --first FILE --second FILE --pairs N --nodes N --seed S [--gain ELO]
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

// The sequential probability ratio test of Wald on the shares of pairs, taken as normal: of 0 Elo and of
// `gain`.
class Sequential {
   public:
    explicit Sequential(double gain) : gain_(gain) {}

    void add(double share) {
        ++pairs_;
        sum_ += share;
        squares_ += share * share;
    }
    // 1: there is a gain, -1: there is none, 0: not known yet.
    [[nodiscard]] int verdict() const {
        if (gain_ <= 0 || pairs_ < fewest) return 0;
        const double ratio = log_ratio();
        const double bound = std::log(0.95 / 0.05);
        return ratio >= bound ? 1 : ratio <= -bound ? -1 : 0;
    }
    [[nodiscard]] double log_ratio() const {
        if (pairs_ == 0) return 0;
        const double mean = sum_ / pairs_;
        const double variance = std::max(squares_ / pairs_ - mean * mean, 1e-3);
        const double expected = 1 / (1 + std::pow(10, -gain_ / 400));
        return pairs_ * (expected - 0.5) * (2 * mean - 0.5 - expected) / (2 * variance);
    }

   private:
    static constexpr int fewest = 10;
    double gain_;
    int pairs_ = 0;
    double sum_ = 0;
    double squares_ = 0;
};

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
    Sequential test(static_cast<double>(arguments.number("gain", 0)));
    for (long long pair = 0; pair < arguments.number("pairs", 50) && test.verdict() == 0; ++pair) {
        const GomokuPosition start = even_beginning(rules, rng, judge, value_unit / 2);
        const double before = won + 0.5 * drawn;
        for (const Colour own : {Colour::black, Colour::white}) {
            const auto winner = own == Colour::black ? winner_of(start, first, second, nodes)
                                                     : winner_of(start, second, first, nodes);
            ++(!winner ? drawn : *winner == own ? won : lost);
        }
        test.add((won + 0.5 * drawn - before) / 2);
    }
    const double games = won + drawn + lost;
    const double share = (won + 0.5 * drawn) / games;
    const double z = 1.96;
    const double centre = (share + z * z / (2 * games)) / (1 + z * z / games);
    const double half =
        z * std::sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games);
    std::printf(R"({"won": %d, "drawn": %d, "lost": %d, "share": %.4f, "from": %.4f, "to": %.4f, )"
                R"("gain": %d, "log_ratio": %.3f})"
                "\n",
                won, drawn, lost, share, centre - half, centre + half, test.verdict(), test.log_ratio());
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "gomoku-match: %s\n", error.what());
    return 1;
}
