"""The first screen: a game is chosen, its players and rules, and begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.clients.desktop.opened import opened

from tengen.clients.desktop.events import KeyPressed
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import Select, TextField
from tengen.clients.sitting.preferences import FILE_NAME, read_preferences
from tengen.core import BLACK, WHITE


async def test_a_click_on_play_begins_the_game_that_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("tile/othello")
        await hands.type("guest/black", "Ann")
        await hands.click("play")
        await hands.until(lambda: hands.app.are_games_shown)
        view = hands.app.tables.all[0].view
        assert (view.kind, view.size) == ("othello", 8)
        assert view.seats[BLACK].name == "Ann"
        assert view.seats[WHITE].player == "level:4"


async def test_a_key_that_is_held_begins_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        screen = hands.screen
        assert isinstance(screen, StartScreen)
        for focused in (None, hands.find("guest/black"), hands.find("play")):  # as after Enter in the form before
            screen.focus(focused)
            hands.app.handle(KeyPressed("enter", is_repeat=True))
            await hands.settled()
        assert hands.app.tables.all == ()


async def test_every_game_has_a_tile_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        for kind in hands.screen.form.kinds:
            await hands.click(f"tile/{kind.name}")
            assert hands.screen.form.kind is kind
            assert hands.app.text(f"{kind.name}.about") in hands.words()


async def test_enter_plays_and_the_board_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.press("enter")
        await hands.until(lambda: len(hands.app.tables.all) == 1)
        hands.app.show_start()
        await hands.settled()
        await hands.click("preview")
        await hands.until(lambda: len(hands.app.tables.all) == 2)


async def test_who_plays_is_chosen_from_a_list_with_keys_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        hands.screen.focus(hands.find("who/white"), by_key=True)
        await hands.press("enter")
        assert hands.has("who/white/options")
        await hands.press("home", "enter")
        assert not hands.has("who/white/options")
        assert hands.screen.form.seats[WHITE].who == "guest"
        assert isinstance(hands.find("guest/white"), TextField)
        await hands.press("down")
        assert hands.screen.form.seats[WHITE].who == "level"


async def test_colours_are_exchanged_with_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        await hands.type("guest/black", "Ann")
        await hands.click("exchange")
        assert hands.screen.form.seats[WHITE].guest == "Ann"
        field = hands.find("guest/white")
        assert isinstance(field, TextField)
        assert field.text == "Ann"
        assert hands.screen.form.seats[BLACK].who == "level"


async def test_options_are_drawn_from_the_games_own_description(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        await hands.click("tile/go")
        await hands.click("more")
        for option in hands.screen.form.options():
            if not option.spec.advanced:
                assert hands.has(f"option/{hands.screen.form.kind.name}/{option.spec.name}")
        await hands.type("option/go/komi/field", "6.5")
        assert hands.screen.form.picked.options["komi"] == 6.5


async def test_a_number_that_cannot_be_changes_nothing_and_is_marked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        await hands.click("tile/go")
        await hands.click("more")
        field = hands.find("option/go/komi/field")
        assert isinstance(field, TextField)
        for typed in ("7.3", "1e99", "nan", "many", "-9999"):
            await hands.type("option/go/komi/field", typed)
            assert [typed, field.is_wrong] == [typed, True]
            assert "komi" not in hands.screen.form.picked.options
        await hands.type("option/go/komi/field", "5.5")
        assert not field.is_wrong


async def test_a_clock_of_ones_own_has_the_values_of_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        await hands.click("tile/go")
        await hands.click("more")
        clock = hands.find("clock")
        assert isinstance(clock, Select)
        hands.screen.focus(clock)
        await hands.press("enter", "end", "enter")
        assert hands.screen.form.clock.name == "custom"
        hands.screen.focus(hands.find("clock/main_ms/field"))
        await hands.press("up")
        control = hands.screen.form.clock.control
        assert control is not None
        assert control.main_ms == 11 * 60_000


async def test_why_no_game_can_begin_stands_below_the_button(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert isinstance(hands.screen, StartScreen)
        hands.screen.form = hands.screen.form.with_size(1000)
        hands.app.refresh()
        await hands.settled()
        assert hands.find("play").why_not in hands.words()
        await hands.click("play")
        assert hands.app.tables.all == ()


async def test_the_choice_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("tile/gomoku")
        await hands.click("size/1")
    kept, notice = read_preferences(tmp_path / FILE_NAME)
    assert notice is None
    async with opened(tmp_path, monkeypatch, kept) as hands:
        assert isinstance(hands.screen, StartScreen)
        assert hands.screen.form.kind.name == "gomoku"
        assert hands.screen.form.picked.size == hands.screen.form.sizes()[1]
    assert json.loads((tmp_path / FILE_NAME).read_text(encoding="utf-8"))["window"]["width"] == 1000


async def test_a_narrow_window_has_the_form_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch, size=(600, 700)) as hands:
        assert not hands.has("preview")
        right = max(widget.rect.right for widget in hands.screen.all() if widget.can_focus)
        assert right <= 600
