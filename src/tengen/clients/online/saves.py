"""Saves in the account of somebody on a server, as lists show them. Believes nothing that it has not checked."""

from __future__ import annotations

from tengen.clients.play.remote import name_of
from tengen.clients.sitting.people import SaveEntry
from tengen.core import BLACK, EMPTY, WHITE, GameError, find_kind
from tengen.protocol import SaveOut, color_of


def entry_of(save: SaveOut) -> SaveEntry | None:
    """A save in a list; None for one of a game, or on a board, that is not known here."""
    try:
        kind = find_kind(save.game_type)
        spec = kind.rules.parse(save.board_size, {}).board_spec()
    except GameError:
        return None
    if len(save.grid) != spec.rows or any(len(row) != spec.columns for row in save.grid):
        return None
    return SaveEntry(
        save.id,
        name_of(save.name),
        kind.name,
        save.board_size,
        {BLACK: name_of(save.black.name), WHITE: name_of(save.white.name)},
        {BLACK: name_of(save.black.player), WHITE: name_of(save.white.player)},
        save.moves,
        bytes(EMPTY if cell is None else color_of(cell) for row in save.grid for cell in row),
        save.changed,
        name_of(save.owner),
    )
