"""People in front of the page: what they press, and what they see. By the names they would read or hear."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    FilePayload,
    Locator,
    Page,
    Request,
    WebSocket,
    expect,
)

from tests.pictures import tidy

TELL_VIOLATIONS: Final = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
"""

READ_BOARD: Final = """
(grid) => [...(grid?.querySelectorAll("[role=row]") ?? [])].map((row) =>
  [...row.querySelectorAll("[role=gridcell]")].map(({ ariaLabel }) =>
    ariaLabel.includes("black stone") ? "#" : ariaLabel.includes("white stone") ? "o" : ".").join(" ")).join("\\n")
"""


SETTINGS_VERSION: Final = 2
"""In which version of `web/src/settings.ts` people have chosen."""


class Person:
    """Somebody with a browser of their own: own cookies, own settings. `page` is what they look at."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.troubles: list[str] = []
        self._forgiven: list[str] = []
        context.add_init_script(TELL_VIOLATIONS)
        self.page = self.new_page()

    def new_page(self) -> Page:
        """One more tab, watched as well."""
        page = self.context.new_page()
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.troubles.append(f"error: {error}"))
        page.on("request", self._on_request)
        page.on("websocket", self._on_socket)
        return page

    # --- what the page must not do

    def forgives(self, *patterns: str) -> None:
        """These complaints of the browser are what the test is about."""
        self._forgiven += patterns

    @property
    def complaints(self) -> list[str]:
        """What the browser complained of and nobody forgave: errors, violations of the policy, other hosts."""
        return [said for said in self.troubles if not any(re.search(one, said) for one in self._forgiven)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.troubles.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_request(self, request: Request) -> None:
        self._on_address(request.url)

    def _on_socket(self, socket: WebSocket) -> None:
        self._on_address(socket.url)

    def _on_address(self, url: str) -> None:
        found = urlsplit(url)
        if found.scheme not in ("blob", "data") and found.netloc != urlsplit(self.address).netloc:
            self.troubles.append(f"another host: {url}")

    # --- coming and going

    def has_set(self, **choices: object) -> None:
        """What was chosen on this device at an earlier visit, by the names of `web/src/settings.ts`."""
        kept = json.dumps(json.dumps({"state": choices, "version": SETTINGS_VERSION}))
        self.context.add_init_script(
            f"location.origin === 'null' || (localStorage.getItem('tengen') ?? localStorage.setItem('tengen', {kept}))"
        )

    def opens(self, place: str = "", *, name: str | None = None) -> Table:
        """Come to a place of the page, such as `#/watch`, or to a whole address, as from elsewhere.

        Who opens an invitation also takes the seat, under this name, where it is offered.
        """
        self.page.goto("about:blank")
        self.page.goto(place if "://" in place else f"{self.address}/{place}")
        if "#/join/" in place:
            self._takes_seat(name)
        return self.table

    def _takes_seat(self, name: str | None) -> None:
        form = self.page.get_by_role("form", name=re.compile("^(Invitation|邀请)$"))
        refused = self.page.locator(".tg-notice-page a[href*='#/game/']")
        expect(form.or_(refused).or_(self.page.get_by_role("grid")).first).to_be_visible()
        if form.is_visible():
            if name is not None:
                form.get_by_role("textbox").fill(name)
            form.get_by_role("button").click()

    @property
    def table(self) -> Table:
        return Table(self.page)

    def begins(
        self,
        game: str,
        *,
        whom: str = "Someone at this screen",
        size: str | None = None,
        colour: str | None = None,
        level: int | None = None,
        name: str | None = None,
        more: dict[str, str] | None = None,
    ) -> Table:
        """From the start page to a new game. `more` are fields behind "More", by their names."""
        page = self.page
        self.opens()
        choose(page, "Which game?", game)
        choose(page, "With whom?", whom)
        if name is not None:
            page.get_by_label("Your name").fill(name)
        if colour is not None:
            choose(page, "Your colour", colour)
        if level is not None:
            page.get_by_role("slider", name="Level").fill(str(level))
        if size is not None:
            choose(page, "Board size", size)
        if more:
            page.get_by_role("button", name="More", exact=True).click()
            for field, value in more.items():
                page.get_by_label(field, exact=True).select_option(label=value)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page).to_have_url(re.compile("#/game/"))
        return self.table.arrives()


def choose(where: Page | Locator, group: str, name: str) -> None:
    """Click one of a few, on a page or in a part of it."""
    one_of = where.get_by_role("group", name=group)
    one_of.locator("label").filter(has_text=re.compile(f"^{re.escape(name)}$")).click()
    expect(one_of.get_by_role("radio", name=name, exact=True)).to_be_checked()


class Table:
    """The page of a game as one person sees it. Whatever is expected is waited for."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = page.get_by_role("region", name="The game now")
        self.line = self.now.get_by_role("status").first
        self.grid = page.get_by_role("grid")
        self.actions = page.get_by_role("group", name="What you can do")
        self.moves = page.get_by_role("list", name="Moves", exact=True)

    def arrives(self) -> Table:
        expect(self.page).not_to_have_url(re.compile("/(#/?)?$"))  # the start page shows a board, too
        expect(self.grid).to_be_visible()
        return self

    @property
    def id(self) -> str:
        """The id in the address."""
        return self.page.url.rpartition("/")[2]

    # --- the board

    def at(self, point: str) -> Locator:
        return self.page.locator(f'[data-point="{point}"]')

    def sees(self, point: str, *said: str) -> None:
        """What is read out at a point: a stone, "last move", "marked dead"."""
        for words in said:
            expect(self.at(point)).to_have_accessible_name(re.compile(rf"\b{re.escape(words)}\b"))

    def plays(self, *points: str) -> None:
        """Click the points, one after the other, and see each stone."""
        for point in points:
            self.at(point).click()
            self.sees(point, "last move")

    @property
    def picture(self) -> str:
        """The stones as they are read out, as a picture."""
        found: str = self.grid.evaluate(READ_BOARD)
        return found

    def shows(self, picture: str) -> None:
        """The board is this one: `#` black, `o` white, `.` empty. What is under way is waited for."""
        wanted = tidy(picture)
        self.page.wait_for_function(
            f"(wanted) => ({READ_BOARD})(document.querySelector('[role=grid]')) === wanted", arg=wanted
        )

    # --- words and buttons

    def says(self, words: str) -> None:
        """The line beside the board says this."""
        expect(self.line).to_contain_text(words)

    def presses(self, name: str) -> None:
        """A button of the row below the board, of a question, or of the end."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def chooses(self, name: str) -> None:
        """Something from the menu behind ⋯."""
        self.actions.get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("menuitem", name=name).click()

    def passes(self, answer: str | None = None) -> None:
        """Pass, and answer the question that comes first: "Pass anyway" or "Pass and count"; None: none comes."""
        self.presses("Pass")
        if answer is not None:
            self.presses(answer)

    def agrees(self) -> None:
        self.now.get_by_role("button", name="Agree", exact=True).click()

    def declines(self) -> None:
        self.now.get_by_role("button", name="Decline", exact=True).click()

    def player(self, color: str) -> Locator:
        """The bar of a player."""
        return self.page.get_by_role("region", name=color, exact=True)

    @property
    def invitation(self) -> str:
        """The link for a friend, shown in the place of who has not come yet."""
        return self.page.get_by_role("region", name="To play with you").get_by_role("textbox").input_value()

    @property
    def end(self) -> Locator:
        """What lies over the board at the end."""
        return self.page.get_by_role("region", name=re.compile("^(You won|You lost|A draw|The end|.* wins)$"))

    # --- files

    @contextmanager
    def saving(self, folder: Path) -> Iterator[list[Path]]:
        """What is done inside downloads a file; afterwards it is in the list."""
        saved: list[Path] = []
        with self.page.expect_download() as coming:
            yield saved
        path = folder / coming.value.suggested_filename
        coming.value.save_as(path)
        saved.append(path)

    def loads(self, file: Path | FilePayload) -> None:
        """Load a file through the menu; leads to another game."""
        before = self.page.url
        with self.page.expect_file_chooser() as asked:
            self.chooses("Load…")
        asked.value.set_files(file)
        expect(self.page).not_to_have_url(before)


def play(first: Table, second: Table, moves: str) -> None:
    """Moves in turn, each seen by both before the next."""
    tables = [first, second]
    for number, point in enumerate(moves.split()):
        tables[number % 2].plays(point)
        tables[1 - number % 2].sees(point, "last move")


@contextmanager
def somebody_else(person: Person) -> Iterator[Person]:
    """Somebody else, for a while, with a browser of their own."""
    browser = person.context.browser
    assert browser is not None
    other = Person(browser.new_context(service_workers="block"), person.address)
    try:
        yield other
    finally:
        other.context.close()
