"""A sitting: a game, two seats, clocks, and what is asked between them, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from tengen.core import (
    BLACK,
    COLORS,
    WHITE,
    Clock,
    Color,
    GameState,
    Outcome,
    Participant,
    Record,
    Ruleset,
    Timeline,
    program_name,
)
from tengen.match.absence import AbsenceRule
from tengen.match.requests import RequestKind
from tengen.match.seats import Seat


@dataclass(frozen=True, slots=True)
class Offer:
    """A request that waits for the other side."""

    kind: RequestKind
    player: Color


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Match:
    """The state of a match after its event number `number`, which happened at `at`.

    `first` was seated at Black; `seat()` follows the colours through an opening that exchanges them.
    `think_ms` holds the thinking time of every step of the timeline, the undone ones too. `revision` is the
    number of the last event that changed the game itself; `turn_at` is when the present turn began, less the
    time it stood still. `next_id` is the match that was agreed on to follow. `created_at` is when it began. It is
    `rated` if it counts for its players' ratings. `ended_at` is when a match that is over came to its end.
    On `one_screen` two people with seats of their own sit side by side. A `loaded` match began with what was played
    elsewhere. One that is `reopened` had come to an end before; that first end is the one that counts. Everybody finds
    one that is `listed` among those being played. It has `begun` once both sides have moved, whatever is taken back
    later; until then each has `begin_ms` for it, 0: as long as its clock. `estimated` is the number of the last event
    by which an estimate of the score was asked for; 0: never, and two people have not agreed on it.
    """

    match_id: str
    first: Seat
    second: Seat
    timeline: Timeline
    clock: Clock | None = None
    offers: tuple[Offer, ...] = ()
    outcome: Outcome | None = None
    paused_at: int | None = None
    think_ms: tuple[int, ...] = ()
    turn_at: int = 0
    at: int = 0
    number: int = 1
    revision: int = 1
    next_id: str | None = None
    created_at: int = 0
    rated: bool = False
    one_screen: bool = False
    loaded: bool = False
    reopened: bool = False
    ended_at: int | None = None
    listed: bool = False
    absence: AbsenceRule = AbsenceRule.LOSES
    begin_ms: int = 0
    begun: bool = False
    estimated: int = 0

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.timeline.ruleset

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.timeline.state

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def is_paused(self) -> bool:
        """Whether game and clock stand until somebody lets them go on."""
        return self.paused_at is not None

    @property
    def is_estimated(self) -> bool:
        """Whether an estimate of the score was asked for as the game stands now."""
        return self.estimated > self.revision and not self.is_over

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still open; no clock runs until then."""
        return self.first.is_open or self.second.is_open

    @property
    def is_between_people(self) -> bool:
        """Whether two different people play apart, so that changes to the course of the game need both.

        At one screen they see what the other does, and ask each other in words.
        """
        are_human = self.first.is_human and self.second.is_human and not self.one_screen
        return are_human and (self.is_waiting or self.first.owner != self.second.owner)

    @property
    def begin_at(self) -> int | None:
        """When the match is cancelled unless whoever is to act has begun; None where that is not so, or no more."""
        if self.begun or not self.begin_ms or self.is_over or self.is_paused or self.is_waiting:
            return None
        return self.turn_at + self.begin_ms if self.is_between_people else None

    @property
    def deadline_at(self) -> int | None:
        """When the match must be judged though nobody acts: a flag falls, or nobody has begun."""
        falls_at = self.clock.deadline() if self.clock else None
        if self.begun or (begin_at := self.begin_at) is None:
            return falls_at
        return begin_at if falls_at is None else min(begin_at, falls_at)

    @property
    def is_between_programs(self) -> bool:
        """Whether no person has a seat."""
        return not (self.first.is_human or self.second.is_human)

    @property
    def is_pass_and_play(self) -> bool:
        """Whether no seat is anybody's own, so that whoever holds the match acts for its people."""
        return not any(seat.owner is not None or seat.is_open for seat in (self.first, self.second))

    def seat(self, color: Color) -> Seat:
        """Who plays this colour now."""
        return self.first if self.state.is_first_seat(color) else self.second

    def actors(self) -> tuple[Color, ...]:
        """The colours that may act now."""
        return () if self.is_over or self.is_paused else self.ruleset.actors(self.state)

    def may_act(self, caller: str | None, color: Color) -> bool:
        """Whether this caller may act for this colour: the owner of the seat, or anybody if nobody owns it."""
        seat = self.seat(color)
        return seat.is_human and not seat.is_open and (seat.owner is None or seat.owner == caller)

    def colors_of(self, caller: str | None) -> tuple[Color, ...]:
        """The colours that this caller may act for: both in pass-and-play."""
        return tuple(color for color in COLORS if self.may_act(caller, color))

    def speaker(self, caller: str | None) -> Color | None:
        """For which colour a caller acts: the own one; whoever has both acts for the side that is to act."""
        for color in self.ruleset.actors(self.state):
            if self.may_act(caller, color):
                return color
        return next(iter(self.colors_of(caller)), None)

    def offer(self, kind: RequestKind) -> Offer | None:
        """The waiting request of this kind."""
        return next((offer for offer in self.offers if offer.kind is kind), None)

    def participants(self) -> tuple[Participant, Participant]:
        """Who plays Black and White, as a record names them."""
        return _participant(self.seat(BLACK)), _participant(self.seat(WHITE))

    @property
    def created_on(self) -> str:
        """The day on which the match was created."""
        return datetime.fromtimestamp(self.created_at / 1000, UTC).date().isoformat()

    def record(self, created: str | None = None) -> Record:
        """The game as it stands, written down with the colours that the players ended up with.

        It is of the day on which the match was created unless something else is said. It is shown and written by the
        states of the match: what was played stays so whatever rules are mended later.
        """
        black, white = self.participants()
        created = self.created_on if created is None else created
        record = Record.of(self.timeline, black, white, created)
        control = self.clock.control if self.clock else None
        record = replace(record.with_times(self.think_ms), result=self.outcome, control=control)
        return record.with_states(self.timeline.states)


def ai_due(match: Match) -> Color | None:
    """The colour for which an AI is to act now. People who may act as well go first, and all seats must be taken."""
    if (match.first.is_human and match.second.is_human) or match.is_waiting:
        return None
    due = [color for color in match.actors() if color not in match.state.agreed]
    if not due or any(match.seat(color).is_human for color in due):
        return None
    return due[0]


def is_ai_awaited(match: Match) -> bool:
    """Whether an AI is to act and a person waits for it. Programs among themselves go on when somebody looks."""
    return ai_due(match) is not None and not match.is_between_programs


def _participant(seat: Seat) -> Participant:
    """Who sat there. A program that was called by its player's name gets one for people to read."""
    is_nameless = not seat.is_human and seat.name in ("", seat.player)
    return Participant(name=program_name(seat.player) if is_nameless else seat.name, player=seat.player)
