"""What is thought of a position: one shape for every game and every thinker. Thinks nothing itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from tengen.core import Move


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move worth a look, as the first of the `line` that is expected. Values are Black's, None where not told.

    `win` is a probability, `margin` counts points or discs, `visits` how often it was tried.
    """

    line: tuple[Move, ...]
    win: float | None = None
    margin: float | None = None
    visits: int = 0

    @property
    def move(self) -> Move:
        """The move itself."""
        return self.line[0]


@dataclass(frozen=True, slots=True)
class Analysis:
    """The value of a position for Black, as far as it is told, and the best moves, best first."""

    win: float | None = None
    margin: float | None = None
    best: tuple[Candidate, ...] = ()
    visits: int = 0

    @classmethod
    def of(cls, best: Iterable[Candidate]) -> Self:
        """The position has the value of its best move."""
        found = tuple(best)
        visits = sum(candidate.visits for candidate in found)
        return cls(found[0].win, found[0].margin, found, visits) if found else cls()
