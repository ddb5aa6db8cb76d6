"""Saves: games that somebody has put aside under a name, their limits, and the port to where they are kept."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from tengen.core import BLACK, Color, Conflict
from tengen.people.errors import PeopleCode, PeopleError

MOST_SAVES: Final = 200
"""So many saves may an account have."""

MOST_SAVE_OCTETS: Final = 1 << 20
"""So long may the file of a save be."""

MOST_OCTETS_OF_SAVES: Final = 32 << 20
"""So long may the files of all saves of an account be: all of them are in the export of its data."""

LONGEST_SAVE_NAME: Final = 60


@dataclass(frozen=True, slots=True)
class SavedSeat:
    """Who had a seat: the account, if it was that of one, the name that was shown, and `human` or a program's name.

    A person without an account was a guest, or anybody at the screen. Who was deleted since has no name any more.
    """

    account_id: str | None = None
    name: str = ""
    player: str = "human"


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game that is to be saved. `first` began with Black; where `swapped`, it has White now.

    `moves` are those on the board, `cells` the board itself, row by row from the top: 0 empty, 1 black, 2 white.
    `content` is a save file that names nobody: who plays stands in the seats.
    """

    kind: str
    size: int
    first: SavedSeat
    second: SavedSeat
    swapped: bool
    moves: int
    cells: bytes
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Save:
    """A save without its file. Times are milliseconds since 1970; `owner_id` is the account that it belongs to."""

    save_id: str
    owner_id: str
    name: str
    kind: str
    size: int
    first: SavedSeat
    second: SavedSeat
    swapped: bool
    moves: int
    cells: bytes
    created_at: int
    changed_at: int

    @property
    def name_key(self) -> str:
        """The name as names are compared."""
        return save_name_key(self.name)

    @property
    def account_ids(self) -> tuple[str, ...]:
        """The accounts that had seats, in their order."""
        return tuple(seat.account_id for seat in (self.first, self.second) if seat.account_id is not None)

    def seat(self, color: Color) -> SavedSeat:
        """Who has this colour at the end of the game."""
        return self.first if (color is BLACK) != self.swapped else self.second


class SavesFull(Conflict):
    """An account has as many saves as it may have, or as many bytes of them. Nothing was written."""


class SaveStore(Protocol):
    """Where saves are kept. Every call may raise Unavailable."""

    async def saves_of(self, owner_ids: Sequence[str]) -> Sequence[Save]:
        """All saves of these accounts, the latest changed first."""

    async def save(self, save_id: str) -> Save | None:
        """The save of this id."""

    async def save_named(self, owner_id: str, key: str) -> Save | None:
        """The save of this account and name, as names are compared."""

    async def content(self, save_id: str) -> bytes | None:
        """The file of a save."""

    async def add(self, save: Save, content: bytes) -> None:
        """Keep a new save. Raises Conflict where its owner has one of that name, and SavesFull."""

    async def replace(self, save: Save, content: bytes) -> None:
        """Keep another game under the id and the name of a save. Raises Conflict where that is gone, and SavesFull."""

    async def rename(self, save: Save) -> None:
        """Call a save by the name that it has here. Raises Conflict where it is gone or the name is taken."""

    async def delete(self, save_id: str) -> None:
        """Forget a save. One that is gone already is fine."""


def check_save_name(name: str) -> str:
    """The name of a save, without space around it. Raises BAD_NAME for one that cannot be shown.

    Any letters and signs will do, but none that are not to be seen: no control characters, no marks of direction.
    """
    name = name.strip()
    if not 0 < len(name) <= LONGEST_SAVE_NAME or not name.isprintable():
        raise PeopleError(PeopleCode.BAD_NAME, "save.bad_name", most=LONGEST_SAVE_NAME)
    return name


def save_name_key(name: str) -> str:
    """A name as names of saves are compared: whatever its case and width, and how many spaces are in it."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def check_present(wanted: Sequence[str], present: Sequence[str]) -> None:
    """Raise WRONG_PLAYERS unless everybody who is wanted is present, in the same order."""
    there = iter(present)
    if not all(one in there for one in dict.fromkeys(wanted)):
        raise PeopleError(PeopleCode.WRONG_PLAYERS)
