"""The start form, people, settings, files and keys, each from the game screen and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.sitting.people_here import ANN, BEN
from tests.clients.terminal.shown import begun, client, message, played, text_of, until
from textual.pilot import Pilot
from textual.widgets import Button, Input, OptionList, Select

from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.app import TerminalApp
from tengen.clients.terminal.screens.confirm import ConfirmScreen
from tengen.clients.terminal.screens.files import FilesScreen
from tengen.clients.terminal.screens.game import GameScreen
from tengen.clients.terminal.screens.help import HelpScreen
from tengen.clients.terminal.screens.people import PeopleScreen
from tengen.clients.terminal.screens.settings import SettingsScreen
from tengen.clients.terminal.screens.start import StartScreen
from tengen.core import BLACK, WHITE
from tengen.people import PeopleCode, PeopleError


async def at_game(app: TerminalApp, pilot: Pilot[None]) -> None:
    """Back at the game screen."""
    await until(pilot, lambda: isinstance(app.screen, GameScreen))


async def choose(pilot: Pilot[None], field: str, value: str) -> None:
    """Choose in a list of the form, once it is there with all that is in it."""
    await until(pilot, lambda: bool(pilot.app.screen.query(f"#field-{field} #label")))
    pilot.app.screen.query_one(f"#field-{field}", Select).value = value


def press(app: TerminalApp, button: str) -> None:
    """Press a button, wherever it lies just now."""
    app.screen.query_one(f"#{button}", Button).press()


async def enter(pilot: Pilot[None], field: str, written: str) -> None:
    """Write into a field of the form."""
    pilot.app.screen.query_one(f"#field-{field}", Input).value = written
    await pilot.pause()


# --- a new game


@pytest.mark.long
async def test_a_game_begins_as_the_form_says_and_the_form_is_remembered(tmp_path: Path) -> None:
    async with client(tmp_path) as (app, pilot):
        await pilot.press("n")
        await until(pilot, lambda: "Which game?" in text_of(app) and "Play" in text_of(app))
        await choose(pilot, "kind", "gomoku")
        await until(pilot, lambda: "Free-style" in text_of(app) or "opening" in text_of(app).lower())
        await choose(pilot, "who-white", "guest")
        await until(pilot, lambda: bool(app.screen.query("#field-guest-white")))
        await enter(pilot, "guest-black", "  Ann  ")
        await choose(pilot, "option-opening", "swap2")
        await choose(pilot, "clock-name", "quick")
        await pilot.pause()
        press(app, "play")
        await at_game(app, pilot)
        table = app.tables.shown
        assert table is not None
        view = table.view
        assert (view.kind, view.rules["opening"], view.seats[BLACK].name) == ("gomoku", "swap2", "Ann")
        assert view.clock is not None
        assert "5:0" in text_of(app), "the clocks are beside the board"
        assert read_preferences(tmp_path / FILE_NAME)[0].choices["kind"] == "gomoku"
        await pilot.press("n")
        await until(pilot, lambda: "Ann" in text_of(app))


@pytest.mark.long
async def test_what_the_rules_refuse_is_told_beside_the_form_and_nothing_begins(tmp_path: Path) -> None:
    async with client(tmp_path, preferences=Preferences(choices={"kind": "go"})) as (app, pilot):
        await pilot.press("n")
        await until(pilot, lambda: bool(app.screen.query("#field-option-komi")))
        await enter(pilot, "option-komi", "many")
        await until(pilot, lambda: '"many" is not a number.' in text_of(app))
        press(app, "play")
        await pilot.pause()
        assert isinstance(app.screen, StartScreen)
        assert app.tables.all == ()
        await enter(pilot, "option-komi", "6.5")
        await until(pilot, lambda: "is not a number" not in text_of(app))
        await pilot.press("escape")
        await at_game(app, pilot)


@pytest.mark.long
async def test_the_toy_game_has_its_form_by_its_options(tmp_path: Path) -> None:
    async with client(tmp_path, preferences=Preferences(choices={"kind": "corners"})) as (app, pilot):
        await pilot.press("n")
        await until(pilot, lambda: bool(app.screen.query("#field-option-corner_points")))
        for name in ("preset", "size", "option-goal", "option-rest"):
            assert app.screen.query(f"#field-{name}")
        await choose(pilot, "preset", "misere")
        await until(pilot, lambda: app.screen.query_one("#field-option-corner_points", Input).value == "5")


# --- people


@pytest.mark.long
async def test_two_people_log_in_play_and_save_and_a_stranger_cannot_go_on(tmp_path: Path) -> None:
    async with client(tmp_path) as (app, pilot):
        for name, password in (ANN, BEN):
            app.show_people()
            await until(pilot, lambda: bool(app.screen.query("#field-password")))
            await enter(pilot, "name", name)
            await enter(pilot, "password", password)
            assert password not in text_of(app), "a password is not shown"
            press(app, "register")
            await until(pilot, lambda name=name: f"Welcome, {name}." in text_of(app))  # type: ignore[misc]
            await pilot.press("escape")
            await at_game(app, pilot)
        assert [person.name for person in app.people.present] == ["Ann", "Ben"]
        await pilot.press("n")
        await until(pilot, lambda: "Account" in text_of(app))
        await choose(pilot, "kind", "othello")
        await pilot.pause()
        await choose(pilot, "who-white", "account")
        await until(pilot, lambda: bool(app.screen.query("#field-account-white")))
        await choose(pilot, "account-white", "Ben")
        await pilot.pause()
        press(app, "play")
        await at_game(app, pilot)
        table = app.tables.shown
        assert table is not None
        assert [table.view.seats[color].name for color in (BLACK, WHITE)] == ["Ann", "Ben"]
        await played(app, pilot, "d3")
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, FilesScreen))
        app.screen.query_one("#name", Input).value = "ours"
        press(app, "slot")
        await at_game(app, pilot)
        assert message(app) == "Kept as ours among the saved games."
        await app.people.log_out(app.people.present[1])
        await pilot.press("L")
        await until(pilot, lambda: "ours · Othello 8×8 · Ann – Ben" in text_of(app))
        entries = app.screen.query_one("#entries", OptionList)
        entries.highlighted = 0
        press(app, "open")
        await until(pilot, lambda: "The game file does not match the current user." in text_of(app))
        assert len(app.tables.all) == 1


@pytest.mark.long
async def test_a_wrong_password_is_told_and_nobody_comes_in(tmp_path: Path) -> None:
    async with client(tmp_path) as (app, pilot):
        await app.people.register(*ANN)
        await app.people.log_out()
        app.show_people()
        await until(pilot, lambda: bool(app.screen.query("#field-password")))
        await enter(pilot, "name", "Ann")
        await enter(pilot, "password", "not this one at all")
        press(app, "log_in")
        await until(pilot, lambda: "password" in str(app.screen.query_one("#problem").render()).lower())
        assert app.people.present == ()
        assert isinstance(app.screen, PeopleScreen)
        assert app.screen.query_one("#field-name", Input).value == "Ann", "what was typed stays"


async def test_what_is_typed_stays_when_something_is_told_or_a_code_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def needs_code(*_: object) -> None:
        raise PeopleError(PeopleCode.CODE_NEEDED)

    async with client(tmp_path) as (app, pilot):
        monkeypatch.setattr(app.people, "log_in", needs_code)
        app.show_people()
        await until(pilot, lambda: bool(app.screen.query("#field-password")))
        await enter(pilot, "name", "Ann")
        await enter(pilot, "password", "typed already")
        app.set_focus(None)
        app.tell_key("lobby.paired")
        await pilot.pause()
        assert typed(app) == ("Ann", "typed already")
        press(app, "log_in")
        await until(pilot, lambda: bool(app.screen.query("#field-code")))
        assert typed(app) == ("Ann", "typed already")


def typed(app: TerminalApp) -> tuple[str, str]:
    """The name and the password in the form."""
    name, password = (app.screen.query_one(f"#field-{field}", Input).value for field in ("name", "password"))
    return name, password


# --- settings


@pytest.mark.long
async def test_settings_change_at_once_and_are_kept(tmp_path: Path) -> None:
    async with client(tmp_path, ("othello", 8)) as (app, pilot):
        app.show_settings()
        await until(pilot, lambda: isinstance(app.screen, SettingsScreen) and "Settings" in text_of(app))
        await choose(pilot, "theme", "dark")
        await until(pilot, lambda: app.look.name == "dark")
        await choose(pilot, "page", "light")
        await until(pilot, lambda: app.theme == "tengen-light")
        app.screen.query_one("#field-coordinates").focus()
        await pilot.press("space")
        await until(pilot, lambda: not app.preferences.coordinates)
        await choose(pilot, "language", "zh")
        await until(pilot, lambda: "设置" in text_of(app))
        await pilot.press("escape")
        await at_game(app, pilot)
        await until(pilot, lambda: "轮到黑方。" in text_of(app))
        assert "a   b" not in text_of(app)
        kept, notice = read_preferences(tmp_path / FILE_NAME)
        assert notice is None
        assert (kept.theme, kept.page, kept.coordinates, kept.language) == ("dark", "light", False, "zh")


@pytest.mark.long
async def test_a_terminal_without_colours_has_no_themes_to_choose(tmp_path: Path) -> None:
    async with client(tmp_path, colors=Colors.NONE) as (app, pilot):
        app.show_settings()
        await until(pilot, lambda: bool(app.screen.query("#field-language")))
        assert not app.screen.query("#field-theme")


@pytest.mark.long
async def test_settings_that_cannot_be_kept_are_told(tmp_path: Path) -> None:
    async with client(tmp_path, ("peace", 8)) as (app, pilot):
        (tmp_path / FILE_NAME).mkdir()
        app.prefer(coordinates=False)
        await until(pilot, lambda: "preferences.json" in text_of(app).replace("\n ", ""))


# --- files


@pytest.mark.long
async def test_files_are_saved_renamed_deleted_and_opened_by_path(tmp_path: Path) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        await played(app, pilot, "d4")
        await pilot.press("S")
        await until(pilot, lambda: isinstance(app.screen, FilesScreen))
        app.screen.query_one("#name", Input).value = "../escape"
        press(app, "file")
        await until(pilot, lambda: "cannot be the name of a file here" in text_of(app))
        await pilot.pause()
        app.screen.query_one("#name", Input).value = "first.sgf"
        press(app, "file")
        await at_game(app, pilot)
        assert message(app).startswith("Saved as first.sgf.")
        await pilot.press("L")
        await until(pilot, lambda: "first.sgf" in text_of(app))
        app.screen.query_one("#entries", OptionList).highlighted = 0
        app.screen.query_one("#name", Input).value = "second.sgf"
        press(app, "rename")
        await until(pilot, lambda: "It is called second.sgf now." in text_of(app))
        app.screen.query_one("#name", Input).value = str(tmp_path / "games" / "second.sgf")
        press(app, "open")
        await until(pilot, lambda: len(app.tables.all) == 2)
        await at_game(app, pilot)
        await pilot.press("L")
        await until(pilot, lambda: "second.sgf" in text_of(app))
        app.screen.query_one("#entries", OptionList).highlighted = 0
        press(app, "delete")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        await until(pilot, lambda: "second.sgf is deleted." in text_of(app))
        assert list((tmp_path / "games").iterdir()) == []


@pytest.mark.long
@pytest.mark.parametrize("typed", ["/nowhere/at/all.sgf", "\x1b[2J.sgf", "~nobody-at-all/x.sgf", ""])
async def test_a_path_that_leads_nowhere_is_told(tmp_path: Path, typed: str) -> None:
    async with client(tmp_path, ("go", 9)) as (app, pilot):
        await pilot.press("L")
        await until(pilot, lambda: isinstance(app.screen, FilesScreen) and bool(app.screen.query("#open")))
        app.screen.query_one("#name", Input).value = typed
        press(app, "open")
        problem = app.screen.query_one("#problem")
        await until(pilot, lambda: "There are no files" not in str(problem.render()) and bool(str(problem.render())))
        assert len(app.tables.all) == 1


# --- more tables than there is room for


@pytest.mark.long
async def test_there_are_only_so_many_tables(tmp_path: Path) -> None:
    async with client(tmp_path, *[("peace", 8)] * 24) as (app, pilot):
        await until(pilot, lambda: len(app.tables.all) == 24)
        await pilot.press("s")
        await until(pilot, lambda: message(app) == "Saved as peace.json.")
        await pilot.press("l")
        await until(pilot, lambda: message(app) == "There are 24 tables already; close one first.")
        await pilot.press("left_square_bracket")
        await until(pilot, lambda: "24 Peace 8×8" in text_of(app).split("\n")[0])


async def test_keys_are_listed_and_any_usual_key_leads_back(tmp_path: Path) -> None:
    async with client(tmp_path, begun("go", 9)) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen) and "Ctrl+P" in text_of(app))
        await pilot.press("escape")
        await at_game(app, pilot)
