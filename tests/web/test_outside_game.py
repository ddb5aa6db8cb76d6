"""A game of another distribution on the page: two stones a turn by clicks, and the end in its own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.outside_game.installed import WON
from tests.outside_game.installing import environment_with, install_game
from tests.server.process import ServerProcess
from tests.web.conftest import NewPerson
from tests.web.people import Person
from tests.web.places import start_game

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that finds the game by its entry point."""
    folder: Path = tmp_path_factory.mktemp("outside")
    environment = environment_with(install_game(folder / "site"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", environment["PYTHONPATH"])
        process = ServerProcess(folder / "data").start()
        yield process
        process.stop()


def test_both_stones_of_a_turn_are_clicked_and_the_end_is_told_in_the_words_of_the_game(person: Person) -> None:
    table = person.begins("Squares")
    first, *others, last = [name.upper() for name in WON.split()]
    table.says("Black to move.")
    table.plays(first)
    table.says("White to move.")
    table.plays(others[0])
    expect(table.now).to_contain_text("One more stone in this turn.")
    table.says("White to move.")
    table.plays(others[1])
    table.says("Black to move.")
    table.presses("Undo")
    table.sees(others[1], "empty")
    table.says("White to move.")
    table.plays(*others[1:], last)
    table.shows(""". . . . .
                   # . . o .
                   o . . o .
                   # # . . .
                   # # . o .""")
    expect(table.end).to_contain_text("Black wins")
    expect(table.end).to_contain_text("with a square")


def test_against_a_program_both_move_twice(person: Person) -> None:
    table = person.begins("Squares", whom="Computer", level=1, colour="Black")
    stones = table.moves.get_by_role("button")
    table.at("A1").click()
    expect(stones).to_have_count(3)
    table.says("Your move.")
    answered = table.picture
    assert answered.count("o") == 2
    free = next(name for name in ("B1", "C1", "D1") if "empty" in (table.at(name).get_attribute("aria-label") or ""))
    table.plays(free)
    table.says("Your move.")
    expect(table.now).to_contain_text("One more stone in this turn.")
    table.presses("Undo")
    table.shows(answered)
    table.says("Your move.")
    table.presses("Undo")
    expect(stones).to_have_count(0)
    table.sees("A1", "empty")
    table.says("Your move.")


@pytest.mark.parametrize(
    ("locale", "reason", "line"),
    [("en-GB", "with a square", "Black wins with a square."), ("zh-CN", "占满方格", "黑方占满方格获胜。")],
)
def test_the_end_is_told_in_both_languages(new_person: NewPerson, locale: str, reason: str, line: str) -> None:
    person = new_person(locale=locale)
    game_id = start_game(person, "SQUARES", 4)
    for name in WON.split():
        point = {"x": "abcd".index(name[0]), "y": 4 - int(name[1])}
        answer = person.context.request.post(f"{person.address}/api/game/{game_id}/move", data=point)
        assert answer.ok, answer.text()
    page = person.page
    person.opens(f"#/game/{game_id}").arrives()
    expect(page.get_by_role("main")).to_contain_text(reason)
    person.opens(f"#/review/{game_id}").arrives()
    page.keyboard.press("End")
    expect(page.get_by_role("main")).to_contain_text(line)
