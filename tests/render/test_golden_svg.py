"""Pictures that were found good stay as they are. To renew: TENGEN_RENEW_GOLDEN=1 pytest tests/render, then look."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tengen.render import render_svg
from tests.render.boards import golden_scenes

FOLDER = Path(__file__).parents[1] / "golden" / "svg"
SCENES = golden_scenes()


@pytest.mark.parametrize("name", SCENES)
def test_picture_is_as_it_was(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    drawn = render_svg(SCENES[name])
    if os.environ.get("TENGEN_RENEW_GOLDEN"):
        path.write_text(drawn, encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8")


def test_no_golden_picture_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.svg")} == set(SCENES)
