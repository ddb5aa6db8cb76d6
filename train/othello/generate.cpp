// Games of a program against itself, as samples to learn from. Each begins with random plies, which are not
// kept, and is played with a search of fixed depth, exactly once few points are empty.
//
//   othello-generate --games N --seed S --depth D --exact E --last L --weights FILE --out FILE
#include "boards.h"

using namespace tengen;
using namespace tengen::othello;
using namespace tengen::othello::training;

namespace {

// Games that are all but decided when they begin teach little.
constexpr int most_lead = 14 * disc;
constexpr int judging_depth = 4;

struct Settings {
    int depth = 4;
    int exact = 14;  // empties from which it is played exactly
    int last = 8;    // and at which it is left, its result known
};

// A board after 8 to 24 random plies on which both sides have a chance.
Board even_board(Thinker& thinker, Rng& rng) {
    while (true) {
        const Board board = random_board(rng, 8 + static_cast<int>(rng.below(17)));
        thinker.begin_game();
        const int value = kernel().search(thinker.worker(), board, -infinite, infinite, judging_depth, 0);
        if (value >= -most_lead && value <= most_lead) return board;
    }
}

void play(Thinker& thinker, Rng& rng, const Settings& settings, std::vector<Sample>& samples) {
    Board board = even_board(thinker, rng);
    const std::size_t first = samples.size();
    std::vector<bool> is_first_side;
    bool first_side = true;
    thinker.begin_game();
    int result = 0;
    while (true) {
        if (placements(board) == 0) {
            board = passed(board);
            first_side = !first_side;
            if (placements(board) == 0) {
                result = lead_at_end(board);
                break;
            }
        }
        const int empties = 64 - std::popcount(board.mover | board.waiter);
        const bool is_exact = empties <= settings.exact;
        const Thinker::Best best =
            thinker.best_move(board, settings.depth, is_exact, settings.depth >= 6 ? 0 : full_width);
        const int score = is_exact ? best.value * disc : best.value;
        samples.push_back({board.mover, board.waiter, static_cast<std::int16_t>(score), 0, {}});
        is_first_side.push_back(first_side);
        if (empties <= settings.last && is_exact) {
            result = best.value;
            break;
        }
        board = after_move(board, best.point);
        first_side = !first_side;
    }
    for (std::size_t index = first; index < samples.size(); ++index) {
        const int own = is_first_side[index - first] == first_side ? result : -result;
        samples[index].result = static_cast<std::int8_t>(own);
    }
}

}  // namespace

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const long long games = arguments.number("games", 1000);
    const Settings settings{static_cast<int>(arguments.number("depth", 4)),
                            static_cast<int>(arguments.number("exact", 14)),
                            static_cast<int>(arguments.number("last", 8))};
    Thinker thinker(weights_of(arguments.text("weights", "")), 8);
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    std::ofstream out(arguments.text("out", "samples.bin"), std::ios::binary);
    if (!out) throw std::runtime_error("cannot write the samples");
    std::vector<Sample> samples;
    for (long long game = 0; game < games; ++game) {
        play(thinker, rng, settings, samples);
        if (samples.size() > 100'000 || game + 1 == games) {
            out.write(reinterpret_cast<const char*>(samples.data()),
                      static_cast<std::streamsize>(samples.size() * sizeof(Sample)));
            samples.clear();
            std::fprintf(stderr, "\r%lld of %lld games", game + 1, games);
        }
    }
    std::fputc('\n', stderr);
    return out.good() ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "othello-generate: %s\n", error.what());
    return 1;
}
