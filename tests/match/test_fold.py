"""Properties of the log: every prefix is a match, a client without rules can follow, times and records fit."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import COLORS, Changes, ClockKind, Color, Point, RulesInput, TimeControl
from tengen.match import Moved, Redone, Request, Restarted, Seat, Undone, Unpause, evolve, fold
from tests.match.commands import Picker, any_command, legal_action
from tests.match.sittings import (
    AI,
    ANN,
    BEN,
    FISCHER,
    GUEST,
    PAUSE,
    REDO,
    RESTART,
    TAKEBACK,
    Sitting,
    one_screen,
    people,
)

GAMES: list[tuple[str, int, RulesInput]] = [
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("othello", 4, None),
    ("peace", 4, None),
]
games = pytest.mark.parametrize(("kind", "size", "rules"), GAMES)
chances = st.randoms(use_true_random=False)


def walked(sitting: Sitting, pick: Picker) -> Sitting:
    """The sitting after some commands of any kind, with time between them."""
    for _ in range(40):
        sitting.wait(pick((0, 10, 2_500)))
        sitting.attempt(any_command(sitting.match, pick), lag_ms=pick((0, 0, 40)))
    return sitting


@games
@settings(max_examples=15)
@given(chance=chances, table=st.sampled_from([(GUEST, GUEST), (ANN, BEN), (ANN, AI)]))
def test_every_prefix_of_a_log_is_the_match_at_that_moment(
    kind: str, size: int, rules: RulesInput, chance: random.Random, table: tuple[Seat, Seat]
) -> None:
    sitting = walked(Sitting(kind, *table, size=size, rules=rules, control=FISCHER), Picker(chance.randrange))
    moment = fold(sitting.log[:1])
    for count, event in enumerate(sitting.log[1:], start=2):
        moment = evolve(moment, event)
        assert moment.number == count
        assert fold(sitting.log[:count]) == moment
    assert moment == sitting.match


@games
@settings(max_examples=25)
@given(chance=chances)
def test_a_client_without_rules_can_follow_the_board_by_the_changes(
    kind: str, size: int, rules: RulesInput, chance: random.Random
) -> None:
    sitting = one_screen(kind, size=size, rules=rules)
    seen: dict[Point, Color] = _stones(sitting)
    pick = Picker(chance.randrange)
    for _ in range(40):
        command = any_command(sitting.match, pick)
        heard = len(sitting.log)
        sitting.attempt(command)
        for event in sitting.log[heard:]:
            if isinstance(event, Moved | Undone | Redone | Restarted):
                _follow(seen, event.changes)
        assert seen == _stones(sitting)


def _stones(sitting: Sitting) -> dict[Point, Color]:
    board = sitting.match.state.position.board
    return {point: color for color in COLORS for point in board.stones(color)}


def _follow(seen: dict[Point, Color], changes: Changes) -> None:
    for point in changes.removed:
        del seen[point]
    for point in changes.flipped:
        seen[point] = seen[point].other
    for point, color in changes.placed:
        assert point not in seen
        seen[point] = color


@games
@settings(max_examples=25)
@given(chance=chances)
def test_the_record_of_a_match_replays_to_its_state(
    kind: str, size: int, rules: RulesInput, chance: random.Random
) -> None:
    sitting = walked(one_screen(kind, size=size, rules=rules, control=FISCHER), Picker(chance.randrange))
    record = replace(sitting.match.record())  # as it is read from a file, without the states of the match
    replay = record.replay()
    assert replay.game.state == sitting.match.state
    assert replay.declared == sitting.match.outcome
    assert not replay.disagrees


@settings(max_examples=60)
@given(deeds=st.lists(st.tuples(st.integers(0, 5_000), st.sampled_from("aaaaurRp")), max_size=40))
def test_thinking_times_stay_with_their_moves_through_undo_and_redo(deeds: list[tuple[int, str]]) -> None:
    sitting = one_screen(size=8, control=TimeControl(ClockKind.ABSOLUTE, main_ms=10**8))
    thought: list[int] = []
    standing = turn_ms = 0
    for ms, deed in deeds:
        sitting.wait(ms)
        turn_ms += ms
        if deed == "a":
            sitting.do(legal_action(sitting.match, Picker(lambda _: 0)))
            thought[standing:] = [turn_ms]
            standing += 1
        elif deed == "u" and standing:
            sitting.ask(TAKEBACK)
            standing -= 1
        elif deed == "r" and standing < len(thought):
            sitting.ask(REDO)
            standing += 1
        elif deed == "R":
            sitting.ask(RESTART)
            thought, standing = [], 0
        else:
            sitting.ask(PAUSE)
            sitting.wait(ms + 1).do(Unpause(COLORS[0]))
            continue
        turn_ms = 0
    assert list(sitting.match.think_ms) == thought
    assert [node.ms for node in sitting.match.record().nodes[1:]] == thought[:standing]


@settings(max_examples=60)
@given(chance=chances, kind=st.sampled_from(["corners", "gomoku", "othello", "peace"]))
def test_every_millisecond_of_play_is_charged_to_exactly_one_side(chance: random.Random, kind: str) -> None:
    rules = {"opening": "swap2"} if kind == "gomoku" else None
    main_ms = 10**8
    sitting = people(kind, rules=rules, control=TimeControl(ClockKind.ABSOLUTE, main_ms=main_ms))
    began = sitting.now
    pick = Picker(chance.randrange)
    for _ in range(30):
        sitting.wait(pick((0, 1, 2_500)))
        ask = [Request(kind, player) for kind in (TAKEBACK, REDO) for player in COLORS]
        if not sitting.match.is_over:
            sitting.attempt(pick((*[legal_action(sitting.match, pick)] * 4, *ask)))
            used = 2 * main_ms - sum(sitting.left_ms(color) for color in COLORS)
            until = sitting.match.at if sitting.match.is_over else sitting.now
            assert used == until - began
