"""People with accounts at the page: alone and two at one screen, with records, saves, bans; and guests who register."""

from __future__ import annotations

import re

import pyotp
import pytest
from playwright.sync_api import expect

from tests.server.people import PASSWORD
from tests.web.accounts import (
    administer,
    call,
    corner,
    has_account,
    has_company,
    keeper_of,
    new_name,
    panel,
    record_of,
    registers,
    shown_name,
    signs_in,
    signs_out,
    wins_at_gomoku,
)
from tests.web.conftest import NewPerson
from tests.web.people import Person, choose, play
from tests.web.places import start_game
from tests.web.words import Words

pytestmark = pytest.mark.long


def begins_beside(person: Person, game: str, size: str) -> None:
    """A game of the two who are signed in here, from the start page."""
    page = person.page
    person.opens()
    choose(page, "Which game?", game)
    choose(page, "With whom?", "Someone at this screen")
    choose(page, "Board size", size)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    person.table.arrives()


def test_two_accounts_at_one_screen_play_gomoku_and_both_statistics_grow(new_person: NewPerson) -> None:
    person, elsewhere = new_person(), new_person()
    ann, ben = new_name("Ann"), has_account(elsewhere, new_name("Ben"))
    person.opens()
    registers(person, ann)
    signs_in(person, ben, beside=True)
    expect(corner(person, ann, ben)).to_be_visible()
    begins_beside(person, "Gomoku", "9×9")
    expect(shown_name(person.page, "Black")).to_have_text(ann)
    expect(shown_name(person.page, "White")).to_have_text(ben)
    expect(person.page.get_by_role("button", name=f"Here: {ann} (Black) and {ben} (White)")).to_be_visible()
    wins_at_gomoku(person.table)
    expect(person.page.get_by_role("region", name=f"{ann} wins")).to_be_visible()
    assert record_of(person, ann, "Gomoku") == ["1", "1", "0", "0"]
    assert record_of(person, ben, "Gomoku") == ["1", "0", "1", "0"]


def test_a_later_end_of_the_same_game_counts_no_more_and_the_page_says_so(new_person: NewPerson) -> None:
    person = new_person()
    ann, ben = has_account(person), has_company(person, new_person())
    begins_beside(person, "Gomoku", "9×9")
    table = person.table
    wins_at_gomoku(table)
    table.end.get_by_role("button", name="Undo", exact=True).click()
    table.plays("E1")
    expect(table.now.get_by_text("The first result of this game is the one that counts.")).to_be_visible()
    assert record_of(person, ann, "Gomoku") == ["1", "1", "0", "0"]
    assert record_of(person, ben, "Gomoku") == ["1", "0", "1", "0"]


def test_a_saved_game_goes_on_for_those_who_played_it_and_for_nobody_else(new_person: NewPerson) -> None:
    person = new_person()
    person.forgives("status of 403")
    ann, ben = has_account(person), has_company(person, new_person())
    eve = has_account(new_person(), new_name("Eve"))
    page = person.page
    begins_beside(person, "Gomoku", "9×9")
    person.table.plays("E5", "D4", "F5")
    person.table.chooses("Save")
    page.get_by_label("Name of the save").fill("周五的棋")
    page.get_by_role("region", name="Save", exact=True).get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Game saved to file.")).to_be_visible()

    signs_out(person, ben)
    signs_in(person, eve, beside=True)
    person.opens("#/saves")
    page.get_by_role("button", name="Play on: 周五的棋").click()
    expect(page.get_by_text("The game file does not match the current user.")).to_be_visible()
    expect(page).to_have_url(re.compile("#/saves"))

    signs_out(person, eve)
    signs_in(person, ben, beside=True)
    page.get_by_role("button", name="Play on: 周五的棋").click()
    expect(page.get_by_text("Game loaded from file.")).to_be_visible()
    person.table.arrives().sees("F5", "black stone", "last move")
    expect(shown_name(page, "Black")).to_have_text(ann)
    person.table.plays("G5")


def test_a_save_is_replaced_only_after_a_question_and_can_be_renamed_and_deleted(person: Person) -> None:
    has_account(person)
    page = person.page
    person.forgives("status of 409")
    person.begins("Othello", whom="Computer", size="8×8")
    side = page.get_by_role("region", name="Save", exact=True)
    for _ in range(2):
        person.table.chooses("Save")
        page.get_by_label("Name of the save").fill("One")
        side.get_by_role("button", name="Save", exact=True).click()
        if side.get_by_role("button", name="Replace").is_visible():
            break
        expect(page.get_by_text("Game saved to file.").or_(side.get_by_text("Replace it?")).first).to_be_visible()
    side.get_by_role("button", name="Replace").click()
    expect(side).to_be_hidden()
    person.opens("#/saves")
    page.get_by_role("button", name="One: more").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("Name of the save").fill("Two")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Two: more").click()
    page.get_by_role("menuitem", name="Delete").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Nothing is saved yet.", exact=False)).to_be_visible()


def test_a_guest_registers_in_the_middle_of_a_game_and_goes_on(person: Person) -> None:
    table = person.begins("Gomoku", whom="Computer", level=1, size="9×9", colour="Black")
    table.at("E5").click()
    expect(table.moves.get_by_role("button").nth(1)).to_be_visible()
    loads: list[str] = []
    person.page.on("framenavigated", lambda frame: loads.append(frame.url))
    name = new_name()
    registers(person, name)
    expect(person.page.get_by_role("button", name=f"Here: {name} (Black)")).to_be_visible()
    table.says("Your move.")
    person.page.locator('[data-point][aria-label*="empty"]').first.click()
    expect(table.moves.get_by_role("button").nth(2)).to_be_visible()
    assert loads == [], "the page was not loaded again"
    person.page.reload()
    table.arrives()
    expect(person.page.get_by_role("button", name=f"Here: {name} (Black)")).to_be_visible()


def test_a_ban_cuts_the_line_and_the_page_says_so(new_person: NewPerson) -> None:
    person = new_person()
    person.forgives("status of 403", "WebSocket connection")
    name = has_account(person)
    keeper_of(person.address)
    person.begins("Go", whom="Computer", size="9×9", level=1, colour="Black")
    administer(person, name, "ban", reason="Insults at the board")
    said = person.page.get_by_text(f"{name} is banned: Insults at the board", exact=True)
    expect(said).to_be_visible(timeout=5_000)
    found = panel(person)
    found.get_by_label("Name", exact=True).fill(name)
    found.get_by_label("Password", exact=True).fill(PASSWORD)
    found.get_by_role("button", name="Sign in", exact=True).click()
    expect(found.get_by_text("Insults at the board")).to_be_visible()


def test_a_rated_game_says_so_and_what_it_did_to_the_rating(new_person: NewPerson) -> None:
    ann, ben = new_person(), new_person()
    names = has_account(ann), has_account(ben, new_name("Ben"))
    page = ann.page
    ann.opens()
    choose(page, "Which game?", "Gomoku")
    choose(page, "With whom?", "A friend, by link")
    choose(page, "Your colour", "Black")
    choose(page, "Board size", "9×9")
    expect(page.get_by_text("Ask for a clock: rated games need one.")).to_be_visible()
    page.get_by_role("button", name="Add a clock").click()
    page.get_by_role("button", name="Play", exact=True).click()
    black = ann.table.arrives()
    white = ben.opens(black.invitation).arrives()
    expect(black.player("Black").get_by_text("rated")).to_be_visible()
    play(black, white, "A1 I9 B1 I8 C1 I7 D1 I6 A9 I3 E1")
    expect(black.now.get_by_text(re.compile(r"^Your rating: 1\d{3} \(\+\d+\)"))).to_be_visible()
    expect(white.now.get_by_text(re.compile(r"^Your rating: 1\d{3} \(−\d+\)"))).to_be_visible()
    ann.opens(f"#/u/{names[0]}")
    expect(page.get_by_role("img", name=re.compile("^1 rated game "))).to_be_visible()
    page.get_by_role("link", name=re.compile("You won")).click()
    expect(page).to_have_url(re.compile("#/review/"))
    expect(page.get_by_role("grid")).to_be_visible()


def test_a_link_of_an_administrator_sets_a_new_password_and_its_token_is_in_no_address(new_person: NewPerson) -> None:
    person = new_person()
    name = has_account(new_person())
    answer = keeper_of(person.address).post(f"/api/admin/users/{name}/reset", {})
    token = answer.json()["token"]
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.opens(f"#/reset/{token}")
    expect(person.page).to_have_url(re.compile("#/reset$"))
    person.page.get_by_label("New password").fill("another long password")
    person.page.get_by_role("button", name="Change the password").click()
    expect(person.page.get_by_text("The password is changed.", exact=False)).to_be_visible()
    assert not [url for url in asked if token in url.partition("#")[0]]
    call(person, "login", {"name": name, "password": "another long password"})


def test_a_second_factor_is_set_up_by_its_text_and_asked_for_at_the_next_sign_in(person: Person) -> None:
    person.forgives("status of 401")
    name = has_account(person)
    page = person.page
    person.opens("#/settings")
    part = page.get_by_role("region", name="Second factor")
    part.get_by_role("button", name="Set it up").click()
    part.get_by_label("Current password").fill(PASSWORD)
    part.get_by_role("button", name="Next").click()
    expect(part.get_by_role("img", name="QR code of the secret")).to_be_visible()
    secret = part.get_by_role("textbox", name="Secret").input_value()
    part.get_by_label("Code from the app").fill(pyotp.TOTP(secret).now())
    part.get_by_role("button", name="Turn on").click()
    expect(part.get_by_role("listitem").first).to_be_visible()
    codes = part.get_by_role("listitem").all_inner_texts()
    assert len(codes) >= 8
    part.get_by_role("button", name="I have kept them").click()
    expect(part.get_by_text("It is on.")).to_be_visible()

    signs_out(person, name)
    found = panel(person)
    found.get_by_label("Name", exact=True).fill(name)
    found.get_by_label("Password", exact=True).fill(PASSWORD)
    expect(found.get_by_label("Code")).to_be_hidden()
    found.get_by_role("button", name="Sign in", exact=True).click()
    found.get_by_label("Code").fill(codes[0])
    found.get_by_role("button", name="Sign in", exact=True).click()
    expect(corner(person, name)).to_be_visible()


def test_two_windows_of_one_browser_know_the_same_people(person: Person) -> None:
    person.opens()
    other = person.new_page()
    other.goto(f"{person.address}/#/watch")
    name = new_name()
    registers(person, name)
    expect(other.get_by_role("button", name=f"Here: {name}")).to_be_visible()


def test_everything_can_be_done_by_keyboard(person: Person) -> None:
    person.opens()
    name, page = new_name(), person.page
    page.locator(".tg-people-button").focus()
    page.keyboard.press("Enter")
    found = page.get_by_role("dialog", name="Sign in", exact=True)
    expect(found.get_by_label("Name", exact=True)).to_be_focused()
    found.get_by_role("button", name="No account yet? Register").press("Enter")
    expect(found.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(corner(person, name)).to_be_visible()
    corner(person, name).focus()
    page.keyboard.press("Enter")
    expect(found.get_by_role("link", name="Saved games")).to_be_visible()
    page.keyboard.press("Escape")
    expect(found).to_be_hidden()
    expect(corner(person, name)).to_be_focused()


def test_a_game_that_was_begun_as_a_guest_stays_in_the_list_of_who_registers(person: Person) -> None:
    game_id = start_game(person, "GOMOKU", 9, seat="BLACK", players={"WHITE": "human"})
    name = has_account(person)
    person.opens(f"#/game/{game_id}").arrives()
    expect(person.page.get_by_role("button", name=f"Here: {name} (Black)")).to_be_visible()


def test_errors_are_told_in_the_language_of_the_page(new_person: NewPerson) -> None:
    person = new_person(locale="zh-CN")
    person.forgives("status of 401", "status of 409", "status of 422")
    zh = Words("zh")
    taken = has_account(new_person())
    person.opens()
    found = panel(person, zh)
    found.get_by_role("button", name=zh("people.to_register")).click()
    found.get_by_label(zh("people.name"), exact=True).fill(taken)
    found.get_by_label(zh("people.password"), exact=True).fill(PASSWORD)
    found.get_by_role("button", name=zh("people.register"), exact=True).click()
    expect(found.get_by_text(zh("error.NAME_TAKEN"))).to_be_visible()
    found.get_by_label(zh("people.name"), exact=True).fill(new_name())
    found.get_by_label(zh("people.password"), exact=True).fill("short")
    found.get_by_role("button", name=zh("people.register"), exact=True).click()
    expect(found.locator(".tg-form-error:visible")).to_have_text(re.compile(r"^[^A-Za-z]+$"))
