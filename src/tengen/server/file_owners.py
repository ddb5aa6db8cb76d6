"""Whose game a file is that somebody brings: its seats go to the accounts that it names, if they are at the screen.

What a file says of accounts counts only under a signature of this data folder.
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


def owned_game(file: LoadedFile, signer: SaveSigner, present: Sequence[Occupant]) -> LoadedGame:
    """The game of a file that is to be played on, with the seats that the file gives to accounts.

    Where the caller asked for other players the file's own have no say. Raises BAD_SIGNATURE and WRONG_PLAYERS.
    """
    game = file.game
    if file.seal is None or game.seats is not None:
        return game
    colors = (WHITE, BLACK) if game.is_swapped else (BLACK, WHITE)
    pseudonyms = {BLACK: game.black.account, WHITE: game.white.account}
    ids = [occupant.owner for occupant in present]
    owners = signer.find_owners(file.seal, (pseudonyms[colors[0]], pseudonyms[colors[1]]), ids)
    found = {occupant.owner: occupant for occupant in present}
    return game.with_owners({color: found[owner] for color, owner in zip(colors, owners, strict=True) if owner})


def reviewed(file: OpenedFile, signer: SaveSigner) -> bytes:
    """A file to step through, as JSON, with a notice where it cannot be played on by those whom it names."""
    if file.seal is None or signer.is_ours(file.seal):
        return file.replay
    return with_notice(file.replay, REVIEW_ONLY)
