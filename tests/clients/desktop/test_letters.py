"""The eyes of these tests: words are found where they stand, in any colour of the window, and nowhere else."""

from __future__ import annotations

import pygame
import pytest
from PIL import Image
from tests.clients.desktop.letters import Glance

from tengen.clients.desktop.text import Lettering
from tengen.clients.desktop.theme import DARK, LIGHT, SMALL, TEXT, Palette


def screen_with(text: str, ink: str, ground: str, size: float = TEXT, *, bold: bool = False) -> Image.Image:
    surface = pygame.Surface((600, 200))
    surface.fill(ground)
    painted, _ = Lettering().painted(text, size, ink, bold=bold)
    surface.blit(painted, (100, 60))
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.name)
@pytest.mark.parametrize("text", ["Pass", "认输"])
def test_words_are_found_in_every_color_and_in_small_letters_too(palette: Palette, text: str) -> None:
    colors = [
        (palette.ink, palette.ground),
        (palette.ink + "99", palette.ground),  # a button that cannot be used
        (palette.muted, palette.raised),
        (palette.on_accent, palette.accent),
    ]
    for size in (TEXT, SMALL):
        for ink, ground in colors:
            for bold in (False, True):
                place = Glance(screen_with(text, ink, ground, size, bold=bold)).find(text)
                assert place is not None, (size, ink, bold)
                assert 90 <= place.left <= 103
                assert place.top >= 60


def test_a_word_is_not_found_in_a_longer_one_but_as_its_beginning() -> None:
    glance = Glance(screen_with("Password", LIGHT.ink, LIGHT.ground))
    assert glance.find("Pass") is None
    assert glance.find("Pass", is_beginning=True) is not None
    assert glance.find("Undo") is None
    assert glance.find("Pasta", is_beginning=True) is None


def test_letters_of_what_cannot_be_used_are_fainter() -> None:
    full, faint = (Lettering().painted("Pass", TEXT, color)[0] for color in ("#000000", "#00000099"))
    assert _strongest(full) == 255
    assert 0x80 < _strongest(faint) <= 0x99


def _strongest(painted: pygame.Surface) -> int:
    width, height = painted.get_size()
    return max(painted.get_at((x, y)).a for x in range(width) for y in range(height))
