"""Boards on the page have the colours of the server's pictures. They are written from them by `make web-themes`."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from tengen.render.shapes import Radial, Stop
from tengen.render.themes import THEMES

SCRIPT = Path(__file__).parents[1] / "scripts" / "web-themes"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_the_themes_of_the_page_are_those_of_pictures(script: dict[str, Any]) -> None:
    for path, text in script["files"]().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is not up to date: run make web-themes"


def test_every_theme_has_its_colors_and_cells_only_what_differs(script: dict[str, Any]) -> None:
    css = script["css"]()
    for theme in THEMES.values():
        selector = f'[data-board-theme="{theme.name}"]'
        assert f"{selector} {{\n  --board-frame: " in css
        assert (f'{selector}[data-board-style="cells"]' in css) == (theme.celled != theme.lined)


def test_a_gradient_is_asked_between_its_stops(script: dict[str, Any]) -> None:
    light = Radial((Stop(0, "#000000"), Stop(0.5, "#640000"), Stop(1, "#64c800")))
    colors = [script["color_at"](light, offset) for offset in (0, 0.25, 0.5, 0.75, 1)]
    assert colors == ["#000000", "#320000", "#640000", "#646400", "#64c800"]
