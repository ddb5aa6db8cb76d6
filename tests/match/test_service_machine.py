"""Two players, a watcher and a service that falls and comes back, by chance: never different from a plain Game.

Whoever listens hears every event once and in order, over any number of connections; what was answered stays true.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tengen.core import (
    COLORS,
    Color,
    ErrorCode,
    Game,
    GameError,
    Outcome,
    Resign,
    RulesInput,
    TimeControl,
)
from tengen.match import Decline, Event, Join, Rename, Request, RequestKind, Seat, Unpause
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.ledger import Answer
from tengen.match.service.matches import SeatCommand
from tengen.match.service.presence import AbsenceLimits
from tengen.match.service.room import MatchLimits
from tengen.match.service.store import MatchStore, MemoryMatchStore
from tengen.protocol import event_frame, write_frame
from tengen.protocol.frames import FACTS
from tengen.storage import Database, SqlMatchStore
from tests.match.commands import Picker, any_action
from tests.match.services import Listener, RunningService
from tests.match.sittings import ANN, BEN, BYOYOMI, FISCHER, GUEST, MINUTE, NOBODY, PER_MOVE
from tests.match.test_machine import Model

T = TypeVar("T")

GAMES: tuple[tuple[str, int, RulesInput], ...] = (
    ("corners", 3, None),
    ("go", 5, {"dead_stones": "agree"}),
    ("gomoku", 8, {"opening": "swap2"}),
    ("othello", 4, None),
    ("peace", 4, None),
)
TABLES = ((ANN, BEN), (ANN, BEN), (GUEST, GUEST), (ANN, NOBODY))
CONTROLS = (None, MINUTE, FISCHER, BYOYOMI, PER_MOVE)
LIMITS = MatchLimits(recent_events=3, absence=AbsenceLimits(patience_ms=10**12, begin_ms=45_000))

players = st.sampled_from(COLORS)


class ServiceMachine(RuleBasedStateMachine):
    """On a store in memory."""

    limits = LIMITS

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.sent: list[tuple[SeatCommand, str | None, str, Answer]] = []
        self.message = 0

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    async def open_store(self) -> MatchStore:
        return MemoryMatchStore()

    async def close_store(self) -> None:
        pass

    @initialize(
        game=st.sampled_from(GAMES),
        table=st.sampled_from(TABLES),
        control=st.sampled_from(CONTROLS),
    )
    def begin(self, game: tuple[str, int, RulesInput], table: tuple[Seat, Seat], control: TimeControl | None) -> None:
        async def work() -> None:
            kind, size, rules = game
            self.service = RunningService(await self.open_store(), limits=self.limits)
            await self.service.start()
            self.match_id = await self.service.begin(kind, *table, size=size, rules=rules, control=control)
            self.match = await self.service.matches.snapshot(self.match_id)
            self.model = Model(Game(self.match.ruleset), *table)
            self.listeners = [
                Listener(self.service, self.match_id, caller="ann"),
                Listener(self.service, self.match_id, caller="ben"),
                Listener(self.service, self.match_id, watching=True),
            ]
            for listener in self.listeners:
                await listener.connect()

        self.do(work())

    def teardown(self) -> None:
        async def work() -> None:
            await self.service.stop()
            await self.close_store()

        try:
            self.do(work())
        finally:
            self.runner.close()

    # --- asking both

    def tell(self, command: SeatCommand, *, caller: str | None = "", revision: int | None = None) -> None:
        """Ask service and model, and compare what they say."""
        self.do(self.told(command, caller=caller, revision=revision))

    async def told(self, command: SeatCommand, *, caller: str | None = "", revision: int | None = None) -> None:
        match = self.match
        seat = match.seat(command.player)
        caller = seat.owner if caller == "" else caller
        self.message += 1
        message_id = f"x{self.message}"
        if not match.may_act(caller, command.player):
            expected: ErrorCode | None = ErrorCode.NOT_YOUR_SEAT
        elif revision not in (None, match.revision):
            expected = ErrorCode.STALE
        else:
            expected = self.model.answer(command)
        refusal = None
        try:
            answer = await self.service.matches.act(
                self.match_id, command, caller=caller, revision=revision, message_id=message_id
            )
            assert not answer.is_repeat
            assert not answer.was_too_late
            self.sent.append((command, caller, message_id, answer))
        except GameError as error:
            refusal = error.code
        assert refusal is expected
        if refusal is not None:
            assert await self.service.matches.snapshot(self.match_id) == match

    # --- what can happen

    @precondition(lambda self: not self.match.is_over)
    @rule(data=st.data(), count=st.integers(1, 6))
    def legal_moves(self, data: st.DataObject, count: int) -> None:
        for _ in range(count):
            actions = self.match.ruleset.legal_actions(self.match.state)
            if not actions:
                return
            self.tell(
                data.draw(st.sampled_from(actions)), revision=data.draw(st.sampled_from((None, self.match.revision)))
            )
            self.look()

    @rule(data=st.data())
    def any_move(self, data: st.DataObject) -> None:
        action = any_action(self.match, Picker(lambda count: data.draw(st.integers(0, count - 1))))
        if not isinstance(action, Resign) or data.draw(st.integers(0, 5)) == 0:
            self.tell(action)

    @rule(kind=st.sampled_from(RequestKind), player=players)
    def ask(self, kind: RequestKind, player: Color) -> None:
        self.tell(Request(kind, player))

    @rule(kind=st.sampled_from((RequestKind.TAKEBACK, RequestKind.REDO)), player=players)
    def ask_and_agree(self, kind: RequestKind, player: Color) -> None:
        for asker in (player, player.other):
            self.tell(Request(kind, asker))
            self.look()

    @precondition(lambda self: self.match.offers)
    @rule(data=st.data(), player=players, agrees=st.booleans())
    def answer_an_offer(self, data: st.DataObject, player: Color, agrees: bool) -> None:
        offer = data.draw(st.sampled_from(self.match.offers))
        self.tell(Request(offer.kind, offer.player.other) if agrees else Decline(offer.kind, player))

    @rule(player=players)
    def unpause(self, player: Color) -> None:
        self.tell(Unpause(player))

    @rule(player=players)
    def join(self, player: Color) -> None:
        async def work() -> None:
            asked = self.service.matches.join(self.match_id, player, "Ben", caller="ben")
            expected = self.model.answer(Join(player, "Ben", "ben"))
            if expected is None:
                await asked
            else:
                assert await self.service.refusal(asked) is expected

        self.do(work())

    @rule(owner=st.sampled_from(("ann", "ben", "eve")), name=st.sampled_from(("Ann", "Anna")))
    def rename(self, owner: str, name: str) -> None:
        self.model.answer(Rename(owner, name))
        self.do(self.service.matches.rename(self.match_id, owner, name))

    @rule(player=players, caller=st.sampled_from(("eve", None, "ann", "ben")))
    def a_stranger_tries(self, player: Color, caller: str | None) -> None:
        if not self.match.may_act(caller, player):
            self.tell(Resign(player), caller=caller)

    @rule(data=st.data(), off=st.sampled_from((-1, 1, 5)))
    def somebody_is_behind(self, data: st.DataObject, off: int) -> None:
        actions = self.match.ruleset.legal_actions(self.match.state)
        if actions:
            self.tell(data.draw(st.sampled_from(actions)), revision=self.match.revision + off)

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        command, caller, message_id, first = data.draw(st.sampled_from(self.sent))

        async def work() -> None:
            again = await self.service.matches.act(self.match_id, command, caller=caller, message_id=message_id)
            assert again.is_repeat
            assert (again.match, again.events) == (first.match, first.events)

        self.do(work())

    @rule(which=st.integers(0, 2))
    def cut_off(self, which: int) -> None:
        self.listeners[which].disconnect()

    @rule(which=st.integers(0, 2))
    def connect(self, which: int) -> None:
        if self.listeners[which].subscription is None:
            self.do(self.listeners[which].connect())

    @rule(ms=st.sampled_from((1, 900, 9_000, 40_000)))
    def time_passes(self, ms: int) -> None:
        self.do(self.pass_ms(ms))

    async def pass_ms(self, ms: int) -> None:
        match, clock = self.match, self.match.clock
        deadline = clock.deadline() if clock else None
        await self.service.time.pass_ms(ms)
        while self.service.matches._upkeep._tasks:
            await asyncio.sleep(0.001)
        now = self.service.matches.now()
        running = clock.running if clock else None
        if running is not None and deadline is not None and deadline <= now:
            self.model.flag(running)
        elif match.begin_at is not None and match.begin_at <= now:
            self.model.end(Outcome.cancelled())

    @rule(down_ms=st.sampled_from((0, 3_000, 10**7)), orderly=st.booleans())
    def restart(self, down_ms: int, orderly: bool) -> None:
        async def work() -> None:
            for listener in self.listeners:
                if not orderly or listener.subscription is None:
                    listener.disconnect()
                else:
                    listener.take_now()
                    listener.subscription = None
            await (self.service.restart if orderly else self.service.crash)(down_ms)

        self.do(work())

    # --- what always holds

    def look(self) -> None:
        """See the match as everybody does."""

        async def work() -> None:
            self.match = await self.service.check(self.match_id)
            log = await self.service.log(self.match_id)
            for listener in self.listeners:
                if listener.subscription is not None:
                    listener.take_now()
                    assert listener.number == self.match.number
                for number, frame in zip(reversed(listener.heard), reversed(listener.frames), strict=False):
                    self.compare(log[number - 1], frame, watching=listener.watching)

        if hasattr(self, "service"):
            self.do(work())

    @staticmethod
    def compare(event: Event, frame: bytes, *, watching: bool) -> None:
        told = msgspec.json.decode(frame)
        heard = {name: value for name, value in told.items() if name not in FACTS}  # the log does not tell those
        assert heard == msgspec.json.decode(write_frame(event_frame(event, watching=watching)))

    @invariant()
    def everybody_sees_what_the_model_says(self) -> None:
        self.look()
        if not hasattr(self, "model"):
            return
        match, model = self.match, self.model
        assert match.timeline == model.game.timeline
        assert match.outcome == model.outcome
        assert match.is_paused == model.is_paused
        assert {offer.kind: offer.player for offer in match.offers} == model.offers
        assert [match.first, match.second] == model.seats
        if match.next_id is not None:
            assert (self.do(self.service.matches.snapshot(match.next_id))).number >= 1


class SqlServiceMachine(ServiceMachine):
    """On a database. Its threads know no test clock, so no beat falls between two steps."""

    limits = replace(LIMITS, heartbeat=HeartbeatLimits(interval_ms=10**12))

    async def open_store(self) -> MatchStore:
        self.folder = tempfile.TemporaryDirectory()
        self.database = await Database.open(f"sqlite:///{Path(self.folder.name) / 'tengen.sqlite3'}")
        return SqlMatchStore(self.database)

    async def close_store(self) -> None:
        await self.database.close()
        self.folder.cleanup()


ServiceMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=30)
SqlServiceMachine.TestCase.settings = settings(max_examples=12, stateful_step_count=40)
TestServiceMachine = ServiceMachine.TestCase
TestSqlServiceMachine = SqlServiceMachine.TestCase
