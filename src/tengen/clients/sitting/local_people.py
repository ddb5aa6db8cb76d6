"""People at this machine: accounts and saves of the data folder, games in this process, and what these count for."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from dataclasses import replace
from time import time_ns
from typing import Any

from tengen.clients.play import Game, Games, Seats, monotonic_ms
from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.folder import PeopleTrouble
from tengen.clients.sitting.folder_accounts import FolderAccounts, Owners
from tengen.clients.sitting.people import Beginning, People, PersonHere, SaveEntry
from tengen.clients.sitting.record_files import today
from tengen.clients.sitting.said import HasWords
from tengen.clients.sitting.saved_games import end_of, record_of_save, saved_game, signed_file
from tengen.core import COLORS, ErrorCode, GameError, Record, find_kind
from tengen.formats.save import FORMAT as SAVE
from tengen.match import Match
from tengen.people import Account, PeopleCode, PeopleError, Save
from tengen.players import HUMAN
from tengen.storage import ended_game


class LocalPeople(People):
    """Those at this screen, with the data folder that this client has taken; without it they are guests alone."""

    def __init__(
        self,
        accounts: FolderAccounts | None,
        *,
        now: Callable[[], int] = monotonic_ms,
        seed: int | None = None,
        pace_ms: int = 0,
        on_trouble: Callable[[HasWords], None] = lambda _: None,
    ) -> None:
        """`accounts` is None where another program has the folder. `on_trouble` hears of a result that was not kept."""
        self._accounts = accounts
        self._games = LocalGames(now, seed=seed, pace_ms=pace_ms, on_end=self._note_end)
        self._on_trouble = on_trouble
        self._result_ids: dict[str, str] = {}
        self._counting: set[asyncio.Task[None]] = set()

    @property
    def games(self) -> Games:
        return self._games

    @property
    def can_log_in(self) -> bool:
        return self._accounts is not None

    @property
    def present(self) -> tuple[PersonHere, ...]:
        return tuple(map(_here, self._accounts.present)) if self._accounts is not None else ()

    async def log_in(self, name: str, password: str, code: str | None = None) -> None:
        await self._folder.log_in(name, password, code)

    async def register(self, name: str, password: str, invite: str | None = None) -> None:
        await self._folder.register(name, password, invite)

    async def log_out(self, person: PersonHere | None = None) -> None:
        account = None if person is None else self._folder.account(person.account_id)
        if person is not None and account is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        await self._folder.log_out(account)

    # --- games

    async def begin(self, beginning: Beginning) -> Game:
        game = await self._games.new(beginning.game)
        self._seat(game, Owners(*(self._account(beginning.people.get(color)) for color in COLORS)))
        return game

    async def next_of(self, game: Game) -> Game:
        view = game.view
        if view.next_id is None:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        following = await self._games.open(view.next_id)
        owners = self._owners(game)
        is_swapped = (await game.record()).replay().game.state.swapped
        black, white = (owners.of(color, swapped=is_swapped) for color in COLORS)
        self._seat(following, Owners(white, black))
        return following

    async def go_on(self, record: Record) -> Game:
        if record.seal is None:
            return await self._loaded(record, Owners())
        if self._accounts is None:
            raise PeopleError(PeopleCode.WRONG_PLAYERS)
        return await self._loaded(record, self._accounts.owners_in(record, swapped=end_of(record).swapped))

    async def file_of(self, game: Game) -> bytes:
        record, owners = await game.record(today()), self._owners(game)
        if self._accounts is None or not owners.are_any:
            return SAVE.write((record,)).data
        return signed_file(record, owners, self._accounts.signer())

    async def _loaded(self, record: Record, owners: Owners) -> Game:
        """Go on with a game; accounts are called by the names that they have now."""
        swapped = end_of(record).swapped
        offered = self._games.players(find_kind(record.ruleset.KIND))
        players, names = {}, {}
        for color, there in zip(COLORS, (record.black, record.white), strict=True):
            account = owners.of(color, swapped=swapped)
            players[color] = there.player if there.player in offered else HUMAN  # no file starts any other program
            names[color] = account.name if account else " ".join(there.name.split())
        game = await self._games.load(record, Seats(players, names))
        self._seat(game, owners)
        return game

    # --- saves

    async def saves(self) -> tuple[SaveEntry, ...]:
        return tuple(map(self._entry, await self._folder.saves()))

    async def save(self, game: Game, name: str, *, overwrite: bool) -> SaveEntry:
        kept = saved_game(await game.record(today()), self._owners(game))
        return self._entry(await self._folder.save(name, kept, overwrite=overwrite))

    async def open(self, save: SaveEntry) -> Game:
        folder = self._folder
        opened = await folder.open(save.save_id)
        kept = opened.save
        record = record_of_save(opened.content, *(kept.seat(color) for color in COLORS))
        owners = Owners(folder.account(kept.first.account_id), folder.account(kept.second.account_id))
        return await self._loaded(record, owners)

    async def rename(self, save: SaveEntry, name: str) -> SaveEntry:
        return self._entry(await self._folder.rename(save.save_id, name))

    async def delete(self, save: SaveEntry) -> None:
        await self._folder.delete(save.save_id)

    def _entry(self, save: Save) -> SaveEntry:
        seats = {color: save.seat(color) for color in COLORS}
        owner = self._folder.account(save.owner_id)
        return SaveEntry(
            save.save_id,
            save.name,
            save.kind,
            save.size,
            {color: seat.name for color, seat in seats.items()},
            {color: seat.player for color, seat in seats.items()},
            save.moves,
            save.cells,
            save.changed_at,
            "" if owner is None else owner.name,
        )

    # --- ends

    def _note_end(self, match: Match) -> None:
        """A game has come to an end: what it counts for is kept, while everything else goes on."""
        owners = Owners() if self._accounts is None else self._accounts.owners_of(match.match_id)
        people = sum(seat.is_human for seat in (match.first, match.second))
        accounts = sum(owner is not None for owner in (owners.first, owners.second))
        if accounts and accounts == people:  # beside a guest nobody is counted, as on a server
            self._begin(self._count(match, owners))

    async def _count(self, match: Match, owners: Owners) -> None:
        result_id = self._result_ids.setdefault(match.match_id, secrets.token_urlsafe(16))
        first, second = (
            replace(seat, owner=None if owner is None else owner.account_id)
            for seat, owner in ((match.first, owners.first), (match.second, owners.second))
        )
        is_shared = first.is_human and second.is_human
        told = ended_game(replace(match, match_id=result_id, first=first, second=second, one_screen=is_shared))
        since_1970 = time_ns() // 1_000_000 - self._games.now()
        told = replace(told, begun_at=told.begun_at + since_1970, ended_at=told.ended_at + since_1970)
        try:
            await self._folder.count(told)
        except PeopleTrouble as trouble:
            self._on_trouble(trouble)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._counting.add(task)
        task.add_done_callback(self._counting.discard)

    async def close(self) -> None:
        await self._games.close()
        await asyncio.gather(*self._counting)
        if self._accounts is not None:
            await self._accounts.close()

    # --- who is whose

    @property
    def _folder(self) -> FolderAccounts:
        if self._accounts is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        return self._accounts

    def _account(self, person: PersonHere | None) -> Account | None:
        return None if person is None else self._folder.account(person.account_id)

    def _seat(self, game: Game, owners: Owners) -> None:
        if self._accounts is not None:
            self._accounts.take_seats(game.view.game_id, owners)

    def _owners(self, game: Game) -> Owners:
        return Owners() if self._accounts is None else self._accounts.owners_of(game.view.game_id)


def _here(account: Account) -> PersonHere:
    return PersonHere(account.name, account.account_id)
