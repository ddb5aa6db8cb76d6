// The searcher of Othello: values that are known, the same answer every time, stops, and what it refuses.
#include <chrono>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "boards.h"
#include "check.h"
#include "core/registry.h"
#include "core/rng.h"
#include "games/othello/evaluation.h"
#include "games/othello/levels.h"
#include "games/othello/search.h"

namespace {

using namespace tengen;
using namespace tengen::othello;
using test::is_refused;

const tengen::Kind& kind() {
    return *Registry::instance().find("othello");
}

std::unique_ptr<Searcher> searcher(int threads = 1, int size = 8, std::uint64_t seed = 1) {
    return kind().searcher({{"size", std::int64_t{size}}},
                           {.seed = seed, .threads = threads, .memory_mb = 32});
}

// 64 of `XO-`, X black.
Setup setup(std::string_view cells, Colour to_move) {
    Setup setup;
    for (const char cell : cells) setup.cells.push_back(cell == 'X' ? 1 : cell == 'O' ? 2 : 0);
    setup.to_move = to_move;
    return setup;
}

// A published endgame of 20 empties (FFO 40), worth 38 for the side to move.
const Setup ffo_40 = setup("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------", Colour::black);

Analysis thought(Searcher& searcher, const Limits& limits) {
    const Stop stop;
    return searcher.think(limits, stop, {});
}

void a_known_endgame_has_its_value(int threads) {
    const auto one = searcher(threads);
    one->sync(&ffo_40, {});
    const Analysis analysis = thought(*one, {.exact = true});
    CHECK(analysis.exact == std::optional<int>(38));
    CHECK(analysis.win == 1.0F);
    CHECK(analysis.best.front().proof == Proof::won);
    CHECK_EQUAL(analysis.best.front().line.front(), 8);  // a2
}

void the_smallest_board_is_solved_from_the_start() {
    const auto one = searcher(1, 4);
    one->sync(nullptr, {});
    const Analysis analysis = thought(*one, {.exact = true});
    CHECK(analysis.exact == std::optional<int>(-10));  // 3 to 11, and two empty points for the winner
}

// Every move in full: the best equals the value of the position, and no other is better.
void every_move_can_be_valued_exactly() {
    Setup late = ffo_40;
    const auto one = searcher();
    one->sync(&late, {});
    Rng rng(3);
    std::vector<Play> plays;
    const auto position = kind().start({}, &late);
    while (plays.size() < 8) {
        const std::vector<Move> moves = position->legal_moves();
        const Move move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
        plays.push_back({position->to_move(), move, {}});
        position->play(move);
    }
    one->sync(&late, plays);
    const Analysis analysis = thought(*one, {.exact = true, .lines = 60});
    const std::vector<Move> moves = position->legal_moves();
    CHECK_EQUAL(analysis.best.size(), moves.size());
    const int sign = position->to_move() == Colour::black ? 1 : -1;
    for (const Candidate& candidate : analysis.best) {
        const auto after = position->clone();
        after->play(candidate.line.front());
        CHECK(candidate.proof != Proof::open);
        CHECK(sign * candidate.margin <= static_cast<float>(*analysis.exact));
        if (after->is_over()) continue;
        const auto other = searcher();
        std::vector<Play> longer = plays;
        longer.push_back({position->to_move(), candidate.line.front(), {}});
        other->sync(&late, longer);
        const Analysis below = thought(*other, {.exact = true});
        CHECK_EQUAL(below.margin, candidate.margin);
    }
}

struct Answer {
    Move move = pass;
    std::int64_t nodes = 0;
    std::vector<Move> line;
    float margin = 0;
    friend bool operator==(const Answer&, const Answer&) = default;
};

// A game of a level against itself, each choice as it was made.
std::vector<Answer> game_of(int level, int size, std::uint64_t seed) {
    const auto one = searcher(1, size, seed);
    const auto position = kind().start({{"size", std::int64_t{size}}}, nullptr);
    std::vector<Play> plays;
    std::vector<Answer> answers;
    const Stop stop;
    while (!position->is_over()) {
        one->sync(nullptr, plays);
        const Choice choice = one->choose(level, {}, stop);
        CHECK(position->is_legal(choice.move));
        const Analysis analysis = one->latest();
        answers.push_back({choice.move, analysis.nodes, analysis.best.front().line, analysis.margin});
        plays.push_back({position->to_move(), choice.move, {}});
        position->play(choice.move);
    }
    return answers;
}

void a_level_answers_the_same_every_time() {
    for (const int level : {3, 5, 7}) {
        const std::vector<Answer> first = game_of(level, 8, 7);
        CHECK(first == game_of(level, 8, 7));
        CHECK(first.size() > 8);
    }
    CHECK(game_of(3, 8, 7) != game_of(3, 8, 8));
    CHECK(game_of(5, 10, 1) == game_of(5, 10, 1));
}

void a_level_keeps_to_its_nodes() {
    for (int level = lowest_searching_level; level < highest_level; ++level) {
        const auto one = searcher();
        one->sync(&ffo_40, {});
        const Stop stop;
        static_cast<void>(one->choose(level, {}, stop));
        // What is looked at between two checks comes on top.
        CHECK(one->latest().nodes <= kind().nodes({}, level) + 100'000);
    }
}

void a_team_leaves_no_nodes_unused() {
    constexpr std::int64_t most = 20'000;
    const auto one = searcher(1);
    const auto team = searcher(8);
    one->sync(nullptr, {});
    team->sync(nullptr, {});
    const Analysis alone = thought(*one, {.nodes = most});
    const Analysis together = thought(*team, {.nodes = most});
    CHECK(together.nodes >= most / 2);
    // Rounds of less than eight plies are one worker's, with all the nodes; how far a team comes depends on
    // the machine.
    CHECK(alone.depth >= 7 && together.depth >= 7);
}

void it_stops_when_it_is_told() {
    for (const int size : {8, 16}) {
        const auto one = searcher(2, size);
        one->sync(nullptr, {});
        Stop stop;
        std::jthread teller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            stop.stop();
        });
        const auto begun = SteadyClock::now();
        CHECK(!one->think({}, stop, {}).best.empty());
        CHECK(elapsed_ms(begun) < 5000);
    }
}

void what_is_avoided_is_not_played() {
    const auto one = searcher();
    one->sync(nullptr, {});
    const Limits limits{.depth = 6, .avoid = {{Colour::black, {19, 26, 37}, 1}}};
    CHECK_EQUAL(thought(*one, limits).best.front().line.front(), 44);
}

void nothing_is_exact_where_a_move_was_left_out() {
    const Setup nearly_full = setup(
        "XXXXXXXX"
        "XXXXXXXX"
        "XXXXXXXX"
        "XXXXXXXX"
        "XXXXXXXX"
        "XXXXXXXX"
        "-OOOOOOX"
        "-OOOOOO-",
        Colour::black);
    const auto one = searcher();
    one->sync(&nearly_full, {});
    const Analysis all = thought(*one, {.exact = true});
    CHECK(all.exact.has_value());
    const Move best = all.best.front().line.front();
    const Analysis others = thought(*one, {.exact = true, .avoid = {{Colour::black, {best}, 1}}});
    CHECK(others.best.front().line.front() != best);
    CHECK(others.best.front().proof != Proof::open);
    CHECK(!others.exact.has_value());
    const Move off_its_way = 0;
    const Analysis same = thought(*one, {.exact = true, .avoid = {{Colour::black, {off_its_way}, 1}}});
    CHECK(same.exact == all.exact);
}

void a_forced_pass_is_told_and_chosen() {
    // Black has nothing to turn from the last corner; White takes the whole row.
    const Setup blocked = setup(
        "OOOOOOOO"
        "OOOOOOOO"
        "OOOOOOOO"
        "OOOOOOOO"
        "OOOOOOOO"
        "OOOOOOOO"
        "OOOOOOOO"
        "OXXXXXX-",
        Colour::black);
    const auto position = kind().start({}, &blocked);
    CHECK(position->legal_moves() == std::vector<Move>{pass});
    const auto one = searcher();
    one->sync(&blocked, {});
    const Stop stop;
    CHECK_EQUAL(one->choose(10, {}, stop).move, pass);
    const Analysis analysis = thought(*one, {.exact = true});
    CHECK_EQUAL(analysis.best.front().line.front(), pass);
    CHECK(analysis.exact.has_value() && *analysis.exact < 0);
    CHECK(analysis.win == 0.0F);
}

void hostile_plays_are_refused_and_change_nothing() {
    const auto one = searcher();
    const std::vector<Play> good{{Colour::black, 19, {}}};
    one->sync(nullptr, good);
    const Analysis before = thought(*one, {.depth = 4});
    const std::vector<std::vector<Play>> bad{{{Colour::white, 19, {}}},
                                             {{Colour::black, 0, {}}},
                                             {{Colour::black, 64, {}}},
                                             {{Colour::black, -2, {}}},
                                             {{Colour::black, pass, {}}},
                                             {{Colour::black, 19, "swap"}},
                                             {{Colour::black, 1 << 30, {}}},
                                             {{Colour::black, 19, {}}, {Colour::white, 19, {}}},
                                             {{Colour::black, 19, {}}, {Colour::black, 20, {}}}};
    for (const auto& plays : bad) CHECK(is_refused([&] { one->sync(nullptr, plays); }));
    Setup wrong = ffo_40;
    wrong.cells.pop_back();
    CHECK(is_refused([&] { one->sync(&wrong, {}); }));
    wrong.cells.push_back(3);
    CHECK(is_refused([&] { one->sync(&wrong, {}); }));
    const Analysis after = thought(*one, {.depth = 4});
    CHECK_EQUAL(after.margin, before.margin);
    CHECK_EQUAL(after.best.front().line.front(), before.best.front().line.front());
    CHECK(is_refused([] { static_cast<void>(kind().searcher({{"size", std::int64_t{7}}}, {})); }));
    CHECK(is_refused([] { static_cast<void>(kind().searcher({{"komi", 6.5}}, {})); }));
}

void bytes_that_are_no_weights_are_refused() {
    const std::vector<std::byte> nothing;
    const std::vector<std::byte> wrong(1000, std::byte{65});
    CHECK(is_refused([&] { static_cast<void>(read_weights(nothing)); }));
    CHECK(is_refused([&] { static_cast<void>(read_weights(wrong)); }));
}

// Numbers kept up to date move by move are those of the board.
void the_value_of_a_board_does_not_depend_on_how_it_is_held() {
    Rng rng(9);
    for (int game = 0; game < 20; ++game) {
        Board board = start;
        for (int ply = 0; ply < 40; ++ply) {
            const Discs moves = placements(board);
            if (moves == 0) break;
            const int value = kernel().evaluate(*current_weights(), board);
            // In the mirror it is the same.
            const auto mirrored = [](Discs discs) {
                Discs result = 0;
                for (int point = 0; point < 64; ++point) {
                    if ((discs & bit(point)) != 0) result |= bit(point ^ 7);
                }
                return result;
            };
            CHECK_EQUAL(
                kernel().evaluate(*current_weights(), {mirrored(board.mover), mirrored(board.waiter)}),
                value);
            Discs left = moves;
            for (std::uint32_t skip = rng.below(static_cast<std::uint32_t>(std::popcount(moves))); skip > 0;
                 --skip) {
                left &= left - 1;
            }
            board = place(board, std::countr_zero(left));
        }
    }
}

}  // namespace

int main() {
    a_known_endgame_has_its_value(1);
    a_known_endgame_has_its_value(2);
    the_smallest_board_is_solved_from_the_start();
    every_move_can_be_valued_exactly();
    a_level_answers_the_same_every_time();
    a_level_keeps_to_its_nodes();
    a_team_leaves_no_nodes_unused();
    it_stops_when_it_is_told();
    what_is_avoided_is_not_played();
    nothing_is_exact_where_a_move_was_left_out();
    a_forced_pass_is_told_and_chosen();
    hostile_plays_are_refused_and_change_nothing();
    bytes_that_are_no_weights_are_refused();
    the_value_of_a_board_does_not_depend_on_how_it_is_held();
    return tengen::test::result();
}
