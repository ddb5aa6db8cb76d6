"""A list of which everybody sees the beginning: the first so many are shown, the others wait for their turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Generic, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Entry = TypeVar("_Entry")


class Roster(Generic[_Key, _Entry]):
    """Entries by their keys, of which at most `most` are shown. What was shown changes only with `renew`.

    Whoever is shown stays so until the entry is dropped; then the one that has waited longest is shown.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: dict[_Key, _Entry] = {}
        self._shown: dict[_Key, _Entry] = {}
        self._touched: dict[_Key, None] = {}

    def __contains__(self, key: _Key) -> bool:
        return key in self._entries

    def put(self, key: _Key, entry: _Entry) -> None:
        """This is the entry of the key now."""
        self._entries[key] = entry
        self._touched[key] = None

    def drop(self, key: _Key) -> None:
        """The key has no entry any more."""
        if self._entries.pop(key, None) is not None:
            self._touched[key] = None

    def shown(self) -> dict[_Key, _Entry]:
        """What is shown, as of the last `renew`."""
        return self._shown

    def renew(self) -> tuple[dict[_Key, _Entry], list[_Key]]:
        """Show what is new: entries that are shown from now on or have changed, and keys shown no more."""
        shown, entries = self._shown, self._entries
        if not self._touched:
            return {}, []
        gone = [key for key in self._touched if key in shown and key not in entries]
        for key in gone:
            del shown[key]
        new = {key: entries[key] for key in self._touched if key in shown and shown[key] != entries[key]}
        if len(shown) < self._most and len(entries) > len(shown):
            for key, entry in entries.items():
                if key not in shown:
                    new[key] = shown[key] = entry
                    if len(shown) == self._most:
                        break
        shown.update(new)
        self._touched.clear()
        return new, gone
