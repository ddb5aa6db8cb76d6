"""Whatever a compiled search is told to go to: what is malformed is a ValueError and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

import pytest

from tengen.core import (
    BLACK,
    CHOICE,
    PLAY,
    Action,
    Agree,
    Board,
    Choose,
    MarkDead,
    Pass,
    Place,
    Point,
    Prisoners,
    Resign,
    Resume,
    Setup,
    Timeline,
    create_rules,
    find_kind,
)
from tengen.players import Avoid, StopToken, native
from tengen.players.native import Limits, Searcher
from tests.contract.cases import cases_of

KINDS = [kind for kind in native.kinds() if native.searches(kind)] if native.available() else []
HUGE = (2**31, 2**63, 2**64, 10**40)

each_kind = pytest.mark.parametrize("kind", KINDS)


def some_game(kind: str) -> Timeline:
    """Ten random moves, not over yet."""
    rng, timeline = Random(5), Timeline.begin(create_rules(kind))
    for _ in range(10):
        timeline = timeline.act(rng.choice(timeline.ruleset.legal_actions(timeline.state)))
    assert not timeline.state.is_over
    return timeline


def bad_actions(timeline: Timeline) -> Iterator[Action]:
    """Actions that cannot come next."""
    size = timeline.ruleset.size
    (actor,) = timeline.ruleset.actors(timeline.state)
    legal = next(a for a in timeline.ruleset.legal_actions(timeline.state) if isinstance(a, Place))
    for far in (*HUGE, size):
        yield from (Place(actor, Point(x, y)) for x, y in ((far, 0), (0, far), (-far, 0), (0, -far)))
    yield Place(actor.other, legal.point)
    yield Pass(actor.other)
    for player in (0, 3, -1, 256, *HUGE):
        yield Place(player, legal.point)  # type: ignore[arg-type]  # there is no such player
    for word in ("", "nothing", "黑", "é", "\ud800", "a\0b", "\n", " " * 10_000, "x" * 1_000_000):
        yield Choose(actor, word)
    yield from (Resign(actor), Agree(actor), Resume(actor), MarkDead(actor, (legal.point,)))


def bad_setups(timeline: Timeline) -> Iterator[Setup]:
    """Set-ups that no game begins from, whatever its rules."""
    board, size = timeline.state.position.board, timeline.ruleset.size
    for other in (1, size - 1, size + 1, 200):
        yield Setup(Board.empty(other), BLACK)
    for cells in (b"", board.cells[:-1], board.cells + b"\0", bytes(1_000_000)):
        yield Setup(Board(size, size, cells), BLACK)
    for cell in (3, 7, 255):
        yield Setup(Board(size, size, bytes([cell]) + board.cells[1:]), BLACK)
    for player in (0, 3, -1, 257, *HUGE):
        yield Setup(board, player)  # type: ignore[arg-type]  # there is no such player
    for taken in (-1, -(2**31), *HUGE, -HUGE[-1]):
        yield Setup(board, BLACK, Prisoners(taken, 0))
        yield Setup(board, BLACK, Prisoners(0, taken))


def refused(ask: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"\w") as told:
        ask()
    assert len(str(told.value)) < 300, "a refusal does not repeat what it was sent"


def answer(search: Searcher, timeline: Timeline) -> tuple[Action, object]:
    (actor,) = timeline.ruleset.actors(timeline.state)
    return search.choose(3, actor, Limits(), StopToken()), search.latest()


@each_kind
def test_malformed_actions_and_set_ups_change_nothing(kind: str) -> None:
    timeline = some_game(kind)
    search = native.searcher(timeline.ruleset, 1, memory_mb=1)
    assert search is not None
    search.sync(None, timeline.actions)
    before = answer(search, timeline)

    def attempt(setup: Setup | None, actions: Sequence[Action]) -> None:
        assert search is not None
        refused(lambda: search.sync(setup, actions))
        assert search.latest() == before[1], "not even what was thought is lost"

    for action in bad_actions(timeline):
        attempt(None, (*timeline.actions, action))
    for setup in bad_setups(timeline):
        attempt(setup, ())
        refused(partial(native.position, kind, timeline.ruleset, setup))
    assert answer(search, timeline) == before


@each_kind
def test_a_hundred_thousand_actions_are_refused_where_the_first_is_wrong(kind: str) -> None:
    timeline = some_game(kind)
    search = native.searcher(timeline.ruleset, 1, memory_mb=1)
    assert search is not None
    search.sync(None, timeline.actions)
    before = answer(search, timeline)
    for more in (timeline.actions[-1], Choose(BLACK, "x" * 100), Place(BLACK, Point(0, 0)), Pass(BLACK)):
        refused(partial(search.sync, None, (*timeline.actions, *[more] * 100_000)))
    assert answer(search, timeline) == before


@each_kind
def test_a_word_is_chosen_only_while_one_is_asked_for_and_no_move_is_made_then(kind: str) -> None:
    for case in cases_of(find_kind(kind)):
        search = native.searcher(case.rules, 1, memory_mb=1)
        if search is None:
            continue
        rng, timeline = Random(2), Timeline.begin(case.rules)
        for _ in range(8):
            actions = case.rules.legal_actions(timeline.state)
            if not actions or timeline.state.phase not in (PLAY, CHOICE):
                break
            (actor,) = case.rules.actors(timeline.state)
            empty = timeline.state.position.board.empties()[0]
            wrong = Place(actor, empty) if timeline.state.phase == CHOICE else Choose(actor, "black")
            refused(partial(search.sync, None, (*timeline.actions, wrong)))
            search.sync(None, timeline.actions)
            timeline = timeline.act(rng.choice(actions))


@each_kind
def test_limits_beyond_all_bounds_are_cut(kind: str) -> None:
    timeline = some_game(kind)
    search = native.searcher(timeline.ruleset, 1, memory_mb=1)
    assert search is not None
    search.sync(None, timeline.actions)
    avoid = Avoid(BLACK, frozenset({None}), 2**40)
    for limits in (Limits(nodes=2**80, depth=1), Limits(nodes=500, lines=2**40), Limits(nodes=500, avoid=(avoid,))):
        assert search.think(limits, StopToken()).best
