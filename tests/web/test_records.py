"""Saving, loading, looking at a game again, and playing on from a moment of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from tests.web.people import Person, Table
from tests.web.places import SGF

pytestmark = pytest.mark.long

AFTER_FIVE = """
    . . . . . . . . .
    . . . . . . . . .
    . . # . . . # . .
    . . . . . . . . .
    . . . . # . . . .
    . . . . . . . . .
    . . o . . . o . .
    . . . . . . . . .
    . . . . . . . . ."""


def file(name: str, text: str) -> FilePayload:
    """A file to be given to the page."""
    return {"name": name, "mimeType": "application/octet-stream", "buffer": text.encode()}


def open_file(person: Person, name: str, text: str) -> Table:
    """Open a record on the page for it."""
    person.opens("#/review")
    with person.page.expect_file_chooser() as asked:
        person.page.get_by_role("button", name="Open a file").click()
    asked.value.set_files(file(name, text))
    return person.table.arrives()


def test_arrows_space_and_wheel_step_through_a_record_after_a_click_on_its_board(person: Person) -> None:
    table = open_file(person, "game.sgf", SGF)
    page, keys = person.page, person.page.keyboard
    place = page.locator(".tg-transport-place")
    table.at("A1").click()
    keys.press("ArrowRight")
    expect(place).to_have_text("1 / 5")
    table.at("E5").click()
    keys.press("Space")
    expect(place).to_have_text("2 / 5")
    keys.press("ArrowRight")
    keys.press("ArrowDown")
    expect(place).to_have_text("3 / 4")
    keys.press("ArrowUp")
    keys.press("End")
    expect(place).to_have_text("5 / 5")
    keys.press("Home")
    expect(place).to_have_text("0 / 5")
    page.mouse.wheel(0, 100)
    expect(place).to_have_text("1 / 5")
    page.wait_for_timeout(100)
    page.mouse.wheel(0, -100)
    expect(place).to_have_text("0 / 5")

    # In the cells arrows walk, for who came there by the tab key.
    keys.press("Tab")
    expect(table.at("E5")).to_be_focused()
    keys.press("ArrowRight")
    expect(table.at("F5")).to_be_focused()
    keys.press("Escape")
    keys.press("ArrowRight")
    expect(place).to_have_text("1 / 5")

    keys.press("?")
    listed = page.get_by_role("region", name="Keys")
    expect(listed).to_contain_text("Between variations")
    keys.press("?")
    expect(listed).to_have_count(0)
    table.chooses("Keys")
    expect(listed).to_be_visible()


def test_a_game_that_was_saved_goes_on_where_it_was(person: Person, tmp_path: Path) -> None:
    table = person.begins("Go", size="9×9")
    table.plays("E5", "C3", "C7", "G3", "G7")
    with table.saving(tmp_path) as saved:
        table.chooses("Save")
    assert saved[0].suffix == ".json"
    assert "tengen-go-" in saved[0].name
    assert json.loads(saved[0].read_text(encoding="utf-8"))

    first = table.id
    table.loads(saved[0])
    table.shows(AFTER_FIVE)
    assert table.id != first
    table.says("White to move.")
    expect(table.moves.get_by_role("button")).to_have_count(5)
    table.plays("D4")


def test_every_format_that_can_hold_the_game_is_offered_and_the_others_are_named(
    person: Person, tmp_path: Path
) -> None:
    table = person.begins("Go", size="9×9")
    table.plays("E5", "C3", "C7", "G3", "G7")
    table.chooses("Export")
    side = person.page.get_by_role("region", name="Export")
    expect(side).to_contain_text("Cannot hold this game: .ggf .psq .txt .wtb")
    with table.saving(tmp_path) as saved:
        side.get_by_role("button", name="sgf Smart Game Format").click()
    text = saved[0].read_text(encoding="utf-8")
    assert text.count(";B[") == 3
    for name in ("svg", "png", "gif"):
        with table.saving(tmp_path) as saved:
            side.get_by_role("button", name=name).click()
        assert saved[0].suffix == f".{name}"
        assert saved[0].stat().st_size > 1000

    table.loads(file("game.sgf", text))
    table.shows(AFTER_FIVE)


def test_what_is_no_record_is_refused_in_words_and_the_game_goes_on(person: Person) -> None:
    person.forgives("status of 400")
    table = person.begins("Go", size="9×9")
    table.plays("E5")
    with person.page.expect_file_chooser() as asked:
        table.chooses("Load…")
    asked.value.set_files(file("letter.sgf", "Dear Ann"))
    table.says("record")
    table.plays("C3")


def test_a_record_is_stepped_through_by_buttons_slider_keys_and_by_itself(person: Person) -> None:
    page = person.page
    table = open_file(person, "game.sgf", SGF)
    slider = page.get_by_label("Move shown")
    expect(slider).to_have_value("0")
    expect(page.get_by_role("region", name="Players")).to_contain_text("Ann 3d")

    page.get_by_role("button", name="One move on").click()
    table.sees("E5", "black stone", "last move")
    expect(page.get_by_role("region", name="Comment")).to_have_text("The centre. 天元")
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_value("5")
    table.shows(AFTER_FIVE.replace("o . . . o", ". . . . o").replace(". . . . # . . . .", ". . o . # . . . ."))
    slider.fill("2")
    table.sees("C5", "white stone", "last move")
    table.sees("G7", "empty")
    page.get_by_role("button", name="Move 4, White G3").click()
    expect(slider).to_have_value("4")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")

    page.get_by_role("button", name="Play the moves").click()
    expect(page.get_by_role("button", name="Stop playing")).to_be_visible()
    expect(slider).to_have_value("5")
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()
    expect(page.get_by_text("Black wins by resignation.")).to_be_visible()


def test_variations_are_shown_where_they_begin_and_can_be_followed(person: Person) -> None:
    page = person.page
    table = open_file(person, "game.sgf", SGF)
    page.get_by_label("Move shown").fill("2")
    ways = page.get_by_role("region", name="Variations")
    expect(ways.get_by_role("button")).to_have_text(["A G7", "B C7"])
    ways.get_by_role("button", name="B C7").click()
    table.sees("C7", "black stone", "last move")
    table.sees("G7", "empty")
    expect(ways).to_contain_text("Played here, or instead")
    page.get_by_role("button", name="To the end").click()
    table.sees("C3", "white stone", "last move")
    page.get_by_label("Move shown").fill("3")
    page.keyboard.press("Escape")
    ways.get_by_role("button", name="A G7").click()
    expect(page.get_by_role("region", name="Comment")).to_have_text("Wide.")


def test_play_goes_on_from_any_moment_of_a_record(person: Person) -> None:
    page = person.page
    open_file(person, "game.sgf", SGF)
    page.get_by_label("Move shown").fill("2")
    page.get_by_role("region", name="Variations").get_by_role("button", name="B C7").click()
    page.get_by_role("button", name="Play on from here").click()
    side = page.get_by_role("region", name="Play on from here")
    side.get_by_text("Someone at this screen").click()
    side.get_by_role("button", name="Play", exact=True).click()
    table = person.table
    table.says("White to move.")
    expect(table.moves.get_by_role("button")).to_have_count(3)
    table.sees("C7", "black stone", "last move")
    table.plays("G3")

    # And against the computer, which answers.
    open_file(person, "game.sgf", SGF)
    page.get_by_label("Move shown").fill("1")
    page.get_by_role("button", name="Play on from here").click()
    side.get_by_role("slider", name="Level").fill("1")
    side.get_by_role("button", name="Play", exact=True).click()
    expect(table.player("White")).to_contain_text("you")
    table.at("C3").click()
    expect(table.moves.get_by_role("button")).to_have_count(3)
    table.says("Your move.")


def test_a_text_that_is_pasted_is_opened(person: Person) -> None:
    page = person.page
    person.opens("#/review")
    page.get_by_label("Or paste its text").fill("f5d6c3d3c4")
    page.get_by_role("button", name="Open the text").click()
    table = person.table.arrives()
    page.get_by_role("button", name="To the end").click()
    table.sees("c4", "black stone", "last move")
    expect(page.get_by_role("region", name="Players")).to_contain_text("discs")


def test_a_game_is_reviewed_from_its_end(person: Person) -> None:
    page = person.page
    table = person.begins("Gomoku", size="9×9")
    table.plays("E5", "A1", "F5", "A2", "G5", "A3", "H5", "A4", "D5")
    expect(table.end).to_contain_text("Black wins")
    table.end.get_by_role("button", name="Review").click()
    expect(page.get_by_label("Move shown")).to_have_value("0")
    page.get_by_role("button", name="To the end").click()
    table.sees("D5", "black stone", "last move")
