"""Several games at once: what they are called tells them apart, and the title says whose turn it is."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.people import Person

pytestmark = pytest.mark.long


def test_games_of_one_kind_are_told_apart_on_their_tabs_and_in_the_title(person: Person) -> None:
    page = person.page
    mine = re.compile(r"^(\(\d\) )?● Your move – Gomoku 9×9 · Level 1 · Tengen")
    first = person.begins("Gomoku", whom="Computer", level=1, size="9×9", colour="Black")
    expect(page).to_have_title(mine)
    first.at("E5").click()
    expect(page).to_have_title(re.compile("^● Your move – Gomoku 9×9 · Level 1 · move 2 · "))

    # The start page again, in the same tab of the browser: the games stay open side by side.
    for level in (1, 2):
        page.get_by_role("link", name="Play", exact=True).click()
        page.get_by_role("slider", name="Level").fill(str(level))
        page.get_by_role("button", name="Play", exact=True).click()
        person.table.arrives()
    tabs = page.get_by_role("navigation", name="Open games")
    names = ["Gomoku 9×9 · Level 1", "Gomoku 9×9 · Level 1 (2)", "Gomoku 9×9 · Level 2"]
    expect(tabs.get_by_role("link")).to_have_text(names)
    expect(tabs.get_by_role("button", name="Close Gomoku 9×9 · Level 1 (2)")).to_be_visible()

    tabs.get_by_role("link", name=names[0], exact=True).click()
    person.table.sees("E5", "black stone")
    expect(page).to_have_title(re.compile("move 2"))
    tabs.get_by_role("link", name=names[1], exact=True).click()
    person.table.sees("E5", "empty")
    expect(page).to_have_title(mine)
    page.get_by_role("button", name="中文").click()
    expect(page.get_by_role("link", name="五子棋 9×9 · 难度 1（2）", exact=True)).to_be_visible()
    # The other two wait as well, and are counted.
    expect(page).to_have_title(re.compile("^（2）● 轮到你 – 五子棋 9×9 · 难度 1"))
