"""Gomoku: against the computer with moves taken back, and the opening swap2 between two people."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, Table


def test_undo_against_the_computer_leads_back_to_ones_own_move(person: Person) -> None:
    table = person.begins("Gomoku", whom="Computer", level=1, size="9×9", colour="Black")
    table.says("Your move.")
    expect(table.player("White")).to_contain_text("Level 1")
    table.at("E5").click()
    table.sees("E5", "black stone")
    expect(table.moves.get_by_role("button")).to_have_count(2)
    table.says("Your move.")
    one_each = table.picture

    table.at(free_point(one_each)).click()
    expect(table.moves.get_by_role("button")).to_have_count(4)
    table.says("Your move.")

    # Both its answer and one's own stone are gone, and it is one's own move again.
    table.presses("Undo")
    table.shows(one_each)
    expect(table.moves.get_by_role("button")).to_have_count(2)
    table.says("Your move.")
    table.page.keyboard.press("u")
    table.sees("E5", "empty")
    table.says("Your move.")
    expect(table.page.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    table.at("D4").click()
    expect(table.moves.get_by_role("button")).to_have_count(2)


def free_point(picture: str) -> str:
    """Some empty point of a board of nine lines, as this game names it."""
    rows = picture.replace(" ", "").splitlines()
    return next(f"{'ABCDEFGHI'[x]}{9 - y}" for y in range(9) for x in range(9) if rows[y][x] == ".")


# --- swap2


def swap2(new_person: NewPerson) -> tuple[Table, Table]:
    """A game of two in which the first has put down three stones, black, white, black."""
    ann, bob = new_person(), new_person()
    first = ann.begins("Gomoku", whom="A friend, by link", size="15×15", more={"Opening": "Swap2"})
    second = bob.opens(first.invitation).arrives()
    first.says("Place three stones, black, white, black.")
    for point, stone in (("H8", "black stone"), ("I8", "white stone"), ("H9", "black stone")):
        first.plays(point)
        second.sees(point, stone)
    return first, second


def choices(table: Table) -> list[str]:
    group = table.now.get_by_role("group", name="Choice")
    expect(group).to_be_visible()
    return group.get_by_role("button").all_inner_texts()


@pytest.mark.long
@pytest.mark.parametrize("colour", ["Black", "White"])
def test_the_second_player_of_swap2_may_take_a_colour(new_person: NewPerson, colour: str) -> None:
    first, second = swap2(new_person)
    assert choices(second) == ["Play Black", "Play White", "Place two more"]
    expect(first.now.get_by_role("group", name="Choice")).to_have_count(0)
    second.presses(f"Play {colour}")
    expect(second.player(colour)).to_contain_text("you")
    white, black = (first, second) if colour == "Black" else (second, first)
    white.says("Your move.")
    black.says("White to move.")
    white.plays("J10")
    black.sees("J10", "white stone")
    black.plays("A1")
    white.sees("A1", "black stone")


@pytest.mark.long
@pytest.mark.parametrize("colour", ["Black", "White"])
def test_the_second_player_of_swap2_may_put_two_more_and_leave_the_choice(new_person: NewPerson, colour: str) -> None:
    first, second = swap2(new_person)
    choices(second)
    second.presses("Place two more")
    second.says("Place a white and a black stone.")
    second.plays("A1", "C5")
    first.sees("A1", "white stone")
    first.sees("C5", "black stone")
    assert choices(first) == ["Play Black", "Play White"]
    first.presses(f"Play {colour}")
    expect(first.player(colour)).to_contain_text("you")
    white, black = (second, first) if colour == "Black" else (first, second)
    white.says("Your move.")
    white.plays("J10")
    black.sees("J10", "white stone", "last move")


# --- the end


def test_the_line_that_won_is_marked_and_one_rematch_is_offered(person: Person) -> None:
    table = person.begins("Gomoku", size="9×9")
    table.plays("E5", "A1", "F5", "A2", "G5", "A3", "H5", "A4", "D5")
    page = person.page
    for point in ("D5", "E5", "F5", "G5", "H5"):
        table.sees(point, "in the winning line")
    expect(page.get_by_role("gridcell", name="in the winning line")).to_have_count(5)
    expect(page.locator("[data-won='5']")).to_have_count(1)

    expect(table.end).to_contain_text("with five in a row")
    rematch = page.get_by_role("button", name="Rematch")
    expect(rematch).to_have_count(1)
    page.keyboard.press("Escape")
    expect(table.end).to_have_count(0)
    expect(table.actions.get_by_role("button", name="Rematch")).to_be_visible()
    expect(rematch).to_have_count(1)

    # Not yet won in earlier positions; marked again at the end of the review.
    page.get_by_role("button", name="One move back").click()
    table.sees("D5", "empty")
    expect(page.locator("[data-won]")).to_have_count(0)
    expect(rematch).to_have_count(1)
    table.presses("Review")
    page.get_by_role("button", name="To the end").click()
    table.sees("H5", "in the winning line")
    expect(page.locator("[data-won='5']")).to_have_count(1)
