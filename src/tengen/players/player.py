"""What a player is: given a turn and a budget it chooses an action. People act through a match instead."""

from __future__ import annotations

import asyncio
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from tengen.core import Action, Color, GameState, Ruleset, Setup, Timeline
from tengen.players.analysis import NO_INTEREST, Analysis, Interest
from tengen.players.time_policy import LONGEST_S, Budget, TimePolicy

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Turn:
    """A game at the moment of choice, with its whole past, so that an engine can set itself up from nothing.

    `color` says for which side to choose; it matters only where both may act at once. `may_resign` allows a player to
    give up what is lost; where the game is to be played to its end, nobody does.
    """

    ruleset: Ruleset
    setup: Setup | None
    actions: tuple[Action, ...]
    state: GameState
    color: Color | None = None
    may_resign: bool = False

    @classmethod
    def of(cls, timeline: Timeline, color: Color | None = None, *, may_resign: bool = False) -> Turn:
        """The turn that a timeline has come to."""
        return cls(timeline.ruleset, timeline.setup, timeline.actions, timeline.state, color, may_resign)

    @property
    def actor(self) -> Color:
        """The side to choose for. The game is not over; a side that has agreed already is not asked again."""
        actors = [actor for actor in self.ruleset.actors(self.state) if actor not in self.state.agreed]
        assert actors, "nobody has anything to choose"
        assert self.color is None or self.color in actors, "it is the other side's turn"
        return actors[0] if self.color is None else self.color


class StopToken:
    """Tells a thinking player to answer now, from any thread and for good. Every choice gets a new one."""

    __slots__ = ("_calls", "_event", "_lock")

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._calls: list[Callable[[], None]] = []

    def stop(self) -> None:
        """Ask for the answer."""
        with self._lock:
            self._event.set()
            calls, self._calls = self._calls, []
        for call in calls:
            call()

    def call_when_stopped(self, call: Callable[[], None]) -> None:
        """Have this called once when the answer is asked for, by the thread that asks; at once where it has been."""
        with self._lock:
            if not self._event.is_set():
                self._calls.append(call)
                return
        call()

    @property
    def stopped(self) -> bool:
        """Whether the answer is asked for."""
        return self._event.is_set()

    def within(self, ms: int | None) -> Callable[[], bool]:
        """A question to ask often: whether to answer now, because that is asked for or so much time has passed."""
        if ms is None:
            return lambda: self.stopped
        deadline = time.monotonic() + ms / 1000
        return lambda: self.stopped or time.monotonic() >= deadline

    def wait(self, timeout_s: float | None = None) -> bool:
        """Block this thread until the stop or the timeout; says whether it was the stop."""
        return self._event.wait(timeout_s)

    def as_event(self) -> asyncio.Event:
        """An event of the running loop that is set with the stop, from whatever thread that comes."""
        event, loop = asyncio.Event(), asyncio.get_running_loop()

        def tell() -> None:
            with suppress(RuntimeError):  # the loop is gone, and with it whoever waited
                loop.call_soon_threadsafe(event.set)

        if self.stopped:
            event.set()
        else:
            self.call_when_stopped(tell)
        return event


async def in_thread(think: Callable[[], _T], stop: StopToken) -> _T:
    """Think without blocking the loop; whoever is cancelled stops thinking."""
    try:
        return await asyncio.to_thread(think)
    except asyncio.CancelledError:
        stop.stop()
        raise


class Player(ABC):
    """A strategy. One choice at a time; what it keeps between choices may only make it quicker.

    `longest_s` is how long it may think at most, whatever its clock says, where it does not count nodes. `faults` says
    how often in a row it has failed.
    """

    name: str
    title: str = ""
    """What another program calls itself; empty where there is none, or it has not said so yet."""
    longest_s: float = LONGEST_S
    faults: int = 0
    is_kept_between_moves: bool = False
    """Whether the next choice is quicker when the same player makes it: it holds a program or memory of the game."""
    is_external: ClassVar[bool] = False
    """Whether another program thinks: one that can fail, and whose word on a position is its own."""

    @property
    def time_policy(self) -> TimePolicy:
        """How much later than planned an answer of this player may come."""
        return TimePolicy()

    @property
    def missing_program(self) -> str | None:
        """The program that this player needs and this machine does not have; None where nothing is missing."""
        return None

    async def prepare(self, turn: Turn) -> None:
        """Get ready for this game, before anybody counts the time. Raises EngineFault."""
        del turn

    @abstractmethod
    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """A legal action for `turn.actor`, without blocking the event loop; when stopped, the best so far."""

    async def choose_or_end(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """The same choice for who cannot wait when it is stopped: one who cannot be hurried is ended, and fails."""
        return await self.choose(turn, budget, stop)

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        """The same choice, with the thoughts behind it on the way and at the end, of a player who has any."""
        del interest
        return await self.choose(turn, budget, stop)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        """What the player thinks of a turn, until the budget is spent or it is stopped; told on the way, too.

        Without a limit only the stop ends it, or the end of all patience with an engine (`longest_s`).

        A player of limited strength thinks as far as the budget goes, not its strength. One who does not think has an
        empty analysis.
        """
        del turn, budget, stop, interest
        return Analysis()

    async def close(self) -> None:
        """Give back what the player holds: threads, processes, memory. It chooses no more."""
