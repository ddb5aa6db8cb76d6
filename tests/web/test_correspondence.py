"""Games of days: nobody stays at the board, and the server may be restarted between two moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.accounts import has_account, new_name
from tests.web.conftest import NewPerson
from tests.web.lobby import DAYS, arrives, begin, part, place, seeks, view_of
from tests.web.people import Person

pytestmark = pytest.mark.long

LOST = "(ERR_CONNECTION_REFUSED|WebSocket connection)"
"""What a browser says while the server is away."""


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that the test may stop and start."""
    process = ServerProcess(tmp_path / "data").start()
    yield process
    process.stop()


def own_game(person: Person, name: str) -> None:
    """The game against somebody waits among one's own, counted beside Play and in the title, with days to go."""
    mine = part(person, "games.title").get_by_role("listitem").filter(has_text=name)
    expect(mine).to_contain_text("Your move")
    expect(mine).to_contain_text(re.compile(r"2 d 23 h left"))
    expect(person.page.locator(".tg-places-count")).to_have_text("1")
    expect(person.page).to_have_title(re.compile(r"^\(1\) ● Your move"))


def test_a_move_is_made_after_a_restart_of_the_server(new_person: NewPerson, own_server: ServerProcess) -> None:
    ann, ben = (new_person(address=own_server.address) for _ in range(2))
    names = {ann: has_account(ann), ben: has_account(ben, new_name("Ben"))}
    seeks(ann, "Go", "9×9", "Days")
    expect(ann.page.get_by_text("Looking for an opponent: Go 9×9 · Days").first).to_be_visible()
    seeks(ben, "Go", "9×9", "Days")
    black, white = arrives(ann, ben)
    first, second = (ann, ben) if black.page == ann.page else (ben, ann)
    expect(black.player("Black").get_by_role("timer")).to_have_text(re.compile("^(3 d 0 h|2 d 23 h)$"))
    # Nobody need hurry with the first move.
    expect(black.now).not_to_contain_text("or the game is cancelled")
    black.plays("E5")
    white.sees("E5", "last move")
    second.page.goto("about:blank")
    first.forgives(LOST, "status of 5")
    own_server.stop()
    own_server.start()

    second.opens()
    own_game(second, names[first])
    part(second, "games.title").get_by_role("link").filter(has_text=names[first]).first.click()
    white.arrives().sees("E5", "last move")
    expect(white.player("White").get_by_role("timer")).to_have_text("2 d 23 h")
    white.plays("C3")
    # Who had stayed at the board sees it there, by a line of its own making.
    black.sees("C3", "last move")
    black.plays("G7")
    white.sees("G7", "last move")


def test_a_game_of_days_is_counted_in_days_and_waits_until_the_move_is_made(
    new_person: NewPerson, own_server: ServerProcess
) -> None:
    ann, ben = (new_person(address=own_server.address) for _ in range(2))
    name = has_account(ann)
    has_account(ben, new_name("Ben"))
    game_id = begin(ann, ben, gameType="GO", boardSize=9, clock=DAYS)
    place(ann, game_id, "BLACK", 4, 4)
    assert view_of(ben, game_id)["state"]["beginMs"] is None
    ben.opens()
    own_game(ben, name)
    table = ben.opens(f"#/game/{game_id}").arrives()
    ben.page.get_by_role("tab", name="Info").click()
    expect(ben.page.get_by_role("tabpanel")).to_contain_text("3 days for each move")
    table.plays("C3")
    expect(ben.page.locator(".tg-places-count")).to_have_count(0)
    expect(ben.page).not_to_have_title(re.compile(r"^\("))
