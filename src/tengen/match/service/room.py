"""A match in memory, with all that the service knows of it and the log does not say. Decides nothing."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from tengen.core import COLORS, Board, Color, ErrorCode, GameError, GameState, Point, Ruleset
from tengen.match.absence import AbsenceRule
from tengen.match.events import Estimated, Event, Joined, Moved, Restarted, Unpaused
from tengen.match.log import FIRST
from tengen.match.match import Match
from tengen.match.service.heartbeat import HeartbeatLimits
from tengen.match.service.hub import FrameWriter, Hub, HubLimits
from tengen.match.service.lag import LagBank, LagLimits
from tengen.match.service.presence import AbsenceLimits, Attendance, Presence, Register
from tengen.match.service.standing import Standing
from tengen.players import Estimate

EVENTS_AT_A_STRETCH: Final = 32
"""After folding so many events of a log others get a turn: a long game must not hold them up."""


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """The bounds of a service.

    A log takes `events_per_point` for every point of the board and `events` more. Requests are refused a little
    earlier, so that talk cannot keep anybody from moving. `open_matches` are kept in memory, as far as they have about
    `open_octets` in all, and `recent_events` of each.
    A listener who missed more than `missed_events`, or more octets than may wait for one, gets the whole match instead.
    Two AIs without a clock that somebody looks at take at least `ai_pace_ms` for a move. Matches of two AIs are played
    while somebody watches them, and for `ai_look_ms` after somebody has looked; `ai_games_of_owner` at once.
    """

    events: int = 2_000
    events_per_point: int = 3
    open_matches: int = 10_000
    open_octets: int = 1 << 30
    recent_events: int = 64
    missed_events: int = 512
    kept_refusals: int = 64
    loading_at_once: int = 32
    ai_pace_ms: int = 0
    ai_look_ms: int = 60_000
    ai_games_of_owner: int = 10
    hub: HubLimits = field(default_factory=HubLimits)
    lag: LagLimits = field(default_factory=LagLimits)
    heartbeat: HeartbeatLimits = field(default_factory=HeartbeatLimits)
    absence: AbsenceLimits = field(default_factory=AbsenceLimits)

    def most_events(self, match: Match) -> int:
        """How many events the log of this match may have."""
        return self.most_actions(match.ruleset) + 1

    def most_actions(self, ruleset: Ruleset) -> int:
        """How many actions a match may have from the beginning: its log begins with another event."""
        return self.events + self.events_per_point * ruleset.size**2 - 1

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


_ROOM_OCTETS: Final = 4_096
_STEP_OCTETS: Final = 1_536
_POINT_OCTETS: Final = 3
_DEAD_OCTETS: Final = 96
_SHARE_OCTETS: Final = 32
"""What a match takes in memory about: by itself, for a step, for every point of its board, for every dead stone, and
for every point of an estimate."""

_HERE: Final = Attendance(Presence.HERE)


@dataclass(frozen=True, slots=True)
class Finding:
    """How the game of this revision stands, as event `asked` wanted to know; None: it could not be worked out."""

    revision: int
    asked: int
    estimate: Estimate | None


class Room:
    """One match in memory. Whoever changes it holds its `lock`; reading needs none."""

    __slots__ = (
        "__weakref__",
        "bank",
        "creator",
        "estimating",
        "estimating_in",
        "excused_until",
        "finding",
        "head",
        "hub",
        "is_awake",
        "is_unsure",
        "judging",
        "limits",
        "lock",
        "looked_until",
        "match",
        "octets",
        "proposal",
        "proposed_in",
        "receipts",
        "recent",
        "refusals",
        "register",
        "standing",
        "thinking",
        "thinking_about",
        "told",
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
        self.register = Register()
        self.told: dict[Color, Attendance] = {}  # where listeners believe the players to be
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about: tuple[int, Color] | None = None  # the revision, and for whom
        self.judging: asyncio.Task[None] | None = None
        self.proposal: tuple[Board, frozenset[Point] | None] | None = None  # on this board these stones look dead
        self.estimating: asyncio.Task[None] | None = None
        self.estimating_in = 0  # the revision
        self.finding: Finding | None = None  # how it stands, where a player has asked
        self.creator: str | None = None  # who began it, as far as this service was there
        self.is_awake = False  # whether a match of two programs is being played
        self.looked_until = 0  # so long it counts that somebody has looked at a match of two programs
        self.proposed_in: int | None = None  # the revision in which listeners were told so
        self.users = 0  # who hold on to it while they wait
        self.excused_until = 0
        self.octets = _ROOM_OCTETS
        self.is_unsure = False  # a unit may or may not have been written: read the log before going on
        self.head = FIRST  # the hash of the last row of the log
        self.match: Match
        self.standing: Standing

    @property
    def match_id(self) -> str:
        """The id of the match."""
        return self.match.match_id

    @property
    def owner(self) -> str:
        """For whom players think here: whoever began the match, else the match itself."""
        return self.creator or self.match.match_id

    def is_looked_at(self, now: int) -> bool:
        """Whether somebody watches, or has looked a short while ago."""
        return bool(len(self.hub)) or now < self.looked_until

    @property
    def is_asleep(self) -> bool:
        """Whether this is a match of two programs that nobody plays now; its clock stands still."""
        return not self.is_awake and self.match.is_between_programs

    @property
    def is_idle(self) -> bool:
        """Whether the match may be dropped from memory: its log has everything, and its deadline is kept elsewhere."""
        if self.users or self.lock.locked() or len(self.hub):
            return False
        if any(task is not None for task in (self.thinking, self.judging, self.estimating)):
            return False
        return all(self._own_turn_missed_since(color) is None for color in COLORS)

    def record(self, before: Match | None, event: Event, receipt: bytes | None) -> None:
        """Note what is remembered of an event besides the match it leads to."""
        if before is not None:
            self.bank.record(before, event)
            if isinstance(event, Moved):
                self.octets += _step_octets(before.ruleset, before.state)
            elif isinstance(event, Restarted):
                self.octets = _own_octets(before)
            elif isinstance(event, Estimated) and not before.estimated:
                self.octets += _SHARE_OCTETS * before.ruleset.size**2
        if isinstance(event, Unpaused):
            self.register.wait_anew(event.at)
        elif isinstance(event, Joined):
            self.register.wait_for_newcomer(event.at)
        self.recent.append(event)
        if receipt is not None:
            first, _ = self.receipts.get(receipt, (event.n, event.n))
            self.receipts[receipt] = (first, event.n)

    def weigh(self) -> None:
        """Estimate how much memory the match takes, which from now on grows with its events."""
        timeline = self.match.timeline
        states = (step.state for step in timeline.steps)
        self.octets = _own_octets(self.match) + sum(_step_octets(timeline.ruleset, state) for state in states)

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

    # --- who is here

    def note_presence(self, now: int) -> None:
        """Somebody came or left: players who are no longer connected are away since now."""
        players = {seat.owner for seat in (self.match.first, self.match.second) if seat.owner is not None}
        self.register.note(self.hub.present(), players, now)

    def attendance(self, color: Color, now: int) -> Attendance | None:
        """Where the player of this colour is; None where it does not matter or nobody can say.

        It matters between people, for seats that somebody owns.
        """
        match = self.match
        owner = match.seat(color).owner
        if owner is None or not match.is_between_people:
            return None
        presence = self.register.presence(owner, now, self.limits.absence, can_be_gone=self._can_be_gone)
        if presence is None or presence is Presence.HERE:
            return None if presence is None else _HERE
        return Attendance(presence, self.claimable_at(color), self.abandoned_at(color))

    def take_presence_news(self, now: int) -> list[tuple[Color, Attendance]]:
        """What listeners do not know yet of where the players are. After this they do."""
        if not len(self.hub) or not self.match.is_between_people:
            return []
        found = ((color, self.attendance(color, now)) for color in COLORS)
        news = [(color, there) for color, there in found if there is not None and there != self.told.get(color)]
        self.told.update(news)
        return news

    def refuse_claim(self, claimant: Color, now: int) -> None:
        """Raise GAME_OVER, PAUSED or NO_CLAIM unless this colour may claim the win because the other is gone."""
        if self.match.is_over:
            raise GameError(ErrorCode.GAME_OVER)
        if self.match.is_paused:
            raise GameError(ErrorCode.PAUSED)
        claimable_at = self.claimable_at(claimant.other)
        if claimable_at is None:
            raise GameError(ErrorCode.NO_CLAIM)
        if now < claimable_at:
            raise GameError(ErrorCode.NO_CLAIM, "claim.too_early", seconds=-((now - claimable_at) // 1000))

    @property
    def _can_be_gone(self) -> bool:
        """Whether somebody is expected to stay: without a clock too, but not in a correspondence game."""
        clock = self.match.clock
        if self.match.absence is AbsenceRule.WAITS:
            return False
        return clock is None or self.limits.absence.apply_to(clock.control)

    # --- what happens if nobody does anything

    def due_at(self) -> int | None:
        """When the match must be looked at next though nobody acts."""
        if not self.match.is_between_people:  # nobody is missed
            return self.flagged_at()
        times = [self.abandoned_at(color) for color in COLORS]
        times += [self.flagged_at(), self._presence_changes_at()]
        if not self.match.begun:
            times.append(self.match.begin_at)
        return min((time for time in times if time is not None), default=None)

    def flagged_at(self) -> int | None:
        """When the running flag is judged: a little late, for a move made in time may still be under way."""
        clock = self.match.clock
        falls = clock.deadline() if clock else None
        if clock is None or clock.running is None or falls is None:
            return None
        rtt_ms = self.hub.rtt_ms(self.match.seat(clock.running).owner)
        return falls + self.allowance_ms(clock.running, rtt_ms)

    def abandoned_at(self, color: Color) -> int | None:
        """When this colour will have abandoned the match if its player stays away; only where that loses by itself."""
        if self.match.absence is not AbsenceRule.LOSES:
            return None
        since = self._own_turn_missed_since(color)
        return None if since is None else since + self.limits.absence.patience_ms

    def claimable_at(self, color: Color) -> int | None:
        """From when on the opponent of this colour may claim the win if its player stays away."""
        since = self._own_turn_missed_since(color)
        return None if since is None else since + self.limits.absence.claim_ms

    def _own_turn_missed_since(self, color: Color) -> int | None:
        """Since when a player who left has been away in the own turn, where that can decide the match."""
        match = self.match
        owner = match.seat(color).owner
        since = None if owner is None else self.register.absent_since(owner)
        if since is None:
            return None
        control = match.clock.control if match.clock else None
        if not match.is_between_people or match.is_waiting or not self.limits.absence.apply_to(control):
            return None
        if match.absence is AbsenceRule.WAITS or match.begin_at is not None:  # until both begin, it is only cancelled
            return None
        return max(since, match.turn_at) if color in match.actors() else None

    def _presence_changes_at(self) -> int | None:
        """When listeners must be told next where a player is."""
        match = self.match
        if not len(self.hub):
            return None
        times = []
        for color in COLORS:
            owner = match.seat(color).owner
            told = self.told.get(color)
            if owner is not None:
                presence = None if told is None else told.presence
                absence = self.limits.absence
                times.append(self.register.changes_at(owner, presence, absence, can_be_gone=self._can_be_gone))
        return min((time for time in times if time is not None), default=None)


def _own_octets(match: Match) -> int:
    return _ROOM_OCTETS + (_SHARE_OCTETS * match.ruleset.size**2 if match.estimated else 0)


def _step_octets(ruleset: Ruleset, state: GameState) -> int:
    return _STEP_OCTETS + _POINT_OCTETS * ruleset.size**2 + _DEAD_OCTETS * len(state.dead)
