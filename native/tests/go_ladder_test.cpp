// Ladders: 50 of them against their golden file and against a reader that knows no shortcut, and what a
// ladder is.
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "check.h"
#include "exhaustive_ladder.h"
#include "games/go/ladder.h"
#include "games/go/playout.h"

namespace {

using namespace tengen;
using namespace tengen::go;

constexpr int endless = 400;  // plies: more than any of these ladders has
constexpr char golden_file[] = TENGEN_GOLDEN "/go/ladders.txt";

struct Ladder {
    std::string name;
    bool runs = false;   // the chain's side moves first
    bool works = false;  // the chain is taken
    test::PlainBoard board;

    // Columns without i, rows from below.
    [[nodiscard]] int prey() const {
        const int column = name[0] - 'a' - (name[0] > 'i');
        return (board.side - std::stoi(name.substr(1))) * board.side + column;
    }
};

std::vector<Ladder> golden_ladders() {
    std::ifstream in(golden_file);
    CHECK(in.is_open());
    std::vector<Ladder> ladders;
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        std::string who;
        std::string truth;
        words >> name >> who >> truth;
        if (truth == "works" || truth == "broken") {
            ladders.push_back({name, who == "runs", truth == "works", {}});
        } else if (line.starts_with("  ") && !ladders.empty()) {
            test::PlainBoard& board = ladders.back().board;
            ++board.side;
            for (const char symbol : line) {
                if (symbol != ' ') board.stones.push_back(symbol);
            }
        }
    }
    return ladders;
}

template <int most_side>
Board<most_side> board_of(const test::PlainBoard& plain) {
    Board<most_side> board(plain.side);
    for (Move point = 0; point < plain.side * plain.side; ++point) {
        const char symbol = plain.at(point);
        if (symbol != '.') board.put(board.cell_of(point), symbol == '#' ? Stone::black : Stone::white);
    }
    CHECK(board.is_possible());
    return board;
}

// Asked every way that there is, which all have to agree.
template <int most_side>
bool works_on(const Ladder& ladder) {
    const Board<most_side> board = board_of<most_side>(ladder.board);
    const int prey = board.cell_of(ladder.prey());
    const LibertyList liberties = liberties_of(board, prey);
    if (ladder.runs) {
        const bool is_free = gets_away(board, prey, endless);
        bool some = false;
        for (int place = 0; place < board.empties(); ++place) {
            const int cell = board.empty(place);
            some = some || is_ladder_escape(board, cell, prey, endless);
        }
        CHECK_EQUAL(is_free, some);
        return !is_free;
    }
    const bool is_taken = is_taken_in_ladder(board, prey, endless);
    CHECK_EQUAL(is_taken, is_ladder_capture(board, liberties[0], prey, endless) ||
                              is_ladder_capture(board, liberties[liberties.count - 1], prey, endless));
    return is_taken;
}

bool works(const Ladder& ladder) {
    if (ladder.board.side <= 9) return works_on<9>(ladder);
    if (ladder.board.side <= 13) return works_on<13>(ladder);
    return works_on<19>(ladder);
}

void all_fifty_ladders_are_read_right() {
    const std::vector<Ladder> ladders = golden_ladders();
    CHECK_EQUAL(ladders.size(), 50U);
    int working = 0;
    for (const Ladder& ladder : ladders) {
        CHECK_EQUAL(ladder.board.stones.size(), static_cast<std::size_t>(ladder.board.side) *
                                                    static_cast<std::size_t>(ladder.board.side));
        working += ladder.works;
        CHECK_EQUAL(works(ladder), ladder.works);
    }
    CHECK_EQUAL(working, 25);
}

void the_golden_ladders_are_what_a_reader_without_shortcuts_says() {
    for (const Ladder& ladder : golden_ladders()) {
        const bool is_taken = ladder.runs ? !test::gets_out(ladder.board, ladder.prey())
                                          : test::is_taken_by_atari(ladder.board, ladder.prey());
        CHECK_EQUAL(is_taken, ladder.works);
    }
}

// Every chain of one or two liberties in games of chance.
void what_is_read_in_games_of_chance_is_what_a_reader_without_shortcuts_says() {
    Rng rng(21);
    int asked = 0;
    for (int game = 0; game < 20; ++game) {
        constexpr int side = 7;
        Board<9> board(side);
        Stone stone = Stone::black;
        for (int move = 0; move < 20; ++move, stone = other(stone)) {
            if (const int cell = move_by_chance(board, stone, rng); cell != 0) board.play(cell, stone);
        }
        board.pass();
        test::PlainBoard plain{side, {}, -1};
        for (const std::uint8_t cell : board.cells()) plain.stones.push_back(".#o"[cell]);
        for (Move point = 0; point < side * side; ++point) {
            const int cell = board.cell_of(point);
            if (board.at(cell) == Stone::none || board.root(cell) != cell) continue;
            if (liberties_of(board, cell).count > 2) continue;
            ++asked;
            CHECK_EQUAL(is_taken_in_ladder(board, cell, endless), test::is_taken_by_atari(plain, point));
            if (board.in_atari(cell))
                CHECK_EQUAL(gets_away(board, cell, endless), test::gets_out(plain, point));
        }
    }
    CHECK(asked > 50);
}

// A ladder that works, of many stones.
Ladder longest_ladder() {
    Ladder longest;
    for (const Ladder& ladder : golden_ladders()) {
        if (ladder.works && !ladder.runs && ladder.board.side > longest.board.side) longest = ladder;
    }
    return longest;
}

void who_is_not_taken_within_so_many_stones_gets_away() {
    const Ladder ladder = longest_ladder();
    const Board<19> board = board_of<19>(ladder.board);
    const int prey = board.cell_of(ladder.prey());
    int needed = 0;
    while (needed < endless && !is_taken_in_ladder(board, prey, needed)) ++needed;
    CHECK(needed > 1);
    CHECK(needed < endless);
    CHECK(is_taken_in_ladder(board, prey, needed + 1));
}

void a_chain_of_three_liberties_is_in_no_ladder() {
    Board<9> board(9);
    const int stone = board.cell_of(40);
    board.put(stone, Stone::black);
    board.put(board.cell_of(31), Stone::white);
    CHECK_EQUAL(liberties_of(board, stone).count, 3);
    CHECK(!is_taken_in_ladder(board, stone));
}

void a_stone_that_took_a_ko_is_not_taken_at_once() {
    Board<9> board(5);
    const auto put = [&](int x, int y, Stone stone) { board.put(board.cell_of(y * 5 + x), stone); };
    for (const auto& [x, y] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 2}}) put(x, y, Stone::black);
    for (const auto& [x, y] : {std::pair{2, 0}, std::pair{3, 1}, std::pair{2, 2}, std::pair{1, 1}}) {
        put(x, y, Stone::white);
    }
    const int prey = board.cell_of(1 * 5 + 2);
    board.play(prey, Stone::black);
    CHECK(board.in_atari(prey));
    CHECK(!is_taken_in_ladder(board, prey));
    CHECK(!is_ladder_capture(board, board.last_liberty(prey), prey));
    board.pass();
    CHECK(is_taken_in_ladder(board, prey));
}

}  // namespace

int main() {
    all_fifty_ladders_are_read_right();
    the_golden_ladders_are_what_a_reader_without_shortcuts_says();
    what_is_read_in_games_of_chance_is_what_a_reader_without_shortcuts_says();
    who_is_not_taken_within_so_many_stones_gets_away();
    a_chain_of_three_liberties_is_in_no_ladder();
    a_stone_that_took_a_ko_is_not_taken_at_once();
    return tengen::test::result();
}
