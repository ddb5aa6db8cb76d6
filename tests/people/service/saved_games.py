"""Saves to try: a service over a database of its own, three accounts and a guest, and games to put aside."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tengen.people import Account, AddAccount, SavedGame, SavedSeat
from tengen.people.service import Saves
from tengen.storage import SqlSaveStore
from tests.people.service.scene import MORNING, Scene, opened

ANN, BEN, CY, GUEST = "ann-id", "ben-id", "cy-id", "guest-id"


@dataclass(frozen=True, slots=True)
class SaveRoom:
    """The service with its stores; every look at its clock is a second later than the one before."""

    saves: Saves
    store: SqlSaveStore
    scene: Scene


@asynccontextmanager
async def save_room(folder: Path) -> AsyncIterator[SaveRoom]:
    """The saves of three accounts and a guest, who are made the first time."""
    clock, ids = count(MORNING, 1000), count(1)
    async with opened(folder) as scene:
        if await scene.store.account(ANN) is None:
            people = [
                Account(account_id, name, MORNING, name.lower(), "$argon2id$…")
                for account_id, name in ((ANN, "Ann"), (BEN, "Ben"), (CY, "Cy"))
            ]
            await scene.store.commit(*map(AddAccount, (*people, Account(GUEST, "Guest", MORNING))))
        store = SqlSaveStore(scene.database)
        saves = Saves(store, scene.store, lambda: next(clock), lambda: f"save-{next(ids)}")
        yield SaveRoom(saves, store, scene)


def game(
    first: str | None = ANN, second: str | None = BEN, *, content: bytes = b'{"a": 1}', swapped: bool = False
) -> SavedGame:
    """A game that somebody wants to put aside."""
    one, other = (
        SavedSeat(account, account.removesuffix("-id").title() if account else "Guest") for account in (first, second)
    )
    return SavedGame("go", 5, one, other, swapped, 3, bytes([1, 2] + [0] * 23), content)
