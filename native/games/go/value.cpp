#include "games/go/value.h"

#include "games/go/scoring.h"

namespace tengen::go {

namespace {

constexpr double shift_of_a_stone = 7;  // on the largest board
constexpr int shifted_moves = 100;

}  // namespace

double lead_of(const Rules& rules, const Score& score, int area_lead) {
    double lead = area_lead;
    if (rules.scoring == Scoring::territory) lead -= score.put_down;
    if (score.button != 0) lead += score.button == static_cast<int>(Colour::black) ? 0.5 : -0.5;
    return lead - rules.komi - rules.bonus_points();
}

int taxed_lead(const Rules& rules, std::span<const std::uint8_t> cells) {
    Rules by_area = rules;
    by_area.scoring = Scoring::area;
    return board_lead(cells, by_area);
}

Worth worth_of(double lead, double shift) {
    const double seen = lead - shift;
    return {seen > 0 ? 1.0F : seen < 0 ? 0.0F : 0.5F, static_cast<float>(lead)};
}

double handicap_shift(const Rules& rules, int moves) {
    if (moves >= shifted_moves) return 0;
    const double share = static_cast<double>(shifted_moves - moves) / shifted_moves;
    const double size = static_cast<double>(rules.size) / most_size;
    return shift_of_a_stone * rules.handicap_stones() * size * share;
}

}  // namespace tengen::go
