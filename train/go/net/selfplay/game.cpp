#include "go/net/selfplay/game.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "games/go/scoring.h"

namespace tengen::go::selfplay {

namespace {

constexpr int most_moves_a_point = 3;
constexpr int kinds_of_other_rules = 5;
constexpr int most_stones_drawn = 6;

bool happens(int percent, Rng& rng) {
    return static_cast<int>(rng.below(100)) < percent;
}

// Twelve even chances add up to nearly a normal one.
double normal(Rng& rng) {
    constexpr int chances = 12;
    double sum = 0;
    for (int chance = 0; chance < chances; ++chance) sum += static_cast<double>(rng.unit());
    return sum - chances / 2;
}

double in_half_points(double points) {
    return std::floor(2 * points + 0.5) / 2;
}

// Half of the games of handicap are nearly even by their komi.
void draw_handicap(Rules& rules, Rng& rng) {
    const int most = std::min(most_fixed_stones(rules.size), most_stones_drawn);
    if (most < 2) return;
    rules.handicap = 2 + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - 1)));
    if (happens(50, rng)) {
        rules.komi = 0.5;
    } else {
        rules.komi = in_half_points(rules.komi + rules.handicap * rules.size * 0.6);
    }
}

void draw_other_rules(Rules& rules, Rng& rng) {
    switch (rng.below(kinds_of_other_rules)) {
        case 0:
            rules.scoring = Scoring::territory;
            rules.ko = Ko::simple;
            rules.tax = Tax::seki;
            rules.dead_stones = DeadStones::agree;
            rules.komi -= 0.5;
            break;
        case 1:
            rules.suicide = true;
            rules.ko = Ko::situational;
            break;
        case 2:
            rules.button = true;
            break;
        case 3:
            draw_handicap(rules, rng);
            break;
        default:
            rules.tax = Tax::all;
            rules.ko = Ko::simple;
            break;
    }
}

int sign(std::uint8_t colour) {
    return colour == 1 ? 1 : colour == 2 ? -1 : 0;
}

// The board of a stopped game, to be played out.
GoPosition played_out(const GoPosition& position, double lead) {
    Rules rules = position.rules();
    rules.scoring = Scoring::area;
    rules.tax = Tax::none;
    rules.dead_stones = DeadStones::none;
    rules.handicap = 0;
    rules.button = false;
    rules.bonus = HandicapBonus::nothing;
    if (rules.ko == Ko::simple) rules.ko = Ko::positional;
    const std::vector<std::uint8_t> cells = position.cells();
    rules.komi = board_lead(cells, rules) - lead;
    return {rules, Setup{.cells = cells, .to_move = position.to_move()}};
}

}  // namespace

Rules draw_rules(const Mix& mix, int side, Rng& rng) {
    Rules rules{.size = side};
    rules.komi = in_half_points(mix.komi + mix.komi_spread * normal(rng));
    if (happens(mix.other_rules_percent, rng)) {
        draw_other_rules(rules, rng);
    } else if (happens(mix.agree_percent, rng)) {
        rules.dead_stones = DeadStones::agree;
    }
    return rules;
}

void advance(GoPosition& position, Move move) {
    position.play(move);
    if (!position.is_over() || position.rules().dead_stones == DeadStones::none) return;
    const Result result = position.result();
    if (result.margin) position = played_out(position, *result.margin);
}

std::vector<std::int8_t> owners_of(std::span<const std::uint8_t> cells, int side) {
    const auto points = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
    std::vector<std::int8_t> owners(points, 0);
    std::vector<std::uint8_t> seen(points, 0);
    std::vector<int> region;
    for (std::size_t start = 0; start < points; ++start) {
        owners[start] = static_cast<std::int8_t>(sign(cells[start]));
        if (cells[start] != 0 || seen[start] != 0) continue;
        region.assign(1, static_cast<int>(start));
        seen[start] = 1;
        unsigned int colours = 0;
        const auto look = [&](int point) {
            const auto place = static_cast<std::size_t>(point);
            colours |= cells[place];
            if (cells[place] != 0 || seen[place] != 0) return;
            seen[place] = 1;
            region.push_back(point);
        };
        for (std::size_t done = 0; done < region.size(); ++done) {
            const int point = region[done];
            if (point >= side) look(point - side);
            if (point % side > 0) look(point - 1);
            if (point % side < side - 1) look(point + 1);
            if (point < side * (side - 1)) look(point + side);
        }
        if (colours != 1 && colours != 2) continue;
        for (const int point : region) owners[static_cast<std::size_t>(point)] = colours == 1 ? 1 : -1;
    }
    return owners;
}

void Game::play(Move move) {
    assert(!is_over() && position_.is_legal(move));
    advance(position_, move);
    moves_.push_back(move);
}

bool Game::is_cut() const {
    return !position_.is_over() &&
           static_cast<int>(moves_.size()) >= most_moves_a_point * rules_.size * rules_.size;
}

double Game::lead() const {
    if (position_.is_over()) return position_.result().margin.value_or(0);
    // Prisoners are in no count of the board alone: a cut game under territory rules counts by area.
    Rules rules = position_.rules();
    rules.scoring = Scoring::area;
    return board_lead(position_.cells(), rules) - rules.komi - rules.bonus_points();
}

}  // namespace tengen::go::selfplay
