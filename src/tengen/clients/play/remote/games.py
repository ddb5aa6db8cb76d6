"""The games of a server: begun, loaded, joined and watched by one guest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import msgspec

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.port import Game, Games, NewGame, Seats
from tengen.clients.play.remote.address import ServerAddress, is_id
from tengen.clients.play.remote.game import RemoteGame, game_path
from tengen.clients.play.remote.rest import Rest
from tengen.clients.play.remote.view import name_of
from tengen.clients.play.steady_time import monotonic_ms
from tengen.clients.play.view import Invitation
from tengen.core import BLACK, COLORS, WHITE, Color, ErrorCode, GameError, GameKind, Record, TimeControl
from tengen.core.errors import shown
from tengen.formats.save import FORMAT as SAVE
from tengen.players import HUMAN
from tengen.protocol import (
    NAMES,
    ClockIn,
    JoinIn,
    LoadSaveIn,
    NamesIn,
    PlayersIn,
    SeatsIn,
    Started,
    StartIn,
    StateAnswer,
)

_MOST_PLAYERS: Final = 500
_LONGEST_NAME: Final = 40


class _Kind(msgspec.Struct):
    name: str
    players: list[str]


class _Kinds(msgspec.Struct):
    kinds: list[_Kind]


class RemoteGames(Games):
    """A server as a place to play. Made by `connect`."""

    def __init__(self, rest: Rest, players: dict[str, tuple[str, ...]], now: Callable[[], int]) -> None:
        self._rest, self._players, self._now = rest, players, now
        self._games: list[RemoteGame] = []

    @classmethod
    async def connect(
        cls,
        address: ServerAddress,
        now: Callable[[], int] = monotonic_ms,
        *,
        token: str | None = None,
    ) -> RemoteGames:
        """The games of a server, as the guest of this token or a new one. Raises ServerTrouble."""
        rest = Rest(address)
        try:
            await rest.check_version()
            rest.token = token
            await rest.become_guest()
            kinds = msgspec.json.decode(await rest.get("/api/kinds"), type=_Kinds)
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            await rest.close()
            raise ServerTrouble(Trouble.NOT_TENGEN, address=address.url) from None
        except BaseException:
            await rest.close()
            raise
        players = {kind.name: tuple(map(name_of, kind.players[:_MOST_PLAYERS])) for kind in kinds.kinds}
        return cls(rest, players, now)

    @property
    def address(self) -> ServerAddress:
        """Where the server is."""
        return self._rest.address

    @property
    def rest(self) -> Rest:
        """The calls of the server."""
        return self._rest

    @property
    def token(self) -> str | None:
        """What makes this client the same guest again."""
        return self._rest.token

    def renew(self) -> None:
        """Follow all games as whoever has the token now."""
        for game in self._games:
            game.renew()

    def now(self) -> int:
        return self._now()

    def players(self, kind: GameKind) -> tuple[str, ...]:
        return self._players.get(kind.name, ())

    def check_player(self, kind: GameKind, name: str) -> None:
        offered = self.players(kind)
        if name != HUMAN and name not in offered:
            raise GameError(ErrorCode.BAD_PLAYER, text=shown(name), players=", ".join(offered))

    async def new(self, wanted: NewGame) -> Game:
        for color in COLORS:
            self.check_player(wanted.kind, wanted.seats.player(color))
        ruleset = wanted.kind.rules.parse(wanted.size, wanted.rules)
        seats = _seats_in(wanted.seats)
        body = StartIn(
            game_type=wanted.kind.name.upper(),
            board_size=ruleset.size,
            rules=ruleset.options(),
            players=seats.players,
            clock=seats.clock,
            seat=seats.seat,
            beside=seats.beside,
            name=seats.name,
            names=seats.names,
        )
        started = await self._rest.post("/api/game/start", body, Started)
        return await self._follow(started.game_id)

    async def load(self, record: Record, seats: Seats) -> Game:
        if record.seal is not None:  # whose game it is the server says, and who may go on with it
            body = LoadSaveIn(save=record.seal.text)
        else:
            save = msgspec.json.decode(SAVE.write((record,)).data, type=dict[str, object])
            body = LoadSaveIn(save=save, seats=_seats_in(seats))
        started = await self._rest.post("/api/game/load", body, Started)
        return await self._follow(started.game_id)

    async def join(self, invitation: Invitation, name: str) -> Game:
        body = JoinIn(seat=NAMES[invitation.seat], invite=invitation.token, name=name[:_LONGEST_NAME] or None)
        await self._rest.post(f"{game_path(invitation.game_id)}/join", body, StateAnswer)
        return await self._follow(invitation.game_id)

    async def open(self, game_id: str) -> RemoteGame:
        return await self._follow(game_id)

    async def close(self) -> None:
        await self.close_games()
        await self._rest.close()

    async def close_games(self) -> None:
        """Follow no game any more; calls can still be made."""
        await asyncio.gather(*(game.close() for game in self._games))

    async def _follow(self, game_id: str) -> RemoteGame:
        if not is_id(game_id):
            raise GameError(ErrorCode.NO_SUCH_GAME)
        game = await RemoteGame.follow(self._rest, game_id, self._now)
        self._games.append(game)
        return game


def _seats_in(seats: Seats) -> SeatsIn:
    """The seats as the server is asked for them. People whose seats nobody owns may have names, and only they."""
    names = {NAMES[color]: _name(seats, color) for color in COLORS if seats.own is None}
    return SeatsIn(
        players=PlayersIn(BLACK=seats.player(BLACK), WHITE=seats.player(WHITE)),
        clock=None if seats.clock is None else clock_in(seats.clock),
        seat=None if seats.own is None else NAMES[seats.own],
        beside=seats.beside,
        name=None if seats.own is None else _name(seats, seats.own),
        names=NamesIn(BLACK=names.get("BLACK"), WHITE=names.get("WHITE")) if any(names.values()) else None,
    )


def _name(seats: Seats, color: Color) -> str | None:
    is_person = seats.player(color) == HUMAN
    return seats.names.get(color, "")[:_LONGEST_NAME] or None if is_person else None


def clock_in(control: TimeControl) -> ClockIn:
    """A time control as a server is asked for it."""
    return ClockIn(
        kind=control.kind.value,
        main_ms=control.main_ms,
        increment_ms=control.increment_ms,
        period_ms=control.period_ms,
        periods=control.periods,
        stones=control.stones,
    )
