"""Saves of one's own: put a game aside under a name, list, rename, delete and open it. Plays nothing."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from tengen.core import Conflict, ErrorCode, GameError
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.saves import (
    MOST_OCTETS_OF_SAVES,
    MOST_SAVE_OCTETS,
    MOST_SAVES,
    Save,
    SavedGame,
    SavesFull,
    SaveStore,
    check_present,
    check_save_name,
    save_name_key,
)
from tengen.people.store import PeopleStore

_TRIES: Final = 3
"""Somebody may take a name, or delete a save, between our look and our writing; after so many times we give up."""


@dataclass(frozen=True, slots=True)
class OpenedSave:
    """A save with its file, which names nobody."""

    save: Save
    content: bytes = field(repr=False)


class Saves:
    """The saves of accounts. Every refusal is a `PeopleError`; `StoreError`s come through.

    `present` are always the accounts at the screen of whoever asks, in their order: they see and change the saves of
    each of them. What belongs to others is NO_SUCH_SAVE, as if there were none; nobody present is NOT_LOGGED_IN.
    """

    def __init__(
        self,
        store: SaveStore,
        people: PeopleStore,
        now: Callable[[], int],
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self._store = store
        self._people = people
        self._now = now
        self._new_id = new_id

    async def list(self, present: Sequence[str]) -> Sequence[Save]:
        """All saves of those present, the latest changed first."""
        _require_somebody(present)
        return await self._store.saves_of(present)

    async def check_room(self, owner_id: str, name: str, *, overwrite: bool = False) -> None:
        """Raise what `create` would raise now for any game: to be asked before its file is made."""
        there = await self._store.save_named(owner_id, save_name_key(check_save_name(name)))
        if there is not None and not overwrite:
            raise PeopleError(PeopleCode.SAVE_EXISTS, name=there.name)
        if there is None and len(await self._store.saves_of([owner_id])) >= MOST_SAVES:
            raise _too_many()

    async def create(self, owner_id: str, name: str, game: SavedGame, *, overwrite: bool = False) -> Save:
        """Save a game under a name; with `overwrite` in place of what has that name.

        Raises BAD_NAME, SAVE_EXISTS, TOO_LARGE, and TOO_MANY for one save more than an account may have.
        """
        name = check_save_name(name)
        for _ in range(_TRIES):
            there = await self._store.save_named(owner_id, save_name_key(name))
            if there is not None and not overwrite:
                raise PeopleError(PeopleCode.SAVE_EXISTS, name=there.name)
            save = self._made(owner_id, name, game)
            try:
                if there is None:
                    await self._store.add(save, game.content)
                else:
                    save = replace(save, save_id=there.save_id, created_at=there.created_at)
                    await self._store.replace(save, game.content)
            except SavesFull:
                raise _too_many() from None
            except Conflict:
                continue
            return save
        raise Conflict("somebody else is saving under this name")

    def _made(self, owner_id: str, name: str, game: SavedGame) -> Save:
        if len(game.content) > MOST_SAVE_OCTETS:
            raise GameError(ErrorCode.TOO_LARGE, "record.too_large", most=MOST_SAVE_OCTETS)
        now = self._now()
        return Save(
            self._new_id(),
            owner_id,
            name,
            game.kind,
            game.size,
            game.first,
            game.second,
            game.swapped,
            game.moves,
            game.cells,
            now,
            now,
        )

    async def rename(self, save_id: str, name: str, present: Sequence[str]) -> Save:
        """Give a save another name. Raises BAD_NAME, NO_SUCH_SAVE, and SAVE_EXISTS where the owner has one of it."""
        save = replace(await self._own(save_id, present), name=check_save_name(name), changed_at=self._now())
        try:
            await self._store.rename(save)
        except Conflict:
            await self._own(save_id, present)
            raise PeopleError(PeopleCode.SAVE_EXISTS, name=save.name) from None
        return save

    async def delete(self, save_id: str, present: Sequence[str]) -> Save:
        """Delete a save; what it was. Raises NO_SUCH_SAVE."""
        save = await self._own(save_id, present)
        await self._store.delete(save_id)
        return save

    async def read(self, save_id: str, present: Sequence[str]) -> OpenedSave:
        """A save with its file, to look at or to take away. Raises NO_SUCH_SAVE."""
        save = await self._own(save_id, present)
        content = await self._store.content(save_id)
        if content is None:
            raise PeopleError(PeopleCode.NO_SUCH_SAVE)
        return OpenedSave(save, content)

    async def open(self, save_id: str, present: Sequence[str]) -> OpenedSave:
        """A save that is to become a live game.

        Raises NO_SUCH_SAVE, and WRONG_PLAYERS unless the accounts of its seats are present in their order. A program,
        a guest and whoever else was at the screen need nobody.
        """
        opened = await self.read(save_id, present)
        check_present(opened.save.account_ids, present)
        return opened

    async def find(self, name: str, present: Sequence[str]) -> Save | None:
        """The save of this name of somebody present, the first of them before the second."""
        _require_somebody(present)
        for owner_id in present:
            save = await self._store.save_named(owner_id, save_name_key(name))
            if save is not None:
                return save
        return None

    async def registered(self, owner_id: str | None) -> str | None:
        """Whoever owns a seat, if that is an account: no guest, and none that is closed."""
        account = None if owner_id is None else await self._people.account(owner_id)
        is_none = account is None or account.is_guest or account.is_closed
        return None if is_none else owner_id

    async def export(self, account_id: str) -> Mapping[str, object]:
        """The saves of an account with their files, for the export of its data."""
        exported = []
        for save in await self._store.saves_of([account_id]):
            content = await self._store.content(save.save_id)
            if content is not None:
                exported.append(await asyncio.to_thread(_exported, save, content))
        return {"saves": exported}

    async def _own(self, save_id: str, present: Sequence[str]) -> Save:
        _require_somebody(present)
        save = await self._store.save(save_id)
        if save is None or save.owner_id not in present:
            raise PeopleError(PeopleCode.NO_SUCH_SAVE)
        return save


def _require_somebody(present: Sequence[str]) -> None:
    if not present:
        raise PeopleError(PeopleCode.NOT_LOGGED_IN)


def _too_many() -> PeopleError:
    most_mb = MOST_OCTETS_OF_SAVES >> 20
    return PeopleError(PeopleCode.TOO_MANY, "save.too_many", most=MOST_SAVES, most_mb=most_mb)


def _exported(save: Save, content: bytes) -> dict[str, object]:
    return {
        "name": save.name,
        "players": [seat.name or seat.player for seat in (save.first, save.second)],
        "created": save.created_at,
        "changed": save.changed_at,
        "file": json.loads(content),
    }
