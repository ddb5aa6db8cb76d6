"""Stepping through a game: half a second a move, pause, step, and nothing of the game itself changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.play.scripts import begin, board, place, seen

from tengen.clients.play import View
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.possible import TableCommand
from tengen.clients.sitting.replay import Playback
from tengen.clients.sitting.table import Table
from tengen.clients.sitting.walk import STEP_MS
from tengen.core import BLACK, LANGUAGES, Record, Resign, find_kind, kinds

CAPTURE = ["b1", "a1", "a2"]
SETTLED = ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "a3", "b4", "d5", "b2", "pass", "pass"]
"""Both have passed, with a dead white stone on the left."""


async def recorded(*moves: str) -> tuple[View, Record]:
    """A game of Go on a small board after these moves."""
    games = LocalGames(seed=1, drives=False)
    game = await begin(games, "go", 5)
    await place(game, *moves)
    record = await game.record()
    await games.close()
    return game.view, record


async def test_it_begins_at_the_start_and_goes_on_by_itself() -> None:
    view, record = await recorded(*CAPTURE)
    replay = Playback(view, record, now=1000)
    assert (replay.at, replay.last, replay.is_playing, replay.deadline) == (0, 3, True, 1000 + STEP_MS)
    assert not replay.view.moves
    assert not replay.tick(1000 + STEP_MS - 1)
    for number in range(1, 4):
        assert replay.tick(1000 + number * STEP_MS)
        assert (replay.at, len(replay.view.moves)) == (number, number)
    assert not replay.is_playing
    assert replay.deadline is None
    assert not replay.tick(10**9)
    assert board(replay.view) == board(view)
    assert replay.view.prisoners == view.prisoners


async def test_a_late_tick_shows_every_move_all_the_same() -> None:
    view, record = await recorded(*CAPTURE)
    replay = Playback(view, record, now=0)
    assert replay.tick(60_000)
    assert (replay.at, replay.deadline) == (1, 60_000 + STEP_MS)


async def test_pause_step_and_play_again() -> None:
    view, record = await recorded(*CAPTURE)
    replay = Playback(view, record, now=0)
    replay.pause()
    assert not replay.tick(10**6)
    replay.step(2)
    assert (replay.at, replay.is_playing, replay.view.last_move) == (2, False, view.spec.parse("a1"))
    replay.play(now=0)
    assert replay.tick(STEP_MS)
    assert replay.at == 3
    replay.play(now=0)
    assert (replay.at, replay.is_playing) == (0, True)


async def test_words_say_which_move_it_is() -> None:
    view, record = await recorded("c3", "pass")
    replay = Playback(view, record, now=0)
    assert replay.caption("en") == "Move 0 of 2"
    replay.go(1)
    assert replay.caption("en") == "Move 1 of 2 · C3"
    replay.go(2)
    assert replay.caption("zh") == "第 2 手，共 2 手 · 虚着"


async def test_nothing_can_be_done_in_a_position_of_the_past() -> None:
    view, record = await recorded(*CAPTURE)
    replay = Playback(view, record, now=0)
    for at in range(replay.last + 1):
        replay.go(at)
        shown = replay.view
        assert (shown.yours, shown.legal, shown.can_ask, shown.asked, shown.clock) == ((), (), (), None, None)


async def test_an_empty_game_has_one_position() -> None:
    view, record = await recorded()
    replay = Playback(view, record, now=0)
    assert (replay.at, replay.last, replay.is_playing) == (0, 0, False)
    replay.play(now=0)
    assert not replay.is_playing


async def test_how_dead_stones_were_settled_is_left_out_and_the_end_has_them() -> None:
    games = LocalGames(seed=1)
    game = await begin(games, "go", 5, rules={"dead_stones": "agree"})
    await place(game, *SETTLED)
    await seen(game, lambda view: view.proposal is not None)
    table = Table(game, games.now)
    assert await table.do(TableCommand.AGREE)
    replay = Playback(game.view, await game.record(), now=0)
    assert replay.last == len(SETTLED) + 1
    replay.go(replay.last)
    assert replay.view.dead == game.view.dead
    assert replay.view.result == game.view.result
    replay.step(-1)
    assert replay.view.result is None
    await games.close()


@given(st.lists(st.tuples(st.sampled_from(["tick", "play", "pause", "step", "go"]), st.integers(-9, 9)), max_size=40))
async def test_it_never_leaves_the_game(deeds: list[tuple[str, int]]) -> None:
    view, record = await recorded(*CAPTURE)
    replay, now = Playback(view, record, now=0), 0
    for deed, number in deeds:
        now += 100 * abs(number)
        match deed:
            case "tick":
                replay.tick(now)
            case "play":
                replay.play(now)
            case "pause":
                replay.pause()
            case "step":
                replay.step(number)
            case "go":
                replay.go(number)
        assert 0 <= replay.at <= replay.last
        assert len(replay.view.moves) == replay.at
        assert replay.is_playing == (replay.deadline is not None)
        assert not (replay.is_playing and replay.at == replay.last)


@pytest.mark.parametrize("kind", [kind.name for kind in kinds()])
async def test_every_position_of_any_game_can_be_shown(kind: str) -> None:
    games = LocalGames(seed=1)
    game = await begin(games, kind, min(find_kind(kind).rules.SIZES), black="random", white="random")
    await seen(game, lambda view: view.is_over or len(view.moves) > 40)
    if not game.view.is_over:
        await game.pause()
    replay = Playback(game.view, await game.record(), now=0)
    before = -1
    while replay.at > before:
        before = replay.at
        for language in LANGUAGES:
            assert replay.caption(language)
        assert replay.view.status.key
        replay.step(1)
    assert board(replay.view) == board(game.view)
    await games.close()


async def test_a_resignation_is_the_last_step() -> None:
    games = LocalGames(seed=1, drives=False)
    game = await begin(games, "go", 5)
    await place(game, "c3", "b2")
    await game.act(Resign(BLACK))
    replay = Playback(game.view, await game.record(), now=0)
    replay.go(replay.last)
    assert replay.view.result == game.view.result
    await games.close()
