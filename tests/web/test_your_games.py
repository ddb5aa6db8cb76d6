"""One's own games are found again: on the start page, on a tab from everywhere, in the title and in the icon."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import NewPerson
from tests.web.people import Person
from tests.web.places import act, start_game
from tests.web.words import LANGUAGES, Language, Words

pytestmark = pytest.mark.long

LOCALES = {"en": "en-GB", "zh": "zh-CN"}


def games_of(page: Page, t: Words) -> Locator:
    return page.get_by_role("region", name=t("games.title"))


def icon_of(page: Page) -> str:
    return page.locator('link[rel="icon"][type="image/svg+xml"]').get_attribute("href") or ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_running_games_come_first_with_your_move_in_words_and_live(new_person: NewPerson, language: Language) -> None:
    t = Words(language)
    ann, bob = new_person(locale=LOCALES[language]), new_person()
    page = ann.page
    finished = start_game(ann, "OTHELLO", 6, seat="BLACK", players={"WHITE": "level:1"}, name="Ann")
    ann.opens(f"#/game/{finished}").arrives()
    act(ann, finished, "BLACK", "resign")
    mine = start_game(ann, "GO", 9, seat="BLACK", name="Ann")
    table = ann.opens(f"#/game/{mine}").arrives()
    invitation = page.get_by_role("region", name=t("game.share.invite")).get_by_role("textbox").input_value()
    watched = start_game(bob, "PEACE", 8)
    watch_id = bob.context.request.get(f"{bob.address}/api/game/{watched}/view").json()["watchId"]
    ann.opens(f"#/game/{watch_id}").arrives()

    ann.opens()
    games = games_of(page, t)
    running, over = games.get_by_role("listitem").nth(0), games.get_by_role("listitem").nth(1)
    expect(games.get_by_role("listitem")).to_have_count(2)
    expect(running).to_contain_text(t("games.turn.friend"))
    expect(over).to_contain_text(t("game.end.lost"))
    expect(over.get_by_role("link", name=t("game.review"))).to_have_count(1)

    # The friend comes: the small board says so by itself, and shows what is played.
    white = bob.opens(invitation, name="Bob").arrives()
    expect(running).to_contain_text("Bob")
    expect(running).to_contain_text(t("games.turn.mine"))
    act(ann, mine, "BLACK", "place", points=[{"x": 4, "y": 4}])
    expect(running).to_contain_text(t("game.title.theirs", player="Bob"))
    white.plays("C3")
    expect(running).to_contain_text(t("games.turn.mine"))
    running.get_by_role("link").click()
    table.arrives()
    expect(page).to_have_url(re.compile(mine))


def test_a_removed_game_can_be_put_back_for_a_moment_and_stays_on_the_server(person: Person) -> None:
    page, t = person.page, Words("en")
    game_id = start_game(person, "GOMOKU", 9, names={"BLACK": "Ann", "WHITE": "Bo"})
    person.opens(f"#/game/{game_id}").arrives()
    person.opens()
    games = games_of(page, t)
    bin_ = games.get_by_role("button", name="Remove Gomoku 9×9 · Ann – Bo from the list")
    bin_.click()
    games.get_by_role("button", name="Cancel").click()
    bin_.click()
    expect(games).to_contain_text("The game itself stays on the server.")
    games.get_by_role("button", name="Remove", exact=True).click()
    expect(games).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(games.get_by_role("listitem")).to_have_count(1)
    bin_.click()
    games.get_by_role("button", name="Remove", exact=True).click()
    expect(games).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(games).to_have_count(0)
    person.opens(f"#/game/{game_id}").arrives()


def test_a_game_that_the_server_no_longer_knows_says_so_and_can_be_removed(person: Person) -> None:
    page, t = person.page, Words("en")
    person.forgives("404")
    game_id = start_game(person, "PEACE", 8)
    person.opens(f"#/game/{game_id}").arrives()
    page.route(f"**/api/game/{game_id}/**", lambda route: route.fulfill(status=404, json={"code": "NO_SUCH_GAME"}))
    person.opens()
    games = games_of(page, t)
    expect(games).to_contain_text("The server no longer has this game.")
    games.get_by_role("button", name="Remove Peace").click()
    games.get_by_role("button", name="Remove", exact=True).click()
    expect(games).to_have_count(0)


def test_many_games_ask_for_little_on_arrival(person: Person) -> None:
    page, t = person.page, Words("en")
    for _ in range(10):
        person.opens(f"#/game/{start_game(person, 'PEACE', 4)}").arrives()
    views: list[str] = []
    sockets: list[str] = []
    page.set_viewport_size({"width": 1280, "height": 500})
    page.on("request", lambda request: views.append(request.url) if request.url.endswith("/view") else None)
    page.on("websocket", lambda socket: sockets.append(socket.url))
    person.opens()
    expect(games_of(page, t).get_by_role("listitem")).to_have_count(10)
    page.wait_for_timeout(2500)
    assert len({socket.partition("?")[0] for socket in sockets if "/api/game/" in socket}) <= 6
    assert len([socket for socket in sockets if socket.endswith("/api/lobby/ws")]) == 1
    assert len(views) <= 10
    assert len(set(views)) == len(views)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_single_running_game_is_one_click_away_and_its_tab_title_and_icon_say_your_move(
    new_person: NewPerson, language: Language
) -> None:
    t = Words(language)
    ann, bob = new_person(locale=LOCALES[language]), new_person()
    page = ann.page
    game_id = start_game(ann, "GO", 9, seat="BLACK", name="Ann")
    ann.opens(f"#/game/{game_id}").arrives()
    tabs = page.get_by_role("navigation", name=t("page.open_games"))
    expect(tabs).to_have_count(0)
    invitation = page.get_by_role("region", name=t("game.share.invite")).get_by_role("textbox").input_value()

    page.get_by_role("link", name=t("page.review"), exact=True).click()
    tab = tabs.get_by_role("link")
    expect(tab).to_have_count(1)
    expect(tab).to_have_accessible_description(t("games.turn.friend"))
    assert icon_of(page).endswith("/icon.svg")
    before = t("page.titled", title=t("page.review"))
    expect(page).to_have_title(before)

    white = bob.opens(invitation, name="Bob").arrives()
    expect(tab).to_have_accessible_description(t("games.turn.mine"))
    waiting = t("page.turns", count=1, title=t("page.turn", title=before))
    expect(page).to_have_title(waiting)
    assert icon_of(page).endswith("/icon-turn.svg")
    act(ann, game_id, "BLACK", "place", points=[{"x": 4, "y": 4}])
    expect(tab).to_have_accessible_description(t("game.title.theirs", player="Bob"))
    expect(page).to_have_title(before)
    assert icon_of(page).endswith("/icon.svg")
    white.sees("E5", "black stone")
    white.plays("C3")
    expect(page).to_have_title(waiting)

    # At another table the title says that it is elsewhere.
    ann.opens(f"#/game/{start_game(ann, 'PEACE', 8)}").arrives()
    elsewhere = t("page.turns", count=1, title=t("page.turn_elsewhere", title=""))
    expect(page).to_have_title(re.compile("^" + re.escape(elsewhere)))
    tabs.get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(game_id))
    act(ann, game_id, "BLACK", "resign")
    expect(tabs.get_by_text(t("game.end.lost"))).to_be_visible()


def test_a_browser_that_is_opened_again_finds_the_running_games(person: Person) -> None:
    game_id = start_game(person, "GOMOKU", 9)
    person.opens(f"#/game/{game_id}").arrives()
    over = start_game(person, "GOMOKU", 9)
    act(person, over, "BLACK", "resign")
    person.opens(f"#/game/{over}").arrives()
    person.page.close()
    page = person.page = person.new_page()
    person.opens("#/watch")
    tab = page.get_by_role("navigation", name="Open games").get_by_role("link")
    expect(tab).to_have_count(1)
    tab.click()
    expect(page).to_have_url(re.compile(game_id))


def test_a_rematch_takes_the_tab_of_its_game(person: Person) -> None:
    page = person.page
    table = person.begins("Gomoku", whom="Computer", level=1, size="9×9", colour="Black")
    first = table.id
    other = start_game(person, "PEACE", 4)
    page.goto(f"{person.address}/#/game/{other}")
    tabs = page.get_by_role("navigation", name="Open games").get_by_role("link")
    expect(tabs).to_have_count(2)
    tabs.first.click()
    table.presses("Resign")
    table.now.get_by_role("button", name="Resign").click()
    table.end.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(first))
    table.arrives()
    expect(tabs).to_have_count(2)
    expect(tabs.first).to_have_attribute("href", re.compile(table.id))
    expect(tabs.first).to_have_attribute("aria-current", "page")
