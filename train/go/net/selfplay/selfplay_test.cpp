// Self-play without a net: the search over told values, games by a fixed evaluator, and what is kept of them.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "check.h"
#include "go/net/selfplay/field.h"
#include "go/net/selfplay/numbers.h"

namespace {

using namespace tengen;
using namespace tengen::go;
using namespace tengen::go::selfplay;

// --- numbers

void exponentials_and_logarithms_are_those_of_the_library() {
    for (int step = -700; step <= 700; ++step) {
        const float x = static_cast<float>(step) / 10;
        const double truth = std::exp(static_cast<double>(x));
        CHECK(std::abs(exp_of(x) - truth) <= 2e-5 * truth);
        if (truth < 1e30 && truth > 1e-30) CHECK(std::abs(log_of(static_cast<float>(truth)) - x) < 1e-4);
    }
    CHECK_EQUAL(exp_of(0), 1.0F);
    CHECK_EQUAL(log_of(1), 0.0F);
}

// --- the search of one move

void sequential_halving_spends_its_visits_on_ever_fewer_candidates() {
    const std::vector<int> schedule = halving(16, 32);
    CHECK_EQUAL(schedule.size(), 32U);
    const auto had = [&](int visits) { return std::count(schedule.begin(), schedule.end(), visits); };
    CHECK_EQUAL(had(0), 16);
    CHECK_EQUAL(had(1), 8);
    CHECK_EQUAL(had(2), 4);
    CHECK_EQUAL(had(3), 4);
    CHECK((halving(1, 3) == std::vector<int>{0, 1, 2}));
    CHECK((halving(2, 4) == std::vector<int>{0, 0, 1, 1}));
    CHECK_EQUAL(halving(361, 5).size(), 5U);
}

// Moves of equal policy, each of which is worth what it says, whatever follows.
Tree searched(const std::vector<float>& worths, const SearchPlan& plan, std::uint64_t seed) {
    Rng rng(seed);
    Tree tree(plan);
    std::vector<Move> moves(worths.size());
    std::iota(moves.begin(), moves.end(), 0);
    const std::vector<float> logits(worths.size(), 0);
    tree.begin(moves, logits, 0, rng);
    while (!tree.is_done()) {
        Way way;
        for (int node = 0; node >= 0; node = tree.node_of(way.back())) way.push_back(tree.choose(node));
        const float worth = worths[static_cast<std::size_t>(tree.move_of(way.front()))];
        const Share only{0, 1};
        tree.expand(way, {&only, 1});
        tree.back_up(way, way.size() % 2 == 0 ? worth : -worth);
    }
    return tree;
}

void the_best_of_equally_likely_moves_is_found() {
    std::vector<float> worths(16, -0.5F);
    worths[11] = 0.5F;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const Tree tree = searched(worths, SearchPlan{}, seed);
        CHECK_EQUAL(tree.best(), 11);
        CHECK_EQUAL(tree.improved().front().move, 11);
    }
}

void the_improved_policy_is_one_and_prefers_better_moves() {
    const Tree tree = searched({-0.2F, 0.1F, 0.0F, 0.2F}, SearchPlan{}, 1);
    const std::vector<Share> policy = tree.improved();
    float sum = 0;
    std::vector<Move> order;
    for (const Share& share : policy) {
        sum += share.share;
        order.push_back(share.move);
    }
    CHECK(std::abs(sum - 1) < 1e-5F);
    CHECK((order == std::vector<Move>{3, 1, 2, 0}));
}

void moves_without_visits_keep_their_policy_beside_the_mixed_value() {
    // Only the first two of many can be visited; what is left is as likely as before, each as the other.
    Rng rng(5);
    Tree tree(SearchPlan{.visits = 2, .candidates = 2, .has_noise = false});
    const std::vector<Move> moves{0, 1, 2, 3};
    const std::vector<float> logits{2, 2, 0, 0};
    tree.begin(moves, logits, 0.3F, rng);
    while (!tree.is_done()) tree.back_up({tree.choose(0)}, -0.3F);
    const std::vector<Share> policy = tree.improved();
    CHECK(std::abs(policy[0].share - policy[1].share) < 1e-6F);
    CHECK(std::abs(policy[2].share - policy[3].share) < 1e-6F);
    CHECK(std::abs(policy[0].share / policy[2].share - std::exp(2.0F)) < 1e-3F);
}

void a_single_move_needs_no_visit() {
    const Tree tree = searched({0.0F}, SearchPlan{}, 1);
    CHECK(tree.is_done());
    CHECK_EQUAL(tree.best(), 0);
    CHECK_EQUAL(tree.improved().front().share, 1.0F);
}

void noise_makes_other_moves_of_the_same_position() {
    const std::vector<float> worths(16, 0.0F);
    bool is_any_other = false;
    for (std::uint64_t seed = 2; seed <= 10; ++seed) {
        is_any_other = is_any_other || searched(worths, {}, seed).best() != searched(worths, {}, 1).best();
        const SearchPlan quiet{.has_noise = false};
        CHECK_EQUAL(searched(worths, quiet, seed).best(), searched(worths, quiet, 1).best());
    }
    CHECK(is_any_other);
}

// --- games

Move at(int x, int y, int side) {
    return y * side + x;
}

void two_passes_end_a_game_that_counts_as_it_stands() {
    Game game(Rules{.size = 7, .komi = 0.5});
    game.play(at(3, 3, 7));
    game.play(pass);
    CHECK(!game.is_over());
    game.play(pass);
    CHECK(game.is_over());
    CHECK_EQUAL(game.lead(), 48.5);
}

// A black wall with a white stone caught behind it: by territory it is dead at once.
void dead_stones_are_taken_at_no_cost_where_two_passes_agree() {
    Rules rules{.size = 5, .komi = 0, .dead_stones = DeadStones::agree, .ko = Ko::simple};
    rules.scoring = Scoring::territory;
    Game game(rules);
    const std::vector<std::pair<int, int>> moves{{2, 0}, {0, 0}, {2, 1}, {3, 0}, {2, 2}, {3, 1},
                                                 {2, 3}, {3, 2}, {2, 4}, {3, 3}, {1, 2}, {3, 4}};
    for (const auto& [x, y] : moves) game.play(at(x, y, 5));
    game.play(pass);
    game.play(pass);
    CHECK(!game.is_over());
    CHECK(game.position().rules().scoring == Scoring::area);
    // Black has 10 + 1 points on the left when the stone is gone, less the one that stands there; White 5.
    game.play(at(1, 0, 5));
    game.play(pass);
    game.play(at(0, 1, 5));
    game.play(pass);
    game.play(pass);
    CHECK(game.is_over());
    // Territory: 9 empty points and a prisoner against 5.
    CHECK_EQUAL(game.lead(), 5.0);
}

void a_game_without_end_is_cut() {
    Game game(Rules{.size = 5, .komi = 0});
    Rng rng(1);
    while (!game.is_over()) {
        std::vector<Move> moves = game.position().legal_moves();
        // Never a second pass.
        const bool may_pass = game.moves().empty() || game.moves().back() != pass;
        game.play(moves.size() > 1 ? moves[1 + rng.below(static_cast<std::uint32_t>(moves.size() - 1))]
                                   : pass);
        if (!may_pass && game.moves().back() == pass) break;
    }
    CHECK(game.moves().size() <= 75);
    CHECK(game.is_over());
}

void rules_differ_as_the_mix_says() {
    Rng rng(1);
    const Rules plain = draw_rules({.other_rules_percent = 0, .agree_percent = 0, .komi_spread = 0}, 9, rng);
    CHECK((plain == Rules{.size = 9, .komi = 7}));
    int territory = 0;
    int other_komi = 0;
    for (int game = 0; game < 1'000; ++game) {
        const Rules rules = draw_rules({}, 9, rng);
        CHECK(GoPosition(rules).legal_moves().size() > 1);
        CHECK_EQUAL(std::floor(2 * rules.komi), 2 * rules.komi);
        territory += rules.scoring == Scoring::territory;
        other_komi += rules.komi != 7;
    }
    CHECK(territory > 0 && territory < 200);
    CHECK(other_komi > 500);
}

void owners_are_stones_and_what_one_colour_surrounds() {
    const std::vector<std::uint8_t> cells{0, 1, 0, 2, 0,  //
                                          1, 1, 0, 2, 2,  //
                                          0, 0, 0, 0, 0,  //
                                          0, 0, 0, 0, 0,  //
                                          0, 0, 0, 0, 0};
    const std::vector<std::int8_t> owners = owners_of(cells, 5);
    CHECK_EQUAL(owners[0], 1);
    CHECK_EQUAL(owners[1], 1);
    CHECK_EQUAL(owners[2], 0);
    CHECK_EQUAL(owners[4], -1);
    CHECK_EQUAL(owners[24], 0);
}

// --- what a search looks at

void moves_that_help_nobody_are_not_looked_at() {
    // White lives in the corner with two eyes and a black stone outside; Black may not play into the eyes.
    Setup setup;
    setup.cells = {0, 2, 0, 2, 0,  //
                   2, 2, 2, 2, 0,  //
                   0, 0, 0, 0, 0,  //
                   0, 0, 1, 0, 0,  //
                   0, 0, 0, 0, 0};
    setup.to_move = Colour::white;
    const GoPosition position(Rules{.size = 5}, setup);
    const View view = view_of(position, {});
    CHECK_EQUAL(view.moves.front(), pass);
    const auto looks_at = [&](Move move) {
        return std::find(view.moves.begin(), view.moves.end(), move) != view.moves.end();
    };
    CHECK(!looks_at(0) && !looks_at(2));
    CHECK(looks_at(at(2, 2, 5)));
    // A hostile stone that is dead there must be taken, so the rest of that eye is looked at again.
    setup.cells = {0, 2, 0, 2, 0,  //
                   2, 2, 2, 0, 2,  //
                   0, 2, 0, 2, 2,  //
                   1, 2, 2, 2, 0,  //
                   0, 2, 0, 0, 0};
    const GoPosition with_prey(Rules{.size = 5}, setup);
    const View wanted = view_of(with_prey, {});
    CHECK(std::find(wanted.moves.begin(), wanted.moves.end(), at(0, 4, 5)) != wanted.moves.end());
    CHECK(std::find(wanted.moves.begin(), wanted.moves.end(), at(2, 0, 5)) == wanted.moves.end());
}

void what_counts_beside_the_board_is_the_movers() {
    Rules rules{.size = 5, .komi = 2, .ko = Ko::simple, .scoring = Scoring::territory};
    GoPosition position(rules);
    std::vector<Move> line;
    // White's stone in the corner is taken.
    for (const Move move : {at(1, 0, 5), at(0, 0, 5), at(0, 1, 5)}) {
        position.play(move);
        line.push_back(move);
    }
    CHECK_EQUAL(view_of(position, line).planes[Global::points_beside], (2.0F - 1.0F) / 20);
    position.play(pass);
    line.push_back(pass);
    CHECK_EQUAL(view_of(position, line).planes[Global::points_beside], (1.0F - 2.0F) / 20);
    CHECK_EQUAL(view_of(position, line).planes[Global::after_a_pass], 1.0F);
}

void the_first_pass_takes_the_button_and_ends_nothing() {
    Rules rules{.size = 5, .komi = 0, .button = true};
    GoPosition position(rules);
    std::vector<Move> line;
    CHECK_EQUAL(view_of(position, line).planes[Global::button], 1.0F);
    const auto play = [&](Move move) {
        position.play(move);
        line.push_back(move);
    };
    play(pass);
    CHECK_EQUAL(view_of(position, line).planes[Global::button], 0.0F);
    CHECK_EQUAL(view_of(position, line).planes[Global::after_a_pass], 0.0F);
    CHECK_EQUAL(view_of(position, line).planes[Global::points_beside], -0.5F / 20);
    play(pass);
    CHECK_EQUAL(view_of(position, line).planes[Global::after_a_pass], 1.0F);
}

// --- whole fields, with an evaluator that likes the middle and knows nothing

struct Memory {
    std::vector<std::uint8_t> planes;
    std::vector<float> globals;
    std::vector<std::uint8_t> nets;
    std::vector<float> logits;
    std::vector<float> values;

    Memory(int side, int slots)
        : planes(static_cast<std::size_t>(slots) * packed_bytes(side)),
          globals(static_cast<std::size_t>(slots * global_count)),
          nets(static_cast<std::size_t>(slots)),
          logits(static_cast<std::size_t>(slots * (side * side + 1))),
          values(static_cast<std::size_t>(2 * slots)) {}

    [[nodiscard]] Desk desk() {
        return {planes.data(), globals.data(), nets.data(), logits.data(), values.data()};
    }

    // From what was shown alone, so that the same position always gets the same answer.
    void answer() {
        const std::size_t slots = nets.size();
        for (std::size_t slot = 0; slot < slots; ++slot) {
            std::uint64_t seen = 0;
            const std::size_t bytes = planes.size() / slots;
            for (std::size_t byte = 0; byte < bytes; ++byte) seen = mixed(seen ^ planes[slot * bytes + byte]);
            Rng chance(seen);
            const std::size_t moves = logits.size() / slots;
            for (std::size_t move = 0; move < moves; ++move) logits[slot * moves + move] = 2 * chance.unit();
            values[2 * slot] = chance.unit() - 0.5F;
            values[2 * slot + 1] = 10 * (chance.unit() - 0.5F);
        }
    }
};

Plan quick_plan() {
    Plan plan;
    plan.search = {.visits = 6, .candidates = 4};
    plan.mix.other_rules_percent = 60;
    return plan;
}

struct Played {
    std::vector<std::uint8_t> records;
    std::vector<Outcome> outcomes;
    Samples samples;
};

Played played(int threads, std::uint64_t seed, int rounds) {
    constexpr int side = 7;
    constexpr int slots = 6;
    const std::vector<GroupPlan> groups{{0, side, slots}, {1, side, slots}};
    Field field(quick_plan(), groups, threads, seed);
    std::vector<Memory> memories(2, Memory(side, slots));
    for (std::size_t group = 0; group < 2; ++group) field.lend(group, memories[group].desk());
    for (int round = 0; round < rounds; ++round) {
        for (int half = 0; half < halves; ++half) {
            CHECK_EQUAL(field.play_on(half), slots);
            memories[static_cast<std::size_t>(half)].answer();
        }
    }
    return {field.records(), field.outcomes(), field.samples(side)};
}

void games_depend_on_the_seed_alone_and_not_on_threads() {
    const Played one = played(1, 3, 900);
    const Played team = played(3, 3, 900);
    CHECK(!one.records.empty());
    CHECK(one.records == team.records);
    CHECK(one.samples.owners == team.samples.owners);
    CHECK(one.records != played(1, 4, 900).records);
}

void records_give_the_same_samples_again() {
    const Played games = played(1, 5, 1'200);
    CHECK(games.outcomes.size() > 2);
    CHECK(games.samples.count() > 100);
    const std::vector<GroupPlan> groups{{0, 7, 1}};
    Field field(quick_plan(), groups, 2, 1);
    CHECK_EQUAL(field.replay_all(games.records), static_cast<int>(games.outcomes.size()));
    const Samples& again = field.samples(7);
    CHECK_EQUAL(again.count(), games.samples.count());
    CHECK(again.planes == games.samples.planes);
    CHECK(again.globals == games.samples.globals);
    CHECK(again.moves == games.samples.moves);
    CHECK(again.shares == games.samples.shares);
    CHECK(again.replies == games.samples.replies);
    CHECK(again.results == games.samples.results);
    CHECK(again.leads == games.samples.leads);
    CHECK(again.owners == games.samples.owners);
    CHECK(again.are_counted == games.samples.are_counted);
}

void every_sample_is_whole() {
    const Samples samples = played(1, 6, 1'200).samples;
    for (std::size_t sample = 0; sample < samples.count(); ++sample) {
        int sum = 0;
        for (std::size_t place = 0; place < most_targets; ++place) {
            sum += samples.shares[sample * most_targets + place];
            CHECK(samples.moves[sample * most_targets + place] <= 49);
        }
        CHECK_EQUAL(sum, whole_policy);
        CHECK(samples.replies[sample] <= 50);
        CHECK_EQUAL(samples.results[sample], (samples.leads[sample] > 0) - (samples.leads[sample] < 0));
    }
}

void damaged_records_are_refused_and_add_nothing() {
    const std::vector<std::uint8_t> records = played(1, 7, 900).records;
    const std::vector<GroupPlan> groups{{0, 7, 1}};
    Field field(quick_plan(), groups, 1, 1);
    int refused = 0;
    const auto is_refused = [&](const std::vector<std::uint8_t>& bytes) {
        try {
            (void)field.replay_all(bytes);
        } catch (const std::invalid_argument&) {
            ++refused;
            return true;
        }
        return false;
    };
    CHECK(is_refused({records.begin(), records.end() - 1}));
    CHECK(is_refused({1, 2, 3}));
    CHECK_EQUAL(field.samples(7).count(), 0U);
    // Whatever is changed: refused, or another game, but never a fault.
    Rng rng(1);
    for (int time = 0; time < 60; ++time) {
        std::vector<std::uint8_t> damaged = records;
        damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))] =
            static_cast<std::uint8_t>(rng.next());
        (void)is_refused(damaged);
    }
    CHECK(refused > 20);
}

void a_match_plays_each_opening_twice_with_colours_changed() {
    constexpr int side = 7;
    constexpr int slots = 8;
    Plan plan = quick_plan();
    plan.search.has_noise = false;
    plan.is_match = true;
    plan.mix = {.other_rules_percent = 0, .agree_percent = 0, .komi = 7.5, .komi_spread = 0};
    const std::vector<GroupPlan> groups{{0, side, slots}};
    Field field(plan, groups, 1, 1);
    Memory memory(side, slots);
    field.lend(0, memory.desk());
    int rounds = 0;
    while (field.play_on(0) > 0 && ++rounds < 10'000) memory.answer();
    CHECK_EQUAL(field.outcomes().size(), static_cast<std::size_t>(slots));
    CHECK(field.records().empty());
    // The two nets are one here, so a pair is the same game with the winner's name changed.
    std::vector<int> leads(slots);
    for (const Outcome& outcome : field.outcomes())
        leads[static_cast<std::size_t>(outcome.slot)] = outcome.half_lead;
    for (std::size_t slot = 0; slot < slots; slot += 2) CHECK_EQUAL(leads[slot], -leads[slot + 1]);
}

void fields_that_cannot_be_are_refused() {
    const auto is_refused = [](const Plan& plan, const GroupPlan& group, int threads) {
        try {
            const Field field(plan, {&group, 1}, threads, 1);
        } catch (const std::invalid_argument&) {
            return true;
        }
        return false;
    };
    Plan plan;
    CHECK(!is_refused(plan, {0, 9, 1}, 1));
    CHECK(is_refused(plan, {2, 9, 1}, 1));
    CHECK(is_refused(plan, {0, 20, 1}, 1));
    CHECK(is_refused(plan, {0, 9, 0}, 1));
    CHECK(is_refused(plan, {0, 9, 1}, 0));
    plan.search.visits = 0;
    CHECK(is_refused(plan, {0, 9, 1}, 1));
}

}  // namespace

int main() {
    exponentials_and_logarithms_are_those_of_the_library();
    sequential_halving_spends_its_visits_on_ever_fewer_candidates();
    the_best_of_equally_likely_moves_is_found();
    the_improved_policy_is_one_and_prefers_better_moves();
    moves_without_visits_keep_their_policy_beside_the_mixed_value();
    a_single_move_needs_no_visit();
    noise_makes_other_moves_of_the_same_position();
    two_passes_end_a_game_that_counts_as_it_stands();
    dead_stones_are_taken_at_no_cost_where_two_passes_agree();
    a_game_without_end_is_cut();
    rules_differ_as_the_mix_says();
    owners_are_stones_and_what_one_colour_surrounds();
    moves_that_help_nobody_are_not_looked_at();
    what_counts_beside_the_board_is_the_movers();
    the_first_pass_takes_the_button_and_ends_nothing();
    games_depend_on_the_seed_alone_and_not_on_threads();
    records_give_the_same_samples_again();
    every_sample_is_whole();
    damaged_records_are_refused_and_add_nothing();
    a_match_plays_each_opening_twice_with_colours_changed();
    fields_that_cannot_be_are_refused();
    return tengen::test::result();
}
