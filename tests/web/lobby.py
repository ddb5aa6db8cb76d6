"""People in the lobby of a page: what they ask for there, and what they see of others."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.people import Person, Table, choose
from tests.web.words import Words

DAY_MS = 24 * 3_600_000
QUICK = {"kind": "fischer", "mainMs": 300_000, "incrementMs": 3_000}
DAYS = {"kind": "per_move", "periodMs": 3 * DAY_MS}


def part(person: Person, key: str, t: Words | None = None, **values: object) -> Locator:
    """A part of the page by what it is called: `lobby.challenges`, `lobby.games`, `games.title`."""
    return person.page.get_by_role("region", name=(t or Words("en"))(key, **values), exact=True)


def seeks(person: Person, game: str, size: str, speed: str = "Blitz", *, rated: bool = False) -> None:
    """Have anyone found, by the form of the start page."""
    page = person.page
    person.opens()
    choose(page, "Which game?", game)
    choose(page, "With whom?", "Anyone now")
    choose(page.get_by_role("form"), "Speed", speed)
    choose(page, "Board size", size)
    if rated:
        page.get_by_role("form").get_by_text("Rated", exact=True).click()
    page.get_by_role("button", name="Find an opponent").click()


def waiting(person: Person) -> Locator:
    """What is said while somebody is looked for; the first place of those that say it."""
    return person.page.locator(".tg-waiting").first


def arrives(*people: Person) -> list[Table]:
    """All of them were led to the same game; their tables, that of Black first."""
    for person in people:
        expect(person.page).to_have_url(re.compile("#/game/"))
        person.table.arrives()
    assert len({person.table.id for person in people}) == 1
    return [person.table for person in sorted(people, key=color_of)]


def color_of(person: Person) -> str:
    """Which colour somebody has in the game that is open."""
    yours: list[str] = view_of(person)["yours"]
    return yours[0]


def view_of(person: Person, game_id: str | None = None) -> dict[str, Any]:
    """What the server says of the game that is open, or of another one."""
    answer = person.context.request.get(f"{person.address}/api/game/{game_id or person.table.id}/view")
    assert answer.ok, answer.text()
    found: dict[str, Any] = answer.json()
    return found


def lobby_call(person: Person, what: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """A call of `/api/lobby` with this person's cookies; the answer of one that succeeds."""
    answer = person.context.request.post(
        f"{person.address}/api/lobby/{what}", data=body or {}, headers={"origin": person.address}
    )
    assert answer.ok, (what, answer.text())
    found: dict[str, Any] = answer.json()
    return found


def challenges(person: Person, **terms: Any) -> str:
    """Make a challenge without the page; its id."""
    body = {"gameType": "GOMOKU", "boardSize": 9, "clock": QUICK, **terms}
    made: str = lobby_call(person, "challenges", body)["challengeId"]
    return made


def begin(black: Person, white: Person, **terms: Any) -> str:
    """A game of two that comes from the lobby, without the page; its id."""
    made = challenges(black, color="BLACK", **terms)
    game_id: str = lobby_call(white, f"challenges/{made}/accept")["gameId"]
    return game_id


def place(person: Person, game_id: str, color: str, x: int, y: int) -> None:
    """A stone, without the page."""
    answer = person.context.request.post(
        f"{person.address}/api/game/{game_id}/act",
        data={"player": color, "type": "place", "points": [{"x": x, "y": y}]},
    )
    assert answer.ok, answer.text()


def stone(card: Locator, size: int, x: int, y: int) -> Locator:
    """A stone on a small board."""
    return card.locator(f'[data-shadow="{y * size + x}"]')
