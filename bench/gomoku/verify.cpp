// Judges positions of the lists: reads lines of tests/golden/gomoku, prints each again with what is wrong
// with it.
//
//   gomoku-verify fours|threes FILE...
//
// Exits with 1 where a line is wrong.
#include <fstream>
#include <iostream>
#include <string>

#include "position.h"
#include "proof.h"

using namespace verify;

namespace {

constexpr int most_stones = 40;

// What is wrong with a position, or nothing.
std::string fault(Position& position, Threats threats) {
    Board& board = position.board;
    if (threats == Threats::fours_and_threes) {
        Prover by_fours(board, position.to_move, Threats::fours);
        if (by_fours.shortest(most_stones) != 0) return "fours alone win";
        if (!by_fours.is_refuted()) return "whether fours alone win is open";
    }
    Prover prover(board, position.to_move, threats);
    const int stones = prover.shortest(position.stones);
    return stones == position.stones ? "" : "wins in " + std::to_string(stones);
}

}  // namespace

int main(int count, char** words) {
    if (count < 3) {
        std::cerr << "usage: gomoku-verify fours|threes FILE...\n";
        return 2;
    }
    const Threats threats = std::string(words[1]) == "fours" ? Threats::fours : Threats::fours_and_threes;
    int judged = 0;
    int wrong = 0;
    for (int i = 2; i < count; ++i) {
        std::ifstream lines(words[i]);
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line[0] == '#') continue;
            Position position = Position::read(line);
            ++judged;
            if (const std::string what = fault(position, threats); !what.empty()) {
                ++wrong;
                std::cout << line << ": " << what << std::endl;
            }
        }
    }
    std::cout << judged << " judged, " << wrong << " wrong\n";
    return wrong == 0 && judged > 0 ? 0 : 1;
}
