"""A game as a client draws it, as plain frozen values. Knows no rules, and not whether the match is here or elsewhere.

Where the match is played decides who makes a View: `local.view` from a match, `remote.view` from a server's answers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from tengen.core import (
    CHOICE,
    Action,
    Board,
    BoardSpec,
    Changes,
    Clock,
    Color,
    OptionValue,
    Outcome,
    Point,
    Prisoners,
    Score,
)
from tengen.match import Offer, Status
from tengen.players import HUMAN, Estimate


class Connection(StrEnum):
    """How a client is connected to the match. One in this process is always open."""

    OPEN = "open"
    LOST = "lost"
    CLOSED = "closed"


class NoticeKind(StrEnum):
    """What is told about the program at a seat. Words: `play.notice.<value>`."""

    THINKING = "thinking"
    ASKED_AGAIN = "asked_again"
    SUBSTITUTE = "substitute"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ProgramNotice:
    """Something about the program called `name` that plays `player`.

    `queue` is how many think before it does, `by` who moves in its place this time, `why` the reason, by language.
    """

    kind: NoticeKind
    player: Color
    name: str
    queue: int = 0
    by: str = ""
    why: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeatView:
    """Who plays a colour: the name to show, empty where there is none, and `human` or the program's name."""

    name: str
    player: str = HUMAN
    is_open: bool = False

    @property
    def is_person(self) -> bool:
        """Whether a person acts for this seat, or will once somebody has taken it."""
        return self.player == HUMAN


@dataclass(frozen=True, slots=True)
class PresenceView:
    """Where a player of a match between people is: `here`, `away` or `gone`.

    `claim_ms` and `ends_ms` count from the moment `at` of the client's clock: until the opponent may claim the win,
    and until the match ends by itself. None: absence decides nothing now.
    """

    where: str
    claim_ms: int | None = None
    ends_ms: int | None = None
    at: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended. `margin` is there where points decided, and `is_counted` says that the board was counted."""

    winner: Color | None
    reason: str
    margin: float | None = None
    no_result: bool = False
    is_counted: bool = False

    @classmethod
    def of(cls, outcome: Outcome | None) -> Result | None:
        """The same for clients; None while there is none."""
        if outcome is None:
            return None
        is_counted = outcome.score is not None
        return cls(outcome.winner, str(outcome.reason), outcome.margin, outcome.no_result, is_counted)

    @property
    def is_draw(self) -> bool:
        """Whether it was played to an end and nobody won."""
        return self.winner is None and not self.no_result


@dataclass(frozen=True, slots=True)
class ProposalView:
    """Stones that look dead while people are to settle that, and the count without them. Nobody has marked them."""

    dead: frozenset[Point]
    score: Score | None = None
    territory: Mapping[Color, tuple[Point, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Invitation:
    """What lets somebody take the open seat of a game on a server."""

    game_id: str
    seat: Color
    token: str


@dataclass(frozen=True, slots=True)
class View:
    """A match at one moment, for one caller.

    `yours` are the colours that this client may act for, `actors` those that may act now; `next_stone` is the colour
    of the next stone, whoever places it. `phase` is the stretch of the game that it is in or was in when it ended or
    was paused. `score` is there where points mean something now, `prisoners` in games that take any. `clock` counts
    with the client's own clock (`Games.now`). `can_ask` names requests that make sense now, `unpause` among them.
    `status` is the one line that says how the match stands, `guidance` a text key of what this moment asks. `number`
    counts the events so far, `revision` is the last one that changed the game itself. One that `is_rated` counts for
    ratings. `estimate` is how it stands, where that was asked for and nothing was played since.
    """

    game_id: str
    kind: str
    size: int
    rules: Mapping[str, OptionValue]
    spec: BoardSpec
    board: Board
    phase: str
    next_stone: Color
    actors: tuple[Color, ...]
    agreed: frozenset[Color]
    yours: tuple[Color, ...]
    legal: tuple[Point, ...]
    can_pass: bool
    forbidden: tuple[Point, ...]
    choices: tuple[str, ...]
    dead: frozenset[Point]
    proposal: ProposalView | None
    score: Score | None
    territory: Mapping[Color, tuple[Point, ...]] | None
    won: tuple[tuple[Point, ...], ...]
    prisoners: Prisoners | None
    clock: Clock | None
    seats: Mapping[Color, SeatView]
    offers: tuple[Offer, ...]
    can_ask: tuple[str, ...]
    moves: tuple[Action, ...]
    last_move: Point | None
    status: Status
    guidance: str | None
    result: Result | None
    is_paused: bool
    number: int
    revision: int
    is_watching: bool = False
    watch_id: str = ""
    invitation: Invitation | None = None
    next_id: str | None = None
    presence: Mapping[Color, PresenceView] = field(default_factory=dict)
    notices: tuple[ProgramNotice, ...] = ()
    connection: Connection = Connection.OPEN
    is_rated: bool = False
    estimate: Estimate | None = None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.result is not None

    @property
    def is_waiting(self) -> bool:
        """Whether a seat is still open."""
        return any(seat.is_open for seat in self.seats.values())

    @property
    def is_between_programs(self) -> bool:
        """Whether no person has a seat."""
        return not any(seat.is_person for seat in self.seats.values())

    @property
    def is_choosing(self) -> bool:
        """Whether a question of the opening is to be answered."""
        return self.phase == CHOICE

    @property
    def due(self) -> tuple[Color, ...]:
        """Who has yet to act: of two who must agree, only those who have not."""
        return tuple(color for color in self.actors if color not in self.agreed)

    @property
    def asked(self) -> Color | None:
        """For whom this client is to act now; of two the colour that comes first."""
        return next((color for color in self.due if color in self.yours), None)

    @property
    def speaker(self) -> Color | None:
        """For whom this client asks for something: whoever is to act, else any colour of its own."""
        return self.asked or next(iter(self.yours), None)

    @property
    def program_due(self) -> Color | None:
        """The colour of the program that must act now. People who may act as well go first."""
        due = self.due
        if any(self.seats[color].is_person for color in due):
            return None
        return due[0] if due else None


@dataclass(frozen=True, slots=True)
class ViewEvent:
    """One fact of a match: `type` is the event's name, such as `moved`, `offered` or `ended`.

    `player` is the colour that it is about and `name` who had that colour before it; `action` is what a `moved` was,
    `request` what was offered or declined, `changes` are the stones that came, went and changed colour.
    """

    number: int
    type: str
    player: Color | None = None
    name: str = ""
    action: Action | None = None
    request: str = ""
    changes: Changes = field(default_factory=Changes)


@dataclass(frozen=True, slots=True)
class Change:
    """What has just happened, and the game after it.

    `events` are facts of the match; `notices` came without one. A change with neither tells that the connection,
    somebody's presence, a proposal or an estimate changed, or that the view was made anew.
    """

    view: View
    events: tuple[ViewEvent, ...] = ()
    notices: tuple[ProgramNotice, ...] = ()
