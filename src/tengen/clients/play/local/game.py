"""A match in memory that a client plays: commands in, changes out, and the programs that have seats in it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final

from tengen.clients.play.changes import ChangeStream, Listeners, next_of
from tengen.clients.play.local.view import event_of, view_of_match
from tengen.clients.play.port import Game
from tengen.clients.play.view import Change, Connection, NoticeKind, ProgramNotice, View
from tengen.core import BLACK, LANGUAGES, Action, Color, ErrorCode, GameError, Point, Record
from tengen.match import (
    Command,
    Decline,
    Excuse,
    Forfeit,
    Match,
    Request,
    RequestKind,
    Tick,
    Unpause,
    decide,
    evolve,
)
from tengen.match.service import wants_proposal
from tengen.players import (
    Budget,
    EngineFault,
    Estimate,
    Failure,
    Player,
    Turn,
    dead_stones,
    drive_turn,
    estimate,
)

_JUDGING_MS: Final = 3_000
_ESTIMATING_MS: Final = 1_500


class LocalGame(Game):
    """Holds a match while it is played. Programs act in `advance`; `drive` calls it for clients that only look.

    Programs that play each other stand still while they are held; that is no event of the match, and what their
    clocks count meanwhile is charged to nobody.
    """

    def __init__(
        self,
        match: Match,
        players: tuple[Player | None, Player | None],
        now: Callable[[], int],
        *,
        on_rematch: Callable[[Match], None],
        on_end: Callable[[Match], None],
        pace_ms: int = 0,
    ) -> None:
        """`on_rematch` and `on_end` hear of the match that a rematch was agreed for, or that has come to an end.

        `pace_ms` is how long each position of programs that play each other stays at least.
        """
        self._match = match
        self._players = players
        self._now = now
        self._on_rematch = on_rematch
        self._on_end = on_end
        self._pace_ms = pace_ms
        self._repaced = asyncio.Event()
        self._listeners = Listeners[Change]()
        self._held_at: int | None = None
        self._fault: tuple[int, Color] | None = None
        self._notices: tuple[ProgramNotice, ...] = ()
        self._proposal: tuple[int, frozenset[Point]] | None = None
        self._estimate: tuple[int, Estimate] | None = None
        self.is_closed = False
        self._view = self._seen()
        self.moved_on = asyncio.Event()
        """Set whenever the match, or whether it is held, has changed."""

    @property
    def view(self) -> View:
        return self._view

    @property
    def is_held(self) -> bool:
        """Whether its programs stand still."""
        return self._held_at is not None

    @property
    def pace_ms(self) -> int:
        return self._pace_ms

    def set_pace(self, pace_ms: int) -> None:
        self._pace_ms = pace_ms
        self._repaced.set()

    def changes(self) -> ChangeStream:
        return self._listeners.add()

    # --- what people ask for

    async def act(self, action: Action) -> View:
        return self._do(action).view

    async def ask(self, request: RequestKind) -> View:
        following = f"{self._match.match_id}+{self._match.number}"
        self._do(Request(request, self._view.speaker or BLACK, following))
        if self._match.is_estimated and request is RequestKind.ESTIMATE:
            await self._work_out_estimate()
        return self._view

    async def decline(self, request: RequestKind) -> View:
        return self._do(Decline(request, self._view.speaker or BLACK)).view

    async def pause(self) -> View:
        if not self._match.is_between_programs:
            return await self.ask(RequestKind.PAUSE)
        if self._match.is_over:
            raise GameError(ErrorCode.GAME_OVER)
        if self.is_held:
            raise GameError(ErrorCode.NO_EFFECT)
        self._held_at = self._now()
        return self._tell().view

    async def unpause(self) -> View:
        if not self.is_held:
            return self._do(Unpause(self._view.speaker or BLACK)).view
        self._excuse()
        self._held_at = None
        return self._tell().view

    async def claim(self) -> View:
        raise GameError(ErrorCode.GAME_OVER if self._match.is_over else ErrorCode.NO_CLAIM)

    async def record(self, created: str | None = None) -> Record:
        return self._match.record(created)

    async def close(self) -> None:
        if self.is_closed:
            return
        self.is_closed = True
        self._view = self._seen()
        self._listeners.close()
        self.moved_on.set()
        for player in self._players:
            if player is not None:
                with suppress(Exception):  # whatever a player does, the client goes on
                    await player.close()

    # --- what happens by itself

    async def advance(self) -> Change:
        color = None if self.is_held or self.is_closed else self._view.program_due
        player = None if color is None else self._player(color)
        if color is None or player is None:
            return await next_of(self.changes())
        return await self._asked(color, player)

    def tick(self) -> None:
        """Judge a flag that may have fallen."""
        if self._match.clock is not None and not self.is_held and not self._match.is_over:
            self._do(Tick())

    def deadline(self) -> int | None:
        """When the running flag falls; None while none does."""
        is_running = not (self.is_held or self._match.is_over) and self._match.clock is not None
        return self._match.clock.deadline() if is_running and self._match.clock else None

    @property
    def needs_proposal(self) -> bool:
        """Whether people are to settle which stones are dead, and nobody has looked yet."""
        is_judged = self._proposal is not None and self._proposal[0] == self._match.revision
        return wants_proposal(self._match) and not is_judged

    async def propose(self) -> None:
        """Judge which stones look dead."""
        match = self._match
        dead = await dead_stones(Turn.of(match.timeline), Random(match.revision), _JUDGING_MS)
        if match.revision == self._match.revision:
            self._proposal = (match.revision, dead)
            self._tell()

    async def _work_out_estimate(self) -> None:
        """Find how the match stands now, unless that is known."""
        match = self._match
        if self._estimate is not None and self._estimate[0] == match.revision:
            return
        found = await estimate(Turn.of(match.timeline), Random(match.revision), _ESTIMATING_MS)
        if not self._is_stale(match.revision):
            self._estimate = (match.revision, found)
            self._tell()

    async def _asked(self, color: Color, player: Player) -> Change:
        """One deed of a program. An engine that fails is asked once more; whoever fails for good loses."""
        revision = self._match.revision
        name = self._match.seat(color).name
        began = self._now() if self._is_paced else None
        turn = Turn.of(self._match.timeline, color, may_resign=not self._match.is_between_programs)
        answer = await drive_turn(player, turn, Budget(clock=self._match.clock))
        if self._is_stale(revision):
            return Change(self._view)
        if isinstance(answer, Failure):
            return self._failed(color, answer)
        if began is not None:
            await self._shown_since(began)
            if self._is_stale(revision):
                return Change(self._view)
        try:
            return self._do(answer)
        except GameError as error:  # it played what is not allowed
            return self._do(Forfeit(color), (ProgramNotice(NoticeKind.FAILED, color, name, why=_why(error)),))

    def _failed(self, color: Color, failure: Failure) -> Change:
        match, name = self._match, self._match.seat(color).name
        why = _why(failure.error)
        if failure.may_be_asked_again and self._fault != (match.revision, color):
            self._fault = (match.revision, color)
            return self._tell((ProgramNotice(NoticeKind.ASKED_AGAIN, color, name, why=why),))
        return self._do(Forfeit(color), (ProgramNotice(NoticeKind.FAILED, color, name, why=why),))

    @property
    def _is_paced(self) -> bool:
        return self._pace_ms > 0 and self._match.is_between_programs

    async def _shown_since(self, began: int) -> None:
        """Wait until the position has been shown long enough, though the pace may change meanwhile."""
        while (left_ms := began + self._pace_ms - self._now()) > 0:
            self._repaced.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(left_ms / 1000):
                    await self._repaced.wait()

    def _is_stale(self, revision: int) -> bool:
        return self.is_closed or self._match.revision != revision

    # --- the match

    def _do(self, command: Command, notices: tuple[ProgramNotice, ...] = ()) -> Change:
        """Carry a command out and tell everybody. Raises GameError when it is refused; then nothing has changed."""
        self._excuse()
        events = []
        match = self._match
        for event in decide(match, command, self._now()):
            events.append(event_of(event, match))
            match = evolve(match, event)
        if match.next_id is not None and self._match.next_id is None:
            self._on_rematch(match)
        has_ended = match.is_over and not self._match.is_over
        self._match = match
        self._notices = ()
        if match.is_over:
            self._held_at = None
        self._view = self._seen()
        change = Change(self._view, tuple(events), notices)
        self._publish(change)
        if has_ended:
            self._on_end(match)
        return change

    def _excuse(self) -> None:
        """The time that the match was held is charged to nobody."""
        if self._held_at is None:
            return
        now = self._now() if self._match.clock is not None else self._held_at
        for event in decide(self._match, Excuse(now - self._held_at), now):
            self._match = evolve(self._match, event)
        self._held_at = now

    def _tell(self, notices: tuple[ProgramNotice, ...] = ()) -> Change:
        self._notices = notices or self._notices
        self._view = self._seen()
        change = Change(self._view, (), notices)
        self._publish(change)
        return change

    def _publish(self, change: Change) -> None:
        self._listeners.tell(change)
        self.moved_on.set()

    def _seen(self) -> View:
        proposed = self._proposal[1] if self._proposal and wants_proposal(self._match) else None
        return view_of_match(
            self._match,
            is_held=self.is_held,
            proposed=proposed,
            estimate=self._estimate[1] if self._estimate and self._estimate[0] == self._match.revision else None,
            notices=self._notices,
            connection=Connection.CLOSED if self.is_closed else Connection.OPEN,
        )

    def _player(self, color: Color) -> Player | None:
        return self._players[0 if self._match.state.is_first_seat(color) else 1]


def _why(error: Exception) -> dict[str, str]:
    """Why a player failed, by language."""
    if isinstance(error, GameError | EngineFault):
        return {language: error.text(language) for language in LANGUAGES}
    return dict.fromkeys(LANGUAGES, repr(error))
