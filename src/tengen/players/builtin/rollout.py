"""Playing a game to its end by chance, to see who tends to win from here. Knows any game by its rules only.

Values are those of the *first seat*: 1 when the player who began as Black wins, 0 when the other does, a half
for a draw. Seats, not colours, because an opening may let the players change colours.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tengen.core import (
    AGREE,
    Agree,
    Choose,
    Color,
    ErrorCode,
    GameError,
    GameState,
    Pass,
    Place,
    Ruleset,
)

DRAW = 0.5

_LONGEST = 3
"""A rollout ends after this many plies for each point of the board."""

_SAMPLES = 8
"""So many refusals, and the legal points are listed instead of guessed."""


def settled(ruleset: Ruleset, state: GameState) -> GameState:
    """The state with the stones counted as they stand: everybody agrees at once where that is asked."""
    while state.phase == AGREE and not state.is_over:
        waiting = [actor for actor in ruleset.actors(state) if actor not in state.agreed]
        state = ruleset.apply(state, Agree(waiting[0]))
    return state


def value_of_end(state: GameState) -> float:
    """What a finished game is worth to the first seat."""
    winner = state.outcome.winner if state.outcome else None
    return DRAW if winner is None else float(state.is_first_seat(winner))


def _value_by_points(ruleset: Ruleset, state: GameState) -> float:
    score = ruleset.score(state)
    leader = score.leader if score else None
    return DRAW if leader is None else float(state.is_first_seat(leader))


def roll_out(ruleset: Ruleset, state: GameState, rng: Random, halted: Callable[[], bool]) -> float | None:
    """Play on by chance and tell what the end is worth. A game that goes on too long is judged by its points.

    None when halted on the way.
    """
    for _ in range(_LONGEST * len(state.position.board.cells)):
        if halted():
            return None
        state = _step(ruleset, state, rng)
        if state.phase == AGREE:
            state = settled(ruleset, state)
        if state.outcome is not None:
            return value_of_end(state)
    return _value_by_points(ruleset, state)


def _step(ruleset: Ruleset, state: GameState, rng: Random) -> GameState:
    """The state after one random sensible action."""
    actor = ruleset.actors(state)[0]
    choices = ruleset.choices(state)
    if choices:
        return ruleset.apply(state, Choose(actor, rng.choice(choices)))
    board = state.position.board
    empties = [index for index, cell in enumerate(board.cells) if not cell]
    refusals = 0
    while empties and refusals < _SAMPLES:
        # Take one out at random: the last one fills its place.
        place = int(rng.random() * len(empties))
        index, empties[place] = empties[place], empties[-1]
        empties.pop()
        point = board.point(index)
        if not ruleset.is_sensible(state, point):
            continue
        try:
            return ruleset.apply(state, Place(actor, point))
        except GameError as refusal:
            if refusal.code is ErrorCode.MUST_PASS:
                break
            refusals += 1
    return _step_by_list(ruleset, state, actor, rng)


def _step_by_list(ruleset: Ruleset, state: GameState, actor: Color, rng: Random) -> GameState:
    """As `_step`, from the list of legal points: for the rare moments when guessing fails."""
    points = ruleset.legal_points(state)
    sensible = [point for point in points if ruleset.is_sensible(state, point)]
    if not sensible and ruleset.can_pass(state):
        return ruleset.apply(state, Pass(actor))
    return ruleset.apply(state, Place(actor, rng.choice(sensible or points)))
