"""Keeping accounts: who may, what it does, that an administrator is always left, and that the audit log tells all."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, TextClause, text

from tengen.people import Account, AuditAction, PeopleCode, PeopleError, Registration, Role, Scope
from tengen.people.service import BadImport
from tests.people.service.scene import (
    DAY,
    HOME,
    HOUR,
    MINUTE,
    OTHER_PASSWORD,
    PASSWORD,
    Scene,
    opened,
    refused,
)

Act = Callable[[Scene, Account | None], Coroutine[Any, Any, object]]

EVERY_ACT: dict[str, Act] = {
    "add": lambda scene, actor: scene.administration.add(actor, "Eve", None),
    "import": lambda scene, actor: scene.administration.import_csv(actor, b"Eve,,"),
    "find": lambda scene, actor: scene.administration.find(actor, "Ben"),
    "list": lambda scene, actor: scene.administration.accounts(actor),
    "role": lambda scene, actor: scene.administration.set_role(actor, "Ben", Role.MODERATOR),
    "reset": lambda scene, actor: scene.administration.make_reset_link(actor, "Ben"),
    "ban": lambda scene, actor: scene.administration.ban(actor, "Ben", None, "rude"),
    "unban": lambda scene, actor: scene.administration.unban(actor, "Ben"),
    "end sessions": lambda scene, actor: scene.administration.end_sessions(actor, "Ben"),
    "export": lambda scene, actor: scene.administration.export(actor, "Ben"),
    "delete": lambda scene, actor: scene.administration.delete(actor, "Ben"),
    "registration": lambda scene, actor: scene.administration.registration(actor),
    "set registration": lambda scene, actor: scene.administration.set_registration(actor, Registration.CLOSED),
    "invite": lambda scene, actor: scene.administration.make_invite(actor, 1, 1),
    "audit": lambda scene, actor: scene.administration.audit(actor),
    "verify audit": lambda scene, actor: scene.administration.verify_audit(actor),
}

every_act = pytest.mark.parametrize("act", EVERY_ACT.values(), ids=EVERY_ACT)


async def rows(scene: Scene) -> list[Any]:
    """All that is stored of accounts."""
    tables = ("accounts", "sessions", "resets", "invites", "site", "audit")
    return await scene.database.read(lambda c: [c.execute(text(f"SELECT * FROM {name}")).all() for name in tables])  # noqa: S608  # our own names


def _scalar(question: TextClause, connection: Connection) -> object:
    return connection.scalar(question)


# --- who may


@every_act
async def test_the_host_may_do_everything(tmp_path: Path, act: Act) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ben")
        await act(scene, None)


@every_act
async def test_an_administrator_with_a_second_factor_may_do_everything(tmp_path: Path, act: Act) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ben")
        await act(scene, await scene.administrator())


@every_act
async def test_nobody_else_may_do_anything(tmp_path: Path, act: Act) -> None:
    async with opened(tmp_path) as scene:
        ben = (await scene.register("Ben")).account
        guest = (await scene.accounts.begin_as_guest("Gus")).account
        ada = await scene.administrator()
        before = await rows(scene)
        moderator = replace(ada, roles=frozenset({Role.MODERATOR}))
        for actor in (ben, guest, moderator, replace(ada, closed_at=1)):
            with refused(PeopleCode.NOT_ALLOWED):
                await act(scene, actor)
        with refused(PeopleCode.SECOND_FACTOR_NEEDED):
            await act(scene, replace(ada, second_factor=None))
        assert await rows(scene) == before


@pytest.mark.parametrize("act", ["find", "role", "reset", "ban", "unban", "end sessions", "export", "delete"])
@pytest.mark.parametrize("name", ["Ben", "", "\ud800", "x" * 10_000_000, "Gus"])
async def test_a_name_that_nobody_has_is_refused(tmp_path: Path, act: str, name: str) -> None:
    async with opened(tmp_path) as scene:
        await scene.accounts.begin_as_guest("Gus")
        administration = scene.administration
        acts: dict[str, Coroutine[Any, Any, object]] = {
            "find": administration.find(None, name),
            "role": administration.set_role(None, name, Role.ADMIN),
            "reset": administration.make_reset_link(None, name),
            "ban": administration.ban(None, name, None, "rude"),
            "unban": administration.unban(None, name),
            "end sessions": administration.end_sessions(None, name),
            "export": administration.export(None, name),
            "delete": administration.delete(None, name),
        }
        for other, work in acts.items():
            if other != act:
                work.close()
        with refused(PeopleCode.NO_SUCH_USER):
            await acts[act]


# --- what it does


async def test_an_account_is_made_with_a_password_or_one_is_made_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.administration.add(None, "Ann", PASSWORD, Role.ADMIN)
        assert (ann.password, ann.account.roles) == (None, frozenset({Role.ADMIN}))
        ben = await scene.administration.add(None, "Ben", None)
        assert ben.password is not None
        assert ben.password not in repr(ben)
        await scene.log_in("Ann", PASSWORD)
        await scene.log_in("Ben", ben.password)
        with refused(PeopleCode.NAME_TAKEN):
            await scene.administration.add(None, "ANN", None)
        with refused(PeopleCode.BAD_PASSWORD):
            await scene.administration.add(None, "Cid", "password")
        with refused(PeopleCode.BAD_NAME):
            await scene.administration.add(None, "a\u200bb", None)


async def test_a_role_bites_at_once(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.administration.set_role(None, "Ann", Role.MODERATOR)
        assert await scene.accounts.who(ann.token) is None, "a new token at a change of role"
        assert scene.ended_ids() == {ann.session_id}
        again = await scene.log_in("Ann")
        assert again.account.roles == frozenset({Role.MODERATOR})
        await scene.administration.set_role(None, "Ann", Role.MODERATOR)
        assert await scene.accounts.who(again.token) is not None, "nothing has changed"
        await scene.administration.set_role(None, "Ann", None)
        assert await scene.accounts.who(again.token) is None


async def test_who_is_banned_is_out_and_hears_why_only_with_the_password(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.administration.ban(None, "Ann", scene.clock.now + HOUR, " rude\n words ")
        assert await scene.accounts.who(ann.token) is None
        assert scene.ended_ids() == {ann.session_id}
        with refused(PeopleCode.BANNED) as ban:
            await scene.log_in("Ann")
        assert ban.error.text("en") == "This account is banned until 2023-11-14 23:13 UTC: rude  words"
        assert "封禁" in ban.error.text("zh")
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("Ann", OTHER_PASSWORD)
        scene.clock.now += HOUR
        await scene.log_in("Ann")
        await scene.administration.ban(None, "Ann", None, "rude")
        with refused(PeopleCode.BANNED) as ban:
            await scene.log_in("Ann")
        assert ban.error.text("en") == "This account is banned: rude"
        await scene.administration.unban(None, "Ann")
        await scene.log_in("Ann")


async def test_a_ban_has_a_reason_and_an_end_that_lies_ahead(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        now = scene.clock.now
        for until, reason, field in (
            (None, "", "reason"),
            (None, " \n", "reason"),
            (None, "x" * 201, "reason"),
            (None, "x" * 10_000_000, "reason"),
            (now, "rude", "until"),
            (-1, "rude", "until"),
            (1 << 60, "rude", "until"),
        ):
            with refused(PeopleCode.BAD_FIELD) as bad:
                await scene.administration.ban(None, "Ann", until, reason)
            assert bad.error.values == {"field": field}
        assert await scene.accounts.who(ann.token) is not None


async def test_a_deleted_player_keeps_only_the_id_and_the_name_is_free(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.add_second_factor(ann)
        account_id = ann.account.account_id
        await scene.accounts.make_bot_token(account_id, "bot", frozenset({Scope.PLAY}), 9)
        await scene.administration.make_reset_link(None, "Ann")
        await scene.administration.delete(None, "Ann")
        found = await scene.store.account(account_id)
        assert found is not None
        assert found.is_deleted
        assert found == Account(
            account_id, "", ann.account.created_at, closed_at=scene.clock.now, revision=found.revision
        )
        for table in ("sessions", "devices", "bot_tokens", "recovery_codes", "resets"):
            question = text(f"SELECT count(*) FROM {table}")  # noqa: S608  # our own names
            assert await scene.database.read(partial(_scalar, question)) == 0, table
        assert await scene.accounts.who(ann.token) is None
        assert (await scene.register("Ann")).account.account_id != account_id
        assert [one.account_id for one in (await scene.administration.accounts(None)).accounts] != [account_id]


async def test_a_closed_account_can_be_deleted_and_exported_and_nothing_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        await scene.accounts.close(ann.account.account_id, PASSWORD, None)
        for work in (
            scene.administration.set_role(None, "Ann", Role.ADMIN),
            scene.administration.make_reset_link(None, "Ann"),
            scene.administration.ban(None, "Ann", None, "rude"),
        ):
            with refused(PeopleCode.NO_SUCH_USER):
                await work
        assert (await scene.administration.find(None, "Ann")).is_closed
        await scene.administration.export(None, "Ann")
        await scene.administration.delete(None, "Ann")
        await scene.register("Ann")


async def test_accounts_are_listed_by_name_a_page_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        names = [f"player{number:02}x" for number in range(25)]
        await scene.administration.import_csv(None, "\n".join(names).encode())
        await scene.accounts.begin_as_guest("Gus")
        found: list[str] = []
        after: str | None = None
        for _ in range(3):
            page = await scene.administration.accounts(None, after=after, limit=10)
            found += [account.name for account in page.accounts]
            after = page.after
        assert (sorted(found), after) == (names, None)
        some = await scene.administration.accounts(None, search="PLAYER 2")
        assert sorted(account.name for account in some.accounts) == names[20:]
        for search in ("%", "_", "nobody", "\ud800", "x" * 10_000_000):
            none = await scene.administration.accounts(None, search=search, after="\ud800")
            assert none.accounts == () or search == "_", "separators are no part of a compared name"


# --- an administrator is left


async def test_the_last_administrator_stays_unless_the_host_says_otherwise(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ada = await scene.administrator()
        for work in (
            scene.administration.set_role(ada, "Ada", None),
            scene.administration.set_role(ada, "Ada", Role.MODERATOR),
            scene.administration.ban(ada, "Ada", None, "rude"),
            scene.administration.delete(ada, "Ada"),
        ):
            with refused(PeopleCode.LAST_ADMIN):
                await work
        await scene.administration.ban(None, "Ada", None, "rude")
        await scene.administration.unban(None, "Ada")
        await scene.administration.set_role(None, "Ada", None)


async def test_two_administrators_who_remove_each_other_at_once_leave_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ada, bea = await scene.administrator("Ada"), await scene.administrator("Bea")
        results = await asyncio.gather(
            scene.administration.set_role(ada, "Bea", None),
            scene.administration.ban(bea, "Ada", None, "rude"),
            return_exceptions=True,
        )
        refusals = [result for result in results if isinstance(result, PeopleError)]
        assert [error.code for error in refusals] == [PeopleCode.LAST_ADMIN]


async def test_a_banned_administrator_does_not_count(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ada, _ = await scene.administrator("Ada"), await scene.administrator("Bea")
        await scene.administration.ban(ada, "Bea", scene.clock.now + DAY, "away")
        with refused(PeopleCode.LAST_ADMIN):
            await scene.administration.set_role(ada, "Ada", None)
        scene.clock.now += DAY
        await scene.administration.set_role(ada, "Ada", None)


async def test_only_the_host_takes_an_administrators_second_factor_away(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ada, _ = await scene.administrator("Ada"), await scene.administrator("Bea")
        with refused(PeopleCode.NOT_ALLOWED):
            await scene.administration.make_reset_link(ada, "Bea", ends_second_factor=True)
        await scene.administration.make_reset_link(None, "Bea", ends_second_factor=True)
        await scene.register("Cid")
        await scene.administration.make_reset_link(ada, "Cid", ends_second_factor=True)


# --- invitations


async def test_invitations_are_bounded(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        for uses, days, field in ((0, 1, "uses"), (1001, 1, "uses"), (1, 0, "days"), (1, 366, "days")):
            with refused(PeopleCode.BAD_FIELD) as bad:
                await scene.administration.make_invite(None, uses, days)
            assert bad.error.values == {"field": field}
        await asyncio.gather(*(scene.administration.make_invite(None, 1, 1) for _ in range(1000)))
        with refused(PeopleCode.TOO_MANY):
            await scene.administration.make_invite(None, 1, 1)
        scene.clock.now += DAY
        await scene.administration.make_invite(None, 1, 1)


# --- importing


async def test_a_table_makes_all_its_accounts(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        lines = (
            "\ufeffName,Password,Role",
            f"Ann,{PASSWORD},admin",
            "天元棋士,,",
            "",
            '"Ben","two, cranes""x"',
            "Cid",
            "",
        )
        table = "\r\n".join(lines)
        told: list[tuple[int, int]] = []
        made = await scene.administration.import_csv(
            None, table.encode(), lambda done, total: told.append((done, total))
        )
        assert [one.account.name for one in made] == ["Ann", "天元棋士", "Ben", "Cid"]
        assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
        passwords = [PASSWORD, made[1].password, 'two, cranes"x', made[3].password]
        assert [one.password for one in made] == [None, passwords[1], None, passwords[3]]
        for one, password in zip(made, passwords, strict=True):
            assert password is not None
            assert (await scene.log_in(one.account.name, password)).account.account_id == one.account.account_id
        assert made[0].account.is_admin


async def test_of_a_table_with_a_bad_line_nothing_is_made_and_each_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await scene.register("Ann")
        table = "Ben,\nad min,\nCid,short\nDan,,king\nEve,a,b,c\nBEN,\nF\u200bg,\nGil,x" + "x" * 300
        before = await rows(scene)
        with pytest.raises(BadImport) as bad:
            await scene.administration.import_csv(None, table.encode())
        assert bad.value.code is PeopleCode.BAD_IMPORT
        told = {line.number: line.key for line in bad.value.lines}
        assert told == {
            2: "name.reserved",
            3: "password.too_short",
            4: "import.role",
            5: "import.columns",
            6: "import.twice",
            7: "name.bad_character",
            8: "password.too_long",
        }
        assert bad.value.lines[4].text("en") == "Line 6: Line 1 has the same name."
        assert "short" not in "".join(line.text("en") for line in bad.value.lines if line.number == 3)[:8]
        with pytest.raises(BadImport) as taken:
            await scene.administration.import_csv(None, b"Ben\nANN\n")
        assert [(line.number, line.key) for line in taken.value.lines] == [(2, "error.NAME_TAKEN")]
        assert await rows(scene) == before


@pytest.mark.parametrize(
    ("table", "key"),
    [
        (b"", "import.empty"),
        (b"name,password,role\n", "import.empty"),
        (b"Ann,\xff\xfe\n", "import.not_utf8"),
        (b'Ann,"never closed\nBen', "import.not_csv"),
        (b"x" * (1 << 20) + b"x", "import.too_large"),
        (b"\n".join(b"player%dx" % number for number in range(5001)), "import.too_many"),
    ],
)
async def test_what_is_no_table_is_refused(tmp_path: Path, table: bytes, key: str) -> None:
    async with opened(tmp_path) as scene:
        with pytest.raises(BadImport) as bad:
            await scene.administration.import_csv(None, table)
        assert bad.value.lines[-1].key == key
        assert bad.value.text("zh")
        assert scene.hasher.computed == 0


async def test_of_two_tables_at_once_with_one_name_one_is_taken(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        results = await asyncio.gather(
            scene.administration.import_csv(None, b"Ann\nBen\n"),
            scene.administration.import_csv(None, b"Ben\nCid\n"),
            return_exceptions=True,
        )
        assert sum(isinstance(result, BadImport) for result in results) == 1
        assert len((await scene.administration.accounts(None)).accounts) == 2


# --- the audit log


async def test_the_audit_log_tells_who_did_what_to_whom(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ben = await scene.register("Ben")
        ada = await scene.administrator()
        await scene.administration.ban(ada, "Ben", None, "rude\twords")
        page = await scene.administration.audit(ada, limit=3)
        ban, role, _ = page.lines
        assert ban.entry is not None
        assert role.entry is not None
        assert (ban.actor_name, ban.subject_name, ban.entry.action) == ("Ada", "Ben", AuditAction.BANNED)
        assert ban.entry.details == {"reason": "rude words", "until_ms": None}
        assert (role.actor_name, role.subject_name, role.entry.action) == ("host", "Ada", AuditAction.ROLE_CHANGED)
        assert page.after is not None
        more = await scene.administration.audit(ada, after=page.after, limit=200)
        assert more.after is None
        assert more.lines[0].number == page.after - 1
        await scene.administration.delete(ada, "Ben")
        (deleted,) = (await scene.administration.audit(ada, limit=1)).lines
        assert deleted.entry is not None
        assert (deleted.entry.subject, deleted.subject_name) == (ben.account.account_id, None)


async def test_an_altered_row_of_the_audit_log_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        for name in ("Ann", "Ben", "Cid", "Dan"):
            await scene.register(name)
        sound = await scene.administration.verify_audit(None)
        assert (sound.rows, sound.broken_at, len(sound.last_hash)) == (4, None, 64)
        for change, broken in (
            ("UPDATE audit SET body = replace(body, 'register', 'login') WHERE n = 3", 3),
            ("UPDATE audit SET hash = x'00' WHERE n = 2", 2),
            ("DELETE FROM audit WHERE n = 1", 1),
        ):
            with scene.database.engine.begin() as connection:
                connection.execute(text(change))
            assert (await scene.administration.verify_audit(None)).broken_at == broken
        with scene.database.engine.begin() as connection:
            connection.execute(text("UPDATE audit SET body = 'nonsense' WHERE n = 4"))
        page = await scene.administration.audit(None)
        assert [(line.number, line.entry is None) for line in page.lines] == [(4, True), (3, False), (2, False)]


async def test_a_long_audit_log_is_verified_some_rows_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        await asyncio.gather(*(scene.administration.set_registration(None, Registration.OPEN) for _ in range(450)))
        assert (await scene.administration.verify_audit(None)).rows == 450
        with scene.database.engine.begin() as connection:
            connection.execute(text("UPDATE audit SET body = body || ' ' WHERE n = 401"))
        assert (await scene.administration.verify_audit(None)).broken_at == 401


async def test_failed_tries_cannot_fill_the_audit_log(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        for number in range(200):
            with pytest.raises(PeopleError):
                await scene.log_in(f"nobody{number}", OTHER_PASSWORD, address=f"198.51.100.{number % 3}")
            scene.clock.now += 100
        assert (await scene.told()).count("login_failed") == 30
        scene.clock.now += MINUTE
        with refused(PeopleCode.BAD_LOGIN):
            await scene.log_in("nobody", OTHER_PASSWORD, address="203.0.113.1")
        (last,) = (await scene.administration.audit(None, limit=1)).lines
        assert last.entry is not None
        assert last.entry.details == {"client": "203.0.113.1", "left_out": 170}
        assert last.entry.subject is None, "what was typed as a name may be a password"


async def test_nothing_secret_is_in_the_audit_log(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        ann = await scene.register("Ann")
        codes, recovery = await scene.add_second_factor(ann)
        _, bot = await scene.accounts.make_bot_token(ann.account.account_id, "bot", frozenset({Scope.READ}), 1)
        link = await scene.administration.make_reset_link(None, "Ann")
        await scene.accounts.reset_with_link(link.token, OTHER_PASSWORD, address=HOME)
        await scene.log_in("Ann", OTHER_PASSWORD, code=recovery[0])
        made = await scene.administration.import_csv(None, b"Ben,,\n")
        _, invite = await scene.administration.make_invite(None, 1, 1)
        bodies = await scene.database.read(lambda c: b"".join(c.scalars(text("SELECT body FROM audit"))).decode())
        secrets = [PASSWORD, OTHER_PASSWORD, ann.token, bot, link.token, codes.secret, *recovery, invite]
        assert not [secret for secret in [*secrets, made[0].password or ""] if secret in bodies]
