"""What a writer works out from a record: the times left after each move, and the territory at an agreed end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tengen.core import (
    BLACK,
    COLORS,
    EMPTY,
    Board,
    Clock,
    ClockKind,
    Color,
    GameError,
    Pass,
    Place,
    Point,
    Record,
    SideTime,
)
from tengen.formats.sgf.grammar import RawNode
from tengen.formats.sgf.result import seconds_text
from tengen.formats.sgf.rules import has_choices


def time_values(record: Record, line: Sequence[int]) -> dict[int, RawNode]:
    """For the main line's nodes the properties BL, WL, OB and OW, as long as every move has its thinking time.

    None where players may change colours, and their clocks with them.
    """
    found: dict[int, RawNode] = {}
    if record.control is None or has_choices(record.ruleset):
        return found
    clock = Clock.of(record.control)
    now = 0
    moves = [index for index in line[1:] if isinstance(record.nodes[index].action, Place | Pass)]
    for place, index in enumerate(moves):
        node = record.nodes[index]
        assert node.action is not None
        if node.ms is None or node.setup is not None:
            break
        player = node.action.player
        clock = clock.start(player, now)
        now += node.ms
        if clock.flagged(now) is not None:
            break
        following = record.nodes[moves[place + 1]].action if place + 1 < len(moves) else None
        goes_on = following.player is player if following else _goes_on(record, player)
        clock = clock.stop(now) if goes_on else clock.press(now)
        side = clock.black if player is BLACK else clock.white
        found[index] = _left(side, player, record.control.kind)
    return found


def _goes_on(record: Record, player: Color) -> bool:
    """Whether a side that made the last move is to move again, so that the turn was not handed over."""
    try:
        end = record.end()
    except GameError:
        return False
    return end.outcome is None and end.to_move is player


def _left(side: SideTime, player: Color, kind: ClockKind) -> RawNode:
    letter = "B" if player is BLACK else "W"
    if side.main_ms > 0:
        return {f"{letter}L": [seconds_text(side.main_ms)]}
    values = {f"{letter}L": [seconds_text(side.period_ms)]}
    if kind in (ClockKind.BYOYOMI, ClockKind.CANADIAN):
        values[f"O{letter}"] = [str(side.periods or side.stones)]
    return values


def territory(board: Board, dead: Iterable[Point]) -> dict[Color, list[Point]]:
    """The points that each side surrounds once the dead stones are gone, those under dead stones too."""
    cells = bytearray(board.cells)
    for point in dead:
        cells[board.index(point)] = EMPTY
    found: dict[Color, list[Point]] = {color: [] for color in COLORS}
    seen = [cell != EMPTY for cell in cells]
    for start in range(len(cells)):
        if seen[start]:
            continue
        seen[start] = True
        region, borders = [start], set()
        for cell in region:
            for near in _beside(board, cell):
                if cells[near] != EMPTY:
                    borders.add(cells[near])
                elif not seen[near]:
                    seen[near] = True
                    region.append(near)
        if len(borders) == 1:
            found[Color(borders.pop())].extend(board.point(cell) for cell in sorted(region))
    return {color: sorted(points, key=board.index) for color, points in found.items()}


def _beside(board: Board, cell: int) -> list[int]:
    x, y = cell % board.columns, cell // board.columns
    around = ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
    return [ny * board.columns + nx for nx, ny in around if 0 <= nx < board.columns and 0 <= ny < board.rows]
