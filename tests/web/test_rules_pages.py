"""The rules of each game on a page: found from where one begins and from where one plays, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, choose

pytestmark = pytest.mark.long


def test_the_rules_are_a_link_away_from_the_start_and_from_the_game(person: Person) -> None:
    page = person.page
    person.opens()
    choose(page, "Which game?", "Othello")
    page.get_by_role("link", name="The rules of Othello").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Othello")
    expect(page.get_by_role("main")).to_contain_text("registered trademark")
    figures = page.get_by_role("figure")
    expect(figures).to_have_count(7)
    expect(figures.nth(2).get_by_role("img")).to_have_accessible_name("Black: d3 d4 e4 d5. White: e5.")
    page.get_by_role("link", name="The rules of Go", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules of Go")

    table = person.begins("Gomoku", size="9×9")
    page.get_by_role("tab", name="Info").click()
    page.get_by_role("link", name="The rules of Gomoku").click()
    expect(page.get_by_role("heading", name="Renju: forbidden points")).to_be_visible()
    page.go_back()
    table.arrives()


def test_the_rules_are_told_in_chinese_too(new_person: NewPerson) -> None:
    person = new_person(locale="zh-CN")
    person.opens("#/rules/go")
    expect(person.page).to_have_title("围棋规则 · 天元 Tengen")
    expect(person.page.get_by_role("heading", name="打劫")).to_be_visible()
    expect(person.page.get_by_role("figure")).to_have_count(9)


def test_a_game_without_rules_is_said_to_have_none(person: Person) -> None:
    person.forgives("status of 404")
    person.opens("#/rules/chess")
    expect(person.page.get_by_role("main")).to_contain_text("There is no page about the rules of this game.")
