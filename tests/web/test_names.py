"""People at one screen have names, which this device remembers and every record keeps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import NewPerson
from tests.web.people import Person, choose
from tests.web.words import LANGUAGES, Language, Words

pytestmark = pytest.mark.long


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_at_one_screen_have_names_that_are_remembered_and_recorded(
    new_person: NewPerson, language: Language
) -> None:
    t = Words(language)
    person = new_person(locale={"en": "en-GB", "zh": "zh-CN"}[language])
    page = person.page
    person.opens()
    page.get_by_text(t("start.with.beside"), exact=True).click()
    page.get_by_label(t("start.names.BLACK"), exact=True).fill("Ann")
    page.get_by_label(t("start.names.WHITE"), exact=True).fill("小林")
    page.get_by_role("button", name=t("start.play"), exact=True).click()
    table = person.table.arrives()
    expect(page.get_by_role("region", name=t("color.black"), exact=True)).to_contain_text("Ann")
    expect(page.get_by_role("region", name=t("color.white"), exact=True)).to_contain_text("小林")
    first_id = table.id
    sgf = person.context.request.get(f"{person.address}/api/game/{first_id}/record.sgf").text()
    assert "PB[Ann]" in sgf
    assert "PW[小林]" in sgf

    # The same people again, by the form and from the table.
    page.get_by_role("tab", name=t("game.info")).click()
    page.get_by_role("button", name=t("game.info.again")).click()
    expect(page).not_to_have_url(f"{person.address}/#/game/{first_id}")
    expect(page.get_by_role("region", name=t("color.white"), exact=True)).to_contain_text("小林")
    person.opens()
    expect(page.get_by_label(t("start.names.BLACK"), exact=True)).to_have_value("Ann")


def test_a_first_visit_begins_small_and_every_size_can_be_had(person: Person) -> None:
    page = person.page
    person.opens()
    expect(page.get_by_role("radio", name="9×9")).to_be_checked()
    other = page.get_by_label("Another size")
    other.select_option("7×7")
    choose(page, "With whom?", "Someone at this screen")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile("#/game/"))
    table = person.table.arrives()
    assert len(table.picture.splitlines()) == 7
    person.opens()
    expect(other).to_have_value("7")
    choose(page, "Which game?", "Gomoku")
    expect(page.get_by_role("radio", name="15×15")).to_be_checked()


CUT = """
() => [...document.querySelectorAll("select")].flatMap((select) => {
  const style = getComputedStyle(select);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return [...select.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room + 1);
})
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_the_form_can_be_read_in_full_on_a_phone(new_person: NewPerson, language: Language) -> None:
    t = Words(language)
    person = new_person(
        locale={"en": "en-GB", "zh": "zh-CN"}[language], viewport={"width": 360, "height": 800}, is_mobile=True
    )
    page = person.page
    person.opens()
    page.get_by_role("button", name=t("start.more"), exact=True).click()
    form = page.get_by_role("form", name=t("start.form"))
    for game in ("go", "gomoku", "othello", "peace"):
        form.get_by_text(t(f"{game}/name"), exact=True).click()
        finer = page.get_by_role("button", name=t("start.all_rules"))
        if finer.is_visible():
            finer.click()
        assert (game, page.evaluate(CUT)) == (game, [])
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
