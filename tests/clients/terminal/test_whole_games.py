"""Games on the whole screen, played with keys and mouse from beginning to end, and what can be asked for meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.terminal.shown import begun, client, message, played, status, text_of, until
from textual.widgets import OptionList

from tengen.clients.sitting.preferences import Preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.board import BoardWidget
from tengen.clients.terminal.screens.confirm import ConfirmScreen
from tengen.clients.terminal.screens.game import GameScreen
from tengen.core import BLACK, WHITE, text

pytestmark = pytest.mark.long


# --- whole games


@pytest.mark.parametrize("colors", [Colors.ALL, Colors.FEW, Colors.NONE])
async def test_peace_is_filled_by_keys_and_mouse(tmp_path: Path, colors: Colors) -> None:
    async with client(tmp_path, ("peace", 8), colors=colors) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        board = app.screen.query_one(BoardWidget)
        for number, point in enumerate(
            [point for point in table.view.board.points() if table.view.board[point] is None]
        ):
            if number % 2:
                assert board.geometry is not None
                assert await pilot.click(BoardWidget, offset=board.geometry.place(point))
            else:
                board.go(point)
                await pilot.press("enter")
            await until(pilot, lambda number=number: len(table.view.moves) == number + 1)  # type: ignore[misc]
        await until(pilot, lambda: table.view.is_over)
        assert status(app) == table.status("en")
        assert table.view.board.is_full


async def test_othello_with_a_forced_pass_is_counted(tmp_path: Path) -> None:
    async with client(tmp_path, ("othello", 4), colors=Colors.NONE) as (app, pilot):
        assert "+" in text_of(app), "where one may play is shown"
        await pilot.press("slash", "a", "1", "enter")
        await until(pilot, lambda: message(app) == text("en", "error.NO_FLIP"))
        table = app.tables.shown
        assert table is not None
        assert table.view.moves == ()
        while not table.view.is_over:
            if table.view.legal:
                await played(app, pilot, table.view.spec.name(table.view.legal[0]))
            else:
                moves = len(table.view.moves)
                assert "pass" in status(app)
                await pilot.press("p")
                await until(pilot, lambda moves=moves: len(table.view.moves) > moves)  # type: ignore[misc]
        shown = text_of(app)
        for line in table.result("en"):
            assert line in shown


async def test_go_with_capture_ko_passes_dead_stones_and_score(tmp_path: Path) -> None:
    rules = {"preset": "chinese", "dead_stones": "agree"}
    async with client(tmp_path, begun("go", 9, rules=rules)) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        await played(app, pilot, "d5", "e5", "c4", "f4", "d3", "e3", "e4", "d4")
        assert "1 captured" in text_of(app)
        await pilot.press("slash", *"e4", "enter")
        await until(pilot, lambda: message(app) == "Ko: play elsewhere first.")
        assert len(table.view.moves) == 8, "what is refused changes nothing"
        await pilot.press("p", "p")
        await until(pilot, lambda: table.view.phase == "agree")
        assert "Agree" in text_of(app)
        board = app.screen.query_one(BoardWidget)
        assert board.geometry is not None
        await pilot.click(BoardWidget, offset=board.geometry.place(table.view.spec.parse("d5")))
        await until(pilot, lambda: table.view.spec.parse("d5") in table.view.dead)
        await pilot.click("#do-agree")
        await until(pilot, lambda: table.view.is_over)
        shown = text_of(app)
        for line in table.result("en"):
            assert line in shown


async def test_gomoku_five_wins_and_the_row_is_marked(tmp_path: Path) -> None:
    async with client(tmp_path, begun("gomoku", 15, rules={"preset": "freestyle"})) as (app, pilot):
        await played(app, pilot, "h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12")
        table = app.tables.shown
        assert table is not None
        assert table.view.result is not None
        assert table.view.result.winner is BLACK
        assert "black wins" in text_of(app)
        await pilot.press("slash", *"o15", "enter")
        await until(pilot, lambda: message(app) == "The game is over.")


async def test_swap2_is_answered_in_the_list_of_choices(tmp_path: Path) -> None:
    async with client(tmp_path, begun("gomoku", 15, rules={"opening": "swap2"})) as (app, pilot):
        await played(app, pilot, "h8", "h9", "i9")
        table = app.tables.shown
        assert table is not None
        choices = app.screen.query_one("#choices", OptionList)
        await until(pilot, lambda: choices.display and choices.option_count == len(table.view.choices))
        assert choices.option_count == 3
        choices.focus()
        await pilot.press("down", "enter")
        await until(pilot, lambda: table.view.phase != "choice")
        assert len(table.view.moves) == 4
        assert not choices.display


async def test_the_toy_game_that_nobody_told_the_client_of(tmp_path: Path) -> None:
    async with client(tmp_path, ("corners", 3), colors=Colors.NONE, size=(80, 24)) as (app, pilot):
        await played(app, pilot, "a1", "a2", "b2", "b1")
        await pilot.press("p")
        table = app.tables.shown
        assert table is not None
        await until(pilot, lambda: len(table.view.moves) == 5)
        while not table.view.is_over:
            await played(app, pilot, table.view.spec.name(table.view.legal[0]))
        for line in table.result("en"):
            assert line in text_of(app)
        assert text_of(app).split("\n")[0].startswith(" 1 Corners 3×3")


# --- commands


async def test_undo_to_the_start_redo_restart_and_resign(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        await played(app, pilot, "d4", "e5")
        await pilot.press("u", "u")
        await until(pilot, lambda: table.view.moves == ())
        await pilot.press("u")
        await until(pilot, lambda: message(app) == "There is nothing to undo.")
        await pilot.press("y")
        await until(pilot, lambda: len(table.view.moves) == 1)
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        assert "Begin this game again?" in text_of(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        assert len(table.view.moves) == 1
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        await until(pilot, lambda: table.view.moves == ())
        await pilot.click("#do-resign")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.click("#yes")
        await until(pilot, lambda: table.view.is_over)
        assert "white wins" in text_of(app)


async def test_save_and_load_use_one_file_for_each_kind_and_ask_before_another_game_is_lost(tmp_path: Path) -> None:
    async with client(tmp_path, ("gomoku", 15), ("gomoku", 15)) as (app, pilot):
        await played(app, pilot, "h8")
        await pilot.press("s")
        await until(pilot, lambda: message(app) == "Saved as gomoku.json.")
        await played(app, pilot, "h9")
        await pilot.press("s")
        await until(pilot, lambda: message(app) == "Saved as gomoku.json.")
        await pilot.press("right_square_bracket", "s")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        assert "gomoku.json holds another game. Replace it?" in text_of(app)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, GameScreen))
        await pilot.press("l")
        await until(pilot, lambda: len(app.tables.all) == 3)
        table = app.tables.shown
        assert table is not None
        assert len(table.view.moves) == 2
        assert message(app) == "Loaded gomoku.json."


async def test_a_bad_file_leaves_the_game_untouched_with_a_clear_line(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "go.json").write_text("{", encoding="utf-8")
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        await played(app, pilot, "d4")
        await pilot.press("l")
        await until(pilot, lambda: message(app) == "The file is not readable: line 1, column 2.")
        assert len(app.tables.all) == 1
        table = app.tables.shown
        assert table is not None
        assert len(table.view.moves) == 1


async def test_a_replay_plays_steps_and_leads_back(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        await played(app, pilot, "d4", "e5", "f6")
        table = app.tables.shown
        assert table is not None
        await pilot.click("#do-replay")
        await until(pilot, lambda: app.actions.playback(table) is not None)
        playback = app.actions.playback(table)
        assert playback is not None
        await until(pilot, lambda: status(app).startswith("Move 1 of 3"))
        await pilot.press("space", "full_stop")
        await until(pilot, lambda: not playback.is_playing)
        await pilot.press("slash", *"a1", "enter")
        await pilot.press("comma", "comma", "comma")
        await until(pilot, lambda: status(app).startswith("Move 0 of 3"))
        assert len(table.view.moves) == 3, "nothing is played in a replay"
        await pilot.press("escape")
        await until(pilot, lambda: status(app) == "White to move.")


async def test_a_hint_is_given_against_a_level_alone(tmp_path: Path) -> None:
    against = begun("othello", 4, players=("human", "level:1"))
    async with client(tmp_path, against, ("othello", 4)) as (app, pilot):
        await pilot.press("h")
        await until(pilot, lambda: message(app).startswith("The strongest level would play "))
        table = app.tables.shown
        assert table is not None
        assert table.hint in table.view.legal
        await pilot.press("right_square_bracket", "h")
        await until(pilot, lambda: "A hint is given only in your own turn" in text_of(app))


async def test_an_estimate_is_told_until_the_next_move_in_go_alone(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9), ("othello", 4)) as (app, pilot):
        await pilot.press("slash", *"c3", "enter", "e")
        await until(pilot, lambda: "Points held: Black" in text_of(app))
        await pilot.press("slash", *"g7", "enter")
        await until(pilot, lambda: "Points held: Black" not in text_of(app))
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: "Estimate E" not in text_of(app))


async def test_programs_play_each_other_at_a_pace_with_a_pause(tmp_path: Path) -> None:
    show = begun("othello", 6, players=("random", "random"))
    async with client(tmp_path, show, preferences=Preferences(pace_ms=10_000)) as (app, pilot):
        table = app.tables.shown
        assert table is not None
        assert "Pace: 10 s a move" in text_of(app)
        await pilot.press("space")
        await until(pilot, lambda: table.view.is_paused)
        moves = len(table.view.moves)
        await pilot.press(*["plus"] * 9)
        await until(pilot, lambda: table.pace_ms == 0)
        assert app.preferences.pace_ms == 0
        assert len(table.view.moves) == moves
        await pilot.press("space")
        await until(pilot, lambda: table.view.is_over)


async def test_a_rematch_is_one_more_tab_with_colours_exchanged(tmp_path: Path) -> None:
    async with client(tmp_path, ("gomoku", 15)) as (app, pilot):
        await pilot.click("#do-resign")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        await until(pilot, lambda: app.tables.all[0].view.is_over)
        await pilot.click("#do-rematch")
        await until(pilot, lambda: len(app.tables.all) == 2)
        names = {color: seat.name for color, seat in app.tables.all[1].view.seats.items()}
        assert names == {BLACK: "white", WHITE: "black"}
