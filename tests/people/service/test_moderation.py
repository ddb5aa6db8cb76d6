"""Keeping order: who may, on whom; every act is in the audit log and told to whom it concerns, or does not happen."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.core import LANGUAGES
from tengen.core import text as words
from tengen.people import (
    AuditAction,
    BeginSession,
    ChangeAccount,
    ChatRoom,
    PeopleCode,
    PeopleError,
    ReportOutcome,
    Role,
    Session,
    Silence,
    check_name,
    verify_audit,
)
from tests.people.service.scene import DAY, HOUR, MORNING, refused
from tests.people.service.talk_room import ACTS, ANN, BEN, DI, GUEST, MATCH, Act, every_act, talk_room

LIFTED: dict[str, Act] = {
    "unsilence": lambda room, actor, name: room.moderation.unsilence(actor, name),
    "unban": lambda room, actor, name: room.moderation.unban(actor, name),
}
LOOKS: dict[str, Act] = {
    "reports": lambda room, actor, _: room.moderation.reports(actor),
    "report": lambda room, actor, _: room.moderation.report(actor, "r1"),
    "handle": lambda room, actor, _: room.moderation.handle(actor, "r1", ReportOutcome.ACTED),
    "annul": lambda room, actor, _: room.moderation.annul(actor, "m1", "cheating"),
}
everything = pytest.mark.parametrize("act", (ACTS | LIFTED | LOOKS).values(), ids=ACTS | LIFTED | LOOKS)


# --- who may, and on whom


@everything
@pytest.mark.parametrize("who", [ANN, GUEST])
async def test_nobody_without_a_role_keeps_order(tmp_path: Path, act: Act, who: str) -> None:
    async with talk_room(tmp_path) as room:
        before = await room.rows()
        with refused(PeopleCode.NOT_ALLOWED):
            await act(room, await room.account(who), "Ben")
        assert await room.rows() == before


@everything
async def test_an_administrator_needs_a_second_factor_and_a_closed_account_may_nothing(
    tmp_path: Path, act: Act
) -> None:
    async with talk_room(tmp_path) as room:
        before, ada, di = await room.rows(), await room.account("ada"), await room.account(DI)
        with refused(PeopleCode.SECOND_FACTOR_NEEDED):
            await act(room, replace(ada, second_factor=None), "Ben")
        for closed in (replace(ada, closed_at=5), replace(di, closed_at=5)):
            with refused(PeopleCode.NOT_ALLOWED):
                await act(room, closed, "Ben")
        assert await room.rows() == before


@every_act
@pytest.mark.parametrize("who", [DI, "ada", None])
async def test_an_act_is_in_the_audit_log_and_told_to_whom_it_concerns(
    tmp_path: Path, act: Act, who: str | None
) -> None:
    async with talk_room(tmp_path) as room:
        actor = None if who is None else await room.account(who)
        await act(room, actor, "ben")
        (entry,) = await room.audit()
        assert (entry.actor, entry.subject) == (who or "host", BEN)
        assert entry.details["reason"] == "rude"
        (notice,) = await room.notices.of(BEN)
        assert notice.values["reason"] == "rude"
        for language in LANGUAGES:
            assert "rude" in words(language, str(notice.key), **notice.values)
        assert room.noticed == [BEN]
        assert verify_audit(await room.scene.store.audit_rows()) is None


@every_act
@pytest.mark.parametrize("name", ["Ada", "Di"])
async def test_accounts_that_have_a_role_are_for_administrators(tmp_path: Path, act: Act, name: str) -> None:
    async with talk_room(tmp_path) as room:
        before = await room.rows()
        for actor in (await room.account(DI), await room.account("ada"), None):
            with refused(PeopleCode.NOT_ALLOWED):
                await act(room, actor, name)
        assert await room.rows() == before


@every_act
@pytest.mark.parametrize("name", ["Nobody", "Guest 7", ""])
async def test_nobody_of_a_name_nothing_happens(tmp_path: Path, act: Act, name: str) -> None:
    async with talk_room(tmp_path) as room:
        before = await room.rows()
        with refused(PeopleCode.NO_SUCH_USER):
            await act(room, await room.account(DI), name)
        assert await room.rows() == before


@pytest.mark.parametrize("reason", ["", "  \n", "\u200b", "x" * 201, "x" * 10_000_000])
@pytest.mark.parametrize("act", ["warn", "silence", "ban", "reset_name", "reset_avatar"])
async def test_every_act_has_a_reason_of_bounded_length(tmp_path: Path, act: str, reason: str) -> None:
    async with talk_room(tmp_path) as room:
        before, end = await room.rows(), (None,) if act in ("silence", "ban") else ()
        with refused(PeopleCode.BAD_FIELD):
            await getattr(room.moderation, act)(await room.account(DI), "Ben", *end, reason)
        assert await room.rows() == before


@pytest.mark.parametrize("until", [0, MORNING, 1 << 45, 1 << 80])
async def test_an_end_is_in_the_future_and_not_too_far(tmp_path: Path, until: int) -> None:
    async with talk_room(tmp_path) as room:
        for act in (room.moderation.silence, room.moderation.ban):
            with refused(PeopleCode.BAD_FIELD):
                await act(await room.account(DI), "Ben", until, "rude")


async def test_an_act_whose_notice_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        with room.scene.database.engine.begin() as connection:
            connection.execute(text("CREATE TRIGGER no AFTER INSERT ON notices BEGIN SELECT RAISE(ABORT, 'no'); END"))
        before = await room.rows()
        for act in ACTS.values():
            with refused(PeopleCode.BUSY):
                await act(room, await room.account(DI), "Ben")
        assert await room.rows() == before
        assert room.noticed == []
        assert room.ended == []


async def test_a_role_that_was_given_meanwhile_protects(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di = await room.account(DI)
        results = await asyncio.gather(
            room.administration.set_role(None, "Ben", Role.MODERATOR),
            room.moderation.ban(di, "Ben", None, "rude"),
            return_exceptions=True,
        )
        ben = await room.account(BEN)
        assert ben.roles == {Role.MODERATOR}
        assert (ben.ban is None) == isinstance(results[1], PeopleError)


# --- the acts


async def test_a_warning_is_told_every_time(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        for _ in range(2):
            await room.moderation.warn(await room.account(DI), "Ben", " be\tkind ")
        assert [notice.values for notice in await room.notices.of(BEN)] == [{"reason": "be kind"}] * 2
        assert [entry.action for entry in await room.audit(2)] == [AuditAction.WARNED] * 2


async def test_somebody_is_silenced_and_may_talk_again(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, until = await room.account(DI), MORNING + HOUR
        ben = await room.moderation.silence(di, "Ben", until, "rude")
        assert ben == await room.account(BEN)
        assert ben.silence == Silence(MORNING, until, "rude")
        (entry,) = await room.audit()
        assert (entry.action, entry.details) == (AuditAction.SILENCED, {"reason": "rude", "until_ms": until})
        assert (await room.moderation.unsilence(di, "Ben")).silence is None
        await room.moderation.unsilence(di, "Ben")
        assert await room.told(BEN) == ["unmuted", "muted_until"]
        assert [entry.action for entry in await room.audit(2)] == [AuditAction.UNSILENCED, AuditAction.SILENCED]


async def test_who_is_banned_is_cut_at_once_and_told_on_return(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.scene.store.commit(BeginSession(Session("s1", b"s".ljust(32), BEN, None, 5, MORNING, "a phone"), 9))
        di = await room.account(DI)
        await room.moderation.ban(di, "Ben", MORNING + DAY, "cheating")
        assert [told.session_ids for told in room.ended] == [{"s1"}]
        assert (await room.account(BEN)).is_banned(MORNING)
        await room.moderation.unban(di, "Ben")
        await room.moderation.unban(di, "Ben")
        assert await room.told(BEN) == ["unbanned", "banned_until"]
        await room.administration.ban(None, "Ben", None, "again")
        await room.administration.unban(None, "Ben")
        assert (await room.told(BEN))[:2] == ["unbanned", "banned"], "administrators tell it, too"


async def test_a_reset_name_is_a_neutral_one_also_beside_what_was_said(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        await room.say(BEN, "hello")
        report = await room.report(match_id=MATCH, room=ChatRoom.PLAYERS)
        ben = await room.moderation.reset_name(await room.account(DI), "Ben", "an insult")
        assert ben == await room.account(BEN)
        assert check_name(ben.name) == ben.name
        assert await room.scene.store.account_named(ben.name_key or "") == ben
        assert await room.scene.store.account_named("ben") is None
        lines = await room.store.lines(MATCH, ChatRoom.PLAYERS)
        kept = await room.store.report(report.report_id)
        assert kept is not None
        assert [line.name for line in (*lines, *kept.lines)] == [ben.name] * 2
        (entry,) = await room.audit()
        assert entry.details == {"old_name": "Ben", "new_name": ben.name, "reason": "an insult"}
        assert (await room.notices.of(BEN))[0].values == {"reason": "an insult", "name": ben.name}


async def test_a_neutral_name_that_is_taken_is_not_given_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = iter([7, 7, 7, 8])
    monkeypatch.setattr("secrets.randbelow", lambda _: next(numbers))
    async with talk_room(tmp_path) as room:
        di = await room.account(DI)
        assert (await room.moderation.reset_name(di, "Ben", "rude")).name == "Player 000007"
        assert (await room.moderation.reset_name(di, "Cy", "rude")).name == "Player 000008"


async def test_a_reset_avatar_is_another_one_every_time(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di = await room.account(DI)
        assert [(await room.moderation.reset_avatar(di, "Ben", "rude")).avatar for _ in range(3)] == [1, 2, 3]
        assert (await room.say(BEN)).avatar == 3


async def test_an_account_that_changes_meanwhile_is_changed_from_what_it_is(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        di, ben = await room.account(DI), await room.account(BEN)
        await asyncio.gather(
            room.moderation.silence(di, "Ben", None, "rude"),
            room.moderation.reset_avatar(di, "Ben", "rude"),
            room.talk.set_own(BEN, False),
        )
        after = await room.account(BEN)
        assert (after.silence is not None, after.avatar, after.talks) == (True, 1, False)
        with pytest.raises(Exception, match="changed"):
            await room.scene.store.commit(ChangeAccount(ben))
