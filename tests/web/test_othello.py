"""Othello: discs turn over, and who cannot move must pass."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.people import Person
from tests.web.places import load_game, show_game, start_game

pytestmark = pytest.mark.long

TWO_ENDS = "(;GM[2]FF[4]SZ[8]AB[aa][ah]AW[ba][bh]PL[B])"
"""A black and a white disc side by side in two corners: whatever Black takes, White has no answer."""


def discs(top: str, bottom: str) -> str:
    """A board with discs in its first and its last row only."""
    return "\n".join([top, *[". . . . . . . ."] * 6, bottom])


HALF_LEGAL = "(;GM[2]FF[4]SZ[6]AB[bb][bc][bd][be][cb][db][eb][ec][ed][ee][ce][de]AW[cc][dc][cd][dd]PL[W])"
"""White, in the middle of a black ring, can take most of the empty cells."""


def test_every_legal_point_has_its_dot_also_where_most_empty_points_are_legal(person: Person) -> None:
    game_id = load_game(person, HALF_LEGAL)
    show_game(person, game_id)
    may_play = person.page.get_by_role("gridcell", name=re.compile("you may play here"))
    state = person.context.request.get(f"{person.address}/api/game/{game_id}/state").json()
    empty = sum(cell is None for row in state["grid"] for cell in row)
    assert 2 * len(state["legalMoves"]) >= empty, "most of them are legal"
    expect(may_play).to_have_count(len(state["legalMoves"]))
    expect(person.page.locator(".board-legal")).to_be_attached()

    person.page.get_by_role("button", name="Settings").click()
    person.page.get_by_role("dialog").get_by_text("Dots where you may play").click()
    expect(person.page.locator(".board-legal")).to_have_count(0)

    # Elsewhere almost every point is legal, and a dot on each would say nothing.
    show_game(person, start_game(person, "GOMOKU", 9))
    expect(may_play).to_have_count(0)


def test_who_cannot_move_is_told_to_pass_and_can_do_nothing_else(person: Person) -> None:
    table = person.begins("Othello", size="8×8")
    table.loads({"name": "corner.sgf", "mimeType": "application/x-go-sgf", "buffer": TWO_ENDS.encode()})
    table.shows(discs("# o . . . . . .", "# o . . . . . ."))
    table.sees("c1", "you may play here")
    expect(table.actions.get_by_role("button", name="Pass")).to_have_count(0)

    table.plays("c1")
    table.shows(discs("# # # . . . . .", "# o . . . . . ."))
    table.says("White to move. You have no move here: pass.")
    table.at("d1").click()
    table.says("you must pass")
    table.presses("Pass")
    table.says("White passed. Black to move.")

    table.plays("c8")
    table.says("Black wins by")
    expect(table.end).to_contain_text("Black wins")
    expect(table.player("Black")).to_contain_text("6 discs")
