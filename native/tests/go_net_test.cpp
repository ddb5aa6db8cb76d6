// What the net sees, what it says, and which files it refuses. The net here is made by chance: it plays
// nothing.
#include "games/go/net.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "boards.h"
#include "check.h"
#include "core/rng.h"
#include "core/sha256.h"
#include "games/go/net_evaluator.h"

namespace {

using namespace tengen;
using namespace tengen::go;
namespace test = tengen::test;

using Bytes = std::vector<std::byte>;

// --- files

void append(Bytes& bytes, const void* from, std::size_t size) {
    const auto* begin = static_cast<const std::byte*>(from);
    bytes.insert(bytes.end(), begin, begin + size);
}

void append_floats(Bytes& bytes, Rng& rng, int count, float scale) {
    for (int each = 0; each < count; ++each) {
        const float value = (rng.unit() - 0.5F) * scale;
        append(bytes, &value, sizeof value);
    }
}

void append_positive(Bytes& bytes, float value) {
    append(bytes, &value, sizeof value);
}

void append_convolution(Bytes& bytes, Rng& rng, bool sees_all, bool is_second) {
    for (int each = 0; each < 96 * 96 * 9; ++each) {
        const auto weight = static_cast<std::int8_t>(static_cast<int>(rng.below(127)) - 63);
        append(bytes, &weight, sizeof weight);
    }
    append_floats(bytes, rng, 96, 2e-3F);
    append_floats(bytes, rng, 96, 20);
    if (sees_all) append_floats(bytes, rng, 193 * 96, 0.1F);
    if (is_second) append_positive(bytes, 8);
}

void sign(Bytes& bytes) {
    const auto digest = sha256(bytes);
    append(bytes, digest.data(), digest.size());
}

Bytes file_by_chance(const std::string& note = R"({"arch": "6x96", "features": 1, "made": "by chance"})",
                     float least_side = 5) {
    Rng rng(3);
    Bytes bytes;
    append(bytes, "TGN1", 4);
    const auto size = static_cast<std::uint32_t>(note.size());
    append(bytes, &size, sizeof size);
    append(bytes, note.data(), note.size());
    append_positive(bytes, least_side);
    append_floats(bytes, rng, 9 * 19 * 96, 0.4F);
    append_floats(bytes, rng, 13 * 96, 0.4F);
    append_positive(bytes, 30);
    for (int block = 0; block < 6; ++block) {
        append_convolution(bytes, rng, block == 2 || block == 4, false);
        append_convolution(bytes, rng, false, true);
    }
    append_floats(bytes, rng, 97 * 96, 0.2F);
    append_floats(bytes, rng, 65 * 32, 0.2F);
    append_floats(bytes, rng, 33, 1);
    append_floats(bytes, rng, 65, 0.2F);
    append_floats(bytes, rng, 97 * 64, 0.2F);
    append_floats(bytes, rng, 65 * 5, 0.2F);
    append_floats(bytes, rng, 33, 0.4F);
    sign(bytes);
    return bytes;
}

bool is_refused(const Bytes& bytes) {
    return test::is_refused([&] { return Net(bytes); });
}

void files_that_are_no_net_are_refused() {
    const Bytes good = file_by_chance();
    CHECK(!is_refused(good));
    CHECK(is_refused({}));
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{7}, std::size_t{40}, good.size() / 2, good.size() - 1}) {
        CHECK(is_refused(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size))));
    }
    Bytes longer = good;
    longer.push_back(std::byte{0});
    CHECK(is_refused(longer));
    for (std::size_t place = 0; place < good.size(); place += good.size() / 23) {
        Bytes damaged = good;
        damaged[place] ^= std::byte{1};
        CHECK(is_refused(damaged));
    }
}

// Whole files, with the right digest, of which something is wrong.
void nets_that_could_not_play_are_refused() {
    const auto with = [](std::size_t from_end, const void* value, std::size_t size) {
        Bytes bytes = file_by_chance();
        bytes.resize(bytes.size() - 32);
        std::memcpy(bytes.data() + bytes.size() - from_end, value, size);
        sign(bytes);
        return bytes;
    };
    const float none = std::nanf("");
    const float huge = 1e30F;
    const float small = 0.5F;
    CHECK(!is_refused(with(4, &small, 4)));
    CHECK(is_refused(with(4, &none, 4)));
    CHECK(is_refused(with(4, &huge, 4)));
    CHECK(is_refused(file_by_chance(R"({"arch": "6x96", "features": 2})")));
    CHECK(is_refused(file_by_chance(R"({"arch": "4x64", "features": 1})")));
    CHECK(is_refused(file_by_chance("")));
    CHECK(is_refused(file_by_chance(R"({"arch": "6x96", "features": 1,)", 4)));
    CHECK(is_refused(file_by_chance(R"({"arch": "6x96", "features": 1,)", 25)));
    // A weight of the first convolution.
    Bytes bytes = file_by_chance();
    bytes.resize(bytes.size() - 32);
    const std::size_t first = 8 + 52 + 4 * (1 + 9 * 19 * 96 + 13 * 96 + 1);
    bytes[first] = std::byte{64};
    sign(bytes);
    CHECK(is_refused(bytes));
    // A note that says it is longer than the file.
    bytes = file_by_chance();
    bytes.resize(bytes.size() - 32);
    std::memset(bytes.data() + 4, 0xff, 4);
    sign(bytes);
    CHECK(is_refused(bytes));
}

// --- what it says

template <int most_side>
void play_by_chance(Board<most_side>& board, int moves, Rng& rng) {
    Stone stone = Stone::black;
    for (int move = 0; move < moves; ++move, stone = other(stone)) {
        const int cell =
            board.empty(static_cast<int>(rng.below(static_cast<std::uint32_t>(board.empties()))));
        if (board.may_play(cell, stone, false)) board.play(cell, stone);
    }
}

template <int most_side>
Planes planes_by_chance(int side, Rng& rng) {
    Board<most_side> board(side);
    play_by_chance(board, static_cast<int>(rng.below(static_cast<std::uint32_t>(side * side))), rng);
    Rules rules;
    rules.size = side;
    return planes_of(board, rules, Outlook{.mover = Stone::black, .last_moves = {}, .points_beside = -6.5F});
}

void all_kernels_say_the_same_to_the_last_bit() {
    const Bytes file = file_by_chance();
    std::vector<Planes> asked;
    Rng rng(5);
    for (const int side : {5, 7, 9}) asked.push_back(planes_by_chance<9>(side, rng));
    for (const int side : {10, 13}) asked.push_back(planes_by_chance<13>(side, rng));
    asked.push_back(planes_by_chance<19>(19, rng));
    std::vector<NetAnswer> first;
    for (const int8::NamedKernel& one : int8::available_kernels()) {
        const Net net(file, *one.kernel);
        Net::Desk desk;
        std::vector<NetAnswer> answers;
        for (const Planes& planes : asked) answers.push_back(net.ask(planes, desk));
        if (first.empty()) first = answers;
        CHECK(answers == first);
    }
    // They differ, are numbers, and sum to what they should.
    CHECK(!(first[0] == first[1]));
    for (const NetAnswer& answer : first) {
        float sum = 0;
        for (const float share : answer.policy) sum += share;
        CHECK(std::abs(sum - 1) < 1e-3F);
        CHECK(std::abs(answer.won + answer.drawn + answer.lost - 1) < 1e-3F);
        CHECK(std::isfinite(answer.lead));
        CHECK(answer.spread > 0);
        for (const float owned : answer.ownership) CHECK(owned >= -1 && owned <= 1);
    }
}

// --- what it sees

Planes seen(std::string_view picture, Stone mover, const std::vector<Move>& last = {}) {
    const Setup setup = test::setup(picture, Colour::black);
    Rules rules;
    while (rules.size * rules.size > static_cast<int>(setup.cells.size())) --rules.size;
    Board<9> board(rules.size);
    for (Move point = 0; point < rules.size * rules.size; ++point) {
        const auto there = static_cast<Stone>(setup.cells[static_cast<std::size_t>(point)]);
        if (there != Stone::none) board.put(board.cell_of(point), there);
    }
    return planes_of(board, rules, Outlook{.mover = mover, .last_moves = last});
}

int count(const PointSet& set) {
    int found = 0;
    for (const std::uint64_t word : set) found += std::popcount(word);
    return found;
}

void stones_and_liberties_are_seen_from_the_movers_side() {
    const std::string_view picture = R"(
        # o . . .
        . . . . .
        . . # # .
        . . . . .
        . . . . o)";
    const Planes black = seen(picture, Stone::black, {0, 13});
    const Planes white = seen(picture, Stone::white);
    CHECK_EQUAL(count(black[Plane::ones]), 25);
    CHECK_EQUAL(count(black[Plane::own]), 3);
    CHECK_EQUAL(count(black[Plane::others]), 2);
    CHECK(has(black[Plane::own_one_liberty], 0));
    CHECK(has(black[Plane::others_two_liberties], 1));
    CHECK(has(black[Plane::others_two_liberties], 24));
    CHECK(!has(black[Plane::own_three_liberties], 12));
    CHECK(has(black[Plane::last_move], 0));
    CHECK(has(black[Plane::second_last_move], 13));
    CHECK_EQUAL(count(black[Plane::third_last_move]), 0);
    CHECK(white[Plane::own] == black[Plane::others]);
    CHECK(white[Plane::others_one_liberty] == black[Plane::own_one_liberty]);
}

void a_ladder_is_seen_with_its_first_move() {
    // A stone in the corner of two others, with nothing to run to.
    const std::string_view picture = R"(
        . . . . . . .
        . . . . . . .
        . . . # . . .
        . . # o . . .
        . . # . . . .
        . . . . . . .
        . . . . . . .)";
    const Move prey = 3 * 7 + 3;
    const Planes attacker = seen(picture, Stone::black);
    CHECK(has(attacker[Plane::ladder_prey], prey));
    CHECK_EQUAL(count(attacker[Plane::ladder_prey]), 1);
    CHECK(count(attacker[Plane::ladder_move]) > 0);
    // Its owner sees that it is in danger, and no ladder of his own.
    const Planes owner = seen(picture, Stone::white);
    CHECK(owner[Plane::ladder_prey] == attacker[Plane::ladder_prey]);
    CHECK_EQUAL(count(owner[Plane::ladder_move]), 0);
}

void two_eyes_are_seen_as_alive() {
    const std::string_view alive = R"(
        . # . # o
        # # # # o
        o o o o o
        . . . . .
        . . . . .)";
    const Planes black = seen(alive, Stone::black);
    CHECK_EQUAL(count(black[Plane::own_alive]), 8);
    CHECK_EQUAL(count(black[Plane::others_alive]), 0);
    const std::string_view one_eye = R"(
        . # . . o
        # # # # o
        o o o o o
        . . . . .
        . . . . .)";
    CHECK_EQUAL(count(seen(one_eye, Stone::black)[Plane::own_alive]), 0);
    // White can live in what Black surrounds: that is not Black's yet.
    const std::string_view large = R"(
        . # . . .
        # # . . .
        # # # # #
        . # . # .
        # # # # #)";
    const Planes half = seen(large, Stone::black);
    CHECK(has(half[Plane::own_alive], 0));
    CHECK(!has(half[Plane::own_alive], 3));
}

// --- in a search

void a_position_is_judged_alike_each_time_and_by_all_the_rules() {
    const auto net = std::make_shared<const Net>(file_by_chance());
    Rules rules;
    rules.size = 9;
    GoPosition position(rules);
    for (const Move move : {40, 41, 31}) position.play(move);
    const auto evaluator = net_evaluator(9, net, {}, {});
    const auto ask = [&](const Rules& with) {
        GoPosition same(with);
        for (const Move move : {40, 41, 31}) same.play(move);
        const auto walk = walk_of(same, {31, 41, 40, pass, pass});
        const Leaf leaf{.walk = walk.get(), .plies = 0, .wants_priors = true};
        Estimate estimate;
        evaluator->estimate({&leaf, 1}, {&estimate, 1});
        return estimate;
    };
    const Estimate first = ask(rules);
    const Estimate again = ask(rules);
    CHECK_EQUAL(first.worth.win, again.worth.win);
    CHECK_EQUAL(first.priors.size(), std::size_t{79});  // 78 points and a pass
    float sum = 0;
    for (const Prior& prior : first.priors) sum += prior.share;
    CHECK(std::abs(sum - 1) < 1e-3F);
    CHECK_EQUAL(first.ownership.size(), std::size_t{81});
}

void prisoners_count_where_territory_does() {
    Rules rules;
    rules.size = 5;
    rules.komi = 4.5;
    GoPosition area(rules);
    rules.scoring = Scoring::territory;
    GoPosition territory(rules);
    // Black takes the stone in the corner.
    const auto beside = [](GoPosition position) {
        for (const Move move : {1, 0, 5}) position.play(move);
        const auto walk = walk_of(position, {5, 0, 1, pass, pass});
        return planes_of(static_cast<const GoWalkOn<9>&>(*walk))[Global::points_beside];
    };
    CHECK_EQUAL(beside(area), 4.5F / 20);
    CHECK_EQUAL(beside(territory), 3.5F / 20);
}

void boards_it_was_not_trained_on_have_no_net() {
    CHECK(net_for(19) == nullptr);
    use_net(std::make_shared<const Net>(file_by_chance(R"({"arch": "6x96", "features": 1,)", 13)));
    CHECK(net_for(19) != nullptr);
    CHECK(net_for(13) != nullptr);
    CHECK(net_for(12) == nullptr);
    use_net(nullptr);
}

}  // namespace

int main() {
    files_that_are_no_net_are_refused();
    nets_that_could_not_play_are_refused();
    all_kernels_say_the_same_to_the_last_bit();
    stones_and_liberties_are_seen_from_the_movers_side();
    a_ladder_is_seen_with_its_first_move();
    two_eyes_are_seen_as_alive();
    a_position_is_judged_alike_each_time_and_by_all_the_rules();
    prisoners_count_where_territory_does();
    boards_it_was_not_trained_on_have_no_net();
    return tengen::test::result();
}
