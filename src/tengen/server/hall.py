"""Where everything that serves a call is found, and the few steps between a call and the matches.

Routes and sockets ask the hall; the hall asks `Matches`. It knows who may sit where and under which id a match is
called, and nothing of HTTP answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from tengen.core import Color, ErrorCode, GameError, Point, Record
from tengen.formats import ReadLimits, write
from tengen.match import Match, RequestKind, Seat
from tengen.match.service.identifiers import watch_id_of
from tengen.match.service.ledger import Answer
from tengen.match.service.matches import Matches
from tengen.match.service.timing import SystemTime
from tengen.protocol import (
    Asked,
    JoinIn,
    LoadIn,
    LoadSaveIn,
    SeatsIn,
    ServerCode,
    Started,
    StartIn,
    State,
    Surroundings,
    View,
    Viewer,
    color_of,
    command_of,
    record_of,
    state_of,
    view_of,
)
from tengen.server.arenas import Arenas
from tengen.server.health import StoreHealth
from tengen.server.http.rates import Rates
from tengen.server.http.turns import Turns
from tengen.server.invitations import Invitations
from tengen.server.match_log import log_begin, log_save
from tengen.server.metrics import Metrics
from tengen.server.pruning import Pruning
from tengen.server.refusals import ServerRefusal
from tengen.server.seats import asker, clean_name, rules_of_start, seats_of, seats_of_record
from tengen.server.secret import read_secret
from tengen.server.settings import Settings
from tengen.server.stores import Stores, open_stores
from tengen.server.ws.open_sockets import OpenSockets


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls. A stranger owns nothing; a guest that was just made has a token to be given.

    Who calls in the clear from a public address is exposed: everybody on the way would have the token, too.
    """

    owner: str | None = None
    name: str = ""
    new_token: str | None = None
    is_exposed: bool = False


@dataclass(frozen=True, slots=True)
class CallKey:
    """The key under which a call may be sent again: what is asked, and the address that it came from."""

    what: str
    address: str


def _message_id(key: CallKey | None, owner: str | None) -> str | None:
    """Under what a match remembers a call: a guest's wherever it came from, a stranger's with the address."""
    if key is None:
        return None
    return key.what if owner is not None else f"{key.address} {key.what}"


STRANGER: Final = Caller()
EXPOSED: Final = Caller(is_exposed=True)
_GUEST_NAME: Final = "Guest"
_UPLOADS_AT_ONCE: Final = 2
_UPLOADS_WAITING: Final = 8
"""To read what somebody else has written down costs more than anything else that a stranger may ask for."""
_FILES_AT_ONCE: Final = 2
_FILES_WAITING: Final = 64
"""Records and pictures of matches; a page may show many."""


class Hall:
    """Everything one server has. Used between `running()` and its end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.rates = Rates(settings)
        self.metrics = Metrics()
        self.arenas = Arenas(settings.arenas_folder)
        self.port = settings.port
        self.sockets = OpenSockets()
        self.uploads = Turns(_UPLOADS_AT_ONCE, _UPLOADS_WAITING)
        self.files = Turns(_FILES_AT_ONCE, _FILES_WAITING)
        self.read_limits = ReadLimits(settings.upload_nodes, settings.upload_points)
        self._stores: Stores
        self.matches: Matches
        self.health: StoreHealth
        self._invitations: Invitations

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the store and go on with all matches; at the end finish what is being written."""
        self._invitations = Invitations(read_secret(self.settings.secret, self.settings.prepare_data_dir()))
        async with open_stores(self.settings) as self._stores:
            self.matches = self._stores.matches
            self.health = StoreHealth(self._stores.database.check_writable)
            now = SystemTime().wall_ms
            pruning = Pruning(self.settings, self.matches, self._stores.sessions, now)
            watching = self.sockets.watch(self.settings.write_timeout_s)
            tasks = [asyncio.create_task(work) for work in (watching, pruning.run())]
            try:
                yield
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks)

    # --- callers

    async def caller_of(self, token: str, *, is_needed: bool = True) -> Caller:
        """Whose token this is. One that is nobody's is refused where it is needed."""
        account = await self._stores.sessions.find(token)
        if account is not None:
            return Caller(account.account_id, account.name)
        if is_needed:
            raise ServerRefusal(ServerCode.BAD_TOKEN)
        return STRANGER

    async def ensure_guest(self, caller: Caller, name: str | None) -> Caller:
        """The caller, made a guest if a stranger; with another name for this once if one is given.

        Raises NEEDS_TLS where a guest could not be known again.
        """
        if caller.is_exposed:
            raise ServerRefusal(ServerCode.NEEDS_TLS)
        shown = clean_name(name) if name else ""
        if caller.owner is not None:
            return replace(caller, name=shown) if shown else caller
        session = await self._stores.sessions.begin_as_guest(shown or _GUEST_NAME)
        return Caller(session.account.account_id, session.account.name, session.token)

    # --- matches as a whole

    async def start(self, body: StartIn, caller: Caller, key: CallKey | None) -> tuple[Caller, Started]:
        """Begin a match. Whoever sits down becomes a guest, once it is known that the match is possible."""
        ruleset = rules_of_start(body)
        caller, first, second = await self._seated(body, ruleset.KIND, caller)
        control = body.clock.control() if body.clock else None
        message_id = _message_id(key, caller.owner)
        answer = await self.matches.create(
            ruleset, first, second, control=control, caller=caller.owner, message_id=message_id
        )
        return caller, self._started(answer, is_loaded=False)

    async def _seated(self, seats: SeatsIn, kind: str, caller: Caller) -> tuple[Caller, Seat, Seat]:
        seats_of(seats, kind, None, "")
        if seats.seat is not None:
            caller = await self.ensure_guest(caller, seats.name)
        return caller, *seats_of(seats, kind, caller.owner, caller.name)

    async def load(self, body: LoadIn, caller: Caller, key: CallKey | None) -> tuple[Caller, Started]:
        """Begin a match from a record. Nobody owns its seats unless others are asked for."""
        limits = replace(self.read_limits, actions=self.matches.most_actions)
        record = await asyncio.to_thread(record_of, body, limits)
        setup, actions = record.latest_stretch()
        control = record.control
        seats = body.seats if isinstance(body, LoadSaveIn) else None
        if seats is None:
            first, second = seats_of_record(record)
        else:
            caller, first, second = await self._seated(seats, record.ruleset.KIND, caller)
            control = seats.clock.control() if seats.clock else None
        owner = caller.owner if seats is not None else None
        answer = await self.matches.create(
            record.ruleset,
            first,
            second,
            setup=setup,
            control=control,
            actions=actions,
            outcome=record.result,
            caller=owner,
            message_id=_message_id(key, owner),
        )
        return caller, self._started(answer, is_loaded=True)

    def _started(self, answer: Answer, *, is_loaded: bool) -> Started:
        match = answer.match
        if not answer.is_repeat:
            log_begin(match, is_loaded=is_loaded)
        self.metrics.started.labels(match.ruleset.KIND).inc()
        state = state_of(match, match.match_id, self.matches.now())
        watch_id = watch_id_of(match.match_id)
        return Started(game_id=match.match_id, watch_id=watch_id, state=state, invite=self._invite(match))

    def _invite(self, match: Match) -> str | None:
        """The token for the open seat, if there is one."""
        for is_first, seat in ((True, match.first), (False, match.second)):
            if seat.is_open:
                return self._invitations.token(match, is_first)
        return None

    async def view(self, game_id: str, caller: Caller) -> View:
        """The match as this caller sees it. Whoever holds a seat may invite somebody to the open one."""
        match_id, is_watching = await self.resolved(game_id)
        match = await self.matches.snapshot(match_id)
        invite = None if is_watching else self.invite_by(match, caller)
        viewer = Viewer(game_id, caller.owner, is_watching, invite)
        attendance, proposed = self.matches.attendance(match_id), self.matches.proposed_dead(match_id)
        return view_of(match, viewer, Surroundings(self.matches.now(), attendance, proposed))

    def invite_by(self, match: Match, caller: Caller) -> str | None:
        """The token for the open seat, for whoever sits opposite."""
        is_player = caller.owner is not None and caller.owner in (match.first.owner, match.second.owner)
        return self._invite(match) if is_player else None

    async def state(self, game_id: str) -> State:
        """The match called by this id, to play or to watch."""
        return self._shown(await self._looked_at(game_id), game_id)

    async def record(self, game_id: str) -> Record:
        """The match written down."""
        return (await self._looked_at(game_id)).record()

    async def save(self, game_id: str, ending: str) -> bytes:
        """The match as a file with this ending. Raises BAD_RECORD for one that cannot hold it."""
        match = await self._looked_at(game_id)
        written = await asyncio.to_thread(write, ending, [match.record()])
        log_save(match, ending)
        return written.data

    async def _looked_at(self, game_id: str) -> Match:
        match_id, _ = await self.resolved(game_id)
        return await self.matches.snapshot(match_id)

    async def resolved(self, game_id: str) -> tuple[str, bool]:
        """The match's own id, and whether this one is only for watching. Raises NO_SUCH_GAME."""
        try:
            await self.matches.snapshot(game_id)
        except GameError as error:
            if error.code is not ErrorCode.NO_SUCH_GAME:
                raise
            return await self.matches.watched(game_id), True
        return game_id, False

    def is_pass_and_play(self, game_id: str) -> bool:
        """Whether this is the id of a match in memory whose seats belong to whoever holds it."""
        match = self.matches.find(game_id)
        return match is not None and match.is_pass_and_play

    def _shown(self, match: Match, game_id: str) -> State:
        return state_of(match, game_id, self.matches.now())

    # --- what is done to a match over REST

    async def move(
        self, game_id: str, caller: Caller, point: Point, *, ply: int | None, revision: int | None, key: CallKey | None
    ) -> State:
        """Place a stone for the side to move."""
        match = await self._playable(game_id)
        if ply is not None and revision is None:
            revision = match.revision if ply == match.timeline.cursor else -1
        command = command_of(asker(match, caller.owner), "place", [point])
        return await self._done(match, caller, command, revision, key)

    async def ask(self, game_id: str, caller: Caller, kind: RequestKind, key: CallKey | None) -> State:
        """Ask for something about the course of the game, for whichever side the caller has."""
        match = await self._playable(game_id)
        return await self._done(match, caller, command_of(asker(match, caller.owner), str(kind)), None, key)

    async def act(
        self,
        game_id: str,
        caller: Caller,
        player: Color,
        type_: str,
        *,
        points: Sequence[Point] = (),
        choice: str | None = None,
        revision: int | None = None,
        key: CallKey | None = None,
    ) -> State:
        """Do or ask anything, for a side that is named."""
        command = command_of(player, type_, points, choice)
        return await self._done(await self._playable(game_id), caller, command, revision, key)

    async def join(self, game_id: str, caller: Caller, body: JoinIn, key: CallKey | None) -> tuple[Caller, State]:
        """Take an open seat with its invitation; whoever sits down becomes a guest."""
        match = await self._playable(game_id)
        color = color_of(body.seat)
        if not self._invitations.fits(body.invite, match, match.state.is_first_seat(color)):
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        caller = await self.ensure_guest(caller, body.name)
        if caller.owner is None:  # a guest is somebody, and a seat of nobody would be everybody's
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        message_id = _message_id(key, caller.owner)
        answer = await self.matches.join(match.match_id, color, caller.name, caller=caller.owner, message_id=message_id)
        return caller, self._shown(answer.match, game_id)

    async def _playable(self, game_id: str) -> Match:
        """The match of an id that lets people play. Raises NOT_YOUR_SEAT for one that is only for watching."""
        match_id, watching = await self.resolved(game_id)
        if watching:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        return await self.matches.snapshot(match_id)

    async def _done(
        self, match: Match, caller: Caller, command: Asked, revision: int | None, key: CallKey | None
    ) -> State:
        message_id = _message_id(key, caller.owner)
        answer = await self.matches.act(
            match.match_id, command, caller=caller.owner, revision=revision, message_id=message_id
        )
        refuse_if_late(answer)
        return self._shown(answer.match, match.match_id)


def refuse_if_late(answer: Answer) -> None:
    """A flag had fallen before: what was asked was not done."""
    if answer.was_too_late:
        raise GameError(ErrorCode.GAME_OVER)


def hall_of(connection: HTTPConnection) -> Hall:
    """The hall of the application that a call came to."""
    hall: Hall = connection.app.state.hall
    return hall


def _hall(request: Request) -> Hall:
    return hall_of(request)


HallHere = Annotated[Hall, Depends(_hall)]
