"""A move costs the page no request: what happens is told over its socket, with all that is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request, expect

from tests.web.conftest import NewPerson
from tests.web.people import Person


@contextmanager
def requests_of(*pages: Page) -> Iterator[list[str]]:
    """What these pages ask for meanwhile."""
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(f"{request.method} {request.url}")

    for page in pages:
        page.on("request", note)
    yield asked
    for page in pages:
        page.remove_listener("request", note)


def test_two_pages_play_a_game_and_ask_for_nothing(new_person: NewPerson) -> None:
    ann, bob, eve = new_person(), new_person(), new_person()
    black = ann.begins("Othello", whom="A friend, by link", size="6×6", name="Ann")
    invitation = black.invitation
    black.chooses("Share")
    watch_link = ann.page.get_by_label("To watch").input_value()
    white = bob.opens(invitation).arrives()
    watcher = eve.opens(watch_link).arrives()
    black.says("Your move.")
    with requests_of(ann.page, bob.page, eve.page) as asked:
        for number, name in enumerate(("c2", "d2", "e2", "b2")):
            mover, other = (white, black) if number % 2 else (black, white)
            mover.says("Your move.")
            mover.plays(name)
            other.sees(name, "last move")
            watcher.sees(name, "last move")
        black.chooses("Takeback")
        bob.page.get_by_role("button", name="Agree").click()
        black.says("Your move.")
        black.plays("b3")
        watcher.sees("b3", "last move")
        black.chooses("Resign")
        ann.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        expect(bob.page.get_by_role("button", name="Rematch").first).to_be_visible()
    assert asked == []


def test_a_page_plays_against_an_ai_and_asks_for_nothing(person: Person) -> None:
    table = person.begins("Gomoku", whom="The computer", level=2)
    with requests_of(person.page) as asked:
        for name in ("H8", "A1", "O1"):
            table.says("Your move.")
            table.plays(name)
            table.sees(name, "black stone")
        table.says("Your move.")
        table.chooses("Undo")
        table.says("Your move.")
        expect(table.at("O1")).not_to_contain_text("stone")
    assert asked == []
