"""A move costs the page no request: what happens is told over its socket, with all that is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, play

pytestmark = pytest.mark.long


@contextmanager
def requests_of(*pages: Page) -> Iterator[list[str]]:
    """What these pages ask for meanwhile, without the code of other pages, which is fetched ahead once."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.resource_type not in ("script", "stylesheet"):
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
    white = bob.opens(invitation).arrives()
    watch_id = ann.context.request.get(f"{ann.address}/api/game/{black.id}/view").json()["watchId"]
    watcher = eve.opens(f"#/game/{watch_id}").arrives()
    black.says("Your move.")
    for person in (ann, bob, eve):  # what was said before they came is read once
        person.page.wait_for_load_state("networkidle")
    with requests_of(ann.page, bob.page, eve.page) as asked:
        play(black, white, "c2 d2 e2 b2")
        watcher.sees("b2", "last move")
        white.presses("Takeback")
        black.agrees()
        watcher.sees("e2", "last move")
        white.says("Your move.")
        white.plays("b2")
        watcher.sees("b2", "last move")
    assert asked == []
    with requests_of(ann.page, bob.page, eve.page) as asked:
        black.presses("Resign")
        black.now.get_by_role("button", name="Resign", exact=True).click()
        expect(white.end).to_be_visible()
    assert [one for one in asked if "/chat?" not in one] == [], "they read what was said, and no more"


def test_a_page_plays_against_an_ai_and_asks_for_nothing(person: Person) -> None:
    table = person.begins("Gomoku", whom="Computer", level=1, size="9×9", colour="Black")
    with requests_of(person.page) as asked:
        for number in (1, 2, 3):
            table.says("Your move.")
            table.page.locator('[data-point][aria-label$="empty"]').first.click()
            expect(table.moves.get_by_role("button").nth(2 * number - 1)).to_be_visible()
        table.says("Your move.")
        table.presses("Undo")
        expect(table.moves.get_by_role("button")).to_have_count(4)
        table.says("Your move.")
    assert asked == []
