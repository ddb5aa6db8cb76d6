"""A match in memory, with all that the service knows of it and the log does not say. Decides nothing."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tengen.core import COLORS, Board, Color, ErrorCode, GameError, Point, TimeControl
from tengen.match.events import Event, Unpaused
from tengen.match.hub import FrameWriter, Hub, HubLimits
from tengen.match.lag import LagBank, LagLimits
from tengen.match.match import Match
from tengen.match.pulse import PulseLimits
from tengen.match.store import Standing

EVENTS_AT_A_STRETCH: Final = 32
"""After folding so many events of a log others get a turn: a long game must not hold them up."""

_HOUR_MS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class AbsenceLimits:
    """When a player who was connected and left has abandoned a match between people.

    After `patience_ms` of the own turn. Only where the longest time at a stretch is short enough to be played in
    one sitting: in a correspondence game nobody is expected to stay.
    """

    patience_ms: int = 120_000
    longest_main_ms: int = 4 * _HOUR_MS
    longest_period_ms: int = _HOUR_MS

    def apply_to(self, control: TimeControl | None) -> bool:
        """Whether a game with this control is played in one sitting."""
        return (
            control is not None
            and control.main_ms <= self.longest_main_ms
            and max(control.period_ms, control.increment_ms) <= self.longest_period_ms
        )


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """The bounds of a service.

    A log takes `events_per_point` for every point of the board and `events` more. Requests are refused a little
    earlier, so that talk cannot keep anybody from moving. `open_matches` are kept in memory, `recent_events` of each.
    A listener who missed more than `missed_events`, or more octets than may wait for one, gets the whole match instead.
    Two AIs without a clock that somebody looks at take at least `ai_pace_ms` for a move.
    """

    events: int = 2_000
    events_per_point: int = 3
    open_matches: int = 10_000
    recent_events: int = 64
    missed_events: int = 512
    kept_refusals: int = 64
    loading_at_once: int = 32
    ai_pace_ms: int = 0
    hub: HubLimits = field(default_factory=HubLimits)
    lag: LagLimits = field(default_factory=LagLimits)
    pulse: PulseLimits = field(default_factory=PulseLimits)
    absence: AbsenceLimits = field(default_factory=AbsenceLimits)

    def most_events(self, match: Match) -> int:
        """How many events the log of this match may have."""
        return self.events + self.events_per_point * match.ruleset.size**2

    def most_events_of_talk(self, match: Match) -> int:
        """From how many events on no more requests are taken."""
        return self.most_events(match) - match.ruleset.size**2

    def refuse_when_full(self, match: Match, *, is_talk: bool) -> None:
        """Raise TOO_LARGE when the log of this match takes no more moves, or no more requests."""
        if match.number < self.events:
            return
        most = self.most_events_of_talk(match) if is_talk else self.most_events(match)
        if match.number >= most:
            raise GameError(ErrorCode.TOO_LARGE)


class Room:
    """One match in memory. Whoever changes it holds its `lock`; reading needs none."""

    __slots__ = (
        "__weakref__",
        "absent_since",
        "bank",
        "excused_until",
        "hub",
        "is_unsure",
        "judging",
        "limits",
        "lock",
        "match",
        "present",
        "proposal",
        "receipts",
        "recent",
        "refusals",
        "standing",
        "thinking",
        "thinking_about",
        "users",
    )

    def __init__(self, limits: MatchLimits, on_presence: Callable[[Room], None], frames: FrameWriter) -> None:
        this = weakref.ref(self)  # no circle: a match that leaves memory is gone at once

        def on_change() -> None:
            room = this()
            if room is not None:
                on_presence(room)

        self.limits = limits
        self.lock = asyncio.Lock()
        self.hub = Hub(limits.hub, on_change, frames)
        self.bank = LagBank(limits.lag)
        self.recent: deque[Event] = deque(maxlen=limits.recent_events)
        self.receipts: dict[bytes, tuple[int, int]] = {}
        self.refusals: dict[bytes, GameError] = {}
        self.present: set[str] = set()
        self.absent_since: dict[str, int] = {}
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about: tuple[int, Color] | None = None  # the revision, and for whom
        self.judging: asyncio.Task[None] | None = None
        self.proposal: tuple[Board, frozenset[Point] | None] | None = None  # on this board these stones look dead
        self.users = 0  # who hold on to it while they wait
        self.excused_until = 0
        self.is_unsure = False  # a unit may or may not have been written: read the log before going on
        self.match: Match
        self.standing: Standing

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.match.match_id

    @property
    def is_idle(self) -> bool:
        """Whether the match may be dropped from memory: its log has everything, and its deadline is kept elsewhere."""
        if self.users or self.lock.locked() or len(self.hub) or self.thinking is not None or self.judging is not None:
            return False
        return all(self.abandoned_at(color) is None for color in COLORS)

    def record(self, before: Match | None, event: Event, receipt: bytes | None) -> None:
        """Note what is remembered of an event besides the match it leads to."""
        if before is not None:
            self.bank.record(before, event)
        if isinstance(event, Unpaused):
            self.wait_anew(event.at)
        self.recent.append(event)
        if receipt is not None:
            first, _ = self.receipts.get(receipt, (event.n, event.n))
            self.receipts[receipt] = (first, event.n)

    def refuse(self, receipt: bytes, error: GameError) -> None:
        """Remember a refusal, so that the same message is refused again, for as long as the match is in memory."""
        self.refusals[receipt] = error
        if len(self.refusals) > self.limits.kept_refusals:
            del self.refusals[next(iter(self.refusals))]

    def events_after(self, number: int) -> tuple[Event, ...] | None:
        """What happened after this event, or None where memory does not go back so far."""
        count = self.match.number - number
        if count > len(self.recent):
            return None
        return tuple(self.recent)[len(self.recent) - count :]

    def allowance_ms(self, color: Color, rtt_ms: float) -> int:
        """How much lag this colour may be credited over a connection with this round trip."""
        clock = self.match.clock
        return self.bank.allowance_ms(self.match.state.is_first_seat(color), rtt_ms, clock.control) if clock else 0

    def note_presence(self, now: int) -> None:
        """Somebody came or left: players who are no longer connected are away since now."""
        present = self.hub.callers()
        self.absent_since.update(dict.fromkeys(self.present - present, now))
        for caller in present:
            self.absent_since.pop(caller, None)
        self.present = present

    def wait_anew(self, at: int) -> None:
        """Nobody could act until then: who is away has been away since then at the earliest."""
        for caller, since in self.absent_since.items():
            self.absent_since[caller] = max(since, at)

    # --- what happens if nobody does anything

    def due_at(self) -> int | None:
        """When the match must be looked at next though nobody acts."""
        times = [time for color in COLORS if (time := self.abandoned_at(color)) is not None]
        flagged_at = self.flagged_at()
        return min([*times, flagged_at]) if flagged_at is not None else min(times, default=None)

    def flagged_at(self) -> int | None:
        """When the running flag is judged: a little late, for a move made in time may still be under way."""
        clock = self.match.clock
        falls = clock.deadline() if clock else None
        if clock is None or clock.running is None or falls is None:
            return None
        rtt_ms = self.hub.rtt_ms(self.match.seat(clock.running).owner)
        return falls + self.allowance_ms(clock.running, rtt_ms)

    def abandoned_at(self, color: Color) -> int | None:
        """When this colour will have abandoned the match if its player stays away."""
        match = self.match
        owner = match.seat(color).owner
        if not self.absent_since or owner is None or owner not in self.absent_since:
            return None
        control = match.clock.control if match.clock else None
        limits = self.limits.absence
        if not match.is_between_people or match.is_waiting or not limits.apply_to(control):
            return None
        if color not in match.actors():
            return None
        return max(self.absent_since[owner], match.turn_at) + limits.patience_ms
