"""People who talk: the services over a database of its own, some accounts, a guest, and a match at which they are."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from tengen.people import (
    Account,
    AddAccount,
    AuditEntry,
    ChatLine,
    ChatRoom,
    LevelRatings,
    LocalTalkHub,
    Report,
    ReportReason,
    Role,
    SecondFactor,
    SessionsEnded,
    TalkPlace,
    name_key,
)
from tengen.people.service import (
    Administration,
    Moderation,
    Notices,
    Relations,
    Reporting,
    ResultsService,
    Talk,
    TalkLimits,
    TalkRates,
    TalkSettings,
    talk_export,
)
from tengen.storage import SqlMatchStore, SqlResultStore, SqlTalkStore
from tests.people.club import do_not_sync
from tests.people.service.scene import MORNING, Clock, Scene, opened
from tests.storage.stores import new

ANN, BEN, CY, DI, GUEST = "ann", "ben", "cy", "di", "guest"
"""Accounts with these ids and the names of them; Di is a moderator."""
MATCH = "m1"
PLAYERS = TalkPlace(MATCH, ChatRoom.PLAYERS, (ANN, BEN))
WATCHERS = TalkPlace(MATCH, ChatRoom.WATCHERS, (ANN, BEN))


@dataclass
class TalkRoom:
    """What a test has. `heard` are the lines that were told to a listener, `noticed` those who got notices."""

    scene: Scene
    store: SqlTalkStore
    hub: LocalTalkHub
    talk: Talk
    relations: Relations
    reporting: Reporting
    notices: Notices
    moderation: Moderation
    administration: Administration
    clock: Clock
    heard: list[ChatLine] = field(default_factory=list)
    noticed: list[str] = field(default_factory=list)
    changed: list[frozenset[str]] = field(default_factory=list)
    ended: list[SessionsEnded] = field(default_factory=list)

    async def account(self, account_id: str) -> Account:
        """The account as it is now."""
        found = await self.scene.store.account(account_id)
        assert found is not None, "it is there"
        return found

    async def say(self, who: str, words: str = "Hello", place: TalkPlace = PLAYERS) -> ChatLine:
        """Have somebody say something, slowly."""
        self.clock.now += 20_000
        return await self.talk.say(await self.account(who), place, text=words)

    async def report(self, about: str = "Ben", by: str = ANN, **more: Any) -> Report:
        """Have somebody report somebody, for insults unless another reason is given."""
        asked: dict[str, Any] = {"reason": ReportReason.INSULT} | more
        return await self.reporting.report(await self.account(by), about, **asked)

    async def told(self, account_id: str) -> list[str]:
        """The keys of somebody's notices, the latest first, without what all begin with."""
        return [str(notice.key).removeprefix("notice.") for notice in await self.notices.of(account_id)]

    async def audit(self, limit: int = 1) -> list[AuditEntry]:
        """The last entries of the audit log, the latest first."""
        rows = await self.scene.store.latest_audit(limit=limit)
        return [AuditEntry.decode(row.body) for row in rows]

    async def rows(self) -> list[Any]:
        """All that an act of a moderator could change."""
        tables = ("accounts", "sessions", "audit", "notices", "reports", "report_lines", "chat_lines")
        return await self.scene.database.read(
            lambda c: [c.execute(text(f"SELECT * FROM {name}")).all() for name in tables]  # noqa: S608  # our own names
        )


Act = Callable[..., Coroutine[Any, Any, object]]

ACTS: dict[str, Act] = {
    "warn": lambda room, actor, name, **more: room.moderation.warn(actor, name, "rude", **more),
    "silence": lambda room, actor, name, **more: room.moderation.silence(actor, name, None, "rude", **more),
    "ban": lambda room, actor, name, **more: room.moderation.ban(actor, name, None, "rude", **more),
    "reset name": lambda room, actor, name, **more: room.moderation.reset_name(actor, name, "rude", **more),
    "reset avatar": lambda room, actor, name, **more: room.moderation.reset_avatar(actor, name, "rude", **more),
}
"""What moderators do to an account: the room, who does it, whom, and perhaps the report that it answers."""

every_act = pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)


@asynccontextmanager
async def talk_room(
    folder: Path, settings: TalkSettings | None = None, rates: TalkRates | None = None
) -> AsyncIterator[TalkRoom]:
    """The services; accounts and match are made the first time."""
    async with opened(folder) as scene:
        event.listen(scene.database.engine, "checkout", do_not_sync)
        people, clock = scene.store, scene.clock
        if await people.account(ANN) is None:
            await _fill(scene)
        store, hub = SqlTalkStore(scene.database), LocalTalkHub()
        heard: list[ChatLine] = []
        noticed: list[str] = []
        changed: list[frozenset[str]] = []
        ended: list[SessionsEnded] = []
        hub.listen(MATCH, heard.append)
        results = ResultsService(SqlResultStore(scene.database), people, LevelRatings("none"), clock)
        yield TalkRoom(
            scene,
            store,
            hub,
            Talk(store, people, hub, clock, settings, limits=TalkLimits(clock, rates)),
            Relations(store, people, clock, on_changed=changed.append),
            Reporting(store, people, clock),
            Notices(store, people, clock, on_notice=noticed.append),
            Moderation(store, people, clock, results.annul, on_sessions_ended=ended.append, on_notice=noticed.append),
            Administration(
                people, scene.hasher, clock, exporters=[talk_export(store, people)], on_notice=noticed.append
            ),
            clock,
            heard,
            noticed,
            changed,
            ended,
        )


async def _fill(scene: Scene) -> None:
    members = [
        Account(account_id, account_id.title(), MORNING, name_key(account_id), "a hash")
        for account_id in (ANN, BEN, CY)
    ]
    di = Account(DI, "Di", MORNING, name_key("Di"), "a hash", frozenset({Role.MODERATOR}))
    ada = Account("ada", "Ada", MORNING, name_key("Ada"), "a hash", frozenset({Role.ADMIN}), SecondFactor("A" * 32))
    guest = Account(GUEST, "Guest 7", MORNING)
    await scene.store.commit(*map(AddAccount, (*members, di, ada, guest)))
    await SqlMatchStore(scene.database).commit(new(MATCH))
