#include "games/gomoku/defences.h"

#include <algorithm>

namespace tengen::gomoku {

namespace {

constexpr std::int64_t nodes_for_answer = 20'000;

// The win of the side to move up to its five; empty where it was not found.
std::vector<int> win_of_mover(Search& search, Colour mover, std::int64_t most_nodes) {
    std::vector<int> line;
    if (search.fours().plies_to_win(mover, most_fours, most_nodes) > 0) {
        line = search.fours().line(mover, most_fours);
    } else {
        line = search.threats().win(mover, most_nodes).line;
    }
    if (line.size() % 2 == 0) return {};
    Lines& lines = search.lines();
    std::size_t made = 0;
    for (Colour colour = mover; made + 1 < line.size(); colour = other(colour)) {
        lines.make(line[made++], colour);
    }
    const bool is_won = lines.is_empty(line.back()) && lines.rank(mover, line.back()) == Rank::five;
    for (; made > 0; --made) lines.undo();
    return is_won ? line : std::vector<int>{};
}

}  // namespace

std::vector<Defence> defences_in(Search& search, const std::vector<Move>& line, Colour mover, Colour winner,
                                 std::int64_t most_nodes) {
    std::vector<Defence> defences;
    Lines& lines = search.lines();
    const Colour loser = other(winner);
    const std::int64_t last_node = search.pulse().nodes() + most_nodes;
    std::size_t made = 0;
    const auto make = [&](int point, Colour colour) {
        lines.make(point, colour);
        ++made;
    };
    Colour colour = mover;
    for (std::size_t index = 0; index < line.size(); ++index, colour = other(colour)) {
        if (index > 0 && colour == loser) {
            const std::optional<PointSet> answers = answers_to_threat(lines, loser);
            if (!answers) break;
            if (answers->any() && !answers->contains(line[index])) break;
            Defence defence{.number = static_cast<int>(index) + 1, .lines = {}};
            if (answers->any()) {
                defence.lines.emplace_back(line.begin() + static_cast<std::ptrdiff_t>(index), line.end());
            }
            for_each(*answers, [&](int point) {
                if (point == line[index]) return;
                std::vector<Move> lost{point};
                const std::int64_t left = std::min(last_node - search.pulse().nodes(), nodes_for_answer);
                if (left > 0) {
                    lines.make(point, loser);
                    const std::vector<int> win = win_of_mover(search, winner, left);
                    lost.insert(lost.end(), win.begin(), win.end());
                    lines.undo();
                }
                defence.lines.push_back(std::move(lost));
            });
            defences.push_back(std::move(defence));
            if (!answers->any()) break;
        }
        if (index + 1 < line.size()) make(line[index], colour);
    }
    for (; made > 0; --made) lines.undo();
    return defences;
}

}  // namespace tengen::gomoku
