"""A game on its way into a save or a signed file, and who sits there when it is played on. Keeps and plays nothing."""

from __future__ import annotations

from dataclasses import replace

from tengen.clients.sitting.folder_accounts import Owners
from tengen.core import BLACK, COLORS, WHITE, Color, GameState, Participant, Record
from tengen.formats import save
from tengen.people import Account, SavedGame, SavedSeat, SaveSigner


def signed_file(record: Record, owners: Owners, signer: SaveSigner) -> bytes:
    """A save file that names the accounts of its seats."""
    swapped = end_of(record).swapped

    def named(color: Color, player: Participant) -> Participant:
        account = owners.of(color, swapped=swapped)
        return replace(player, account=signer.pseudonym_of(account.account_id)) if account else player

    black, white = named(BLACK, record.black), named(WHITE, record.white)
    unsigned = save.dumps_unsigned(replace(record, black=black, white=white))
    return unsigned.signed(signer.sign(unsigned.digest)).encode()


def saved_game(record: Record, owners: Owners) -> SavedGame:
    """The game as a save: who plays stands beside its file, not in it."""
    end = end_of(record)
    black, white = (Participant(player=player.player) for player in (record.black, record.white))
    content = save.dumps(replace(record, black=black, white=white))
    seats = {
        color: _saved_seat(player, owners.of(color, swapped=end.swapped))
        for color, player in zip(COLORS, (record.black, record.white), strict=True)
    }
    first, second = (seats[WHITE], seats[BLACK]) if end.swapped else (seats[BLACK], seats[WHITE])
    moves, board = len(record.main_actions()), end.position.board
    return SavedGame(
        record.ruleset.KIND, record.ruleset.size, first, second, end.swapped, moves, board.cells, content.encode()
    )


def record_of_save(content: bytes, black: SavedSeat, white: SavedSeat) -> Record:
    """The game of a save's file, with those who had the colours at its end. Raises BAD_RECORD."""
    record = save.loads(content.decode())
    return replace(record, black=_participant(black), white=_participant(white))


def end_of(record: Record) -> GameState:
    """The state that the main line leads to. Raises BadRecord."""
    return record.replay().game.state


def _saved_seat(player: Participant, account: Account | None) -> SavedSeat:
    return SavedSeat(account.account_id if account else None, player.name, player.player)


def _participant(seat: SavedSeat) -> Participant:
    return Participant(seat.name, player=seat.player)
