"""Real engines: GNU Go plays Go with us, GRhino Othello, from the first move to the last."""

from __future__ import annotations

import os
import shutil
from random import Random

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Clock,
    ClockKind,
    Color,
    Game,
    Outcome,
    Pass,
    Place,
    Reason,
    TimeControl,
    create_game,
)
from tengen.players import Budget, HintPlayer, Player, RandomPlayer, StopToken, Turn
from tengen.players.engines.gtp import GtpPlayer
from tests.players.engine_room import EngineRoom, at, closing, fault, move

PATH = f"{os.environ.get('PATH', '')}:/usr/games"


def needs(program: str) -> pytest.MarkDecorator:
    """Leave tests out where a program is missing; not in CI, which is set up with all of them."""
    is_missing = shutil.which(program, path=PATH) is None and not os.environ.get("CI")
    return pytest.mark.skipif(is_missing, reason=f"{program} is not installed")


def gnugo(room: EngineRoom) -> GtpPlayer:
    return GtpPlayer(room.spec("gtp", "gnugo", "--mode", "gtp", "--level", "1", "--seed", "1", margin_s=30.0))


def rhino(room: EngineRoom, level: int = 1) -> GtpPlayer:
    return GtpPlayer(room.spec("gtp", "gtp-rhino", "-l", str(level), "-b", "0", margin_s=30.0))


async def play(game: Game, players: dict[Color, Player], budget: Budget | None = None, undo_at: int = -1) -> None:
    """Play to the end. Undone once are a few moves in the middle."""
    while not game.state.is_over:
        turn = Turn.of(game.timeline)
        game.act(await players[turn.actor].choose(turn, budget or Budget(), StopToken()))
        if len(game.actions) == undo_at:
            undo_at = -1
            game.undo(3)
        assert len(game.actions) < 500


def winner(game: Game) -> Color | None:
    assert game.state.outcome is not None
    return game.state.outcome.winner


@needs("gnugo")
@pytest.mark.parametrize("color", [BLACK, WHITE])
async def test_gnu_go_plays_a_game_that_counts_as_it_stands(room: EngineRoom, color: Color) -> None:
    player = gnugo(room)
    game = create_game("go", 7)
    players: dict[Color, Player] = {color: player, color.other: RandomPlayer(Random(1))}
    async with closing(player):
        await play(game, players, undo_at=20)
    assert winner(game) is color
    assert player.title == "GNU Go 3.8"
    board = game.state.position.board
    assert board.count(color.other) == 0, "what is dead has been taken off"


@needs("gnugo")
@pytest.mark.parametrize(
    "preset",
    ["japanese", "chinese", *(pytest.param(name, marks=pytest.mark.long) for name in ("aga", "ing", "tromp-taylor"))],
)
async def test_gnu_go_agrees_on_dead_stones_under_any_rules(room: EngineRoom, preset: str) -> None:
    player = gnugo(room)
    game = create_game("go", 7, {"preset": preset, "dead_stones": "agree"})
    async with closing(player):
        await play(game, {BLACK: HintPlayer(Random(2)), WHITE: player})
    assert game.state.outcome is not None
    assert game.state.outcome.reason in (Reason.SCORE, Reason.RESIGN)


@needs("gnugo")
@pytest.mark.parametrize("placement", ["fixed", pytest.param("free", marks=pytest.mark.long)])
async def test_gnu_go_gives_and_takes_handicap(room: EngineRoom, placement: str) -> None:
    player = gnugo(room)
    game = create_game("go", 7, {"handicap": 3, "handicap_placement": placement})
    async with closing(player):
        await play(game, {BLACK: player, WHITE: RandomPlayer(Random(3))})
    assert winner(game) is BLACK


@pytest.mark.long
@needs("gnugo")
async def test_gnu_go_keeps_its_clock(room: EngineRoom) -> None:
    player = gnugo(room)
    game = create_game("go", 7)
    clock = Clock.of(TimeControl(ClockKind.CANADIAN, 10_000, period_ms=30_000, stones=10))
    async with closing(player):
        await play(game, {BLACK: player, WHITE: RandomPlayer(Random(4))}, Budget(clock=clock))
    assert winner(game) is BLACK


@needs("gnugo")
async def test_gnu_go_does_not_know_every_size_and_is_none_the_worse_for_it(room: EngineRoom) -> None:
    player = gnugo(room)
    async with closing(player):
        await move(player, create_game("go", 19))
        assert player.faults == 0
        assert (await fault(player, create_game("gomoku", 20))).key == "engine.fault.no_size"
        game = create_game("go", 9)
        game.act(Place(BLACK, at(game, "E5")))
        await move(player, game)


@needs("gnugo")
async def test_two_runs_of_gnu_go_play_each_other(room: EngineRoom) -> None:
    black, white = gnugo(room), gnugo(room)
    game = create_game("go", 7, {"dead_stones": "agree"})
    async with closing(black):
        try:
            await play(game, {BLACK: black, WHITE: white})
        finally:
            await white.close()
    assert isinstance(game.state.outcome, Outcome)


@needs("gtp-rhino")
@pytest.mark.parametrize("color", [BLACK, WHITE])
@pytest.mark.parametrize("seed", [0, 1])
async def test_grhino_plays_whole_games_with_all_their_passes(room: EngineRoom, color: Color, seed: int) -> None:
    player = rhino(room)
    game = create_game("othello")
    players: dict[Color, Player] = {color: player, color.other: RandomPlayer(Random(seed))}
    async with closing(player):
        await play(game, players, undo_at=30)
    assert game.state.outcome is not None
    assert player.title == "GTP GRhino 0.16.1"
    assert player.faults == 0


@pytest.mark.long
@needs("gtp-rhino")
async def test_grhino_beats_chance_and_comes_through_all_passes(room: EngineRoom) -> None:
    player = rhino(room, level=2)
    won = passes = 0
    async with closing(player):
        for seed in range(20):
            color = BLACK if seed % 2 else WHITE
            game = create_game("othello")
            await play(game, {color: player, color.other: RandomPlayer(Random(seed))})
            won += winner(game) is color
            passes += sum(isinstance(action, Pass) for action in game.actions)
    assert won >= 19
    assert passes > 20


@pytest.mark.long
@needs("gnugo")
async def test_gnu_go_plays_a_game_on_the_large_board(room: EngineRoom) -> None:
    player = gnugo(room)
    game = create_game("go", 19, {"preset": "japanese", "handicap": 9, "dead_stones": "agree"})
    async with closing(player):
        await play(game, {BLACK: HintPlayer(Random(5)), WHITE: player})
    assert winner(game) is WHITE
