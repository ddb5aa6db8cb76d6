"""Accounts that are called otherwise in their games are found, so that a server that starts can put it right."""

from __future__ import annotations

from pathlib import Path

from tengen.core import BLACK, Resign, create_rules
from tengen.match import Seat
from tengen.people import DELETED_PLAYER, Account, AddAccount
from tengen.storage import Database, SqlMatchStore, SqlPeopleStore, misnamed_accounts
from tests.match.services import RunningService


async def test_who_is_called_otherwise_in_a_running_game_or_is_deleted_and_named_in_any(tmp_path: Path) -> None:
    database = await Database.open(f"sqlite:///{tmp_path / 'tengen.sqlite3'}")
    people = SqlPeopleStore(database)
    await people.commit(
        AddAccount(Account("same", "Same", 5, "same", "a hash")),
        AddAccount(Account("new", "New", 5, "new", "a hash")),
        AddAccount(Account("over", "Over", 5, "over", "a hash")),
        AddAccount(Account("guest", "Guest 7", 5)),
        AddAccount(Account("closed", "Closed", 5, "closed", closed_at=9)),
        AddAccount(Account("gone", "", 5, closed_at=9)),
        AddAccount(Account("done", "", 5, closed_at=9)),
    )
    async with RunningService(SqlMatchStore(database)) as service:
        rules = create_rules("peace")

        async def begin(owner: str, name: str) -> str:
            answer = await service.matches.create(rules, Seat(name, owner=owner), Seat("Ben", owner="ben"))
            return answer.match.match_id

        for owner, name in (("same", "Same"), ("new", "Old"), ("guest", "Visitor"), ("closed", "Before")):
            await begin(owner, name)
        for owner, name in (("over", "Before"), ("gone", "Name"), ("done", DELETED_PLAYER)):
            await service.act(await begin(owner, name), Resign(BLACK))
        assert set(await misnamed_accounts(database)) == {"new", "gone"}
        await service.matches.rename((await begin("new", "Older")), "new", "New")
        await service.matches.rename("m2", "new", "New")
        assert set(await misnamed_accounts(database)) == {"gone"}
    await database.close()
