#include "games/gomoku/report.h"

#include <algorithm>
#include <string>

namespace tengen::gomoku {

namespace {

constexpr std::size_t longest_line = 12;  // of what is not proven

Candidate candidate_of(const RootMove& move, Search& search, Colour mover) {
    const bool is_black = mover == Colour::black;
    Candidate candidate;
    candidate.visits = move.nodes;
    candidate.line.push_back(move.point);
    const int black_value = is_black ? move.value : -move.value;
    if (move.is_settled && is_decided(move.value)) {
        candidate.proof = black_value > 0 ? Proof::won : Proof::lost;
        candidate.win = black_value > 0 ? 1.0F : 0.0F;
        candidate.line.insert(candidate.line.end(), move.line.begin(), move.line.end());
        candidate.defences = move.defences;
        return candidate;
    }
    candidate.win = win_of(black_value);
    // What the table expects to follow.
    Lines& lines = search.lines();
    lines.make(move.point, mover);
    Colour next = other(mover);
    std::size_t made = 1;
    while (candidate.line.size() < longest_line) {
        if (lines.board().makes_line(candidate.line.back(), other(next))) break;
        const int point = search.expected_move(next);
        if (point < 0 || point >= lines.points() || !lines.is_empty(point) || lines.is_foul(next, point))
            break;
        candidate.line.push_back(point);
        lines.make(point, next);
        ++made;
        next = other(next);
    }
    for (; made > 0; --made) lines.undo();
    return candidate;
}

// Where fives, open fours and fours with a three can be made by either side, and the fouls of the side to
// move by name.
std::vector<Mark> marks_of(Lines& lines, Colour mover) {
    std::vector<Mark> marks;
    const auto add = [&marks](const char* key, const PointSet& points) {
        if (!points.any()) return;
        Mark mark{key, {}};
        for_each(points, [&mark](int point) { mark.points.push_back(point); });
        marks.push_back(std::move(mark));
    };
    const auto legal = [&](Rank rank) {
        PointSet points;
        for (const Colour colour : {Colour::black, Colour::white}) {
            for_each(lines.set(colour, rank), [&](int point) {
                if (!lines.is_foul(colour, point)) points.add(point);
            });
        }
        return points;
    };
    add("five", legal(Rank::five));
    add("open-four", legal(Rank::open_four));
    add("four-three", legal(Rank::four_three));
    if (lines.has_fouls(mover)) {
        std::array<PointSet, 4> fouls;
        for_each(lines.empty(),
                 [&](int point) { fouls[static_cast<std::size_t>(lines.foul(point))].add(point); });
        add("foul-overline", fouls[static_cast<std::size_t>(Foul::overline)]);
        add("foul-double-four", fouls[static_cast<std::size_t>(Foul::double_four)]);
        add("foul-double-three", fouls[static_cast<std::size_t>(Foul::double_three)]);
    }
    return marks;
}

}  // namespace

Analysis report_of(const Root& root, Search& search, Colour mover, int lines) {
    Analysis analysis;
    analysis.depth = root.depth();
    for (const RootMove& move : root.moves()) {
        if (static_cast<int>(analysis.best.size()) >= lines) break;
        const bool is_known = (move.was_searched || move.is_settled) && !move.is_bound;
        if (is_known || analysis.best.empty()) analysis.best.push_back(candidate_of(move, search, mover));
    }
    analysis.win = analysis.best.front().win;
    analysis.marks = marks_of(search.lines(), mover);
    const RootMove& best = root.moves().front();
    if (best.is_settled && is_win(best.value)) {
        analysis.marks.push_back({"winning-line", analysis.best.front().line});
    }
    return analysis;
}

}  // namespace tengen::gomoku
