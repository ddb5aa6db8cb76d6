"""The store of people: all of a unit or nothing, in one chain of audit rows, in pages of bounded size."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.core import Conflict, Unavailable
from tengen.people import (
    Account,
    AddAccount,
    AddReset,
    AuditAction,
    Ban,
    BeginSession,
    ChangeAccount,
    KeepAnAdministrator,
    NoteInAudit,
    RenewSession,
    Reset,
    Role,
    SecondFactor,
    Session,
    UseRecoveryCode,
    UseReset,
    verify_audit,
)
from tengen.storage import Database, Guests
from tests.people.service.scene import DAY, MORNING, PASSWORD, opened


def account(account_id: str = "ann", **more: object) -> Account:
    values = {"name": account_id.title(), "created_at": 5, "name_key": account_id, "password_hash": "hash"} | more
    return Account(account_id, **values)  # type: ignore[arg-type]  # fields of Account


def session(account_id: str = "ann", name: str = "s1", seen_at: int = 7) -> Session:
    return Session(name, name.encode().ljust(32), account_id, None, 5, seen_at, "a phone")


def entry(action: AuditAction = AuditAction.REGISTER) -> NoteInAudit:
    return NoteInAudit(5, "ann", action, "ann")


async def test_an_account_comes_back_as_it_was_written(tmp_path: Path) -> None:
    whole = account(
        roles=frozenset(Role),
        second_factor=SecondFactor("SECRET", 12),
        ban=Ban(1, 2, "rude"),
        closed_at=3,
    )
    async with opened(tmp_path) as scene:
        await scene.store.commit(AddAccount(whole), AddAccount(account("ben", name_key=None, password_hash=None)))
        assert await scene.store.account("ann") == whole
        assert await scene.store.account_named("ann") == whole
        found = await scene.store.accounts_of(["ann", "ben", "cid"])
        assert {account_id: one.is_guest for account_id, one in found.items()} == {"ann": False, "ben": True}
        assert await scene.store.account("cid") is None


async def test_a_unit_is_written_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.store.commit(AddAccount(account()), BeginSession(session(), 50), entry())
        reset = Reset(b"r".ljust(32), "ann", "host", 5, 100)
        for refused in (
            AddAccount(account("x", name_key="ann")),
            ChangeAccount(account(revision=7)),
            ChangeAccount(account("nobody")),
            UseRecoveryCode("ann", b"x"),
            UseReset(b"x", 5),
            RenewSession(b"x", session(name="s2"), 50),
            KeepAnAdministrator(5),
            BeginSession(session("nobody", "s3"), 50),
        ):
            with pytest.raises(Conflict):
                await scene.store.commit(AddAccount(account("ben")), AddReset(reset), entry(), refused)
        assert await scene.store.account("ben") is None
        assert await scene.store.reset(reset.token_hash) is None
        assert len(await scene.store.audit_rows()) == 1


async def test_units_at_once_do_not_spoil_each_other(tmp_path: Path) -> None:
    """They are committed in groups; one that is refused takes no other along."""
    async with opened(tmp_path) as scene:
        changes = [AddAccount(account(f"p{number % 40}")) for number in range(80)]
        results = await asyncio.gather(
            *(scene.store.commit(change, entry()) for change in changes), return_exceptions=True
        )
        assert sum(isinstance(result, Conflict) for result in results) == 40
        rows = await scene.store.audit_rows()
        assert len(rows) == 40
        assert verify_audit(rows) is None


async def test_the_longest_unseen_sessions_end_when_there_are_too_many(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.store.commit(AddAccount(account()))
        for number in range(4):
            await scene.store.commit(BeginSession(session(name=f"s{number}", seen_at=10 - number), 10))
        ended = await scene.store.commit(BeginSession(session(name="new", seen_at=1), 3))
        assert [one.session_id for one in ended] == ["s2", "s3"]
        assert [one.session_id for one in await scene.store.sessions_of("ann")] == ["s0", "s1", "new"]


async def test_pages_are_bounded(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        for limit in (0, -1, 201):
            with pytest.raises(ValueError, match="1 to 200"):
                await scene.store.accounts(limit=limit)
            with pytest.raises(ValueError, match="1 to 200"):
                await scene.store.latest_audit(limit=limit)
            with pytest.raises(ValueError, match="1 to 200"):
                await scene.store.audit_rows(limit=limit)


async def test_a_store_that_is_closed_says_so(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.database.close()
        with pytest.raises(Unavailable):
            await scene.store.commit(entry())
        scene.hasher.close()


async def test_what_is_wrong_with_a_statement_tells_no_values(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    with database.engine.connect() as connection, pytest.raises(Exception, match="nosuch") as error:
        connection.execute(text("SELECT * FROM nosuch WHERE a = :a"), {"a": "a hash of somebody"})
    assert "a hash of somebody" not in str(error.value)
    await database.close()


async def test_only_guests_are_pruned_never_closed_or_deleted_accounts(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        closed, deleted = await scene.register("Ann"), await scene.register("Ben")
        guest = await scene.accounts.begin_as_guest("Gus")
        await scene.accounts.close(closed.account.account_id, PASSWORD, None)
        await scene.administration.delete(None, "Ben")
        guests = Guests(scene.database, scene.clock)
        scene.clock.now += 400 * DAY
        await guests.forget_old()
        assert await guests.prune_guests(scene.clock.now, 10) == 1
        assert await scene.store.account(guest.account.account_id) is None
        for kept in (closed, deleted):
            assert await scene.store.account(kept.account.account_id) is not None
        assert scene.clock.now == MORNING + 400 * DAY
