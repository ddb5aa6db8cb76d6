"""Whose game a file is that somebody brings: its seats go to the accounts that it names, if they are at the screen.

What a file claims counts only under a signature of this data folder; without one, or with seats that somebody else
asked for, it is a game like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.core import BLACK, WHITE
from tengen.formats import Notice
from tengen.match.service import LoadedGame, Occupant
from tengen.people import SaveSigner
from tengen.protocol import with_notice
from tengen.server.files import LoadedFile, OpenedFile

REVIEW_ONLY: Final = Notice("save.review_only")


def claimed_game(file: LoadedFile, signer: SaveSigner, present: Sequence[Occupant]) -> LoadedGame:
    """The game of a file that is to be played on, with the seats that the file gives to accounts.

    Where the caller asked for other players the file's own have no say. Raises BAD_SIGNATURE and WRONG_PLAYERS.
    """
    game = file.game
    if file.seal is None or game.seats is not None:
        return game
    colors = (WHITE, BLACK) if game.is_swapped else (BLACK, WHITE)
    marks = {BLACK: game.black.account, WHITE: game.white.account}
    ids = [occupant.owner for occupant in present]
    owners = signer.find_owners(file.seal, (marks[colors[0]], marks[colors[1]]), ids)
    found = {occupant.owner: occupant for occupant in present}
    return game.with_owners({color: found[owner] for color, owner in zip(colors, owners, strict=True) if owner})


def reviewed(file: OpenedFile, signer: SaveSigner) -> bytes:
    """A file to step through, as JSON, with a notice where it cannot be played on as whose it claims to be."""
    if file.seal is None or signer.is_ours(file.seal):
        return file.replay
    return with_notice(file.replay, REVIEW_ONLY)
