"""Saves of accounts with the server's games and files: a match becomes a save, a save a game or a file. No HTTP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from tengen.core import BLACK, COLORS, WHITE, Color, ErrorCode, GameError, Participant, program_name
from tengen.match import Match, Seat
from tengen.match.service import Games, LoadedGame, Occupant
from tengen.people import PeopleCode, PeopleError, Save, SavedGame, SavedSeat, SaveSigner
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
        accounts = await self._saves.registered({BLACK: match.first.owner, WHITE: match.second.owner})

        def saved(color: Color, seat: Seat) -> SavedSeat:
            account = accounts.get(color)
            return SavedSeat(account.account_id if account else None, seat.name, seat.player)

        return saved(BLACK, match.first), saved(WHITE, match.second)

    async def open(self, save_id: str, present: Present, client: str) -> LoadedGame:
        """The game of a save, to be played on by the accounts that had its seats."""
        opened = await self._saves.open(save_id, _ids(present))
        loaded = await self._files.loaded_save(opened.content, client)
        found = {occupant.owner: occupant for occupant in present}
        seats = {color: opened.save.seat(color) for color in COLORS}
        owners = {color: found[seat.account_id] for color, seat in seats.items() if seat.account_id is not None}
        players = _players(seats, {})
        return replace(loaded, black=players.black, white=players.white, owners=owners)

    async def rename(self, save_id: str, name: str, present: Present) -> SaveOut:
        """Call a save something else."""
        return _shown(await self._saves.rename(save_id, name, _ids(present)), present)

    async def delete(self, save_id: str, present: Present) -> None:
        """Delete a save."""
        await self._saves.delete(save_id, _ids(present))

    async def file(self, save_id: str, present: Present, client: str) -> bytes:
        """A save as a file of its own, signed where it names accounts."""
        opened = await self._saves.read(save_id, _ids(present))
        seats = {color: opened.save.seat(color) for color in COLORS}
        accounts = {color: seat.account_id for color, seat in seats.items() if seat.account_id is not None}
        return await self._signed(opened.content, _players(seats, self._pseudonyms(accounts)), client)

    async def record(self, match: Match, client: str) -> bytes:
        """A match as a save file, signed where accounts have seats in it."""
        seats = {color: match.seat(color) for color in COLORS}
        accounts = await self._saves.registered({color: seat.owner for color, seat in seats.items()})
        ids = {color: account.account_id for color, account in accounts.items()}
        return await self._signed(match, _players(seats, self._pseudonyms(ids)), client)

    def _pseudonyms(self, account_ids: Mapping[Color, str]) -> Mapping[Color, str]:
        return {color: self._signer.pseudonym_of(account_id) for color, account_id in account_ids.items()}

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


def _players(seats: Mapping[Color, Seat] | Mapping[Color, SavedSeat], pseudonyms: Mapping[Color, str]) -> Players:
    """Who has these seats, as files name them, with the accounts of these pseudonyms."""
    black, white = (_participant(seats[color], pseudonyms.get(color, "")) for color in COLORS)
    return Players(black, white)


def _participant(seat: Seat | SavedSeat, pseudonym: str) -> Participant:
    is_nameless_program = seat.player != HUMAN and seat.name in ("", seat.player)
    name = program_name(seat.player) if is_nameless_program else seat.name
    return Participant(name, player=seat.player, account=pseudonym)


def _nobody(match: Match) -> Players:
    """The players of a match without names: those stand beside a save, where a deleted account can be taken out."""
    black, white = (Participant(player=match.seat(color).player) for color in COLORS)
    return Players(black, white)
