"""The game screen in terminals of all sizes: what it shows, tabs, typing. Dumps are what the screen shows."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest
from tests.clients.terminal.shown import begun, client, message, status, text_of, typed, until

from tengen.clients.sitting.preferences import Preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.board import BoardWidget
from tengen.clients.terminal.geometry import LARGE, SMALL
from tengen.clients.terminal.screens.confirm import ConfirmScreen
from tengen.clients.terminal.screens.game import GameScreen
from tengen.core import BLACK

LARGE_SIZE = (160, 50)


# --- the first look


async def test_the_first_screen_is_that_of_the_fifth_seed_two_boards_and_the_first_is_shown(tmp_path: Path) -> None:
    async with client(tmp_path, ("peace", None), ("reversi", None), colors=Colors.NONE) as (app, _):
        assert text_of(app).split("\n") == [
            " 1 Peace 8×8  2 Othello 8×8*",
            "   a b c d e f g h  > X black",
            "1  . . . . . . . .    O white",
            "2  . . . . . . . .",
            "3  . . . . . . . .",
            "4  . . . O X . . .",
            "5  . . . X[O]. . .",
            "6  . . . . . . . .",
            "7  . . . . . . . .",
            "8  . . . . . . . .",
            *[""] * 9,
            "                    Undo U      Redo Y      Restart R   Pass P      Resign",
            "                    Save S      Load… L     Replay      Hint H      Settings",
            "                    New N",
            " Black to move.",
            " ? keys · / type a point · [ ] tabs · Ctrl+P commands · Q quit",
        ]


@pytest.mark.long
async def test_go_19_fits_a_terminal_of_80_to_24(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 19)) as (app, pilot):
        await typed(app, pilot, "q16", "d4", "16d")
        lines = text_of(app).split("\n")
        assert len(lines) == 24
        assert lines[1].startswith("    A B C D E F G H J K L M N O P Q R S T  ")
        assert lines[5].startswith("16  ├─┼─┼[●]┼─┼─┼─┼─┼─╋─┼─┼─┼─┼─┼─●─┼─┼─┤ ")
        assert lines[20].startswith(" 1  └─┴─")
        assert "1 Q16           D4" in lines[4]
        assert app.screen.query_one(BoardWidget).geometry.scale == SMALL  # type: ignore[union-attr]


@pytest.mark.long
async def test_a_large_terminal_draws_large_boards(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 19), size=LARGE_SIZE) as (app, pilot):
        board = app.screen.query_one(BoardWidget)
        assert board.geometry is not None
        assert board.geometry.scale == LARGE
        await typed(app, pilot, "k10")
        assert "▟▄▄▙" in text_of(app)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: board.geometry is not None and board.geometry.scale == SMALL)
        await until(pilot, lambda: "[●]" in text_of(app))


@pytest.mark.long
async def test_a_narrow_terminal_has_the_panel_below_the_board(tmp_path: Path) -> None:
    async with client(tmp_path, ("othello", 8), size=(40, 40)) as (app, _):
        lines = text_of(app).split("\n")
        board = next(row for row, line in enumerate(lines) if line.startswith("1"))
        players = next(row for row, line in enumerate(lines) if "● black" in line)
        assert players > board + 7
        assert any("Undo U" in line for line in lines)


@pytest.mark.long
async def test_a_board_that_has_no_room_scrolls_with_the_cursor(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 19), size=(60, 16)) as (app, pilot):
        assert not any(line.startswith(" 1  └─┴─") for line in text_of(app).split("\n"))
        await pilot.press("pagedown", "end")
        await until(pilot, lambda: any("┴[┘]" in line for line in text_of(app).split("\n")))


@pytest.mark.long
@pytest.mark.parametrize("size", [(80, 24), LARGE_SIZE])
async def test_chinese_is_aligned(tmp_path: Path, size: tuple[int, int]) -> None:
    async with client(tmp_path, ("go", 9), ("gomoku", 15), language="zh", size=size, colors=Colors.NONE) as (
        app,
        pilot,
    ):
        await typed(app, pilot, "d4", "e5")
        lines = text_of(app).split("\n")
        assert lines[0] == " 1 围棋 9×9  2 五子棋 15×15*"
        assert status(app) == "轮到黑方。"
        buttons = [line for line in lines if "悔棋 U" in line or "认输" in line]
        assert buttons
        assert "提 0 子" in lines[1] or "0" in lines[1]


# --- tabs and typing


@pytest.mark.long
async def test_tabs_are_changed_by_keys_clicks_and_typed_numbers(tmp_path: Path) -> None:
    async with client(tmp_path, ("peace", 8), ("othello", 8), ("go", 9)) as (app, pilot):
        await pilot.press("right_square_bracket")
        assert app.tables.index == 1
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert app.tables.index == 2
        await pilot.click("#tabs", offset=(3, 0))
        await until(pilot, lambda: app.tables.index == 0)
        await pilot.press("2", "enter")
        await until(pilot, lambda: app.tables.index == 1)


@pytest.mark.long
async def test_what_is_typed_is_a_point_or_the_line_says_what_it_may_be(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        await pilot.press("4", "d", "enter")
        await until(pilot, lambda: table.view.board[table.view.spec.parse("d4")] is BLACK)
        await pilot.press("slash", *"z99", "enter")
        await until(pilot, lambda: message(app) == '"z99" is not a point of this board (A1 to J9).')
        await pilot.press("slash", *"u", "escape")
        assert len(table.view.moves) == 1, "in the field a letter is a letter"
        await pilot.press("slash", *["9"] * 40, "enter")
        await until(pilot, lambda: message(app).startswith('"99999'))


async def test_letters_can_be_turned_off(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9), preferences=Preferences(shortcuts=False)) as (app, pilot):
        await typed(app, pilot, "d4")
        await pilot.press("u")
        await until(pilot, lambda: message(app) == "Keyboard shortcuts are turned off in the settings.")
        table = app.tables.shown
        assert table is not None
        assert len(table.view.moves) == 1
        assert "Undo U" not in text_of(app)
        for letter in ("S", "o", "t"):
            table.say(None)
            await pilot.press(letter)
            await until(pilot, lambda: message(app) == "Keyboard shortcuts are turned off in the settings.")
            assert isinstance(app.screen, GameScreen)


@pytest.mark.long
async def test_closing_asks_where_a_running_game_is_lost(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9), ("othello", 8)) as (app, pilot):
        await typed(app, pilot, "d4")
        await pilot.press("ctrl+w")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await pilot.press("right_square_bracket", "ctrl+w")
        await until(pilot, lambda: len(app.tables.all) == 1)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        assert "This game is not over. Leave it?" in text_of(app)
        await pilot.press("y")
        await until(pilot, lambda: not app.is_running)


@pytest.mark.long
async def test_the_palette_offers_what_can_be_done_now(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        await pilot.press("ctrl+p")
        await until(pilot, lambda: "Save as…" in text_of(app))
        assert "Undo" not in text_of(app)
        await pilot.press(*"pas")
        await until(pilot, lambda: "Pass" in text_of(app) and "Save as…" not in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: len(table.view.moves) == 1)


@pytest.mark.long
async def test_closed_in_the_middle_of_thinking_it_ends_at_once(tmp_path: Path) -> None:
    thinking = begun("go", 19, players=("level:10", "level:10"))
    async with client(tmp_path, thinking) as (app, pilot):
        await until(pilot, lambda: "Level 10 …" in text_of(app))
        app.exit()
        since = monotonic()
    assert monotonic() - since < 5, "the pilot's own end and the folder's are in it"


async def test_without_a_game_the_screen_says_how_to_begin_one(tmp_path: Path) -> None:
    async with client(tmp_path) as (app, pilot):
        assert status(app) == "No game is open. N begins one."
        await pilot.press("u")
        await until(pilot, lambda: message(app) == "No game is open. N begins one.")


def test_news_of_a_game_before_its_screen_is_made_is_no_fault() -> None:
    screen = GameScreen()
    screen.show_tables()
    screen.show_all()
