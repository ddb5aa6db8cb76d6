"""A queue that is fair: urgent before less urgent, and the owners of what is equally urgent in turn. Knows no jobs."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Generic, TypeVar

E = TypeVar("E")


class Priority(IntEnum):
    """How urgent something is; who is first is served first."""

    PERSON = 0
    """A person waits for the answer of an opponent."""
    LIVE = 1
    """Somebody looks on: analysis, hints, dead stones."""
    PROGRAMS = 2
    """Programs that play each other."""
    BACKGROUND = 3
    """Nobody waits for it."""

    @property
    def is_urgent(self) -> bool:
        """Whether somebody is kept waiting."""
        return self <= Priority.LIVE


class FairQueue(Generic[E]):
    """Entries of owners by priority. To add, to take and to remove cost the same however many wait."""

    def __init__(self) -> None:
        self._owners: tuple[OrderedDict[str, OrderedDict[E, None]], ...] = tuple(OrderedDict() for _ in Priority)
        self._counts = [0 for _ in Priority]
        self._by_owner: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(self._counts)

    def count_of(self, owner: str) -> int:
        """How many entries of this owner wait."""
        return self._by_owner.get(owner, 0)

    def add(self, entry: E, owner: str, priority: Priority, *, at_front: bool = False) -> None:
        """Let it wait, behind the owner's others of this priority; `at_front` before all of them and all owners."""
        owners = self._owners[priority]
        entries = owners.setdefault(owner, OrderedDict())
        entries[entry] = None
        if at_front:
            entries.move_to_end(entry, last=False)
            owners.move_to_end(owner, last=False)
        self._counts[priority] += 1
        self._by_owner[owner] = self._by_owner.get(owner, 0) + 1

    def remove(self, entry: E, owner: str, priority: Priority) -> bool:
        """Let it wait no more; whether it did."""
        entries = self._owners[priority].get(owner)
        if entries is None or entry not in entries:
            return False
        del entries[entry]
        self._note_gone(owner, priority, entries)
        return True

    def take(self) -> E | None:
        """The next one; its owner goes behind the others. None where nothing waits."""
        for priority, owners in zip(Priority, self._owners, strict=True):
            if owners:
                owner, entries = next(iter(owners.items()))
                entry, _ = entries.popitem(last=False)
                owners.move_to_end(owner)
                self._note_gone(owner, priority, entries)
                return entry
        return None

    def ahead_of_next(self, owner: str, priority: Priority) -> int:
        """At most how many would be served before one more entry of this owner; exact for its first."""
        others = self._owners[priority]
        own = len(others.get(owner, ()))
        foreign_owners = len(others) - (1 if own else 0)
        foreign = self._counts[priority] - own
        return sum(self._counts[:priority]) + own + min(foreign, foreign_owners * (own + 1))

    def in_order(self) -> Iterator[E]:
        """All entries in the order in which they would be taken. Do not change the queue meanwhile."""
        for owners in self._owners:
            turn: Iterable[Iterator[E]] = (iter(entries) for entries in owners.values())
            while turn:
                following: list[Iterator[E]] = []
                for entries in turn:
                    for entry in entries:
                        yield entry
                        following.append(entries)
                        break
                turn = following

    def clear(self) -> list[E]:
        """Empty it; all that waited."""
        waiting = [entry for owners in self._owners for entries in owners.values() for entry in entries]
        for owners in self._owners:
            owners.clear()
        self._counts = [0 for _ in Priority]
        self._by_owner.clear()
        return waiting

    def _note_gone(self, owner: str, priority: Priority, left: OrderedDict[E, None]) -> None:
        if not left:
            del self._owners[priority][owner]
        self._counts[priority] -= 1
        self._by_owner[owner] -= 1
        if not self._by_owner[owner]:
            del self._by_owner[owner]
