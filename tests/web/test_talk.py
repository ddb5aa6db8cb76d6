"""Talk at the board, with a browser for everybody: rooms, quick words, text that stays text, whom one need not hear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from tests.server.process import ServerProcess
from tests.web.accounts import has_account, new_name
from tests.web.conftest import NewPerson
from tests.web.judges import barriers
from tests.web.people import Person, choose
from tests.web.places import start_game
from tests.web.talkers import Talker, meet, resign, say
from tests.web.words import Words

pytestmark = pytest.mark.long

EN: Final = Words("en")
ZH: Final = Words("zh")
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
NAME_OF_FOCUSED: Final = """
() => document.activeElement.matches("button, input")
  ? (document.activeElement.ariaLabel ?? "") + document.activeElement.textContent : ""
"""
HTML: Final = '<img src=x onerror=alert(1)> <a href="http://evil.example/">win</a> http://evil.example/'


def accounts(new_person: NewPerson, *names: str) -> list[Person]:
    """People with accounts whose names begin so."""
    people = [new_person() for _ in names]
    for person, name in zip(people, names, strict=True):
        has_account(person, new_name(name))
    return people


def test_players_and_watchers_talk_apart_until_the_end(new_person: NewPerson) -> None:
    people = [new_person(), new_person(locale="zh-CN"), new_person(), new_person(locale="zh-CN")]
    names = [has_account(person, new_name(name)) for person, name in zip(people, ("Ann", "Ben"), strict=False)]
    watchers = [has_account(person, new_name(name)) for person, name in zip(people[2:], ("Cleo", "Dan"), strict=True)]
    game_id, watch_id = meet(people[0], people[1])
    ann, ben = Talker(people[0]).opens(game_id), Talker(people[1], ZH).opens(game_id)
    cleo, dan = Talker(people[2]).opens(watch_id), Talker(people[3], ZH).opens(watch_id)
    expect(ann.log).to_contain_text(EN("talk.empty.players"))
    expect(cleo.page.get_by_text(EN("talk.apart"))).to_be_visible()

    ann.presses("good_luck")
    ben.sees(ZH("chat.word.good_luck"))
    ben.says("多谢")
    ann.sees("多谢")
    cleo.says("Black is ahead.")
    dan.sees("Black is ahead.")
    dan.presses("well_played")
    cleo.sees(EN("chat.word.well_played"))
    # Both have heard the other side of their own room: what leaked would have come before.
    ann.presses("thanks")
    ben.sees(ZH("chat.word.thanks"))
    for player in (ann, ben):
        expect(player.log.get_by_role("listitem")).to_have_count(3)
    for watcher in (cleo, dan):
        expect(watcher.log.get_by_role("listitem")).to_have_count(2)

    resign(people[0], game_id, "BLACK")
    ann.sees("Black is ahead.", EN("chat.word.well_played"))
    ben.sees("Black is ahead.", ZH("chat.word.well_played"))
    expect(ann.line("Black is ahead.")).to_contain_text(EN("talk.watching"))
    expect(ann.line("Black is ahead.")).to_contain_text(watchers[0])
    cleo.says("What a game.")
    ann.sees("What a game.")
    expect(cleo.log.get_by_role("listitem")).to_have_count(3)
    expect(ann.line("多谢")).to_contain_text(names[1])
    assert barriers(ann.page) == []
    assert barriers(dan.page) == []


def test_who_played_a_program_reads_at_the_end_what_watchers_have_said(new_person: NewPerson) -> None:
    ann, cleo = accounts(new_person, "Ann", "Cleo")
    game_id = start_game(ann, "GOMOKU", 9, seat="BLACK", players={"WHITE": "level:1"})
    watch_id = ann.context.request.get(f"{ann.address}/api/game/{game_id}/view").json()["watchId"]
    table = ann.opens(f"#/game/{game_id}").arrives()
    watcher = Talker(cleo).opens(watch_id)
    watcher.says("She will lose.")
    player = Talker(ann)
    table.at("E5").click()
    table.sees("E5", "black stone")  # the program answers before anybody could see that it was the last
    expect(player.tab).to_have_count(0)
    resign(ann, game_id, "BLACK")
    expect(player.tab).to_contain_text("1 new")
    player.chooses().sees("She will lose.")
    expect(player.field).to_have_count(0)


def test_what_is_said_stays_text(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    game_id, _ = meet(*people)
    ann, ben = (Talker(person).opens(game_id) for person in people)
    ann.says(HTML)
    for talker in (ann, ben):
        talker.sees(HTML)
        assert talker.line(HTML).locator(".tg-line-text *").count() == 0, "a text node and nothing else"
        expect(talker.log.locator("img, a")).to_have_count(0)
    ben.field.fill("\u202etxet \u200b\u0007ok")
    ben.field.press("Enter")
    ann.sees("txet ok")


def test_a_line_that_is_too_long_or_comes_too_fast_is_refused_in_words(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    game_id, _ = meet(*people)
    ann = Talker(people[0]).opens(game_id)
    ann.field.fill("x" * 201)
    ann.field.press("Enter")
    expect(ann.page.get_by_text(EN("error.BAD_TEXT", most=200))).to_be_visible()
    expect(ann.field).to_have_value("x" * 201)
    ann.says("x" * 200)
    expect(ann.page.get_by_text(EN("error.BAD_TEXT", most=200))).to_have_count(0)
    for number in range(3):
        ann.says(f"line {number}")
    ann.field.fill("one more")
    ann.field.press("Enter")
    expect(ann.page.get_by_text(re.compile(r"^You are talking too fast; wait \d+ s\.$"))).to_be_visible()
    expect(ann.field).to_have_value("one more")
    ann.sees_not("one more")


def test_who_is_muted_is_not_seen_from_then_on_and_knows_nothing_of_it(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    name = people[1].context.request.get(f"{people[1].address}/api/auth/me").json()["name"]
    game_id, _ = meet(*people)
    ann, ben = (Talker(person).opens(game_id) for person in people)
    ben.says("You play badly.")
    ann.sees("You play badly.")
    ann.does("mute", name)
    expect(ann.page.get_by_text(EN("talk.mute.done", name=name))).to_be_visible()
    expect(ann.line("You play badly.")).to_have_count(0, timeout=1_000)
    ben.says("Do you hear me?")
    ann.says("I do not.")
    ben.sees("I do not.")
    ann.sees_not("You play badly.", "Do you hear me?")

    people[0].opens("#/settings")
    part = people[0].page.get_by_role("region", name=EN("account.talk"), exact=True)
    part.get_by_role("button", name=EN("talk.unmute.name", name=name)).click()
    expect(part.get_by_text(EN("account.talk.nobody"))).to_be_visible()
    ann.opens(game_id).sees("You play badly.", "Do you hear me?")


def test_who_is_blocked_neither_talks_nor_challenges_nor_is_paired(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben", "Cleo")
    names = [person.context.request.get(f"{person.address}/api/auth/me").json()["name"] for person in people]
    game_id, _ = meet(people[0], people[1])
    ann, ben = (Talker(person).opens(game_id) for person in people[:2])
    ben.says("Fool.")
    ann.does("block", names[1])
    expect(ann.page.get_by_text(EN("talk.block.done", name=names[1]))).to_be_visible()
    for person in people[:2]:
        Talker(person).opens(game_id)
        expect(person.page.get_by_text(EN("error.BLOCKED"))).to_be_visible()
        expect(Talker(person).field).to_have_count(0)

    for person, other in ((people[0], names[1]), (people[1], names[0])):
        person.forgives("status of 403")
        person.opens(f"#/challenge/{other}")
        person.page.get_by_role("button", name=f"Challenge {other}", exact=True).click()
        expect(person.page.get_by_text(EN("error.BLOCKED"))).to_be_visible()

    for person in people:
        looks_for_anyone(person)
        if person is people[1]:
            expect(people[0].page.get_by_role("button", name=EN("lobby.waiting.cancel")).first).to_be_visible()
    # Whoever comes third is paired with one of them at once; the other goes on waiting.
    expect(people[2].page).to_have_url(re.compile("#/game/"))
    bars = people[2].page.locator(".tg-player-own")
    expect(bars).to_have_count(2)
    assert set(bars.all_inner_texts()) in ({names[2], names[0]}, {names[2], names[1]})


def looks_for_anyone(person: Person) -> None:
    """Quick pairing, from the start page."""
    page = person.page
    person.opens()
    choose(page, "Which game?", "Gomoku")
    choose(page, "With whom?", EN("start.with.anyone"))
    page.get_by_role("button", name=EN("start.find"), exact=True).click()
    waiting = page.get_by_role("button", name=EN("lobby.waiting.cancel"))
    expect(waiting.or_(page.get_by_role("grid")).first).to_be_visible()


def test_guests_read_along_and_are_told_why_they_cannot_talk(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    guest = new_person()
    _, watch_id = meet(*people)
    cleo = accounts(new_person, "Cleo")[0]
    say(cleo, watch_id, "Hello there.")
    listener = Talker(guest).opens(watch_id)
    listener.sees("Hello there.")
    expect(guest.page.get_by_text(EN("error.GUESTS_CANNOT_TALK"))).to_be_visible()
    expect(listener.field).to_have_count(0)
    expect(guest.page.get_by_role("button", name=EN("chat.word.hello"))).to_have_count(0)


def test_who_wants_no_talk_sees_none_until_they_do(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    game_id, _ = meet(*people)
    ben = Talker(people[1]).opens(game_id)
    ben.says("Hello?")
    switch = people[0].page.get_by_role("switch", name=EN("account.talk.on"))
    people[0].opens("#/settings")
    switch.press("Space")
    expect(people[0].page.get_by_text(EN("account.talk.is_off"))).to_be_visible()
    ann = Talker(people[0]).opens(game_id)
    expect(ann.page.get_by_text(EN("talk.own_off"))).to_be_visible()
    ben.says("Are you there?")
    expect(ann.log.get_by_role("listitem")).to_have_count(0)
    expect(ann.field).to_have_count(0)
    people[0].opens("#/settings")
    switch.press("Space")
    expect(people[0].page.get_by_text(EN("account.talk.is_on"))).to_be_visible()
    ann.opens(game_id).sees("Hello?", "Are you there?")
    ann.says("Now I am.")
    ben.sees("Now I am.")


@pytest.fixture
def silent_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("silent") / "data", settings={"TALK": "false"}).start()
    yield process
    process.stop()


def test_a_server_can_be_without_talk(new_person: NewPerson, silent_server: ServerProcess) -> None:
    people = [new_person(address=silent_server.address) for _ in range(2)]
    for person in people:
        has_account(person)
    game_id, _ = meet(*people)
    ann = Talker(people[0]).opens(game_id)
    expect(ann.page.get_by_text(EN("error.TALK_OFF"))).to_be_visible()
    expect(ann.field).to_have_count(0)
    expect(ann.page.get_by_role("button", name=EN("chat.word.hello"))).to_have_count(0)


def test_talk_in_chinese_on_a_narrow_phone(new_person: NewPerson) -> None:
    ann, ben = new_person(locale="zh-CN", **PHONE), new_person()
    has_account(ann), has_account(ben, name := new_name("Ben"))
    game_id, _ = meet(ann, ben)
    say(ben, game_id, "a word of forty characters without a gap".replace(" ", "") * 4)
    phone = Talker(ann, ZH).opens(game_id)
    phone.presses("hello")
    phone.says("这步棋真漂亮")
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    for button in ann.page.locator(".tg-chat-word, .tg-chat-own button, .tg-chat-own input").all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= 44, "a finger needs so much"
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    phone.does("report", name)
    dialog = ann.page.get_by_role("dialog", name=ZH("talk.report.name", name=name))
    expect(dialog.get_by_text("这步棋真漂亮")).to_be_visible()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert barriers(ann.page) == []


def test_everything_about_talk_can_be_done_by_keyboard(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    name = people[1].context.request.get(f"{people[1].address}/api/auth/me").json()["name"]
    game_id, _ = meet(*people)
    say(people[1], game_id, "Hello.")
    ann, page = Talker(people[0]), people[0].page
    people[0].opens(f"#/game/{game_id}").arrives()
    page.get_by_role("tab", name="Moves").focus()
    page.keyboard.press("ArrowRight")
    expect(ann.tab).to_be_focused()
    ann.sees("Hello.")
    reach(people[0], EN("talk.person", name=name))
    page.keyboard.press("Enter")
    for _ in range(4):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=EN("talk.report.name", name=name))
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(ann.log.get_by_role("button", name=EN("talk.person", name=name))).to_be_focused()
    reach(people[0], EN("chat.word.hello"))
    page.keyboard.press("Enter")
    ann.sees(EN("chat.word.hello"))
    reach(people[0], EN("talk.own"))
    page.keyboard.type("u r p s l q ? /")
    page.keyboard.press("Enter")
    ann.sees("u r p s l q ? /")
    expect(ann.field).to_be_focused()
    people[0].table.says("Your move.")


def reach(person: Person, name: str) -> None:
    """Go on by the tab key until something of this name has the focus."""
    for _ in range(20):
        person.page.keyboard.press("Tab")
        if name in person.page.evaluate(NAME_OF_FOCUSED):
            return
    raise AssertionError(f"{name} is not reached by the tab key")


def test_who_listens_to_the_page_hears_what_is_said(new_person: NewPerson) -> None:
    people = accounts(new_person, "Ann", "Ben")
    name = people[1].context.request.get(f"{people[1].address}/api/auth/me").json()["name"]
    game_id, _ = meet(*people)
    ann, ben = Talker(people[0]), Talker(people[1]).opens(game_id)
    people[0].opens(f"#/game/{game_id}").arrives()
    expect(ann.tab).to_be_visible()
    ben.presses("hello")
    expect(ann.page.get_by_role("status").get_by_text(f"{name}: {EN('chat.word.hello')}")).to_have_count(1)
    expect(ann.tab).to_have_accessible_name(f"{EN('talk.title')} {EN('talk.unread', count=1)}")
    ann.chooses()
    expect(ann.log).to_have_attribute("aria-live", "polite")
    expect(ann.tab).to_have_accessible_name(EN("talk.title"))
    expect(ann.page.get_by_role("status").get_by_text(f"{name}: {EN('chat.word.hello')}")).to_have_count(0)
