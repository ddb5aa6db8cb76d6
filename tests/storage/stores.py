"""Stores of either kind to try, and rows to write to them. Knows no rules."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Column, Integer, MetaData, Table, Text

from tengen.core import create_rules
from tengen.match import Seat, create
from tengen.match.log import LogRow
from tengen.match.service import Append, ColumnValue, MatchStore, MemoryMatchStore, Standing, first_append
from tengen.storage import Database, SqlMatchStore
from tests.match.sittings import ANN, BEN, MINUTE

NOTES = Table("notes", MetaData(), Column("who", Text, primary_key=True), Column("points", Integer, nullable=False))
"""A table that only tests know, as another layer has its own."""


@dataclass(frozen=True, slots=True)
class Note:
    """A row of that table."""

    who: str
    points: int | None = 1
    table: ClassVar[str] = "notes"

    def values(self) -> Mapping[str, ColumnValue]:
        return {"who": self.who, "points": self.points}


@asynccontextmanager
async def opened(kind: str, folder: Path) -> AsyncIterator[MatchStore]:
    """A store of this kind, which takes notes too."""
    if kind == "memory":
        yield MemoryMatchStore({"notes": ("who",)})
        return
    database = await Database.open(f"sqlite:///{folder / 'tengen.sqlite3'}")
    NOTES.create(database.engine, checkfirst=True)
    try:
        yield SqlMatchStore(database, [NOTES])
    finally:
        await database.close()


OpenStore = Callable[[], AbstractAsyncContextManager[MatchStore]]


async def notes_in(store: MatchStore) -> list[tuple[Any, ...]]:
    """What was noted, in order."""
    if isinstance(store, MemoryMatchStore):
        return sorted((row["who"], row["points"]) for row in store.extra_rows("notes"))
    assert isinstance(store, SqlMatchStore)
    question = NOTES.select().order_by(NOTES.c.who)
    return await store._database.read(lambda connection: [tuple(row) for row in connection.execute(question)])


def new(match_id: str = "m1", *, first: Seat = ANN, key: bytes | None = None, timed: bool = False) -> Append:
    """A match that begins."""
    rules = create_rules("peace")
    return first_append(*create(match_id, rules, first, BEN, 5, control=MINUTE if timed else None), key)


def more(number: int, match_id: str = "m1", count: int = 1, standing: Standing | None = None) -> Append:
    """Rows to add, from this number on."""
    numbers = range(number, number + count)
    rows = tuple(LogRow(n, b"%d" % n, b"r" * 16 if n % 2 else None, b"%16d" % n) for n in numbers)
    return Append(match_id, rows, standing)
