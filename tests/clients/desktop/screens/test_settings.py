"""Settings take effect at once, are kept, and are the same in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.app_here import app_at

from tengen.clients.desktop import app as app_module
from tengen.clients.desktop.theme import DARK, LIGHT
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, read_preferences
from tengen.render import THEMES


async def test_the_language_changes_while_running(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        assert "Play" in here.lines
        await here.click("head/language")
        assert "开始对局" in here.lines
        assert "天元" in here.app.window.title
        await here.click("head/settings")
        await here.click("language/0")
        assert "Settings" in here.lines
    kept, _ = read_preferences(tmp_path / FILE_NAME)
    assert kept.language == "en"


async def test_without_a_chinese_font_the_window_speaks_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app_module, "can_write", str.isascii)
    async with app_at(tmp_path, Preferences(language="zh")) as here:
        assert here.app.language == "en"
        assert not here.has("head/language"), "nothing leads to boxes"
        await here.click("head/settings")
        assert here.app.text("desktop.no_chinese") in here.lines
        assert all(line.replace("“", "").replace("…", "").isascii() for line in here.lines)


async def test_the_window_is_light_or_dark_and_the_board_follows_unless_chosen(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        app = here.app
        assert (app.palette, app.board_theme.name) == (LIGHT, "wood")
        await here.click("head/page")
        assert (app.palette, app.board_theme.name) == (DARK, "dark")
        assert app.window.surface.get_at((3, app.window.surface.get_height() - 3))[:3] == (0x16, 0x18, 0x1B)
        await here.click("head/settings")
        for name in THEMES:
            await here.click(f"board/{name}")
            assert app.board_theme.name == name
        await here.click("board/auto")
        assert app.board_theme.name == "dark"


async def test_switches_and_pace_are_kept_at_once(tmp_path: Path) -> None:
    async with app_at(tmp_path, size=(1000, 1000)) as here:
        await here.click("head/settings")
        for key in ("switch/sound", "switch/numbers", "still"):
            await here.click(key)
        await here.click("pace/0")
        kept, _ = read_preferences(tmp_path / FILE_NAME)
        assert (kept.sound, kept.numbers, kept.motion, kept.pace_ms) == (False, True, False, 0)
        assert not here.app.sound.is_on
        await here.press("m")
        assert here.app.sound.is_on, "one key turns sound on and off"


async def test_everything_can_be_larger_and_stays_sharp(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("head/settings")
        await here.click("zoom/4")
        assert here.app.window.scale == 2
        assert here.app.window.size.width == 500
        assert here.find("back").rect.right < 500


async def test_keys_open_help_and_leave_it(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        start = here.app.screen
        for key in ("?", "f1"):
            await here.press(key)
            assert "Keys" in here.lines
            await here.press("escape")
            assert here.app.screen is start
        await here.press("?")
        await here.click("head/help")
        assert here.app.screen is start


async def test_a_question_mark_that_is_typed_opens_nothing(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        start = here.app.screen
        await here.click("guest/black")
        await here.press("?", "m")
        assert here.app.screen is start
        assert here.app.sound.is_on
