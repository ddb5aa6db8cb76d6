// Boards played out to tell whose every point is: what lives, what is dead, what stands in seki, and the
// count.
#include "games/go/ownership.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "boards.h"
#include "check.h"
#include "core/rng.h"
#include "games/go/settling.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using tengen::test::is_refused;
using tengen::test::setup;

// Nothing is left to play but to take what cannot be saved: White's stone on B4 and Black's on G6.
constexpr std::string_view two_dead = R"(
    . # . # o . o . o
    . # # # o o o o .
    . # . # o . . o o
    # # # # o . # . o
    . . . # o . . . o
    . o . # o o o o o
    . . . # # # # # #
    # # # # . # . # .
    . # . # # # # # #)";

// Whoever plays on the last shared liberty is taken.
constexpr std::string_view seki = R"(
    # # # o o
    # . # o .
    # # # o o
    # # . o o
    # # # o o)";

// White's eye of four in a square cannot become two, whoever begins; its liberties outside are taken.
constexpr std::string_view square_eye = R"(
    . . # o o o o # .
    . . # o . . o # .
    . . # o . . o # #
    # . # o o o o # .
    # # # # # # # # #
    . # . . # . . # .
    # # # # # # # # #
    . . . . . . . . .
    . . . . . . . . .)";

// White's eye of four in a row always becomes two.
constexpr std::string_view long_eye = R"(
    # # # # # # # # #
    # o o o o o o # .
    # o . . . . o # #
    # o o o o o o # .
    # # # # # # # # #
    . # . . # . . # .
    # # # # # # # # #
    . . . . . . . . .
    . . . . . . . . .)";

Options options_of(int size) {
    return {{"size", std::int64_t{size}}, {"komi", 7.5}};
}

Ownership played_out(int size, std::string_view picture, std::int64_t games = 200) {
    return ownership(options_of(size), setup(picture, Colour::black), {games, 0, 1, true}, Stop());
}

void a_settled_board_comes_to_the_same_count_in_every_game() {
    const Ownership found = played_out(9, two_dead);
    CHECK_EQUAL(found.games, 200);
    CHECK_EQUAL(found.margin, 13.5F);
    CHECK_EQUAL(found.win, 1.0F);
    CHECK_EQUAL(found.spread, 0.0F);
    CHECK_EQUAL(std::count(found.points.begin(), found.points.end(), 1.0F), 51);
    CHECK_EQUAL(std::count(found.points.begin(), found.points.end(), -1.0F), 30);
}

void nobody_gives_up_stones_in_seki() {
    const Ownership found = played_out(5, seki);
    CHECK_EQUAL(std::count(found.points.begin(), found.points.end(), 1.0F), 14);
    CHECK_EQUAL(std::count(found.points.begin(), found.points.end(), -1.0F), 10);
    CHECK_EQUAL(found.points[17], 0.0F);
}

void an_eye_that_cannot_become_two_is_killed_whoever_begins() {
    const Ownership found = played_out(9, square_eye);
    for (const std::size_t point : {3U, 4U, 13U, 33U}) CHECK(found.points[point] > 0.9F);
}

void an_eye_that_always_becomes_two_lives_whoever_begins() {
    const Ownership found = played_out(9, long_eye);
    for (const std::size_t point : {10U, 15U, 20U, 28U, 33U}) CHECK(found.points[point] < -0.9F);
}

void territory_is_counted_with_prisoners_and_without_stones() {
    Options options = options_of(9);
    options["scoring"] = std::string("territory");
    options["komi"] = 6.5;
    Setup board = setup(two_dead, Colour::black);
    const auto lead = [&] { return ownership(options, board, {200, 0, 1, true}, Stop()).margin; };
    const auto stones = std::count(board.cells.begin(), board.cells.end(), 1) -
                        std::count(board.cells.begin(), board.cells.end(), 2);
    CHECK_EQUAL(lead(), 21.0F - static_cast<float>(stones) - 6.5F);
    board.black_prisoners = 3;
    CHECK_EQUAL(lead(), 24.0F - static_cast<float>(stones) - 6.5F);
}

void points_in_seki_are_not_counted_where_they_are_taxed() {
    Options options = options_of(5);
    options["tax"] = std::string("seki");
    const Ownership found = ownership(options, setup(seki, Colour::black), {20, 0, 1, true}, Stop());
    CHECK_EQUAL(found.margin, 13.0F - 9.0F - 7.5F);
}

void one_seed_gives_the_same_on_every_machine() {
    const std::string_view empty = ". . . . . . . . . . . . . . . . . . . . . . . . .";
    std::uint64_t hash = 0;
    for (const float point : played_out(5, empty).points) {
        hash = mixed(hash ^ static_cast<std::uint64_t>(std::lround(200.0 * point) + 1000));
    }
    CHECK_EQUAL(hash, 10989316306359780581ULL);
}

void a_stop_ends_it_after_a_game_of_each_side() {
    Stop stop;
    stop.stop();
    const Setup board = setup(two_dead, Colour::black);
    CHECK_EQUAL(ownership(options_of(9), board, {1'000'000, 0, 1, true}, stop).games, 2);
    CHECK_EQUAL(ownership(options_of(9), board, {1'000'000, 0, 1, false}, stop).games, 1);
    CHECK(ownership(options_of(9), board, {1'000'000, 1, 1, true}, Stop()).games < 1'000'000);
}

void boards_that_cannot_be_are_refused() {
    const auto asked = [](const Setup& board) {
        return is_refused([&] { return ownership(options_of(5), board, {1, 0, 1, false}, Stop()); });
    };
    CHECK(asked(setup(two_dead, Colour::black)));
    CHECK(asked(setup("# # # # # # # # # # # # # # # # # # # # # # # # #", Colour::black)));
    CHECK(!asked(setup(seki, Colour::black)));
}

void chains_are_not_given_away_but_to_kill_an_eye() {
    Board<9> board(5);
    const std::vector<std::uint8_t> cells = setup(seki, Colour::black).cells;
    for (std::size_t point = 0; point < cells.size(); ++point) {
        const int cell = board.cell_of(static_cast<Move>(point));
        if (cells[point] != 0) board.put(cell, static_cast<Stone>(cells[point]));
    }
    for (const Stone stone : {Stone::black, Stone::white}) {
        CHECK(is_senseless_atari(board, board.cell_of(17), stone));
    }
    CHECK(!is_senseless_atari(board, board.cell_of(6), Stone::white));
}

}  // namespace

int main() {
    a_settled_board_comes_to_the_same_count_in_every_game();
    nobody_gives_up_stones_in_seki();
    an_eye_that_cannot_become_two_is_killed_whoever_begins();
    an_eye_that_always_becomes_two_lives_whoever_begins();
    territory_is_counted_with_prisoners_and_without_stones();
    points_in_seki_are_not_counted_where_they_are_taxed();
    one_seed_gives_the_same_on_every_machine();
    a_stop_ends_it_after_a_game_of_each_side();
    boards_that_cannot_be_are_refused();
    chains_are_not_given_away_but_to_kill_an_eye();
    return tengen::test::result();
}
