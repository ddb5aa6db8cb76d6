"""A win that is proven, as it would be played to its end. Proves nothing: it plays out what a search has told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tengen.core import BLACK, Color, GameError, Move, Place, Point
from tengen.players.analysis import Analysis, Candidate, Defence, turns_of
from tengen.players.player import Turn


@dataclass(frozen=True, slots=True)
class ProvenWin:
    """Who wins, and the points of both sides in turn up to the end: the winner's moves and what they are answered with.

    `is_movers` says that it is the side to move. `defences` tells which other answers there were on the way.
    """

    winner: Color
    line: tuple[Point, ...]
    is_movers: bool
    defences: tuple[Defence, ...] = ()

    @property
    def moves(self) -> int:
        """In how many moves of the winner's own the game is over."""
        return (len(self.line) + self.is_movers) // 2

    def told(self, name: Callable[[Point], str]) -> str:
        """The line, with all answers where there were several: `g7 h7/f7 g4`."""
        return " ".join("/".join(name(move) for move in turn if move is not None) for turn in turns_of(self))


def proven_win(turn: Turn, analysis: Analysis) -> ProvenWin | None:
    """The win that the best move is proven to lead to; None where none is: see `proven_win_by`."""
    return proven_win_by(turn, analysis.best[0]) if analysis.best else None


def proven_win_by(turn: Turn, candidate: Candidate) -> ProvenWin | None:
    """The win, of either side, that a move is proven to lead to; None where its line stops before the end.

    A line that the rules refuse is none. Games that are counted have none: there an exact result says more.
    """
    features = turn.ruleset.FEATURES
    if features.points or features.territory:
        return None
    if not candidate.is_certain or candidate.win not in (0.0, 1.0):
        return None
    winner = _winner_of(turn, candidate.line)
    if winner is None or (winner is BLACK) != (candidate.win == 1.0):
        return None
    line = tuple(point for point in candidate.line if point is not None)
    return ProvenWin(winner, line, winner is turn.actor, candidate.defences)


def _winner_of(turn: Turn, line: Sequence[Move]) -> Color | None:
    """Who has won when all of this is played; None where the game does not end with it, or the rules refuse it."""
    state = turn.state
    for point in line:
        if point is None or state.is_over:
            return None
        try:
            state = turn.ruleset.apply(state, Place(state.position.to_move, point))
        except GameError:
            return None
    return state.outcome.winner if state.outcome is not None else None
