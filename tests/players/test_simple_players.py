"""The players who think little: chance and hints."""

from __future__ import annotations

import asyncio
import math
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Agree,
    Choose,
    Clock,
    ClockKind,
    Pass,
    Place,
    Point,
    TimeControl,
    create_game,
    create_rules,
)
from tengen.players import Budget, HintPlayer, RandomPlayer, StopToken, Turn
from tests.pictures import game_from
from tests.players.sittings import choice, points


def test_hints_clearly_beat_chance() -> None:
    assert points(create_rules("othello"), HintPlayer, RandomPlayer, 20) >= 14


@pytest.mark.parametrize("seed", range(5))
def test_chance_fills_no_eye_of_its_own_and_passes_instead(seed: int) -> None:
    game = game_from(
        "go",
        """. # . # .
           # # # # #
           # # # # #
           # # # # #
           # # # # .""",
    )
    assert choice(RandomPlayer(Random(seed)), game) == Pass(BLACK)


def test_where_no_pass_is_offered_any_point_will_do() -> None:
    game = create_game("peace", 4)
    assert isinstance(choice(RandomPlayer(Random(1)), game), Place)


@pytest.mark.parametrize("player", [RandomPlayer(Random(1)), HintPlayer(Random(1))])
def test_the_only_pass_is_found(player: RandomPlayer | HintPlayer) -> None:
    game = game_from(
        "othello",
        """. # # #
           # # # #
           # # # #
           # # o .""",
        to_move=WHITE,
    )
    assert choice(player, game) == Pass(WHITE)


@pytest.mark.parametrize("player", [RandomPlayer(Random(1)), HintPlayer(Random(1))])
def test_dead_stones_are_agreed_to_for_the_side_that_is_asked(player: RandomPlayer | HintPlayer) -> None:
    game = create_game("go", 5, {"dead_stones": "agree"})
    game.act(Pass(BLACK))
    game.act(Pass(WHITE))
    for color in (WHITE, BLACK):
        turn = Turn.of(game.timeline, color)
        chosen = asyncio.run(player.choose(turn, Budget(), StopToken()))
        assert chosen == Agree(color)
        game.act(chosen)
    assert game.state.is_over


def test_every_choice_is_taken_sometimes() -> None:
    game = create_game("gomoku", 9, {"opening": "swap2"})
    for point in (Point(4, 4), Point(4, 5), Point(5, 5)):
        game.act(Place(BLACK, point))
    offered = set(game.ruleset.choices(game.state))
    for player in (RandomPlayer(Random(3)), HintPlayer(Random(3))):
        chosen = {answer.choice for _ in range(40) if isinstance(answer := choice(player, game), Choose)}
        assert chosen == offered


def test_the_highest_hint_is_played_and_chance_decides_between_equals() -> None:
    game = create_game("corners", 3)
    chosen = {choice(HintPlayer(Random(seed)), game) for seed in range(40)}
    assert chosen == {Place(BLACK, Point(x, y)) for x in (0, 2) for y in (0, 2)}


def test_minus_infinity_is_played_only_when_nothing_else_is_left() -> None:
    game = create_game("corners", 3)
    assert game.ruleset.hint(game.state, None) == -math.inf
    assert all(choice(HintPlayer(Random(seed)), game) != Pass(BLACK) for seed in range(20))


# --- time ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("control", "least", "most"),
    [
        (TimeControl(ClockKind.ABSOLUTE, main_ms=60_000), 1_000, 6_000),
        (TimeControl(ClockKind.FISCHER, main_ms=60_000, increment_ms=1_000), 2_000, 6_000),
        (TimeControl(ClockKind.BYOYOMI, main_ms=0, period_ms=10_000, periods=3), 5_000, 9_000),
        (TimeControl(ClockKind.CANADIAN, main_ms=0, period_ms=60_000, stones=20), 1_000, 3_000),
        (TimeControl(ClockKind.PER_MOVE, period_ms=5_000), 2_500, 4_500),
    ],
)
def test_a_clock_is_shared_out_over_the_moves_to_come(control: TimeControl, least: int, most: int) -> None:
    ms = Budget(clock=Clock.of(control)).thinking_ms(BLACK)
    assert ms is not None
    assert least <= ms <= most


def test_the_last_fifth_of_a_short_time_is_kept_for_delays() -> None:
    clock = Clock.of(TimeControl(ClockKind.ABSOLUTE, main_ms=10_000))
    for _ in range(500):
        ms = Budget(clock=clock).thinking_ms(BLACK)
        assert ms is not None
        clock = clock.start(BLACK, 0).press(ms)
    assert 1_900 <= clock.black.main_ms <= 2_100


def test_time_for_the_move_comes_before_the_clock_and_no_limit_is_none() -> None:
    clock = Clock.of(TimeControl(ClockKind.ABSOLUTE, main_ms=60_000))
    assert Budget(ms=7, clock=clock).thinking_ms(WHITE) == 7
    assert Budget().thinking_ms(WHITE) is None


def test_a_stop_wakes_who_waits_for_it() -> None:
    stop = StopToken()
    assert not stop.wait(0.001)
    stop.stop()
    assert stop.wait(10)
    assert stop.stopped
