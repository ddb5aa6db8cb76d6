"""Whom somebody mutes and blocks."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from tengen.core import Conflict
from tengen.people.accounts import Account
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.relations import MOST_RELATIONS, OwnRelations, Relation, RelationKind
from tengen.people.service.committing import Unbroken
from tengen.people.service.parts import find_person, key_of
from tengen.people.store import Change, PeopleStore
from tengen.people.talk_store import AddRelation, DropRelation, TalkStore, TooManyRelations

OnRelationsChanged: TypeAlias = Callable[[frozenset[str]], None]
"""Hears the two accounts between whom something has changed."""


class Relations:
    """Mutes and blocks. Guests have them, too; others are named by their names.

    A guest's name may be that of several: `among` are the accounts at the board, of whom one is meant then.
    """

    def __init__(
        self,
        store: TalkStore,
        people: PeopleStore,
        now: Callable[[], int],
        *,
        on_changed: OnRelationsChanged | None = None,
    ) -> None:
        self._store = store
        self._people = people
        self._now = now
        self._on_changed = on_changed
        self._unbroken = Unbroken()

    async def mute(self, account_id: str, name: str, among: Collection[str] = ()) -> OwnRelations:
        """See no more what somebody says. Raises NO_SUCH_USER, BAD_FIELD for oneself, and TOO_MANY."""
        return await self._add(account_id, name, RelationKind.MUTE, among)

    async def unmute(self, account_id: str, name: str) -> OwnRelations:
        """See again what somebody says. Who is not muted stays so."""
        return await self._drop(account_id, name, RelationKind.MUTE)

    async def block(self, account_id: str, name: str, among: Collection[str] = ()) -> OwnRelations:
        """Have nothing more to do with somebody, nor they with oneself. Raises as `mute` does."""
        return await self._add(account_id, name, RelationKind.BLOCK, among)

    async def unblock(self, account_id: str, name: str) -> OwnRelations:
        """Undo a block of one's own; one of the other person stays. Who is not blocked stays so."""
        return await self._drop(account_id, name, RelationKind.BLOCK)

    async def of(self, account_id: str) -> OwnRelations:
        """Whom somebody has muted and blocked."""
        found = await self._people_of(account_id)
        muted, blocked = (
            tuple(other for other, relation in found if relation.kind is kind)
            for kind in (RelationKind.MUTE, RelationKind.BLOCK)
        )
        return OwnRelations(muted, blocked)

    async def blocked_with(self, account_id: str) -> frozenset[str]:
        """Those whom somebody has blocked, and those who have blocked them."""
        return await self._store.blocked_with(account_id)

    async def is_blocked(self, one: str, other: str) -> bool:
        """Whether either of two has blocked the other."""
        return other in await self._store.blocked_with(one)

    async def _add(self, account_id: str, name: str, kind: RelationKind, among: Collection[str]) -> OwnRelations:
        other = await find_person(self._people, name, set(among) - {account_id})
        if other.account_id == account_id:
            raise PeopleError(PeopleCode.BAD_FIELD, field="name")
        relation = Relation(account_id, other.account_id, kind, self._now())
        try:
            await self._unbroken.finish(self._write(AddRelation(relation, MOST_RELATIONS), relation))
        except TooManyRelations:
            raise PeopleError(PeopleCode.TOO_MANY, most=MOST_RELATIONS) from None
        except Conflict:  # a guest who is gone
            raise PeopleError(PeopleCode.NO_SUCH_USER) from None
        return await self.of(account_id)

    async def _drop(self, account_id: str, name: str, kind: RelationKind) -> OwnRelations:
        key = key_of(name)
        for other, relation in await self._people_of(account_id):
            if relation.kind is kind and key_of(other.name) == key:
                drop = DropRelation(account_id, other.account_id, kind)
                await self._unbroken.finish(self._write(drop, relation))
        return await self.of(account_id)

    async def _write(self, change: Change, relation: Relation) -> None:
        await self._people.commit(change)
        if self._on_changed is not None:
            self._on_changed(frozenset({relation.account_id, relation.other_id}))

    async def _people_of(self, account_id: str) -> list[tuple[Account, Relation]]:
        relations = await self._store.relations_of(account_id)
        known = await self._people.accounts_of({relation.other_id for relation in relations})
        return [(known[relation.other_id], relation) for relation in relations if relation.other_id in known]
