// What a side must do at once: the forced replies to fives and to open fours. Shared by all searches here.
#pragma once

#include <optional>

#include "games/gomoku/lines.h"

namespace tengen::gomoku {

// The points on which `mover` can stop every five that the other side threatens; those that are fouls for him
// left out. Precondition: the other side can make five.
[[nodiscard]] PointSet stops_of_fives(Lines& lines, Colour mover);

// The points on which `mover` can stop every open four (or two fours at once) in `threats`, which the other
// side threatens; to be joined by his own fours, which gain time. Fouls are among them. Precondition: no side
// can make five.
[[nodiscard]] PointSet stops_of_open_fours(const Lines& lines, Colour mover, const PointSet& threats);

// All that the mover has against a threat to win: stops, and where it is no five yet, his own fours; fouls
// left out. Nothing where the other side threatens nothing.
[[nodiscard]] std::optional<PointSet> answers_to_threat(Lines& lines, Colour mover);

// What the side to move may do where nothing helps it any more: on one of the threatened points if that is no
// foul; -1 where it may do nothing at all.
[[nodiscard]] int vain_reply(Lines& lines, Colour mover);

// Where a side can make an open four or two fours at once, as far as that is sure to be no foul.
[[nodiscard]] inline PointSet open_fours_of(const Lines& lines, Colour colour) {
    PointSet points = lines.set(colour, Rank::open_four);
    if (!lines.has_fouls(colour)) return points;
    for_each(lines.set(colour, Rank::open_four), [&](int point) {
        if (lines.is_suspect(colour, point)) points.remove(point);
    });
    return points;
}

// Where a side can make a four that is no open one.
[[nodiscard]] inline PointSet plain_fours_of(const Lines& lines, Colour colour) {
    return lines.set(colour, Rank::four) | lines.set(colour, Rank::four_three);
}

}  // namespace tengen::gomoku
