"""Who listens to a match, and what waits to be sent to them. Knows no sockets: a transport takes frames from here."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Protocol, TypeAlias

from tengen.core import Color, Point
from tengen.core.errors import Value
from tengen.match.events import Event, Rematched
from tengen.match.match import Match
from tengen.match.service.presence import Attendance
from tengen.match.service.seating import colors_of
from tengen.players import Estimate


@dataclass(frozen=True, slots=True)
class HubLimits:
    """How much may wait for one listener before it is cut off."""

    frames: int = 256
    octets: int = 64 * 1024


@dataclass(frozen=True, slots=True)
class Why:
    """What everybody may hear of a failure: a line of the shared words with its values."""

    key: str
    values: dict[str, Value]


class FrameWriter(Protocol):
    """How listeners are told things. Asked once an event, not once a listener."""

    def event(self, event: Event, before: Match, after: Match, *, watching: bool) -> bytes:
        """The frame of an event that led from one match to the other; `watching` for listeners who only watch."""

    def thinking(self, color: Color, place: int) -> bytes:
        """The frame that says that an AI thinks for this colour, after `place` others in the queue."""

    def substitute(self, color: Color, player: str, why: Why | None) -> bytes:
        """The frame that says that the AI of this colour failed, why, and that this player moves in its place."""

    def proposal(self, match: Match, dead: Iterable[Point]) -> bytes:
        """The frame that says which stones look dead in the match as it stands."""

    def estimate(self, match: Match, estimate: Estimate | None) -> bytes:
        """The frame that says how the match stands as somebody asked; None: nobody could tell."""

    def presence(self, color: Color, attendance: Attendance, now: int) -> bytes:
        """The frame that says where the player of this colour is, at `now`."""


class EndReason(Enum):
    """Why a subscription ended."""

    CLOSED = auto()
    """The listener left."""
    TOO_SLOW = auto()
    """More waited than may wait."""
    GOING_AWAY = auto()
    """The service stops; the match goes on when it is back."""


@dataclass(frozen=True, slots=True)
class Missed:
    """What happened after the event that a listener knew, and the match as it is now. Often nothing."""

    events: tuple[Event, ...]
    match: Match


@dataclass(frozen=True, slots=True)
class Reset:
    """The listener cannot go on from what it knows: here is the match as it is now."""

    match: Match


Beginning: TypeAlias = Missed | Reset


class FrameQueue(ABC):
    """What waits for one listener, bounded. A transport sets `on_ready`: called when a frame waits, and at the end."""

    __slots__ = ("_frames", "_octets", "ended", "on_ready")

    def __init__(self) -> None:
        self.ended: EndReason | None = None
        self.on_ready: Callable[[], None] | None = None
        self._frames: list[bytes] = []
        self._octets = 0

    def take_waiting(self) -> list[bytes]:
        """All frames that wait, perhaps none."""
        frames, self._frames, self._octets = self._frames, [], 0
        return frames

    def put(self, frame: bytes, limits: HubLimits) -> None:
        """Have one more frame wait; with more than may wait it is the end."""
        frames = self._frames
        frames.append(frame)
        self._octets += len(frame)
        if len(frames) > limits.frames or self._octets > limits.octets:
            frames.clear()
            self.end(EndReason.TOO_SLOW)
        elif len(frames) == 1 and self.on_ready is not None:
            self.on_ready()

    def close(self) -> None:
        """Listen no more."""
        self.end(EndReason.CLOSED)

    def end(self, reason: EndReason) -> None:
        """Hear nothing any more, for this reason; what waits can still be taken."""
        if self.ended is None:
            self.ended = reason
            self._forget()
            if self.on_ready is not None:
                self.on_ready()

    @abstractmethod
    def _forget(self) -> None:
        """Have whoever puts frames here put no more."""


class Subscription(FrameQueue):
    """One listener of one match.

    `beginning` says where the listener stands; every later event comes as one frame, in order and without gaps.
    Frames without a number (`thinking`, `substitute`, `proposal`, `estimate`, `presence`) may come between them. A
    transport tells the round trip it measures in `rtt_ms`. `owners` are the people at the listener's screen, as far as
    they are known.
    """

    __slots__ = ("_hub", "beginning", "owners", "rtt_ms", "watching")

    def __init__(self, hub: Hub, beginning: Beginning, owners: tuple[str, ...], watching: bool) -> None:
        super().__init__()
        self.beginning = beginning
        self.owners = owners
        self.watching = watching
        self.rtt_ms: float = 0.0
        self._hub = hub

    async def take(self) -> list[bytes]:
        """All frames that wait, at least one; an empty list after the end, whose reason is in `ended`."""
        while not self._frames and self.ended is None:
            is_ready = asyncio.Event()
            self.on_ready = is_ready.set
            try:
                await is_ready.wait()
            finally:
                self.on_ready = None
        return self.take_waiting()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Every frame until the end."""
        while frames := await self.take():
            for frame in frames:
                yield frame

    def reseat(self, owners: tuple[str, ...]) -> None:
        """The listener has said who it is."""
        self.owners = owners
        self._hub.note_change()

    def _forget(self) -> None:
        self._hub.remove(self)


class Hub:
    """The listeners of one match; `on_change` is called when somebody came or left."""

    __slots__ = ("_frames", "_limits", "_on_change", "_players", "_watchers")

    def __init__(
        self,
        limits: HubLimits,
        on_change: Callable[[], None],
        frames: FrameWriter,
    ) -> None:
        self._limits = limits
        self._on_change = on_change
        self._frames = frames
        self._players: dict[Subscription, None] = {}
        self._watchers: dict[Subscription, None] = {}

    def __len__(self) -> int:
        return len(self._players) + len(self._watchers)

    def add(self, beginning: Beginning, owners: tuple[str, ...], watching: bool) -> Subscription:
        """A listener who hears everything after the match of the beginning."""
        subscription = Subscription(self, beginning, owners, watching)
        (self._watchers if watching else self._players)[subscription] = None
        self._on_change()
        subscription.take_waiting()  # that it came is news for the others only
        return subscription

    def remove(self, subscription: Subscription) -> None:
        """The listener has left."""
        self._players.pop(subscription, None)
        self._watchers.pop(subscription, None)
        self._on_change()

    def note_change(self) -> None:
        """A listener is somebody else than before."""
        self._on_change()

    def present(self) -> set[str]:
        """Whoever listens as themselves, not as a watcher."""
        return {owner for listener in self._players for owner in listener.owners}

    def rtt_ms(self, owner: str | None) -> float:
        """The longest round trip measured to this player; for a seat that nobody owns, to whoever holds the match."""
        found = (listener.rtt_ms for listener in self._players if owner is None or owner in listener.owners)
        return max(found, default=0.0)

    def publish(self, event: Event, before: Match, after: Match) -> None:
        """Tell everybody, players first. Where nobody listens nothing is written."""
        if not self._players and not self._watchers:
            return
        frame = self._frames.event(event, before, after, watching=False)
        if isinstance(event, Rematched):  # the one event of which players are told more than others
            watched = self._frames.event(event, before, after, watching=True)
            for listener in tuple(self._players):
                listener.put(frame if colors_of(after, listener.owners) else watched, self._limits)
            self._send(self._watchers, watched)
        else:
            self._send_all(frame)

    def announce_thinking(self, color: Color, place: int) -> None:
        """Tell everybody that an AI thinks, or waits to. This is no event and will not be repeated."""
        self._send_all(self._frames.thinking(color, place))

    def announce_substitute(self, color: Color, player: str, why: Why | None) -> None:
        """Tell everybody that another player moves for an AI that failed. Like thinking, it is no event."""
        self._send_all(self._frames.substitute(color, player, why))

    def announce_proposal(self, match: Match, dead: Iterable[Point]) -> None:
        """Tell everybody which stones look dead. No event either: nobody has marked them."""
        if len(self):
            self._send_all(self._frames.proposal(match, dead))

    def announce_estimate(self, match: Match, estimate: Estimate | None) -> None:
        """Tell the players how the match stands, and of two programs everybody. No event: it is no part of the log."""
        if not len(self):
            return
        frame = self._frames.estimate(match, estimate)
        if match.is_between_programs:
            self._send_all(frame)
        else:
            self._send({one: None for one in self._players if colors_of(match, one.owners)}, frame)

    def announce_presence(self, color: Color, attendance: Attendance, now: int) -> None:
        """Tell everybody where a player is. Like thinking, it is no event."""
        self._send_all(self._frames.presence(color, attendance, now))

    def close(self) -> None:
        """Send everybody away; what waits for them can still be taken."""
        for listener in (*self._players, *self._watchers):
            listener.end(EndReason.GOING_AWAY)

    def _send_all(self, frame: bytes) -> None:
        self._send(self._players, frame)
        self._send(self._watchers, frame)

    def _send(self, listeners: dict[Subscription, None], frame: bytes) -> None:
        if listeners:
            for listener in tuple(listeners):
                listener.put(frame, self._limits)
