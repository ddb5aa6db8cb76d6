"""Records analysed on the page: a win by force in Gomoku by keyboard alone, and whose points are whose in Go."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.judges import sideways
from tests.web.places import FORCED_WIN, SETTLED_GO, review_text
from tests.web.test_phone import PHONE
from tests.web.words import Language, Words

pytestmark = pytest.mark.long


@pytest.mark.parametrize(
    ("language", "device"),
    [
        pytest.param("en", {"locale": "en-GB"}, id="en"),
        pytest.param("zh", {"locale": "zh-CN"}, id="zh"),
        pytest.param("zh", {"locale": "zh-CN", **PHONE}, id="zh-phone"),
    ],
)
def test_a_forced_win_is_told_and_its_line_is_drawn_by_keyboard_alone(
    new_person: NewPerson, language: Language, device: dict[str, Any]
) -> None:
    t = Words(language)
    person = new_person(**device)
    review_text(person, t, FORCED_WIN)
    page, keys = person.page, person.page.keyboard
    planned, suggested = page.locator("[data-planned]"), page.locator("[data-suggestion]")
    keys.press("End")
    keys.press("a")
    panel = page.get_by_role("region", name=t("analysis.title"), exact=True)
    expect(panel).to_contain_text(re.compile(re.sub("7", r"\\d+", t("analysis.value.wins_in", moves=7))))
    expect(page.locator("[data-planned='1']")).to_have_text("1")
    expect(page.locator("[data-planned='3']")).to_have_text("3")
    expect(panel).to_contain_text(t("gomoku/mark.winning-line"))

    keys.press("1")
    expect(planned).to_have_count(0)
    expect(suggested.first).to_be_attached()
    keys.press("1")
    expect(page.locator("[data-planned='2']")).to_be_attached()

    panel.get_by_role("button", name=t("analysis.answers")).first.focus()
    keys.press("Enter")
    expect(panel.get_by_role("list", name=t("analysis.answers"))).to_be_visible()
    keys.press("Tab")
    keys.press("Tab")
    expect(planned).not_to_have_count(0)
    assert sideways(page) <= 0

    keys.press("a")
    expect(panel).to_have_count(0)
    expect(planned).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "device"),
    [
        pytest.param("en", {"locale": "en-GB"}, id="en"),
        pytest.param("zh", {"locale": "zh-CN", "color_scheme": "dark", **PHONE}, id="zh-dark-phone"),
    ],
)
def test_in_go_it_is_drawn_whose_each_point_will_be_and_what_is_dead(
    new_person: NewPerson, language: Language, device: dict[str, Any]
) -> None:
    t = Words(language)
    person = new_person(**device)
    review_text(person, t, SETTLED_GO)
    page, keys = person.page, person.page.keyboard
    keys.press("a")
    panel = page.get_by_role("region", name=t("analysis.title"), exact=True)
    dead = t("go/mark.dead")
    expect(panel).to_contain_text(dead)
    expect(panel).to_contain_text("G6")
    expect(page.locator("[data-dead='cross']")).to_be_attached()
    expect(page.get_by_role("gridcell", name=re.compile(f"^G6.*{dead}"))).to_be_attached()
    squares = page.locator(".board-territory")
    expect(squares).to_have_count(0)

    keys.press("e")
    button = panel.get_by_role("button", name=t("analysis.owners"), exact=True)
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(squares).not_to_have_count(0)
    held = t("game.point.held", player=t("color.black"))
    expect(page.get_by_role("gridcell", name=re.compile(f"^A9.*{re.escape(held)}"))).to_be_attached()
    points = re.escape(t("estimate.points", black=1, white=2, open=3))
    expect(panel.get_by_role("status")).to_contain_text(re.compile(re.sub("[123]", r"\\d+", points)))
    assert sideways(page) <= 0
    button.click()
    expect(squares).to_have_count(0)


def test_whoever_turned_analysis_on_has_it_at_the_next_record(new_person: NewPerson) -> None:
    t = Words("en")
    person = new_person()
    review_text(person, t, FORCED_WIN)
    button = person.page.get_by_role("button", name=t("analysis.title"), exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    person.page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(person.page.get_by_role("region", name=t("analysis.title"), exact=True)).to_contain_text(
        t("analysis.moves"), use_inner_text=True
    )
