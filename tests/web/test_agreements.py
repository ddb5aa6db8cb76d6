"""What two people must agree on: taking back, a draw, beginning again, a rematch. Either may say no."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, Table, play

pytestmark = pytest.mark.long


@pytest.fixture
def two(new_person: NewPerson) -> tuple[Table, Table]:
    """Ann, who is Black, and Bob at a board of nine lines."""
    ann, bob = new_person(), new_person()
    bob.has_set(name="Bob")
    black = ann.begins("Gomoku", whom="A friend, by link", size="9×9", name="Ann")
    white = bob.opens(black.invitation).arrives()
    black.says("Your move.")
    return black, white


def asked(table: Table, question: str) -> None:
    expect(table.now.get_by_role("status").filter(has_text=question)).to_be_visible()


def told(table: Table, notice: str) -> None:
    """A short notice that goes by itself."""
    expect(table.page.get_by_role("status").filter(has_text=notice)).to_be_visible()


def test_a_takeback_needs_the_other_side(two: tuple[Table, Table]) -> None:
    black, white = two
    play(black, white, "E5 D4")
    white.presses("Takeback")
    asked(white, "You asked for a takeback.")
    asked(black, "Bob asks to take back a move.")
    black.declines()
    told(white, "Your takeback was declined.")
    black.sees("D4", "white stone")

    white.presses("Takeback")
    asked(black, "Bob asks to take back a move.")
    black.agrees()
    for table in (black, white):
        table.sees("D4", "empty")
        table.sees("E5", "black stone")
    white.says("Your move.")
    white.plays("C3")

    # Who asked may think again, and a move is an answer too.
    black.presses("Takeback")
    asked(white, "Ann asks to take back a move.")
    black.presses("Withdraw")
    expect(white.now.get_by_role("button", name="Agree")).to_have_count(0)
    black.plays("F5")
    white.sees("F5", "black stone")


def test_a_draw_needs_the_other_side(two: tuple[Table, Table]) -> None:
    black, white = two
    play(black, white, "E5 D4")
    black.chooses("Offer a draw")
    asked(white, "Ann offers a draw.")
    white.declines()
    told(black, "Your draw was declined.")
    black.plays("F5")
    white.chooses("Offer a draw")
    asked(black, "Bob offers a draw.")
    black.agrees()
    for table in (black, white):
        table.says("A draw.")
        expect(table.end).to_contain_text("A draw")


def test_beginning_again_needs_the_other_side(two: tuple[Table, Table]) -> None:
    black, white = two
    play(black, white, "E5 D4")
    black.chooses("Restart")
    black.now.get_by_role("button", name="Restart").click()
    asked(white, "Ann asks to begin again.")
    white.declines()
    told(black, "Beginning again was declined.")
    white.sees("E5", "black stone")
    black.chooses("Restart")
    black.now.get_by_role("button", name="Restart").click()
    asked(white, "Ann asks to begin again.")
    white.agrees()
    for table in (black, white):
        table.sees("E5", "empty")
        table.sees("D4", "empty")
    black.says("Your move.")


def test_a_rematch_needs_the_other_side_and_changes_the_colours(two: tuple[Table, Table]) -> None:
    black, white = two
    first = black.page.url
    black.presses("Resign")
    asked_once = black.now.get_by_role("button", name="Resign")
    asked_once.click()
    expect(white.end).to_contain_text("You won")
    expect(black.end).to_contain_text("You lost")

    black.end.get_by_role("button", name="Rematch").click()
    asked(white, "Ann would like a rematch.")
    white.declines()
    told(black, "Your rematch was declined.")
    expect(black.page).to_have_url(first)

    white.actions.get_by_role("button", name="Rematch").click()
    asked(black, "Bob would like a rematch.")
    black.agrees()
    for table in (black, white):
        expect(table.page).not_to_have_url(first)
        expect(table.page).to_have_url(re.compile("#/game/"))
    assert black.page.url == white.page.url
    expect(white.player("Black")).to_contain_text("you")
    white.plays("E5")
    black.sees("E5", "black stone")
    black.plays("D4")
    white.sees("D4", "white stone")


def test_alone_nobody_is_asked(person: Person) -> None:
    table = person.begins("Gomoku", size="9×9")
    table.plays("E5", "D4")
    table.presses("Undo")
    table.sees("D4", "empty")
    table.chooses("Redo")
    table.sees("D4", "white stone")
    table.chooses("Restart")
    table.now.get_by_role("button", name="Restart").click()
    table.sees("E5", "empty")
    table.plays("E5")
    table.chooses("Agree on a draw")
    table.now.get_by_role("button", name="Draw").click()
    table.says("A draw.")
