"""Programs from the server's list of engines: chosen on the start page, for one side or for both."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.conftest import NewPerson
from tests.web.people import Person, Table, choose

pytestmark = pytest.mark.long

ENGINES = Path(__file__).parents[1] / "players"


def entry(name: str, protocol: str, game: str, *command: str) -> str:
    """One engine of the list."""
    argv = json.dumps([sys.executable, *command])
    return f'[engines.{name}]\nprotocol = "{protocol}"\ncommand = {argv}\ngames = ["{game}"]\nmargin_s = 5\n'


@pytest.fixture(scope="module")
def with_engines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with an engine for Gomoku that plays by chance, and one for Go that ends when it is to move."""
    folder = tmp_path_factory.mktemp("engines")
    small = [str(ENGINES / "small_engine.py"), "gomocup"]
    listed = folder / "engines.toml"
    listed.write_text(
        entry("Rapid", "gomocup", "gomoku", *small, "1", str(folder / "rapid"))
        + entry("Calm", "gomocup", "gomoku", *small, "2", str(folder / "calm"))
        + entry("Broken", "gtp", "go", "-I", "-S", str(ENGINES / "misbehaving_engine.py"), "crashes"),
        encoding="utf-8",
    )
    process = ServerProcess(folder / "data", {"ENGINES": str(listed)}).start()
    yield process
    process.stop()


@pytest.fixture
def person(new_person: NewPerson, with_engines: ServerProcess) -> Person:
    return new_person(address=with_engines.address)


def begin(person: Person, game: str, programs: dict[str, str]) -> Table:
    """From the start page to a game on nine lines; `programs` are chosen by the names of their fields."""
    page = person.page
    person.opens()
    choose(page, "Which game?", game)
    choose(page, "With whom?", "Computer")
    if len(programs) == 2:
        page.get_by_role("button", name="More", exact=True).click()
        page.get_by_text("The computer plays both sides").click()
    for field, name in programs.items():
        page.get_by_label(field, exact=True).select_option(label=name)
    choose(page, "Board size", "9×9")
    page.get_by_role("button", name="Play", exact=True).click()
    return person.table.arrives()


def test_two_engines_play_each_other_while_one_looks_on(person: Person, with_engines: ServerProcess) -> None:
    page = person.page
    table = begin(person, "Gomoku", {"Black: program": "Rapid", "White: program": "Calm"})
    for color, name in (("Black", "Rapid"), ("White", "Calm")):
        expect(table.player(color)).to_contain_text(name)
        expect(table.player(color)).not_to_contain_text("engine:")
    expect(table.moves.get_by_role("button").nth(5)).to_be_visible()
    assert table.picture.count("#") >= 3
    expect(page).to_have_title(re.compile("Gomoku 9×9 · Rapid – Calm"))
    expect(page.get_by_role("button", name="Resign")).to_have_count(0)
    page.get_by_role("tab", name="Info").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("Rapid")
    assert "failed" not in with_engines.log.read_text(encoding="utf-8"), "nobody played in their place"

    # The choice is remembered, and an engine is offered only for the games it plays.
    person.opens()
    expect(page.get_by_label("Black: program")).to_have_value("engine:Rapid")
    choose(page, "Which game?", "Othello")
    expect(page.get_by_label("Black: program")).to_have_count(0)


def test_an_engine_is_an_opponent_by_its_name(person: Person) -> None:
    table = begin(person, "Gomoku", {"Program": "Calm"})
    expect(person.page).to_have_title(re.compile("^● Your move – Gomoku 9×9 · Calm"))
    table.at("E5").click()
    expect(table.moves.get_by_role("button")).to_have_count(2)
    table.says("Your move.")
    expect(table.player("White")).to_contain_text("Calm")


def test_the_game_goes_on_though_an_engine_fails_and_everybody_is_told(
    person: Person, with_engines: ServerProcess
) -> None:
    table = begin(person, "Go", {"Program": "Broken"})
    table.at("E5").click()
    expect(table.moves.get_by_role("button")).to_have_count(2)
    table.says("Your move.")
    told = "Broken failed, so Level 2 moved in its place this time. The engine exited (code 134)."
    expect(person.page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert "engine:Broken failed" in with_engines.log.read_text(encoding="utf-8")
