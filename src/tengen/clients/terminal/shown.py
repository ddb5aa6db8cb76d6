"""What stands on a board, as a value: stones, marks, where one may play. No colours and no places on a screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from tengen.clients.play import View, kind_of
from tengen.clients.sitting.ownership import held_points
from tengen.clients.sitting.table import Table
from tengen.core import Board, BoardSpec, Color, Point, restricts_placing

_ORDER: Final = "123456789"
"""What says which move of a line it is, in one column."""


@dataclass(frozen=True)
class BoardShown:
    """What stands on a board, whatever it looks like. `labels` are signs of one column over stones and empty points."""

    board: Board
    spec: BoardSpec
    last: Point | None = None
    legal: Set[Point] = frozenset()
    forbidden: Set[Point] = frozenset()
    dead: Set[Point] = frozenset()
    won: Set[Point] = frozenset()
    hint: Point | None = None
    territory: Mapping[Point, Color] = field(default_factory=dict)
    labels: Mapping[Point, str] = field(default_factory=dict)

    def marks_of(self, y: int) -> tuple[object, ...]:
        """Everything in this row besides stones."""
        return self._marks.get(y, ())

    @cached_property
    def _marks(self) -> Mapping[int, tuple[object, ...]]:
        found: dict[int, list[object]] = {}
        for name, points in (
            ("legal", self.legal),
            ("forbidden", self.forbidden),
            ("dead", self.dead),
            ("won", self.won),
        ):
            for point in sorted(points):
                found.setdefault(point.y, []).append((name, point))
        for named in (self.territory, self.labels):
            for point in sorted(named):
                found.setdefault(point.y, []).append((named[point], point))
        return {y: tuple(marks) for y, marks in found.items()}


def shown_of(view: View, *, show_legal: bool = True, hint: Point | None = None) -> BoardShown:
    """What a view shows on its board: dead stones as far as they are marked or proposed, and whose the points are.

    An estimate that was asked for goes before what is marked.
    """
    proposal = view.proposal
    owned = (proposal.territory if proposal is not None else None) or view.territory or {}
    estimated = {} if view.estimate is None else held_points(view.estimate, view.board)
    says_where = show_legal and not view.is_over and restricts_placing(kind_of(view).rules)
    return BoardShown(
        view.board,
        view.spec,
        view.last_move,
        frozenset(view.legal) if says_where else frozenset(),
        frozenset() if view.is_over else frozenset(view.forbidden),
        _dead(view, estimated),
        frozenset(point for row in view.won for point in row),
        hint,
        {point: color for color, points in (estimated or owned).items() for point in points},
    )


def _dead(view: View, estimated: Mapping[Color, Sequence[Point]]) -> frozenset[Point]:
    """The stones that are marked, proposed, or by an estimate the other side's."""
    if estimated:
        board = view.board
        return frozenset(point for color in estimated for point in estimated[color] if board[point] is color.other)
    return view.dead if view.proposal is None else view.proposal.dead


def table_shown(table: Table, *, show_legal: bool = True) -> BoardShown:
    """The same of a table, with the hint that was given there, and the moves of a proven win as far as signs go."""
    shown = shown_of(table.view, show_legal=show_legal, hint=table.hint)
    return replace(shown, labels=dict(zip(table.winning_line, _ORDER, strict=False)))
