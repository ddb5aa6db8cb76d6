"""Saves to try: a service over a database of its own, three accounts and a guest, and games to put aside."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from tengen.people import Account, AddAccount, SavedGame, SavedSeat
from tengen.people.service import Saves
from tengen.storage import Database, SqlPeopleStore, SqlSaveStore

ANN, BEN, CY, GUEST = "ann-id", "ben-id", "cy-id", "guest-id"
NOW: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class SaveRoom:
    """The service with its stores; every look at its clock is a second later than the one before."""

    saves: Saves
    store: SqlSaveStore
    people: SqlPeopleStore


@asynccontextmanager
async def save_room(folder: Path) -> AsyncIterator[SaveRoom]:
    database = await Database.open(f"sqlite:///{folder / 'tengen.db'}")
    try:
        people = SqlPeopleStore(database)
        if await people.account(ANN) is None:
            for account_id, name in ((ANN, "Ann"), (BEN, "Ben"), (CY, "Cy")):
                await people.commit(AddAccount(Account(account_id, name, NOW, name.lower(), "$argon2id$…")))
            await people.commit(AddAccount(Account(GUEST, "Guest", NOW)))
        clock, ids = count(NOW, 1000), count(1)
        store = SqlSaveStore(database)
        yield SaveRoom(Saves(store, people, lambda: next(clock), lambda: f"save-{next(ids)}"), store, people)
    finally:
        await database.close()


def game(
    first: str | None = ANN, second: str | None = BEN, *, content: bytes = b'{"a": 1}', swapped: bool = False
) -> SavedGame:
    """A game that somebody wants to put aside."""
    one, other = (
        SavedSeat(account, account.removesuffix("-id").title() if account else "Guest") for account in (first, second)
    )
    return SavedGame("go", 5, one, other, swapped, 3, bytes([1, 2] + [0] * 23), content)
