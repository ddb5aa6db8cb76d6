// Features of moves, shapes and weights: what a feature says is what playing the move shows.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "boards.h"
#include "check.h"
#include "games/go/playout.h"
#include "games/go/weights.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using test::is_refused;

bool has(const MoveFeatures& features, int first, int count = 1) {
    return std::any_of(features.numbers.begin(), features.numbers.begin() + features.count,
                       [&](int number) { return number >= first && number < first + count; });
}

bool has_sized(const MoveFeatures& features, int first) {
    return has(features, first, size_steps);
}

// --- by pictures

// A picture of 5 rows; points are named as `b4`, rows from below.
struct Picture {
    Picture(std::string_view text, Stone to_move) : board(5), stone(to_move) {
        const Setup setup = test::setup(text, Colour::black);
        for (Move point = 0; point < 25; ++point) {
            const auto there = static_cast<Stone>(setup.cells[static_cast<std::size_t>(point)]);
            if (there != Stone::none) board.put(board.cell_of(point), there);
        }
        CHECK(board.is_possible());
    }
    [[nodiscard]] int at(std::string_view name) const {
        return board.cell_of((5 - (name[1] - '0')) * 5 + name[0] - 'a');
    }
    [[nodiscard]] MoveFeatures of(std::string_view name, std::string_view last = "") const {
        const Recent recent{last.empty() ? 0 : at(last), 0};
        return Overview<9>(board, stone, recent).of(at(name));
    }

    Board<9> board;
    Stone stone;
};

void taking_what_would_get_away_is_another_thing_than_taking_the_dead() {
    const Picture free(R"(
        . # . . .
        # o . . .
        . # . . .
        . . . . .
        . . . . .)",
                       Stone::black);
    CHECK(has(free.of("c4"), feature::capture));
    const Picture dead(R"(
        o . # . .
        # # . . .
        . . . . .
        . . . . .
        . . . . .)",
                       Stone::black);
    CHECK(has(dead.of("b5"), feature::capture_of_dead));
}

void taking_who_holds_an_own_chain_in_atari_saves_it() {
    const Picture picture(R"(
        . . . . .
        o # o # .
        . o # . .
        . . . . .
        . . . . .)",
                          Stone::black);
    CHECK(has(picture.of("c5"), feature::capture_to_save));
    CHECK(!has_sized(picture.of("b5"), feature::capture_to_save));
    CHECK(has(picture.of("b5"), feature::save, 2 * size_steps));
}

void running_into_a_ladder_is_in_vain() {
    const Picture caught(R"(
        . . . . .
        . . . . .
        . # # . .
        # o . # .
        . # . . .)",
                         Stone::white);
    CHECK(has(caught.of("c2"), feature::save_in_vain));
    CHECK(!has_sized(caught.of("c2"), feature::save));
    const Picture open(R"(
        . . . . .
        . # . . .
        # o . . .
        . # . . .
        . . . . .)",
                       Stone::white);
    CHECK(has(open.of("c3"), feature::save));
}

void an_atari_from_the_right_side_is_a_ladder() {
    const std::string_view corner = R"(
        . . . . .
        . . . . .
        . # . . .
        # o . . .
        . . . . .)";
    const Picture hunter(corner, Stone::black);
    CHECK(has(hunter.of("c2"), feature::ladder));
    CHECK(has(hunter.of("b1"), feature::atari));
    CHECK(!has(hunter.of("c3"), feature::ladder, 2 * size_steps));
    // For White it is time to run.
    const Picture prey(corner, Stone::white);
    CHECK(has(prey.of("c2"), feature::prevent));
    CHECK(!has_sized(prey.of("c3"), feature::prevent));
}

void the_last_move_is_pressed_and_answered() {
    const Picture picture(R"(
        . . . . .
        . . . . .
        . . o # .
        . . . . .
        . . . . .)",
                          Stone::white);
    const MoveFeatures press = picture.of("d4", "d3");
    CHECK(has(press, feature::press));
    CHECK(!has(picture.of("c4", "d3"), feature::press, 2));
    // A chain of three liberties has more by a move beside it.
    CHECK(has(picture.of("c4", "d3"), feature::answer + 3 + 2));
    CHECK(!has(press, feature::answer, answer_steps));
    CHECK(!has(picture.of("c4", ""), feature::answer, answer_steps));
}

void taking_a_ko_is_told() {
    const Picture picture(R"(
        . # o . .
        # . # o .
        . # o . .
        . . . . .
        . . . . .)",
                          Stone::white);
    const MoveFeatures features = picture.of("b4");
    CHECK(has(features, feature::ko));
    CHECK(has(features, feature::capture_of_dead, 3 * size_steps));
}

// --- by playing

template <int most_side>
void check_move(const Board<most_side>& board, const Overview<most_side>& overview, int cell, Stone stone) {
    const MoveFeatures features = overview.of(cell);
    Board<most_side> after = board;
    const int taken = after.play(cell, stone);
    CHECK_EQUAL(has(features, feature::capture_of_dead, 3 * size_steps), taken > 0);
    CHECK_EQUAL(has(features, feature::ko), after.ko() != 0);
    const int liberties = std::min(liberties_of(after, cell).count, many_liberties);
    if (taken == 0) {
        CHECK_EQUAL(has_sized(features, feature::self_atari), liberties == 1);
        for (int count = 2; count <= many_liberties; ++count) {
            CHECK_EQUAL(has(features, feature::liberties + count - 2), liberties == count);
        }
        if (liberties == 1) CHECK(has(features, feature::self_atari + size_step(after.length(cell))));
    }
    bool gives_atari = false;
    bool leaves_atari = false;
    for (const int step : Board<most_side>::beside) {
        const int near = cell + step;
        gives_atari = gives_atari || (after.at(near) == other(stone) && after.in_atari(near));
        leaves_atari = leaves_atari || (board.at(near) == stone && board.in_atari(near));
    }
    CHECK_EQUAL(has(features, feature::ladder, 2 * size_steps), gives_atari);
    CHECK_EQUAL(has(features, feature::save, 2 * size_steps), leaves_atari);
    for (int index = 0; index < features.count; ++index) {
        CHECK(features.numbers[static_cast<std::size_t>(index)] < feature_count());
    }
}

template <int most_side>
void what_a_feature_says_is_what_the_move_does(int side) {
    Rng rng(static_cast<std::uint64_t>(side));
    Board<most_side> board(side);
    Stone stone = Stone::black;
    Recent recent;
    for (int move = 0; move < 2 * side * side; ++move, stone = other(stone)) {
        const Overview<most_side> overview(board, stone, recent);
        for (int place = 0; place < board.empties(); ++place) {
            const int cell = board.empty(place);
            if (board.may_play(cell, stone, false)) check_move(board, overview, cell, stone);
        }
        const int cell = move_by_chance(board, stone, rng);
        if (cell != 0) board.play(cell, stone);
        recent = {cell, recent.last};
    }
}

// --- symmetry

// A board of 7 lines, turned or mirrored in one of eight ways, colours changed or not.
Move turned(Move point, int way) {
    int x = point % 7;
    int y = point / 7;
    if ((way & 1) != 0) x = 6 - x;
    if ((way & 2) != 0) y = 6 - y;
    if ((way & 4) != 0) std::swap(x, y);
    return y * 7 + x;
}

std::vector<int> sorted_features(const Board<9>& board, Stone stone, Recent recent, int cell) {
    const MoveFeatures features = Overview<9>(board, stone, recent).of(cell);
    std::vector<int> numbers(features.numbers.begin(), features.numbers.begin() + features.count);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

void turned_boards_and_changed_colours_have_the_same_features() {
    Rng rng(5);
    Board<9> board(7);
    Stone stone = Stone::black;
    Recent recent;
    for (int move = 0; move < 60; ++move, stone = other(stone)) {
        if (const int cell = move_by_chance(board, stone, rng); cell != 0) {
            board.play(cell, stone);
            recent = {cell, recent.last};
        }
        const Stone next = other(stone);
        if (board.ko() != 0) continue;  // no board can be put up with a ko
        const int way = move % 8;
        const bool is_changed = move % 3 == 0;
        const auto cell_in_turned = [&](int cell) {
            return cell == 0 ? 0 : board.cell_of(turned(board.point_of(cell), way));
        };
        Board<9> changed(7);
        for (Move point = 0; point < 49; ++point) {
            const Stone there = board.at(board.cell_of(point));
            if (there == Stone::none) continue;
            changed.put(board.cell_of(turned(point, way)), is_changed ? other(there) : there);
        }
        const Recent there{cell_in_turned(recent.last), cell_in_turned(recent.before)};
        for (int place = 0; place < board.empties(); ++place) {
            const int cell = board.empty(place);
            if (!board.may_play(cell, next, false)) continue;
            CHECK(sorted_features(board, next, recent, cell) ==
                  sorted_features(changed, is_changed ? other(next) : next, there, cell_in_turned(cell)));
        }
    }
}

void shapes_have_numbers_of_their_own() {
    const ShapeNumbers& numbers = ShapeNumbers::instance();
    for (std::size_t number = 0; number < numbers.shapes().size(); ++number) {
        CHECK_EQUAL(numbers.of(numbers.shapes()[number]), static_cast<int>(number));
    }
    // By Burnside (3^8 + 3^4 + 2 * 3^2 + 4 * 3^5) / 8 without border and atari.
    const auto inside = std::count_if(numbers.shapes().begin(), numbers.shapes().end(), [](Shape shape) {
        if (shape >> shape_ring_bits != 0) return false;
        for (int place = 0; place < 8; ++place) {
            if (around(shape, place) == Around::border) return false;
        }
        return true;
    });
    CHECK_EQUAL(inside, 954);
}

// --- priors and weights

template <int most_side>
Board<most_side> board_by_chance(int side, int moves, Rng& rng, Recent& recent) {
    Board<most_side> board(side);
    Stone stone = Stone::black;
    for (int move = 0; move < moves; ++move, stone = other(stone)) {
        const int cell = move_by_chance(board, stone, rng);
        if (cell != 0) board.play(cell, stone);
        recent = {cell, recent.last};
    }
    return board;
}

void legal_moves_share_all_of_the_probability() {
    Rng rng(8);
    for (const int moves : {0, 1, 20, 60, 120}) {
        Recent recent;
        const Board<9> board = board_by_chance<9>(9, moves, rng, recent);
        std::array<float, 81> odds{};
        priors(board, Stone::black, recent, *hand_made_weights(), std::span<float>(odds));
        float total = 0;
        for (Move point = 0; point < 81; ++point) {
            const float one = odds[static_cast<std::size_t>(point)];
            total += one;
            const int cell = board.cell_of(point);
            const bool is_legal = board.at(cell) == Stone::none && board.may_play(cell, Stone::black, false);
            CHECK_EQUAL(one > 0, is_legal);
        }
        CHECK(std::abs(total - 1) < 1e-4F);
    }
}

void a_full_board_has_no_moves_to_share() {
    Board<9> board(5);
    for (Move point = 0; point < 24; ++point) board.put(board.cell_of(point), Stone::black);
    std::array<float, 25> odds{};
    odds.fill(1);
    // To fill the last liberty of all is suicide.
    priors(board, Stone::black, {}, *hand_made_weights(), std::span<float>(odds));
    CHECK(std::all_of(odds.begin(), odds.end(), [](float one) { return one == 0; }));
}

template <int most_side>
std::uint64_t hash_of_priors(int side) {
    Rng rng(17);
    std::uint64_t hash = 0;
    std::vector<float> odds(static_cast<std::size_t>(side * side));
    for (int moves = 0; moves < side * side; moves += 20) {
        Recent recent;
        const Board<most_side> board = board_by_chance<most_side>(side, moves, rng, recent);
        priors(board, Stone::white, recent, *hand_made_weights(), std::span(odds));
        for (const float one : odds) hash = mixed(hash ^ std::bit_cast<std::uint32_t>(one));
    }
    return hash;
}

void priors_are_the_same_on_every_machine() {
    CHECK_EQUAL(hash_of_priors<9>(9), 11401813093962762218ULL);
    CHECK_EQUAL(hash_of_priors<19>(19), 16741275473886366183ULL);
}

void powers_are_powers() {
    CHECK_EQUAL(power_of(0), 1.0F);
    for (int below = 1; below < 16 * weight_unit; ++below) {
        CHECK(power_of(below) < power_of(below - 1));
    }
    CHECK(std::abs(power_of(weight_unit) - 0.36787944F) < 1e-6F);
    CHECK_EQUAL(power_of(1 << 20), 0.0F);
}

std::vector<std::byte> bytes_of(const Weights& weights) {
    std::vector<std::byte> bytes;
    for (const char letter : {'T', 'G', 'W', '1'}) bytes.push_back(static_cast<std::byte>(letter));
    for (const std::int16_t weight : weights.of) {
        bytes.push_back(static_cast<std::byte>(static_cast<std::uint16_t>(weight) & 0xff));
        bytes.push_back(static_cast<std::byte>(static_cast<std::uint16_t>(weight) >> 8));
    }
    return bytes;
}

void weights_are_read_as_they_were_written() {
    const auto made = hand_made_weights();
    const auto read = read_weights(bytes_of(*made));
    CHECK(read->of == made->of);
    CHECK(read->shape_odds == made->shape_odds);
}

void bytes_that_are_no_weights_are_refused() {
    std::vector<std::byte> bytes = bytes_of(*hand_made_weights());
    bytes.pop_back();
    CHECK(is_refused([&] { return read_weights(bytes); }));
    bytes.push_back(std::byte{0});
    bytes.push_back(std::byte{0});
    CHECK(is_refused([&] { return read_weights(bytes); }));
    bytes.pop_back();
    bytes[0] = std::byte{'X'};
    CHECK(is_refused([&] { return read_weights(bytes); }));
    CHECK(is_refused([&] { return read_weights({}); }));
}

void the_worst_weights_there_can_be_are_borne() {
    for (const std::int16_t extreme : {std::int16_t{-32768}, std::int16_t{32767}}) {
        Weights weights = *hand_made_weights();
        std::fill(weights.of.begin(), weights.of.end(), extreme);
        const auto read = read_weights(bytes_of(weights));
        std::array<float, 25> odds{};
        priors(Board<9>(5), Stone::black, {}, *read, std::span<float>(odds));
        for (const float one : odds) CHECK(one >= 0 && one <= 1);
        for (const int one : read->shape_odds) CHECK(one > 0);
    }
}

}  // namespace

int main() {
    taking_what_would_get_away_is_another_thing_than_taking_the_dead();
    taking_who_holds_an_own_chain_in_atari_saves_it();
    running_into_a_ladder_is_in_vain();
    an_atari_from_the_right_side_is_a_ladder();
    the_last_move_is_pressed_and_answered();
    taking_a_ko_is_told();
    what_a_feature_says_is_what_the_move_does<9>(5);
    what_a_feature_says_is_what_the_move_does<9>(9);
    what_a_feature_says_is_what_the_move_does<13>(11);
    what_a_feature_says_is_what_the_move_does<19>(19);
    turned_boards_and_changed_colours_have_the_same_features();
    shapes_have_numbers_of_their_own();
    legal_moves_share_all_of_the_probability();
    a_full_board_has_no_moves_to_share();
    priors_are_the_same_on_every_machine();
    powers_are_powers();
    weights_are_read_as_they_were_written();
    bytes_that_are_no_weights_are_refused();
    the_worst_weights_there_can_be_are_borne();
    return tengen::test::result();
}
