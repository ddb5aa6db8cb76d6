"""The first screen: a game is chosen, its players and rules, and begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.clients.desktop.app_here import app_at

from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import Select, TextField
from tengen.clients.sitting.preferences import FILE_NAME, read_preferences
from tengen.core import BLACK, WHITE


async def test_a_click_on_play_begins_the_game_that_is_chosen(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("tile/othello")
        await here.type("guest/black", "Ann")
        await here.click("play")
        await here.until(lambda: here.app.are_games_shown)
        view = here.app.tables.all[0].view
        assert (view.kind, view.size) == ("othello", 8)
        assert view.seats[BLACK].name == "Ann"
        assert view.seats[WHITE].player == "level:4"


async def test_every_game_has_a_tile_with_its_name(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        for kind in here.app.screen.form.kinds:
            await here.click(f"tile/{kind.name}")
            assert here.app.screen.form.kind is kind
            assert here.app.text(f"{kind.name}.about") in here.lines


async def test_enter_plays_and_the_board_too(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.press("enter")
        await here.until(lambda: len(here.app.tables.all) == 1)
        here.app.show_start()
        await here.settled()
        await here.click("preview")
        await here.until(lambda: len(here.app.tables.all) == 2)


async def test_who_plays_is_chosen_from_a_list_with_keys_alone(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        here.app.screen.focus(here.find("who/white"), by_key=True)
        await here.press("enter")
        assert here.has("who/white/options")
        await here.press("home", "enter")
        assert not here.has("who/white/options")
        assert here.app.screen.form.seats[WHITE].who == "guest"
        assert isinstance(here.find("guest/white"), TextField)
        await here.press("down")
        assert here.app.screen.form.seats[WHITE].who == "level"


async def test_colours_are_exchanged_with_their_names(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        await here.type("guest/black", "Ann")
        await here.click("exchange")
        assert here.app.screen.form.seats[WHITE].guest == "Ann"
        field = here.find("guest/white")
        assert isinstance(field, TextField)
        assert field.text == "Ann"
        assert here.app.screen.form.seats[BLACK].who == "level"


async def test_options_are_drawn_from_the_games_own_description(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        await here.click("tile/go")
        await here.click("more")
        for option in here.app.screen.form.options():
            if not option.spec.advanced:
                assert here.has(f"option/{here.app.screen.form.kind.name}/{option.spec.name}")
        await here.type("option/go/komi/field", "6.5")
        assert here.app.screen.form.picked.options["komi"] == 6.5


@pytest.mark.parametrize("typed", ["7.3", "1e99", "nan", "many", "-9999"])
async def test_a_number_that_cannot_be_changes_nothing_and_is_marked(tmp_path: Path, typed: str) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        await here.click("tile/go")
        await here.click("more")
        await here.type("option/go/komi/field", typed)
        field = here.find("option/go/komi/field")
        assert isinstance(field, TextField)
        assert field.is_wrong
        assert "komi" not in here.app.screen.form.picked.options
        await here.type("option/go/komi/field", "5.5")
        assert not field.is_wrong


async def test_a_clock_of_ones_own_has_the_values_of_its_kind(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        await here.click("tile/go")
        await here.click("more")
        clock = here.find("clock")
        assert isinstance(clock, Select)
        here.app.screen.focus(clock)
        await here.press("enter", "end", "enter")
        assert here.app.screen.form.clock.name == "custom"
        here.app.screen.focus(here.find("clock/main_ms/field"))
        await here.press("up")
        control = here.app.screen.form.clock.control
        assert control is not None
        assert control.main_ms == 11 * 60_000


async def test_why_no_game_can_begin_stands_below_the_button(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert isinstance(here.app.screen, StartScreen)
        here.app.screen.form = here.app.screen.form.with_size(1000)
        here.app.refresh()
        await here.settled()
        assert here.find("play").why_not in here.lines
        await here.click("play")
        assert here.app.tables.all == ()


async def test_the_choice_is_remembered(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("tile/gomoku")
        await here.click("size/1")
    kept, notice = read_preferences(tmp_path / FILE_NAME)
    assert notice is None
    async with app_at(tmp_path, kept) as here:
        assert isinstance(here.app.screen, StartScreen)
        assert here.app.screen.form.kind.name == "gomoku"
        assert here.app.screen.form.picked.size == here.app.screen.form.sizes()[1]
    assert json.loads((tmp_path / FILE_NAME).read_text(encoding="utf-8"))["window"]["width"] == 1000


async def test_a_narrow_window_has_the_form_alone(tmp_path: Path) -> None:
    async with app_at(tmp_path, size=(600, 700)) as here:
        assert not here.has("preview")
        right = max(widget.rect.right for widget in here.app.screen.all() if widget.can_focus)
        assert right <= 600
