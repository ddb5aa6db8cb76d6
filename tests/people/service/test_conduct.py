"""Who left games lately waits; how many games somebody has played makes it kinder."""

from __future__ import annotations

from pathlib import Path

from tengen.match.service import Append
from tengen.people import Leaving, LeavingKind, PairingWait
from tengen.people.service import Conduct
from tengen.storage import RESULT_TABLES, SqlMatchStore
from tests.people.service.scene import DAY
from tests.people.service.talk_room import ANN, BEN, TalkRoom, talk_room
from tests.storage.stores import new


async def leave(room: TalkRoom, *match_ids: str, who: str = ANN) -> None:
    """Have somebody leave these matches, each written with an append of its own as its end is."""
    store = SqlMatchStore(room.scene.database, RESULT_TABLES)
    for match_id in match_ids:
        append: Append = new(match_id)
        await store.commit(append, extra=[Leaving(match_id, who, room.clock.now, LeavingKind.ABANDONED)])


async def test_a_wait_comes_with_the_third_game_of_a_week_and_goes_with_time(tmp_path: Path) -> None:
    async with talk_room(tmp_path) as room:
        asked: list[str] = []

        async def games_of(account_id: str) -> int:
            asked.append(account_id)
            return 50

        conduct = Conduct(room.store, room.clock, games_of)
        await leave(room, "a", "b")
        assert await conduct.wait_of(ANN) == PairingWait(0, 2)
        assert asked == [], "nobody looks further than needed"
        room.clock.now += 3 * DAY
        await leave(room, "c", "d")
        assert await conduct.wait_of(ANN) == PairingWait(60_000, 4)
        assert await conduct.wait_of(BEN) == PairingWait(0, 0)
        room.clock.now += 5 * DAY
        assert await conduct.wait_of(ANN) == PairingWait(0, 2)
