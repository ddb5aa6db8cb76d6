"""People who talk at a board: how they meet there, what they say, and what they see of it. In any language."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.server.people import PASSWORD
from tests.web.accounts import administer, call, has_account, new_name
from tests.web.people import Person
from tests.web.words import Words

BLITZ = {"kind": "fischer", "mainMs": 300_000, "incrementMs": 5_000}


def post(person: Person, path: str, body: dict[str, Any]) -> Any:
    """A call with this person's cookies; the answer of one that succeeds."""
    answer = person.context.request.post(f"{person.address}{path}", data=body, headers={"origin": person.address})
    assert answer.ok, (path, answer.text())
    return answer.json()


def meet(black: Person, white: Person, **more: Any) -> tuple[str, str]:
    """Both sit at a game of Gomoku in which each has moved; the ids to play and to watch it. Nobody looks at it yet."""
    started = post(black, "/api/game/start", {"gameType": "GOMOKU", "boardSize": 9, "seat": "BLACK", **more})
    game_id: str = started["gameId"]
    post(white, f"/api/game/{game_id}/join", {"seat": "WHITE", "invite": started["invite"]})
    for person, color, x in ((black, "BLACK", 4), (white, "WHITE", 5)):
        act = {"player": color, "type": "place", "points": [{"x": x, "y": 4}]}
        post(person, f"/api/game/{game_id}/act", act)
    view = black.context.request.get(f"{black.address}/api/game/{game_id}/view").json()
    return game_id, view["watchId"]


def resign(person: Person, game_id: str, color: str) -> None:
    """Without the page."""
    post(person, f"/api/game/{game_id}/act", {"player": color, "type": "resign"})


def say(person: Person, game_id: str, text: str) -> None:
    """Without the page."""
    post(person, f"/api/game/{game_id}/chat", {"text": text})


def become_moderator(person: Person) -> str:
    """A moderator who is signed in here; the name."""
    name = has_account(person, new_name("Mo"))
    administer(person, name, "role", role="moderator")
    call(person, "login", {"name": name, "password": PASSWORD})
    return name


class Talker:
    """Somebody at a board with the talk in sight."""

    def __init__(self, person: Person, t: Words | None = None) -> None:
        self.person, self.page, self.t = person, person.page, t or Words("en")
        self.tab = self.page.get_by_role("tab", name=self.t("talk.title"))
        self.log = self.page.get_by_role("log", name=self.t("talk.lines"))
        self.field = self.page.get_by_role("textbox", name=self.t("talk.own"))

    def opens(self, game_id: str) -> Talker:
        """Come to the board, and choose the talk."""
        self.person.opens(f"#/game/{game_id}").arrives()
        return self.chooses()

    def chooses(self) -> Talker:
        self.tab.click()
        expect(self.log).to_be_visible()
        return self

    def says(self, text: str) -> None:
        """Type a line and see it said."""
        self.field.fill(text)
        self.page.get_by_role("button", name=self.t("talk.send"), exact=True).click()
        self.sees(text)
        expect(self.field).to_have_value("")

    def presses(self, word: str) -> None:
        """Say a quick word, by its key."""
        self.page.get_by_role("button", name=self.t(f"chat.word.{word}"), exact=True).click()
        self.sees(self.t(f"chat.word.{word}"))

    def line(self, text: str) -> Locator:
        """A line in which exactly this was said."""
        said = self.page.get_by_text(text, exact=True)
        return self.log.get_by_role("listitem").filter(has=said)

    def sees(self, *texts: str) -> None:
        for text in texts:
            expect(self.line(text)).to_have_count(1)

    def sees_not(self, *texts: str) -> None:
        """Not now. What is still on its way must be waited for before."""
        for text in texts:
            expect(self.line(text)).to_have_count(0)

    def does(self, deed: str, name: str) -> None:
        """Something from the menu at a name, by its key: mute, block, report."""
        self.log.get_by_role("button", name=self.t("talk.person", name=name)).first.click()
        items = self.page.get_by_role("menu").locator("[role^=menuitem]")
        items.filter(has_text=re.compile(f"^{re.escape(self.t(f'talk.{deed}'))}$")).click()
