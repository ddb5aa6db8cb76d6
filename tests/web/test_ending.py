"""How games end on the page: passes, dead stones, the count, taking the end back; and halting what plays by itself."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, Table, choose
from tests.web.places import ALMOST_OVER, load_game, start_game

pytestmark = pytest.mark.long


def view(table: Table) -> dict[str, Any]:
    path = f"{table.page.url.partition('#')[0]}api/game/{table.id}/view"
    seen: dict[str, Any] = table.page.request.get(path).json()
    return seen


def rules(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = view(table)["state"]["rules"]
    return found


# --- dead stones


@pytest.mark.parametrize("preset", [None, "Japanese", "Classroom"])
def test_a_game_of_go_against_the_computer_is_offered_with_an_agreement_on_dead_stones(
    person: Person, preset: str | None
) -> None:
    table = person.begins(
        "Go", whom="Computer", size="9×9", level=1, more=None if preset is None else {"Rules": preset}
    )
    assert rules(table)["dead_stones"] == "agree"


def test_the_form_explains_what_comes_after_two_passes_and_keeps_another_choice(person: Person) -> None:
    page = person.page
    person.opens()
    page.get_by_role("button", name="More", exact=True).click()
    ending = page.get_by_label("After two passes", exact=True)
    expect(ending).to_have_value("agree")
    expect(page.get_by_text("After two passes both of you mark the dead stones.")).to_be_visible()
    ending.select_option(label="Count the board as it stands")
    expect(page.get_by_text("The board counts as it stands: capture dead stones first.")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    assert rules(person.table.arrives())["dead_stones"] == "none"


def test_taking_over_the_demo_game_agrees_on_dead_stones_too(person: Person) -> None:
    person.opens()
    person.page.get_by_role("button", name="Take over this game of Go against the computer").click()
    expect(person.page).to_have_url(re.compile("#/game/"))
    assert rules(person.table.arrives())["dead_stones"] == "agree"


def test_two_people_see_the_same_proposal_and_the_right_winner_after_agreeing(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    seats = {"players": {"BLACK": "human", "WHITE": "human"}, "seat": "BLACK", "name": "Ann"}
    answer = ann.context.request.post(f"{ann.address}/api/game/load", data={"save": ALMOST_OVER, "seats": seats})
    black = ann.opens(f"#/game/{answer.json()['gameId']}").arrives()
    white = bob.opens(black.invitation).arrives()
    black.passes()
    white.says("Black passed. Your move.")
    white.passes("Pass and count")

    for table in (black, white):
        expect(table.now).to_contain_text("Proposal: these stones look dead.")
        expect(table.now).to_contain_text("If so, Black leads by 1.5.")
        table.sees("B4", "proposed as dead")
        table.sees("B3", "territory of Black")
    assert len(view(black)["state"]["moves"]) == 2, "a proposal is no event"

    # White would like to count the board as it stands; Black agrees to the proposal, and then it is marked.
    white.at("B4").click()
    expect(white.now).to_contain_text("White leads by 1.5.")
    black.agrees()
    white.sees("B4", "marked dead")
    expect(white.now).to_contain_text("Black agrees.")
    white.agrees()
    for table in (black, white):
        table.says("Black wins by 1.5.")


def test_counting_as_it_stands_is_possible_where_stones_are_proposed(person: Person) -> None:
    table = person.opens(f"#/game/{load_game(person, ALMOST_OVER)}").arrives()
    table.passes()
    table.says("Black passed. White to move.")
    table.passes("Pass and count")
    table.presses("Count as it stands")
    table.says("White wins by 1.5.")
    expect(table.end).to_contain_text("by 1.5 points")


def test_a_computer_that_does_not_agree_plays_on_and_the_line_says_so(person: Person) -> None:
    players = {"BLACK": "human", "WHITE": "level:3"}
    data = {"save": ALMOST_OVER, "seats": {"players": players, "seat": "BLACK"}}
    answer = person.context.request.post(f"{person.address}/api/game/load", data=data)
    table = person.opens(f"#/game/{answer.json()['gameId']}").arrives()
    table.passes()
    expect(table.now).to_contain_text(re.compile("White passed|Mark the dead stones"))
    if view(table)["state"]["phase"] != "agree":
        table.passes("Pass and count")
    expect(table.now).to_contain_text("Proposal: these stones look dead.")
    table.at("D1").click()
    table.sees("D1", "marked dead")
    table.agrees()
    table.says("White does not agree with the marking and plays on.")


# --- undo


def test_undo_after_the_end_reopens_the_game_against_the_computer(person: Person) -> None:
    table = person.begins("Gomoku", whom="Computer", size="9×9", level=1)
    page, address = person.page, person.page.url
    table.at("E5").click()
    expect(table.moves.get_by_role("button")).to_have_count(2)
    table.presses("Resign")
    table.now.get_by_role("button", name="Resign", exact=True).click()
    expect(table.end).to_contain_text("You lost")
    table.end.get_by_role("button", name="Undo", exact=True).click()
    table.says("Your move.")
    table.sees("E5", "black stone")

    # Without the overlay the button is there too, and U does it; the computer answers as before.
    table.presses("Resign")
    table.now.get_by_role("button", name="Resign", exact=True).click()
    expect(table.end).to_be_visible()
    page.keyboard.press("Escape")
    expect(table.actions.get_by_role("button", name="Undo", exact=True)).to_be_enabled()
    page.keyboard.press("u")
    table.says("Your move.")
    empty = next(point for point in ("E6", "D4", "F7") if "empty" in str(table.at(point).get_attribute("aria-label")))
    table.at(empty).click()
    expect(table.moves.get_by_role("button")).to_have_count(4)
    assert page.url == address


def test_a_loss_on_time_cannot_be_undone(person: Person) -> None:
    clock = {"kind": "absolute", "mainMs": 1000}
    players = {"BLACK": "human", "WHITE": "level:1"}
    table = person.opens(f"#/game/{start_game(person, 'GOMOKU', 9, players=players, seat='BLACK', clock=clock)}")
    table.arrives().says("White wins on time.")
    expect(table.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    expect(table.page.get_by_role("button", name="Undo", exact=True)).to_have_count(0)


# --- two programs


def test_two_programs_are_found_at_once_and_can_be_paused_and_let_go_on(new_person: NewPerson) -> None:
    ann, bob = new_person(), new_person()
    page = ann.page
    ann.opens()
    choose(page, "Board size", "9×9")
    page.get_by_text("The computer plays both sides").click()
    for side in ("Black", "White"):
        page.get_by_role("slider", name=side).fill("1")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    table = ann.table.arrives()
    assert rules(table)["dead_stones"] == "none"
    table.presses("Pause")
    table.says("The game is paused.")
    played = len(view(table)["state"]["moves"])
    watching = bob.opens(f"#/game/{view(table)['watchId']}").arrives()
    watching.says("The game is paused.")
    for name in ("Pause", "Go on"):
        expect(watching.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    table.presses("Go on")
    expect(table.actions.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(table.moves.get_by_role("button").nth(played + 1)).to_be_visible()


# --- words


def test_the_stones_of_an_opening_stand_in_the_column_of_their_colour(person: Person) -> None:
    players = {"BLACK": "human", "WHITE": "human"}
    game_id = start_game(person, "GOMOKU", 15, rules={"opening": "swap2"}, players=players)
    table = person.opens(f"#/game/{game_id}").arrives()
    table.plays("H8", "I8", "H9")
    table.presses("Place two more")
    expect(table.page.get_by_text("Place a white and a black stone.")).to_be_visible()
    table.plays("J8", "J9")
    expect(table.moves.get_by_role("button")).to_have_count(6)
    names = [str(one.get_attribute("aria-label")) for one in table.moves.get_by_role("button").all()]
    stones = [name for name in names if name.startswith("Move")]
    assert [name.split()[2] for name in stones] == ["Black", "White", "Black", "White", "Black"]


def test_the_info_of_a_game_says_whose_trademark_its_name_is(person: Person) -> None:
    table = person.opens(f"#/game/{start_game(person, 'OTHELLO', 8)}").arrives()
    table.page.get_by_role("tab", name="Info").click()
    expect(table.page.get_by_role("tabpanel")).to_contain_text("Othello is a registered trademark")
