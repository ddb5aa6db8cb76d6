// How many light playouts one core makes in a second of its time, the count of the area included, on 9x9,
// 13x13 and 19x19. One line of JSON for each: the best of three, and the hash of all the boards they led to.
//
//   go-playouts [--count N]
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string_view>

#include "games/go/playout.h"

using namespace tengen;
using namespace tengen::go;

namespace {

constexpr int runs = 3;
constexpr std::uint64_t seed = 1;

struct Measured {
    double seconds = 0;
    std::uint64_t hash = 0;
    long moves = 0;
    long lead = 0;
};

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

template <int side>
Measured measure(int count) {
    const Board<side> start(side);
    Rng rng(seed);
    Measured measured;
    const double begin = cpu_seconds();
    for (int game = 0; game < count; ++game) {
        Board<side> board = start;
        measured.moves += play_by_chance(board, Colour::black, rng);
        measured.lead += area_lead(board);
        measured.hash = mixed(measured.hash ^ board.hash());
    }
    measured.seconds = cpu_seconds() - begin;
    return measured;
}

template <int side>
void tell(int count) {
    Measured best;
    for (int run = 0; run < runs; ++run) {
        const Measured measured = measure<side>(count);
        if (run == 0 || measured.seconds < best.seconds) best = measured;
    }
    std::cout << "{\"size\": " << side << ", \"playouts\": " << count
              << ", \"per_second\": " << static_cast<long>(count / std::max(best.seconds, 1e-9))
              << ", \"moves\": " << static_cast<double>(best.moves) / count
              << ", \"lead\": " << static_cast<double>(best.lead) / count << ", \"hash\": \"" << std::hex
              << best.hash << std::dec << "\"}" << std::endl;
}

}  // namespace

int main(int argc, char** argv) {
    int count = 20'000;
    if (argc == 3 && std::string_view(argv[1]) == "--count") count = std::atoi(argv[2]);
    if ((argc != 1 && argc != 3) || count < 1) {
        std::cerr << "go-playouts [--count N], N at least 1\n";
        return 2;
    }
    tell<9>(count);
    tell<13>(count);
    tell<19>(count);
    return 0;
}
