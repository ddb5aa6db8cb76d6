"""Random games played in Python and in C++ at once, under any rules of any kind. Names no game and knows no rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    WHITE,
    Action,
    Agree,
    Board,
    Choose,
    Color,
    GameError,
    GameKind,
    GameState,
    Pass,
    Place,
    Prisoners,
    Ruleset,
    Setup,
)
from tengen.players import native
from tests.contract.cases import cases_of

if TYPE_CHECKING:
    from tengen._native import Position

PASS = -1
FILLS_OF_A_BOARD = 3
"""A game that does not end by itself is left after so many moves for each point."""


class Disagreement(Exception):
    """Python and C++ tell different things of one game; says which game, so that it can be played again."""


@dataclass(frozen=True, slots=True)
class Played:
    """What one comparison saw."""

    moves: int
    is_over: bool


# --- which games


def rulesets_of(kind: GameKind) -> list[Ruleset]:
    """Every size with every preset, and every value of every option."""
    rules = kind.rules
    of_sizes = [rules.parse(size, preset) for size in rules.SIZES for preset in rules.PRESETS or (None,)]
    return list(dict.fromkeys((*of_sizes, *(case.rules for case in cases_of(kind)))))


def mixed_rules(kind: GameKind, chance: random.Random, most: int = 99) -> Ruleset:
    """Any size up to `most`, any preset and any choices beside it that go together."""
    sizes = [size for size in kind.rules.SIZES if size <= most]
    while True:
        options = {
            spec.name: chance.choice(spec.choices or (False, True))
            for spec in kind.rules.OPTIONS
            if (spec.choices or isinstance(spec.default, bool)) and chance.random() < 0.3
        }
        preset = chance.choice(list(kind.rules.PRESETS) or [None])
        with suppress(GameError):
            return kind.rules.parse(chance.choice(sizes), {"preset": preset, **options})


def some_setup(rules: Ruleset, chance: random.Random) -> Setup:
    """A board from the middle of a game or, now and then, of stones thrown down anywhere."""
    to_move = chance.choice(COLORS)
    prisoners = Prisoners(chance.randrange(9), chance.randrange(9)) if rules.FEATURES.prisoners else Prisoners()
    if chance.random() < 0.3:
        empties = chance.randrange(1, 12)
        cells = bytes(chance.choices((0, BLACK, WHITE), (empties, 2, 2), k=rules.size**2))
        return Setup(Board(rules.size, rules.size, cells), to_move, prisoners)
    state = rules.initial()
    for _ in range(chance.randrange(rules.size**2)):
        actions = [action for action in rules.legal_actions(state) if isinstance(action, Place | Choose)]
        if not actions:
            break
        state = rules.apply(state, chance.choice(actions))
    return Setup(state.position.board, to_move, prisoners)


# --- one game


def compare(rules: Ruleset, seed: int) -> Played:
    """Play one random game in both, every third from a set-up. Raises Disagreement.

    In every other game nobody makes a move that is plainly senseless, so that it comes to its end.
    """
    chance = random.Random(f"{rules} {seed}")
    setup = some_setup(rules, chance) if seed % 3 == 2 else None
    try:
        state = rules.initial(setup)
    except GameError:
        _refused(rules, setup, seed)
        return Played(0, True)
    try:
        position = native.position(rules.KIND, rules, setup)
    except ValueError as error:
        raise Disagreement(f"{rules}, seed {seed}: only C++ refuses the beginning: {error}") from error
    is_sensible = seed % 2 == 0
    for moves in range(FILLS_OF_A_BOARD * rules.size**2):
        _same(rules, state, position, f"seed {seed}, after {moves} moves")
        if state.is_over or state.phase == AGREE or rules.is_cleanup(state):
            return Played(moves, state.is_over)
        action = _some_action(rules, state, chance, is_sensible)
        state = rules.apply(state, action)
        _play(position, action)
    return Played(moves + 1, False)


def _refused(rules: Ruleset, setup: Setup | None, seed: int) -> None:
    with suppress(ValueError):
        native.position(rules.KIND, rules, setup)
        raise Disagreement(f"{rules}, seed {seed}: only Python refuses the set-up")


def _some_action(rules: Ruleset, state: GameState, chance: random.Random, is_sensible: bool) -> Action:
    actions = rules.legal_actions(state)
    passes = [action for action in actions if isinstance(action, Pass)]
    others = [action for action in actions if not isinstance(action, Pass)]
    if is_sensible:
        others = [a for a in others if not isinstance(a, Place) or rules.is_sensible(state, a.point)] or (
            [] if passes else others
        )
    if not others or (passes and chance.random() < 0.02):
        return chance.choice(passes)
    return chance.choice(others)


def _play(position: Position, action: Action) -> None:
    match action:
        case Place(point=point):
            position.play(point.y * position.columns + point.x)
        case Pass():
            position.play(PASS)
        case Choose(choice=word):
            position.choose(word)
        case _:
            raise AssertionError(f"{action} is no move")


# --- what is compared


def _same(rules: Ruleset, state: GameState, position: Position, when: str) -> None:
    for what, ours, theirs in chain(_of_the_board(rules, state, position), _of_the_end(rules, state, position)):
        if ours != theirs:
            raise Disagreement(f"{rules}, {when}: {what} is {ours!r} in Python and {theirs!r} in C++")


def _of_the_board(rules: Ruleset, state: GameState, position: Position) -> Iterator[tuple[str, object, object]]:
    yield "the board", state.position.board.cells, position.cells()
    if state.is_over or state.phase == AGREE or rules.is_cleanup(state):
        return
    (actor,) = rules.actors(state)
    yield "the side to move", actor, Color(position.to_move)
    actions = rules.legal_actions(state)
    board = state.position.board
    points = sorted(board.index(action.point) for action in actions if isinstance(action, Place))
    passes = [PASS for action in actions if isinstance(action, Pass)]
    yield "the legal set", [*passes, *points], position.legal_moves()
    words = {action.choice for action in actions if isinstance(action, Choose)}
    yield "the set of words", words, set(position.choices())


def _of_the_end(rules: Ruleset, state: GameState, position: Position) -> Iterator[tuple[str, object, object]]:
    """What the players are left to agree on is agreed as it stands; a clean-up is played in Python alone."""
    if rules.is_cleanup(state):
        return
    if state.phase == AGREE:
        for color in COLORS:
            state = rules.apply(state, Agree(color))
    yield "the end", state.is_over, position.is_over
    result = position.result()
    if state.outcome is None or result is None:
        yield "the result", state.outcome is None, result is None
        return
    winner, lead = result
    yield "the winner", state.outcome.winner, Color(winner) if winner else None
    score = state.outcome.score
    yield "the lead", None if score is None else score.black - score.white, lead
