"""Saves of accounts in SQL: the store that their service asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, RowMapping, Select, delete, func, insert, select, update

from tengen.core import Conflict
from tengen.people import MOST_OCTETS_OF_SAVES, MOST_SAVES, Save, SavedSeat, SavesFull
from tengen.storage.database import Database
from tengen.storage.schema import saves
from tengen.storage.writer import Job

_HEAD: Final = [column for column in saves.c if column.name not in ("octets", "content")]
"""All of a save but its file, which may be long."""


class SqlSaveStore:
    """A SaveStore in a database. Reads see everything that was acknowledged."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def saves_of(self, owner_ids: Sequence[str]) -> Sequence[Save]:
        question = select(*_HEAD).where(saves.c.owner_id.in_(owner_ids))
        question = question.order_by(saves.c.changed_at.desc(), saves.c.id)
        return await self._database.read(
            lambda connection: [_save_of(row) for row in connection.execute(question).mappings()]
        )

    async def save(self, save_id: str) -> Save | None:
        return await self._one(select(*_HEAD).where(saves.c.id == save_id))

    async def save_named(self, owner_id: str, key: str) -> Save | None:
        return await self._one(select(*_HEAD).where(saves.c.owner_id == owner_id, saves.c.name_key == key))

    async def _one(self, question: Select[Any]) -> Save | None:
        def ask(connection: Connection) -> Save | None:
            row = connection.execute(question).mappings().one_or_none()
            return None if row is None else _save_of(row)

        return await self._database.read(ask)

    async def content(self, save_id: str) -> bytes | None:
        question = select(saves.c.content).where(saves.c.id == save_id)
        return await self._database.read(lambda connection: connection.scalar(question))

    async def add(self, save: Save, content: bytes) -> None:
        await self._database.writer.put(_Add(save, content))

    async def replace(self, save: Save, content: bytes) -> None:
        await self._database.writer.put(_Replace(save, content))

    async def rename(self, save: Save) -> None:
        await self._database.writer.put(_Rename(save))

    async def delete(self, save_id: str) -> None:
        await self._database.writer.put(_Delete(save_id))


def drop_saves(connection: Connection, account_id: str) -> None:
    """Forget the saves of an account, and its name in those of others."""
    connection.execute(delete(saves).where(saves.c.owner_id == account_id))
    for account, name in ((saves.c.first_account, "first_name"), (saves.c.second_account, "second_name")):
        connection.execute(update(saves).where(account == account_id).values({name: ""}))


class _Add(Job[None]):
    def __init__(self, save: Save, content: bytes) -> None:
        self._save = save
        self._content = content

    def write(self, connection: Connection) -> None:
        save = self._save
        used = connection.execute(_used_by(save)).one()
        if used.number >= MOST_SAVES or used.octets + len(self._content) > MOST_OCTETS_OF_SAVES:
            raise SavesFull
        connection.execute(insert(saves).values(_values_of(save, self._content)))


class _Replace(Job[None]):
    def __init__(self, save: Save, content: bytes) -> None:
        self._save = save
        self._content = content

    def write(self, connection: Connection) -> None:
        save = self._save
        used = connection.execute(_used_by(save)).one()
        if used.octets + len(self._content) > MOST_OCTETS_OF_SAVES:
            raise SavesFull
        is_meant = (saves.c.id == save.save_id) & (saves.c.name_key == save.name_key)
        _write_one(connection, update(saves).where(is_meant).values(_values_of(save, self._content)))


class _Rename(Job[None]):
    def __init__(self, save: Save) -> None:
        self._save = save

    def write(self, connection: Connection) -> None:
        save = self._save
        new = {"name": save.name, "name_key": save.name_key, "changed_at": save.changed_at}
        _write_one(connection, update(saves).where(saves.c.id == save.save_id).values(new))


class _Delete(Job[None]):
    def __init__(self, save_id: str) -> None:
        self._save_id = save_id

    def write(self, connection: Connection) -> None:
        connection.execute(delete(saves).where(saves.c.id == self._save_id))


def _used_by(save: Save) -> Select[Any]:
    """How many saves the owner of this one has besides it, and how many bytes of them."""
    count, octets = func.count().label("number"), func.coalesce(func.sum(saves.c.octets), 0).label("octets")
    return select(count, octets).where(saves.c.owner_id == save.owner_id, saves.c.id != save.save_id)


def _write_one(connection: Connection, change: Any) -> None:
    if connection.execute(change).rowcount != 1:
        raise Conflict("there is no such save")


def _values_of(save: Save, content: bytes) -> dict[str, Any]:
    return {
        "id": save.save_id,
        "owner_id": save.owner_id,
        "name": save.name,
        "name_key": save.name_key,
        "kind": save.kind,
        "size": save.size,
        **_seat_values("first", save.first),
        **_seat_values("second", save.second),
        "swapped": save.swapped,
        "moves": save.moves,
        "cells": save.cells,
        "created_at": save.created_at,
        "changed_at": save.changed_at,
        "octets": len(content),
        "content": content,
    }


def _seat_values(which: str, seat: SavedSeat) -> dict[str, str | None]:
    return {f"{which}_account": seat.account_id, f"{which}_name": seat.name, f"{which}_player": seat.player}


def _save_of(row: RowMapping) -> Save:
    return Save(
        row["id"],
        row["owner_id"],
        row["name"],
        row["kind"],
        row["size"],
        _seat_of(row, "first"),
        _seat_of(row, "second"),
        row["swapped"],
        row["moves"],
        row["cells"],
        row["created_at"],
        row["changed_at"],
    )


def _seat_of(row: RowMapping, which: str) -> SavedSeat:
    return SavedSeat(*(row[f"{which}_{part}"] for part in ("account", "name", "player")))
