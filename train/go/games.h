// Games to learn from, as the tools of this folder read and write them: a side of 16 bits, a count of 16
// bits, then so many moves of 16 bits, y * side + x from the top left; side * side is a pass. Little-endian,
// Black first.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arguments.h"
#include "games/go/weights.h"

namespace tengen::go::training {

using tengen::training::Arguments;

struct Game {
    int side = 0;
    std::vector<std::uint16_t> moves;
};

inline std::optional<int> read_number(std::istream& in) {
    std::array<char, 2> bytes{};
    if (!in.read(bytes.data(), bytes.size())) return std::nullopt;
    return static_cast<unsigned char>(bytes[0]) | static_cast<unsigned char>(bytes[1]) << 8;
}

inline void write_number(std::ostream& out, int number) {
    out.put(static_cast<char>(number & 0xff));
    out.put(static_cast<char>(number >> 8 & 0xff));
}

inline std::vector<Game> read_games(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file);
    std::vector<Game> games;
    while (const std::optional<int> side = read_number(in)) {
        const std::optional<int> count = read_number(in);
        Game game{*side, {}};
        if (*side < 5 || *side > 19 || !count) throw std::runtime_error(file + " holds no games");
        for (int move = 0; move < *count; ++move) {
            const std::optional<int> point = read_number(in);
            if (!point || *point > *side * *side) throw std::runtime_error(file + " holds no games");
            game.moves.push_back(static_cast<std::uint16_t>(*point));
        }
        games.push_back(std::move(game));
    }
    return games;
}

inline void write_game(std::ostream& out, const Game& game) {
    write_number(out, game.side);
    write_number(out, static_cast<int>(game.moves.size()));
    for (const std::uint16_t move : game.moves) write_number(out, move);
}

// Weights from a file; no name stands for those made by hand.
inline std::shared_ptr<const Weights> weights_of(const std::string& file) {
    if (file.empty()) return hand_made_weights();
    std::ifstream in(file, std::ios::binary);
    if (!in) throw std::runtime_error("cannot read " + file);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    return read_weights(std::as_bytes(std::span(bytes)));
}

// Calls `work(board, stone, recent, cell)` before each move on the board, until one is no legal move.
template <int most_side, typename Work>
void replay_on(const Game& game, const Work& work) {
    Board<most_side> board(game.side);
    Stone stone = Stone::black;
    Recent recent;
    for (const std::uint16_t move : game.moves) {
        int cell = 0;
        if (move == game.side * game.side) {
            board.pass();
        } else {
            cell = board.cell_of(move);
            if (board.at(cell) != Stone::none || !board.may_play(cell, stone, false)) return;
            work(board, stone, recent, cell);
            board.play(cell, stone);
        }
        recent = {cell, recent.last};
        stone = other(stone);
    }
}

template <typename Work>
void replay(const Game& game, const Work& work) {
    if (game.side <= 9) {
        replay_on<9>(game, work);
    } else if (game.side <= 13) {
        replay_on<13>(game, work);
    } else {
        replay_on<19>(game, work);
    }
}

}  // namespace tengen::go::training
