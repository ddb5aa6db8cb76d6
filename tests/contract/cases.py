"""The rule sets the contract is tried on, made from what each game says of itself, and random games under them."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from tengen.core import (
    COLORS,
    PLAY,
    Action,
    Agree,
    Choose,
    GameError,
    GameKind,
    GameState,
    MarkDead,
    OptionSpec,
    OptionType,
    OptionValue,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    Ruleset,
    Timeline,
    UnmarkDead,
    kinds,
)

LARGE = 12
"""From this length on a board is tried at few moments and not on every point."""
SEEDS = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Case:
    """One rule set to try, under a name that tells how it came about."""

    name: str
    kind: GameKind
    rules: Ruleset


# --- rule sets


def values_to_try(spec: OptionSpec) -> tuple[OptionValue, ...]:
    """Every choice, both of on and off, and of a number its ends and its default."""
    match spec.type:
        case OptionType.CHOICE:
            return spec.choices
        case OptionType.BOOLEAN:
            return (False, True)
        case OptionType.INTEGER | OptionType.NUMBER:
            assert spec.minimum is not None
            assert spec.maximum is not None
            whole = spec.type is OptionType.INTEGER
            ends = (int(spec.minimum), int(spec.maximum)) if whole else (spec.minimum, spec.maximum)
            return tuple(dict.fromkeys((*ends, spec.default)))


def rules_with(kind: GameKind, spec: OptionSpec, value: OptionValue) -> list[Ruleset]:
    """This value on the smallest board that takes it, with the first and the last preset that do.

    An option that means something only under others is tried under them.
    """
    meaning = {other: values[0] for other, values in spec.shown_when}
    for size in kind.rules.SIZES:
        found = []
        for preset in kind.rules.PRESETS or (None,):
            try:
                found.append(kind.rules.parse(size, {"preset": preset, **meaning, spec.name: value}))
            except GameError:
                continue
        if found:
            return list(dict.fromkeys((found[0], found[-1])))
    raise AssertionError(f"{kind.name}: option {spec.name} never takes {value!r}")


def cases_of(kind: GameKind) -> Iterator[Case]:
    """Several sizes, every preset, every value of every option."""
    rules = kind.rules
    for size in dict.fromkeys((min(rules.SIZES), rules.DEFAULT_SIZE, max(rules.SIZES))):
        yield Case(f"{kind.name}-{size}", kind, rules.parse(size))
    for preset in rules.PRESETS:
        yield Case(f"{kind.name}-{preset}", kind, rules.parse(min(rules.SIZES), preset))
    for spec in rules.OPTIONS:
        for value in values_to_try(spec):
            for number, found in enumerate(rules_with(kind, spec, value)):
                yield Case(f"{kind.name}-{spec.name}-{value}-{number}", kind, found)


def all_cases() -> list[Case]:
    """Every case once, whichever way it came about."""
    first: dict[Ruleset, Case] = {}
    for kind in kinds():
        for case in cases_of(kind):
            first.setdefault(case.rules, case)
    return list(first.values())


# --- random games


@cache
def playout(rules: Ruleset, seed: int) -> Timeline:
    """A game of random actions, to its end or to a bound. Odd seeds mostly place stones, even ones do the rest too."""
    chance = random.Random(f"{seed} {rules}")
    weight = {Place: 20 if seed % 2 else 3, MarkDead: 5, UnmarkDead: 4}
    timeline = Timeline.begin(rules)
    for _ in range(min(3 * rules.size**2, 150)):
        by_type: dict[type[Action], list[Action]] = defaultdict(list)
        for action in rules.legal_actions(timeline.state):
            by_type[type(action)].append(action)
        if not by_type:
            break
        (type_,) = chance.choices(list(by_type), [weight.get(type_, 1) for type_ in by_type])
        timeline = timeline.act(chance.choice(by_type[type_]))
    return timeline


def finished(timeline: Timeline, seed: int) -> Timeline:
    """The game, given up by somebody if it is still running."""
    return timeline if timeline.state.is_over else timeline.act(Resign(random.Random(seed).choice(COLORS)))


def states_of(timeline: Timeline) -> list[GameState]:
    """Every moment of a game, the beginning first."""
    return [timeline.root, *(step.state for step in timeline.steps)]


@cache
def moments(rules: Ruleset, seed: int) -> tuple[GameState, ...]:
    """Some moments of a random game: spread over it, outside ordinary play, and where an empty point is refused."""
    states = states_of(playout(rules, seed))
    most = 2 if rules.size >= LARGE else 5
    elsewhere = [state for state in states if state.phase != PLAY]
    refusing = [state for state in states if len(rules.legal_points(state)) < len(state.position.board.empties())]
    picked = [*spread(states, most), *spread(elsewhere, most), *spread(refusing, most)]
    return tuple(dict.fromkeys(picked))


def spread(states: list[GameState], most: int) -> list[GameState]:
    """At most so many of the states, from the first to the last."""
    if len(states) <= most:
        return states
    return [states[round(i * (len(states) - 1) / (most - 1))] for i in range(most)]


# --- everything one might try


def attempt(rules: Ruleset, state: GameState, action: Action) -> GameError | None:
    """The refusal, or None when the action is accepted. Any other exception is a failure."""
    try:
        rules.apply(state, action)
    except GameError as refused:
        return refused
    return None


def actions_to_try(rules: Ruleset, state: GameState, chance: random.Random) -> Iterator[Action]:
    """Both players, every kind of action, points on the board (on a large one some) and off it."""
    points = list(state.position.board.points())
    if rules.size >= LARGE:
        points = chance.sample(points, 60)
    size = rules.size
    outside = [Point(-1, 0), Point(0, -1), Point(size, 0), Point(0, size), Point(-size, -size), Point(10**6, 1)]
    words = {*rules.choices(state), "black", "white", "swap", "", "no such choice"}
    for player in COLORS:
        for point in (*points, *outside):
            yield Place(player, point)
            yield MarkDead(player, (point,))
            yield UnmarkDead(player, (point,))
        yield MarkDead(player, ())
        yield UnmarkDead(player, ())
        yield MarkDead(player, (points[0], outside[0]))
        yield from (Choose(player, word) for word in sorted(words))
        yield from (Pass(player), Agree(player), Resume(player))
