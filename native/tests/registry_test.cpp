// Every registered game keeps the promises of core/position.h and core/registry.h.
#include "core/registry.h"

#include <algorithm>
#include <random>

#include "check.h"
#include "core/perft.h"

namespace {

using namespace tengen;

// Bounds for games of large boards.
constexpr std::uint64_t most_leaves_before = 5'000;
constexpr int most_points_looked_at = 5'000'000;

void unknown_names_find_nothing() {
    CHECK(Registry::instance().find("") == nullptr);
    CHECK(Registry::instance().find("chess") == nullptr);
}

void names_are_sorted_and_not_empty() {
    const std::vector<std::string> names = Registry::instance().names();
    CHECK(!names.empty());
    CHECK(std::is_sorted(names.begin(), names.end()));
}

void fast_perft_equals_the_plain_count(const Kind& kind) {
    if (kind.perft == nullptr) return;
    const std::unique_ptr<Position> start = kind.start({}, nullptr);
    std::uint64_t leaves = 1;
    for (int depth = 0; depth <= 5 && leaves <= most_leaves_before; ++depth) {
        leaves = perft(*start, depth);
        CHECK_EQUAL(kind.perft({}, depth), leaves);
    }
}

void legal_moves_are_exactly_the_accepted_ones(const Position& position) {
    const std::vector<Move> moves = position.legal_moves();
    CHECK(std::is_sorted(moves.begin(), moves.end()));
    CHECK_EQUAL(moves.empty(), position.is_over());
    const int points = position.columns() * position.rows();
    for (Move move = pass - 1; move <= points; ++move) {
        const bool listed = std::find(moves.begin(), moves.end(), move) != moves.end();
        CHECK_EQUAL(position.is_legal(move), listed);
    }
}

void random_games_keep_the_promises(const Kind& kind) {
    std::mt19937 random(20);
    int looked_at = 0;
    for (int game = 0; game < 200 && looked_at < most_points_looked_at; ++game) {
        const std::unique_ptr<Position> position = kind.start({}, nullptr);
        CHECK(position->to_move() == Colour::black);
        for (int ply = 0; ply < 1000 && !position->is_over(); ++ply) {
            legal_moves_are_exactly_the_accepted_ones(*position);
            looked_at += position->columns() * position->rows();
            const std::vector<Move> moves = position->legal_moves();
            const Move move = moves[random() % moves.size()];
            const std::vector<std::uint8_t> before = position->cells();
            const std::unique_ptr<Position> next = position->clone();
            next->play(move);
            CHECK(position->cells() == before);
            CHECK_EQUAL(next->cells().size(), before.size());
            CHECK_EQUAL(next->cells() == before, move == pass);
            position->play(move);
            CHECK(position->cells() == next->cells());
        }
        legal_moves_are_exactly_the_accepted_ones(*position);
    }
}

}  // namespace

int main() {
    unknown_names_find_nothing();
    names_are_sorted_and_not_empty();
    for (const std::string& name : Registry::instance().names()) {
        const Kind* kind = Registry::instance().find(name);
        CHECK(kind != nullptr);
        if (kind == nullptr) continue;
        fast_perft_equals_the_plain_count(*kind);
        random_games_keep_the_promises(*kind);
    }
    return tengen::test::result();
}
