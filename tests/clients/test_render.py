"""`tengen render`: every kind of picture from every format, and one clear line where there can be none."""

from __future__ import annotations

import os
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.clients.command import Command, call_process, command_here
from tests.clients.test_convert import BAD, HELD, SAMPLES

from tengen.clients.records import render
from tengen.formats import write
from tengen.render import THEMES

BEGINNINGS = {".svg": b"<svg ", ".png": b"\x89PNG", ".gif": b"GIF89a", ".apng": b"\x89PNG", ".pdf": b"%PDF-"}


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return command_here(monkeypatch, capsys)


def game(moves: str = "f5d6c3d3c4f4") -> Path:
    path = Path("game.txt")
    path.write_text(moves + "\n", encoding="utf-8")
    return path


def picture(name: str) -> Image.Image:
    image = Image.open(BytesIO(Path(name).read_bytes()))
    image.load()
    return image


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_every_kind_of_picture_is_drawn(tengen: Command, ending: str) -> None:
    done = tengen("render", game(), "-o", f"out{ending}")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert Path(f"out{ending}").read_bytes().startswith(BEGINNINGS[ending])
    assert sorted(path.name for path in Path().iterdir()) == ["game.txt", f"out{ending}"]


@pytest.mark.parametrize(("kind", "ending"), HELD)
def test_every_game_is_drawn_from_every_format(tengen: Command, kind: str, ending: str) -> None:
    Path(f"game{ending}").write_bytes(write(ending, [SAMPLES[kind]]).data)
    assert tengen("render", f"game{ending}", "-o", "out.svg").code == 0
    ElementTree.fromstring(Path("out.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file


def test_the_size_is_the_width_in_pixels(tengen: Command) -> None:
    for name in ("out.png", "out.gif", "out.apng"):
        assert tengen("render", game(), "-o", name, "--size", 123).code == 0
        assert picture(name).size[0] == 123
    assert tengen("render", game(), "--output", "out.svg", "--size", 123).code == 0
    assert ' width="123"' in Path("out.svg").read_text(encoding="utf-8")


def test_a_film_has_a_frame_for_every_position_and_the_asked_delay(tengen: Command) -> None:
    for name in ("out.gif", "out.apng"):
        tengen("render", game(), "-o", name, "--size", 64, "--delay", 0.25)
        film = picture(name)
        assert (film.n_frames, film.info["duration"]) == (7, 250)  # type: ignore[attr-defined]  # only films have it


def test_a_move_chooses_the_moment_or_the_end_of_the_film(tengen: Command) -> None:
    for move, stones in ((0, 4), (3, 7), (6, 10), (99, 10)):
        assert tengen("render", game(), "-o", "out.svg", "--move", move, "--theme", "paper").code == 0
        text = Path("out.svg").read_text(encoding="utf-8")
        assert text.count('fill="#231f1b"') + text.count('fill="#fffdf6"') >= stones
        if move == 0:
            start = text
    assert start != text
    tengen("render", game(), "-o", "out.gif", "--move", 2, "--size", 64)
    assert picture("out.gif").n_frames == 3  # type: ignore[attr-defined]  # only films have it


def test_numbers_and_coordinates_can_be_had_or_not(tengen: Command) -> None:
    def drawn(*options: object) -> str:
        assert tengen("render", game(), "-o", "out.svg", *options).code == 0
        return Path("out.svg").read_text(encoding="utf-8")

    plain, numbered, bare = drawn(), drawn("--numbers"), drawn("--no-coordinates")
    assert (">h<" in plain.lower(), ">h<" in bare.lower()) == (True, False)
    assert (">6</text>" in bare, ">6</text>" in drawn("--numbers", "--no-coordinates")) == (False, True)
    assert numbered != plain == drawn("--coordinates")


def test_every_theme_has_another_look(tengen: Command) -> None:
    pictures = set()
    for theme in THEMES:
        assert tengen("render", game(), "-o", "out.svg", "--theme", theme).code == 0
        pictures.add(Path("out.svg").read_bytes())
    assert len(pictures) == len(THEMES)
    assert all(theme in tengen("render", "--help").out for theme in THEMES)


def test_another_game_of_the_file(tengen: Command) -> None:
    Path("two.txt").write_text("f5d6c3\nd3c3\n", encoding="utf-8")
    tengen("render", "two.txt", "-o", "first.svg")
    tengen("render", "two.txt", "-o", "second.svg", "--game", 2)
    assert Path("first.svg").read_bytes() != Path("second.svg").read_bytes()
    done = tengen("render", "two.txt", "-o", "third.svg", "--game", 3)
    assert (done.code, done.err) == (1, "tengen: two.txt: there is no game 3; the file holds 2.\n")
    assert not Path("third.svg").exists()


def test_an_old_picture_is_replaced_whole_or_not_at_all(tengen: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("out.png").write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as context:
        context.setattr(os, "fsync", full)
        done = tengen("render", game(), "-o", "out.png")
        assert (done.code, Path("out.png").read_bytes()) == (1, b"old")
    assert tengen("render", game(), "-o", "out.png").code == 0
    assert picture("out.png").size[0] == 800


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["game.txt"],
        ["game.txt", "-o", "out.jpg"],
        ["game.txt", "-o", "out"],
        ["game.txt", "-o", "out.png", "--size", "0"],
        ["game.txt", "-o", "out.png", "--size", "100000"],
        ["game.txt", "-o", "out.png", "--theme", "pink"],
        ["game.txt", "-o", "out.png", "--move", "-1"],
        ["game.txt", "-o", "out.gif", "--delay", "0"],
    ],
)
def test_usage_errors_exit_with_two(tengen: Command, arguments: list[str]) -> None:
    game()
    done = tengen("render", *arguments)
    assert done.code == 2
    assert "Usage: " in done.err
    assert sorted(path.name for path in Path().iterdir()) == ["game.txt"]


@pytest.mark.parametrize("name", ["broken", "nested trees", "illegal move"])
def test_bad_input_is_one_clear_line_and_no_file(name: str) -> None:
    file, content = BAD[name]
    Path(file).write_bytes(content)
    done = call_process("render", file, "-o", "out.png")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)
    assert done.err.startswith(f"tengen: {file}: ")
    assert not Path("out.png").exists()


def test_the_title_of_a_document_is_the_players_and_the_game(tengen: Command) -> None:
    Path("game.sgf").write_text("(;GM[1]SZ[9]PB[Ada]BR[3d]PW[Bob];B[ee];W[cc])", encoding="utf-8")
    assert tengen("render", "game.sgf", "-o", "out.pdf").code == 0
    title = "Ada 3d – Bob · Go 9x9".encode("utf-16-be").hex().encode()
    assert title in Path("out.pdf").read_bytes().lower()


# --- message and turn below the board ------------------------------------------------------------

CAPTURE = "(;GM[1]SZ[9]RE[B+T];B[ba];W[aa];B[ab];W[ee])"


def captured() -> str:
    Path("capture.sgf").write_text(CAPTURE, encoding="utf-8")
    return "capture.sgf"


def test_a_caption_says_whose_turn_it_is_what_was_captured_and_how_it_ended(tengen: Command) -> None:
    def said(*options: object) -> list[str]:
        assert tengen("render", captured(), "-o", "out.svg", "--no-coordinates", *options).code == 0
        root = ElementTree.fromstring(Path("out.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file
        return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]

    assert said() == []
    assert said("--caption", "--move", 2) == ["Black to move.", "Captured: Black 0, White 0."]
    assert said("--caption", "--move", 3) == ["Black captured 1. White to move.", "Captured: Black 1, White 0."]
    assert said("--caption") == ["Black wins on time.", "Captured: Black 1, White 0."]
    assert said("--caption", "--move", 3, "--lang", "zh") == ["黑方提了 1 子，轮到白方。", "提子：黑方 1，白方 0。"]


def test_a_caption_counts_the_points_of_a_counted_game(tengen: Command) -> None:
    assert tengen("render", game(), "-o", "out.svg", "--caption").code == 0
    assert ">Black: 5, White: 5.</text>" in Path("out.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_a_caption_is_drawn_in_every_kind_of_picture(tengen: Command, ending: str) -> None:
    for name, options in (("plain", ()), ("said", ("--caption",))):
        done = tengen("render", captured(), "-o", f"{name}{ending}", *options)
        assert (done.code, done.err) == (0, "")
    plain, said = Path(f"plain{ending}").read_bytes(), Path(f"said{ending}").read_bytes()
    assert said.startswith(BEGINNINGS[ending])
    assert plain != said
    if ending in (".png", ".gif", ".apng"):
        assert picture(f"said{ending}").size[1] > picture(f"plain{ending}").size[1]


@pytest.mark.parametrize("ending", [".png", ".gif", ".apng", ".pdf"])
def test_a_caption_without_letters_to_write_it_is_english_and_told(
    tengen: Command, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "can_write", str.isascii)
    tengen("render", captured(), "-o", f"english{ending}", "--caption")
    done = tengen("render", captured(), "-o", f"chinese{ending}", "--caption", "--lang", "zh")
    assert (done.code, len(done.lines)) == (0, 1)
    assert "这台机器上没有中文字体" in done.err
    assert Path(f"chinese{ending}").read_bytes() == Path(f"english{ending}").read_bytes()


def test_players_whose_names_no_font_has_are_called_by_their_colors_in_print(
    tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles = []
    for name, can_write in (("there", lambda _: True), ("missing", str.isascii)):
        Path("named.sgf").write_text("(;GM[1]SZ[9]PB[吴清源]PW[Kitani];B[ee])", encoding="utf-8")
        monkeypatch.setattr(render, "can_write", can_write)
        assert tengen("render", "named.sgf", "-o", f"{name}.pdf").code == 0
        titles.append(Path(f"{name}.pdf").read_bytes())
    there, missing = ("吴清源".encode("utf-16-be").hex().upper().encode() in data for data in titles)
    assert (there, missing) == (True, False)
    assert "Black – Kitani".encode("utf-16-be").hex().upper().encode() in titles[1]


def test_a_machine_with_chinese_letters_draws_a_chinese_caption(
    tengen: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "can_write", lambda _: True)
    tengen("render", captured(), "-o", "english.png", "--caption")
    done = tengen("render", captured(), "-o", "chinese.png", "--caption", "--lang", "zh")
    assert (done.code, done.err) == (0, "")
    assert Path("chinese.png").read_bytes() != Path("english.png").read_bytes()
