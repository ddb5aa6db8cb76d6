"""The page on a phone: fingers instead of a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson

pytestmark = pytest.mark.long

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def test_a_tap_plays_and_two_taps_where_that_is_set(new_person: NewPerson) -> None:
    page = (person := new_person(**PHONE)).page
    table = person.begins("Go", size="9×9")
    table.at("E5").tap()
    table.sees("E5", "black stone")

    page.get_by_role("button", name="Settings").tap()
    page.get_by_role("dialog").get_by_text("Tap twice to play (touch)").tap()
    expect(page.get_by_role("switch", name="Tap twice to play (touch)")).to_be_checked()
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("dialog")).to_have_count(0)

    # The first tap only shows where; another point is another first tap.
    table.at("C3").tap()
    expect(page.locator("[data-aim='2,6']")).to_be_attached()
    table.at("G7").tap()
    expect(page.locator("[data-aim='6,2']")).to_be_attached()
    table.sees("C3", "empty")
    table.sees("G7", "empty")
    table.at("G7").tap()
    table.sees("G7", "white stone", "last move")
    expect(page.locator("[data-aim]")).to_have_count(0)


def test_board_and_what_one_does_most_are_in_sight_at_once(new_person: NewPerson) -> None:
    person = new_person(**PHONE)
    table = person.begins("Go", whom="Computer", level=1, size="19×19")
    box = table.grid.bounding_box()
    assert box is not None
    assert box["width"] > 0.85 * 390, "the board goes from edge to edge"
    for name in ("Pass", "Undo", "Resign"):
        button = table.actions.get_by_role("button", name=name, exact=True)
        expect(button).to_be_in_viewport()
        size = button.bounding_box()
        assert size is not None
        assert size["height"] >= 44, "large enough for a finger"
