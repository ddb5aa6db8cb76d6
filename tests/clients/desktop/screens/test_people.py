"""Log in, register, a second factor, two at once, log out: all in the window."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.clients.desktop.opened import Hands, opened

from tengen.clients.desktop.screens.people import PeopleScreen
from tengen.clients.desktop.screens.settings import SettingsScreen
from tengen.clients.desktop.screens.start import StartScreen
from tengen.clients.desktop.widgets import TextField
from tengen.clients.online.entering import enter
from tengen.core import BLACK, WHITE
from tengen.people import LONGEST_PASSWORD, PeopleCode, PeopleError

PASSWORD = "four quiet words here"


async def registered(hands: Hands, name: str) -> None:
    before = len(hands.app.people.present)
    await hands.click("head/people")
    if hands.has("people/add"):
        await hands.click("people/add")
    await hands.click("people/other")
    await hands.type("people/name", name)
    await hands.type("people/password", PASSWORD)
    await hands.click("people/send")
    await hands.until(lambda: len(hands.app.people.present) > before)


async def test_two_people_register_and_each_takes_a_colour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("who/white")
        await hands.press("home", "enter")
        await registered(hands, "Ann")
        assert isinstance(hands.screen, StartScreen)
        assert hands.app.message is not None
        assert hands.app.message.text("en") == "Welcome, Ann."
        await registered(hands, "Bob")
        assert [person.name for person in hands.app.people.present] == ["Ann", "Bob"]
        assert hands.screen.form.seats[BLACK].account == "Ann"
        assert hands.screen.form.seats[WHITE].account == "Bob"
        assert "Ann · Bob" in hands.words()
        await hands.click("head/people")
        assert not hands.has("people/name"), "there is no third seat"


async def test_whoever_logs_out_leaves_the_seat_to_a_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await registered(hands, "Ann")
        await hands.click("head/people")
        await hands.click("people/leave/Ann")
        await hands.until(lambda: not hands.app.people.present)
        await hands.press("escape")
        assert isinstance(hands.screen, StartScreen)
        assert hands.screen.form.seats[BLACK].who == "guest"


async def test_a_refusal_stands_below_the_fields_and_what_was_typed_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("head/people")
        await hands.type("people/name", "Nobody")
        await hands.type("people/password", "wrong wrong")
        await hands.press("enter")
        await hands.until(lambda: hands.app.text("login.unknown") in hands.words())
        assert isinstance(hands.screen, PeopleScreen)
        assert hands.screen.name.text == "Nobody"
        hands.app.change(language="zh")
        await hands.settled()
        assert hands.app.text("login.unknown") in hands.words(), "in the other language at once"


async def test_the_code_of_a_second_factor_is_asked_for_when_it_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        given: list[str | None] = []

        async def log_in(name: str, password: str, code: str | None = None) -> None:
            del name, password
            given.append(code)
            raise PeopleError(PeopleCode.CODE_NEEDED if code is None else PeopleCode.BAD_CODE)

        monkeypatch.setattr(hands.app.people, "log_in", log_in)
        await hands.click("head/people")
        await hands.type("people/name", "Ann")
        await hands.type("people/password", PASSWORD)
        assert not hands.has("people/code")
        await hands.press("enter")
        await hands.until(lambda: hands.has("people/code"))
        assert hands.screen.focused is hands.find("people/code"), "it can be typed at once"
        await hands.type("people/code", " 123456 ")
        await hands.press("enter")
        await hands.until(lambda: len(given) == 2)
        assert given == [None, "123456"]
        assert hands.app.text("error.BAD_CODE") in hands.words()


async def test_a_password_is_hidden_until_it_is_asked_for_and_forgotten_when_one_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        await hands.click("head/people")
        await hands.type("people/password", "x" * 1000)
        field = hands.find("people/password")
        assert isinstance(field, TextField)
        assert len(field.text) == LONGEST_PASSWORD
        assert field.is_password
        await hands.press("c", ctrl=True)
        assert hands.app.window.pasted() == "", "a hidden password is not copied"
        await hands.click("people/eye")
        assert [field.is_password, field.text == ""] == [False, False]
        await hands.press("escape")
        assert [field.is_password, field.text == ""] == [True, True]


async def test_where_another_program_has_the_folder_it_is_said_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = await enter("tengen play", None, tmp_path)
    try:
        async with opened(tmp_path, monkeypatch) as hands:
            assert not hands.has("start/people"), "nobody can log in"
            await hands.click("head/people")
            assert any("tengen play" in line for line in hands.words())
            assert not hands.has("people/name")
    finally:
        await other.close()


async def test_who_has_left_the_form_stays_where_they_are_when_the_answer_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, monkeypatch) as hands:
        register, may_answer = hands.app.people.register, asyncio.Event()

        async def slow(name: str, password: str, invite: str | None = None) -> None:
            await may_answer.wait()
            await register(name, password, invite)

        monkeypatch.setattr(hands.app.people, "register", slow)
        await hands.click("head/people")
        await hands.click("people/other")
        await hands.type("people/name", "Ann")
        await hands.type("people/password", PASSWORD)
        await hands.press("enter")
        await hands.press("escape")
        hands.app.show_settings()
        may_answer.set()
        await hands.until(lambda: bool(hands.app.people.present))
        assert isinstance(hands.screen, SettingsScreen)
