"""Two people play Go in two browsers: captures, ko, passes, dead stones, the count."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import play

pytestmark = pytest.mark.long

TAKEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . # o . . . .
    . . # o . o . . .
    . . . # o . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . ."""

RETAKEN = """
    . . . . . . . . .
    . . . . . . . . .
    . . . # o . . . .
    . . # . # o . . .
    . . . # o . . . .
    . . . . . . . . .
    . . # . . . # . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_two_people_agree_once_on_estimates_of_the_score(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    bob.has_set(name="Bob")
    black = ann.begins("Go", whom="A friend, by link", size="9×9", name="Ann")
    white = bob.opens(black.invitation).arrives()
    black.says("Your move.")
    watcher = new_person().opens(f"#/game/{black.id}").arrives()
    play(black, white, "E5 C3 C5")

    bob.page.keyboard.press("e")
    expect(white.now).to_contain_text("You asked for estimates of the score.")
    expect(black.now).to_contain_text("Bob would like the score estimated in this game, for both of you.")
    black.agrees()
    for table in (black, white):
        expect(table.now).to_contain_text("leads by about")
        expect(table.now).to_contain_text("Points held: Black")
        expect(table.page.locator(".board-territory").first).to_be_visible()
    watcher.sees("C5", "black stone")
    expect(watcher.page.locator(".board-territory")).to_have_count(0)

    # It is out of sight with the same key, and gone with the next move; now nobody has to be asked.
    bob.page.keyboard.press("e")
    expect(white.now).not_to_contain_text("leads by about")
    play(white, black, "G3")
    expect(black.now).not_to_contain_text("leads by about")
    ann.page.keyboard.press("e")
    for table in (black, white):
        expect(table.now).to_contain_text(re.compile("leads by about|about even"))


def test_a_game_of_go_from_the_invitation_to_the_count(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    black = ann.begins("Go", whom="A friend, by link", size="9×9", more={"After two passes": "Agree on dead stones"})
    black.says("Waiting for an opponent.")
    white = bob.opens(black.invitation).arrives()
    black.says("Your move.")
    white.says("Black to move.")

    # White takes a stone.
    play(black, white, "C6 E7 D7 E5 D5 F6 E6 D6")
    black.says("White captured 1. Your move.")
    white.says("You captured 1. Black to move.")
    expect(black.player("White")).to_contain_text("1 captured")
    for table in (black, white):
        table.shows(TAKEN)

    # It may not be retaken at once: the line says why, the board stays, and it is still Black's move.
    black.at("E6").click()
    black.says("Ko: play elsewhere first.")
    black.shows(TAKEN)
    white.says("You captured 1. Black to move.")

    # Elsewhere first, then it may.
    play(black, white, "C3")
    white.passes("Pass anyway")
    black.says("White passed. Your move.")
    play(black, white, "E6")
    white.passes("Pass anyway")
    play(black, white, "G3")
    white.passes("Pass anyway")
    black.says("White passed. Your move.")
    for table in (black, white):
        table.shows(RETAKEN)

    # After two passes both say which stones are dead.
    black.passes("Pass and count")
    for table in (black, white):
        table.says("Mark the dead stones, then agree.")
    expect(black.now).to_contain_text("Proposal: ")
    black.at("C3").click()  # from now on only marks count
    black.sees("C3", "marked dead")
    black.at("C3").click()
    for point in ("E7", "E5", "F6"):
        if "marked dead" not in str(black.at(point).get_attribute("aria-label")):
            black.at(point).click()
        for table in (black, white):
            table.sees(point, "marked dead")
    white.sees("A1", "territory of Black")
    expect(white.now).to_contain_text("Black leads by")
    black.agrees()
    expect(white.now).to_contain_text("Black agrees.")
    white.agrees()

    black.says("Black wins by")
    expect(black.end).to_contain_text("You won")
    expect(white.end).to_contain_text("You lost")
    expect(white.end).to_contain_text("Black 81, White 7.5")
    expect(white.end.get_by_role("button", name="Rematch")).to_be_visible()
    white.page.keyboard.press("Escape")
    expect(white.end).not_to_be_visible()
    black.end.get_by_role("heading").click()
    expect(black.end).not_to_be_visible()
