"""What is asked about a position and what is thought of it, as JSON. Searches nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from tengen.core import Move
from tengen.players import Analysis, Candidate, Defence, Mark
from tengen.protocol.base import XY, Message, xys
from tengen.protocol.bodies import PositionIn

MOST_LINES: Final = 8

MoveName: TypeAlias = XY | Literal["PASS"]
"""A move of a line: its point, or a pass."""


class AnalyzeIn(Message):
    """Look at a position: that of a saved game, a record or a state, as `/load` takes them.

    `lines` is how many moves are valued in full; each costs time. With `longer` the server looks as long as it lets
    anybody, else for a moment.
    """

    game: PositionIn
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 5
    longer: bool = False


class DefenceOut(Message):
    """What the losing side has at its turn `number` of a line, counted from 1: every answer to the threat.

    Each of `lines` is an answer and how it loses, as far as that is told, that of the line first. One: the only answer.
    """

    number: int
    lines: list[list[MoveName]]


class CandidateOut(Message):
    """A move worth a look, as the first of its `line`, both sides in turn. `win` and `margin` are Black's.

    `spread` is the standard deviation of `margin`.

    `proof` says what of them is proven: who wins, or the margin too. `winsIn` is in how many moves of the winner's own
    the game is over, where that is proven to its end. `prior` is how likely the move looked before any search.
    `defences` tells of a win by force which answers there were on the way.
    """

    line: list[MoveName]
    win: float | None
    margin: float | None
    spread: float | None
    visits: int
    prior: float | None
    proof: Literal["win", "margin"] | None
    wins_in: int | None
    defences: list[DefenceOut]


class AnalysisMark(Message):
    """Points that somebody should look at. Words of the game: `mark.<key>`, and `sign.<key>` for what fits on a point.

    `winning-line` has its points in the order of play, beginning with the side to move.
    """

    key: str
    points: list[XY]


class AnalysisOut(Message):
    """The worth of a position. `win` is Black's chance, `margin` Black's lead; null where not told.

    `exact` is the proven margin for the side to move. `ownership` has for each point, row by row from the top left, 1
    for Black's to -1 for White's. `nodes` counts positions looked at, `depth` how far ahead.
    """

    win: float | None
    margin: float | None
    exact: int | None
    best: list[CandidateOut]
    marks: list[AnalysisMark]
    ownership: list[float] | None
    nodes: int
    depth: int


def analysis_out(analysis: Analysis, wins_in: tuple[int | None, ...]) -> AnalysisOut:
    """What was found, with the `winsIn` of each of the best moves."""
    best = zip(analysis.best, wins_in, strict=True)
    return AnalysisOut(
        win=analysis.win,
        margin=analysis.margin,
        exact=analysis.exact,
        best=[_candidate(analysis, candidate, moves) for candidate, moves in best],
        marks=[_mark(mark) for mark in analysis.marks],
        ownership=list(analysis.ownership) or None,
        nodes=analysis.visits,
        depth=analysis.depth,
    )


def _candidate(analysis: Analysis, candidate: Candidate, wins_in: int | None) -> CandidateOut:
    proof: Literal["win", "margin"] | None = None
    if candidate.is_certain:
        proof = "win" if analysis.exact_margin(candidate) is None else "margin"
    return CandidateOut(
        line=_line(candidate.line),
        win=candidate.win,
        margin=candidate.margin,
        spread=candidate.spread,
        visits=candidate.visits,
        prior=candidate.prior,
        proof=proof,
        wins_in=wins_in,
        defences=[_defence(defence) for defence in candidate.defences],
    )


def _defence(defence: Defence) -> DefenceOut:
    return DefenceOut(number=defence.number, lines=[_line(line) for line in defence.lines])


def _line(moves: Iterable[Move]) -> list[MoveName]:
    return [_move(move) for move in moves]


def _move(move: Move) -> MoveName:
    return "PASS" if move is None else XY(x=move.x, y=move.y)


def _mark(mark: Mark) -> AnalysisMark:
    return AnalysisMark(key=mark.key, points=xys(mark.points))
