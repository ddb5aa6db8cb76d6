// How well a shallow search foretells a deep one: boards of samples searched in full to every depth, and to
// the end where few points are empty. Writes a line for each board: discs, the values to depth 0, 1, 2 ... in
// discs, then `=` and the exact result where it is known; fit_probcut.py reads them.
//
//   othello-probcut --boards N --depth D --exact E --weights FILE --samples FILE --seed S
#include "boards.h"

using namespace tengen;
using namespace tengen::othello;
using namespace tengen::othello::training;

int main(int count, char** words) try {
    const Arguments arguments(count, words);
    const long long wanted = arguments.number("boards", 1000);
    const int deepest = static_cast<int>(arguments.number("depth", 10));
    const int exact = static_cast<int>(arguments.number("exact", 18));
    Thinker thinker(weights_of(arguments.text("weights", "")), 64);
    Rng rng(static_cast<std::uint64_t>(arguments.number("seed", 1)));
    std::ifstream file(arguments.text("samples", ""), std::ios::binary | std::ios::ate);
    if (!file) throw std::runtime_error("cannot read the samples");
    const auto samples = static_cast<std::uint64_t>(file.tellg()) / sizeof(Sample);
    if (samples == 0) throw std::runtime_error("there are no samples");
    for (long long done = 0; done < wanted;) {
        Sample sample;
        file.seekg(static_cast<std::streamoff>(rng.next() % samples * sizeof(Sample)));
        file.read(reinterpret_cast<char*>(&sample), sizeof sample);
        const Board board{sample.mover, sample.waiter};
        const int empties = 64 - std::popcount(board.mover | board.waiter);
        if (empties < 10 || std::abs(sample.score) > 40 * disc) continue;
        thinker.begin_game();
        Worker& worker = thinker.worker();
        std::printf("%d", 64 - empties);
        for (int depth = 0; depth <= deepest; ++depth) {
            if (depth >= empties) break;
            const int value = kernel().search(worker, board, -infinite, infinite, depth, full_width);
            std::printf(" %.3f", static_cast<double>(value) / disc);
        }
        if (empties <= exact) {
            std::printf(" = %d", kernel().solve(worker, board, -64, 64, full_width));
        }
        std::printf("\n");
        ++done;
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "othello-probcut: %s\n", error.what());
    return 1;
}
