"""How the window looks: the page's colours, letters that fit, sharp shapes, and sounds made of nothing."""

from __future__ import annotations

import asyncio
import re
from dataclasses import asdict
from pathlib import Path
from typing import Final

import pygame
import pytest

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Rect
from tengen.clients.desktop.icons import ICONS, icon_surface
from tengen.clients.desktop.sound import NAMES, RATE, Sound, samples
from tengen.clients.desktop.text import Lettering
from tengen.clients.desktop.theme import DARK, LIGHT, Palette, is_system_dark

TOKENS: Final = Path(__file__).parents[3] / "web/src/ui/tokens.css"


def brightness(color: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("palette", "at"), [(LIGHT, ":root {"), (DARK, ':root[data-page-theme="dark"] {')])
def test_the_window_has_the_colours_of_the_page(palette: Palette, at: str) -> None:
    block = TOKENS.read_text(encoding="utf-8").split(at, 1)[1].split("}", 1)[0]
    page = dict(re.findall(r"--tg-([\w-]+): (#[0-9a-f]{6});", block))
    ours = {name.replace("_", "-"): value for name, value in asdict(palette).items() if name != "name"}
    shared = page.keys() & ours.keys()
    assert len(shared) >= 14
    assert {name: ours[name] for name in shared} == {name: page[name] for name in shared}


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_words_can_be_read_on_every_ground(palette: Palette) -> None:
    for ground in (palette.ground, palette.raised, palette.hover):
        for ink in (palette.ink, palette.muted, palette.danger):
            assert contrast(ink, ground) >= 4.5
    assert contrast(palette.on_accent, palette.accent) >= 4.5
    assert contrast(palette.accent_strong, palette.accent_soft) >= 4.5


def test_the_system_may_say_that_it_is_dark() -> None:
    assert is_system_dark({"GTK_THEME": "Adwaita:dark"})
    assert not is_system_dark({})


# --- letters


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_lines_are_broken_where_they_fit_and_nothing_is_lost(scale: float) -> None:
    letters = Lettering(scale)
    told = "Surround points and capture stones. 围地提子，无气之子离盘。 Unbreakablewordthatistoolongforanyline"
    lines = letters.wrapped(told, 15, 120)
    assert len(lines) > 3
    assert all(letters.width(line, 15) <= 120 for line in lines)
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", told)
    assert not any(line.startswith(("，", "。")) for line in lines)


def test_a_line_that_is_too_long_ends_with_an_ellipsis_that_fits() -> None:
    letters = Lettering()
    shown = letters.fitted("White captured 2. Your move.", 15, 100)
    assert shown.endswith("…")
    assert letters.width(shown, 15) <= 100
    assert letters.fitted("D4", 15, 100) == "D4"


def test_a_text_is_broken_into_lines_once(monkeypatch: pytest.MonkeyPatch) -> None:
    letters = Lettering()
    first = letters.wrapped("word " * 200, 15, 120)
    monkeypatch.setattr(Lettering, "width", None)
    assert letters.wrapped("word " * 200, 15, 120) == first


def test_no_text_of_a_stranger_is_painted_without_bound() -> None:
    letters = Lettering()
    surface, _ = letters.painted("天" * 100_000, 15, "#000000")
    assert surface.get_width() <= 1000 * 20
    assert len(letters.wrapped("word " * 10_000, 15, 50, most=7)) == 7


def test_a_line_takes_the_width_that_was_measured() -> None:
    letters = Lettering(2.0)
    for bold in (False, True):
        surface, baseline = letters.painted("Play 开始", 18, "#24221e", bold=bold)
        assert abs(surface.get_width() / 2 - letters.width("Play 开始", 18, bold=bold)) <= 2
        assert 0 < baseline < surface.get_height()


# --- shapes


def canvas_of(size: tuple[int, int], scale: float = 1.0) -> Canvas:
    surface = pygame.Surface(size, 0, 32)
    surface.fill("#ffffff")
    return Canvas(surface, Look(Lettering(scale), LIGHT))


def test_a_box_fills_its_place_and_nothing_beside_it() -> None:
    canvas = canvas_of((60, 40))
    canvas.box(Rect(10, 10, 40, 20), "#0f6b66", edge="#24221e", radius=6)
    at = canvas.surface.get_at
    assert at((30, 20))[:3] == (0x0F, 0x6B, 0x66)
    assert at((30, 10))[:3] == at((10, 20))[:3] == (0x24, 0x22, 0x1E)
    assert at((10, 10))[:3] == (255, 255, 255), "its corners are round"
    assert at((9, 20))[:3] == at((30, 30))[:3] == (255, 255, 255)


def test_neighbours_meet_without_a_gap_at_any_density() -> None:
    for scale in (1.0, 1.25, 1.5, 2.0):
        canvas = canvas_of((200, 20), scale)
        for number in range(10):
            canvas.fill(Rect(number * 7.3, 0, 7.3, 5), "#000000")
        end = int(73 * scale)
        assert all(canvas.surface.get_at((x, 2))[:3] == (0, 0, 0) for x in range(end))


def test_nothing_is_drawn_outside_of_the_clip() -> None:
    canvas = canvas_of((60, 40))
    with canvas.clipped(Rect(0, 0, 20, 20)):
        canvas.fill(Rect(0, 0, 60, 40), "#00000080")
        canvas.text("Tengen", Rect(0, 0, 60, 20))
    assert canvas.surface.get_at((30, 10))[:3] == (255, 255, 255)
    assert canvas.surface.get_at((5, 18))[:3] != (255, 255, 255)


def test_every_sign_can_be_drawn() -> None:
    for name in ICONS:
        assert pygame.mask.from_surface(icon_surface(name, 20, "#000000")).count() > 5


# --- sounds


def test_every_sound_is_heard_and_dies_away() -> None:
    for name in NAMES:
        wave = samples(name)
        assert 0.02 * RATE <= len(wave) <= RATE
        assert max(map(abs, wave)) > 1000
        assert max(map(abs, wave[-50:])) < 500


async def test_without_a_loudspeaker_it_is_silent_and_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is no such driver")
    sound = Sound(asyncio.get_running_loop().call_later)
    assert sound.play("stone") is False
    sound.close()


async def test_sound_can_be_off_and_many_at_once_are_heard_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    sound = Sound(asyncio.get_running_loop().call_later, is_on=False)
    assert sound.play("stone") is False
    sound.is_on = True
    pygame.display.init()
    assert sound.play("stone") is True
    assert sound.play("stone") is False
    sound.close()
    pygame.display.quit()


async def test_after_a_silence_the_loudspeaker_is_let_go_until_the_next_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.init()
    loop = asyncio.get_running_loop()
    sound = Sound(lambda _, then: loop.call_soon(then))  # at once
    assert sound.play("stone") is True
    assert pygame.mixer.get_init() is not None
    await asyncio.sleep(0)
    assert pygame.mixer.get_init() is None
    assert sound.play("capture") is True
    sound.close()
    assert pygame.mixer.get_init() is None
    pygame.display.quit()
