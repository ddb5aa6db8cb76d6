"""Accounts for people in front of the page: made over the interface of the server, or through the page's panel."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Locator, Page, expect

from tengen.people import Role
from tests.server.people import PASSWORD, add_accounts
from tests.server.people import Person as Caller
from tests.server.process import ServerProcess
from tests.web.people import Person, Table
from tests.web.words import Words

KEEPER: Final = "Eve"
"""The administrator of every server that the page is tested with."""

_numbers: Final = count(1)
_keepers: Final[dict[str, Caller]] = {}


def new_name(name: str = "Ann") -> str:
    """A name that nobody has yet, and that is the same in every language."""
    return f"{name} {next(_numbers)}"


def add_keeper(data_dir: Path) -> None:
    """Make the administrator, as on the host; for a folder that no server has now."""
    # In a thread of its own: where a browser is open, an event loop runs in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(add_accounts, data_dir, [(KEEPER, Role.ADMIN)]).result()


def keeper_of(address: str) -> Caller:
    """The administrator, logged in with a second factor."""
    if address not in _keepers:
        port = int(address.rpartition(":")[2])
        keeper = Caller(ServerProcess(Path(), port=port), KEEPER)
        keeper.log_in()
        _keepers[address] = keeper.add_second_factor()
    return _keepers[address]


def administer(person: Person, name: str, what: str, **body: Any) -> None:
    """Something that the administrator does to an account."""
    answer = keeper_of(person.address).post(f"/api/admin/users/{name}/{what}", body)
    assert answer.status_code == 200, answer.text


# --- over the interface


def call(person: Person, what: str, body: dict[str, Any]) -> Any:
    """A call of `/api/auth` with this person's cookies; the answer of one that succeeds."""
    answer = person.context.request.post(
        f"{person.address}/api/auth/{what}", data=body, headers={"origin": person.address}
    )
    assert answer.ok, (what, answer.text())
    return answer.json()


def has_account(person: Person, name: str | None = None) -> str:
    """This person has registered here before, and is signed in; the name."""
    own = name or new_name()
    call(person, "register", {"name": own, "password": PASSWORD})
    return own


def has_company(person: Person, other: Person, name: str | None = None) -> str:
    """A second person with an account is signed in beside this one; the name. `other` is where they registered."""
    beside = has_account(other, name or new_name("Ben"))
    call(person, "login", {"name": beside, "password": PASSWORD, "beside": True})
    return beside


# --- through the page


def panel(person: Person, t: Words | None = None) -> Locator:
    """The panel behind the corner, opened."""
    words = t or Words("en")
    found = person.page.get_by_role("dialog", name=words("people.title"), exact=True)
    if not found.is_visible():
        person.page.locator(".tg-people-button").click()
    expect(found.get_by_role("heading").first).to_be_visible()
    return found


def signs_in(person: Person, name: str, *, beside: bool = False) -> None:
    """Through the panel."""
    found = panel(person)
    if beside:
        found.get_by_role("button", name="Add a second person").click()
    found.get_by_label("Name", exact=True).fill(name)
    found.get_by_label("Password", exact=True).fill(PASSWORD)
    found.get_by_role("button", name="Sign in", exact=True).click()
    expect(found).to_be_hidden()


def registers(person: Person, name: str) -> None:
    """Through the panel."""
    found = panel(person)
    found.get_by_role("button", name="No account yet? Register").click()
    found.get_by_label("Name", exact=True).fill(name)
    found.get_by_label("Password", exact=True).fill(PASSWORD)
    found.get_by_role("button", name="Register", exact=True).click()
    expect(found).to_be_hidden()
    expect(corner(person, name)).to_be_visible()


def signs_out(person: Person, name: str) -> None:
    """Through the panel."""
    panel(person).get_by_role("button", name=f"Sign out {name}", exact=True).click()
    expect(person.page.get_by_text(f"{name} has signed out.")).to_be_visible()


def corner(person: Person, *names: str) -> Locator:
    """The button with the names of those who are here, each perhaps with a colour."""
    pattern = " and ".join(rf"{re.escape(name)}( \((Black|White)\))?" for name in names)
    return person.page.get_by_role("button", name=re.compile(f"^Here: {pattern}$"))


def record_of(person: Person, name: str, game: str) -> list[str]:
    """What a profile says of a game: played, won, lost, drawn."""
    person.opens(f"#/u/{name}")
    row = person.page.get_by_role("row").filter(has=person.page.get_by_role("rowheader", name=game, exact=True))
    expect(row).to_be_visible()
    return [row.get_by_role("cell").nth(at).inner_text() for at in range(4)]


def wins_at_gomoku(table: Table) -> None:
    """Black makes five in a row on a board that nobody has played on; both sides are at this screen."""
    table.plays("A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2", "E1")


def shown_name(page: Page, color: str) -> Locator:
    """The name beside the board."""
    return page.get_by_role("region", name=color, exact=True).locator(".tg-player-own")
