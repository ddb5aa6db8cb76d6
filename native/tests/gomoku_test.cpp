// Gomoku's rules and lines: options, openings, fouls, set-ups, the end; and every field that is kept up to
// date.
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>

#include "boards.h"
#include "check.h"
#include "core/perft.h"
#include "core/registry.h"
#include "core/rng.h"
#include "games/gomoku/lines.h"
#include "games/gomoku/position.h"

namespace {

using namespace tengen;
using namespace tengen::gomoku;
using test::is_refused;
using test::setup;

const Kind& kind() {
    return *Registry::instance().find("gomoku");
}

Options options(std::string line, int size = 15, std::string opening = "free") {
    return {{"line", std::move(line)}, {"size", std::int64_t{size}}, {"opening", std::move(opening)}};
}

void options_are_checked() {
    CHECK(is_refused([] { static_cast<void>(kind().start(options("freestyle", 7), nullptr)); }));
    CHECK(is_refused([] { static_cast<void>(kind().start(options("freestyle", 21), nullptr)); }));
    CHECK(is_refused([] { static_cast<void>(kind().start(options("fivestyle"), nullptr)); }));
    CHECK(is_refused([] { static_cast<void>(kind().start({{"komi", 1.0}}, nullptr)); }));
    for (int size = least_size; size <= most_size; ++size) {
        CHECK_EQUAL(kind().start(options("renju", size), nullptr)->columns(), size);
    }
}

void trees_have_their_known_numbers_of_leaves() {
    const auto leaves = [](const Options& rules, int depth) {
        return perft(*kind().start(rules, nullptr), depth);
    };
    CHECK_EQUAL(leaves(options("freestyle"), 2), 50'400U);
    CHECK_EQUAL(leaves(options("freestyle", 8, "pro"), 3), 9'672U);
    CHECK_EQUAL(leaves(options("freestyle", 8, "swap"), 4), 499'968U);
    CHECK_EQUAL(leaves(options("freestyle", 8, "swap2"), 4), 749'952U);
}

// On a row of its own, closed by nothing: does a stone on the gap win?
bool wins(std::string_view row, std::string line, Colour mover) {
    std::string picture(row);
    picture += std::string(15 * 15 - row.size(), '.');
    Setup given = setup(picture, mover);
    const std::size_t gap = row.find('.', 1);
    const auto position = kind().start(options(std::move(line)), &given);
    if (!position->is_legal(static_cast<Move>(gap))) return false;
    position->play(static_cast<Move>(gap));
    return position->is_over() && position->result().winner == mover;
}

void each_rule_knows_its_lines() {
    constexpr std::string_view five = ".##.##.";
    constexpr std::string_view six = ".##.###.";
    constexpr std::string_view closed = "o##.##o";
    constexpr std::string_view closed_six = "o##.###o";
    for (const char* line : {"freestyle", "standard", "renju", "caro"})
        CHECK(wins(five, line, Colour::black));
    CHECK(wins(six, "freestyle", Colour::black));
    CHECK(!wins(six, "standard", Colour::black));
    CHECK(!wins(six, "renju", Colour::black));
    CHECK(wins(six, "caro", Colour::black));
    CHECK(wins(closed, "standard", Colour::black));
    CHECK(!wins(closed, "caro", Colour::black));
    CHECK(wins(closed_six, "caro", Colour::black));
    CHECK(wins(".oo.ooo.", "renju", Colour::white));
    // The edge closes nothing.
    CHECK(wins("##.##o", "caro", Colour::black));
}

void fouls_have_their_names() {
    const auto foul_at = [](std::string_view picture, int point) {
        const Setup given = setup(picture, Colour::black);
        Board board(LineRule::renju, 9);
        for (int cell = 0; cell < 81; ++cell) {
            const std::uint8_t colour = given.cells[static_cast<std::size_t>(cell)];
            if (colour != 0) board.put(cell, static_cast<Colour>(colour));
        }
        return board.foul(point);
    };
    constexpr std::string_view threes =
        "........."
        "........."
        "....#...."
        "....#...."
        "..##....."
        "........."
        "........."
        "........."
        ".........";
    CHECK(foul_at(threes, 4 * 9 + 4) == Foul::double_three);
    CHECK(foul_at(threes, 4 * 9 + 5) == Foul::none);
    constexpr std::string_view fours =
        "........."
        "#.###.#.."
        "........."
        "........."
        "........."
        "........."
        "........."
        "........."
        ".........";
    CHECK(foul_at(fours, 1 * 9 + 1) == Foul::none);  // five
    constexpr std::string_view split =
        "........."
        "#.#.#.#.."
        "........."
        "........."
        "........."
        "........."
        "........."
        "........."
        ".........";
    CHECK(foul_at(split, 1 * 9 + 3) == Foul::double_four);
    constexpr std::string_view six =
        "........."
        "###.##..."
        "........."
        "........."
        "........."
        "........."
        "........."
        "........."
        ".........";
    CHECK(foul_at(six, 1 * 9 + 3) == Foul::overline);
}

void a_board_of_fouls_and_a_full_board_are_drawn() {
    std::string picture;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) picture += (column / 2 + row) % 2 == 0 ? '#' : 'o';
    }
    picture[63] = '.';
    const Setup one_left = setup(picture, Colour::black);
    const auto position = kind().start(options("freestyle", 8), &one_left);
    CHECK(!position->is_over());
    position->play(63);
    CHECK(position->is_over());
    CHECK(position->result() == Result{});
    CHECK(position->legal_moves().empty());
}

void set_ups_that_are_won_or_none_are_refused() {
    Setup five = setup(".#####." + std::string(218, '.'), Colour::white);
    CHECK(is_refused([&] { static_cast<void>(kind().start(options("freestyle"), &five)); }));
    five.cells.pop_back();
    CHECK(is_refused([&] { static_cast<void>(kind().start(options("freestyle"), &five)); }));
    Setup strange = setup(std::string(225, '.'), Colour::white);
    strange.cells[3] = 7;
    CHECK(is_refused([&] { static_cast<void>(kind().start(options("freestyle"), &strange)); }));
}

void everything_that_is_kept_up_to_date_is_right() {
    for (int game = 0; game < 60; ++game) {
        Rng rng(static_cast<std::uint64_t>(game));
        const int size = least_size + game % 13;
        Lines lines(static_cast<LineRule>(game % line_rules), size);
        Colour next = Colour::black;
        int made = 0;
        while (made < size * size / 2) {
            const int point = static_cast<int>(rng.below(static_cast<std::uint32_t>(size * size)));
            if (!lines.is_empty(point)) continue;
            lines.make(point, next);
            next = other(next);
            if (++made % 11 == 0) CHECK(lines.check());
        }
        for (; made > 0; --made) {
            lines.undo();
            if (made % 13 == 0) CHECK(lines.check());
        }
        CHECK(lines.check());
    }
}

// The set of fours and better is what trying every stone finds.
void ranks_mean_what_they_say() {
    for (int game = 0; game < 40; ++game) {
        Rng rng(static_cast<std::uint64_t>(1000 + game));
        Lines lines(static_cast<LineRule>(game % line_rules), 9);
        for (int made = 0; made < 24;) {
            const int point = static_cast<int>(rng.below(81));
            if (!lines.is_empty(point)) continue;
            lines.make(point, rng.below(2) == 0 ? Colour::black : Colour::white);
            ++made;
        }
        for (const Colour colour : {Colour::black, Colour::white}) {
            for_each(lines.empty(), [&](int point) {
                CHECK_EQUAL(lines.rank(colour, point) == Rank::five, lines.board().makes_line(point, colour));
                if (lines.rank(colour, point) == Rank::five || lines.is_foul(colour, point)) return;
                if (lines.count(colour, Rank::five) > 0) return;
                const bool makes_four = is_four(lines.rank(colour, point));
                lines.make(point, colour);
                CHECK_EQUAL(lines.count(colour, Rank::five) > 0, makes_four);
                lines.undo();
            });
        }
    }
}

void words_are_chosen_where_the_opening_asks() {
    const auto position = kind().start(options("freestyle", 15, "swap2"), nullptr);
    for (const Move move : {112, 113, 114}) {
        CHECK(position->to_move() == Colour::black);
        CHECK(position->choices().empty());
        position->play(move);
    }
    CHECK(position->to_move() == Colour::white);
    CHECK(position->choices() == (std::vector<std::string>{"black", "white", "place_two"}));
    CHECK(position->legal_moves().empty());
    position->choose("place_two");
    CHECK(position->to_move() == Colour::white);
    position->play(97);
    CHECK(position->to_move() == Colour::white);
    position->play(98);
    CHECK(position->to_move() == Colour::black);
    CHECK(position->choices() == (std::vector<std::string>{"black", "white"}));
    position->choose("white");
    CHECK(position->to_move() == Colour::white);
    CHECK_EQUAL(position->legal_moves().size(), 220U);
}

}  // namespace

int main() {
    options_are_checked();
    trees_have_their_known_numbers_of_leaves();
    each_rule_knows_its_lines();
    fouls_have_their_names();
    a_board_of_fouls_and_a_full_board_are_drawn();
    set_ups_that_are_won_or_none_are_refused();
    everything_that_is_kept_up_to_date_is_right();
    ranks_mean_what_they_say();
    words_are_chosen_where_the_opening_asks();
    return tengen::test::result();
}
