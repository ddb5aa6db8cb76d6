// The beginnings of swap and swap2: what is listed is what the lists promise, and players use it.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "check.h"
#include "core/registry.h"
#include "games/gomoku/openings.h"
#include "games/gomoku/position.h"

namespace {

using namespace tengen;
using namespace tengen::gomoku;

constexpr int size = 15;
constexpr int farthest = 4;

Options options(std::string line, std::string opening) {
    return {{"line", std::move(line)}, {"size", std::int64_t{size}}, {"opening", std::move(opening)}};
}

// Colours with their points, in one of the eight pictures; equal for what differs in the order of stones
// only.
template <typename Beginning>
std::set<std::pair<int, int>> picture_of(const Beginning& beginning, int picture, std::size_t stones) {
    std::set<std::pair<int, int>> found;
    for (std::size_t index = 0; index < stones; ++index) {
        int columns = (picture & 1) != 0 ? -beginning[index].columns : beginning[index].columns;
        int rows = (picture & 2) != 0 ? -beginning[index].rows : beginning[index].rows;
        if ((picture & 4) != 0) std::swap(columns, rows);
        found.insert({static_cast<int>(index % 2), (size / 2 + rows) * size + size / 2 + columns});
    }
    return found;
}

template <typename Beginning>
void each_is_listed_once_and_near_the_middle(std::span<const Beginning> beginnings, std::size_t fewest) {
    CHECK(beginnings.size() >= fewest);
    std::set<std::set<std::pair<int, int>>> seen;
    for (const Beginning& beginning : beginnings) {
        std::set<std::pair<int, int>> smallest;
        std::set<std::pair<int, int>> points;
        for (const Step& step : beginning) {
            CHECK(std::abs(step.columns) <= farthest && std::abs(step.rows) <= farthest);
            points.insert({step.columns, step.rows});
        }
        CHECK_EQUAL(points.size(), beginning.size());
        for (int picture = 0; picture < 8; ++picture) {
            const auto found = picture_of(beginning, picture, beginning.size());
            if (picture == 0 || found < smallest) smallest = found;
        }
        CHECK(seen.insert(smallest).second);
    }
}

void every_triple_has_fives_that_go_on_from_it() {
    std::map<std::set<std::pair<int, int>>, int> fives;
    for (const Triple& triple : even_triples(false)) fives[picture_of(triple, 0, 3)] = 0;
    for (const Five& five : even_fives()) {
        const auto found = fives.find(picture_of(five, 0, 3));
        CHECK(found != fives.end());
        if (found != fives.end()) ++found->second;
    }
    for (const auto& [triple, count] : fives) CHECK(count >= 2);
}

// Places what the level wants until there is a choice, beginning with these words and stones.
std::vector<Move> placed_after(const std::vector<Play>& begun, std::uint64_t seed) {
    const auto one =
        Registry::instance().find("gomoku")->searcher(options("freestyle", "swap2"), {.seed = seed});
    GomokuPosition position(rules_of(options("freestyle", "swap2")));
    std::vector<Play> plays;
    std::vector<Move> placed;
    const auto play = [&](const Play& next) {
        plays.push_back(next);
        next.choice.empty() ? position.play(next.move) : position.choose(next.choice);
    };
    for (const Play& next : begun) play({position.to_move(), next.move, next.choice});
    const Stop stop;
    while (position.phase() == Phase::opening) {
        one->sync(nullptr, plays);
        const Choice choice = one->choose(3, {}, stop);
        placed.push_back(choice.move);
        play({position.to_move(), choice.move, {}});
    }
    return placed;
}

std::set<std::pair<int, int>> stones_of(const std::vector<Move>& moves) {
    std::set<std::pair<int, int>> stones;
    for (std::size_t index = 0; index < moves.size(); ++index)
        stones.insert({static_cast<int>(index % 2), moves[index]});
    return stones;
}

template <typename Beginning>
bool is_listed(std::span<const Beginning> beginnings, const std::vector<Move>& moves) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](const Beginning& beginning) {
        for (int picture = 0; picture < 8; ++picture) {
            if (picture_of(beginning, picture, beginning.size()) == stones_of(moves)) return true;
        }
        return false;
    });
}

void who_places_stones_takes_them_from_the_lists() {
    std::set<std::vector<Move>> threes;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        std::vector<Move> stones = placed_after({}, seed);
        CHECK(is_listed(even_triples(false), stones));
        threes.insert(stones);
        std::vector<Play> begun;
        for (const Move stone : stones) begun.push_back({Colour::black, stone, {}});
        begun.push_back({Colour::black, pass, std::string(place_two)});
        const std::vector<Move> more = placed_after(begun, seed + 100);
        CHECK_EQUAL(more.size(), 2U);
        stones.insert(stones.end(), more.begin(), more.end());
        CHECK(is_listed(even_fives(), stones));
    }
    CHECK(threes.size() > 10);
}

void stones_that_are_not_listed_get_two_more_all_the_same() {
    const std::vector<Play> begun{{Colour::black, 0, {}},
                                  {Colour::black, 1, {}},
                                  {Colour::black, 2, {}},
                                  {Colour::black, pass, std::string(place_two)}};
    CHECK_EQUAL(placed_after(begun, 1).size(), 2U);
}

}  // namespace

int main() {
    for (const bool has_fouls : {false, true})
        each_is_listed_once_and_near_the_middle(even_triples(has_fouls), 60);
    each_is_listed_once_and_near_the_middle(even_fives(), 2 * even_triples(false).size());
    every_triple_has_fives_that_go_on_from_it();
    who_places_stones_takes_them_from_the_lists();
    stones_that_are_not_listed_get_two_more_all_the_same();
    return tengen::test::result();
}
