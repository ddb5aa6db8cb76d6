// What is marked on a board of Go: dead stones, ladders that work for whoever is to move, and that a search
// tells of them.
#include <string>
#include <string_view>
#include <vector>

#include "boards.h"
#include "check.h"
#include "core/registry.h"
#include "games/go/marks.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using test::setup;

std::string without_blanks(std::string_view picture) {
    std::string cells;
    for (const char symbol : picture) {
        if (symbol != ' ' && symbol != '\n') cells.push_back(symbol);
    }
    return cells;
}

GoPosition position(std::string_view picture, Colour to_move) {
    const Setup given = setup(picture, to_move);
    int side = least_size;
    while (static_cast<std::size_t>(side * side) < given.cells.size()) ++side;
    return {Rules{.size = side}, given};
}

// The marks as a picture: `x` dead, `L` in a ladder.
std::string marked(const GoPosition& position, std::span<const float> ownership) {
    std::string cells(position.cells().size(), '.');
    for (const Mark& mark : marks_of(position, ownership)) {
        for (const Move point : mark.points) {
            cells[static_cast<std::size_t>(point)] = mark.key == "dead" ? 'x' : 'L';
        }
    }
    return cells;
}

std::string laddered(std::string_view picture, Colour to_move) {
    return marked(position(picture, to_move), {});
}

// --- dead stones

// Nothing is left to play but to take what cannot be saved: White's stone on B4 and Black's on G6.
constexpr std::string_view two_dead = R"(
    . # . # o . o . o
    # # # # o o o o .
    . # . # o . . o o
    # # # # o . # . o
    . . . # o . . . o
    . o . # o o o o o
    . . . # # # # # #
    # # # # . # . # .
    . # . # # # # # #)";

void what_cannot_be_saved_is_dead_whoever_moves() {
    for (const Colour mover : {Colour::black, Colour::white}) {
        CHECK_EQUAL(marked(position(two_dead, mover), {}), without_blanks(R"(
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . x . .
            . . . . . . . . .
            . x . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .)"));
    }
}

void what_can_still_be_saved_is_not() {
    // Who moves first has the ten stones.
    constexpr std::string_view board = R"(
        o o o o o # . . .
        o o o o o # . . .
        # # # # . o . . .
        . . . # . . . . .
        . . . # . o . . .
        . # . . . . o . .
        . # . # . o . . .
        . . . . . . o . .
        . . . . . . . . .)";
    for (const Colour mover : {Colour::black, Colour::white}) {
        CHECK(marked(position(board, mover), {}).find('x') == std::string::npos);
    }
}

void what_the_search_calls_alive_is_not() {
    std::vector<float> owners(81, 1.0F);
    std::string found = marked(position(two_dead, Colour::black), owners);
    CHECK_EQUAL(found[5 * 9 + 1], 'x');
    CHECK_EQUAL(found[3 * 9 + 6], '.');
    owners.assign(81, -0.6F);
    found = marked(position(two_dead, Colour::black), owners);
    CHECK(found[5 * 9 + 1] != 'x');
    CHECK_EQUAL(found[3 * 9 + 6], 'x');
}

// --- ladders

// White's stone at C7 runs down to the edge, unless a friend stands in its way.
std::string ladder(char friend_at_g3) {
    std::string picture = without_blanks(R"(
        . . . . . . . . .
        . . # # . . . . .
        . # o . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .)");
    picture[6 * 9 + 6] = friend_at_g3;
    return picture;
}

void a_ladder_that_works_is_told_where_the_hunter_is_to_move() {
    std::string here(81, '.');
    here[2 * 9 + 2] = 'L';
    CHECK_EQUAL(laddered(ladder('.'), Colour::black), here);
    CHECK_EQUAL(laddered(ladder('#'), Colour::black), here);
    CHECK_EQUAL(laddered(ladder('.'), Colour::white), std::string(81, '.'));
}

void a_stone_in_the_way_breaks_it() {
    CHECK_EQUAL(laddered(ladder('o'), Colour::black), std::string(81, '.'));
}

void who_runs_in_vain_is_told_whoever_is_to_move() {
    std::string running = ladder('.');
    running[3 * 9 + 2] = '#';
    std::string here(81, '.');
    here[2 * 9 + 2] = 'L';
    for (const Colour mover : {Colour::black, Colour::white}) {
        CHECK_EQUAL(laddered(running, mover), here);
    }
    running[6 * 9 + 6] = 'o';
    for (const Colour mover : {Colour::black, Colour::white}) {
        CHECK_EQUAL(laddered(running, mover), std::string(81, '.'));
    }
}

void who_is_taken_at_the_first_step_does_not_run() {
    constexpr std::string_view board = R"(
        o . # . .
        # # # . .
        . . . . .
        . . . . .
        . . . . .)";
    const std::vector<float> white(25, -0.6F);
    for (const Colour mover : {Colour::black, Colour::white}) {
        CHECK_EQUAL(marked(position(board, mover), white), std::string(25, '.'));
    }
}

// White takes on C5 and may fill the ko when the turn comes; Black may not take back.
void a_ko_is_no_ladder() {
    GoPosition now = position(R"(
        . . . . . . .
        . . # . . . .
        . # . # . . .
        . o # o . . .
        . . o . . . .
        . . . . . . .
        . . . . . . .)",
                              Colour::white);
    now.play(2 * 7 + 2);
    CHECK_EQUAL(marked(now, {})[2 * 7 + 2], '.');
}

void who_is_dead_is_not_in_a_ladder_too() {
    constexpr std::string_view board = R"(
        . # . # o . o . o
        # # # # o o o o .
        . # . # o . o . o
        # # # # o o o o o
        . . . # o . o . o
        # o . # o o o o o
        . # . # # # # # #
        # # # # . # . # .
        . # . # # # # # #)";
    const GoPosition now = position(board, Colour::black);
    CHECK_EQUAL(marked(now, {})[5 * 9 + 1], 'x');
    const std::vector<float> white(81, -0.6F);
    CHECK_EQUAL(marked(now, white)[5 * 9 + 1], 'L');
}

// --- a search

void a_search_tells_what_is_dead() {
    const Setup given = setup(two_dead, Colour::black);
    const auto one =
        Registry::instance().find("go")->searcher({{"size", std::int64_t{9}}}, {.seed = 1, .memory_mb = 16});
    one->sync(&given, {});
    const Analysis found = one->think({.nodes = 300}, Stop(), {});
    CHECK_EQUAL(found.marks.size(), 1U);
    CHECK_EQUAL(found.marks.front().key, std::string("dead"));
    CHECK(found.marks.front().points == (std::vector<Move>{3 * 9 + 6, 5 * 9 + 1}));
    CHECK(one->latest().marks.front().points == found.marks.front().points);
}

}  // namespace

int main() {
    what_cannot_be_saved_is_dead_whoever_moves();
    what_can_still_be_saved_is_not();
    what_the_search_calls_alive_is_not();
    a_ladder_that_works_is_told_where_the_hunter_is_to_move();
    a_stone_in_the_way_breaks_it();
    who_runs_in_vain_is_told_whoever_is_to_move();
    who_is_taken_at_the_first_step_does_not_run();
    a_ko_is_no_ladder();
    who_is_dead_is_not_in_a_ladder_too();
    a_search_tells_what_is_dead();
    return tengen::test::result();
}
