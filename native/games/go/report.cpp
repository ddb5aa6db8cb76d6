#include "games/go/report.h"

#include <algorithm>
#include <array>

namespace tengen::go {

namespace {

constexpr std::size_t longest_line = 12;
constexpr std::int64_t least_visits = 2;  // of what is said to follow

// What may be the surest: visited so often, against the most visited.
constexpr std::int64_t share_of_visits = 5;
constexpr std::int64_t fewest_visits = 10;
constexpr float errors_below = 3;

}  // namespace

std::vector<Branch> best_first(const Tree& tree, Colour mover) {
    std::vector<Branch> branches = tree.branches();
    const float sign = mover == Colour::black ? 1.0F : -1.0F;
    std::stable_sort(branches.begin(), branches.end(), [&](const Branch& one, const Branch& two) {
        if (one.visits != two.visits) return one.visits > two.visits;
        if (one.worth.win != two.worth.win) return sign * one.worth.win > sign * two.worth.win;
        return one.prior > two.prior;
    });
    return branches;
}

void surest_first(std::vector<Branch>& branches, Colour mover, const TreeStyle& style) {
    if (branches.empty()) return;
    const std::int64_t enough = std::max(branches.front().visits / share_of_visits, fewest_visits);
    const bool is_black = mover == Colour::black;
    const float usual = branches.front().worth.margin;
    const auto bound = [&](const Branch& branch) {
        const float win = is_black ? branch.worth.win : 1 - branch.worth.win;
        const float more = is_black ? branch.worth.margin - usual : usual - branch.worth.margin;
        return win - errors_below * branch.win_error + style.worth_of_points(more);
    };
    auto surest = branches.begin();
    for (auto branch = surest + 1; branch != branches.end() && branch->visits >= enough; ++branch) {
        if (bound(*branch) > bound(*surest)) surest = branch;
    }
    std::rotate(branches.begin(), surest, surest + 1);
}

Analysis report_of(const Tree& tree, std::span<const Branch> branches, int lines, std::int64_t playouts) {
    Analysis analysis;
    analysis.nodes = playouts;
    analysis.depth = tree.depth();
    analysis.ownership = tree.ownership();
    for (const Branch& branch : branches) {
        if (static_cast<int>(analysis.best.size()) >= lines) break;
        if (branch.visits == 0 && !analysis.best.empty()) break;
        Candidate candidate;
        candidate.line = {branch.move};
        const std::vector<Move> after =
            tree.line_after(std::array{branch.move}, least_visits, longest_line - 1);
        candidate.line.insert(candidate.line.end(), after.begin(), after.end());
        // What was never tried is worth what the position is, as far as is known.
        const Worth worth = branch.visits > 0 ? branch.worth : tree.root().worth;
        candidate.win = worth.win;
        candidate.margin = worth.margin;
        candidate.spread = worth.spread;
        candidate.prior = branch.prior;
        candidate.visits = branch.visits;
        analysis.best.push_back(std::move(candidate));
    }
    if (!analysis.best.empty()) {
        analysis.win = analysis.best.front().win;
        analysis.margin = analysis.best.front().margin;
    }
    return analysis;
}

}  // namespace tengen::go
