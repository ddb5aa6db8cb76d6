"""The places where people find each other, each with the way there; listed with all others in `places`."""

from __future__ import annotations

from itertools import cycle
from typing import Final

from playwright.sync_api import expect

from tests.web.accounts import has_account, new_name
from tests.web.lobby import DAYS, begin, challenges, lobby_call, part, place, waiting
from tests.web.people import Person, somebody_else
from tests.web.words import Words

_searches: Final = cycle([("go", 9), ("go", 13), ("go", 19), ("othello", 8), ("peace", 8)])
"""Not the same one after the other: those who have just gone would be found."""


def start_anyone(person: Person, t: Words) -> None:
    has_account(person)
    person.opens()
    person.page.get_by_text(t("start.with.anyone"), exact=True).first.click()
    person.page.get_by_role("form").get_by_text(t("start.rated"), exact=True).click()
    expect(person.page.get_by_role("button", name=t("start.find"))).to_be_visible()


def start_waiting(person: Person, t: Words) -> None:
    start_anyone(person, t)
    game, size = next(_searches)
    name = t("page.game_label", game=t(f"{game}/name"), size=size)
    part(person, "start.with.anyone", t).get_by_role("button", name=name, exact=True).click()
    expect(waiting(person)).to_contain_text(t("lobby.waiting.range", points=100))


def start_challenge(person: Person, t: Words) -> None:
    with somebody_else(person) as other:
        name = has_account(other, new_name("Ben"))
    has_account(person)
    person.opens(f"#/challenge/{name}")
    person.page.get_by_role("button", name=t("start.more"), exact=True).click()
    person.page.get_by_label(t("start.clock"), exact=True).select_option("custom")
    person.page.get_by_label(t("start.clock.kind"), exact=True).select_option("days")
    expect(person.page.get_by_role("button", name=t("start.challenge", name=name))).to_be_visible()


def start_lobby(person: Person, t: Words) -> None:
    """Own games of days, challenges of oneself and of others, games being played, and who is here."""
    has_account(person)
    with somebody_else(person) as ben, somebody_else(person) as eve:
        name = has_account(ben, new_name("Ben"))
        has_account(eve, new_name("Eve"))
        place(ben, begin(ben, person, gameType="GO", boardSize=9, clock=DAYS), "BLACK", 4, 4)
        watched = begin(ben, eve, rated=True)
        for number, (x, y) in enumerate([(4, 4), (3, 3), (5, 4), (3, 4)]):
            place(*((eve, watched, "WHITE") if number % 2 else (ben, watched, "BLACK")), x, y)
        terms = {"gameType": "GO", "boardSize": 13, "rules": "chinese", "komi": 3.5, "absence": "claim"}
        challenges(ben, **terms, color="WHITE")
        challenges(person, gameType="OTHELLO", boardSize=8, clock=DAYS)
        ben.opens()
        person.opens()
        played = part(person, "lobby.games", t).get_by_role("link").filter(has_text=name)
        expect(played.first).to_be_visible()
        expect(part(person, "lobby.challenges", t)).to_contain_text(t("lobby.made.open"))
        expect(part(person, "games.title", t)).to_contain_text(t("games.turn.mine"))
        expect(person.page.get_by_role("link", name=t("start.challenge", name=name), exact=True)).to_be_visible()
    part(person, "start.with.anyone", t).scroll_into_view_if_needed()


def challenged(person: Person, t: Words) -> None:
    """By two people; one of them is to be refused."""
    own = has_account(person)
    person.opens()
    for name, size in ((new_name("Ben"), 9), (new_name("Eve"), 15)):
        with somebody_else(person) as other:
            has_account(other, name)
            challenges(other, to=own, boardSize=size)
        bar = part(person, "lobby.challenged.title", t).filter(has_text=name)
        expect(bar).to_be_visible()
    bar.get_by_role("button", name=t("lobby.decline.ask")).click()
    expect(bar.get_by_role("button", name=t("lobby.decline.clock"))).to_be_visible()


def notices(person: Person, t: Words) -> None:
    """A challenge came, one was declined, one was accepted."""
    own = has_account(person)
    with somebody_else(person) as ben:
        name = has_account(ben, new_name("Ben"))
        challenges(ben, to=own)
        lobby_call(ben, f"challenges/{challenges(person, to=name)}/decline", {"reason": "clock"})
        lobby_call(ben, f"challenges/{challenges(person, to=name)}/accept")
    person.opens("#/notices")
    for key in ("challenge", "challenge_declined", "challenge_accepted"):
        expect(person.page.get_by_role("listitem").filter(has_text=t(f"notice.{key}", name=name))).to_be_visible()


def watch_live(person: Person, t: Words) -> None:
    with somebody_else(person) as ben, somebody_else(person) as eve:
        name = has_account(ben, new_name("Ben"))
        has_account(eve, new_name("Eve"))
        place(ben, begin(ben, eve, rated=True), "BLACK", 4, 4)
        begin(eve, ben, gameType="GO", boardSize=19, clock=DAYS)
    person.opens("#/watch")
    expect(part(person, "lobby.games", t).get_by_role("link").filter(has_text=name)).to_have_count(2)


def game_first_move(person: Person, t: Words) -> None:
    has_account(person)
    with somebody_else(person) as ben:
        has_account(ben, new_name("Ben"))
        game_id = begin(person, ben, rated=True)
    table = person.opens(f"#/game/{game_id}").arrives()
    expect(person.page.locator(".tg-begin")).to_be_visible()
    expect(table.page.get_by_text(t("game.rated"), exact=True).first).to_be_visible()


PLACES_OF_LOBBY = (
    start_anyone,
    start_waiting,
    start_challenge,
    start_lobby,
    challenged,
    notices,
    watch_live,
    game_first_move,
)
