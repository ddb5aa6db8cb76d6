"""The stones of a brain, and the game that they make. No lines of text, no time.

A brain knows stones as its own and the opponent's; which of them are black follows from their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tengen.core import BLACK, WHITE, Board, Color, GameError, Place, Point, Ruleset, Setup, Timeline
from tengen.players import Turn

_APART: Final = 3
"""How far from each other the three stones of an opening stand at least, in columns or rows."""


class Refused(Exception):
    """A command cannot be obeyed; the text says why."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone on the board, ours or not."""

    point: Point
    is_own: bool


def turn_after(stones: Sequence[Stone], ruleset: Ruleset) -> Turn:
    """The game so far with us to move: as it was played where that can be told, else set up. Raises Refused."""
    own = _own_color(stones)
    try:
        timeline = Timeline.begin(ruleset)
        for stone in stones:
            timeline = timeline.act(Place(own if stone.is_own else own.other, stone.point))
    except GameError:
        colors = {stone.point: own if stone.is_own else own.other for stone in stones}
        board = Board.empty(ruleset.size).with_stones(dict(colors))
        try:
            timeline = Timeline.begin(ruleset, Setup(board, own))
        except GameError as error:
            raise Refused("the game is over") from error
    if timeline.state.is_over:
        raise Refused("the game is over")
    if timeline.state.position.to_move is not own:  # somebody moved twice
        position = timeline.state.position
        timeline = Timeline.begin(ruleset, Setup(position.board, own))
    return Turn.of(timeline)


def are_free(points: Sequence[Point], size: int) -> bool:
    """Whether the points are all on the board and all different."""
    return len(set(points)) == len(points) and all(point.x < size and point.y < size for point in points)


def opening_stones(size: int, rng: Random) -> list[Point]:
    """Three stones to choose colours by: near the edges and apart, where to have one stone more is worth little."""
    inner = range(size // 4, size - size // 4)
    outer = [Point(x, y) for y in range(1, size - 1) for x in range(1, size - 1) if x not in inner or y not in inner]
    chosen: list[Point] = []
    while len(chosen) < 3:
        far = [point for point in outer if all(_distance(point, other) >= _APART for other in chosen)]
        chosen.append(rng.choice(far))
    return chosen


def _distance(first: Point, second: Point) -> int:
    return max(abs(first.x - second.x), abs(first.y - second.y))


def _own_color(stones: Sequence[Stone]) -> Color:
    """Black while we have as many stones as the opponent, who otherwise began."""
    own = sum(stone.is_own for stone in stones)
    return BLACK if 2 * own >= len(stones) else WHITE
