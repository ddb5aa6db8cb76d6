"""People at one screen for tests: a data folder that is taken, cheap passwords, two accounts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from tengen.clients.play import Game, NewGame, Seats
from tengen.clients.sitting.folder import Hold, LocalFolder
from tengen.clients.sitting.folder_accounts import FolderAccounts
from tengen.clients.sitting.local_people import LocalPeople
from tengen.clients.sitting.people import Beginning, People, PersonHere
from tengen.clients.sitting.said import HasWords
from tengen.core import BLACK, COLORS, WHITE, Color, find_kind
from tengen.people.service import HashParameters
from tengen.storage import DataFolder

CHEAP: Final = HashParameters(memory_kib=8, passes=1)
ANN: Final = ("Ann", "correct horse battery")
BEN: Final = ("Ben", "staple of horses")


def folder_at(path: Path, program: str = "tengen test") -> LocalFolder:
    """The data folder of a client of this name."""
    return LocalFolder(lambda: DataFolder(path), program)


@asynccontextmanager
async def people_at(path: Path, on_trouble: Callable[[HasWords], None] = lambda _: None) -> AsyncIterator[LocalPeople]:
    """People with the accounts of a data folder, which is theirs meanwhile; programs play by the same chance."""
    folder = folder_at(path)
    assert (await folder.take()).hold is Hold.OURS
    people = LocalPeople(FolderAccounts(folder, CHEAP), seed=1, on_trouble=on_trouble)
    try:
        yield people
    finally:
        await people.close()
        await folder.release()


@asynccontextmanager
async def guests() -> AsyncIterator[LocalPeople]:
    """People without a data folder."""
    people = LocalPeople(None, seed=1)
    try:
        yield people
    finally:
        await people.close()


def beginning(
    people: People,
    kind: str = "gomoku",
    size: int | None = None,
    *,
    black: str | None = None,
    white: str | None = None,
    players: tuple[str, str] = ("human", "human"),
    rules: dict[str, object] | None = None,
) -> Beginning:
    """A game for those of these names who are here; everybody else is a guest called like the colour."""
    there = {person.name: person for person in people.present}
    seated: dict[Color, PersonHere] = {
        color: there[name] for color, name in ((BLACK, black), (WHITE, white)) if name is not None
    }
    names = {color: seated[color].name if color in seated else color.word for color in COLORS}
    seats = Seats(dict(zip(COLORS, players, strict=True)), names)
    return Beginning(NewGame(find_kind(kind), size, rules or {}, seats), seated)


async def both_here(people: People) -> None:
    """Ann and Ben register, in this order."""
    await people.register(*ANN)
    await people.register(*BEN)


async def begun(people: People, **options: object) -> Game:
    """A game of Ann's and Ben's, unless others are named."""
    return await people.begin(beginning(people, **{"black": "Ann", "white": "Ben", **options}))  # type: ignore[arg-type]
