"""A list of which everybody sees the beginning: the first so many are shown, the others wait for their turn."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from itertools import islice
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Entry = TypeVar("_Entry")


@dataclass(frozen=True, slots=True)
class Renewal(Generic[_Key, _Entry]):
    """What is shown from now on, what is shown otherwise than before, as (before, now), and what no more."""

    new: list[_Entry]
    changed: list[tuple[_Entry, _Entry]]
    gone: list[_Key]


class Roster(Generic[_Key, _Entry]):
    """Entries by their keys, of which at most `most` are shown. What was shown changes only with `renew`.

    Whoever is shown stays so until the entry is dropped; then the one that has waited longest is shown.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: dict[_Key, _Entry] = {}
        self._shown: dict[_Key, _Entry] = {}
        self._touched: dict[_Key, None] = {}

    def put(self, key: _Key, entry: _Entry) -> None:
        """This is the entry of the key now."""
        self._entries[key] = entry
        self._touched[key] = None

    def drop(self, key: _Key) -> None:
        """The key has no entry any more."""
        if self._entries.pop(key, None) is not None:
            self._touched[key] = None

    def shown(self) -> list[_Entry]:
        """What is shown, as of the last `renew`."""
        return list(self._shown.values())

    def renew(self) -> Renewal[_Key, _Entry] | None:
        """Show what is new; None where nothing is."""
        if not self._touched:
            return None
        shown, entries = self._shown, self._entries
        gone = [key for key in self._touched if key in shown and key not in entries]
        for key in gone:
            del shown[key]
        changed = [(shown[key], entries[key]) for key in self._touched if key in shown and shown[key] != entries[key]]
        shown.update({key: entries[key] for key in self._touched if key in shown})
        new = []
        if len(entries) > len(shown) < self._most:
            waiting = (key for key in entries if key not in shown)
            for key in list(islice(waiting, self._most - len(shown))):
                shown[key] = entries[key]
                new.append(entries[key])
        self._touched.clear()
        return Renewal(new, changed, gone) if new or changed or gone else None
