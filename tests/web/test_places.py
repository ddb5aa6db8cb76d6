"""Every place of the page can be used by everybody, in both languages, in light and dark, on the narrowest phone."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.browser import AXE, IS_CI
from tests.web.conftest import NewPerson, serving
from tests.web.judges import ANSWERS_OVERTAKE, KEEP_ALL, barriers, ever_english, sideways
from tests.web.places import PLACES
from tests.web.words import Words

pytestmark = pytest.mark.long

QUICK: Final = ("start", "game_go", "end")
"""Those that are looked at in every run."""
WITH_BOARDS: Final = ("start", "game_go", "game_othello", "dead_stones", "end", "review_file")
BOARD_THEMES: Final = ("wood", "paper", "dark", "contrast", "print")
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
DRESS_BOARDS: Final = """
(theme) => document.querySelectorAll("[data-board-theme]").forEach((board) => { board.dataset.boardTheme = theme; })
"""
"""All boards in one theme at once; a reload would take away what lies over a board."""


@pytest.fixture(autouse=True, scope="module")
def axe() -> None:
    """The judge of accessibility, as far as a program can be one."""
    if not AXE.is_file():
        assert not IS_CI, "axe-core is not installed: make web"
        pytest.skip("axe-core is not installed: make web")


@pytest.fixture(scope="module")
def chinese_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which nobody has given a reason, a name or a comment in English, as other tests do on theirs."""
    with serving(tmp_path_factory.mktemp("chinese") / "data") as process:
        yield process


def each_place() -> list[Any]:
    return [pytest.param(name, marks=[] if name in QUICK else pytest.mark.long) for name in PLACES]


@pytest.mark.parametrize("place", each_place())
def test_a_place_keeps_nobody_out_by_day_and_by_night(new_person: NewPerson, place: str) -> None:
    person = new_person(color_scheme="light")
    PLACES[place](person, Words("en"))
    assert barriers(person.page) == []
    person.page.emulate_media(color_scheme="dark")
    assert barriers(person.page) == []
    assert sideways(person.page) <= 0


@pytest.mark.parametrize("place", WITH_BOARDS)
def test_a_board_keeps_nobody_out_whatever_it_is_made_of(new_person: NewPerson, place: str) -> None:
    person = new_person()
    PLACES[place](person, Words("en"))
    found: dict[str, list[str]] = {}
    for board, scheme in product(BOARD_THEMES, SCHEMES):
        person.page.emulate_media(color_scheme=scheme)
        person.page.evaluate(DRESS_BOARDS, board)
        found[f"{board} on a {scheme} page"] = barriers(person.page)
    assert {what: seen for what, seen in found.items() if seen} == {}


@pytest.mark.parametrize("place", PLACES)
def test_a_place_in_chinese_has_no_english_word_left(
    new_person: NewPerson, chinese_server: ServerProcess, place: str
) -> None:
    person = new_person(locale="zh-CN", address=chinese_server.address)
    person.context.add_init_script(KEEP_ALL)
    person.context.add_init_script(ANSWERS_OVERTAKE)
    PLACES[place](person, Words("zh"))
    expect(person.page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert ever_english(person.page) == []
    assert sideways(person.page) <= 0
