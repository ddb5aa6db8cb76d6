"""Fonts of the machine: a Chinese one is found where there is one, and no box is drawn where there is none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from tengen.core import create_game
from tengen.render import can_write, chinese_font, render_png, text_pieces
from tengen.render.font_files import CHINESE_SAMPLE, FontFile, font_folders, has_all
from tests.render.bare_machine import bare_machine
from tests.render.boards import scene

HOME = Path("/home/a")


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Path]:
    with bare_machine(tmp_path):
        yield tmp_path


@pytest.fixture
def a_chinese_font() -> FontFile:
    file = chinese_font()
    if file is None:
        assert not os.environ.get("CI"), "scripts/ci-setup installs a font with Chinese"
        pytest.skip("this machine has no font with Chinese")
    return file


def written(text: str) -> str:
    return "".join(piece for piece, _ in text_pieces(text))


def test_the_chinese_font_has_simplified_letters(a_chinese_font: FontFile) -> None:
    assert has_all(a_chinese_font, CHINESE_SAMPLE)
    assert can_write("天元围棋：黑方提了 3 子。")


def test_a_text_is_cut_where_its_font_changes(a_chinese_font: FontFile) -> None:
    assert text_pieces("Go 围棋 9") == [("Go ", None), ("围棋", a_chinese_font), (" 9", None)]


def test_a_font_of_an_unknown_name_is_found_too(a_chinese_font: FontFile, bare: Path) -> None:
    path = bare / "fonts" / "below" / f"strange{a_chinese_font.path.suffix}"
    path.parent.mkdir(parents=True)
    shutil.copy(a_chinese_font.path, path)
    assert chinese_font() == FontFile(path, 0)
    assert text_pieces("天") == [("天", FontFile(path, 0))]


def test_broken_fonts_are_passed_over(bare: Path) -> None:
    (bare / "fonts").mkdir()
    (bare / "fonts" / "wqy-microhei.ttc").write_bytes(b"no font")
    (bare / "fonts" / "large.ttf").write_bytes(bytes(1_000_000))
    (bare / "fonts" / "DejaVuSans.ttf").write_bytes(bytes(4000))
    assert chinese_font() is None
    assert written("天 ●") == "? ?"


@pytest.mark.usefixtures("bare")
def test_without_fonts_accents_are_dropped_and_other_scripts_are_question_marks_instead_of_boxes() -> None:
    assert chinese_font() is None
    assert written("Café 1–50 × 天") == "Cafe 1-50 x ?"
    assert can_write("Café 1–50 ×")
    assert not can_write("天元")
    shown = [render_png(scene(create_game("go", 5), message=message), 420) for message in ("天", "?")]
    first, second = (Image.open(BytesIO(data)).tobytes() for data in shown)
    assert first == second


def test_all_of_ascii_comes_from_the_font_that_pillow_brings() -> None:
    text = "".join(map(chr, range(32, 127)))
    assert text_pieces(text) == [(text, None)]


@pytest.mark.parametrize(
    ("platform", "environ", "folders"),
    [
        ("linux", {}, ["/home/a/.local/share/fonts", "/home/a/.fonts", "/usr/local/share/fonts", "/usr/share/fonts"]),
        ("linux", {"XDG_DATA_HOME": "/own", "XDG_DATA_DIRS": "/x:"}, ["/own/fonts", "/home/a/.fonts", "/x/fonts"]),
        (
            "darwin",
            {},
            [
                "/home/a/Library/Fonts",
                "/Library/Fonts",
                "/System/Library/Fonts",
                "/System/Library/AssetsV2/com_apple_MobileAsset_Font7",
            ],
        ),
        (
            "win32",
            {"WINDIR": "C:/Windows", "LOCALAPPDATA": "C:/a"},
            ["C:/a/Microsoft/Windows/Fonts", "C:/Windows/Fonts"],
        ),
        ("win32", {}, ["C:/Windows/Fonts"]),
    ],
)
def test_ones_own_fonts_come_before_the_machines(platform: str, environ: dict[str, str], folders: list[str]) -> None:
    assert font_folders(platform, environ, HOME) == tuple(map(Path, folders))
