"""Othello: discs turn over, and who cannot move must pass."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.people import Person

TWO_ENDS = "(;GM[2]FF[4]SZ[8]AB[aa][ah]AW[ba][bh]PL[B])"
"""A black and a white disc side by side in two corners: whatever Black takes, White has no answer."""


def discs(top: str, bottom: str) -> str:
    """A board with discs in its first and its last row only."""
    return "\n".join([top, *[". . . . . . . ."] * 6, bottom])


@pytest.mark.long
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
