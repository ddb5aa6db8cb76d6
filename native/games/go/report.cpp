#include "games/go/report.h"

#include <algorithm>
#include <array>

namespace tengen::go {

namespace {

constexpr std::size_t longest_line = 12;
constexpr std::int64_t least_visits = 2;  // of what is said to follow

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
