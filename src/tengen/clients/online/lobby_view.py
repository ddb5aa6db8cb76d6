"""The lobby of a server as screens show it, as plain frozen values. Knows no frames and connects to nothing.

Times with `at` are of the client's clock (`Games.now`), those with `ms` count from 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from tengen.clients.online.notices import NoticeView
from tengen.clients.play import Connection
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import Board, BoardSpec, Color, GameKind, OptionValue, Point, TimeControl
from tengen.match import AbsenceRule

SpeedName: TypeAlias = Literal["blitz", "rapid", "days"]
AcceptingMode: TypeAlias = Literal["all", "accounts", "nobody"]
DeclineReason: TypeAlias = Literal["later", "rules", "clock", "level", "no"]
AnswerName: TypeAlias = Literal["accepted", "declined", "withdrawn", "expired"]

SPEEDS: Final[tuple[SpeedName, ...]] = ("blitz", "rapid", "days")
"""How long games take. Words: `lobby.speed.<name>`, and `.clock` behind it for what the clock is then."""
ABSENCES: Final = tuple(AbsenceRule)
"""What becomes of who leaves a game. Words: `start.absence.<name>`."""
ACCEPTING_MODES: Final[tuple[AcceptingMode, ...]] = ("all", "accounts", "nobody")
"""Whose challenges somebody takes. Words: `lobby.accepting.<name>`."""
DECLINE_REASONS: Final[tuple[DeclineReason, ...]] = ("later", "rules", "clock", "level", "no")
"""Why somebody says no. Words: `lobby.decline.<name>`."""


@dataclass(frozen=True, slots=True)
class RatingView:
    """How somebody is rated, and how uncertain that is; `rank` is kyu or dan, empty where there is none."""

    rating: float
    deviation: float
    rank: str = ""


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody by name, fit to be shown. A name of a guest may be that of several."""

    name: str
    is_guest: bool
    rating: RatingView | None = None


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """A challenge to make: to everybody, or to the account called `to`.

    `color` is what its maker will have; None: by lot. Only accounts at most so many points of rating `below` and
    `above` the maker may take it; None: any.
    """

    kind: GameKind
    size: int | None = None
    rules: Mapping[str, object] = field(default_factory=dict)
    clock: TimeControl | None = None
    is_rated: bool = False
    color: Color | None = None
    absence: AbsenceRule = AbsenceRule.LOSES
    to: str = ""
    below: int | None = None
    above: int | None = None


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge by somebody: to everybody, or `to` one person. `color` is what its maker will have; None: by lot.

    `preset` is the name of the rule set where the rules are one, and `options` are all of them. `komi` and `handicap`
    are None in games without. `below` and `above` are how far apart in rating who takes it may be; None: any.
    """

    challenge_id: str
    by: PersonView
    to: PersonView | None
    kind: str
    size: int
    preset: str | None
    options: Mapping[str, OptionValue]
    komi: float | None
    handicap: int | None
    clock: TimeControl | None
    speed: SpeedName | None
    is_rated: bool
    color: Color | None
    absence: AbsenceRule
    below: int | None
    above: int | None
    created_ms: int
    expires_ms: int


@dataclass(frozen=True, slots=True)
class GlanceView:
    """A game being played as everybody sees it, small. `watch_id` is for `Games.open`.

    `to_move` is None where both may act, or nobody; `last` after a pass.
    """

    watch_id: str
    kind: str
    size: int
    spec: BoardSpec
    board: Board
    players: Mapping[Color, PersonView]
    last: Point | None
    to_move: Color | None
    moves: int
    is_rated: bool
    speed: SpeedName | None


@dataclass(frozen=True, slots=True)
class OwnGameView:
    """A game of one's own against somebody. `game_id` is for `Games.open`, `yours` the colour one has.

    At `deadline_at` whoever is to move loses on time. A game that `is_over` is told once more and then not; `winner` is
    None where nobody has won, and `reason` is that of its end.
    """

    game_id: str
    watch_id: str
    kind: str
    size: int
    spec: BoardSpec
    board: Board
    players: Mapping[Color, PersonView]
    yours: Color
    is_your_move: bool
    last: Point | None
    moves: int
    deadline_at: int | None
    is_over: bool
    winner: Color | None
    reason: str


@dataclass(frozen=True, slots=True)
class SeekTerms:
    """A wish for any opponent: the game, its size and how fast."""

    kind: str
    size: int
    speed: SpeedName
    is_rated: bool = False


@dataclass(frozen=True, slots=True)
class SeekView:
    """What one waits for, since `since_at`. `range` is how far apart in rating both may be by now; None: anybody.

    Nobody is found before `ready_at`; `why` is the key of the words for that (with `{time}`), None where it is past.
    """

    terms: SeekTerms
    since_at: int
    range: int | None
    ready_at: int
    why: str | None


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The lobby as it was last heard of. `is_known` once the server has said how it is.

    `challenges` are open to everybody, `challenged` are to this person alone, `made` are this person's own. `games` are
    being played; of the `count` people who are here, `people` are the first. `unseen` counts notices.
    """

    connection: Connection = Connection.LOST
    is_known: bool = False
    me: PersonView | None = None
    challenges: tuple[ChallengeView, ...] = ()
    challenged: tuple[ChallengeView, ...] = ()
    made: tuple[ChallengeView, ...] = ()
    games: tuple[GlanceView, ...] = ()
    count: int = 0
    people: tuple[PersonView, ...] = ()
    own: tuple[OwnGameView, ...] = ()
    seek: SeekView | None = None
    unseen: int = 0


# --- what happens to this person


@dataclass(frozen=True, slots=True)
class Challenged:
    """Somebody challenges this person."""

    challenge: ChallengeView


@dataclass(frozen=True, slots=True)
class Answered:
    """What became of a challenge that this person made. One that was accepted has the id of its game.

    `is_asked`: it was made over this connection, so that the client may open the game at once.
    """

    challenge: ChallengeView
    answer: AnswerName
    reason: DeclineReason | None = None
    game_id: str | None = None
    is_asked: bool = False

    def words(self) -> HasWords | None:
        """What to say of it; nothing of one that was withdrawn."""
        match self.answer:
            case "withdrawn":
                return None
            case "declined":
                return Said(f"lobby.answered.declined.{self.reason or 'no'}")
            case answer:
                return Said(f"lobby.answered.{answer}")


@dataclass(frozen=True, slots=True)
class Paired:
    """An opponent was found, and the game has begun. `is_asked`: it was sought over this connection."""

    game_id: str
    color: Color
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something that this person should know."""

    notice: NoticeView


LobbyNews: TypeAlias = Challenged | Answered | Paired | Noticed


@dataclass(frozen=True, slots=True)
class LobbyChange:
    """The lobby after a frame, and what happened to this person by it."""

    view: LobbyView
    news: tuple[LobbyNews, ...] = ()
