"""One's own account: password, name, sessions, bot tokens, resets, closing, and all that is known of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from tengen.people import PeopleCode, PeopleError, Role, Scope
from tengen.people.service import Entered
from tests.people.service.scene import (
    DAY,
    HOME,
    MINUTE,
    MORNING,
    OTHER_PASSWORD,
    PASSWORD,
    Scene,
    opened,
    refused,
)


def change(scene: Scene, entered: Entered, current: str = PASSWORD, *, end_others: bool = False):  # type: ignore[no-untyped-def]  # a coroutine
    return scene.accounts.change_password(
        entered.account.account_id, current, OTHER_PASSWORD, end_others=end_others, keep=entered.token, address=HOME
    )


# --- password and name


async def test_a_new_password_needs_the_current_one_and_gives_a_new_token(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        with refused(PeopleCode.BAD_LOGIN):
            await change(scene, ann, "not my password")
        renewed = await change(scene, ann)
        assert await scene.accounts.who(ann.token) is None
        here = await scene.accounts.who(renewed.token)
        assert here is not None
        assert (here.session_id, here.account) == (ann.session_id, renewed.account)
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann", PASSWORD)
        await scene.log_in("Ann", OTHER_PASSWORD, known_device=renewed.device_token)


@pytest.mark.parametrize("end_others", [False, True])
async def test_other_sessions_end_if_that_is_asked_for(tmp_path: Path, end_others: bool) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        other = await scene.log_in("Ann")
        renewed = await change(scene, ann, end_others=end_others)
        assert (await scene.accounts.who(other.token) is None) == end_others
        assert await scene.accounts.who(renewed.token) is not None
        assert scene.ended_ids() == ({other.session_id} if end_others else set())


async def test_a_password_is_changed_only_from_a_session_of_ones_own(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        for token in (ben.token, "nobody", ""):
            with refused(PeopleCode.NOT_LOGGED_IN):
                await scene.accounts.change_password(
                    ann.account.account_id, PASSWORD, OTHER_PASSWORD, end_others=True, keep=token, address=HOME
                )
        with refused(PeopleCode.BAD_PASSWORD):
            await scene.accounts.change_password(
                ann.account.account_id, PASSWORD, "password", end_others=True, keep=ann.token, address=HOME
            )
        guest = await scene.accounts.begin_as_guest("Gus")
        with refused(PeopleCode.NOT_LOGGED_IN):
            await change(scene, guest)


async def test_the_second_at_a_screen_changes_their_own_password(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        both = await scene.log_in_beside(ann.token, "Ben")
        renewed = await scene.accounts.change_password(
            ben.account.account_id, PASSWORD, OTHER_PASSWORD, end_others=True, keep=both.token, address=HOME
        )
        assert (renewed.account.name, renewed.beside and renewed.beside.name) == ("Ann", "Ben")
        assert await scene.accounts.who(ben.token) is None
        await scene.log_in("Ann", PASSWORD)
        await scene.log_in("Ben", OTHER_PASSWORD)


async def test_a_name_is_changed_with_the_password_and_the_old_one_is_free(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, _ = await scene.register("Ann"), await scene.register("Ben")
        account_id = ann.account.account_id
        with refused(PeopleCode.NAME_TAKEN):
            await scene.accounts.change_name(account_id, "BEN", PASSWORD)
        with refused(PeopleCode.BAD_NAME):
            await scene.accounts.change_name(account_id, "admin", PASSWORD)
        with refused(PeopleCode.BAD_LOGIN):
            await scene.accounts.change_name(account_id, "Anna", OTHER_PASSWORD)
        changed = await scene.accounts.change_name(account_id, "Anna", PASSWORD)
        assert (changed.account_id, changed.name) == (account_id, "Anna")
        assert (await scene.accounts.change_name(account_id, "ANNA", PASSWORD)).name == "ANNA", "only written anew"
        await scene.log_in("anna")
        assert (await scene.register("Ann")).account.account_id != account_id


async def test_two_who_want_one_name_at_once_get_it_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        people = [await scene.register(name) for name in ("Ann", "Ben", "Cid")]
        results = await asyncio.gather(
            *(scene.accounts.change_name(one.account.account_id, "Dan", PASSWORD) for one in people),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.NAME_TAKEN] * 2


# --- sessions


async def test_sessions_are_listed_and_ended_one_by_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        scene.clock.now += MINUTE
        phone = await scene.log_in("Ann", device="a phone\n\u202e" + "x" * 10_000)
        sessions = await scene.accounts.sessions(ann.account.account_id)
        assert [row.session_id for row in sessions] == [phone.session_id, ann.session_id]
        assert [row.device for row in sessions] == ["a phone " + "x" * 72, "a browser"]
        await scene.accounts.end_session(ben.account.account_id, phone.session_id)
        assert await scene.accounts.who(phone.token) is not None, "nobody ends those of others"
        await scene.accounts.end_session(ann.account.account_id, phone.session_id)
        assert await scene.accounts.who(phone.token) is None
        assert scene.ended_ids() == {phone.session_id}
        await scene.accounts.end_session(ann.account.account_id, "\ud800")


async def test_all_other_sessions_end_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        others = [await scene.log_in("Ann") for _ in range(3)]
        with refused(PeopleCode.NOT_LOGGED_IN):
            await scene.accounts.end_other_sessions(ann.account.account_id, "nobody")
        await scene.accounts.end_other_sessions(ann.account.account_id, ann.token)
        assert await scene.accounts.who(ann.token) is not None
        assert [await scene.accounts.who(other.token) for other in others] == [None] * 3
        assert scene.ended_ids() == {other.session_id for other in others}


# --- bot tokens


async def test_a_bot_token_acts_for_its_account_within_its_scopes(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        scopes = frozenset({Scope.READ, Scope.PLAY})
        token, text = await scene.accounts.make_bot_token(ann.account.account_id, " my bot\n", scopes, 30)
        assert text.startswith("tengen_")
        assert len(text) == 50
        assert token.label == "my bot"
        assert text not in repr(token)
        assert await scene.accounts.who_by_bot_token(text) == (ann.account, scopes)
        assert await scene.accounts.who(text) is None, "it is no session"
        assert await scene.accounts.who_by_bot_token(ann.token) is None
        scene.clock.now += 30 * DAY
        assert await scene.accounts.who_by_bot_token(text) is None
    for path in tmp_path.iterdir():
        assert text.encode() not in path.read_bytes()


async def test_a_bot_token_that_is_worth_nothing_is_refused_and_told(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        read = frozenset({Scope.READ})
        tokens = [await scene.accounts.make_bot_token(ann.account.account_id, "bot", read, 1) for _ in range(3)]
        await scene.accounts.revoke_bot_token("somebody else", tokens[0][0].token_id)
        assert await scene.accounts.who_by_bot_token(tokens[0][1]) is not None
        await scene.accounts.revoke_bot_token(ann.account.account_id, tokens[0][0].token_id)
        await scene.accounts.revoke_bot_token(ann.account.account_id, tokens[0][0].token_id)
        assert await scene.accounts.who_by_bot_token(tokens[0][1]) is None
        await scene.administration.ban(None, "Ann", None, "rude")
        assert await scene.accounts.who_by_bot_token(tokens[1][1]) is None
        for text in ("tengen_", "tengen_x", "tengen_\ud800", "tengen_" + "x" * 10_000_000, ""):
            assert await scene.accounts.who_by_bot_token(text) is None
        assert (await scene.told()).count("token_refused") == 5


async def test_bot_tokens_are_bounded(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        read, account_id = frozenset({Scope.READ}), ann.account.account_id
        for label, scopes, days, field in (
            ("", read, 1, "label"),
            ("x" * 61, read, 1, "label"),
            ("x" * 10_000_000, read, 1, "label"),
            ("bot", frozenset[Scope](), 1, "scopes"),
            ("bot", read, 0, "days"),
            ("bot", read, 366, "days"),
        ):
            with refused(PeopleCode.BAD_FIELD) as bad:
                await scene.accounts.make_bot_token(account_id, label, scopes, days)
            assert bad.error.values == {"field": field}
        results = await asyncio.gather(
            *(scene.accounts.make_bot_token(account_id, "bot", read, 365) for _ in range(25)), return_exceptions=True
        )
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.TOO_MANY] * 5
        assert len(await scene.accounts.bot_tokens(account_id)) == 20
        guest = await scene.accounts.begin_as_guest("Gus")
        with refused(PeopleCode.NOT_LOGGED_IN):
            await scene.accounts.make_bot_token(guest.account.account_id, "bot", read, 1)


# --- others


async def test_people_are_found_by_name_and_by_id(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        guest = await scene.accounts.begin_as_guest("Gus")
        assert await scene.accounts.find("ANN") == ann.account
        for name in ("Gus", "nobody", "", "\ud800"):
            with refused(PeopleCode.NO_SUCH_USER):
                await scene.accounts.find(name)
        ids = {ann.account.account_id: "Ann", guest.account.account_id: "Gus"}
        found = await scene.accounts.accounts_of([*ids, "nobody"])
        assert {account_id: account.name for account_id, account in found.items()} == ids
        await scene.accounts.close(ann.account.account_id, PASSWORD, None)
        with refused(PeopleCode.NO_SUCH_USER):
            await scene.accounts.find("Ann")


# --- without the password


async def test_a_reset_link_sets_a_password_once_and_ends_everything(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        _, bot = await scene.accounts.make_bot_token(ann.account.account_id, "bot", frozenset({Scope.PLAY}), 9)
        link = await scene.administration.make_reset_link(None, "Ann")
        assert link.token not in repr(link)
        with refused(PeopleCode.BAD_PASSWORD):
            await scene.accounts.reset_with_link(link.token, "password", address=HOME)
        await scene.accounts.reset_with_link(link.token, OTHER_PASSWORD, address=HOME)
        assert await scene.accounts.who(ann.token) is None
        assert await scene.accounts.who_by_bot_token(bot) is None
        assert scene.ended_ids() == {ann.session_id}
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann")
        await scene.log_in("Ann", OTHER_PASSWORD)
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_link(link.token, PASSWORD, address=HOME)
        assert [entry for entry in await scene.told() if entry.startswith("reset")] == ["reset_made", "reset_used"]


async def test_a_reset_link_lasts_thirty_minutes_and_the_last_one_counts(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        first = await scene.administration.make_reset_link(None, "Ann")
        last = await scene.administration.make_reset_link(None, "Ann")
        assert last.expires_at == MORNING + 30 * MINUTE
        scene.clock.now = last.expires_at
        for token in (first.token, last.token, "", "x", "\ud800", "x" * 10_000_000):
            with refused(PeopleCode.BAD_RESET):
                await scene.accounts.reset_with_link(token, OTHER_PASSWORD, address=HOME)
        scene.clock.now -= 1
        await scene.accounts.reset_with_link(last.token, OTHER_PASSWORD, address=HOME)


async def test_one_link_used_twice_at_once_sets_one_password(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        link = await scene.administration.make_reset_link(None, "Ann")
        passwords = [f"{OTHER_PASSWORD} {number}" for number in range(5)]
        results = await asyncio.gather(
            *(scene.accounts.reset_with_link(link.token, password, address=HOME) for password in passwords),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.BAD_RESET] * 4
        (winner,) = [password for password, result in zip(passwords, results, strict=True) if result is None]
        await scene.log_in("Ann", winner)


async def test_a_password_change_makes_links_worthless(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        link = await scene.administration.make_reset_link(None, "Ann")
        await change(scene, ann)
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_link(link.token, PASSWORD, address=HOME)


async def test_a_reset_keeps_the_second_factor_unless_the_link_ends_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.add_second_factor(ann)
        link = await scene.administration.make_reset_link(None, "Ann")
        await scene.accounts.reset_with_link(link.token, OTHER_PASSWORD, address=HOME)
        with refused(PeopleCode.CODE_NEEDED):
            await scene.log_in("Ann", OTHER_PASSWORD)
        link = await scene.administration.make_reset_link(None, "Ann", ends_second_factor=True)
        await scene.accounts.reset_with_link(link.token, PASSWORD, address=HOME)
        assert (await scene.log_in("Ann")).account.second_factor is None
        assert await scene.accounts.recovery_codes_left(ann.account.account_id) == 0


async def test_a_recovery_code_sets_a_password_and_ends_everything(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, recovery = await scene.add_second_factor(ann)
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_recovery_code("Ann", "AAAA-BBBB", OTHER_PASSWORD, address=HOME)
        await scene.accounts.reset_with_recovery_code("ann", recovery[0], OTHER_PASSWORD, address=HOME)
        assert await scene.accounts.who(ann.token) is None
        await scene.log_in("Ann", OTHER_PASSWORD, code=scene.code(codes))
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_recovery_code("Ann", recovery[0], PASSWORD, address=HOME)


# --- closing and exporting


async def test_a_closed_account_is_gone_but_for_its_name(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, recovery = await scene.add_second_factor(ann)
        account_id = ann.account.account_id
        _, bot = await scene.accounts.make_bot_token(account_id, "bot", frozenset({Scope.PLAY}), 9)
        link = await scene.administration.make_reset_link(None, "Ann")
        with refused(PeopleCode.CODE_NEEDED):
            await scene.accounts.close(account_id, PASSWORD, None)
        await scene.accounts.close(account_id, PASSWORD, scene.code(codes))
        assert await scene.accounts.who(ann.token) is None
        assert await scene.accounts.who_by_bot_token(bot) is None
        assert scene.ended_ids() == {ann.session_id}
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann", code=recovery[0])
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_link(link.token, OTHER_PASSWORD, address=HOME)
        with refused(PeopleCode.BAD_RESET):
            await scene.accounts.reset_with_recovery_code("Ann", recovery[0], OTHER_PASSWORD, address=HOME)
        with refused(PeopleCode.NAME_TAKEN):
            await scene.register("Ann")
        found = await scene.store.account(account_id)
        assert found is not None
        assert (found.name, found.password_hash, found.second_factor) == ("Ann", None, None)
        assert (found.is_closed, found.is_guest, found.is_deleted) == (True, False, False)


async def test_the_last_administrator_cannot_close_the_account(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann, ben = await scene.register("Ann"), await scene.register("Ben")
        await scene.administration.set_role(None, "Ann", Role.ADMIN)
        with refused(PeopleCode.LAST_ADMIN):
            await scene.accounts.close(ann.account.account_id, PASSWORD, None)
        await scene.administration.set_role(None, "Ben", Role.ADMIN)
        await scene.accounts.close(ann.account.account_id, PASSWORD, None)
        with refused(PeopleCode.LAST_ADMIN):
            await scene.accounts.close(ben.account.account_id, PASSWORD, None)


async def test_an_export_has_all_that_is_known_and_no_secret(tmp_path: Path) -> None:
    async def games(account_id: str) -> Mapping[str, object]:
        return {"games": [account_id]}

    async with opened(tmp_path, exporters=[games]) as scene:
        ann = await scene.register("Ann")
        _, recovery = await scene.add_second_factor(ann)
        _, bot = await scene.accounts.make_bot_token(ann.account.account_id, "my bot", frozenset({Scope.PLAY}), 9)
        told = json.loads(json.dumps(await scene.accounts.export(ann.account.account_id)))
        assert told["account"]["name"] == "Ann"
        assert told["account"]["created"] == "2023-11-14T22:13:20+00:00"
        assert told["account"]["secondFactor"] is True
        assert [session["device"] for session in told["sessions"]] == ["a browser"]
        assert [token["label"] for token in told["botTokens"]] == ["my bot"]
        assert told["games"] == [ann.account.account_id]
        assert {entry["action"] for entry in told["audit"]} >= {"register", "second_factor_on", "token_made"}
        found = await scene.store.account(ann.account.account_id)
        assert found is not None
        assert found.second_factor is not None
        text = json.dumps(told)
        secrets = [ann.token, bot, PASSWORD, found.password_hash or "", found.second_factor.secret, *recovery]
        assert not [secret for secret in secrets if secret in text]
        guest = await scene.accounts.begin_as_guest("Gus")
        with refused(PeopleCode.NOT_LOGGED_IN):
            await scene.accounts.export(guest.account.account_id)
