// The searcher of Gomoku: wins that are there are found, threats are answered, the same answer every time,
// stops, openings, and what it refuses.
#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "boards.h"
#include "check.h"
#include "core/registry.h"
#include "core/rng.h"
#include "games/gomoku/evaluation.h"
#include "games/gomoku/levels.h"
#include "games/gomoku/position.h"
#include "games/gomoku/threats.h"

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

std::unique_ptr<Searcher> searcher(const Options& rules, int threads = 1, std::uint64_t seed = 1) {
    return kind().searcher(rules, {.seed = seed, .threads = threads, .memory_mb = 16});
}

Analysis thought(Searcher& searcher, const Limits& limits) {
    const Stop stop;
    return searcher.think(limits, stop, {});
}

// Black has two closed threes that cross, and fours through both.
constexpr std::string_view two_threes =
    ". . . . . . . . ."
    ". . . . . . . . ."
    ". . o . . . . . ."
    ". . # . . . . . ."
    ". . # . . . . . ."
    ". . # . . . . . ."
    ". . . # # # o . ."
    ". . . . . . o . ."
    ". . . . o . . . .";

void a_win_by_fours_is_found_and_told_to_its_end() {
    const Setup given = setup(two_threes, Colour::black);
    for (const char* line : {"freestyle", "standard", "caro"}) {
        const auto one = searcher(options(line, 9));
        one->sync(&given, {});
        const Analysis analysis = thought(*one, {.nodes = 10'000});
        const Candidate& best = analysis.best.front();
        CHECK_EQUAL(best.line.front(), 6 * 9 + 2);
        CHECK(best.proof == Proof::won);
        CHECK(analysis.win == 1.0F);
        CHECK_EQUAL(best.line.size(), 3U);
        CHECK_EQUAL(best.defences.size(), 1U);
        CHECK_EQUAL(best.defences.front().number, 2);
        CHECK(best.defences.front().lines.empty());  // nothing stops two fours
        const auto position = kind().start(options(line, 9), &given);
        for (const Move move : best.line) {
            CHECK(position->is_legal(move));
            position->play(move);
        }
        CHECK(position->is_over() && position->result().winner == Colour::black);
    }
    // In Renju that point is a foul.
    const auto renju = searcher(options("renju", 9));
    renju->sync(&given, {});
    const Analysis analysis = thought(*renju, {.nodes = 10'000});
    CHECK(analysis.best.front().line.front() != 6 * 9 + 2);
    const auto is_foul = [](const Mark& mark) { return mark.key == "foul-double-four"; };
    const auto mark = std::find_if(analysis.marks.begin(), analysis.marks.end(), is_foul);
    CHECK(mark != analysis.marks.end() && mark->points == std::vector<Move>{6 * 9 + 2});
}

// Plays the first side's own games and calls at every position.
template <typename Visit>
void for_each_position(const Options& rules, int games, const Visit& visit) {
    for (int game = 0; game < games; ++game) {
        Rng rng(static_cast<std::uint64_t>(77 + game));
        const auto one = searcher(rules, 1, static_cast<std::uint64_t>(game));
        const auto position = kind().start(rules, nullptr);
        std::vector<Play> plays;
        const Stop stop;
        while (!position->is_over()) {
            Move move = static_cast<Move>(5 * 15 + 5 + 15 * rng.below(5) + rng.below(5));
            if (plays.size() >= 5 || !position->is_legal(move)) {
                visit(*position, plays);
                one->sync(nullptr, plays);
                move = one->choose(plays.size() % 2 == 0 ? 5 : 6, {}, stop).move;
            }
            CHECK(position->is_legal(move));
            if (!position->is_legal(move)) return;
            plays.push_back({position->to_move(), move, {}});
            position->play(move);
        }
    }
}

// Whatever the other side replies, what was called a win by threats is one still.
void a_win_by_threats_holds_against_every_reply(const std::string& line) {
    int wins = 0;
    for_each_position(options(line), 3, [&wins](const Position& position, const std::vector<Play>&) {
        const auto& now = dynamic_cast<const GomokuPosition&>(position);
        const Colour mover = now.next_stone();
        const Stop stop;
        const TimePlan plan({}, stop);
        const auto win_at = [&](const GomokuPosition& at, std::int64_t nodes) {
            Lines lines(at.board());
            Pulse pulse(plan);
            Table for_fours(1);
            Table for_threats(1);
            FourSearch fours(lines, pulse, for_fours);
            ThreatSearch threats(lines, pulse, fours, for_threats);
            const ThreatWin win = threats.win(mover, nodes);
            CHECK(lines.check());
            return win;
        };
        const ThreatWin win = win_at(now, 3'000);
        if (win.plies == 0) return;
        ++wins;
        GomokuPosition played = now;
        for (const int point : win.line) {
            CHECK(played.is_legal(point));
            played.play(point);
        }
        CHECK(played.is_over() && played.result().winner == mover);
        GomokuPosition after = now;
        after.play(win.line.front());
        if (after.is_over()) return;
        for (const Move reply : after.legal_moves()) {
            GomokuPosition next = after;
            next.play(reply);
            CHECK(!next.is_over());
            CHECK(win_at(next, 100'000).plies > 0);
        }
    });
    CHECK(wins > 3);
}

// Every answer to a threat is told, and how it loses: a move that is not told lets the threat be carried out.
void all_answers_of_a_proven_line_are_told(const std::string& line) {
    int turns = 0;
    int choices = 0;
    int told_to_the_end = 0;
    const auto teller = searcher(options(line));
    for_each_position(options(line), 3, [&](const Position& position, const std::vector<Play>& plays) {
        teller->sync(nullptr, plays);
        const Analysis analysis = thought(*teller, {.nodes = 20'000});
        const Candidate& best = analysis.best.front();
        if (best.proof != Proof::won && best.proof != Proof::lost) {
            CHECK(best.defences.empty());
            return;
        }
        const Colour winner = best.proof == Proof::won ? Colour::black : Colour::white;
        for (const Defence& defence : best.defences) {
            ++turns;
            GomokuPosition now = dynamic_cast<const GomokuPosition&>(position);
            const auto number = static_cast<std::size_t>(defence.number);
            CHECK(number >= 2 && number <= best.line.size());
            for (std::size_t index = 0; index + 1 < number; ++index) now.play(best.line[index]);
            CHECK(now.next_stone() == other(winner));
            std::set<Move> answers;
            for (const std::vector<Move>& answer : defence.lines) {
                CHECK(answers.insert(answer.front()).second);
                GomokuPosition after = now;
                for (const Move move : answer) {
                    CHECK(after.is_legal(move));
                    after.play(move);
                }
                if (answer.size() > 1) {
                    CHECK(after.is_over() && after.result().winner == winner);
                    ++told_to_the_end;
                }
            }
            if (!defence.lines.empty()) CHECK_EQUAL(defence.lines.front().front(), best.line[number - 1]);
            if (defence.lines.size() > 1) ++choices;
            for (const Move move : now.legal_moves()) {
                if (answers.contains(move)) continue;
                GomokuPosition after = now;
                after.play(move);
                Lines lines(after.board());
                CHECK(lines.count(winner, Rank::five) > 0 || open_fours_of(lines, winner).any());
            }
        }
    });
    CHECK(turns > 20 && choices > 5 && told_to_the_end > 20);
}

// Who can be beaten by an open four next, stops it or makes fours of his own.
void nobody_from_level_5_on_overlooks_an_open_three() {
    int threats = 0;
    for_each_position(options("freestyle"), 4, [&](const Position& position, const std::vector<Play>& plays) {
        const auto& now = dynamic_cast<const GomokuPosition&>(position);
        Lines lines(now.board());
        const Colour mover = now.next_stone();
        if (lines.count(mover, Rank::five) + lines.count(mover, Rank::open_four) > 0) return;
        if (lines.count(other(mover), Rank::five) > 0) return;
        const PointSet open = open_fours_of(lines, other(mover));
        if (!open.any()) return;
        const PointSet good = stops_of_open_fours(lines, mover, open) | plain_fours_of(lines, mover);
        if (!good.any()) return;
        ++threats;
        for (const int level : {5, 6, 7, 9}) {
            if (level == 9 && threats > 3) continue;
            const auto one = searcher(options("freestyle"), 1, static_cast<std::uint64_t>(threats));
            one->sync(nullptr, plays);
            const Stop stop;
            CHECK(good.contains(one->choose(level, {}, stop).move));
        }
    });
    CHECK(threats > 5);
}

struct Answer {
    Move move = pass;
    std::int64_t nodes = 0;
    std::vector<Move> line;
    float win = 0;
    friend bool operator==(const Answer&, const Answer&) = default;
};

// A game of a level against itself, each choice as it was made.
std::vector<Answer> game_of(int level, const Options& rules, std::uint64_t seed) {
    const auto one = searcher(rules, 1, seed);
    const auto position = kind().start(rules, nullptr);
    std::vector<Play> plays;
    std::vector<Answer> answers;
    const Stop stop;
    while (!position->is_over() && answers.size() < 40) {
        one->sync(nullptr, plays);
        const Choice choice = one->choose(level, {}, stop);
        const Analysis analysis = one->latest();
        const bool is_word = !choice.word.empty();
        answers.push_back({choice.move, analysis.nodes, analysis.best.front().line, analysis.win});
        plays.push_back({position->to_move(), choice.move, choice.word});
        if (is_word) {
            const std::vector<std::string> words = position->choices();
            CHECK(std::find(words.begin(), words.end(), choice.word) != words.end());
            position->choose(choice.word);
        } else {
            CHECK(position->is_legal(choice.move));
            if (!position->is_legal(choice.move)) break;
            position->play(choice.move);
        }
    }
    return answers;
}

void a_level_answers_the_same_every_time() {
    for (const int level : {3, 5, 7}) {
        const std::vector<Answer> first = game_of(level, options("freestyle"), 7);
        CHECK(first == game_of(level, options("freestyle"), 7));
        CHECK(first.size() > 8);
    }
    CHECK(game_of(6, options("renju"), 1) == game_of(6, options("renju"), 1));
}

void every_opening_is_played_to_its_end_on_every_size() {
    for (const char* opening : {"free", "pro", "swap", "swap2"}) {
        for (const int size : {8, 15, 20}) {
            for (const std::uint64_t seed : {1, 2, 3}) {
                CHECK(game_of(4, options("renju", size, opening), seed).size() > 8);
                CHECK(game_of(4, options("freestyle", size, opening), seed).size() > 8);
            }
        }
    }
}

void black_makes_no_foul_in_many_games_of_renju() {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        const int size = seed % 2 == 0 ? 15 : 9;
        static_cast<void>(
            game_of(seed % 3 == 0 ? 4 : 3, options("renju", size), seed));  // it checks each move
    }
}

void a_level_keeps_to_its_nodes() {
    const std::vector<Play> plays{
        {Colour::black, 112, {}}, {Colour::white, 97, {}}, {Colour::black, 128, {}}};
    for (int level = lowest_searching_level; level < highest_level; ++level) {
        const auto one = searcher(options("freestyle"));
        one->sync(nullptr, plays);
        const Stop stop;
        static_cast<void>(one->choose(level, {}, stop));
        CHECK(one->latest().nodes <= kind().nodes({}, level) + 1'024);
    }
}

void a_forced_answer_takes_no_thought() {
    const Setup given = setup(
        ". . . . . . . . ."
        ". . . . . . . . ."
        ". . . . . . . . ."
        ". . # . o . . . ."
        ". . # o o o o . ."
        ". . # . . . . . ."
        ". . # . . . . . ."
        ". . o . . . . . ."
        ". . . . . . . . .",
        Colour::white);
    Setup threatened = given;
    threatened.cells[4 * 9 + 3] = 0;
    const auto one = searcher(options("freestyle", 9));
    one->sync(&threatened, {});
    const Stop stop;
    for (int level = lowest_searching_level; level <= highest_level; ++level) {
        CHECK_EQUAL(one->choose(level, {.ms = 60'000, .most_ms = 60'000}, stop).move, 2 * 9 + 2);
        CHECK(one->latest().nodes < 1'000);
    }
    one->sync(&given, {});
    CHECK_EQUAL(one->choose(3, {}, stop).move, 4 * 9 + 7);  // five
}

void it_stops_when_it_is_told() {
    const std::vector<Play> plays{{Colour::black, 112, {}}, {Colour::white, 97, {}}};
    for (const int threads : {1, 2}) {
        const auto one = searcher(options("renju"), threads);
        one->sync(nullptr, plays);
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
    const Setup given = setup(two_threes, Colour::black);
    const auto one = searcher(options("freestyle", 9));
    one->sync(&given, {});
    const Limits limits{.depth = 3, .avoid = {{Colour::black, {6 * 9 + 2}, 1}}};
    CHECK(thought(*one, limits).best.front().line.front() != 6 * 9 + 2);
}

void several_lines_are_valued() {
    const auto one = searcher(options("freestyle"));
    one->sync(nullptr, std::vector<Play>{{Colour::black, 112, {}}});
    const Analysis analysis = thought(*one, {.depth = 4, .lines = 8});
    CHECK_EQUAL(analysis.best.size(), 8U);
    for (std::size_t index = 1; index < analysis.best.size(); ++index) {
        CHECK(analysis.best[index - 1].win <= analysis.best[index].win);  // White's best is Black's least
    }
}

void hostile_plays_are_refused_and_change_nothing() {
    const auto one = searcher(options("freestyle"));
    const std::vector<Play> good{{Colour::black, 112, {}}};
    one->sync(nullptr, good);
    const Stop stop;
    const Move before = one->choose(5, {}, stop).move;
    const std::vector<std::vector<Play>> bad{{{Colour::white, 112, {}}},
                                             {{Colour::black, 225, {}}},
                                             {{Colour::black, pass, {}}},
                                             {{Colour::black, 112, {}}, {Colour::white, 112, {}}},
                                             {{Colour::black, 112, "black"}}};
    for (const std::vector<Play>& plays : bad) {
        CHECK(is_refused([&] { one->sync(nullptr, plays); }));
        CHECK_EQUAL(one->choose(5, {}, stop).move, before);
    }
    CHECK(is_refused([] { static_cast<void>(read_weights({})); }));
}

void values_are_odds() {
    CHECK(win_of(0) == 0.5F);
    CHECK(win_of(value_unit) > 0.7310F && win_of(value_unit) < 0.7311F);
    CHECK(win_of(-value_unit) > 0.2689F && win_of(-value_unit) < 0.2690F);
    for (int value = -most_value; value < most_value; value += 100)
        CHECK(win_of(value) <= win_of(value + 100));
}

}  // namespace

int main() {
    a_win_by_fours_is_found_and_told_to_its_end();
    for (const char* line : {"freestyle", "renju"}) a_win_by_threats_holds_against_every_reply(line);
    for (const char* line : {"freestyle", "renju", "caro"}) all_answers_of_a_proven_line_are_told(line);
    nobody_from_level_5_on_overlooks_an_open_three();
    a_level_answers_the_same_every_time();
    every_opening_is_played_to_its_end_on_every_size();
    black_makes_no_foul_in_many_games_of_renju();
    a_level_keeps_to_its_nodes();
    a_forced_answer_takes_no_thought();
    it_stops_when_it_is_told();
    what_is_avoided_is_not_played();
    several_lines_are_valued();
    hostile_plays_are_refused_and_change_nothing();
    values_are_odds();
    return tengen::test::result();
}
