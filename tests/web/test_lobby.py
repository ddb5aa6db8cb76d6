"""The lobby: people find a game with each other, and look on at those of others. Each has a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from tests.server.process import ServerProcess
from tests.web.accounts import has_account, new_name, panel
from tests.web.conftest import NewPerson
from tests.web.judges import barriers, english
from tests.web.lobby import (
    arrives,
    begin,
    challenges,
    lobby_call,
    part,
    place,
    seeks,
    stone,
    view_of,
    waiting,
)
from tests.web.people import Person, choose, play
from tests.web.words import Words

pytestmark = pytest.mark.long

PHONE: Final = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server on which nobody waits but those of the test, and where a game that nobody begins ends soon."""
    process = ServerProcess(tmp_path_factory.mktemp("hall") / "data", {"ABSENCE_BEGIN_S": "30"}).start()
    yield process
    process.stop()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that waits three seconds for a first move."""
    process = ServerProcess(tmp_path_factory.mktemp("hasty") / "data", {"ABSENCE_BEGIN_S": "3"}).start()
    yield process
    process.stop()


def being_played(person: Person, *names: str) -> Locator:
    """The small board of a game of these two."""
    cards = part(person, "lobby.games").get_by_role("link")
    for name in names:
        cards = cards.filter(has_text=name)
    return cards


def offered(person: Person, name: str) -> Locator:
    """An open challenge of somebody, as another sees it."""
    return part(person, "lobby.challenges").get_by_role("listitem").filter(has_text=name)


# --- anyone now


def test_of_four_people_two_are_paired_and_the_others_see_the_game_live_and_watch_it(
    new_person: NewPerson, hall: ServerProcess
) -> None:
    ann, ben, cleo, dan = (new_person(address=hall.address) for _ in range(4))
    name, guest = has_account(ann), new_name("Ben")
    ben.has_set(name=guest)
    cleo.opens("#/watch")
    expect(part(cleo, "lobby.games")).to_contain_text("Nobody plays in the open at the moment.")
    dan.opens()
    seeks(ann, "Go", "9×9")
    expect(waiting(ann)).to_contain_text("Looking for an opponent: Go 9×9 · Blitz")
    # The stranger takes the short way below the fold, and is a guest from then on.
    ben.opens()
    anyone = part(ben, "start.with.anyone")
    choose(anyone, "Speed", "Blitz")
    anyone.get_by_role("button", name="Go 9×9").click()
    black, white = arrives(ann, ben)
    for lookers in (cleo, dan):
        expect(being_played(lookers, name, guest)).to_have_count(1)
    play(black, white, "E5 C3")
    for lookers in (cleo, dan):
        card = being_played(lookers, name, guest)
        expect(stone(card, 9, 4, 4)).to_have_count(1)
        expect(stone(card, 9, 2, 6)).to_have_count(1)
        expect(card.locator("[data-shadow]")).to_have_count(2)
    for looker in (cleo, dan):
        being_played(looker, name, guest).click()
        looker.table.arrives().sees("C3", "last move")
    black.plays("G7")
    for looker in (cleo, dan):
        looker.table.sees("G7", "last move")
        expect(looker.page.get_by_role("button", name="Resign")).to_have_count(0)
    # Players have their game among their own, not among those of others.
    ann.opens()
    expect(part(ann, "games.title").get_by_role("link").filter(has_text=guest)).to_have_count(1)
    expect(being_played(ann, guest)).to_have_count(0)
    ben.table.presses("Resign")
    ben.table.now.get_by_role("button", name="Resign", exact=True).click()
    expect(part(ann, "games.title").get_by_role("listitem").filter(has_text=guest)).to_contain_text("You won")
    dan.opens()
    expect(part(dan, "lobby.challenges")).to_be_visible()
    expect(being_played(dan, name, guest)).to_have_count(0)


def test_two_accounts_are_paired_for_a_rated_game_and_their_ratings_change(
    new_person: NewPerson, hall: ServerProcess
) -> None:
    ann, ben, cleo = (new_person(address=hall.address) for _ in range(3))
    has_account(ann)
    has_account(ben, new_name("Ben"))
    # Who wants no rated game does not get one.
    has_account(cleo, new_name("Cleo"))
    seeks(cleo, "Gomoku", "15×15")
    seeks(ann, "Gomoku", "15×15", rated=True)
    expect(waiting(ann)).to_contain_text("Gomoku 15×15 · Blitz · rated")
    expect(waiting(ann)).to_contain_text(re.compile(r"within ±\d+ of your rating"))
    seeks(ben, "Gomoku", "15×15", rated=True)
    black, white = arrives(ann, ben)
    assert view_of(ann)["isRated"] is True
    expect(black.page.get_by_text("rated", exact=True).first).to_be_visible()
    expect(waiting(cleo)).to_be_visible()
    cleo.page.get_by_role("form").get_by_role("button", name="Stop looking").click()
    expect(waiting(cleo)).to_have_count(0)
    play(black, white, "H8 A1 H9 A2 H10 A3 H11 A4 O1 C1 H12")
    for table in (black, white):
        expect(table.page.get_by_text(re.compile(r"^Your rating: \d+ \([+−-]\d+\)\.$")).first).to_be_visible()


# --- challenges


def test_an_open_challenge_has_all_settings_and_becomes_the_game_it_names(
    new_person: NewPerson, hall: ServerProcess
) -> None:
    ann, ben = (new_person(address=hall.address) for _ in range(2))
    name = has_account(ann)
    page = ann.page
    ann.opens()
    choose(page, "Which game?", "Go")
    choose(page, "With whom?", "Anyone now")
    choose(page, "How to find an opponent", "Open challenge")
    choose(page, "Your colour", "White")
    choose(page, "Board size", "13×13")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_label("Rules", exact=True).select_option(label="Chinese")
    page.get_by_label("Komi", exact=True).fill("3.5")
    page.get_by_label("Clock", exact=True).select_option(label="Another…")
    page.get_by_label("Kind", exact=True).select_option(label="Byo-yomi")
    page.get_by_label("Main time, minutes", exact=True).fill("20")
    page.get_by_label("Period, seconds", exact=True).fill("40")
    page.get_by_label("Periods", exact=True).fill("5")
    page.get_by_label("If a player leaves").select_option(label="The win must be claimed")
    page.get_by_role("button", name="Post the challenge").click()
    expect(page.get_by_text("Your challenge is posted.")).to_be_visible()
    ben.opens()
    row = offered(ben, name)
    for term in (
        "Go 13×13",
        "20 min, then 5 × 40 s byo-yomi",
        "Chinese",
        "komi 3.5",
        "you play Black",
        "The win must be claimed",
    ):
        expect(row).to_contain_text(term)
    expect(row).not_to_contain_text("rated")
    row.get_by_role("button", name=f"Accept the challenge of {name}: Go 13×13").click()
    black, white = arrives(ann, ben)
    assert (black.page, white.page) == (ben.page, ann.page)
    state = view_of(ann)["state"]
    assert (state["boardSize"], state["komi"], state["absence"]) == (13, 3.5, "claim")
    assert state["rules"]["preset"] == "chinese"
    clock = state["clock"]
    assert (clock["kind"], clock["mainMs"], clock["periodMs"], clock["periods"]) == ("byoyomi", 1_200_000, 40_000, 5)
    play(black, white, "D4 K10")
    # Nobody else can take it any more.
    expect(offered(new_person(address=hall.address), name)).to_have_count(0)


def test_a_challenge_that_is_withdrawn_vanishes_everywhere(new_person: NewPerson, hall: ServerProcess) -> None:
    ann, ben, cleo = (new_person(address=hall.address) for _ in range(3))
    name = has_account(ann)
    for looker in (ben, cleo):
        looker.opens()
        expect(part(looker, "lobby.challenges")).to_be_visible()
    challenges(ann)
    ann.opens()
    for looker in (ben, cleo):
        expect(offered(looker, name)).to_contain_text("5 min, and 3 s more for each move")
    mine = part(ann, "lobby.challenges").get_by_role("list", name="Your challenges")
    mine.get_by_role("button", name="Withdraw the challenge: Gomoku 9×9").click()
    expect(mine).to_have_count(0)
    for looker in (ben, cleo):
        expect(offered(looker, name)).to_have_count(0)


def test_a_person_who_is_here_is_challenged_and_declines_with_a_reason(
    new_person: NewPerson, hall: ServerProcess
) -> None:
    ann, ben = (new_person(address=hall.address) for _ in range(2))
    name, other = has_account(ann), has_account(ben, new_name("Ben"))
    ben.opens("#/review")
    ann.opens()
    ann.page.get_by_role("link", name=f"Challenge {other}", exact=True).click()
    choose(ann.page, "Which game?", "Othello")
    ann.page.get_by_role("button", name=f"Challenge {other}", exact=True).click()
    expect(ann.page.get_by_text(f"{other} is told of your challenge.")).to_be_visible()
    bar = part(ben, "lobby.challenged.title")
    expect(bar).to_contain_text(f"{name} challenges you: Othello 8×8")
    expect(bar).to_contain_text("10 min, then 3 × 30 s byo-yomi")
    assert barriers(ben.page) == []
    bar.get_by_role("button", name="Decline…").click()
    bar.get_by_role("button", name="I would rather have another clock").click()
    expect(bar).to_have_count(0)
    expect(ann.page.get_by_text("Your challenge was declined: they would rather have another clock.")).to_be_visible()
    # Another one is accepted: both are at the board.
    ann.page.get_by_role("button", name=f"Challenge {other}", exact=True).click()
    bar.get_by_role("button", name="Accept", exact=True).click()
    black, white = arrives(ann, ben)
    play(black, white, "d3 c3")


def test_who_is_blocked_sees_no_challenge_of_the_other_and_can_make_none_to_them(
    new_person: NewPerson, hall: ServerProcess
) -> None:
    ann, ben, cleo = (new_person(address=hall.address) for _ in range(3))
    name, other = has_account(ann), has_account(ben, new_name("Ben"))
    third = has_account(cleo, new_name("Cleo"))
    for looker in (ben, cleo):
        looker.opens()
        expect(part(looker, "lobby.challenges")).to_be_visible()
    challenges(ann)
    expect(offered(ben, name)).to_have_count(1)
    # The profile has a way to do it; the challenge that stands goes away at once.
    ben.opens(f"#/u/{name}")
    ben.page.get_by_role("button", name=f"More about {name}").click()
    ben.page.get_by_role("menuitemcheckbox", name="Block").click()
    expect(ben.page.get_by_text(f"{name} is blocked")).to_be_visible()
    ben.opens()
    challenges(ann, boardSize=15)
    challenges(cleo)
    expect(offered(cleo, name)).to_have_count(2)
    expect(offered(ben, third)).to_have_count(1)
    expect(offered(ben, name)).to_have_count(0)
    ann.forgives("status of 403")
    ann.opens(f"#/challenge/{other}")
    ann.page.get_by_role("button", name=f"Challenge {other}", exact=True).click()
    expect(ann.page.get_by_role("form").get_by_text(Words("en")("error.BLOCKED"))).to_be_visible()
    expect(part(ben, "lobby.challenged.title")).to_have_count(0)


def test_who_was_away_is_told_on_return(new_person: NewPerson, hall: ServerProcess) -> None:
    ann, ben = (new_person(address=hall.address) for _ in range(2))
    name, other = has_account(ann), has_account(ben, new_name("Ben"))
    challenges(ann, to=other)
    taken = begin_to(ann, ben, other)
    challenges(ben, to=name)
    ben.opens()
    expect(part(ben, "lobby.challenged.title")).to_contain_text(f"{name} challenges you: Gomoku 9×9")
    corner = ben.page.locator(".tg-people-button")
    expect(corner).to_contain_text(re.compile("[12] new notice"))
    panel(ben).get_by_role("link", name=re.compile(r"Notices \([12] new\)")).click()
    told = ben.page.get_by_role("main").get_by_role("listitem")
    expect(told.filter(has_text=f"{name} challenges you.").first).to_be_visible()
    expect(corner).not_to_contain_text("new notice")
    # Ann was away when hers was accepted.
    ann.opens("#/notices")
    accepted = ann.page.get_by_role("listitem").filter(has_text=f"{other} has accepted your challenge.")
    accepted.get_by_role("link", name="Go there").click()
    ann.table.arrives()
    assert ann.table.id == taken


def begin_to(by: Person, to: Person, name: str) -> str:
    """A challenge to somebody is accepted, both without the page; the id of the game."""
    made = challenges(by, to=name, boardSize=15)
    game_id: str = lobby_call(to, f"challenges/{made}/accept")["gameId"]
    return game_id


# --- games that wait, that nobody begins, and people who leave


def test_games_that_wait_are_counted_beside_play_and_in_the_title(new_person: NewPerson, hall: ServerProcess) -> None:
    ann, ben = (new_person(address=hall.address) for _ in range(2))
    has_account(ann)
    other = has_account(ben, new_name("Ben"))
    first, second = begin(ann, ben), begin(ann, ben, boardSize=15)
    ann.opens("#/watch")
    count = ann.page.locator(".tg-places-count")
    expect(count).to_have_text("2")
    expect(ann.page).to_have_title(re.compile(r"^\(2\) ● Your move"))
    place(ann, first, "BLACK", 4, 4)
    expect(count).to_have_text("1")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) "))
    # At the board of one, only the others are elsewhere.
    place(ben, first, "WHITE", 3, 3)
    expect(count).to_have_text("2")
    ann.opens(f"#/game/{second}").arrives()
    expect(count).to_have_text("1")
    expect(ann.page).to_have_title(re.compile(r"^\(1\) ● Your move – Gomoku 15×15"))
    ann.page.get_by_role("link", name="Play", exact=True).click()
    mine = part(ann, "games.title").get_by_role("listitem").filter(has_text=other)
    expect(mine).to_have_count(2)
    expect(mine.filter(has_text="Your move")).to_have_count(2)


def test_a_game_that_nobody_begins_is_cancelled_and_says_so_everywhere(
    new_person: NewPerson, hasty: ServerProcess
) -> None:
    ann, ben, cleo = (new_person(address=hasty.address) for _ in range(3))
    has_account(ann)
    other = has_account(ben, new_name("Ben"))
    cleo.opens()
    # Who is elsewhere learns of it from the lobby alone.
    ben.opens()
    game_id = begin(ann, ben)
    expect(being_played(cleo, other)).to_have_count(1)
    table = ann.opens(f"#/game/{game_id}").arrives()
    expect(table.now).to_contain_text(re.compile(r"Make your first move within 0:0\d, or the game is cancelled\."))
    table.says("Cancelled: the game was not begun.")
    expect(ann.page.get_by_role("region", name="Cancelled", exact=True)).to_be_visible()
    assert barriers(ann.page) == []
    expect(being_played(cleo, other)).to_have_count(0)
    for person in (ann, ben):
        if person is ann:
            ann.opens()
        over = part(person, "games.title").get_by_role("listitem")
        expect(over.filter(has_text="Cancelled")).to_have_count(1)
    assert view_of(ann, game_id)["state"]["winner"] is None


def test_who_left_several_games_is_told_why_pairing_waits(new_person: NewPerson, hasty: ServerProcess) -> None:
    ann, ben = (new_person(address=hasty.address) for _ in range(2))
    has_account(ann)
    has_account(ben, new_name("Ben"))
    games = [begin(ann, ben) for _ in range(3)]
    for game_id in games:
        ann.opens(f"#/game/{game_id}").says("Cancelled: the game was not begun.")
    seeks(ann, "Go", "9×9")
    words = re.compile(r"You have left games lately, so finding an opponent begins in 0:\d\d\.")
    expect(waiting(ann)).to_contain_text(words)
    # Whoever comes is not paired with them meanwhile, and is told nothing of it.
    seeks(ben, "Go", "9×9")
    expect(waiting(ben)).to_contain_text("within ±100 of your rating")
    expect(ann.page).not_to_have_url(re.compile("#/game/"))
    expect(waiting(ann)).to_contain_text(words)


# --- in Chinese, and on a phone


def test_the_lobby_in_chinese_on_a_phone_leads_to_a_game(new_person: NewPerson, hall: ServerProcess) -> None:
    t = Words("zh")
    ann, ben = new_person(address=hall.address, locale="zh-CN", **PHONE), new_person(address=hall.address)
    name, other = has_account(ann), has_account(ben, new_name("Ben"))
    ann.opens()
    anyone = part(ann, "start.with.anyone", t)
    choose(anyone, t("lobby.speed"), t("lobby.speed.days"))
    anyone.get_by_role("button", name=t("page.game_label", game=t("gomoku/name"), size=15)).click()
    expect(waiting(ann)).to_contain_text(t("lobby.waiting.range", points=100))
    assert english(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    challenges(ben, to=name)
    bar = part(ann, "lobby.challenged.title", t)
    expect(bar).to_contain_text(t("lobby.challenged", name=other, game=t("page.game_label", game="五子棋", size=9)))
    bar.get_by_role("button", name=t("lobby.decline.ask")).click()
    assert english(ann.page) == []
    assert barriers(ann.page) == []
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    bar.get_by_role("button", name=t("game.cancel")).click()
    bar.get_by_role("button", name=t("lobby.accept"), exact=True).tap()
    ann.table.arrives()
    # The search goes on, and is said below the head.
    expect(part(ann, "start.with.anyone", t)).to_contain_text(t("lobby.speed.days"))
    part(ann, "start.with.anyone", t).get_by_role("button", name=t("lobby.waiting.cancel")).tap()
    expect(waiting(ann)).to_have_count(0)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
