"""Two people play Go in two browsers: captures, ko, passes, dead stones, the count."""

from __future__ import annotations

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
