"""The page on a phone: fingers instead of a mouse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.arenas import PLAYED
from tests.web.conftest import NewPerson
from tests.web.judges import sideways
from tests.web.people import choose

pytestmark = pytest.mark.long

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Fingers:
    """What rests on the screen, as a browser hears of it: points of the window."""

    def __init__(self, page: Page) -> None:
        self._screen: CDPSession = page.context.new_cdp_session(page)

    def _touch(self, what: str, *at: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(at)]
        self._screen.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    def put_down(self, *at: tuple[float, float]) -> None:
        self._touch("touchStart", *at)

    def slide(self, *at: tuple[float, float]) -> None:
        self._touch("touchMove", *at)

    def lift(self) -> None:
        self._touch("touchEnd")


def middle(element: Locator) -> tuple[float, float]:
    """Where its middle is in the window."""
    box = element.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_small_points_ask_for_a_second_tap_and_large_ones_do_not(new_person: NewPerson) -> None:
    page = (person := new_person(**PHONE)).page
    table = person.begins("Go", size="9×9")
    table.at("E5").tap()
    table.sees("E5", "black stone")

    table = person.begins("Go", size="19×19")
    table.at("Q16").tap()
    expect(page.locator("[data-aim='15,3']")).to_be_attached()
    table.sees("Q16", "empty")
    # Lines through the whole board cross on the point.
    cross, board = page.locator(".board-guide").bounding_box(), table.grid.bounding_box()
    assert cross is not None
    assert board is not None
    assert cross["width"] > 0.9 * board["width"]
    assert cross["height"] > 0.9 * board["height"]
    table.at("Q16").tap()
    table.sees("Q16", "black stone", "last move")


def test_who_never_wants_two_taps_needs_one_on_small_points_too(new_person: NewPerson) -> None:
    person = new_person(**PHONE)
    person.has_set(confirmTap="never")
    table = person.begins("Go", size="19×19")
    table.at("Q16").tap()
    table.sees("Q16", "black stone")


def test_two_taps_that_were_chosen_in_an_earlier_version_stay_chosen(new_person: NewPerson) -> None:
    person = new_person(**PHONE)
    kept = '{"state": {"confirmTap": true}, "version": 1}'
    person.context.add_init_script(f"location.origin === 'null' || localStorage.setItem('tengen', '{kept}')")
    table = person.begins("Go", size="9×9")
    table.at("E5").tap()
    expect(person.page.locator("[data-aim='4,4']")).to_be_attached()
    table.sees("E5", "empty")


def test_a_finger_on_small_points_is_magnified_and_slides_to_its_point(new_person: NewPerson) -> None:
    page = (person := new_person(**PHONE)).page
    table = person.begins("Go", size="19×19")
    fingers, lens = Fingers(page), page.locator(".board-lens")
    scrolled = page.evaluate("scrollY")

    fingers.put_down(middle(table.at("D4")))
    expect(lens).to_be_visible()
    expect(lens.locator("[data-aim='3,15']")).to_be_attached()
    box, (_, finger) = lens.bounding_box(), middle(table.at("D4"))
    assert box is not None
    assert box["y"] + box["height"] < finger - 20, "it stands above the finger, not under it"
    before = box["x"]
    fingers.slide(middle(table.at("F4")))
    fingers.slide(middle(table.at("F6")))
    expect(lens.locator("[data-aim='5,13']")).to_be_attached()
    box = lens.bounding_box()
    assert box is not None
    assert box["x"] > before, "it follows the finger"
    fingers.lift()
    expect(lens).to_have_count(0)
    expect(page.locator("[data-aim='5,13']")).to_be_attached()
    assert page.evaluate("scrollY") == scrolled
    table.sees("D4", "empty")
    table.at("F6").tap()
    table.sees("F6", "black stone", "last move")

    # A second finger, and the edge of the board, call it off.
    fingers.put_down(middle(table.at("Q16")))
    expect(lens).to_be_visible()
    fingers.put_down(middle(table.at("Q16")), middle(table.at("D4")))
    expect(lens).to_have_count(0)
    fingers.lift()
    fingers.put_down(middle(table.at("Q4")))
    expect(lens).to_be_visible()
    x, y = middle(table.at("Q1"))
    fingers.slide((x, y + 60))
    expect(lens).to_have_count(0)
    fingers.lift()
    expect(page.locator("[data-aim]")).to_have_count(0)


def test_a_finger_on_large_points_scrolls_the_page(new_person: NewPerson) -> None:
    page = (person := new_person(viewport={"width": 390, "height": 560}, has_touch=True, is_mobile=True)).page
    table = person.begins("Go", size="9×9")
    fingers, (x, y) = Fingers(page), middle(table.at("E3"))
    fingers.put_down((x, y))
    expect(page.locator(".board-lens")).to_have_count(0)
    for way in range(20, 140, 20):
        fingers.slide((x, y - way))
    fingers.lift()
    page.wait_for_function("scrollY > 20")
    table.sees("E3", "empty")


def test_the_tables_of_an_arena_scroll_in_their_own_boxes_and_the_names_stay(new_person: NewPerson) -> None:
    page = (person := new_person(**PHONE)).page
    person.opens(f"#/arena/{PLAYED}")
    box = page.get_by_role("region", name="Table", exact=True).last
    name = box.get_by_role("rowheader").first
    expect(name).to_be_visible()
    assert box.evaluate("(box) => box.scrollWidth > box.clientWidth"), "there is more than fits"
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    box.focus()
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("(box) => box.scrollLeft > 100", arg=box.element_handle())
    place = name.bounding_box()
    assert place is not None
    assert place["x"] >= 0, "whose row it is stays in sight"
    assert sideways(page) <= 0


def test_a_tap_plays_and_two_taps_where_that_is_set(new_person: NewPerson) -> None:
    page = (person := new_person(**PHONE)).page
    table = person.begins("Go", size="9×9")
    table.at("E5").tap()
    table.sees("E5", "black stone")

    page.get_by_role("button", name="Settings").tap()
    choose(page, "Tap twice to play (touch)", "Always")
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
