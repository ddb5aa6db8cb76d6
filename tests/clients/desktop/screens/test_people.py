"""Log in, register, a second factor, two at once, log out: all in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.clients.desktop.app_here import AppHere, app_at

from tengen.clients.desktop.screens.people import PeopleScreen
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import TextField
from tengen.clients.online.entering import enter
from tengen.core import BLACK, WHITE
from tengen.people import LONGEST_PASSWORD, PeopleCode, PeopleError

PASSWORD = "four quiet words here"


async def registered(here: AppHere, name: str) -> None:
    before = len(here.app.people.present)
    await here.click("head/people")
    if here.has("people/add"):
        await here.click("people/add")
    await here.click("people/other")
    await here.type("people/name", name)
    await here.type("people/password", PASSWORD)
    await here.click("people/send")
    await here.until(lambda: len(here.app.people.present) > before)


async def test_two_people_register_and_each_takes_a_colour(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("who/white")
        await here.press("home", "enter")
        await registered(here, "Ann")
        assert isinstance(here.app.screen, StartScreen)
        assert here.app.message is not None
        assert here.app.message.text("en") == "Welcome, Ann."
        await registered(here, "Bob")
        assert [person.name for person in here.app.people.present] == ["Ann", "Bob"]
        assert here.app.screen.form.seats[BLACK].account == "Ann"
        assert here.app.screen.form.seats[WHITE].account == "Bob"
        assert "Ann · Bob" in here.lines
        await here.click("head/people")
        assert not here.has("people/name"), "there is no third seat"


async def test_whoever_logs_out_leaves_the_seat_to_a_guest(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await registered(here, "Ann")
        await here.click("head/people")
        await here.click("people/leave/Ann")
        await here.until(lambda: not here.app.people.present)
        await here.press("escape")
        assert isinstance(here.app.screen, StartScreen)
        assert here.app.screen.form.seats[BLACK].who == "guest"


async def test_a_refusal_stands_below_the_fields_and_what_was_typed_stays(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("head/people")
        await here.type("people/name", "Nobody")
        await here.type("people/password", "wrong wrong")
        await here.press("enter")
        await here.until(lambda: here.app.text("login.unknown") in here.lines)
        assert isinstance(here.app.screen, PeopleScreen)
        assert here.app.screen.name.text == "Nobody"
        here.app.change(language="zh")
        await here.settled()
        assert here.app.text("login.unknown") in here.lines, "in the other language at once"


async def test_the_code_of_a_second_factor_is_asked_for_when_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with app_at(tmp_path) as here:
        given: list[str | None] = []

        async def log_in(name: str, password: str, code: str | None = None) -> None:
            del name, password
            given.append(code)
            raise PeopleError(PeopleCode.CODE_NEEDED if code is None else PeopleCode.BAD_CODE)

        monkeypatch.setattr(here.app.people, "log_in", log_in)
        await here.click("head/people")
        await here.type("people/name", "Ann")
        await here.type("people/password", PASSWORD)
        assert not here.has("people/code")
        await here.press("enter")
        await here.until(lambda: here.has("people/code"))
        assert here.app.screen.focused is here.find("people/code"), "it can be typed at once"
        await here.type("people/code", " 123456 ")
        await here.press("enter")
        await here.until(lambda: len(given) == 2)
        assert given == [None, "123456"]
        assert here.app.text("error.BAD_CODE") in here.lines


async def test_a_password_is_hidden_until_it_is_asked_for_and_forgotten_when_one_leaves(tmp_path: Path) -> None:
    async with app_at(tmp_path) as here:
        await here.click("head/people")
        await here.type("people/password", "x" * 1000)
        field = here.find("people/password")
        assert isinstance(field, TextField)
        assert len(field.text) == LONGEST_PASSWORD
        assert field.is_password
        await here.key("c", ctrl=True)
        assert here.app.window.pasted() == "", "a hidden password is not copied"
        await here.click("people/eye")
        assert [field.is_password, field.text == ""] == [False, False]
        await here.press("escape")
        assert [field.is_password, field.text == ""] == [True, True]


async def test_where_another_program_has_the_folder_it_is_said_whose_it_is(tmp_path: Path) -> None:
    other = await enter("tengen play", None, tmp_path)
    try:
        ours = await enter("tengen desktop", None, tmp_path)
        async with app_at(tmp_path, entered=ours) as here:
            assert not here.has("start/people"), "nobody can log in"
            await here.click("head/people")
            assert "tengen play" in here.words
            assert not here.has("people/name")
    finally:
        await other.close()
