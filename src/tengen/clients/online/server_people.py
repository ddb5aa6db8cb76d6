"""People at this screen whose accounts, games and saves are on a server: one session, which may be of two."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar
from urllib.parse import quote

from tengen.clients.online.bodies import body_of
from tengen.clients.online.saves import entry_of
from tengen.clients.play import Game, Games, Seats, ServerTrouble, Trouble, monotonic_ms
from tengen.clients.play.remote import RemoteGames, Rest, ServerAddress, game_path, name_of
from tengen.clients.sitting.people import Beginning, People, PersonHere, SaveEntry
from tengen.core import BLACK, COLORS, WHITE, Color, ErrorCode, GameError, Record, find_kind
from tengen.people import PeopleCode, PeopleError
from tengen.players import HUMAN
from tengen.protocol import (
    LogInIn,
    LogOutIn,
    Me,
    RegisterIn,
    RenameSaveIn,
    SaveDeleted,
    SaveIn,
    SaveOut,
    SavesAnswer,
    Started,
)

MOST_SAVES: Final = 1000
"""So many saves are shown of those that a server lists."""
_LEAVING_S: Final = 1.0
"""So long a client that is closed waits for the server to end its session."""
_SAVES: Final = "/api/saves"

_T = TypeVar("_T")


class ServerPeople(People):
    """Those at this screen, by one session of a server. Who has not logged in is a guest there. Made by `connect`.

    Where the session was ended from elsewhere, whatever is asked next is refused with the trouble SESSION; then nobody
    is here any more, as after `log_out`.
    """

    def __init__(self, games: RemoteGames, me: Me) -> None:
        self._games = games
        self._me = me
        self._told: list[Callable[[], None]] = []
        self._known_token = games.token
        self._entering = asyncio.Lock()
        self._refreshing: asyncio.Task[None] | None = None
        self._is_closed = False
        games.rest.on_session_end = self.refresh_soon

    @classmethod
    async def connect(cls, address: ServerAddress, now: Callable[[], int] = monotonic_ms) -> ServerPeople:
        """Nobody has logged in yet. Raises ServerTrouble."""
        games = await RemoteGames.connect(address, now)
        try:
            return cls(games, await _who(games.rest))
        except BaseException:
            await games.close()
            raise

    @property
    def rest(self) -> Rest:
        """The calls of the server, as who is here now."""
        return self._games.rest

    @property
    def address(self) -> ServerAddress:
        """Where the server is."""
        return self._games.address

    @property
    def registration(self) -> str:
        """Who may make an account: `open`, `invite` or `closed`."""
        return self._me.registration

    @property
    def guest_name(self) -> str | None:
        """What the server calls whoever is here without an account; None where somebody has logged in."""
        return name_of(self._me.name or "") if self._me.is_guest else None

    def on_change(self, tell: Callable[[], None]) -> Callable[[], None]:
        """Be told when somebody has come or gone, until the answer is called."""
        self._told.append(tell)
        return lambda: self._told.remove(tell)

    def refresh_soon(self) -> None:
        """Ask the server who is here: a session may have been ended from elsewhere."""
        if not self._is_closed and (self._refreshing is None or self._refreshing.done()):
            self._refreshing = asyncio.get_running_loop().create_task(self._refresh())

    async def _refresh(self) -> None:
        async with self._entering:
            with suppress(ServerTrouble, GameError, PeopleError):
                try:
                    self._take(await _who(self.rest))
                except ServerTrouble as trouble:
                    if trouble.trouble is not Trouble.SESSION:
                        raise
                    await self._become_guest()

    async def asked(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """What a call answers; where the session is over, nobody is here any more. Raises what the call raises."""
        try:
            return await call()
        except ServerTrouble as trouble:
            if trouble.trouble is Trouble.SESSION:
                await self._refresh()
            raise

    # --- who is here

    @property
    def games(self) -> Games:
        return self._games

    @property
    def present(self) -> tuple[PersonHere, ...]:
        me = self._me
        if me.is_guest or me.name is None:
            return ()
        names = (me.name,) if me.beside is None else (me.name, me.beside.name)
        return tuple(PersonHere(name_of(name)) for name in names)

    @property
    def can_log_in(self) -> bool:
        return True

    async def log_in(self, name: str, password: str, code: str | None = None) -> None:
        body = body_of(
            LogInIn,
            PeopleError(PeopleCode.BAD_LOGIN),
            name=name,
            password=password,
            code=code or None,
            beside=bool(self.present),
        )
        await self._enter("/api/auth/login", body)

    async def register(self, name: str, password: str, invite: str | None = None) -> None:
        checked = body_of(RegisterIn, PeopleError(PeopleCode.BAD_NAME), name=name, password="")
        body = body_of(
            RegisterIn,
            PeopleError(PeopleCode.BAD_PASSWORD),
            name=checked.name,
            password=password,
            invite=invite or None,
            beside=bool(self.present),
        )
        await self._enter("/api/auth/register", body)

    async def log_out(self, person: PersonHere | None = None) -> None:
        if not self.present or (person is not None and person not in self.present):
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        is_all = person is None or len(self.present) == 1
        await self._enter("/api/auth/logout", LogOutIn(name=None if is_all or person is None else person.name))

    async def _enter(self, path: str, body: LogInIn | RegisterIn | LogOutIn) -> None:
        """Somebody comes or goes. An answer that was lost may have ended the session: then it is tried as a guest."""
        async with self._entering:
            try:
                me = await self.rest.enter(path, body, Me)
            except ServerTrouble as trouble:
                if trouble.trouble is not Trouble.SESSION:
                    raise
                await self._become_guest()
                if isinstance(body, LogOutIn):
                    return
                me = await self.rest.enter(path, body.model_copy(update={"beside": False}), Me)
            if self.rest.token is None:
                await self._become_guest()
            else:
                self._take(me)

    async def _become_guest(self) -> None:
        """The session is over: nobody is here but a guest."""
        self.rest.token = None
        await self.rest.become_guest()
        self._take(await _who(self.rest))

    def _take(self, me: Me) -> None:
        before, self._me = (self._known_token, _names(self._me)), me
        self._known_token = self.rest.token
        if before[0] != self._known_token:
            self._games.renew()
        if before != (self._known_token, _names(me)):
            for tell in tuple(self._told):
                tell()

    # --- games

    async def begin(self, beginning: Beginning) -> Game:
        wanted = beginning.game
        seats = self._owned(wanted.seats, beginning.people)
        return await self.asked(lambda: self._games.new(replace(wanted, seats=seats)))

    def _owned(self, seats: Seats, people: Mapping[Color, PersonHere]) -> Seats:
        """The seats with those owned that people here have: both, or the one opposite a program."""
        if seats.own is not None or not people:
            return seats
        first = next((color for color, person in people.items() if person == self.present[0]), None)
        if first is None:
            return seats
        if len(people) == len(COLORS):
            return replace(seats, own=first, beside=True)
        return seats if seats.player(first.other) == HUMAN else replace(seats, own=first)

    async def next_of(self, game: Game) -> Game:
        next_id = game.view.next_id
        if next_id is None:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        return await self.asked(lambda: self._games.open(next_id))

    async def go_on(self, record: Record) -> Game:
        if record.seal is not None:
            return await self.asked(lambda: self._games.load(record, Seats()))
        offered = self._games.players(find_kind(record.ruleset.KIND))
        there = {BLACK: record.black, WHITE: record.white}
        seats = Seats(
            {color: seat.player if seat.player in offered else HUMAN for color, seat in there.items()},
            {color: " ".join(seat.name.split()) for color, seat in there.items()},
        )
        return await self.asked(lambda: self._games.load(record, seats))

    async def file_of(self, game: Game) -> bytes:
        return await self.asked(lambda: self.rest.get(f"{game_path(game.view.game_id)}/record.json"))

    # --- saves

    async def saves(self) -> tuple[SaveEntry, ...]:
        self._insist()
        found = await self.asked(lambda: self.rest.get_as(_SAVES, SavesAnswer))
        entries = map(entry_of, found.saves[:MOST_SAVES])
        return tuple(entry for entry in entries if entry is not None)

    async def save(self, game: Game, name: str, *, overwrite: bool) -> SaveEntry:
        self._insist()
        fields = {"game_id": game.view.game_id, "name": name, "overwrite": overwrite}
        body = body_of(SaveIn, PeopleError(PeopleCode.BAD_NAME), **fields)
        return self._entry(await self.asked(lambda: self.rest.post(_SAVES, body, SaveOut)))

    async def open(self, save: SaveEntry) -> Game:
        self._insist()
        started = await self.asked(lambda: self.rest.post(_path(save, "open"), None, Started))
        return await self._games.open(started.game_id)

    async def rename(self, save: SaveEntry, name: str) -> SaveEntry:
        self._insist()
        body = body_of(RenameSaveIn, PeopleError(PeopleCode.BAD_NAME), name=name)
        return self._entry(await self.asked(lambda: self.rest.post(_path(save, "rename"), body, SaveOut)))

    async def delete(self, save: SaveEntry) -> None:
        self._insist()
        await self.asked(lambda: self.rest.delete(_path(save), SaveDeleted))

    def _entry(self, save: SaveOut) -> SaveEntry:
        entry = entry_of(save)
        if entry is None:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self.address.url)
        return entry

    def _insist(self) -> None:
        if not self.present:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)

    async def close(self) -> None:
        self._is_closed = True
        if self._refreshing is not None:
            self._refreshing.cancel()
            await asyncio.gather(self._refreshing, return_exceptions=True)
        await asyncio.gather(self._say_goodbye(), self._games.close_games())
        await self._games.close()

    async def _say_goodbye(self) -> None:
        """End the session, if the server takes it in time; else it ends by itself."""
        if self.present:
            with suppress(ServerTrouble, PeopleError, GameError, TimeoutError):
                async with asyncio.timeout(_LEAVING_S):
                    await self.rest.enter("/api/auth/logout", LogOutIn(), Me)


async def _who(rest: Rest) -> Me:
    return await rest.get_as("/api/auth/me", Me)


def _names(me: Me) -> tuple[str | None, bool, str | None]:
    return me.name, me.is_guest, None if me.beside is None else me.beside.name


def _path(save: SaveEntry, call: str = "") -> str:
    return f"{_SAVES}/{quote(save.save_id, safe='')}{f'/{call}' if call else ''}"
