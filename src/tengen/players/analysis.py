"""What is thought of a position: one shape for every game and every thinker. Thinks nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, Self

from tengen.core import Color, Move, Point


class Defence(NamedTuple):
    """What the losing side has at one of its turns in a proven line: every move that answers the threat.

    `number` is that of the turn's move in the line, from 1. Each of `lines` is an answer and how it loses, as far as
    that is told; the first is the rest of the line itself. None: nothing answers. One: it is the only answer.
    """

    number: int
    lines: tuple[tuple[Move, ...], ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move worth a look, as the first of the `line` that is expected. Values are Black's, None where not told.

    `win` is a probability, `margin` counts points or discs and `spread` is its standard deviation, `visits` how often
    it was tried. `is_certain` says that
    `win` is proven. `prior` is how likely the move looked before anything was searched. `defences` tells of a win by
    force what could have been answered on the way, turn by turn, as far as that is known.
    """

    line: tuple[Move, ...]
    win: float | None = None
    margin: float | None = None
    visits: int = 0
    is_certain: bool = False
    prior: float | None = None
    defences: tuple[Defence, ...] = ()
    spread: float | None = None

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.line[0]


class _ForcedLine(Protocol):
    """Moves in turn, and what the losing side could have answered on the way."""

    @property
    def line(self) -> tuple[Move, ...]: ...
    @property
    def defences(self) -> tuple[Defence, ...]: ...


def turns_of(forced: _ForcedLine) -> list[tuple[Move, ...]]:
    """The line turn by turn: the move that is in it, and beside an answer all others that there were."""
    others = {defence.number: [line[0] for line in defence.lines[1:]] for defence in forced.defences}
    return [(move, *others.get(number, ())) for number, move in enumerate(forced.line, 1)]


WINNING_LINE: Final = "winning-line"
"""The mark of a proven win: its points in the order of play."""


class Mark(NamedTuple):
    """Points that somebody should look at, and as what: a threat, a forbidden point, the most urgent first.

    Words of the game: `mark.<key>`, and `sign.<key>` for what fits on a point; WINNING_LINE has numbers instead.
    """

    key: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position for Black, as far as it is told, and the best moves, best first.

    `visits` counts positions looked at, `depth` how far ahead. `exact` is a proven result: the margin for the side to
    move. `ownership` tells for every point, row by row from the top left, whose it will be: 1 is Black's, -1 White's.
    """

    win: float | None = None
    margin: float | None = None
    best: tuple[Candidate, ...] = ()
    visits: int = 0
    depth: int = 0
    exact: int | None = None
    ownership: tuple[float, ...] = ()
    marks: tuple[Mark, ...] = ()

    def exact_margin(self, candidate: Candidate) -> float | None:
        """Black's margin after one of the moves, where it is proven and not only who wins; else None."""
        return candidate.margin if self.exact is not None and candidate.is_certain else None

    @classmethod
    def of(cls, best: Iterable[Candidate]) -> Self:
        """The position has the value of its best move."""
        found = tuple(best)
        visits = sum(candidate.visits for candidate in found)
        return cls(found[0].win, found[0].margin, found, visits) if found else cls()


@dataclass(frozen=True, slots=True)
class Ownership:
    """What came of a board in so many games played out from it; all values are Black's.

    `points` tells for every point, row by row from the top left, whose it became: 1 is Black's, -1 White's. `win` is
    the share of games won, `margin` the mean lead in the count that the rules make with komi in it, `spread` its
    standard deviation.
    """

    points: tuple[float, ...]
    win: float
    margin: float
    spread: float
    games: int


class Avoid(NamedTuple):
    """Moves that one side shall not be thought to make, up to so many plies from here."""

    color: Color
    moves: frozenset[Move]
    plies: int = 1


def _unheard(analysis: Analysis) -> None:
    """Nobody listens."""
    del analysis


@dataclass(frozen=True, slots=True)
class Interest:
    """What somebody wants to hear of an analysis on its way, about how often, and what is to be left out of it.

    `lines` is how many moves to value in full, for a search that can choose; `exact` asks it to prove the result rather
    than to look ahead as far as it can.
    """

    tell: Callable[[Analysis], None] = _unheard
    every_s: float = 0.25
    avoid: tuple[Avoid, ...] = ()
    lines: int = 8
    exact: bool = False


NO_INTEREST: Final = Interest()
