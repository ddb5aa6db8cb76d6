"""Saves of accounts over REST: the bodies and answers of `/api/saves`. Times are milliseconds since 1970."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from pydantic import Field

from tengen.core import BLACK, COLORS, WHITE
from tengen.people import Save, SavedSeat
from tengen.protocol.base import NAMES, ColorName, Message

SaveName: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
"""Longer than any name may be: what is a little too long is refused in words of its own."""


class SaveIn(Message):
    """Save a game that the caller plays under a name; with `overwrite` in place of what has that name."""

    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    name: SaveName
    overwrite: bool = False


class RenameSaveIn(Message):
    """Call a save something else."""

    name: SaveName


class SavedPlayer(Message):
    """Who had a seat: the name that was shown, `human` or a program's name, and whether it was an account's.

    An account without a name was deleted since.
    """

    name: str
    player: str
    is_account: bool


class SaveOut(Message):
    """A save. `owner` is the name of the account that it belongs to, of those at the caller's screen.

    `black` and `white` have these colours at the end of the game, and `grid` is the board there.
    """

    id: str
    name: str
    owner: str
    game_type: str
    board_size: int
    black: SavedPlayer
    white: SavedPlayer
    moves: int
    grid: list[list[ColorName | None]]
    created: int
    changed: int


class SavesAnswer(Message):
    """The saves of the people at the caller's screen, the latest changed first."""

    saves: list[SaveOut]


class SaveDeleted(Message):
    """There is no save of this id any more."""

    id: str


def save_out(save: Save, owner: str) -> SaveOut:
    """The message of a save whose owner has this name."""
    return SaveOut.model_construct(
        id=save.save_id,
        name=save.name,
        owner=owner,
        game_type=save.kind.upper(),
        board_size=save.size,
        black=_player(save.seat(BLACK)),
        white=_player(save.seat(WHITE)),
        moves=save.moves,
        grid=_grid(save),
        created=save.created_at,
        changed=save.changed_at,
    )


def _player(seat: SavedSeat) -> SavedPlayer:
    return SavedPlayer(name=seat.name, player=seat.player, is_account=seat.account_id is not None)


def _grid(save: Save) -> list[list[ColorName | None]]:
    names: list[ColorName | None] = [None, *(NAMES[color] for color in COLORS)]
    cells = [names[cell] for cell in save.cells]
    return [cells[start : start + save.size] for start in range(0, len(cells), save.size)]
