"""Undo, redo and restart. The game is Corners, whose turns do not simply alternate."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    ErrorCode,
    Game,
    GameError,
    GameState,
    Place,
    Point,
    Resign,
    Setup,
    Step,
    Timeline,
    create_game,
    create_rules,
)
from tests.pictures import board, move, play, shows, tidy

MOVES = "a1 b2 c3 pass b1"


def played() -> Game:
    return play(create_game("corners", 3), MOVES)


def test_undo_goes_back_one_action_at_a_time_to_the_beginning() -> None:
    game = played()
    states = [game.timeline.state_after(count) for count in range(6)]
    for count in range(4, -1, -1):
        assert game.undo() == states[count]
        assert len(game.actions) == count
    assert game.state == create_game("corners", 3).state


def test_undo_and_redo_go_several_actions_at_once() -> None:
    game = played()
    end = game.state
    assert shows(game) != tidy("#..\n.#.\n...")
    game.undo(3)
    assert shows(game) == tidy("""
        # . .
        . # .
        . . .""")
    assert game.redo(3) == end


@pytest.mark.parametrize("count", [0, -1, 6, 100])
def test_more_than_was_done_cannot_be_undone(count: int) -> None:
    game = played()
    before = game.timeline
    with pytest.raises(GameError) as refused:
        game.undo(count)
    assert refused.value.code is ErrorCode.NOTHING_TO_UNDO
    assert game.timeline == before


@pytest.mark.parametrize("count", [0, -1, 3])
def test_more_than_was_undone_cannot_be_redone(count: int) -> None:
    game = played()
    game.undo(2)
    before = game.timeline
    with pytest.raises(GameError) as refused:
        game.redo(count)
    assert refused.value.code is ErrorCode.NOTHING_TO_REDO
    assert game.timeline == before


def test_a_new_action_forgets_what_was_undone() -> None:
    game = played()
    game.undo(2)
    play(game, "b3")
    with pytest.raises(GameError) as refused:
        game.redo()
    assert refused.value.code is ErrorCode.NOTHING_TO_REDO
    assert len(game.actions) == 4


def test_a_refused_action_changes_nothing_and_keeps_the_undone() -> None:
    game = played()
    game.undo()
    before = game.timeline
    with pytest.raises(GameError):
        game.act(move(game, "a1"))
    assert game.timeline == before
    game.redo()
    assert game.actions == played().actions


def test_the_end_of_a_game_can_be_undone() -> None:
    game = played()
    before = game.state
    game.act(Resign(BLACK))
    assert game.state.is_over
    assert game.undo() == before


def test_restart_goes_to_the_beginning_with_nothing_to_undo_or_redo() -> None:
    setup = Setup(board("#..\n.o.\n..."), BLACK)
    game = play(create_game("corners", 3, setup=setup), "b1 c2")
    game.undo()
    assert game.restart() == create_game("corners", 3, setup=setup).state
    assert game.actions == ()
    for again in (game.undo, game.redo):
        with pytest.raises(GameError):
            again()


def test_a_timeline_is_a_value_that_later_actions_leave_alone() -> None:
    begin = Timeline.begin(create_rules("corners", 3))
    one = begin.act(Place(BLACK, Point(1, 1)))
    other = begin.act(Place(BLACK, Point(0, 1)))
    assert (begin.cursor, one.cursor, other.cursor) == (0, 1, 1)
    assert begin.last_action is None
    assert one.last_action == Place(BLACK, Point(1, 1))
    assert one.undo().state == begin.state == other.undo().state
    assert one.undo().redo() == one
    assert one.undo().actions == ()


# --- the steps are shared, and nobody sees it


@dataclass(frozen=True)
class Plain:
    """A timeline as one would write it without a thought of its cost: all steps in a list, and a cursor."""

    steps: tuple[Step, ...] = ()
    cursor: int = 0


@given(st.lists(st.one_of(st.just(0), st.integers(-80, 80)), max_size=200), st.integers(0, 100))
def test_a_timeline_is_what_a_plain_list_of_steps_and_a_cursor_would_be(orders: list[int], begun: int) -> None:
    """0 acts, other numbers undo or redo so many actions; every moment on the way is kept and stays as it was."""
    rules = create_rules("corners", 3)
    root = rules.initial()
    timeline = Timeline.begin(rules).extended(step(root, number) for number in range(begun))
    plain = Plain(tuple(step(root, number) for number in range(begun)), begun)
    kept = [(timeline, plain)]
    for number, order in enumerate(orders, begun):
        if order == 0:
            action, state = (new := step(root, number)).action, new.state
            timeline = timeline.act(action, state)
            plain = Plain((*plain.steps[: plain.cursor], new), plain.cursor + 1)
        elif 0 <= plain.cursor + order <= len(plain.steps):
            timeline = timeline.undo(-order) if order < 0 else timeline.redo(order)
            plain = replace(plain, cursor=plain.cursor + order)
        else:
            with pytest.raises(GameError):
                timeline.undo(-order) if order < 0 else timeline.redo(order)
        kept.append((timeline, plain))
    for held, wanted in kept:
        assert tuple(held.steps) == wanted.steps == held.steps[:]
        assert [held.steps[place] for place in range(-len(wanted.steps), 0)] == list(wanted.steps)
        assert (held.cursor, held.undone) == (wanted.cursor, len(wanted.steps) - wanted.cursor)
        assert held.actions == tuple(done.action for done in wanted.steps[: wanted.cursor])
        states = [root, *(done.state for done in wanted.steps)]
        assert [held.state_after(count) for count in range(len(states))] == states
        assert held.state == states[wanted.cursor]
        again = Timeline.begin(rules).extended(wanted.steps)
        undone = held.undone
        assert (again.undo(undone) if undone else again) == held
        assert hash(again.steps) == hash(held.steps)
        with pytest.raises(IndexError):
            held.steps[len(wanted.steps)]
        with pytest.raises(IndexError):
            held.steps[-len(wanted.steps) - 1]


def step(state: GameState, number: int) -> Step:
    """A step that is like no other."""
    return Step(Place(BLACK, Point(number, 0)), replace(state, passes=number))


def test_every_moment_of_a_long_game_can_be_kept_for_memory_in_proportion_to_its_length() -> None:
    def octets_per_move(count: int) -> float:
        root = create_rules("corners", 3).initial()
        steps = [step(root, number) for number in range(count)]
        timeline = Timeline.begin(create_rules("corners", 3))
        tracemalloc.start()
        try:
            kept = [timeline := timeline.act(done.action, done.state) for done in steps]
            return tracemalloc.get_traced_memory()[0] / len(kept)
        finally:
            tracemalloc.stop()

    assert octets_per_move(4_000) < octets_per_move(500) * 2 < 2_000
