"""Saves in the database: what the service does not see. Its own tests are those of `people.service`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text

from tengen.core import Conflict
from tengen.people import Save, SavedSeat, SavesFull
from tengen.storage import saves
from tests.people.service.saved_games import ANN, BEN, save_room


def save(save_id: str = "s1", name: str = "Sunday", owner: str = ANN) -> Save:
    seats = SavedSeat(ANN, "Ann"), SavedSeat(None, "level:3", "level:3")
    return Save(save_id, owner, name, "go", 5, *seats, True, 7, bytes(range(3)) * 8 + b"\0", 10, 20)


async def test_a_save_comes_back_as_it_was(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.store.add(save(), b"\0\xff{}")
        assert await room.store.save("s1") == save()
        assert await room.store.save_named(ANN, "sunday") == save()
        assert await room.store.content("s1") == b"\0\xff{}"
        assert await room.store.save("s2") is None
        assert await room.store.content("s2") is None


async def test_to_list_saves_no_file_is_read(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        await room.store.add(save(), b"x" * 1000)
        asked: list[str] = []

        def hear(_: Connection, __: object, statement: str, *___: object) -> None:
            asked.append(statement)

        event.listen(room.scene.database.engine, "before_cursor_execute", hear)
        await room.store.saves_of([ANN])
        await room.store.save("s1")
        assert asked
        assert not any("content" in statement for statement in asked)


async def test_what_does_not_fit_any_more_is_a_conflict(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        store = room.store
        await store.add(save(), b"1")
        for conflict in (
            store.add(save("s2", "SUNDAY"), b"2"),
            store.add(save("s1", "Monday"), b"2"),
            store.add(save("s3", "Tuesday", "nobody"), b"2"),
            store.replace(save("s4"), b"2"),
            store.replace(save("s1", "renamed meanwhile"), b"2"),
            store.rename(save("s4", "x")),
        ):
            with pytest.raises(Conflict):
                await conflict
        await store.add(save("s5", "Monday"), b"5")
        with pytest.raises(Conflict):
            await store.rename(save("s5", "sunday"))
        assert await store.saves_of([ANN, BEN]) == [save(), save("s5", "Monday")]
        assert await store.content("s1") == b"1"
        await store.delete("s4")


async def test_what_is_full_is_a_conflict_of_its_own_and_spoils_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saves, "MOST_SAVES", 1)
    async with save_room(tmp_path) as room:
        await room.store.add(save(), b"1")
        with pytest.raises(SavesFull):
            await room.store.add(save("s2", "Monday"), b"2")
        await room.store.add(save("s3", owner=BEN), b"3")
        await room.store.replace(replace(save(), moves=8), b"4")
        assert await room.store.content("s1") == b"4"


async def test_the_file_is_the_last_column(tmp_path: Path) -> None:
    async with save_room(tmp_path) as room:
        columns = await room.scene.database.read(
            lambda connection: [row[1] for row in connection.execute(text("PRAGMA table_info(saves)"))]
        )
        assert columns[-1] == "content", "what is long comes last, so that the rest is read without it"
