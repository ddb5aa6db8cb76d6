"""Formats are found by themselves, and the right one for a file by its name and content."""

from __future__ import annotations

import pkgutil
from pathlib import Path

import pytest

import tengen.formats
from tengen.core import BLACK, LANGUAGES, Participant, Place, Point, Record, create_rules
from tengen.formats import Format, find_format, formats, read, write
from tests.formats.othello_games import keys, refused

GOLDEN = Path(__file__).parents[1] / "golden"
GAME = Record(create_rules("othello", 8)).with_line([Place(BLACK, Point(5, 4))])


def test_every_module_with_a_format_is_found() -> None:
    modules = {name for _, name, _ in pkgutil.iter_modules(tengen.formats.__path__)}
    found = {type(format_).__module__.split(".")[2] for format_ in formats()}
    shared = {"format", "registry", "values", "json_fields", "notices", "gomoku_games", "othello_games"}
    assert found == modules - shared
    assert {"ggf", "wthor", "moves", "psq"} <= found


def test_names_and_endings_are_well_formed() -> None:
    names = [format_.name for format_ in formats()]
    assert names == sorted(set(names))
    for format_ in formats():
        assert isinstance(format_, Format)
        assert all(ending.startswith(".") and ending == ending.lower() for ending in format_.endings)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("game.ggf", "ggf"),
        ("WTH_2024.WTB", "wthor"),
        ("a.b.psq", "psq"),
        (".txt", "moves"),
        ("psq", "psq"),
    ],
)
def test_the_ending_tells_the_format(name: str, found: str) -> None:
    assert find_format(name).name == found
    assert find_format(name, b"").name == found


@pytest.mark.parametrize("path", ["ggf/club.ggf", "wthor/club.wtb", "moves/club.txt", "psq/engines.psq"])
@pytest.mark.parametrize("name", ["game", "game.txt", "game.dat", ""])
def test_the_content_tells_the_format_where_the_ending_does_not(path: str, name: str) -> None:
    data = (GOLDEN / path).read_bytes()
    assert find_format(name, data) is find_format(path)
    assert read(name, data).records == read(path, data).records


def test_no_two_formats_take_each_others_golden_files() -> None:
    for path in ("ggf/club.ggf", "wthor/club.wtb", "moves/club.txt", "psq/engines.psq"):
        data = (GOLDEN / path).read_bytes()
        assert [format_.endings[0] for format_ in formats() if format_.recognises(data)] == [Path(path).suffix]


@pytest.mark.parametrize("data", [None, b"", b"no game at all", b"\0\1\2"])
def test_an_unknown_file_is_refused_with_what_there_is(data: bytes | None) -> None:
    error = refused(lambda: find_format("picture.xyz", data))
    assert error.key == "format.unknown"
    for language in LANGUAGES:
        for format_ in formats():
            assert format_.endings[0] in error.text(language)


def test_a_file_is_written_in_the_format_of_its_name() -> None:
    assert write("x.ggf", [GAME]).data.startswith(b"(;GM[Othello]")
    assert write("x.txt", [GAME]).data == b"f5\n"
    assert refused(lambda: write("x.psq", [GAME])).key == "format.wrong_game"
    assert refused(lambda: write("x", [GAME])).key == "format.unknown"


def test_files_beside_and_leniency_reach_the_format() -> None:
    def beside(ending: str) -> bytes:
        return (GOLDEN / "wthor" / f"club{ending}").read_bytes()

    data = (GOLDEN / "wthor" / "club.wtb").read_bytes()
    assert read("club.wtb", data, beside=beside).records[0].black == Participant("Ayla")
    assert len(read("x.ggf", b"(;GM[Othello]B[F5]B[A1]", strict=False).records) == 1


def test_games_go_from_format_to_format() -> None:
    records = read("club.wtb", (GOLDEN / "wthor" / "club.wtb").read_bytes()).records[:3]
    as_ggf = write("x.ggf", records)
    assert set(keys(as_ggf.notices)) <= {"format.lost.occasion", "ggf.lost_empties"}
    as_text = write("x.txt", read("x.ggf", as_ggf.data).records)
    actions = [record.main_actions() for record in read("x.txt", as_text.data).records]
    assert actions == [record.main_actions() for record in records]
