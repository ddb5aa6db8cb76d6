// Weights from games: the logarithm of how likely the move that was played is among all legal ones, made as
// large as it can be by Adam. A line of JSON an epoch, with what it says of games that it did not learn from.
//
//   go-fit --games FILE --held FILE --out FILE [--begin FILE] [--positions N] [--held-positions N] [--epochs
//   N]
//          [--seed S] [--places 1]
//
// With --places only the places of small boards are learned; all else stays as it begins.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "games.h"

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::training;

namespace {

constexpr int batch = 512;
constexpr double first_rate = 0.03;
constexpr double last_rate = 0.0005;
constexpr double first_decay = 0.9;
constexpr double second_decay = 0.999;

// All moves of a position, and which one was played.
struct Choice {
    std::vector<MoveFeatures> moves;
    std::size_t played = 0;
};

template <int most_side>
void look_at(const Board<most_side>& board, Stone stone, Recent recent, int played, Choice& choice) {
    const Overview<most_side> overview(board, stone, recent);
    choice.moves.clear();
    for (int place = 0; place < board.empties(); ++place) {
        const int cell = board.empty(place);
        if (!board.may_play(cell, stone, false)) continue;
        if (cell == played) choice.played = choice.moves.size();
        choice.moves.push_back(overview.of(cell));
    }
}

struct Score {
    double loss = 0;
    long first = 0;
    long among_five = 0;
    long positions = 0;
};

class Fit {
   public:
    explicit Fit(const Weights& begin, int first, int end)
        : weights_(begin.of.begin(), begin.of.end()),
          slope_(weights_.size()),
          mean_(weights_.size()),
          square_(weights_.size()),
          first_(static_cast<std::size_t>(first)),
          end_(static_cast<std::size_t>(end)) {
        for (double& weight : weights_) weight /= weight_unit;
    }

    // Probabilities by the weights as they are.
    void judge(const Choice& choice, Score& score) {
        odds_.resize(choice.moves.size());
        for (std::size_t move = 0; move < odds_.size(); ++move) {
            double sum = 0;
            const MoveFeatures& features = choice.moves[move];
            for (int index = 0; index < features.count; ++index) {
                sum += weights_[features.numbers[static_cast<std::size_t>(index)]];
            }
            odds_[move] = sum;
        }
        const double played = odds_[choice.played];
        const auto better =
            std::count_if(odds_.begin(), odds_.end(), [&](double sum) { return sum > played; });
        const double most = *std::max_element(odds_.begin(), odds_.end());
        double total = 0;
        for (double& sum : odds_) total += sum = std::exp(sum - most);
        for (double& sum : odds_) sum /= total;
        score.loss -= std::log(std::max(odds_[choice.played], 1e-12));
        score.first += better < 1;
        score.among_five += better < 5;
        ++score.positions;
    }

    // After judge().
    void learn(const Choice& choice) {
        for (std::size_t move = 0; move < odds_.size(); ++move) {
            const double error = odds_[move] - (move == choice.played ? 1 : 0);
            const MoveFeatures& features = choice.moves[move];
            for (int index = 0; index < features.count; ++index) {
                slope_[features.numbers[static_cast<std::size_t>(index)]] += error;
            }
        }
        if (++waiting_ == batch) step();
    }

    // `done` of all that there is to learn, 0 to 1.
    void at(double done) {
        rate_ = last_rate + (first_rate - last_rate) * (1 + std::cos(done * 3.14159265358979)) / 2;
    }

    // Every move has one shape, so that the same may be taken from all: of moves beside the last one, from
    // which playouts choose by shape, the average one shall be worth nothing.
    void centre(const std::vector<MoveFeatures>& replies) {
        double sum = 0;
        for (const MoveFeatures& features : replies) sum += weights_[shape_of(features)];
        const double mean = sum / static_cast<double>(std::max(replies.size(), std::size_t{1}));
        for (auto number = static_cast<std::size_t>(feature::shape); number < first_reply(); ++number) {
            weights_[number] -= mean;
        }
    }

    [[nodiscard]] const std::vector<double>& weights() const { return weights_; }

    [[nodiscard]] static std::size_t first_reply() {
        return static_cast<std::size_t>(feature_count() - ShapeNumbers::instance().replies());
    }

   private:
    static std::size_t shape_of(const MoveFeatures& features) {
        return *std::find_if(features.numbers.begin(), features.numbers.end(), [](int number) {
            return number >= feature::shape && static_cast<std::size_t>(number) < first_reply();
        });
    }

    void step() {
        ++steps_;
        const double first_scale = 1 - std::pow(first_decay, steps_);
        const double second_scale = 1 - std::pow(second_decay, steps_);
        for (std::size_t number = first_; number < end_; ++number) {
            const double slope = slope_[number] / waiting_;
            mean_[number] = first_decay * mean_[number] + (1 - first_decay) * slope;
            square_[number] = second_decay * square_[number] + (1 - second_decay) * slope * slope;
            weights_[number] -=
                rate_ * (mean_[number] / first_scale) / (std::sqrt(square_[number] / second_scale) + 1e-8);
        }
        std::fill(slope_.begin(), slope_.end(), 0.0);
        waiting_ = 0;
    }

    std::vector<double> weights_, slope_, mean_, square_, odds_;
    std::size_t first_;
    std::size_t end_;
    double rate_ = first_rate;
    int waiting_ = 0;
    int steps_ = 0;
};

// About `positions` of all moves of the games, chosen by chance.
template <typename Work>
void each_position(const std::vector<Game>& games, const std::vector<std::size_t>& order, long positions,
                   Rng& rng, const Work& work) {
    long all = 0;
    for (const Game& game : games) all += static_cast<long>(game.moves.size());
    Choice choice;
    for (std::size_t place = 0; place < order.size(); ++place) {
        replay(games[order[place]], [&](const auto& board, Stone stone, Recent recent, int cell) {
            if (static_cast<long>(rng.unit() * static_cast<float>(all)) >= positions) return;
            look_at(board, stone, recent, cell, choice);
            work(choice, static_cast<double>(place) / static_cast<double>(order.size()));
        });
    }
}

std::vector<std::size_t> shuffled(std::size_t count, Rng& rng) {
    std::vector<std::size_t> order(count);
    for (std::size_t index = 0; index < count; ++index) order[index] = index;
    for (std::size_t index = count; index > 1; --index) {
        std::swap(order[index - 1], order[rng.below(static_cast<std::uint32_t>(index))]);
    }
    return order;
}

void tell(const char* what, long long epoch, const Score& score) {
    const double positions = static_cast<double>(std::max(score.positions, 1L));
    std::printf(R"({"%s": %lld, "positions": %ld, "loss": %.4f, "top1": %.4f, "top5": %.4f, "cpu_s": %.1f})"
                "\n",
                what, epoch, score.positions, score.loss / positions,
                static_cast<double>(score.first) / positions,
                static_cast<double>(score.among_five) / positions,
                static_cast<double>(std::clock()) / CLOCKS_PER_SEC);
    std::fflush(stdout);
}

void write_weights(const std::string& file, const std::vector<double>& weights) {
    std::ofstream out(file, std::ios::binary);
    out.write("TGW1", 4);
    for (const double weight : weights) {
        write_number(out, static_cast<int>(std::clamp(std::rint(weight * weight_unit), -32767.0, 32767.0)));
    }
    if (!out.flush()) throw std::runtime_error("cannot write " + file);
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const std::vector<Game> games = read_games(arguments.text("games", ""));
    const std::vector<Game> held = read_games(arguments.text("held", ""));
    const long positions = static_cast<long>(arguments.number("positions", 1'000'000));
    const long long epochs = arguments.number("epochs", 3);
    const bool places = arguments.number("places", 0) != 0;
    const auto begin = weights_of(arguments.text("begin", ""));
    Fit fit(*begin, places ? feature::place : 0,
            places ? feature::place + place_groups * line_pairs : feature_count());
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    const auto test = [&](long long epoch) {
        Score score;
        Rng same(1);  // the same positions each time
        Rng order(1);
        each_position(held, shuffled(held.size(), order),
                      static_cast<long>(arguments.number("held-positions", 30'000)), same,
                      [&](const Choice& choice, double) { fit.judge(choice, score); });
        tell("held", epoch, score);
    };
    test(0);
    for (long long epoch = 1; epoch <= epochs; ++epoch) {
        Score score;
        each_position(games, shuffled(games.size(), rng), positions, rng,
                      [&](const Choice& choice, double done) {
                          fit.at((static_cast<double>(epoch - 1) + done) / static_cast<double>(epochs));
                          fit.judge(choice, score);
                          fit.learn(choice);
                      });
        tell("learned", epoch, score);
        test(epoch);
    }
    if (!places) {
        std::vector<MoveFeatures> replies;
        each_position(
            games, shuffled(games.size(), rng), positions / 50, rng, [&](const Choice& choice, double) {
                for (const MoveFeatures& move : choice.moves) {
                    if (move.numbers[static_cast<std::size_t>(move.count) - 1] >= Fit::first_reply()) {
                        replies.push_back(move);
                    }
                }
            });
        fit.centre(replies);
    }
    write_weights(arguments.text("out", "go.tgw"), fit.weights());
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "go-fit: %s\n", error.what());
    return 1;
}
