"""Settings take effect at once, are kept, and are the same in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.opened import opened

from tengen.clients.desktop import app as app_module
from tengen.clients.desktop.theme import DARK, LIGHT
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences
from tengen.render import THEMES


async def test_the_language_changes_while_running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        assert "Play" in hands.words()
        await hands.click("head/language")
        assert "开始对局" in hands.words()
        assert "天元" in hands.app.window.title
        await hands.click("head/settings")
        await hands.click("language/0")
        assert "Settings" in hands.words()
    kept, _ = read_preferences(tmp_path / FILE_NAME)
    assert kept.language == "en"


async def test_without_a_chinese_font_the_window_speaks_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "can_write", str.isascii)
    async with opened(tmp_path, monkeypatch, Preferences(language="zh")) as hands:
        assert hands.app.language == "en"
        assert not hands.has("head/language"), "nothing leads to boxes"
        await hands.click("head/settings")
        assert hands.app.text("desktop.no_chinese") in hands.words()
        assert all(line.replace("“", "").replace("…", "").isascii() for line in hands.words())


async def test_the_window_is_light_or_dark_and_the_board_follows_unless_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        app = hands.app
        assert (app.palette, app.board_theme.name) == (LIGHT, "wood")
        await hands.click("head/page")
        assert (app.palette, app.board_theme.name) == (DARK, "dark")
        assert app.window.surface.get_at((3, app.window.surface.get_height() - 3))[:3] == (0x16, 0x18, 0x1B)
        await hands.click("head/settings")
        for name in THEMES:
            await hands.click(f"board/{name}")
            assert app.board_theme.name == name
        await hands.click("board/auto")
        assert app.board_theme.name == "dark"


async def test_switches_and_pace_are_kept_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch, size=(1000, 1000)) as hands:
        await hands.click("head/settings")
        for key in ("switch/sound", "switch/numbers", "still"):
            await hands.click(key)
        await hands.click("pace/0")
        kept, _ = read_preferences(tmp_path / FILE_NAME)
        assert (kept.sound, kept.numbers, kept.motion, kept.pace_ms) == (False, True, False, 0)
        assert not hands.app.sound.is_on
        await hands.press("m")
        assert hands.app.sound.is_on, "one key turns sound on and off"


async def test_everything_can_be_larger_and_stays_sharp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("head/settings")
        await hands.click("zoom/4")
        assert hands.app.window.scale == 2
        assert hands.app.window.size.width == 500
        assert hands.find("back").rect.right < 500


async def test_keys_open_help_and_leave_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        start = hands.screen
        for key in ("?", "f1"):
            await hands.press(key)
            assert "Keys" in hands.words()
            await hands.press("escape")
            assert hands.screen is start
        await hands.press("?")
        await hands.click("head/help")
        assert hands.screen is start


async def test_a_question_mark_that_is_typed_opens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        start = hands.screen
        await hands.click("guest/black")
        await hands.press("?", "m")
        assert hands.screen is start
        assert hands.app.sound.is_on
