"""A service with everything around it that a test needs: a clock that the test turns, a store that survives it."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Color,
    ErrorCode,
    GameError,
    Pass,
    Place,
    RulesInput,
    TimeControl,
    Unavailable,
    create_rules,
)
from tengen.match import Event, Match, Seat, fold
from tengen.match.log import decode_event
from tengen.match.service.ai_seats import Thinker
from tengen.match.service.hub import Missed, Subscription
from tengen.match.service.ledger import Answer, OnEnd, no_rows
from tengen.match.service.matches import Matches, SeatCommand
from tengen.match.service.room import MatchLimits
from tengen.match.service.store import Append, Commit, ExtraRow, MatchStore, MemoryMatchStore
from tengen.protocol import Frames, event_frame, write_frame
from tests.match.sittings import ANN, BEN

MORNING = 1_700_000_000_000


async def settle() -> None:
    """Let everything happen that can happen without time passing."""
    for _ in range(30):
        await asyncio.sleep(0)


class TestTimer:
    """A call that comes when the test turns the clock past it."""

    __test__ = False

    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class TestTime:
    """Clocks that stand until the test turns them."""

    __test__ = False

    def __init__(self, wall_ms: int = MORNING) -> None:
        self.wall = wall_ms
        self.steady = 5_000
        self._order = count()
        self._timers: list[tuple[int, int, TestTimer]] = []

    def wall_ms(self) -> int:
        return self.wall

    def steady_ms(self) -> int:
        return self.steady

    def call_after(self, ms: int, call: Callable[[], None]) -> TestTimer:
        timer = TestTimer(call)
        heapq.heappush(self._timers, (self.steady + ms, next(self._order), timer))
        return timer

    async def pass_ms(self, ms: int) -> None:
        """Let time pass, with everything that is due meanwhile."""
        until = self.steady + ms
        await settle()
        while self._timers and self._timers[0][0] <= until:
            at, _, timer = heapq.heappop(self._timers)
            self.turn_ms(max(at - self.steady, 0))
            if timer.call is not None:
                timer.call()
            await settle()
        self.turn_ms(until - self.steady)
        await settle()

    def turn_ms(self, ms: int) -> None:
        """Let time pass while nobody can do anything, as in a process that is stopped."""
        self.wall += ms
        self.steady += ms

    def restart(self) -> None:
        """The process ended and another began: its steady clock begins anywhere, and no timer is left."""
        self.steady = 77
        self._timers.clear()


class FailingStore(MemoryMatchStore):
    """A store that can be told to be unavailable, or to keep units waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.is_down = False
        self.writes_though_down = False
        self.held: list[tuple[Commit, tuple[Append, ...], Sequence[ExtraRow]]] | None = None

    def commit(self, *appends: Append, extra: Sequence[ExtraRow] = ()) -> Commit:
        if self.is_down:
            if self.writes_though_down:
                super().commit(*appends, extra=extra)
            commit = Commit()
            commit.set_exception(Unavailable("down"))
            return commit
        if self.held is not None:
            commit = Commit()
            self.held.append((commit, appends, extra))
            return commit
        return super().commit(*appends, extra=extra)

    def let_go(self) -> None:
        """Commit what is held, in order."""
        held, self.held = self.held or [], None
        for commit, appends, extra in held:
            done = super().commit(*appends, extra=extra)
            error = done.exception()
            if error is None:
                commit.set_result(None)
            else:
                commit.set_exception(error)

    async def beat(self, now: int, tolerance_ms: int) -> None:
        if self.is_down:
            raise Unavailable("down")
        await super().beat(now, tolerance_ms)


class RunningService:
    """A running service on a store; the test turns the clock, and may have the service fall and start again."""

    def __init__(
        self,
        store: MatchStore | None = None,
        *,
        time: TestTime | None = None,
        thinker: Thinker | None = None,
        limits: MatchLimits | None = None,
        on_end: OnEnd = no_rows,
        first_id: int = 1,
    ) -> None:
        self.store = store or MemoryMatchStore()
        self.time = time or TestTime()
        self.thinker = thinker
        self.limits = limits
        self.on_end = on_end
        self._ids = count(first_id)
        self._is_up = False
        self.matches: Matches

    async def __aenter__(self) -> RunningService:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Begin to run."""
        self.matches = Matches(
            self.store,
            Frames(),
            time=self.time,
            thinker=self.thinker,
            limits=self.limits,
            on_end=self.on_end,
            new_id=lambda: f"m{next(self._ids)}",
        )
        await self.matches.start()
        self._is_up = True

    async def stop(self) -> None:
        """End in an orderly way."""
        if self._is_up:
            self._is_up = False
            await self.matches.close()

    async def restart(self, down_ms: int = 0) -> None:
        """End in an orderly way and begin again after this long."""
        await self.stop()
        self.time.wall += down_ms
        self.time.restart()
        await self.start()

    async def crash(self, down_ms: int = 0) -> None:
        """Fall over without a last word, and begin again after this long."""
        self._is_up = False
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.time.wall += down_ms
        self.time.restart()
        await self.start()

    async def begin(
        self,
        kind: str = "peace",
        first: Seat = ANN,
        second: Seat = BEN,
        *,
        size: int | None = None,
        rules: RulesInput = None,
        control: TimeControl | None = None,
    ) -> str:
        """A new match; its id."""
        answer = await self.matches.create(create_rules(kind, size, rules), first, second, control=control)
        return answer.match.match_id

    async def begin_played(
        self, kind: str = "peace", first: Seat = ANN, second: Seat = BEN, *, control: TimeControl | None = None
    ) -> str:
        """A new match in which both have made their first move, at the end of the board and in no time; its id."""
        match_id = await self.begin(kind, first, second, control=control)
        match = await self.matches.snapshot(match_id)
        while not match.begun:
            match = (await self.act(match_id, match.ruleset.legal_actions(match.state)[-1])).match
        return match_id

    async def play(self, match_id: str, names: str) -> Answer:
        """Play these points and passes for whoever is to move, as the owner of the seat; the last answer."""
        for name in names.split():
            match = await self.matches.snapshot(match_id)
            answer = await self.act(match_id, action_of(match, name))
        return answer

    async def act(self, match_id: str, command: SeatCommand, **options: Any) -> Answer:
        """Ask as the owner of the seat."""
        match = await self.matches.snapshot(match_id)
        return await self.matches.act(match_id, command, caller=match.seat(command.player).owner, **options)

    async def refusal(self, asking: Coroutine[Any, Any, object]) -> ErrorCode:
        """Why it is refused."""
        with pytest.raises(GameError) as refused:
            await asking
        return refused.value.code

    async def log(self, match_id: str) -> list[Event]:
        """The log as the store has it."""
        return [decode_event(line.n, line.body) for line in await self.store.load(match_id)]

    async def check(self, match_id: str) -> Match:
        """The match, after making sure that memory says what the log says."""
        match = await self.matches.snapshot(match_id)
        log = await self.log(match_id)
        assert [event.n for event in log] == list(range(1, len(log) + 1))
        assert fold(log) == match
        return match


def action_of(match: Match, name: str, player: Color | None = None) -> Action:
    """What the name of a point, or `pass`, means for this player, or for whoever is to move."""
    actors = match.ruleset.actors(match.state)
    player = player or (actors[0] if actors else match.state.position.to_move)
    return Pass(player) if name == "pass" else Place(player, match.ruleset.board_spec().parse(name))


class Listener:
    """Hears a match over any number of connections, and keeps what it heard in one list."""

    def __init__(
        self, service: RunningService, match_id: str, *, caller: str | None = None, watching: bool = False
    ) -> None:
        self.service = service
        self.match_id = match_id
        self.caller = caller
        self.watching = watching
        self.known: Match | None = None
        self.heard: list[int] = []
        self.frames: list[bytes] = []
        self.whispers: list[bytes] = []
        self.subscription: Subscription | None = None

    @property
    def number(self) -> int:
        """The last event that is known here."""
        return self.heard[-1] if self.heard else 0

    async def connect(self) -> None:
        """Connect, from where it was cut off."""
        since = self.number or None
        owners = () if self.caller is None else (self.caller,)
        options: dict[str, Any] = {"owners": owners, "watching": self.watching}
        self.subscription = await self.service.matches.subscribe(self.match_id, since, **options)
        beginning = self.subscription.beginning
        if isinstance(beginning, Missed):
            for event in beginning.events:
                self._hear(event.n, write_frame(event_frame(event, watching=self.watching)))
        else:
            self.heard, self.frames = [beginning.match.number], []
        assert self.number == beginning.match.number

    async def listen(self) -> None:
        """Take what waits."""
        assert self.subscription is not None
        with suppress(asyncio.TimeoutError):
            for frame in await asyncio.wait_for(self.subscription.take(), 0.001):
                number = msgspec.json.decode(frame).get("n")
                if number is None:
                    self.whispers.append(frame)
                else:
                    self._hear(number, frame)

    def take_now(self) -> None:
        """Take what waits, without letting anything happen meanwhile."""
        assert self.subscription is not None
        for frame in tuple(self.subscription._frames):
            number = msgspec.json.decode(frame).get("n")
            if number is None:
                self.whispers.append(frame)
            else:
                self._hear(number, frame)
        self.subscription._frames.clear()
        self.subscription._octets = 0

    def disconnect(self) -> None:
        """Be cut off; what waits is lost."""
        if self.subscription is not None:
            self.subscription.close()
            self.subscription = None

    def _hear(self, number: int, frame: bytes) -> None:
        assert number == self.number + 1, "every event once and in order"
        self.heard.append(number)
        self.frames.append(frame)


BOTH = (BLACK, WHITE)
