"""How players end a game in which surrounded points count: when to pass or resign, and which stones to call dead.

Nobody passes because the other side did: a pass is due when no sensible move changes the count that the rules will
make. Where the board counts as it stands, or the other side has disputed what is dead, dead stones are captured first.
What a search of the game's own says of a pass is weighed here too; the rest of its moves are its own affair.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from tengen.core import (
    AGREE,
    BLACK,
    Action,
    Agree,
    GameState,
    MarkDead,
    Pass,
    Place,
    Point,
    Resume,
    Setup,
)
from tengen.core.features import DEAD_STONES_OPTION, NO_DEAD_STONES
from tengen.players import native
from tengen.players.builtin.life import GAMES, Life, judge_life, liberties
from tengen.players.player import StopToken, Turn, in_thread

_WORTH_A_TRY: Final = 0.1
"""Who has lost by the count and sees such a chance to win may go on where everything looks settled."""
_EARLY: Final = 10
"""No pass is in time while one point in so many can be gained."""
_GAMES_TO_PASS: Final = GAMES // 2
"""Enough for one's own passes; what is marked is judged with more."""


def counts_points(turn: Turn) -> bool:
    """Whether passes lead to a count of surrounded points here, and something else than a pass can be done."""
    ruleset, state = turn.ruleset, turn.state
    return ruleset.FEATURES.territory and ruleset.can_pass(state) and bool(ruleset.legal_points(state))


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search chose, and what chance to win it gives the side to move, if it says so."""

    action: Action
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Passing:
    """What is to be said for a pass: the sensible moves that may change the count, and whether it is won without.

    `settled` are the other empty points that are surely one side's. `is_early` says that much of the board is open yet.
    """

    gaining: tuple[Point, ...]
    is_won: bool
    settled: frozenset[Point]
    is_early: bool


def gaining_points(turn: Turn, rng: Random, stop: StopToken, ms: int | None) -> list[Point]:
    """The sensible moves that may change the count; none: it is time to pass. For turns in which points count."""
    return list(weigh_pass(turn, rng, stop, ms).gaining)


def weigh_pass(turn: Turn, rng: Random, stop: StopToken, ms: int | None) -> Passing:
    """What a pass leaves undone, and what the count that the rules will make says. For turns in which points count."""
    life = judge_life(turn.ruleset, replace(turn.state, passes=0), rng, stop, ms, games=_GAMES_TO_PASS)
    dead = frozenset[Point]() if _is_capturing_due(turn) else life.dead_stones
    score = turn.ruleset.score(replace(turn.state, dead=dead))
    gaining = _gaining(turn, life)
    board = turn.state.position.board
    settled = life.settled_points(board) - frozenset(gaining)
    is_early = _EARLY * len(gaining) > len(board.cells)
    return Passing(tuple(gaining), score is not None and score.leader is turn.actor, settled, is_early)


def _gaining(turn: Turn, life: Life) -> list[Point]:
    ruleset, state = turn.ruleset, turn.state
    board = state.position.board
    wanted = set(life.open_points(ruleset, state))
    if _is_capturing_due(turn):
        doomed = (chain for chain in life.dead if board[chain[0]] is not turn.actor)
        wanted.update(near for chain in doomed for near in liberties(board, chain))
    passing = ruleset.hint(replace(state, passes=0), None)
    legal = (point for point in ruleset.legal_points(state) if point in wanted)
    return [point for point in legal if ruleset.is_sensible(state, point) and ruleset.hint(state, point) > passing]


async def second_thought(turn: Turn, chosen: Searched, rng: Random, stop: StopToken, ms: int | None) -> Passing | None:
    """What speaks against the choice of a search, where it passes or the other side has; None where nothing does.

    A pass is wrong while something can be gained. After a pass of the other side a stone on a settled point is, unless
    nothing else is left to one who has lost and yet gives it a chance. For turns in which points count.
    """
    action = chosen.action
    if not (isinstance(action, Pass) or turn.state.passes):
        return None
    passing = await in_thread(lambda: weigh_pass(turn, rng, stop, ms), stop)
    if isinstance(action, Pass):
        return passing if passing.gaining else None
    is_useful = not isinstance(action, Place) or action.point not in passing.settled
    is_try = not (passing.is_won or passing.gaining) and chosen.chance is not None and chosen.chance >= _WORTH_A_TRY
    return None if is_useful or is_try else passing


def _is_capturing_due(turn: Turn) -> bool:
    """Whether dead stones must be off the board before it is counted: nobody is asked, or somebody has disagreed."""
    if _is_disputed(turn):
        return True
    return turn.ruleset.apply(replace(turn.state, passes=1), Pass(turn.actor)).is_over


# --- playing on after a dispute


def _is_disputed(turn: Turn) -> bool:
    return any(isinstance(action, Resume) for action in turn.actions)


def since_dispute(turn: Turn) -> Turn:
    """The turn as one of a game that began when somebody last disagreed about dead stones, so that all is moves again.

    There the board counts as it stands: what is dead is taken. A turn without a dispute is itself.
    """
    if not _is_disputed(turn):
        return turn
    ruleset, actions = turn.ruleset, turn.actions
    began = max(index for index, action in enumerate(actions) if isinstance(action, Resume)) + 1
    state = ruleset.initial(turn.setup)
    for action in actions[:began]:
        state = ruleset.apply(state, action)
    position = state.position
    return Turn(
        ruleset.with_options({DEAD_STONES_OPTION: NO_DEAD_STONES}),
        Setup(position.board, position.to_move, position.prisoners),
        actions[began:],
        turn.state,
        turn.color,
    )


# --- giving up

_HOPELESS: Final = 0.04
_HOPELESS_TURNS: Final = 3
_GAMES_TO_RESIGN: Final = GAMES // 4
_FEWEST_TO_RESIGN: Final = 100


async def is_time_to_resign(turn: Turn, chance: float | None, rng: Random, stop: StopToken, ms: int | None) -> bool:
    """Whether to give the game up, where that is allowed: lost for three turns running, and not in the opening.

    `chance` is what the search gives the side to move now; boards that are played out must say the same of this turn
    and of the two before. For turns in which points count.
    """
    points = len(turn.state.position.board.cells)
    if not turn.may_resign or chance is None or chance >= _HOPELESS or len(turn.actions) < points // 4:
        return False
    own = [index for index, action in enumerate(turn.actions) if action.player is turn.actor][1 - _HOPELESS_TURNS :]
    if len(own) < _HOPELESS_TURNS - 1:
        return False
    part_ms = None if ms is None else max(ms // _HOPELESS_TURNS, 1)

    def think() -> bool:
        states, state = [turn.state], turn.ruleset.initial(turn.setup)
        for index, action in enumerate(turn.actions[: own[-1] + 1]):
            if index in own:
                states.append(state)
            state = turn.ruleset.apply(state, action)
        return all(_is_hopeless(turn, state, rng, stop, part_ms) for state in states)

    return await in_thread(think, stop)


def _is_hopeless(turn: Turn, state: GameState, rng: Random, stop: StopToken, ms: int | None) -> bool:
    """Whether the side to move loses nearly all games from here; not if there was no time for enough of them."""
    seed = rng.getrandbits(64)
    found = native.ownership(turn.ruleset, state, _GAMES_TO_RESIGN, stop, seed=seed, ms=ms)
    if found is None or found.games < _FEWEST_TO_RESIGN:
        return False
    return (found.win if turn.actor is BLACK else 1 - found.win) < _HOPELESS


# --- settling what is dead


async def dead_stones(turn: Turn, rng: Random, ms: int, stop: StopToken | None = None) -> frozenset[Point]:
    """The stones that look dead, after so many milliseconds at most; none in games that do not count points."""
    if turn.ruleset.territory(turn.state) is None or turn.state.is_over:
        return frozenset()
    return (await _judged(turn, rng, stop or StopToken(), ms)).dead_stones


async def settled_by(turn: Turn, rng: Random, stop: StopToken, ms: int | None) -> Action:
    """What a built-in player answers to the stones that are marked."""
    if not turn.ruleset.FEATURES.territory:
        return Agree(turn.actor)
    board = turn.state.position.board
    life = await _judged(turn, rng, stop, ms)
    return answer_to_marks(turn, life.dead_stones, life.surely_alive(board))


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


async def _judged(turn: Turn, rng: Random, stop: StopToken, ms: int | None) -> Life:
    ruleset, state = turn.ruleset, turn.state
    if state.phase == AGREE:
        state = ruleset.apply(state, Resume(state.position.to_move))
    return await in_thread(lambda: judge_life(ruleset, state, rng, stop, ms), stop)
