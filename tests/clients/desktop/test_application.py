"""The application around the screens: tasks, questions, what is kept, and an end that leaves nothing behind."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.clients.desktop.opened import opened

from tengen.clients.desktop.events import CloseAsked, KeyPressed, Resized
from tengen.clients.desktop.screens.settings import SettingsScreen
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.window import SMALLEST, Window
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, WindowPlace, read_preferences
from tengen.clients.sitting.said import Confirmation, Said
from tengen.core import ErrorCode, GameError


async def test_what_a_task_is_refused_becomes_a_line_in_the_language_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused() -> None:
        raise GameError(ErrorCode.KO)

    async with opened(tmp_path, monkeypatch) as hands:
        await hands.app.start(refused())
        await hands.settled()
        assert "Ko: play elsewhere first." in hands.words()
        hands.app.change(language="zh")
        await hands.settled()
        assert hands.app.text("error.KO") in hands.words()
        await hands.click("message/close")
        assert hands.app.message is None


async def test_an_error_that_nobody_expected_is_a_line_too_and_no_traceback(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def broken() -> None:
        raise ZeroDivisionError("a\x1b[31mb")

    async with opened(tmp_path, monkeypatch) as hands:
        await hands.app.start(broken())
        await hands.settled()
        assert hands.app.text("desktop.broken", error="ZeroDivisionError") in hands.words()
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert "\x1b" not in told
    assert told.count("\n") == 1


async def test_a_question_is_answered_by_its_buttons_and_escape_means_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Confirmation(Said("game.ask.restart"), Said("game.ask.restart.yes"))
    async with opened(tmp_path, monkeypatch) as hands:
        for press, meant in (("dialog/yes", True), ("dialog/no", False)):
            answer = asyncio.ensure_future(hands.app.ask(asked))
            await hands.settled()
            await hands.click("play")
            assert hands.app.tables.all == (), "nothing below hears a click"
            await hands.click(press)
            assert await answer is meant
        answer = asyncio.ensure_future(hands.app.ask(asked))
        await hands.settled()
        await hands.press("tab", "escape")
        assert await answer is False
        await hands.settled()
        assert not hands.has("dialog")


async def test_what_is_asked_is_answered_with_no_when_something_else_is_asked_or_its_screen_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        app = hands.app
        first, second = (Confirmation(Said(key), Said("game.close")) for key in ("page.app", "game.keys"))
        earlier, later = (asyncio.ensure_future(app.ask(asked)) for asked in (first, second))
        assert await earlier is False
        await hands.settled()
        assert app.text("game.keys") in hands.words(), "the later question stays"
        await hands.click("dialog/yes")
        assert await later is True
        app.show_settings()
        last = asyncio.ensure_future(app.ask(first))
        await hands.until(lambda: hands.has("dialog"))
        app.back()
        assert await last is False
        assert not hands.has("dialog")


async def test_nothing_is_drawn_while_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        frames: list[int] = []
        monkeypatch.setattr(hands.app.window, "flip", lambda: frames.append(1))
        hands.app.redraw()
        hands.app.redraw()
        await hands.settled()
        assert len(frames) == 1, "two wishes are one frame"
        await asyncio.sleep(0.15)
        assert len(frames) == 1
        hands.app.want_frame()
        await hands.until(lambda: len(frames) == 2)


async def test_the_cross_ends_it_and_the_place_of_the_window_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch, size=(700, 600)) as hands:
        hands.app.handle(CloseAsked())
        await hands.settled()
    kept, notice = read_preferences(tmp_path / FILE_NAME)
    assert notice is None
    assert kept.window is not None
    assert (kept.window.width, kept.window.height) == (700, 600)


async def test_what_was_asked_for_on_the_command_line_is_not_kept_unless_it_is_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_now = {"language": "zh", "theme": "paper"}
    async with opened(tmp_path, monkeypatch, only_now=only_now) as hands:
        assert (hands.app.language, hands.app.board_theme.name) == ("zh", "paper")
        hands.app.change(sound=False, theme="dark")
    kept, _ = read_preferences(tmp_path / FILE_NAME)
    assert (kept.language, kept.theme, kept.sound) == (None, "dark", False)


async def test_f11_fills_the_screen_and_gives_the_window_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch, size=(700, 600)) as hands:
        await hands.press("f11")
        kept, _ = read_preferences(tmp_path / FILE_NAME)
        assert kept.window is not None
        assert kept.window.is_full_screen
        assert (kept.window.width, kept.window.height) == (700, 600), "the window's own size stays known"
        hands.app.handle(KeyPressed("f11", is_repeat=True))
        assert hands.app.window.place.is_full_screen, "a key that is held changes it once"
        hands.app.handle(KeyPressed("enter", alt=True))
        await hands.settled()
        assert not hands.app.window.is_full_screen
        hands.app.handle(Resized())
        await hands.settled()
        assert hands.app.window.size == (700, 600)


async def test_screens_lie_over_each_other_and_the_first_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("head/settings")
        assert isinstance(hands.screen, SettingsScreen)
        await hands.press("escape")
        assert isinstance(hands.screen, StartScreen)
        hands.app.back()
        await hands.settled()
        assert isinstance(hands.screen, StartScreen)


async def test_tab_goes_through_everything_and_the_focus_can_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        seen: list[str] = []
        for _ in range(200):
            await hands.press("tab")
            assert hands.screen.focused is not None
            if hands.screen.focused.key in seen:
                break
            seen.append(hands.screen.focused.key)
        assert {"head/brand", "head/people", "tile/go", "who/black", "guest/black", "play", "preview"} <= set(seen)
        hands.screen.focus(hands.find("play"), by_key=True)
        await hands.settled()
        rect = hands.find("play").rect
        ring = hands.app.window.surface.get_at((int(rect.middle[0]), int(rect.y) - 2))[:3]
        assert ring == (0x0F, 0x8A, 0x82)


@pytest.mark.parametrize("lost", [(90_000, 20), (-5000, -5000)])
def test_a_window_that_was_elsewhere_comes_back_onto_the_screen(
    monkeypatch: pytest.MonkeyPatch, lost: tuple[int, int]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(WindowPlace(90_000, 10, *lost))
    place = window.place
    window.close()
    assert place.width <= 1024
    assert place.height >= SMALLEST.height
    assert place.x is not None
    assert -50 <= place.x < 1024


async def test_broken_preferences_are_told_of_and_change_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE_NAME).write_text('{"zoom": 1000000, "motion": 7, "language": "xx"}', encoding="utf-8")
    kept, notice = read_preferences(tmp_path / FILE_NAME)
    assert notice is not None
    assert kept == Preferences()
    async with opened(tmp_path, monkeypatch, kept) as hands:
        assert hands.app.window.scale == 1
