"""The line breaks, the server falls and comes back: the page says so, and goes on by itself. Nothing happens twice."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.conftest import NewPerson
from tests.web.people import Person, Table, play

pytestmark = pytest.mark.long

LOST = "Reconnecting… The game is safe on the server."
CUT = ("WebSocket connection to", r"net::ERR_(CONNECTION|INTERNET|EMPTY|NETWORK|CONTENT_LENGTH|INCOMPLETE)")
"""What a browser says of its own accord while nobody answers."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may kill."""
    process = ServerProcess(tmp_path / "data").start()
    yield process
    process.stop()


@pytest.fixture
def two(new_person: NewPerson, own_server: ServerProcess) -> tuple[Person, Person]:
    """Ann, who is Black, and Bob, in the middle of a game."""
    ann, bob = (new_person(address=own_server.address) for _ in range(2))
    for person in (ann, bob):
        person.forgives(*CUT)
    black = ann.begins("Go", whom="A friend, by link", size="9×9")
    play(black, bob.opens(black.invitation).arrives(), "E5 C3")
    return ann, bob


def is_the_same_page(table: Table) -> bool:
    """Whether it has not been loaded again since `mark`."""
    return bool(table.page.evaluate("window.isMarked === true"))


def mark(*tables: Table) -> None:
    for table in tables:
        table.page.evaluate("window.isMarked = true")


def moves(server: ServerProcess, table: Table) -> list[tuple[int, int]]:
    """The moves as the server has them."""
    state = httpx2.get(f"{server.address}/api/game/{table.id}/state", timeout=20).json()
    return [(move["x"], move["y"]) for move in state["moves"]]


@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "stopped"])
def test_a_server_that_falls_and_comes_back_is_not_worth_a_reload(
    two: tuple[Person, Person], own_server: ServerProcess, by: signal.Signals
) -> None:
    black, white = (person.table for person in two)
    mark(black, white)
    own_server.stop(by=by)
    for table in (black, white):
        expect(table.now).to_contain_text(LOST)
    black.at("G7").click()

    own_server.start()
    for table in (black, white):
        expect(table.now).not_to_contain_text(LOST)
        table.sees("G7", "black stone", "last move")
    white.says("Your move.")
    white.plays("G3")
    black.sees("G3", "white stone", "last move")
    assert moves(own_server, black) == [(4, 4), (2, 6), (6, 2), (6, 6)], "each move once"
    assert is_the_same_page(black)
    assert is_the_same_page(white)


def test_without_a_network_the_page_says_so_and_goes_on_when_it_is_back(
    two: tuple[Person, Person], own_server: ServerProcess
) -> None:
    ann, _ = two
    black, white = (person.table for person in two)
    mark(black)
    ann.context.set_offline(True)
    expect(black.page.get_by_text("You are offline.")).to_be_visible()
    own_server.stop(by=signal.SIGKILL)  # what is open already is not cut by the browser's switch
    own_server.start()
    black.at("G7").click()
    expect(white.now).not_to_contain_text(LOST)
    white.says("Black to move.")
    white.sees("G7", "empty")

    ann.context.set_offline(False)
    expect(black.page.get_by_text("You are offline.")).to_have_count(0)
    for table in (black, white):
        table.sees("G7", "black stone", "last move")
    assert moves(own_server, black) == [(4, 4), (2, 6), (6, 2)], "each move once"
    assert is_the_same_page(black)


def test_a_second_move_is_not_kept_while_nobody_answers(two: tuple[Person, Person], own_server: ServerProcess) -> None:
    """Only one message waits for the line: nothing is played in a burst when it is back."""
    black, white = (person.table for person in two)
    own_server.stop(by=signal.SIGKILL)
    expect(black.now).to_contain_text(LOST)
    black.at("G7").click()
    black.at("G6").click()
    black.says("There is no connection to the server.")
    own_server.start()
    white.sees("G7", "black stone", "last move")
    white.sees("G6", "empty")
    assert moves(own_server, black) == [(4, 4), (2, 6), (6, 2)]


def test_who_comes_while_the_server_is_away_finds_the_game_when_it_is_back(
    two: tuple[Person, Person], own_server: ServerProcess, new_person: NewPerson
) -> None:
    ann, _ = two
    eve = new_person(address=own_server.address)
    eve.forgives(*CUT)
    eve.begins("Gomoku", size="9×9")
    game_id = ann.table.id
    own_server.stop()
    eve.page.evaluate("(id) => { location.hash = `#/game/${id}`; }", game_id)
    expect(eve.page.get_by_text(LOST)).to_be_visible()
    own_server.start()
    eve.table.arrives().sees("C3", "white stone", "last move")
