// Othello on boards of every size: the wide board against the plain walk and against the usual board,
// options, set-ups and results.
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>

#include "boards.h"
#include "check.h"
#include "core/perft.h"
#include "core/registry.h"
#include "games/othello/position.h"

namespace {

using namespace tengen;
using namespace tengen::othello;
using test::is_refused;
using test::setup;

const Kind& othello_kind() {
    return *Registry::instance().find("othello");
}

WideBoard random_board(std::mt19937_64& random, int size) {
    WideBoard board;
    board.size = size;
    // From nearly empty to nearly full, and from few to many discs of the mover.
    const std::uint64_t occupied_of_16 = 1 + random() % 15;
    const std::uint64_t mover_of_16 = 1 + random() % 15;
    for_each(cells_of(size), [&](int cell) {
        if (random() % 16 >= occupied_of_16) return;
        (random() % 16 < mover_of_16 ? board.mover : board.waiter).add(cell);
    });
    return board;
}

// The plain way: walk each direction step by step.
WideDiscs flips_step_by_step(const WideBoard& board, int cell) {
    WideDiscs turned;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            WideDiscs run;
            int x = cell % most_side + dx;
            int y = cell / most_side + dy;
            const auto inside = [&] { return x >= 0 && x < board.size && y >= 0 && y < board.size; };
            const auto at = [&] { return y * most_side + x; };
            for (; inside() && board.waiter.contains(at()); x += dx, y += dy) run.add(at());
            if (inside() && board.mover.contains(at())) turned = turned | run;
        }
    }
    return turned;
}

void flips_and_placements_equal_the_plain_walk_on_random_boards() {
    std::mt19937_64 random(16);
    for (int size = least_side; size <= most_side; size += 2) {
        for (int round = 0; round < 3'000; ++round) {
            const WideBoard board = random_board(random, size);
            WideDiscs placeable;
            for_each(empties(board), [&](int cell) {
                const WideDiscs expected = flips_step_by_step(board, cell);
                CHECK(flips(board, cell) == expected);
                if (expected.any()) placeable.add(cell);
            });
            CHECK(placements(board) == placeable);
        }
    }
}

void one_disc_may_turn_a_run_from_edge_to_edge() {
    for (int size = least_side; size <= most_side; size += 2) {
        WideBoard board;
        board.size = size;
        const int last = size - 1;
        for (int i = 1; i < last; ++i) {
            board.waiter.add(i * most_side + i);
            board.waiter.add(i);
            board.waiter.add(i * most_side);
        }
        board.mover.add(last * most_side + last);
        board.mover.add(last);
        board.mover.add(last * most_side);
        CHECK(placements(board).contains(0));
        CHECK(flips(board, 0) == board.waiter);
        CHECK(place(board, 0).mover == WideDiscs{});
    }
}

void the_wide_board_of_the_usual_size_is_the_usual_board() {
    CHECK_EQUAL(perft(wide_start(side), 8), perft(start, 8));
    std::mt19937_64 random(64);
    for (int round = 0; round < 5'000; ++round) {
        const WideBoard wide = random_board(random, side);
        Board board;
        for_each(wide.mover, [&](int cell) { board.mover |= bit(point_of(cell, side)); });
        for_each(wide.waiter, [&](int cell) { board.waiter |= bit(point_of(cell, side)); });
        Discs cells = 0;
        for_each(placements(wide), [&](int cell) {
            cells |= bit(point_of(cell, side));
            CHECK_EQUAL(count(flips(wide, cell)), std::popcount(flips(board, point_of(cell, side))));
        });
        CHECK_EQUAL(cells, placements(board));
    }
}

void every_even_size_from_4_to_16_starts_with_four_discs_in_the_middle() {
    for (std::int64_t size = -2; size <= 18; ++size) {
        const Options options{{"size", size}};
        if (size < 4 || size > 16 || size % 2 != 0) {
            CHECK(is_refused([&] { static_cast<void>(othello_kind().start(options, nullptr)); }));
            CHECK(is_refused([&] { static_cast<void>(othello_kind().perft(options, 1)); }));
            continue;
        }
        const auto position = othello_kind().start(options, nullptr);
        const auto columns = static_cast<int>(size);
        CHECK_EQUAL(position->columns(), columns);
        CHECK_EQUAL(position->rows(), columns);
        const std::vector<std::uint8_t> cells = position->cells();
        CHECK_EQUAL(static_cast<int>(cells.size()), columns * columns);
        const int middle = (columns / 2 - 1) * columns + columns / 2 - 1;  // the upper left one of the four
        CHECK_EQUAL(int{cells[static_cast<std::size_t>(middle)]}, 2);
        CHECK_EQUAL(int{cells[static_cast<std::size_t>(middle + 1)]}, 1);
        CHECK_EQUAL(int{cells[static_cast<std::size_t>(middle + columns)]}, 1);
        CHECK_EQUAL(int{cells[static_cast<std::size_t>(middle + columns + 1)]}, 2);
        CHECK_EQUAL(position->legal_moves().size(), std::size_t{4});
        for (int depth = 0; depth <= 5; ++depth) {
            CHECK_EQUAL(othello_kind().perft(options, depth), perft(*position, depth));
        }
    }
}

void options_of_another_type_or_name_are_refused() {
    const auto refused = [](const Options& options) {
        return is_refused([&] { static_cast<void>(othello_kind().start(options, nullptr)); });
    };
    CHECK(refused({{"size", std::string("8")}}));
    CHECK(refused({{"size", true}}));
    CHECK(refused({{"empties_to_winner", std::int64_t{1}}}));
    CHECK(refused({{"komi", 6.5}}));
    CHECK(!refused({{"size", std::int64_t{10}}, {"empties_to_winner", true}}));
}

void a_set_up_of_another_size_or_with_a_third_colour_is_refused() {
    const Options six{{"size", std::int64_t{6}}};
    Setup given;
    for (const std::size_t cells : {std::size_t{0}, std::size_t{35}, std::size_t{37}, std::size_t{64}}) {
        given.cells.assign(cells, 0);
        CHECK(is_refused([&] { static_cast<void>(othello_kind().start(six, &given)); }));
    }
    given.cells.assign(36, 0);
    given.cells[35] = 3;
    CHECK(is_refused([&] { static_cast<void>(othello_kind().start(six, &given)); }));
}

void a_set_up_may_have_discs_anywhere_and_either_side_to_move() {
    const std::string_view picture = R"(
        . o # .
        . . . .
        # . . o
        . . . .)";
    const Setup given = setup(picture, Colour::white);
    const auto position = othello_kind().start({{"size", std::int64_t{4}}}, &given);
    CHECK(position->cells() == given.cells);
    CHECK(position->to_move() == Colour::white);
    CHECK(position->legal_moves() == std::vector<Move>{3});
    position->play(3);
    CHECK(position->is_over());
    CHECK_EQUAL(int{position->cells()[2]}, 2);
    CHECK(position->to_move() == Colour::black);
}

void empties_count_for_the_winner_where_the_option_says_so() {
    for (const int size : {4, 8, 10}) {
        for (const Colour winner : {Colour::black, Colour::white}) {
            for (const Colour to_move : {Colour::black, Colour::white}) {
                Setup given;
                given.to_move = to_move;
                given.cells.assign(static_cast<std::size_t>(size * size), 0);
                for (std::size_t i = 0; i < 3; ++i) given.cells[i] = static_cast<std::uint8_t>(winner);
                const std::int64_t columns = size;
                const auto plain = othello_kind().start({{"size", columns}}, &given);
                const auto whole =
                    othello_kind().start({{"size", columns}, {"empties_to_winner", true}}, &given);
                CHECK(plain->is_over());
                const double sign = winner == Colour::black ? 1 : -1;
                CHECK((plain->result() == Result{winner, sign * 3}));
                CHECK((whole->result() == Result{winner, sign * size * size}));
            }
        }
    }
    const Setup empty = setup("................", Colour::black);
    const auto drawn = othello_kind().start({{"size", std::int64_t{4}}, {"empties_to_winner", true}}, &empty);
    CHECK(drawn->is_over());
    CHECK((drawn->result() == Result{std::nullopt, 0.0}));
}

}  // namespace

int main() {
    flips_and_placements_equal_the_plain_walk_on_random_boards();
    one_disc_may_turn_a_run_from_edge_to_edge();
    the_wide_board_of_the_usual_size_is_the_usual_board();
    every_even_size_from_4_to_16_starts_with_four_discs_in_the_middle();
    options_of_another_type_or_name_are_refused();
    a_set_up_of_another_size_or_with_a_third_colour_is_refused();
    a_set_up_may_have_discs_anywhere_and_either_side_to_move();
    empties_count_for_the_winner_where_the_option_says_so();
    return tengen::test::result();
}
