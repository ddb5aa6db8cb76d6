"""Coming in: registering, logging in, two people at one screen, logging out, and how long a session lasts."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from tengen.people import PeopleCode, PeopleError, Registration, Role
from tests.people.service.scene import DAY, HOME, HOUR, MINUTE, OTHER_PASSWORD, PASSWORD, opened, refused

# --- registering


async def test_who_registers_is_logged_in_and_can_log_in_again(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        assert not ann.account.is_guest
        here = await scene.accounts.who(ann.token)
        assert here is not None
        assert (here.account, here.beside, here.session_id) == (ann.account, None, ann.session_id)
        again = await scene.log_in("ann")
        assert again.account.account_id == ann.account.account_id
        assert again.token != ann.token
    async with opened(tmp_path) as scene:
        assert (await scene.log_in("Ann")).account.account_id == ann.account.account_id


async def test_a_name_is_one_persons_however_it_is_written(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann Lee")
        for name in ("Ann Lee", "ANN LEE", "annlee", "Ａｎｎ Ｌｅｅ", "Ann-Lee"):
            with refused(PeopleCode.NAME_TAKEN):
                await scene.register(name)


async def test_bad_names_and_passwords_are_refused_with_the_reason(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        with refused(PeopleCode.BAD_NAME) as name:
            await scene.register("Ann\u202e")
        assert name.error.key == "name.bad_character"
        with refused(PeopleCode.BAD_PASSWORD) as short:
            await scene.register("Ann", "short")
        assert short.error.key == "password.too_short"
        with refused(PeopleCode.BAD_PASSWORD):
            await scene.register("Ann", "password1")
        assert scene.hasher.computed == 0, "nothing is hashed before the rules have passed it"
        page = await scene.administration.accounts(None)
        assert page.accounts == ()


async def test_two_who_register_one_name_at_once_are_one_account(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        names = ("Ann", "ANN", "ann", "Ａnn")
        tries = [scene.register(name) for name in names]
        results = await asyncio.gather(*tries, return_exceptions=True)
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.NAME_TAKEN] * 3
        assert len((await scene.administration.accounts(None)).accounts) == 1
        count = await scene.database.read(lambda c: c.scalar(text("SELECT count(*) FROM sessions")))
        assert count == 1


async def test_a_local_client_is_told_what_was_wrong(tmp_path: Path) -> None:
    async with opened(tmp_path, tells_which=True) as scene:
        await scene.register("Ann")
        with refused(PeopleCode.NAME_TAKEN) as taken:
            await scene.register("Ann")
        assert taken.error.text("en") == "Username already exists"
        with refused(PeopleCode.BAD_LOGIN) as unknown:
            await scene.log_in("Ben")
        assert unknown.error.text("en") == "Username does not exist, please register"
        with refused(PeopleCode.BAD_LOGIN) as wrong:
            await scene.log_in("Ann", OTHER_PASSWORD)
        assert wrong.error.text("en") == "Incorrect password"
        assert wrong.error.text("zh") == "密码错误"


async def test_what_names_are_compared_with_is_read_beside_the_event_loop(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.accounts.prepare()
        longest = 0.0
        for name in ("ﷺ" * 200, "㎯" * 200, "".join(map(chr, range(0x1D400, 0x1D4C8)))):
            began = time.process_time()
            with refused(PeopleCode.BAD_LOGIN):
                await scene.log_in(name)
            longest = max(longest, time.process_time() - began)
        assert longest < 0.05, "no name keeps the loop long"


# --- guests


async def test_a_guest_who_registers_keeps_the_id_and_gets_another_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        guest = await scene.accounts.begin_as_guest("Gus")
        assert guest.account.is_guest
        assert guest.device_token is None
        gus = await scene.register("Gustav", guest=guest.token)
        assert gus.account.account_id == guest.account.account_id
        assert (gus.account.name, gus.account.is_guest) == ("Gustav", False)
        assert await scene.accounts.who(guest.token) is None
        here = await scene.accounts.who(gus.token)
        assert here is not None
        assert here.account == gus.account
        assert scene.ended_ids() == {guest.session_id}
        assert "guest_registered" in await scene.told()


async def test_a_guest_who_is_refused_stays_a_guest(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        guest = await scene.accounts.begin_as_guest("Gus")
        with refused(PeopleCode.NAME_TAKEN):
            await scene.register("Ann", guest=guest.token)
        here = await scene.accounts.who(guest.token)
        assert here is not None
        assert here.account == guest.account


async def test_one_guest_registers_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        guest = await scene.accounts.begin_as_guest("Gus")
        both = await asyncio.gather(*(scene.register(name, guest=guest.token) for name in ("Gustav", "Gunda")))
        kept = [entered for entered in both if entered.account.account_id == guest.account.account_id]
        assert len(kept) == 1, "the other one is a new account"
        assert len({entered.account.account_id for entered in both}) == 2


async def test_the_token_of_an_account_makes_nobody_a_guest(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        ben = await scene.register("Ben", guest=ann.token)
        assert ben.account.account_id != ann.account.account_id
        assert await scene.accounts.who(ann.token) is not None


async def test_a_guest_never_bears_an_accounts_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        with refused(PeopleCode.NAME_TAKEN):
            await scene.accounts.begin_as_guest("ANN")
        assert await scene.accounts.guest_name("Gus") == "Gus"
        twins = [await scene.accounts.begin_as_guest("Gus") for _ in range(2)]
        assert twins[0].account.account_id != twins[1].account.account_id


# --- who may register


async def test_nobody_registers_where_it_is_closed(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.administration.set_registration(None, Registration.CLOSED)
        with refused(PeopleCode.NOT_ALLOWED) as closed:
            await scene.register("Ann")
        assert closed.error.key == "register.closed"
        assert await scene.accounts.registration() is Registration.CLOSED


async def test_an_invitation_lets_as_many_register_as_it_says(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.administration.set_registration(None, Registration.INVITE)
        _, code = await scene.administration.make_invite(None, uses=2, days=7)

        async def register(name: str, invite: str | None) -> None:
            await scene.accounts.register(name, PASSWORD, guest=None, address=HOME, device="", invite=invite)

        with refused(PeopleCode.INVITE_NEEDED):
            await register("Ann", None)
        for wrong in ("x", "x" * 5000, code[:-1], "\ud800"):
            with refused(PeopleCode.BAD_INVITE):
                await register("Ann", wrong)
        names = ("Ann", "Ben", "Cid", "Dan")
        results = await asyncio.gather(
            *(register(name, code.lower().replace("-", " ")) for name in names), return_exceptions=True
        )
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.BAD_INVITE] * 2
        assert len((await scene.administration.accounts(None)).accounts) == 2
        _, late = await scene.administration.make_invite(None, uses=2, days=7)
        scene.clock.now += 7 * DAY
        with refused(PeopleCode.BAD_INVITE):
            await register("Eve", late)


# --- logging in


async def test_name_and_password_must_both_be_right_and_one_is_not_told_which(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        told = []
        for name, password in (("Ann", OTHER_PASSWORD), ("Ben", PASSWORD), ("", ""), ("\ud800", "\ud800")):
            with refused(PeopleCode.BAD_LOGIN) as wrong:
                await scene.log_in(name, password)
            told.append((wrong.error.key, wrong.error.values))
        assert told == [("error.BAD_LOGIN", {})] * 4
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("x" * 5000)


async def test_a_token_is_256_bits_and_nowhere_in_the_database(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        assert len(ann.token) == 43
        assert ann.device_token is not None
        secrets = [ann.token, ann.device_token, PASSWORD]
        for secret in secrets:
            assert secret not in repr(ann)
    for path in tmp_path.iterdir():
        assert all(secret.encode() not in path.read_bytes() for secret in secrets)


async def test_no_other_text_is_a_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        for token in ("", "x", ann.token[:-1], ann.token + "x", ann.session_id, "\ud800", "x" * 10_000_000):
            assert await scene.accounts.who(token) is None
            assert await scene.accounts.log_out(token) is None
        assert await scene.accounts.who(ann.token) is not None


async def test_an_account_has_fifty_sessions_and_the_longest_unseen_ends(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        first = await scene.register("Ann")
        sessions = [first]
        for _ in range(50):
            scene.clock.now += MINUTE
            sessions.append(await scene.log_in("Ann"))
        assert await scene.accounts.who(first.token) is None
        assert scene.ended_ids() == {first.session_id}
        found = [await scene.accounts.who(entered.token) for entered in sessions[1:]]
        assert None not in found
        assert len(await scene.accounts.sessions(first.account.account_id)) == 50


# --- how long


async def test_a_session_ends_when_nobody_uses_it_and_at_last_in_any_case(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        used, idle = await scene.register("Ann"), await scene.register("Ben")
        for _ in range(89):
            scene.clock.now += DAY
            assert await scene.accounts.who(used.token) is not None
        assert await scene.accounts.who(idle.token) is None
        here = await scene.accounts.who(used.token)
        assert here is not None
        assert here.expires_at == scene.clock.now + DAY
        scene.clock.now += DAY
        assert await scene.accounts.who(used.token) is None


async def test_an_administrator_logs_in_again_after_twelve_hours(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        await scene.administration.set_role(None, "Ann", Role.ADMIN)
        ann = await scene.log_in("Ann")
        scene.clock.now += 12 * HOUR - 1
        assert await scene.accounts.who(ann.token) is not None
        scene.clock.now += 1
        assert await scene.accounts.who(ann.token) is None


async def test_a_stored_time_in_the_future_ends_no_session(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        scene.clock.now += 400 * DAY
        ahead = await scene.register("Ann")
        scene.clock.now -= 400 * DAY
        assert await scene.accounts.who(ahead.token) is not None
        scene.clock.now += 31 * DAY
        assert await scene.accounts.who(ahead.token) is None, "from then on it ages as all others"


async def test_being_seen_is_not_written_at_every_call(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        began = scene.clock.now
        for ahead, seen in ((MINUTE, began), (HOUR + MINUTE, began + HOUR + MINUTE)):
            scene.clock.now = began + ahead
            await scene.accounts.who(ann.token)
            (session,) = await scene.accounts.sessions(ann.account.account_id)
            assert session.seen_at == seen


# --- two people at one screen


async def test_a_second_person_comes_to_the_screen_under_a_new_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        both = await scene.log_in_beside(ann.token, "Ben")
        assert (both.account.name, both.beside and both.beside.name) == ("Ann", "Ben")
        assert both.session_id == ann.session_id
        assert await scene.accounts.who(ann.token) is None, "the old token is worth nothing"
        here = await scene.accounts.who(both.token)
        assert here is not None
        assert (here.account.name, here.beside and here.beside.name) == ("Ann", "Ben")
        assert await scene.accounts.who(ben.token) is not None, "Ben's own browser goes on"
        assert [row.session_id for row in await scene.accounts.sessions(ben.account.account_id)].count(
            both.session_id
        ) == 1


async def test_a_second_person_registers_at_the_screen_and_the_first_one_stays(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        both = await scene.register_beside(ann.token, "Ben")
        assert (both.account.name, both.beside and both.beside.name) == ("Ann", "Ben")
        assert (both.session_id, both.device_token is None) == (ann.session_id, False)
        assert await scene.accounts.who(ann.token) is None, "the old token is worth nothing"
        left = await scene.accounts.log_out(both.token, "Ann")
        assert left is not None
        assert left.account.name == "Ben"
        assert (await scene.log_in("Ben")).account == left.account


async def test_a_guest_stays_a_guest_when_somebody_registers_beside(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        guest = await scene.accounts.begin_as_guest("Gustav")
        both = await scene.register_beside(guest.token, "Ben")
        assert both.account == guest.account
        assert both.beside is not None
        assert both.beside.account_id != guest.account.account_id


async def test_who_may_not_register_may_not_register_beside_either(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        for token, name, password, code in (
            ("nobody", "Ben", PASSWORD, PeopleCode.NOT_LOGGED_IN),
            (ann.token, "ann", PASSWORD, PeopleCode.NAME_TAKEN),
            (ann.token, "", PASSWORD, PeopleCode.BAD_NAME),
            (ann.token, "Ben", "short", PeopleCode.BAD_PASSWORD),
        ):
            with refused(code):
                await scene.register_beside(token, name, password)
        await scene.administration.set_registration(None, Registration.INVITE)
        with refused(PeopleCode.INVITE_NEEDED):
            await scene.register_beside(ann.token, "Ben")
        here = await scene.accounts.who(ann.token)
        assert here is not None
        assert (here.account.name, here.beside) == ("Ann", None)


async def test_nobody_sits_beside_themselves_or_beside_nobody(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        with refused(PeopleCode.ALREADY_HERE):
            await scene.log_in_beside(ann.token, "Ann")
        with refused(PeopleCode.NOT_LOGGED_IN):
            await scene.log_in_beside("nobody", "Ann")
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in_beside(ann.token, "Ann", OTHER_PASSWORD)
        assert await scene.accounts.who(ann.token) is not None


async def test_a_third_person_takes_the_place_of_the_second(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _, _ = [await scene.register(name) for name in ("Ann", "Ben", "Cid")]
        with_ben = await scene.log_in_beside(ann.token, "Ben")
        scene.ended_ids()
        with_cid = await scene.log_in_beside(with_ben.token, "Cid")
        assert with_cid.beside is not None
        assert with_cid.beside.name == "Cid"
        assert scene.ended_ids() == {ann.session_id}, "connections that could act for Ben are cut"


@pytest.mark.parametrize(("leaving", "staying"), [("Ann", "Ben"), ("Ben", "Ann")])
async def test_one_of_two_leaves_and_the_other_stays_under_a_new_token(
    tmp_path: Path, leaving: str, staying: str
) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        both = await scene.log_in_beside(ann.token, "Ben")
        scene.ended_ids()
        left = await scene.accounts.log_out(both.token, leaving)
        assert left is not None
        assert (left.account.name, left.beside) == (staying, None)
        assert await scene.accounts.who(both.token) is None
        here = await scene.accounts.who(left.token)
        assert here is not None
        assert (here.account.name, here.beside) == (staying, None)
        assert scene.ended_ids() == {ann.session_id}


async def test_without_a_name_both_leave(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        both = await scene.log_in_beside(ann.token, "Ben")
        assert await scene.accounts.log_out(both.token) is None
        assert await scene.accounts.who(both.token) is None
        assert (await scene.told())[-2:] == ["logout", "logout"]


async def test_nobody_leaves_who_is_not_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        alone = await scene.accounts.log_out(ann.token, "Ben")
        assert alone is not None
        assert alone.token == ann.token
        both = await scene.log_in_beside(ann.token, "Ben")
        still = await scene.accounts.log_out(both.token, "Cid")
        assert still is not None
        assert (still.token, still.beside and still.beside.name) == (both.token, "Ben")
        assert await scene.accounts.who(both.token) is not None


async def test_a_guest_who_registers_keeps_who_sits_beside(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ben")
        guest = await scene.accounts.begin_as_guest("Gus")
        both = await scene.log_in_beside(guest.token, "Ben")
        gus = await scene.register("Gustav", guest=both.token)
        here = await scene.accounts.who(gus.token)
        assert here is not None
        assert (here.account.name, here.beside and here.beside.name) == ("Gustav", "Ben")


async def test_an_administrator_beside_somebody_leaves_after_twelve_hours(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        await scene.administration.set_role(None, "Ben", Role.ADMIN)
        scene.clock.now += 5 * DAY
        both = await scene.log_in_beside(ann.token, "Ben")
        here = await scene.accounts.who(both.token)
        assert here is not None
        assert here.beside is not None
        scene.clock.now += 12 * HOUR
        here = await scene.accounts.who(both.token)
        assert here is not None
        assert (here.account.name, here.beside) == ("Ann", None)


async def test_whose_sessions_end_leaves_the_screens_of_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        both = await scene.log_in_beside(ann.token, "Ben")
        scene.ended_ids()
        await scene.administration.end_sessions(None, "Ben")
        assert scene.ended_ids() == {ann.session_id, ben.session_id}
        here = await scene.accounts.who(both.token)
        assert here is not None
        assert (here.account.name, here.beside) == ("Ann", None)
        assert await scene.accounts.who(ben.token) is None


# --- properties


@settings(max_examples=30)
@given(
    steps=st.lists(
        st.tuples(st.sampled_from(["in", "beside", "out", "leave", "end"]), st.sampled_from(["Ann", "Ben", "Cid"])),
        max_size=12,
    )
)
async def test_a_token_that_was_replaced_or_ended_never_comes_back(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, str]]
) -> None:
    """Whatever people do: of all tokens that a browser was given, only the last one can be of any worth."""
    async with opened(tmp_path_factory.mktemp("people")) as scene:
        for name in ("Ann", "Ben", "Cid"):
            await scene.administration.add(None, name, PASSWORD)
        tokens: list[str] = []
        people: list[str] = []
        for step, name in steps:
            if step == "in":
                tokens.append((await scene.log_in(name)).token)
                people = [name]
            elif step == "beside" and people and people[0] != name:
                tokens.append((await scene.log_in_beside(tokens[-1], name)).token)
                people = [people[0], name]
            elif step == "out" and people:
                await scene.accounts.log_out(tokens[-1])
                people = []
            elif step == "leave" and len(people) == 2:
                left = await scene.accounts.log_out(tokens[-1], name)
                assert left is not None
                if name in people:
                    tokens.append(left.token)
                    people.remove(name)
            elif step == "end":
                await scene.administration.end_sessions(None, name)
                people = [] if people[:1] == [name] else [one for one in people if one != name]
            here = await scene.accounts.who(tokens[-1]) if tokens else None
            found = [] if here is None else [one.name for one in (here.account, here.beside) if one is not None]
            assert found == people
