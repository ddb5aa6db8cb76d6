"""The file that says how strong levels are: what it tells, and how it is refused."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.core import GameError, kinds
from tengen.people import BadLevels, LevelRatings, Rating
from tengen.people.levels import RATED_LEVELS
from tengen.players import LEVELS

FILE = Path(__file__).with_name("levels.toml")


def refusal(text: str) -> str:
    with pytest.raises(BadLevels) as refused:
        LevelRatings.read(text.encode())
    return str(refused.value)


def test_a_level_is_found_by_kind_size_and_number() -> None:
    levels = LevelRatings.read(FILE.read_bytes())
    assert levels.anchor.startswith("Made up for the tests")
    assert levels.find("go", 9, 1) == Rating(600, 45.5)
    assert levels.find("go", 7, 9) == Rating(1400, 80)
    assert levels.find("go", 17, 1) == Rating(400, 120)
    assert levels.find("othello", 8, 5) == Rating(1250.5, 60)


def test_a_level_that_was_not_measured_has_no_rating() -> None:
    levels = LevelRatings.read(FILE.read_bytes())
    assert levels.find("go", 9, 3) is None
    assert levels.find("go", 13, 1) is None
    assert levels.find("gomoku", 15, 1) is None
    assert levels.find("go", 9, 10) is None
    assert levels.find("go", 9, 0) is None
    assert levels.find("peace", 8, 1) is None
    with pytest.raises(GameError):
        levels.find("chess", 8, 1)


def test_no_level_of_this_program_is_rated_so_far_and_its_file_says_so() -> None:
    levels = LevelRatings.of_package()
    assert "No level has been rated so far" in levels.anchor
    assert not levels.ratings
    assert all(levels.find(kind.name, kind.rules.DEFAULT_SIZE, 1) is None for kind in kinds())


def test_only_levels_that_play_alike_everywhere_can_be_rated() -> None:
    assert list(RATED_LEVELS) == list(LEVELS)[:-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "anchor"),
        ("anchor = 3", "anchor"),
        ('anchor = ""', "anchor"),
        ('anchor = "  "', "anchor"),
        (f'anchor = "{"x" * 1001}"', "1000 characters"),
        ('anchor = "a"\nother = 1', "unknown key other"),
        ('anchor = "a"\nclasses = 3', "classes: must be a table"),
        ('anchor = "a"\n[classes.CHESS]', "classes.CHESS: no game"),
        ('anchor = "a"\n[classes.GO-10]', "classes.GO-10: no game"),
        ('anchor = "a"\n[classes.PEACE]', "classes.PEACE: no game"),
        ('anchor = "a"\n[classes]\nGO-9 = 1', "classes.GO-9: must be a table"),
        ('anchor = "a"\n[classes.GO-9]\n10 = {rating = 1, deviation = 1}', "1 to 9"),
        ('anchor = "a"\n[classes.GO-9]\n0 = {rating = 1, deviation = 1}', "1 to 9"),
        ('anchor = "a"\n[classes.GO-9]\n01 = {rating = 1, deviation = 1}', "1 to 9"),
        ('anchor = "a"\n[classes.GO-9]\none = {rating = 1, deviation = 1}', "1 to 9"),
        ('anchor = "a"\n[classes.GO-9]\n1 = 900', "classes.GO-9.1: must be a table"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 900}', "deviation must be a number from 1 to 350"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {deviation = 50}', "rating must be a number from 100 to 4000"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 99, deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 4001, deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = nan, deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = inf, deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = "900", deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = true, deviation = 50}', "rating"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 900, deviation = 0}', "deviation"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 900, deviation = 351}', "deviation"),
        ('anchor = "a"\n[classes.GO-9]\n1 = {rating = 900, deviation = 50, games = 3}', "unknown key games"),
        ('anchor = "a"\n[classes.GO-9]\n[classes.GO-9]', "not TOML"),
        (f'anchor = "a"\nx = {"9" * 5000}', "not TOML"),
        (f"anchor = {'[' * 50_000}", "not TOML"),
        ("anchor = ", "not TOML"),
    ],
    ids=lambda value: value[:50],
)
def test_a_bad_file_is_refused_naming_what_is_wrong(text: str, told: str) -> None:
    assert told in refusal(text)


def test_a_file_that_is_too_large_is_not_even_read() -> None:
    assert "more than 65536 bytes" in refusal('anchor = "a"\n#' + "x" * 65_536)
    with pytest.raises(BadLevels, match="not TOML"):
        LevelRatings.read(b"anchor = '\xff'")


@given(content=st.binary(max_size=80))
def test_any_bytes_are_levels_or_refused(content: bytes) -> None:
    with suppress(BadLevels):
        LevelRatings.read(content)
