// The fast board against counting anew, and games of chance on it.
#include <array>
#include <cstdlib>
#include <utility>

#include "check.h"
#include "games/go/playout.h"
#include "games/go/scoring.h"

namespace {

using namespace tengen;
using namespace tengen::go;

// What the board says of a move before it is made is what happens when it is made.
template <int most_side>
void check_foretold(const Board<most_side>& board, int cell, Stone stone) {
    const std::uint64_t hash = board.hash_after(cell, stone);
    const bool takes = board.takes(cell, stone);
    const bool is_suicide = board.is_suicide(cell, stone);
    Board<most_side> after = board;
    const int taken = after.play(cell, stone);
    CHECK_EQUAL(after.hash(), hash);
    CHECK_EQUAL(taken > 0, takes);
    CHECK_EQUAL(taken < 0, is_suicide);
    CHECK_EQUAL(after.empties(), board.empties() - 1 + std::abs(taken));
    CHECK(after.is_possible());
    // Who took one stone by one that is left with one liberty may not be taken back at once.
    const bool is_ko = taken == 1 && board.near(cell, other(stone)) == 4 && after.in_atari(cell);
    CHECK_EQUAL(after.ko(), is_ko ? after.last_liberty(cell) : 0);
    if (is_ko) CHECK(!after.may_play(after.ko(), other(stone), true));
}

template <int most_side>
void what_is_kept_up_to_date_is_right_in_random_games(int side) {
    Rng rng(static_cast<std::uint64_t>(side));
    for (int game = 0; game < 3; ++game) {
        Board<most_side> board(side);
        CHECK(board.check());
        Stone stone = Stone::black;
        for (int move = 0; move < 3 * side * side; ++move, stone = other(stone)) {
            const int place = static_cast<int>(rng.below(static_cast<std::uint32_t>(board.empties())));
            const int cell = board.empty(place);
            if (!board.may_play(cell, stone, true)) continue;
            check_foretold(board, cell, stone);
            board.play(cell, stone);
            CHECK(board.check());
        }
    }
}

void a_pass_lifts_the_ko() {
    Board<9> board(5);
    const auto put = [&](int x, int y, Stone stone) { board.put(board.cell_of(y * 5 + x), stone); };
    for (const auto& [x, y] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{1, 2}}) put(x, y, Stone::black);
    for (const auto& [x, y] : {std::pair{2, 0}, std::pair{3, 1}, std::pair{2, 2}, std::pair{1, 1}}) {
        put(x, y, Stone::white);
    }
    const int taken = board.cell_of(1 * 5 + 1);
    board.play(board.cell_of(1 * 5 + 2), Stone::black);
    CHECK_EQUAL(board.ko(), taken);
    CHECK(!board.may_play(taken, Stone::white, false));
    board.pass();
    CHECK(board.may_play(taken, Stone::white, false));
}

void an_eye_has_own_stones_beside_it_and_most_corners() {
    Board<9> board(9);
    const auto at = [&](int x, int y) { return board.cell_of(y * 9 + x); };
    for (const auto& [x, y] : {std::pair{4, 3}, std::pair{3, 4}, std::pair{5, 4}, std::pair{4, 5}}) {
        board.put(at(x, y), Stone::black);
    }
    CHECK(board.is_eye(at(4, 4), Stone::black));
    CHECK(!board.is_eye(at(4, 4), Stone::white));
    board.put(at(3, 3), Stone::white);
    CHECK(board.is_eye(at(4, 4), Stone::black));
    board.put(at(5, 5), Stone::white);
    CHECK(!board.is_eye(at(4, 4), Stone::black));
    // On the edge one corner is too many.
    board.put(at(0, 1), Stone::white);
    board.put(at(1, 0), Stone::white);
    CHECK(board.is_eye(at(0, 0), Stone::white));
    board.put(at(1, 1), Stone::black);
    CHECK(!board.is_eye(at(0, 0), Stone::white));
}

// --- games of chance

template <int most_side>
std::uint64_t hash_of_games(int side, std::uint64_t seed) {
    const Board<most_side> start(side);
    Rng rng(seed);
    std::uint64_t hash = 0;
    for (int game = 0; game < 20; ++game) {
        Board<most_side> board = start;
        const int moves = play_by_chance(board, game % 2 == 0 ? Colour::black : Colour::white, rng);
        CHECK(moves >= 2 && moves <= 3 * side * side);
        CHECK(board.check());
        hash = mixed(hash ^ board.hash() ^ static_cast<std::uint64_t>(moves));
    }
    return hash;
}

void one_seed_gives_the_same_games() {
    CHECK_EQUAL((hash_of_games<9>(9, 1)), (hash_of_games<9>(9, 1)));
    CHECK((hash_of_games<9>(9, 1)) != (hash_of_games<9>(9, 2)));
}

void games_are_the_same_on_every_machine() {
    CHECK_EQUAL((hash_of_games<9>(9, 1)), 842784349711374125ULL);
    CHECK_EQUAL((hash_of_games<13>(13, 1)), 162154255431874940ULL);
    CHECK_EQUAL((hash_of_games<19>(19, 1)), 6303914748777122664ULL);
}

template <int most_side>
void a_game_ends_where_nobody_has_a_sensible_move(int side) {
    Rng rng(7);
    for (int game = 0; game < 20; ++game) {
        Board<most_side> board(side);
        if (play_by_chance(board, Colour::black, rng) == 3 * side * side) continue;
        for (int place = 0; place < board.empties(); ++place) {
            for (const Stone stone : {Stone::black, Stone::white}) {
                const int cell = board.empty(place);
                CHECK(!board.may_play(cell, stone, false) || board.is_eye(cell, stone));
            }
        }
    }
}

// The area of boards at any moment of a game.
template <int most_side>
void the_quick_area_is_the_area_of_the_rules(int side) {
    Rng rng(11);
    const Rules rules{.size = side};
    Board<most_side> board(side);
    CHECK_EQUAL(area_lead(board), 0);
    Stone stone = Stone::black;
    for (int move = 0; move < 2 * side * side; ++move, stone = other(stone)) {
        const int cell =
            board.empty(static_cast<int>(rng.below(static_cast<std::uint32_t>(board.empties()))));
        if (!board.may_play(cell, stone, false) || board.is_eye(cell, stone)) continue;
        board.play(cell, stone);
        CHECK_EQUAL(area_lead(board), board_lead(board.cells(), rules));
    }
    play_by_chance(board, Colour::black, rng);
    CHECK_EQUAL(area_lead(board), board_lead(board.cells(), rules));
}

void all_sensible_moves_are_alike() {
    constexpr int games = 12'000;
    std::array<int, 25> firsts{};
    Rng rng(3);
    for (int game = 0; game < games; ++game) {
        Board<9> board(5);
        for (Move point = 10; point < 15; ++point) board.put(board.cell_of(point), Stone::black);
        board.put(board.cell_of(16), Stone::black);
        board.put(board.cell_of(20), Stone::black);
        const int cell = move_by_chance(board, Stone::black, rng);
        ++firsts[static_cast<std::size_t>(board.point_of(cell))];
    }
    CHECK_EQUAL(firsts[15], 0);  // the eye beside 10, 16 and 20
    int sensible = 0;
    for (const int count : firsts) sensible += count != 0;
    CHECK_EQUAL(sensible, 25 - 5 - 2 - 1);
    for (const int count : firsts) {
        if (count != 0) CHECK(std::abs(count - games / sensible) < games / sensible / 4);
    }
}

}  // namespace

int main() {
    for (int side = least_size; side <= 9; ++side) what_is_kept_up_to_date_is_right_in_random_games<9>(side);
    for (int side = 10; side <= 13; ++side) what_is_kept_up_to_date_is_right_in_random_games<13>(side);
    for (const int side : {14, 19}) what_is_kept_up_to_date_is_right_in_random_games<19>(side);
    a_pass_lifts_the_ko();
    an_eye_has_own_stones_beside_it_and_most_corners();
    one_seed_gives_the_same_games();
    games_are_the_same_on_every_machine();
    a_game_ends_where_nobody_has_a_sensible_move<9>(5);
    a_game_ends_where_nobody_has_a_sensible_move<9>(9);
    a_game_ends_where_nobody_has_a_sensible_move<19>(15);
    the_quick_area_is_the_area_of_the_rules<9>(7);
    the_quick_area_is_the_area_of_the_rules<13>(13);
    the_quick_area_is_the_area_of_the_rules<19>(19);
    all_sensible_moves_are_alike();
    return tengen::test::result();
}
