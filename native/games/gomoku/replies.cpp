#include "games/gomoku/replies.h"

namespace tengen::gomoku {

PointSet stops_of_fives(Lines& lines, Colour mover) {
    const Colour attacker = other(mover);
    const PointSet& fives = lines.set(attacker, Rank::five);
    PointSet stops;
    if (lines.board().rule() == LineRule::caro) {
        // A line can also be closed at its end.
        stops = lines.empty();
        for_each(fives, [&](int point) { stops &= lines.defences(attacker, point, Rank::five); });
    } else if (lines.count(attacker, Rank::five) == 1) {
        stops = fives;
    }
    if (lines.has_fouls(mover) && stops.any()) {
        const PointSet all = stops;
        for_each(all, [&](int point) {
            if (lines.is_foul(mover, point)) stops.remove(point);
        });
    }
    return stops;
}

PointSet stops_of_open_fours(const Lines& lines, Colour mover, const PointSet& threats) {
    PointSet stops = lines.empty();
    for_each(threats, [&](int point) { stops &= lines.defences(other(mover), point, Rank::open_four); });
    return stops;
}

std::optional<PointSet> answers_to_threat(Lines& lines, Colour mover) {
    const Colour attacker = other(mover);
    if (lines.count(attacker, Rank::five) > 0) return stops_of_fives(lines, mover);
    const PointSet threats = open_fours_of(lines, attacker);
    if (!threats.any()) return std::nullopt;
    const PointSet all = stops_of_open_fours(lines, mover, threats) | plain_fours_of(lines, mover) |
                         lines.set(mover, Rank::open_four);
    PointSet answers = all;
    for_each(all, [&](int point) {
        if (lines.is_foul(mover, point)) answers.remove(point);
    });
    return answers;
}

int vain_reply(Lines& lines, Colour mover) {
    int found = -1;
    const auto look = [&](const PointSet& points) {
        for_each(points, [&](int point) {
            if (found < 0 && !lines.is_foul(mover, point)) found = point;
        });
    };
    look(lines.set(other(mover), Rank::five));
    look(lines.set(other(mover), Rank::open_four));
    look(lines.near());
    look(lines.empty());
    return found;
}

}  // namespace tengen::gomoku
