"""Saves of accounts with the server's games and files: a match becomes a save, a save a game or a file. No HTTP."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tengen.core import BLACK, COLORS, WHITE, ErrorCode, GameError, Participant, program_name
from tengen.match import Match, Seat
from tengen.match.service import Games, LoadedGame, Occupant
from tengen.people import DELETED_PLAYER, PeopleCode, PeopleError, Save, SavedGame, SavedSeat, SaveSigner
from tengen.people.service import Saves
from tengen.players import HUMAN
from tengen.protocol import SaveOut, save_out
from tengen.server.files import FileService, Players
from tengen.server.match_log import log_save

Present = Sequence[Occupant]
"""The accounts at the screen of whoever asks, in their order."""


class SaveSlots:
    """The use cases of `/api/saves`. Raises what `Saves`, `Games` and `FileService` raise."""

    def __init__(self, saves: Saves, games: Games, files: FileService, signer: SaveSigner) -> None:
        self._saves = saves
        self._games = games
        self._files = files
        self._signer = signer

    async def listed(self, present: Present) -> list[SaveOut]:
        """All saves of those present."""
        return [_shown(save, present) for save in await self._saves.list(_ids(present))]

    async def save(self, game_id: str, name: str, present: Present, client: str, *, overwrite: bool) -> SaveOut:
        """Save a match that somebody present plays, for the first of them. Raises NOT_YOUR_SEAT for onlookers."""
        if not present:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        owner_id = present[0].owner
        await self._saves.check_room(owner_id, name, overwrite=overwrite)
        match = await self._played_by(game_id, _ids(present))
        content = await self._files.save_named(match, _nobody(match), client)
        game = SavedGame(
            match.ruleset.KIND,
            match.ruleset.size,
            *await self._seats(match),
            match.state.swapped,
            match.timeline.cursor,
            match.state.position.board.cells,
            content,
        )
        save = await self._saves.create(owner_id, name, game, overwrite=overwrite)
        log_save(match, "save")
        return _shown(save, present)

    async def _played_by(self, game_id: str, ids: Sequence[str]) -> Match:
        match_id, is_watching = await self._games.resolve(game_id)
        match = await self._games.matches.snapshot(match_id)
        may_save = match.is_between_programs or any(match.colors_of(owner) for owner in ids)
        if is_watching or not may_save:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        return match

    async def _seats(self, match: Match) -> tuple[SavedSeat, SavedSeat]:
        """Who has the seats, with the accounts among them."""

        async def saved(seat: Seat) -> SavedSeat:
            return SavedSeat(await self._saves.registered(seat.owner), seat.name, seat.player)

        return await saved(match.first), await saved(match.second)

    async def open(self, save_id: str, present: Present, client: str) -> LoadedGame:
        """The game of a save, to be played on by the accounts that had its seats."""
        opened = await self._saves.open(save_id, _ids(present))
        loaded = await self._files.loaded_save(opened.content, client)
        found = {occupant.owner: occupant for occupant in present}
        seats = {color: opened.save.seat(color) for color in COLORS}
        owners = {color: found[seat.account_id] for color, seat in seats.items() if seat.account_id is not None}
        return replace(loaded, black=_participant(seats[BLACK]), white=_participant(seats[WHITE]), owners=owners)

    async def rename(self, save_id: str, name: str, present: Present) -> SaveOut:
        """Call a save something else."""
        return _shown(await self._saves.rename(save_id, name, _ids(present)), present)

    async def delete(self, save_id: str, present: Present) -> None:
        """Delete a save."""
        await self._saves.delete(save_id, _ids(present))

    async def file(self, save_id: str, present: Present, client: str) -> bytes:
        """A save as a file of its own, signed where it names accounts."""
        opened = await self._saves.read(save_id, _ids(present))
        black, white = (self._participant(seat, seat.account_id) for seat in map(opened.save.seat, COLORS))
        return await self._signed(opened.content, Players(black, white), client)

    async def record(self, match: Match, client: str) -> bytes:
        """A match as a save file, signed where accounts have seats in it."""
        seats = [match.seat(color) for color in COLORS]
        black, white = [self._participant(seat, await self._saves.registered(seat.owner)) for seat in seats]
        return await self._signed(match, Players(black, white), client)

    def _participant(self, seat: Seat | SavedSeat, account_id: str | None) -> Participant:
        pseudonym = "" if account_id is None else self._signer.pseudonym_of(account_id)
        return replace(_participant(seat), account=pseudonym)

    async def _signed(self, game: Match | bytes, players: Players, client: str) -> bytes:
        if not players.has_accounts:
            return await self._files.save_named(game, players, client)
        unsigned = await self._files.save_to_sign(game, players, client)
        return unsigned.signed(self._signer.sign(unsigned.digest)).encode()


def _ids(present: Present) -> list[str]:
    return [occupant.owner for occupant in present]


def _shown(save: Save, present: Present) -> SaveOut:
    owner = next(occupant.name for occupant in present if occupant.owner == save.owner_id)
    return save_out(save, owner)


def _participant(seat: Seat | SavedSeat) -> Participant:
    """Whoever has a seat, as files name them."""
    name = seat.name
    if seat.player != HUMAN and name in ("", seat.player):
        name = program_name(seat.player)
    elif isinstance(seat, SavedSeat) and seat.account_id is not None and not name:
        name = DELETED_PLAYER
    return Participant(name, player=seat.player)


def _nobody(match: Match) -> Players:
    """The players of a match without names: those stand beside a save, where a deleted account can be taken out."""
    black, white = (Participant(player=match.seat(color).player) for color in COLORS)
    return Players(black, white)
