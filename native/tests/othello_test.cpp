// Othello's rules on boards drawn as pictures, and its perft numbers.
#include <array>
#include <random>
#include <string_view>

#include "check.h"
#include "core/registry.h"
#include "games/othello/position.h"

namespace {

using namespace tengen;
using namespace tengen::othello;

// `#` is the side to move, `o` the other side, `.` empty; spaces and line ends only please the eye.
Board board(std::string_view picture) {
    Board result;
    int point = 0;
    for (const char symbol : picture) {
        if (symbol == '#') result.mover |= bit(point);
        if (symbol == 'o') result.waiter |= bit(point);
        if (symbol == '#' || symbol == 'o' || symbol == '.') ++point;
    }
    CHECK_EQUAL(point, side * side);
    return result;
}

constexpr int at(std::string_view name) {
    return (name[1] - '1') * side + (name[0] - 'a');
}

void black_opens_with_c4_d3_e6_or_f5() {
    const OthelloPosition position;
    CHECK((position.legal_moves() == std::vector<Move>{at("d3"), at("c4"), at("f5"), at("e6")}));
    CHECK_EQUAL(position.cells()[at("d4")], 2);
    CHECK_EQUAL(position.cells()[at("e4")], 1);
}

void one_disc_may_turn_in_all_eight_directions() {
    const Board before = board(R"(
        # . . # . . # .
        . o . o . o . .
        . . o o o . . .
        # o o . o o o #
        . . o o o . . .
        . o . o . o . .
        # . . o . . o .
        . . . # . . . #)");
    const Board after = place(before, at("d4"));
    CHECK_EQUAL(after.mover, Discs{0});
    CHECK_EQUAL(after.waiter, before.mover | before.waiter | bit(at("d4")));
}

void a_run_does_not_wrap_round_the_edge() {
    const Board before = board(R"(
        . . . . . . . .
        . . . . . . # o
        o . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)");
    CHECK_EQUAL(placements(before), Discs{0});
}

void a_pass_is_the_only_move_when_no_disc_can_be_placed() {
    OthelloPosition position(board(R"(
        o # . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .)"),
                             Colour::white);
    CHECK(!position.is_over());
    CHECK(position.legal_moves() == std::vector<Move>{pass});
    position.play(pass);
    CHECK(position.to_move() == Colour::black);
    CHECK(position.legal_moves() == std::vector<Move>{at("c1")});
    CHECK(!position.is_legal(pass));
    position.play(at("c1"));
    CHECK(position.is_over());
    CHECK(position.legal_moves().empty());
    CHECK(!position.is_legal(pass));
}

// The plain way: walk each direction step by step.
Discs flips_step_by_step(const Board& board, int point) {
    Discs turned = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            Discs run = 0;
            int x = point % side + dx;
            int y = point / side + dy;
            const auto inside = [&] { return x >= 0 && x < side && y >= 0 && y < side; };
            for (; inside() && (board.waiter & bit(y * side + x)); x += dx, y += dy) run |= bit(y * side + x);
            if (inside() && (board.mover & bit(y * side + x))) turned |= run;
        }
    }
    return turned;
}

void flips_and_placements_equal_the_plain_walk_on_random_boards() {
    std::mt19937_64 random(8);
    for (int round = 0; round < 20'000; ++round) {
        const Discs occupied = random() | random();
        const Discs colours = round % 2 == 0 ? random() : random() & random();
        const Board board{.mover = occupied & colours, .waiter = occupied & ~colours};
        Discs placeable = 0;
        for (int point = 0; point < side * side; ++point) {
            if (occupied & bit(point)) continue;
            const Discs expected = flips_step_by_step(board, point);
            CHECK_EQUAL(flips(board, point), expected);
            if (expected != 0) placeable |= bit(point);
        }
        CHECK_EQUAL(placements(board), placeable);
    }
}

// Widely published counts; depth 9 is the first with finished games, deeper ones have passes.
void perft_numbers() {
    constexpr std::array<std::uint64_t, 11> leaves{1,    4,     12,     56,      244,     1396,
                                                   8200, 55092, 390216, 3005288, 24571284};
    for (std::size_t depth = 0; depth < leaves.size(); ++depth) {
        CHECK_EQUAL(perft(start, static_cast<int>(depth)), leaves[depth]);
    }
}

void the_game_registers_itself() {
    CHECK(Registry::instance().find("othello") != nullptr);
}

}  // namespace

int main() {
    black_opens_with_c4_d3_e6_or_f5();
    one_disc_may_turn_in_all_eight_directions();
    a_run_does_not_wrap_round_the_edge();
    a_pass_is_the_only_move_when_no_disc_can_be_placed();
    flips_and_placements_equal_the_plain_walk_on_random_boards();
    perft_numbers();
    the_game_registers_itself();
    return tengen::test::result();
}
