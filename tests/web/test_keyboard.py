"""The page without a mouse: from the start to the end of a game, by arrows, by typed points, by single keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, Table
from tests.web.places import show_game, start_game

pytestmark = pytest.mark.long


def tab_to(page: Page, wanted: Locator) -> None:
    """Press the tab key until this has the focus, as someone does who sees where it is."""
    expect(wanted).to_be_attached()
    for _ in range(60):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tab key does not reach {wanted}")


def walk(table: Table, start: str, end: str) -> None:
    """Go from a point to another by the arrow keys."""
    (from_column, from_row), (to_column, to_row) = ((ord(name[0]), int(name[1:])) for name in (start, end))
    right, up = to_column - from_column, to_row - from_row
    for key, count in (("ArrowRight", right), ("ArrowLeft", -right), ("ArrowUp", up), ("ArrowDown", -up)):
        for _ in range(count):
            table.page.keyboard.press(key)
    expect(table.at(end)).to_be_focused()


def test_a_whole_game_of_gomoku_needs_no_mouse(person: Person) -> None:
    page, keys = person.page, person.page.keyboard
    table = person.opens()
    tab_to(page, page.get_by_role("radio", name="Go", exact=True))
    keys.press("ArrowRight")
    expect(page.get_by_role("radio", name="Gomoku")).to_be_checked()
    tab_to(page, page.get_by_role("radio", name="Computer"))
    keys.press("ArrowDown")
    tab_to(page, page.get_by_role("radio", name="15×15"))
    keys.press("ArrowLeft")
    keys.press("ArrowLeft")
    expect(page.get_by_role("radio", name="9×9")).to_be_checked()
    tab_to(page, page.get_by_role("button", name="Play", exact=True))
    keys.press("Enter")

    # Arrows and the enter key. The middle of the board is where the tab key arrives.
    table.arrives()
    tab_to(page, table.at("E5"))
    keys.press("Enter")
    table.sees("E5", "black stone")
    walk(table, "E5", "F7")
    keys.press("Enter")
    table.sees("F7", "white stone", "last move")

    # A stroke or a digit opens the field for points; the letters in it are no commands.
    keys.press("/")
    field = page.get_by_label("Play at")
    expect(field).to_be_focused()
    keys.type("u")
    expect(field).to_have_value("u")
    table.sees("F7", "white stone")
    keys.press("Enter")
    expect(table.now).to_contain_text('"u" is not a point of this board (A1 to I9).')
    keys.press("Backspace")
    for point in ("d5", "g7", "C5", "a1"):
        keys.type(point)
        keys.press("Enter")
        table.sees(point.upper(), "last move")
    keys.press("Escape")
    expect(field).to_have_count(0)
    keys.press("5")
    expect(field).to_have_value("5")
    keys.type("b")
    keys.press("Enter")
    table.sees("B5", "black stone")
    keys.press("Escape")

    # U takes a move back.
    keys.press("u")
    table.sees("B5", "empty")
    keys.press("/")
    for point in ("b5", "a9"):
        keys.type(point)
        keys.press("Enter")
        table.sees(point.upper(), "last move")
    keys.type("f5")
    keys.press("Enter")
    table.says("Black wins with five in a row.")
    expect(table.end).to_contain_text("Black wins")
    keys.press("Escape")
    keys.press("Escape")
    expect(table.end).to_have_count(0)


def test_arrows_space_and_wheel_step_through_the_game_after_a_click_on_the_board(person: Person) -> None:
    page, keys = person.page, person.page.keyboard
    table = person.begins("Go", size="9×9")
    table.plays("E5", "C3", "G7")
    expect(table.moves.get_by_role("button")).to_have_count(3)
    looking = page.get_by_text("Move 2 of 3")
    keys.press("ArrowLeft")
    expect(looking).to_be_visible()
    table.sees("G7", "empty")
    keys.press("Home")
    table.sees("E5", "empty")
    keys.press("Space")
    table.sees("E5", "black stone", "last move")
    keys.press("End")
    table.sees("G7", "last move")
    page.mouse.wheel(0, -100)
    expect(looking).to_be_visible()
    page.wait_for_timeout(100)
    page.mouse.wheel(0, 100)
    expect(looking).to_have_count(0)

    # Who comes by the tab key walks from cell to cell, from where the click was; Escape gives the arrows back.
    keys.press("Tab")
    expect(table.at("G7")).to_be_focused()
    keys.press("ArrowLeft")
    expect(table.at("F7")).to_be_focused()
    expect(looking).to_have_count(0)
    keys.press("Space")
    table.sees("F7", "white stone", "last move")
    expect(table.moves.get_by_role("button")).to_have_count(4)
    keys.press("Escape")
    expect(table.at("F7")).not_to_be_focused()
    keys.press("ArrowLeft")
    expect(page.get_by_text("Move 3 of 4")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_text("Move 3 of 4")).to_have_count(0)

    # A button that has the focus keeps its space bar.
    undo = table.actions.get_by_role("button", name="Undo", exact=True)
    undo.focus()
    keys.press("Space")
    table.sees("F7", "empty")


def test_a_key_says_why_one_cannot_pass(person: Person) -> None:
    table = person.begins("Gomoku", size="9×9")
    table.page.keyboard.press("p")
    table.says("There is no passing in Gomoku.")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    table = person.begins("Othello", size="6×6")
    table.page.keyboard.press("p")
    table.says("You can pass only when you have no move.")
    table = person.begins("Go", whom="A friend, by link", size="9×9", colour="White")
    table.page.keyboard.press("p")
    table.says("It is not your turn.")


def test_who_reads_chinese_is_told_in_chinese_why_one_cannot_pass(new_person: NewPerson) -> None:
    person = new_person(locale="zh-CN")
    show_game(person, start_game(person, "GOMOKU", 9))
    person.page.keyboard.press("p")
    expect(person.page.get_by_text("五子棋没有虚着。")).to_be_visible()


def test_single_keys_pass_help_and_leave_but_not_while_something_is_written(person: Person) -> None:
    page, keys = person.page, person.page.keyboard
    table = person.begins("Go", size="9×9")
    table.plays("E5")

    page.get_by_role("button", name="Settings").click()
    name = page.get_by_role("dialog", name="Settings").get_by_label("Your name")
    name.fill("")
    name.press_sequentially("pu?rq/5")
    expect(name).to_have_value("pu?rq/5")
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    table.sees("E5", "black stone", "last move")
    table.says("White to move.")

    keys.press("?")
    help_page = page.get_by_role("region", name="Keys")
    expect(help_page).to_contain_text("Undo, or ask for a takeback")
    keys.press("?")
    expect(help_page).to_have_count(0)

    # Restart asks once; Escape is no.
    keys.press("r")
    expect(table.now).to_contain_text("Begin this game again?")
    keys.press("Escape")
    expect(table.now).not_to_contain_text("Begin this game again?")
    table.sees("E5", "black stone")

    # Arrows look back, and forth again.
    keys.press("ArrowLeft")
    table.sees("E5", "empty")
    expect(table.now).to_contain_text("Move 0 of 1")
    keys.press("ArrowRight")
    table.sees("E5", "black stone")

    # A pass that may be a slip is asked about: Escape takes it back, Enter does it.
    keys.press("p")
    expect(table.now).to_contain_text("Much of the board is open. Pass anyway?")
    keys.press("Escape")
    expect(table.now).not_to_contain_text("Pass anyway?")
    table.says("White to move.")
    keys.press("p")
    keys.press("Enter")
    table.says("White passed. Black to move.")
    keys.press("P")
    expect(table.now).to_contain_text("the game goes to counting")
    keys.press("Enter")
    table.says("Mark the dead stones, then agree.")
    table.agrees()
    table.says("wins by")
    expect(table.end).to_be_visible()
    keys.press("Escape")
    keys.press("q")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    # They can be turned off.
    page.go_back()
    table.arrives()
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog").get_by_text("Keyboard shortcuts").click()
    keys.press("Escape")
    keys.press("?")
    table.chooses("Keys")
    expect(help_page).to_contain_text("Keyboard shortcuts are turned off in the settings.")
