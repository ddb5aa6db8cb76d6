// The searcher of Go: what is there to be taken is taken, passes come when they are due, the same answer
// every time, handicap, reuse, and what it refuses.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "boards.h"
#include "check.h"
#include "core/registry.h"
#include "core/rng.h"
#include "games/go/heavy.h"
#include "games/go/levels.h"
#include "games/go/passing.h"
#include "games/go/playout.h"
#include "games/go/position.h"
#include "games/go/report.h"
#include "games/go/searcher.h"
#include "games/go/value.h"
#include "games/go/walk.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using test::is_refused;
using test::setup;

const Kind& kind() {
    return *Registry::instance().find("go");
}

std::unique_ptr<Searcher> searcher(const Options& rules, int threads = 1, std::uint64_t seed = 1) {
    return kind().searcher(rules, {.seed = seed, .threads = threads, .memory_mb = 16});
}

Options options(int size, double komi = 7.5) {
    return {{"size", std::int64_t{size}}, {"komi", komi}};
}

Options with(Options options, const char* name, OptionValue value) {
    options[name] = std::move(value);
    return options;
}

Choice chosen(Searcher& searcher, int level, const Limits& limits = {}) {
    const Stop stop;
    return searcher.choose(level, limits, stop);
}

Analysis thought(Searcher& searcher, const Limits& limits) {
    const Stop stop;
    return searcher.think(limits, stop, {});
}

template <int most_side>
Board<most_side> board_of(int side, std::string_view picture) {
    Board<most_side> board(side);
    const Setup given = setup(picture, Colour::black);
    for (std::size_t point = 0; point < given.cells.size(); ++point) {
        if (given.cells[point] == 0) continue;
        board.put(board.cell_of(static_cast<Move>(point)), static_cast<Stone>(given.cells[point]));
    }
    return board;
}

// --- what the playouts see

void the_vital_point_of_a_space_is_found() {
    const Board<9> row = board_of<9>(7,
                                     ". . . # o . ."
                                     "# # # # o . ."
                                     "o o o o o . ."
                                     ". . . . . . ."
                                     ". . . . . . ."
                                     ". . . . . . ."
                                     ". . . . . . .");
    CHECK_EQUAL(vital_point(row, row.cell_of(3), Stone::black), row.cell_of(1));
    CHECK_EQUAL(vital_point(row, row.cell_of(3), Stone::white), 0);
    // Four in a row live by themselves, four in a square die by themselves.
    const Board<9> four = board_of<9>(7,
                                      ". . . . # o ."
                                      "# # # # # o ."
                                      "o o o o o o ."
                                      ". . # . . . ."
                                      "# # # . . . ."
                                      ". . # . . . ."
                                      ". . # . . . .");
    CHECK_EQUAL(vital_point(four, four.cell_of(4), Stone::black), 0);
    CHECK_EQUAL(vital_point(four, four.cell_of(5 * 7 + 2), Stone::black), 0);
    const Board<9> bulky = board_of<9>(7,
                                       ". . . # o . ."
                                       ". . # # o . ."
                                       "# # # o o . ."
                                       "o o o o . . ."
                                       ". . . . . . ."
                                       ". . . . . . ."
                                       ". . . . . . .");
    CHECK_EQUAL(vital_point(bulky, bulky.cell_of(3), Stone::black), bulky.cell_of(1));
}

void what_leaves_one_liberty_is_self_atari() {
    const Board<9> board = board_of<9>(5,
                                       ". o . . ."
                                       "# # o . ."
                                       ". # o . ."
                                       "# o o . ."
                                       ". . . . .");
    CHECK(board.is_self_atari(board.cell_of(0), Stone::black));
    CHECK_EQUAL(board.length_after(board.cell_of(0), Stone::black), 4);
    CHECK(!board.is_self_atari(board.cell_of(20), Stone::black));
    CHECK(!board.is_self_atari(board.cell_of(3), Stone::black));
}

// By trying every move of games of chance.
void self_atari_is_what_the_board_says_after_the_move() {
    Rng rng(5);
    for (int game = 0; game < 20; ++game) {
        Board<9> board(7);
        Stone stone = Stone::black;
        for (int move = 0; move < 90; ++move, stone = other(stone)) {
            const int cell =
                board.empty(static_cast<int>(rng.below(static_cast<std::uint32_t>(board.empties()))));
            if (!board.may_play(cell, stone, false)) continue;
            Board<9> after = board;
            if (after.play(cell, stone) == 0) {
                CHECK_EQUAL(board.is_self_atari(cell, stone), after.in_atari(cell));
                CHECK_EQUAL(board.length_after(cell, stone), after.length(cell));
            }
            board = after;
        }
    }
}

void the_owners_of_a_board_add_up_to_its_area() {
    Rng rng(3);
    for (int game = 0; game < 20; ++game) {
        Board<9> board(9);
        Stone stone = Stone::black;
        for (int move = 0; move < 10 * game; ++move, stone = other(stone)) {
            const int cell =
                board.empty(static_cast<int>(rng.below(static_cast<std::uint32_t>(board.empties()))));
            if (board.may_play(cell, stone, false) && !board.is_eye(cell, stone)) board.play(cell, stone);
        }
        std::vector<float> owners(81);
        const Area area = area_of(board, owners);
        float sum = 0;
        for (const float owner : owners) sum += owner;
        CHECK_EQUAL(static_cast<int>(sum), area.lead);
        CHECK_EQUAL(area.lead, area_lead(board));
        CHECK_EQUAL(area.has_neutral, std::find(owners.begin(), owners.end(), 0.0F) != owners.end());
    }
}

// --- the walk is the rules

// Games of chance under many rules: what the walk allows is what the referee allows, and its ends are his.
void the_walk_of_a_tree_follows_the_rules() {
    Rng rng(11);
    int ended = 0;
    for (int game = 0; game < 240; ++game) {
        Rules rules{.size = 5 + static_cast<int>(rng.below(3))};
        rules.ko = static_cast<Ko>(rng.below(3));
        rules.scoring = static_cast<Scoring>(rng.below(2));
        rules.tax = static_cast<Tax>(rng.below(3));
        rules.suicide = rng.below(2) == 0;
        rules.button = rules.scoring == Scoring::area && rng.below(2) == 0;
        rules.bonus = static_cast<HandicapBonus>(rng.below(3));
        rules.komi = 0.5 * rng.below(9);
        if (rng.below(3) == 0) {
            rules.handicap = 3;
            rules.placement = HandicapPlacement::free;
        }
        GoPosition position(rules);
        const std::uint32_t before = rng.below(40);
        const auto random_move = [&rng](const GoPosition& at) {
            const std::vector<Move> moves = at.legal_moves();
            // Passes often enough for games to end by them.
            if (moves.front() == pass && rng.below(12) == 0) return pass;
            return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        };
        for (std::uint32_t ply = 0; ply < before && !position.is_over(); ++ply) {
            position.play(random_move(position));
        }
        if (position.is_over()) continue;
        RecentMoves recent;
        recent.fill(pass);
        const std::unique_ptr<GoWalk> walk = walk_of(position, recent);
        for (int round = 0; round < 2; ++round) {
            GoPosition now = position;
            walk->back_to_root();
            for (int ply = 0; ply < 60 && !now.is_over(); ++ply) {
                CHECK(walk->to_move() == now.to_move());
                CHECK(!walk->end());
                CHECK_EQUAL(walk->may_pass(), now.is_legal(pass));
                for (Move point = 0; point < rules.size * rules.size; ++point) {
                    CHECK_EQUAL(walk->is_legal(point), now.is_legal(point));
                }
                const Move move = random_move(now);
                now.play(move);
                walk->play(move);
            }
            const std::optional<Worth> end = walk->end();
            CHECK_EQUAL(end.has_value(), now.is_over());
            if (!end || !now.is_over()) continue;
            ++ended;
            const Result result = now.result();
            if (result.margin) CHECK_EQUAL(end->margin, static_cast<float>(*result.margin));
            const float win = !result.winner ? 0.5F : *result.winner == Colour::black ? 1.0F : 0.0F;
            CHECK_EQUAL(end->win, win);
        }
    }
    CHECK(ended > 60);
}

// --- choosing

// White's ten stones have one liberty left, and get away if they move.
constexpr std::string_view large_atari =
    "o o o o o # . . ."
    "o o o o o # . . ."
    "# # # # . o . . ."
    ". . . # . . . . ."
    ". . . # . o . . ."
    ". # . . . . o . ."
    ". # . # . o . . ."
    ". . . . . . o . ."
    ". . . . . . . . .";

void what_can_be_taken_is_taken_at_every_level() {
    const Setup given = setup(large_atari, Colour::black);
    for (int level = 5; level <= highest_level; ++level) {
        const auto one = searcher(options(9));
        one->sync(&given, {});
        CHECK_EQUAL(chosen(*one, level, {.nodes = 3'000}).move, 2 * 9 + 4);
    }
}

void one_seed_gives_one_move_and_the_same_thoughts() {
    const Options rules = options(9);
    const auto one = searcher(rules);
    const auto two = searcher(rules);
    for (const int level : {3, 6, 8}) {
        const Move move = chosen(*one, level).move;
        CHECK_EQUAL(chosen(*two, level).move, move);
        const Analysis first = one->latest();
        const Analysis second = two->latest();
        CHECK_EQUAL(first.nodes, kind().nodes(rules, level));
        CHECK_EQUAL(first.nodes, second.nodes);
        CHECK_EQUAL(first.win, second.win);
        CHECK(first.best.front().line == second.best.front().line);
        CHECK(first.ownership == second.ownership);
    }
}

void an_analysis_tells_of_owners_margin_and_moves() {
    const Setup given = setup(large_atari, Colour::black);
    const auto one = searcher(options(9, 0.5));
    one->sync(&given, {});
    const Analysis analysis = thought(*one, {.nodes = 2'000, .lines = 3});
    CHECK_EQUAL(analysis.nodes, 2'000);
    CHECK_EQUAL(analysis.best.size(), 3U);
    CHECK_EQUAL(analysis.ownership.size(), 81U);
    CHECK(analysis.win > 0.8F && analysis.margin > 10);
    CHECK(analysis.ownership[0] > 0.8F);
    CHECK(analysis.depth >= 2);
    float priors = 0;
    for (std::size_t index = 0; index < analysis.best.size(); ++index) {
        const Candidate& candidate = analysis.best[index];
        CHECK(candidate.visits > 0 && candidate.proof == Proof::open);
        if (index > 0) CHECK(candidate.visits <= analysis.best[index - 1].visits);
        priors += candidate.prior;
    }
    CHECK(priors > 0 && priors <= 1);
    CHECK(analysis.best.front().line.size() > 2);
}

void what_is_avoided_is_not_thought_of() {
    const Setup given = setup(large_atari, Colour::black);
    const auto one = searcher(options(9));
    one->sync(&given, {});
    const Analysis analysis =
        thought(*one, {.nodes = 500, .lines = 99, .avoid = {{Colour::black, {2 * 9 + 4, pass}, 1}}});
    for (const Candidate& candidate : analysis.best) {
        CHECK(candidate.line.front() != 2 * 9 + 4 && candidate.line.front() != pass);
    }
}

// --- passing

// All is settled: Black has the left, White the right. With `dead`, a white stone stands in Black's part.
std::string divided(bool has_dead) {
    std::string picture = has_dead ? ". . # # o o . "
                                     ". o # # o . o "
                                   : ". . # # o o . "
                                     ". . # # o . o ";
    return picture +
           ". # . # o o . "
           "# . # # o . o "
           ". # . # o o . "
           "# . # # o . o "
           ". # . # o o . ";
}

void a_pass_is_due_where_the_count_is_won_as_it_stands() {
    // Black has 28 of 49 points.
    for (const double komi : {0.5, 6.5}) {
        const Setup given = setup(divided(false), Colour::black);
        const auto one = searcher(options(7, komi));
        one->sync(&given, {});
        for (const int level : {5, 8, 10}) CHECK_EQUAL(chosen(*one, level, {.nodes = 800}).move, pass);
    }
}

void dead_stones_are_taken_before_the_count() {
    // As it stands White's stone makes neutral ground of the corner, and komi is too much.
    const Setup given = setup(divided(true), Colour::black);
    const auto one = searcher(options(7, 5.5));
    for (const bool has_passed : {false, true}) {
        Setup now = given;
        std::vector<Play> plays;
        if (has_passed) {
            now.to_move = Colour::white;
            plays.push_back({Colour::white, pass, {}});
        }
        one->sync(&now, plays);
        GoPosition position(rules_of(options(7, 5.5)), now);
        if (has_passed) position.play(pass);
        CHECK(!wins_as_it_stands(position));
        for (const int level : {5, 8, 10}) {
            const Move move = chosen(*one, level, {.nodes = 800}).move;
            CHECK(move == 0 || move == 1 || move == 7 || move == 2 * 7);
        }
    }
    // Where dead stones are agreed on there is nothing to take.
    const auto agreeing = searcher(with(options(7, 5.5), "dead_stones", std::string("agree")));
    agreeing->sync(&given, {});
    CHECK_EQUAL(chosen(*agreeing, 10, {.nodes = 2'000}).move, pass);
}

void a_pass_at_the_beginning_is_not_answered_by_one() {
    for (const char* stones : {"none", "agree"}) {
        const Options rules = with(options(9), "dead_stones", std::string(stones));
        const std::vector<Play> plays{{Colour::black, 40, {}}, {Colour::white, pass, {}}};
        const auto one = searcher(rules);
        one->sync(nullptr, plays);
        for (const int level : {3, 5, 7}) CHECK(chosen(*one, level).move != pass);
    }
}

// Whole games of a level against itself end by passes, and no eye is filled on the way.
void games_come_to_an_end() {
    for (const char* stones : {"none", "agree"}) {
        for (const char* scoring : {"area", "territory"}) {
            Options rules = with(options(7, 0.5), "dead_stones", std::string(stones));
            rules = with(rules, "scoring", std::string(scoring));
            const auto one = searcher(rules);
            GoPosition position(rules_of(rules));
            std::vector<Play> plays;
            while (!position.is_over() && plays.size() < 200) {
                one->sync(nullptr, plays);
                const Move move = chosen(*one, 5).move;
                CHECK(position.is_legal(move));
                if (!position.is_legal(move)) return;
                if (move != pass) {
                    std::visit(
                        [&](const auto& board) {
                            CHECK(!board.is_eye(board.cell_of(move), stone_of(position.to_move())));
                        },
                        position.board());
                }
                plays.push_back({position.to_move(), move, {}});
                position.play(move);
            }
            CHECK(position.is_over());
            CHECK(plays.size() > 14);
        }
    }
}

// --- handicap, reuse, refusals

void free_handicap_stones_go_to_the_fixed_points() {
    Options rules = with(options(9), "handicap", std::int64_t{4});
    rules = with(rules, "handicap_placement", std::string("free"));
    const auto one = searcher(rules);
    std::vector<Play> plays;
    std::vector<Move> stones;
    for (int count = 0; count < 4; ++count) {
        one->sync(nullptr, plays);
        stones.push_back(chosen(*one, 5).move);
        plays.push_back({Colour::black, stones.back(), {}});
    }
    CHECK(stones == fixed_stones(9, 4));
    one->sync(nullptr, plays);
    CHECK(chosen(*one, 5).move != pass);
    // On boards without such points they go where they look best.
    Options small = with(options(5), "handicap", std::int64_t{2});
    small = with(small, "handicap_placement", std::string("free"));
    const auto other = searcher(small);
    other->sync(nullptr, {});
    CHECK(GoPosition(rules_of(small)).is_legal(chosen(*other, 5).move));
}

void white_thinks_a_handicap_more_even_than_it_is_and_less_so_later() {
    const Rules rules{.handicap = 4};
    CHECK(handicap_shift(rules, 0) > handicap_shift(rules, 50));
    CHECK(handicap_shift(rules, 50) > 0);
    CHECK_EQUAL(handicap_shift(rules, 100), 0.0);
    CHECK_EQUAL(handicap_shift(Rules{}, 0), 0.0);
}

void the_highest_level_goes_on_with_what_it_knows() {
    const auto one = searcher(options(9));
    const Move first = chosen(*one, 10, {.nodes = 1'500}).move;
    const std::vector<Move> line = one->latest().best.front().line;
    CHECK(line.size() >= 2);
    one->sync(nullptr, std::vector<Play>{{Colour::black, first, {}}, {Colour::white, line[1], {}}});
    const Analysis kept = thought(*one, {.nodes = 1});
    CHECK_EQUAL(kept.nodes, 1);
    CHECK(kept.best.front().visits > 1);
    // Another game is another tree.
    one->sync(nullptr, std::vector<Play>{{Colour::black, 0, {}}});
    CHECK_EQUAL(thought(*one, {.nodes = 1}).best.front().visits, 0);
}

void what_the_rules_refuse_changes_nothing() {
    const auto one = searcher(options(9));
    const std::vector<Play> plays{{Colour::black, 40, {}}};
    one->sync(nullptr, plays);
    CHECK(is_refused([&] {
        one->sync(nullptr, std::vector<Play>{{Colour::black, 40, {}}, {Colour::white, 40, {}}});
        return 0;
    }));
    CHECK(is_refused([&] {
        one->sync(nullptr, std::vector<Play>{{Colour::white, 40, {}}});
        return 0;
    }));
    CHECK(is_refused([&] {
        one->sync(nullptr, std::vector<Play>{{Colour::black, 1, "black"}});
        return 0;
    }));
    CHECK(is_refused([&] { return chosen(*one, 2).move; }));
    const Analysis analysis = thought(*one, {.nodes = 50, .lines = 99});
    for (const Candidate& candidate : analysis.best) CHECK(candidate.line.front() != 40);
    const std::vector<Play> over{{Colour::black, pass, {}}, {Colour::white, pass, {}}};
    one->sync(nullptr, over);
    CHECK(is_refused([&] { return thought(*one, {.nodes = 1}).nodes; }));
    CHECK(is_refused([&] { return chosen(*one, 5).move; }));
}

void a_depth_ends_a_search_by_itself() {
    const auto one = searcher(options(7));
    const Analysis analysis = thought(*one, {.depth = 3});
    CHECK(analysis.depth >= 3);
}

void the_surest_of_the_moves_that_were_looked_at_often_comes_first() {
    const auto branch = [](Move move, float win, float error, std::int64_t visits) {
        Branch made;
        made.move = move;
        made.worth.win = win;
        made.win_error = error;
        made.visits = visits;
        return made;
    };
    const std::vector<Branch> seen{branch(1, 0.60F, 0.05F, 100), branch(2, 0.62F, 0.01F, 60),
                                   branch(3, 0.90F, 0.00F, 9)};
    std::vector<Branch> branches = seen;
    surest_first(branches, Colour::black, {});
    CHECK_EQUAL(branches[0].move, 2);
    CHECK_EQUAL(branches[1].move, 1);
    branches = seen;
    surest_first(branches, Colour::white, {});  // who wins what Black does not
    CHECK_EQUAL(branches[0].move, 2);
    branches = {branch(1, 0.60F, 0.01F, 100), branch(2, 0.62F, 0.01F, 12)};
    surest_first(branches, Colour::black, {});
    CHECK_EQUAL(branches[0].move, 1);  // the other was looked at too seldom
    // Of two that win alike, that with more points, for whom they count.
    branches = {branch(1, 0.99F, 0.001F, 100), branch(2, 0.99F, 0.0005F, 90)};
    branches[0].worth.margin = 5;
    surest_first(branches, Colour::black, {});
    CHECK_EQUAL(branches[0].move, 2);
    surest_first(branches, Colour::black, {.points_weight = 0.1F, .half_points = 9});
    CHECK_EQUAL(branches[0].move, 1);
    branches.clear();
    surest_first(branches, Colour::black, {});
    CHECK(branches.empty());
}

}  // namespace

int main() {
    the_vital_point_of_a_space_is_found();
    what_leaves_one_liberty_is_self_atari();
    self_atari_is_what_the_board_says_after_the_move();
    the_owners_of_a_board_add_up_to_its_area();
    the_walk_of_a_tree_follows_the_rules();
    what_can_be_taken_is_taken_at_every_level();
    one_seed_gives_one_move_and_the_same_thoughts();
    an_analysis_tells_of_owners_margin_and_moves();
    what_is_avoided_is_not_thought_of();
    a_pass_is_due_where_the_count_is_won_as_it_stands();
    dead_stones_are_taken_before_the_count();
    a_pass_at_the_beginning_is_not_answered_by_one();
    games_come_to_an_end();
    free_handicap_stones_go_to_the_fixed_points();
    white_thinks_a_handicap_more_even_than_it_is_and_less_so_later();
    the_highest_level_goes_on_with_what_it_knows();
    what_the_rules_refuse_changes_nothing();
    a_depth_ends_a_search_by_itself();
    the_surest_of_the_moves_that_were_looked_at_often_comes_first();
    return tengen::test::result();
}
