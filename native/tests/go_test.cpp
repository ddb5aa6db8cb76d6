// Go's rules on boards drawn as pictures, and its perft numbers.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "boards.h"
#include "check.h"
#include "core/perft.h"
#include "games/go/position.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using test::is_refused;

constexpr Colour black = Colour::black;
constexpr Colour white = Colour::white;
constexpr std::array<Ko, 3> kos{Ko::simple, Ko::positional, Ko::situational};

// `#` is Black, `o` White, `.` empty; spaces and line ends only please the eye.
std::vector<std::uint8_t> cells(std::string_view picture) {
    std::vector<std::uint8_t> cells;
    for (const char symbol : picture) {
        if (symbol == '.') cells.push_back(0);
        if (symbol == '#') cells.push_back(1);
        if (symbol == 'o') cells.push_back(2);
    }
    return cells;
}

GoPosition position(std::string_view picture, Colour to_move, Rules rules = {}) {
    const std::vector<std::uint8_t> board = cells(picture);
    rules.size = 1;
    while (rules.size * rules.size < static_cast<int>(board.size())) ++rules.size;
    return {rules, Setup{board, to_move, 0, 0}};
}

// The letter of the column, the row from below.
Move at(const GoPosition& position, std::string_view name) {
    return (position.rows() - (name[1] - '0')) * position.columns() + (name[0] - 'a');
}

bool may_play(const GoPosition& position, std::string_view name) {
    return position.is_legal(at(position, name));
}

void play(GoPosition& position, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
        const Move move = name == "pass" ? pass : at(position, name);
        CHECK(position.is_legal(move));
        if (position.is_legal(move)) position.play(move);
    }
}

// Black's lead on the board, komi and bonus left out.
double lead_after_passes(GoPosition position) {
    while (!position.is_over()) position.play(pass);
    return position.result().margin.value_or(0) + position.rules().komi + position.rules().bonus_points();
}

// --- capture

void a_chain_without_liberties_is_taken() {
    GoPosition game = position(R"(
        . o o # .
        # # # # .
        . . . . .
        . . . . .
        . . . . .)",
                               black);
    play(game, {"a5"});
    CHECK(game.cells() == cells(R"(
        # . . # .
        # # # # .
        . . . . .
        . . . . .
        . . . . .)"));
}

void several_chains_are_taken_at_once() {
    GoPosition game = position(R"(
        . # . # .
        # o . o #
        . # . # .
        . . . . .
        . . . . .)",
                               black);
    play(game, {"c4"});
    CHECK(game.cells() == cells(R"(
        . # . # .
        # . # . #
        . # . # .
        . . . . .
        . . . . .)"));
}

void in_a_snapback_the_taker_is_taken() {
    for (const Ko kind : kos) {
        GoPosition game = position(R"(
            . . . . .
            . . . . .
            # # # . .
            o o # . .
            . . # . .)",
                                   black, {.ko = kind});
        play(game, {"a1", "b1", "a1"});
        CHECK(game.cells() == cells(R"(
            . . . . .
            . . . . .
            # # # . .
            . . # . .
            # . # . .)"));
    }
}

// --- ko and superko

constexpr std::string_view one_ko = R"(
    . # o . .
    # o . o .
    . # o . .
    . . . . .
    . . . . .)";

void a_ko_may_not_be_retaken_at_once() {
    for (const Ko kind : kos) {
        GoPosition game = position(one_ko, black, {.ko = kind});
        play(game, {"c4"});
        CHECK(!may_play(game, "b4"));
        play(game, {"e1", "a1"});
        CHECK(may_play(game, "b4"));
    }
}

void a_pass_lifts_a_simple_ko_and_no_superko() {
    GoPosition game = position(one_ko, black, {.ko = Ko::simple});
    play(game, {"c4", "pass", "a1"});
    CHECK(may_play(game, "b4"));
    for (const Ko kind : kos) {
        game = position(one_ko, black, {.ko = kind});
        play(game, {"c4", "e1", "pass"});
        CHECK(may_play(game, "b4"));
    }
}

// White gives two stones and takes one back; it is White's turn.
constexpr std::string_view two_for_one = R"(
    . . . . .
    . . . . .
    . . . . .
    # # o o .
    . o . o .)";

void only_positional_superko_forbids_to_send_two_and_return_one() {
    for (const Ko kind : kos) {
        GoPosition game = position(two_for_one, white, {.ko = kind});
        play(game, {"a1", "c1"});
        CHECK_EQUAL(may_play(game, "b1"), kind != Ko::positional);
    }
}

void situational_superko_forbids_the_same_board_with_the_same_side_to_move() {
    for (const Ko kind : {Ko::simple, Ko::situational}) {
        GoPosition game = position(two_for_one, white, {.ko = kind});
        play(game, {"a1", "c1", "b1", "pass"});
        CHECK_EQUAL(may_play(game, "a1"), kind == Ko::simple);
    }
}

// Two kos that Black can take and one that White can.
constexpr std::string_view three_kos = R"(
    . # o . . . . . .
    # o . o . . . . .
    . # o . . . . . .
    . # o . . . . . .
    # . # o . . . . .
    . # o . . . . . .
    . # o . . . . . .
    # o . o . . . . .
    . # o . . . . . .)";

void a_triple_ko_stops_at_superko() {
    for (const Ko kind : kos) {
        GoPosition game = position(three_kos, black, {.ko = kind});
        play(game, {"c8", "b5", "c2", "b8", "c5"});
        CHECK_EQUAL(may_play(game, "b2"), kind == Ko::simple);
    }
}

void under_simple_ko_a_third_repetition_is_no_result() {
    GoPosition game = position(three_kos, black, {.ko = Ko::simple});
    play(game, {"c8", "b5", "c2", "b8", "c5", "b2", "c8", "b5", "c2", "b8", "c5"});
    CHECK(!game.is_over());
    play(game, {"b2"});
    CHECK(game.is_over());
    CHECK(!game.result().winner && !game.result().margin);
    CHECK(game.legal_moves().empty());
}

void a_pass_forgets_the_repetitions_before_it() {
    GoPosition game = position(three_kos, black, {.ko = Ko::simple});
    play(game, {"c8", "b5", "c2", "b8", "c5", "b2", "pass", "pass"});
    CHECK(game.is_over());
    CHECK(game.result().margin.has_value());
    game = position(three_kos, black, {.ko = Ko::simple});
    play(game, {"c8", "b5", "c2", "b8", "c5", "b2", "c8", "b5", "c2", "b8", "c5", "pass", "a1"});
    CHECK(!game.is_over());
}

void under_simple_ko_a_second_pass_in_one_situation_ends_the_play() {
    GoPosition game = position(two_for_one, white, {.ko = Ko::simple});
    play(game, {"a1", "c1", "b1", "pass", "a1", "c1", "b1"});
    CHECK(!game.is_over());
    play(game, {"pass"});
    CHECK(game.is_over());
    CHECK(game.result().margin.has_value());
}

// --- suicide

void one_stone_may_never_take_its_own_last_liberty() {
    for (const bool suicide : {false, true}) {
        const GoPosition game = position(R"(
            . . . . .
            . . . . .
            . . . . .
            # . . . .
            . # . . .)",
                                         white, {.suicide = suicide});
        CHECK(!may_play(game, "a1"));
    }
}

constexpr std::string_view two_in_a_corner = R"(
    . . . . .
    . . . . .
    . . . . .
    # # . . .
    . o # . .)";

void several_stones_may_where_the_rules_allow_it() {
    CHECK(!may_play(position(two_in_a_corner, white), "a1"));
    GoPosition game = position(two_in_a_corner, white, {.suicide = true});
    play(game, {"a1"});
    CHECK(game.cells() == cells(R"(
        . . . . .
        . . . . .
        . . . . .
        # # . . .
        . . # . .)"));
    CHECK(game.to_move() == black);
}

void stones_of_a_suicide_are_the_others_prisoners() {
    const Rules rules{.scoring = Scoring::territory, .suicide = true};
    GoPosition game = position(two_in_a_corner, white, rules);
    play(game, {"a1"});
    CHECK_EQUAL(lead_after_passes(game), 22.0 + 2);
}

// --- the end and the count

void two_passes_end_the_play() {
    GoPosition game = position(one_ko, black);
    play(game, {"pass", "c4", "pass"});
    CHECK(!game.is_over());
    play(game, {"pass"});
    CHECK(game.is_over());
    CHECK(game.legal_moves().empty() && !game.is_legal(pass));
}

// Black has one eye and White two; they share neutral points.
constexpr std::string_view black_in_seki = R"(
    . # . o .
    # # . o o
    # # . o o
    # # . o o
    # # . o .)";

void points_in_seki_are_taxed() {
    struct Known {
        Scoring scoring;
        Tax tax;
        double lead;
    };
    for (const auto& [scoring, tax, lead] :
         {Known{Scoring::area, Tax::none, 10 - 10}, Known{Scoring::area, Tax::seki, 9 - 10},
          Known{Scoring::area, Tax::all, 9 - 8}, Known{Scoring::territory, Tax::none, 1 - 2},
          Known{Scoring::territory, Tax::seki, 0 - 2}, Known{Scoring::territory, Tax::all, 0 - 0}}) {
        const Rules rules{.scoring = scoring, .tax = tax};
        CHECK_EQUAL(lead_after_passes(position(black_in_seki, black, rules)), lead);
    }
}

void the_first_pass_takes_the_button() {
    const Rules rules{.size = 9, .komi = 7, .button = true};
    GoPosition game(rules);
    play(game, {"pass", "pass"});
    CHECK(!game.is_over());
    play(game, {"pass"});
    CHECK(game.is_over());
    CHECK_EQUAL(game.result().margin.value(), 0.5 - 7);
}

void with_the_button_taken_no_board_before_is_the_same() {
    for (const Ko kind : kos) {
        GoPosition game = position(one_ko, black, {.komi = 7, .ko = kind, .button = true});
        play(game, {"c4", "pass", "pass"});
        CHECK(may_play(game, "b4"));
    }
}

void equal_points_are_a_draw() {
    GoPosition game = position(black_in_seki, black, {.komi = 0});
    play(game, {"pass", "pass"});
    CHECK(!game.result().winner);
    CHECK_EQUAL(game.result().margin.value(), 0.0);
}

// --- handicap

void fixed_handicap_stones_stand_before_white_begins() {
    const GoPosition game(Rules{.size = 9, .komi = 0.5, .handicap = 5, .bonus = HandicapBonus::each});
    CHECK(game.cells() == cells(R"(
        . . . . . . . . .
        . . . . . . . . .
        . . # . . . # . .
        . . . . . . . . .
        . . . . # . . . .
        . . . . . . . . .
        . . # . . . # . .
        . . . . . . . . .
        . . . . . . . . .)"));
    CHECK(game.to_move() == white);
    CHECK_EQUAL(lead_after_passes(game), 81.0);
}

void free_handicap_stones_are_placed_before_white_begins() {
    GoPosition game(Rules{.size = 9, .handicap = 2, .placement = HandicapPlacement::free});
    CHECK(!game.is_legal(pass));
    play(game, {"e5"});
    CHECK(game.to_move() == black && !game.is_legal(pass));
    play(game, {"a1"});
    CHECK(game.to_move() == white && game.is_legal(pass));
}

void white_gets_what_the_rules_give_for_handicap_stones() {
    for (const auto& [bonus, points] :
         {std::pair{HandicapBonus::nothing, 0}, std::pair{HandicapBonus::each, 2},
          std::pair{HandicapBonus::each_but_one, 1}}) {
        GoPosition game(Rules{.size = 9, .komi = 0.5, .handicap = 2, .bonus = bonus});
        play(game, {"pass", "pass"});
        CHECK_EQUAL(game.result().margin.value(), 81 - 0.5 - points);
    }
}

// --- what is refused

void options_that_are_none_are_refused() {
    for (const Options& options :
         {Options{{"size", std::int64_t{4}}}, Options{{"size", std::int64_t{20}}}, Options{{"komi", 0.3}},
          Options{{"komi", 400.5}}, Options{{"handicap", std::int64_t{10}}}, Options{{"line", true}},
          Options{{"ko", std::string("sending")}}, Options{{"button", std::int64_t{1}}},
          Options{{"size", std::int64_t{5}}, {"handicap", std::int64_t{2}}},
          Options{{"button", true}, {"scoring", std::string("territory")}},
          Options{{"dead_stones", std::string("cleanup")}}}) {
        CHECK(is_refused([&] { return rules_of(options); }));
    }
    CHECK(rules_of({}) == Rules{});
}

void a_set_up_is_a_board_on_which_every_chain_has_a_liberty() {
    const auto begin = [](std::vector<std::uint8_t> cells) {
        return GoPosition(Rules{.size = 5}, Setup{std::move(cells), black, 0, 0});
    };
    std::vector<std::uint8_t> full(25, 1);
    CHECK(is_refused([&] { return begin(full); }));
    full[12] = 0;
    CHECK(!is_refused([&] { return begin(full); }));
    full[12] = 3;
    CHECK(is_refused([&] { return begin(full); }));
    CHECK(is_refused([&] { return begin({0, 0, 0}); }));
    CHECK(is_refused([&] { return GoPosition(Rules{.size = 5}, Setup{cells(two_for_one), black, -1, 0}); }));
}

// --- perft

void leaves_from_an_empty_board_follow_from_its_points() {
    for (int size = least_size; size <= most_size; ++size) {
        const GoPosition start(Rules{.size = size});
        const std::uint64_t points = static_cast<std::uint64_t>(size * size);
        CHECK_EQUAL(start.perft(0), 1U);
        CHECK_EQUAL(start.perft(1), points + 1);
        CHECK_EQUAL(start.perft(2), points * points + points + 1);
    }
    CHECK_EQUAL(GoPosition(Rules{.size = 5}).perft(4), 361'067U);
}

// As in src/tengen/games/go/perft.toml, where the sources are named.
constexpr std::string_view eternal_life = R"(
    o . # . o
    # # o o o
    # # o . o
    . # o o o
    # # # # .)";

void crowded_boards_have_the_known_leaves() {
    struct Known {
        Ko ko;
        bool suicide;
        Colour to_move;
        std::array<std::uint64_t, 6> leaves;
    };
    for (const Known& known : {Known{Ko::simple, false, black, {5, 19, 75, 233, 1235, 8821}},
                               Known{Ko::simple, false, white, {4, 18, 53, 197, 790, 6396}},
                               Known{Ko::simple, true, black, {5, 22, 91, 343, 2025, 16371}},
                               Known{Ko::simple, true, white, {5, 24, 93, 425, 2302, 20715}},
                               Known{Ko::positional, false, black, {5, 19, 75, 232, 1230, 8790}},
                               Known{Ko::positional, false, white, {4, 18, 53, 197, 784, 6371}},
                               Known{Ko::positional, true, black, {5, 22, 91, 339, 2007, 16266}},
                               Known{Ko::positional, true, white, {5, 24, 92, 420, 2262, 20525}},
                               Known{Ko::situational, false, black, {5, 19, 75, 232, 1230, 8794}},
                               Known{Ko::situational, false, white, {4, 18, 53, 197, 786, 6378}},
                               Known{Ko::situational, true, black, {5, 22, 91, 341, 2015, 16310}},
                               Known{Ko::situational, true, white, {5, 24, 93, 425, 2293, 20662}}}) {
        const GoPosition start =
            position(eternal_life, known.to_move, {.ko = known.ko, .suicide = known.suicide});
        for (std::size_t depth = 1; depth <= known.leaves.size(); ++depth) {
            CHECK_EQUAL(start.perft(static_cast<int>(depth)), known.leaves[depth - 1]);
        }
        CHECK_EQUAL(perft(start, 4), known.leaves[3]);
    }
}

}  // namespace

int main() {
    a_chain_without_liberties_is_taken();
    several_chains_are_taken_at_once();
    in_a_snapback_the_taker_is_taken();
    a_ko_may_not_be_retaken_at_once();
    a_pass_lifts_a_simple_ko_and_no_superko();
    only_positional_superko_forbids_to_send_two_and_return_one();
    situational_superko_forbids_the_same_board_with_the_same_side_to_move();
    a_triple_ko_stops_at_superko();
    under_simple_ko_a_third_repetition_is_no_result();
    a_pass_forgets_the_repetitions_before_it();
    under_simple_ko_a_second_pass_in_one_situation_ends_the_play();
    one_stone_may_never_take_its_own_last_liberty();
    several_stones_may_where_the_rules_allow_it();
    stones_of_a_suicide_are_the_others_prisoners();
    two_passes_end_the_play();
    points_in_seki_are_taxed();
    the_first_pass_takes_the_button();
    with_the_button_taken_no_board_before_is_the_same();
    equal_points_are_a_draw();
    fixed_handicap_stones_stand_before_white_begins();
    free_handicap_stones_are_placed_before_white_begins();
    white_gets_what_the_rules_give_for_handicap_stones();
    options_that_are_none_are_refused();
    a_set_up_is_a_board_on_which_every_chain_has_a_liberty();
    leaves_from_an_empty_board_follow_from_its_points();
    crowded_boards_have_the_known_leaves();
    return tengen::test::result();
}
