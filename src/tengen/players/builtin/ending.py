"""How players end a game in which surrounded points count: when a pass is due, and which stones to call dead.

Nobody passes because the other side did: a pass is due when no sensible move changes the count that the rules will
make. Where the board counts as it stands, or the other side has disputed what is dead, dead stones are captured first.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import replace
from random import Random
from typing import Final

from tengen.core import (
    AGREE,
    Action,
    Agree,
    MarkDead,
    Pass,
    Point,
    Resume,
)
from tengen.players.builtin.life import PLAYOUTS, Life, judge_life, liberties
from tengen.players.player import StopToken, Turn, in_thread

_PLAYOUTS: Final = 32
"""Enough for one's own passes; what is shown to people is judged with more."""


def counts_points(turn: Turn) -> bool:
    """Whether passes lead to a count of surrounded points here, and something else than a pass can be done."""
    ruleset, state = turn.ruleset, turn.state
    return ruleset.territory(state) is not None and ruleset.can_pass(state) and bool(ruleset.legal_points(state))


def gaining_points(turn: Turn, rng: Random, is_late: Callable[[], bool]) -> list[Point]:
    """The sensible moves that may change the count; none: it is time to pass. For turns in which points count."""
    ruleset, state = turn.ruleset, turn.state
    board = state.position.board
    life = judge_life(ruleset, replace(state, passes=0), rng, is_late, _PLAYOUTS)
    wanted = set(life.open_points(ruleset, state))
    if _is_capturing_due(turn):
        doomed = (chain for chain in life.dead if board[chain[0]] is not turn.actor)
        wanted.update(near for chain in doomed for near in liberties(board, chain))
    passing = ruleset.hint(replace(state, passes=0), None)
    legal = (point for point in ruleset.legal_points(state) if point in wanted)
    return [point for point in legal if ruleset.is_sensible(state, point) and ruleset.hint(state, point) > passing]


def _is_capturing_due(turn: Turn) -> bool:
    """Whether dead stones must be off the board before it is counted: nobody is asked, or somebody has disagreed."""
    if any(isinstance(action, Resume) for action in turn.actions):
        return True
    return turn.ruleset.apply(replace(turn.state, passes=1), Pass(turn.actor)).is_over


# --- settling what is dead


async def dead_stones(turn: Turn, rng: Random, ms: int, stop: StopToken | None = None) -> frozenset[Point]:
    """The stones that look dead, after so many milliseconds at most; none in games that do not count points."""
    if turn.ruleset.territory(turn.state) is None or turn.state.is_over:
        return frozenset()
    return (await _judged(turn, rng, stop or StopToken(), ms, PLAYOUTS)).dead_stones


async def settled_by(turn: Turn, rng: Random, stop: StopToken, ms: int | None) -> Action:
    """What a built-in player answers to the stones that are marked."""
    if turn.ruleset.territory(turn.state) is None:
        return Agree(turn.actor)
    board = turn.state.position.board
    life = await _judged(turn, rng, stop, ms, _PLAYOUTS)
    return answer_to_marks(turn, life.surely_dead(board), life.surely_alive(board))


def answer_to_marks(turn: Turn, dead: Set[Point], alive: Set[Point]) -> Action:
    """Agree, unless living stones of one's own are marked, or dead ones are not.

    Whoever sees the own living stones marked plays on. What is dead and unmarked is marked once; then the other side
    may prove that it lives, once.
    """
    actor, state = turn.actor, turn.state
    board = state.position.board
    if any(board[stone] is actor for stone in state.dead & alive):
        return Resume(actor)
    missing = tuple(sorted(stone for stone in dead if stone not in state.dead))
    if missing and not _has(turn, MarkDead, since=Pass):
        marking = MarkDead(actor, missing)
        if turn.ruleset.refusal(state, marking) is None:
            return marking
    if any(board[stone] is not actor for stone in missing) and not _has(turn, Resume):
        return Resume(actor)
    return Agree(actor)


def _has(turn: Turn, done: type[Action], since: type[Action] | None = None) -> bool:
    """Whether the player has done such a thing, after the latest of the other kind."""
    for action in reversed(turn.actions):
        if since is not None and isinstance(action, since):
            return False
        if isinstance(action, done) and action.player is turn.actor:
            return True
    return False


async def _judged(turn: Turn, rng: Random, stop: StopToken, ms: int | None, playouts: int) -> Life:
    ruleset, state = turn.ruleset, turn.state
    if state.phase == AGREE:
        state = ruleset.apply(state, Resume(state.position.to_move))
    return await in_thread(lambda: judge_life(ruleset, state, rng, stop.within(ms), playouts), stop)
