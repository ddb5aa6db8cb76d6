"""Guests and sessions are not kept for ever: who does not come back, and has no seat, is forgotten."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import text

from tengen.storage import Guests
from tests.people.service.scene import DAY, MORNING, Scene, opened


def guests_of(scene: Scene) -> Guests:
    return Guests(scene.database, scene.clock)


async def test_sessions_that_are_too_old_to_be_found_are_deleted(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        used, idle = await scene.accounts.begin_as_guest("Ann"), await scene.accounts.begin_as_guest("Ben")
        scene.clock.now += 20 * DAY
        await scene.accounts.who(used.token)
        scene.clock.now += 11 * DAY
        await guests_of(scene).forget_old()
        owners = await scene.database.read(lambda c: list(c.scalars(text("SELECT account_id FROM sessions"))))
        assert owners == [used.account.account_id]
        assert await scene.accounts.who(idle.token) is None
        for _ in range(3):
            scene.clock.now += 20 * DAY
            await scene.accounts.who(used.token)
        await guests_of(scene).forget_old()
        assert await scene.database.read(lambda c: c.scalar(text("SELECT count(*) FROM sessions"))) == 0


async def test_a_stored_time_in_the_future_deletes_no_session(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        usual = await scene.accounts.begin_as_guest("Ann")
        scene.clock.now += 400 * DAY  # a clock that is ahead
        ahead = await scene.accounts.begin_as_guest("Ben")
        scene.clock.now -= 400 * DAY
        await guests_of(scene).forget_old()
        for entered in (usual, ahead):
            assert await scene.accounts.who(entered.token) is not None
        times = await scene.database.read(lambda c: list(c.execute(text("SELECT created_at, seen_at FROM sessions"))))
        assert {tuple(row) for row in times} == {(MORNING, MORNING)}, "and from then on it ages as all others"


async def test_guests_who_were_not_seen_for_long_and_have_no_seat_are_pruned(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        made = {name: await scene.accounts.begin_as_guest(name) for name in ("gone", "seated", "seen")}
        ids = {name: entered.account.account_id for name, entered in made.items()}
        await scene.register("Registered")
        with scene.database.engine.begin() as connection:
            match = (
                "INSERT INTO matches (key, id, watch_id, kind, second_owner, created_at, at, ai_to_move, is_over) "
                "VALUES (1, 'm', 'w', 'peace', :owner, 0, 0, 0, 0)"
            )
            connection.execute(text(match), {"owner": ids["seated"]})
        scene.clock.now += 20 * DAY
        assert await scene.accounts.who(made["seen"].token) is not None
        scene.clock.now += 400 * DAY
        ahead = await scene.accounts.begin_as_guest("ahead")
        scene.clock.now -= 390 * DAY
        guests = guests_of(scene)
        assert await guests.prune_guests(scene.clock.now - 25 * DAY, 10) == 1
        assert await guests.prune_guests(scene.clock.now - 25 * DAY, 10) == 0
        left = await scene.database.read(lambda c: set(c.scalars(text("SELECT name FROM accounts"))))
        assert left == {"seated", "seen", "Registered", "ahead"}
        owners = await scene.database.read(lambda c: set(c.scalars(text("SELECT account_id FROM sessions"))))
        assert ids["gone"] not in owners
        assert await scene.accounts.who(ahead.token) is not None


async def test_guests_are_pruned_a_few_at_a_time(tmp_path: Path) -> None:
    async with opened(tmp_path) as scene:
        for _ in range(7):
            await scene.accounts.begin_as_guest("Gus")
        scene.clock.now += DAY
        guests = guests_of(scene)
        assert [await guests.prune_guests(scene.clock.now, 3) for _ in range(4)] == [3, 3, 1, 0]
