"""A disk that is full: moves are refused and nothing is promised, reading goes on, and it heals by itself."""

from __future__ import annotations

import asyncio
import contextlib
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from tengen.core import Unavailable, create_rules
from tengen.match import Match, Request, RequestKind, fold
from tengen.match.log import decode_event
from tengen.match.service.matches import Matches
from tengen.protocol import Frames
from tengen.storage import Database, SqlMatchStore
from tests.disks import small_disk
from tests.match.sittings import GUEST

pytestmark = pytest.mark.long


def move(match: Match) -> object:
    actions = match.ruleset.legal_actions(match.state)
    return actions[0] if actions else Request(RequestKind.RESTART, match.state.position.to_move)


async def test_a_full_disk_refuses_moves_and_heals_when_there_is_space(tmp_path: Path) -> None:
    with small_disk(tmp_path, 3_000_000) as disk:
        ballast = disk / "ballast"
        ballast.write_bytes(bytes(1_600_000))
        database = await Database.open(f"sqlite:///{disk / 'tengen.sqlite3'}")
        store = SqlMatchStore(database)
        matches = Matches(store, Frames())
        await matches.start()
        rules = create_rules("peace")
        ids = [(await matches.create(rules, GUEST, GUEST)).match.match_id for _ in range(20)]
        acknowledged = dict.fromkeys(ids, 1)

        async def play(match_id: str) -> None:
            while True:
                match = await matches.snapshot(match_id)
                begin = time.monotonic()
                try:
                    answer = await matches.act(match_id, move(match))  # type: ignore[arg-type]  # an action or a request
                except Unavailable:
                    assert time.monotonic() - begin < 2
                    return
                acknowledged[match_id] = answer.match.number

        async with asyncio.timeout(60):
            await asyncio.gather(*[play(match_id) for match_id in ids])
        for match_id in ids:  # refused, but there to be read
            assert (await matches.snapshot(match_id)).number >= acknowledged[match_id]
            assert len(await store.load(match_id)) >= acknowledged[match_id]
        for _ in range(3):
            with contextlib.suppress(Unavailable):
                await matches.create(rules, GUEST, GUEST)

        ballast.unlink()
        for match_id in ids:
            match = await matches.snapshot(match_id)
            answer = await matches.act(match_id, move(match))  # type: ignore[arg-type]  # an action or a request
            assert answer.match.number > acknowledged[match_id]
            log = [decode_event(line.n, line.body) for line in await store.load(match_id)]
            assert fold(log) == answer.match
        checked = await database.read(lambda connection: connection.scalar(text("PRAGMA integrity_check")))
        assert checked == "ok"
        await matches.close()
        await database.close()
