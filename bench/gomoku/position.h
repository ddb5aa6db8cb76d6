// A line of the lists of positions: rules, stones to win with, moves from the empty board, answer.
#pragma once

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "board.h"

namespace verify {

constexpr int usual_size = 15;

inline Rule rule_of(const std::string& word) {
    if (word == "freestyle") return Rule::freestyle;
    if (word == "standard") return Rule::standard;
    if (word == "renju") return Rule::renju;
    throw std::invalid_argument("no such rules: " + word);
}

struct Position {
    Board board;
    Cell to_move;
    int stones;

    // Throws std::invalid_argument for what is no such line.
    static Position read(const std::string& line) {
        std::istringstream words(line);
        std::string rule;
        std::string moves;
        int stones = 0;
        if (!(words >> rule >> stones >> moves)) throw std::invalid_argument("cannot be read: " + line);
        Position position{Board(usual_size, rule_of(rule)), Cell::black, stones};
        std::istringstream names(moves);
        for (std::string name; std::getline(names, name, ',');) {
            position.board.put(position.board.place(name), position.to_move);
            position.to_move = other(position.to_move);
        }
        return position;
    }
};

}  // namespace verify
