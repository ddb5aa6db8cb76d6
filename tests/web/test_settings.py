"""What is set stays so: the language, the looks, the last choice."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.judges import english
from tests.web.people import Person
from tests.web.places import PLACES
from tests.web.words import Words

pytestmark = pytest.mark.long


def test_one_button_changes_the_language_at_once_and_for_good(person: Person) -> None:
    page, en, zh = person.page, Words("en"), Words("zh")
    PLACES["dead_stones"](person, en)
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert english(page) == [], "what the server told changes as well"
    page.reload()
    expect(page.get_by_role("button", name=zh("game.agree"), exact=True)).to_be_visible()
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("button", name=en("game.agree"), exact=True)).to_be_visible()


def test_settings_are_remembered(person: Person) -> None:
    page = person.page
    table = person.begins("Go", size="9×9")
    table.plays("E5")
    page.get_by_role("button", name="Settings").click()
    sheet = page.get_by_role("dialog", name="Settings")
    sheet.get_by_text("Dark", exact=True).click()
    sheet.get_by_title("High contrast").click()
    for name in ("Sound", "Coordinates", "Move numbers"):
        sheet.get_by_text(name, exact=True).click()
    sheet.get_by_label("Your name").fill("Ann")

    for _ in range(2):
        expect(page.locator("html")).to_have_attribute("data-page-theme", "dark")
        expect(page.locator("[data-board-theme=contrast]").first).to_be_visible()
        expect(sheet.get_by_role("switch", name="Sound")).not_to_be_checked()
        expect(sheet.get_by_role("switch", name="Coordinates")).not_to_be_checked()
        expect(sheet.get_by_role("switch", name="Move numbers")).to_be_checked()
        expect(sheet.get_by_label("Your name")).to_have_value("Ann")
        page.reload()
        page.get_by_role("button", name="Settings").click()


def test_the_last_choice_of_the_start_page_is_remembered(person: Person) -> None:
    page = person.page
    person.begins("Gomoku", whom="Computer", level=2, size="19×19", colour="White", more={"Rules": "Renju"})
    person.opens()
    for name in ("Gomoku", "Computer", "19×19", "White"):
        expect(page.get_by_role("radio", name=name, exact=True)).to_be_checked()
    expect(page.get_by_role("slider", name="Level")).to_have_value("2")
    page.get_by_role("button", name="More", exact=True).click()
    expect(page.get_by_label("Rules", exact=True)).to_have_value("renju")
