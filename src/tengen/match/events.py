"""What happened in a match, as numbered frozen facts. The state of a match is the fold of its events.

`n` counts events from 1 without gaps; `at` is the time in milliseconds and never goes back. `changes` say what
happened to the board, so that a client can follow without rules.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from tengen.core import Action, Changes, Color, Effect, GameState, Outcome, Outline, Ruleset, Setup, TimeControl
from tengen.match.absence import AbsenceRule
from tengen.match.requests import RequestKind
from tengen.match.seats import Seat


@dataclass(frozen=True, slots=True)
class Created:
    """A match begins. `first` sits at Black until an opening changes colours.

    `rules_version` is that of the ruleset which judged the beginning, and `start` what it made of it; 0 and None in
    logs that were written before they were kept. A `rated` match counts for its players' ratings.
    In one on `one_screen` two people with seats of their own sit at the same screen. A match that is `loaded` begins
    with what was played elsewhere. One that is `listed` is found by everybody among those being played. `absence` says
    what becomes of it when a player is gone; each side has `begin_ms` for its first move, 0: as long as its clock.
    """

    n: int
    at: int
    match_id: str
    ruleset: Ruleset
    first: Seat
    second: Seat
    setup: Setup | None = None
    control: TimeControl | None = None
    rules_version: int = 0
    start: Outline | None = None
    rated: bool = False
    one_screen: bool = False
    loaded: bool = False
    listed: bool = False
    absence: AbsenceRule = AbsenceRule.LOSES
    begin_ms: int = 0


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took an open seat."""

    n: int
    at: int
    player: Color
    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """Whoever has this seat is called something else, or is no guest any more; the seat as it is now."""

    n: int
    at: int
    player: Color
    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved:
    """An action was played. `lag_ms` of the turn was not charged.

    `changes` and `effect` tell everything that the rules made of it; the effect is None in logs that were written
    before it was kept. `after` is the state it led to, where the rules have just said so; a log does not keep it.
    """

    n: int
    at: int
    action: Action
    changes: Changes
    lag_ms: int = 0
    effect: Effect | None = None
    after: GameState | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest `count` actions were taken back, as `player` had asked."""

    n: int
    at: int
    player: Color
    count: int
    changes: Changes


@dataclass(frozen=True, slots=True)
class Redone:
    """Actions that had been taken back were played again, as `player` had asked."""

    n: int
    at: int
    player: Color
    count: int
    changes: Changes


@dataclass(frozen=True, slots=True)
class Restarted:
    """The match began again from the start, with the same seats and full clocks, as `player` had asked."""

    n: int
    at: int
    player: Color
    changes: Changes


@dataclass(frozen=True, slots=True)
class Offered:
    """A player asked for something and waits for the answer."""

    n: int
    at: int
    kind: RequestKind
    player: Color


@dataclass(frozen=True, slots=True)
class Declined:
    """A request was refused, or taken back by who had made it."""

    n: int
    at: int
    kind: RequestKind
    player: Color


@dataclass(frozen=True, slots=True)
class Paused:
    """Game and clock stand for a while, as `player` had asked."""

    n: int
    at: int
    player: Color


@dataclass(frozen=True, slots=True)
class Unpaused:
    """The match goes on; `player` wanted it."""

    n: int
    at: int
    player: Color


@dataclass(frozen=True, slots=True)
class Excused:
    """Nobody could act for `ms` of the running turn, as after a restart of the server: charged to nobody."""

    n: int
    at: int
    ms: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over: by the rules, or by a verdict that the rules do not know (time, agreement)."""

    n: int
    at: int
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Rematched:
    """Both want another match, with colours exchanged; it has this id."""

    n: int
    at: int
    next_id: str


@dataclass(frozen=True, slots=True)
class Estimated:
    """The score is estimated as the game stands, as `player` had asked; between people the other side has agreed.

    What comes of it is shown and never written down.
    """

    n: int
    at: int
    player: Color


GameEvent: TypeAlias = Created | Moved | Undone | Redone | Restarted | Ended
"""What changes the game itself: an answer that was thought out before it is stale after it."""

Event: TypeAlias = (
    GameEvent | Joined | Renamed | Offered | Declined | Paused | Unpaused | Excused | Rematched | Estimated
)

EVENT_NAMES: dict[type[Event], str] = {
    Created: "created",
    Joined: "joined",
    Renamed: "renamed",
    Moved: "moved",
    Undone: "undone",
    Redone: "redone",
    Restarted: "restarted",
    Offered: "offered",
    Declined: "declined",
    Paused: "paused",
    Unpaused: "unpaused",
    Excused: "excused",
    Ended: "ended",
    Rematched: "rematched",
    Estimated: "estimated",
}
"""The names of the events in the log and in messages."""
