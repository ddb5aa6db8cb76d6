"""Links to a game: one to play, one to watch, and what a stranger can do with either. Which is little."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.words import LANGUAGES, Language, Words

pytestmark = pytest.mark.long


def test_one_link_plays_one_link_watches_and_strangers_only_look_on(new_person: NewPerson) -> None:
    ann, bob, eve = new_person(), new_person(), new_person()
    black = ann.begins("Othello", whom="A friend, by link", size="6×6", name="Ann")
    invitation = black.invitation
    black.chooses("Share")
    watch_link = ann.page.get_by_label("To watch").input_value()
    assert black.id not in watch_link

    # The friend sits down by opening the link, and the invitation is gone.
    white = bob.opens(invitation).arrives()
    black.says("Your move.")
    expect(ann.page.get_by_role("region", name="To play with you")).to_have_count(0)
    expect(white.player("Black")).to_contain_text("Ann")
    expect(white.player("White")).to_contain_text("you")

    # Whoever has the link to watch sees the moves and can do nothing.
    watcher = eve.opens(watch_link).arrives()
    black.plays("c2")
    for table in (white, watcher):
        table.sees("c2", "black stone", "last move")
    watcher.says("White to move.")
    for name in ("Pass", "Undo", "Takeback", "Resign"):
        expect(eve.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    before = watcher.picture
    watcher.at("d2").click()
    watcher.shows(before)

    # The address of the game itself gives a stranger no seat either.
    stranger = eve.opens(black.page.url).arrives()
    stranger.says("White to move.")
    stranger.at("d2").click()
    stranger.shows(before)
    white.shows(before)
    eve.forgives("403")
    told = eve.page.evaluate(
        """async (id) => (await (await fetch(`api/game/${id}/move`, { method: "POST", body: '{"x":3,"y":1}',
            headers: { "content-type": "application/json" } })).json()).code""",
        black.id,
    )
    assert told == "NOT_YOUR_SEAT"
    white.plays("d2")
    stranger.sees("d2", "white stone", "last move")


def test_an_invitation_is_taken_once(new_person: NewPerson) -> None:
    ann, bob, eve = new_person(), new_person(), new_person()
    black = ann.begins("Go", whom="A friend, by link", size="9×9")
    invitation = black.invitation
    white = bob.opens(invitation).arrives()
    black.says("Your move.")

    eve.forgives("403")
    eve.opens(invitation)
    expect(eve.page.get_by_role("heading", name="The seat could not be taken.")).to_be_visible()
    expect(eve.page.get_by_role("status").filter(has_text="The seat is taken")).to_be_visible()
    eve.page.get_by_role("link", name="Look on instead").click()
    looking_on = eve.table.arrives()
    black.plays("E5")
    for table in (white, looking_on):
        table.sees("E5", "black stone")

    # Whoever sat down may come back through the same link, or through the address, and plays on.
    white = bob.opens(invitation).arrives()
    white.says("Your move.")
    white.page.reload()
    white.plays("C3")
    black.sees("C3", "white stone")


def test_the_watch_page_finds_a_game_by_its_link_and_remembers_it(new_person: NewPerson) -> None:
    ann, eve = new_person(), new_person()
    table = ann.begins("Peace", size="8×8")
    table.plays("a1")
    table.chooses("Share")
    expect(ann.page.get_by_text("whoever has it can play for both sides")).to_be_visible()
    watch_link = ann.page.get_by_label("To watch").input_value()

    eve.opens("#/watch")
    field = eve.page.get_by_label("A watch link, or the id of a game")
    field.fill("nothing")
    eve.page.get_by_role("main").get_by_role("button", name="Watch", exact=True).click()
    eve.forgives("404")
    expect(eve.page.get_by_role("status").filter(has_text="There is no such game")).to_be_visible()
    field.fill("!")
    field.press("Enter")
    expect(eve.page.get_by_text("There is no game in this text.")).to_be_visible()
    field.fill(watch_link)
    field.press("Enter")
    watcher = eve.table.arrives()
    watcher.sees("a1", "stone")
    assert watcher.id != table.id

    eve.opens("#/watch")
    eve.page.get_by_role("link", name="Peace 8×8").click()
    eve.table.arrives().sees("a1", "stone")
    eve.opens("#/watch")
    eve.page.get_by_role("button", name="Forget Peace 8×8").click()
    expect(eve.page.get_by_role("link", name="Peace 8×8")).to_have_count(0)


def test_whoever_opens_their_own_invitation_leaves_the_seat_to_the_friend(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    black = ann.begins("Go", whom="A friend, by link", size="9×9")
    invitation, first = black.invitation, black.page.url
    ann.opens(invitation)
    expect(ann.page).to_have_url(first)
    assert black.arrives().invitation == invitation
    white = bob.opens(invitation).arrives()
    expect(white.player("White")).to_contain_text("you")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_that_works_on_this_machine_only_says_so_and_what_to_do(
    new_person: NewPerson, language: Language
) -> None:
    t = Words(language)
    ann = new_person(locale={"en": "en-GB", "zh": "zh-CN"}[language])
    page = ann.page
    told = {"host": "127.0.0.1", "port": 8123, "isReachable": False, "addresses": ["http://192.168.1.5:8123/"]}
    page.route("**/api/network", lambda route: route.fulfill(json=told))
    ann.opens()
    page.get_by_text(t("start.with.friend"), exact=True).click()
    page.get_by_role("button", name=t("start.play"), exact=True).click()
    panel = page.get_by_role("region", name=t("game.share.invite"))
    expect(panel).to_contain_text(t("game.share.only_here"))
    expect(panel).to_contain_text("tengen serve --host 0.0.0.0 --port 8123")
    expect(panel).to_contain_text("http://192.168.1.5:8123/")
    assert panel.get_by_role("textbox").input_value().startswith(ann.address)

    # The server was started anew for the network: the link becomes one that others can open, and so does its picture.
    told["isReachable"] = True
    link = panel.get_by_role("textbox")
    expect(link).to_have_value(re.compile(r"^http://192\.168\.1\.5:8123/#/join/"))
    expect(panel.get_by_text(t("game.share.only_here"))).to_have_count(0)
    panel.get_by_role("button", name=t("game.share.qr")).click()
    picture = panel.get_by_role("img", name=t("game.share.qr.name"))
    expect(picture).to_be_visible()
    assert len(picture.locator("path").last.get_attribute("d") or "") > 1000


def test_the_server_itself_says_that_it_is_reached_on_this_machine_only(new_person: NewPerson) -> None:
    ann = new_person()
    ann.begins("Go", whom="A friend, by link", size="9×9")
    expect(ann.page.get_by_role("region", name="To play with you")).to_contain_text("tengen serve --host 0.0.0.0")


def test_who_is_invited_is_asked_for_a_name_before_sitting_down(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    black = ann.begins("Othello", whom="A friend, by link", size="6×6", name="Ann")
    bob.page.goto(black.invitation)
    expect(bob.page.get_by_text("Othello 6×6 against Ann. You play White.")).to_be_visible()
    expect(ann.page.get_by_role("region", name="To play with you")).to_be_visible()
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Take the seat").click()
    bob.table.arrives()
    expect(black.player("White")).to_contain_text("Bob")
    second = ann.begins("Othello", whom="A friend, by link", size="6×6")
    bob.page.goto(second.invitation)
    expect(bob.page.get_by_label("Your name")).to_have_value("Bob")
