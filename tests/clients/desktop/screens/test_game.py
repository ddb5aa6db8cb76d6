"""The game screen: playing with the pointer and with keys, what is asked before a loss, tabs, looking back."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pygame
import pytest
from tests.clients.desktop.at_board import at_board
from tests.clients.play.scripts import place, seen

from tengen.clients.desktop.events import WheelTurned
from tengen.clients.desktop.screens.game.screen import GameScreen
from tengen.clients.desktop.screens.help import HelpScreen
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.play import Game
from tengen.clients.sitting.possible import COMMAND_KEYS, TableCommand
from tengen.clients.sitting.preferences import Preferences
from tengen.core import BLACK, LANGUAGES, WHITE, Color, Point, kinds, text

WALLS = ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "a3", "b4", "d5", "b2", "pass", "pass"]


def stone(game: Game, name: str) -> Color | None:
    return game.view.board[game.view.spec.parse(name)]


def is_stone(game: Game, name: str) -> bool:
    return stone(game, name) is not None


# --- playing


async def test_a_click_plays_and_captures(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("b1", "a1", "a2")
        assert stone(game, "a1") is None
        assert stone(game, "a2") is BLACK
        assert "1 captured" in [player.count for player in here.shown.table.players("en")]


async def test_a_refused_click_says_why_and_changes_nothing(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c2")
        before = game.view
        await here.click_on("c2")
        await here.until(lambda: here.has("message"))
        assert text("en", "error.OCCUPIED") in here.said
        assert game.view == before
        await here.play("e5")
        assert not here.has("message")


async def test_the_window_says_how_it_stands_in_both_languages_while_it_runs(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        assert here.app.window.title == "Black to move. · Go 9×9 · Tengen"
        here.app.change(language="zh")
        await here.settled()
        assert text("zh", COMMAND_KEYS[TableCommand.UNDO]) in here.said
        assert "围棋" in here.app.window.title


async def test_arrows_and_enter_play_where_the_cursor_is(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.press("left")
        assert here.shown.board.cursor == Point(4, 4)
        await here.press("left")
        await here.press("up")
        await here.press("enter")
        await here.until(lambda: bool(game.view.moves))
        assert game.view.board[Point(3, 3)] is BLACK


async def test_enter_plays_also_after_a_button_was_clicked(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3", "g7")
        await here.click("do/undo")
        await here.until(lambda: len(game.view.moves) == 1)
        await here.press("down")
        await here.press("enter")
        await here.until(lambda: len(game.view.moves) == 2)


@pytest.mark.parametrize("is_typed", [False, True], ids=["sdl-knows-no-field", "sdl-knows-one"])
async def test_who_types_faster_than_the_window_draws_loses_no_sign(tmp_path: Path, is_typed: bool) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        app = here.app
        app.events.is_typing = is_typed
        for sign in "/p6":  # P alone would pass
            code = pygame.key.key_code(sign)
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode=sign, mod=0, scancode=0))
            if is_typed:
                pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=sign))
        app.events.look()
        app.heard()
        assert here.shown.typed is not None
        assert here.shown.typed.text == "p6"
        await here.settled()
        assert game.view.moves == ()


async def test_a_point_is_typed_after_a_slash_or_a_digit(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 19)
        for first, rest, point in (("/", "q16", "q16"), ("4", "d", "d4")):
            await here.press(first)
            await here.write(rest)
            await here.press("enter")
            await here.until(partial(is_stone, game, point))
        assert stone(game, "q16") is BLACK
        assert stone(game, "d4") is WHITE
        await here.press("/")
        await here.write("nowhere")
        await here.press("enter")
        await here.until(lambda: here.has("message"))
        await here.press("escape")
        assert not here.has("typed")
        assert len(game.view.moves) == 2


async def test_letters_are_commands_unless_they_are_turned_off(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3")
        await here.press("p")
        await here.until(lambda: len(game.view.moves) == 2)
        await here.press("u")
        await here.press("u")
        await here.until(lambda: not game.view.moves)
        here.app.change(shortcuts=False)
        await here.press("p")
        await asyncio.sleep(0.02)
        assert not game.view.moves
        await here.press("?")
        assert isinstance(here.app.screen, HelpScreen)


async def test_an_estimate_is_told_and_drawn_until_the_next_move(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3")
        assert not here.has("estimate")
        await here.press("e")
        await here.until(lambda: here.has("estimate"))
        assert "Points held:" in here.said
        await here.play("g7")
        await here.until(lambda: not here.has("estimate"))
        assert game.view.estimate is None


@pytest.mark.parametrize(("key", "command"), [("r", "restart"), ("", "resign")])
async def test_restart_and_resign_ask_once(tmp_path: Path, key: str, command: str) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3")
        for answer in ("dialog/no", "dialog/yes"):
            await (here.press(key) if key else here.click(f"do/{command}"))
            await here.until(lambda: here.has("dialog/yes"))
            await here.click(answer)
            await here.until(lambda: not here.has("dialog/yes"))
            if answer == "dialog/no":
                assert len(game.view.moves) == 1
                assert not game.view.is_over
        await here.until(lambda: game.view.is_over or not game.view.moves)


async def test_what_cannot_be_done_is_off_and_says_why(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        off = {command for command in TableCommand if here.has(f"do/{command}") and here.find(f"do/{command}").why_not}
        assert off == {TableCommand.UNDO, TableCommand.REDO, TableCommand.REPLAY, TableCommand.HINT}
        assert here.find("do/undo").why_not == text("en", "error.NOTHING_TO_UNDO")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_command_of_a_game_has_its_button_in_both_languages(tmp_path: Path, language: str) -> None:
    async with at_board(tmp_path, Preferences(language=language)) as here:
        await here.begin("gomoku", 15)
        for command in (
            "undo",
            "redo",
            "restart",
            "pass",
            "resign",
            "save",
            "load",
            "replay",
            "hint",
            "settings",
            "new",
        ):
            assert here.has(f"do/{command}")
            assert text(language, COMMAND_KEYS[TableCommand(command)]).rstrip("…") in here.said


async def test_every_game_that_there_is_can_be_shown(tmp_path: Path) -> None:
    async with at_board(tmp_path, size=(700, 500)) as here:
        for kind in kinds():
            await here.begin(kind.name)
            assert isinstance(here.app.screen, GameScreen)
            assert text("en", f"{kind.name}.name") in here.app.window.title


# --- openings, dead stones, the end


async def test_the_openings_question_is_answered_by_a_button(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("gomoku", 15, rules={"opening": "swap2"})
        await here.play("h8", "h9", "j9")
        await here.click("choice/white")
        await here.until(lambda: not game.view.is_choosing)
        assert game.view.asked is not None


async def test_dead_stones_are_clicked_and_agreed_on_and_the_score_is_told(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 5, rules={"dead_stones": "agree"})
        await place(game, *WALLS)
        await seen(game, lambda view: view.proposal is not None)
        await here.settled()
        assert here.has("do/as_it_stands")
        await here.click_on("a3")
        await here.until(lambda: here.view.proposal is None)
        await here.play("a3")
        assert game.view.dead == {game.view.spec.parse("a3")}
        await here.click("do/agree")
        await here.until(lambda: game.view.is_over and here.has("end"))
        assert "Black: 15, White: 17.5." in here.said


async def test_the_result_lies_over_the_board_until_a_click(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("gomoku", 15)
        await here.play("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
        assert game.view.is_over
        assert here.has("end")
        await here.click_on("a15")
        assert not here.has("end")
        await here.click("do/undo")
        await here.until(lambda: not game.view.is_over)
        await here.play("h12")
        assert here.has("end")


async def test_escape_before_the_last_move_does_not_put_the_result_aside(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("gomoku", 15)
        await here.play("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4")
        await here.press("escape")
        await here.play("h12")
        assert game.view.is_over
        assert here.has("end")
        await here.press("escape")
        assert not here.has("end")


async def test_a_rematch_takes_the_place_of_its_game(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("gomoku", 15)
        await here.play("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
        await here.click("end/rematch")
        await here.until(lambda: here.shown.table.game is not game)
        assert len(here.app.tables.all) == 1
        assert not here.view.moves


async def test_a_rematch_takes_nobody_away_from_another_game(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("gomoku", 15)
        await here.play("h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
        finished = here.shown
        other = await here.begin("go", 9)
        await finished.table.do(TableCommand.REMATCH)
        await here.until(lambda: game not in [table.game for table in here.app.tables.all])
        assert len(here.app.tables.all) == 2
        assert here.shown.table.game is other


async def test_a_tab_that_is_closed_twice_is_closed_once(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("gomoku", 15)
        await here.begin("go", 9)
        leaving = here.shown
        await asyncio.gather(here.app.games.close(leaving), here.app.games.close(leaving))
        assert [table.view.kind for table in here.app.tables.all] == ["gomoku"]


# --- programs


async def test_programs_play_each_other_and_stand_still_when_asked(tmp_path: Path) -> None:
    async with at_board(tmp_path, Preferences(pace_ms=200)) as here:
        game = await here.begin("othello", 6, players=("random", "random"))
        here.shown.table.set_pace(200)
        await here.until(lambda: bool(game.view.moves))
        await here.press("space")
        await here.until(lambda: game.view.is_paused)
        before = len(game.view.moves)
        await here.click("pace/-")
        await here.click("pace/-")
        assert here.shown.table.pace_ms == 0
        assert here.app.preferences.pace_ms == 0
        assert len(game.view.moves) == before
        await here.click("do/unpause")
        await here.until(lambda: game.view.is_over)
        assert here.has("end")


async def test_closed_in_the_middle_of_thinking_nothing_is_left(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 19, players=("human", "level:10"))
        await here.play("k10")
        before = asyncio.get_running_loop().time()
        here.app.end()
    assert asyncio.get_running_loop().time() - before < 5


# --- looking back


async def test_the_replay_shows_every_move_and_leads_back_to_the_board(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3", "g7")
        await here.click("do/replay")
        places: list[int] = []
        while here.shown.playback is not None or not places:
            playback = here.shown.playback
            if playback is not None and (not places or places[-1] != playback.at):
                places.append(playback.at)
            await asyncio.sleep(0.01)
        assert places == [0, 1, 2]
        await here.play("e5")


async def test_a_replay_stands_still_steps_and_is_left(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3", "g7", "e5")
        await here.click("do/replay")
        await here.until(lambda: here.shown.playback is not None)
        playback = here.shown.playback
        assert playback is not None
        await here.press("space")
        assert not playback.is_playing
        await here.press("end")
        await here.until(lambda: playback.at == 3)
        await here.press("left")
        await here.until(lambda: playback.at == 2)
        await here.click("step/first")
        await here.until(lambda: playback.at == 0)
        await here.click_on("a9")
        assert len(game.view.moves) == 3
        await here.press("escape")
        assert here.shown.playback is None


async def test_wheel_and_list_look_back_while_the_game_goes_on(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        game = await here.begin("go", 9)
        await here.play("c3", "g7")
        await here.wheel("e5", 1)
        await here.until(lambda: here.shown.playback is not None)
        await place(game, "e5")
        await here.settled()
        playback = here.shown.playback
        assert playback is not None
        assert playback.at == 1
        await here.wheel("e5", -1)
        await here.until(lambda: playback.at == 2)
        await here.wheel("e5", -1)
        await here.until(lambda: here.shown.playback is None)
        x, y = here.find("moves").rect.x + 60, here.find("moves").rect.y + 40
        await here.click_at(x, y)
        await here.until(lambda: here.shown.playback is not None)
        assert here.shown.playback.at == 1  # type: ignore[union-attr]  # just awaited


async def test_no_turn_of_a_fast_wheel_is_lost(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3", "g7", "c7", "g3")
        for _ in range(3):
            here.app.handle(WheelTurned(*here.place_of("e5"), 1))
        await here.until(lambda: here.shown.playback is not None and here.shown.playback.at == 1)


# --- tabs


async def test_games_have_tabs_and_the_window_asks_before_one_is_lost(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3")
        await here.begin("othello", 8)
        await here.press("[")
        assert here.view.kind == "go"
        for key, kind in (("2", "othello"), ("1", "go"), ("9", "go")):
            await here.press(key, ctrl=True)
            assert here.view.kind == kind
        await here.press("w", ctrl=True)
        await here.until(lambda: here.has("dialog/yes"))
        await here.click("dialog/no")
        await here.until(lambda: not here.has("dialog/yes"))
        assert len(here.app.tables.all) == 2
        await here.press("w", ctrl=True)
        await here.until(lambda: here.has("dialog/yes"))
        await here.click("dialog/yes")
        await here.until(lambda: len(here.app.tables.all) == 1)
        await here.press("w", ctrl=True)
        await here.until(lambda: isinstance(here.app.screen, StartScreen))


async def test_closing_the_window_asks_where_a_game_runs(tmp_path: Path) -> None:
    async with at_board(tmp_path) as here:
        await here.begin("go", 9)
        await here.play("c3")
        await here.press("q")
        await here.until(lambda: here.has("dialog/yes"))
        await here.press("escape")
        await here.until(lambda: not here.has("dialog/yes"))
        assert not here.app.is_ended
        await here.press("q")
        await here.until(lambda: here.has("dialog/yes"))
        await here.click("dialog/yes")
        await here.until(lambda: here.app.is_ended)


async def test_more_tabs_than_there_is_room_for_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tengen.clients.sitting.tables.MOST_TABLES", 2)
    async with at_board(tmp_path) as here:
        for _ in range(3):
            await here.begin("othello", 8)
        assert len(here.app.tables.all) == 2
        assert here.has("message")
