"""Results: how games of accounts ended, what that did to ratings, and what is counted of them. Values only.

A result is written with the first end of a game, ratings with a result that is rated, an annulment with neither. Rows
are only ever added.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import ClassVar, Final, NamedTuple, TypeAlias

from tengen.core import Reason
from tengen.people.ratings import FULL_GAMES_A_DAY, Rating, aged

HUMAN: Final = "human"
DAY_MS: Final = 24 * 3_600_000
GIVEN_UP: Final = frozenset({Reason.RESIGN, Reason.TIME, Reason.ABANDONED})
"""Why a game is over when somebody did not want to go on with it."""
_LEVEL: Final = "level:"
_NUMBER: Final = re.compile(r"[1-9][0-9]?", re.ASCII)

ColumnValue: TypeAlias = str | bytes | int | float | bool | None
"""What a column of a row may hold."""


class Winner(StrEnum):
    """Which seat won; `none` where a game has no result. `first` began at Black."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NONE = "none"

    def score(self, *, is_first: bool) -> float:
        """What a seat has of it: 1, a half or nothing."""
        if self in (Winner.DRAW, Winner.NONE):
            return 0.5
        return 1.0 if (self is Winner.FIRST) == is_first else 0.0


class WhyNot(StrEnum):
    """Why a game that somebody wanted to be rated is not. The value is the key of its words."""

    NO_CLASS = "rated.no_class"
    NOT_NEW = "rated.not_new"
    NOT_EVEN = "rated.not_even"
    NO_CLOCK = "rated.no_clock"
    ONE_SCREEN = "rated.one_screen"
    NOT_ACCOUNTS = "rated.not_accounts"
    SAME_OWNER = "rated.same_owner"
    NO_LEVEL = "rated.no_level"
    TOO_SHORT = "rated.too_short"
    PROGRAM_FAILED = "rated.program_failed"
    NO_RESULT = "rated.no_result"


@dataclass(frozen=True, slots=True)
class GameTerms:
    """Under which terms a game is played: which one, by whom, and what is asked of one that is to be rated.

    `first` began at Black. A seat has an owner, guests among them, where somebody alone may act for it; its player is
    `human` or the name of a program. It is even where nobody has an advantage by handicap, komi or rules of its own.
    While it `is_waiting` somebody is still to take a seat.
    """

    kind: str
    size: int
    first_owner: str | None
    second_owner: str | None
    first_player: str = HUMAN
    second_player: str = HUMAN
    clock_on: bool = False
    one_screen: bool = False
    is_even: bool = True
    is_loaded_or_set_up: bool = False
    is_waiting: bool = False

    @property
    def owners(self) -> tuple[str, ...]:
        """Who owns a seat."""
        return tuple(owner for owner in (self.first_owner, self.second_owner) if owner is not None)

    @property
    def level(self) -> int | None:
        """The level that plays against a person."""
        return level_of(self.second_player if self.first_player == HUMAN else self.first_player)


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is coming to an end: everything that results and ratings ask of it. Times are milliseconds.

    `moves` are stones and passes of both sides. With `swapped` the first seat ended up with White. One that
    `is_reopened` had come to an end before.
    """

    match_id: str
    watch_id: str
    terms: GameTerms
    first_name: str
    second_name: str
    winner: Winner
    reason: str
    moves: int
    begun_at: int
    ended_at: int
    rule_set: str | None = None
    margin: float | None = None
    swapped: bool = False
    rated: bool = False
    is_reopened: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """The row of a finished game: of its first end, and of what was so then.

    `first_account` and `second_account` are accounts; guests, programs and people without a seat of their own are known
    by `first_name` and `second_name`, which accounts leave empty: they are called what they are called now. A result
    that counts for ratings has the key of its `rating_class`; one that was meant to and does not says `why_not`.
    `level_rating` and `level_deviation` are what the level opposite was rated at.
    """

    match_id: str
    watch_id: str
    kind: str
    size: int
    rule_set: str | None
    first_account: str | None
    second_account: str | None
    first_player: str
    second_player: str
    first_name: str
    second_name: str
    swapped: bool
    winner: Winner
    reason: str
    margin: float | None
    moves: int
    begun_at: int
    ended_at: int
    rating_class: str | None = None
    why_not: WhyNot | None = None
    level_rating: float | None = None
    level_deviation: float | None = None
    is_annulled: bool = field(default=False, compare=False)

    table: ClassVar[str] = "results"

    @property
    def is_rated(self) -> bool:
        """Whether it counts for ratings, or would if it were not annulled."""
        return self.rating_class is not None

    @property
    def accounts(self) -> tuple[str, ...]:
        """The accounts that played."""
        return tuple(account for account in (self.first_account, self.second_account) if account is not None)

    def opponent_of(self, account_id: str) -> str:
        """Against whom an account is rated: another account, or the name of a level."""
        if account_id == self.first_account:
            return self.second_account or self.second_player
        return self.first_account or self.first_player

    def score_of(self, account_id: str) -> float:
        """What an account has of it: 1, a half or nothing."""
        return self.winner.score(is_first=account_id == self.first_account)

    def values(self) -> Mapping[str, ColumnValue]:
        """The columns of the row."""
        return {
            "match_id": self.match_id,
            "watch_id": self.watch_id,
            "kind": self.kind,
            "size": self.size,
            "rule_set": self.rule_set,
            "first_account": self.first_account,
            "second_account": self.second_account,
            "first_player": self.first_player,
            "second_player": self.second_player,
            "first_name": self.first_name,
            "second_name": self.second_name,
            "swapped": self.swapped,
            "winner": str(self.winner),
            "reason": self.reason,
            "margin": self.margin,
            "moves": self.moves,
            "begun_at": self.begun_at,
            "ended_at": self.ended_at,
            "rating_class": self.rating_class,
            "why_not": None if self.why_not is None else str(self.why_not),
            "level_rating": self.level_rating,
            "level_deviation": self.level_deviation,
        }


class RatingCause(StrEnum):
    """Why there is a row of a rating."""

    GAME = "game"
    ANNULLED = "annulled"
    RECOMPUTED = "recomputed"


@dataclass(frozen=True, slots=True)
class RatingRow:
    """What an account was rated at in a class from a time on, row by row from number 1.

    After a game it has what the rating was worked out from: the opponent (an account, or the name of a level) with
    rating and deviation before the game, the score, and the how manieth game of the two within a day it was. A row
    without a game of its own takes an earlier one back (`match_id` says which), or is what recomputing has found.
    `games` are those that count.
    """

    account_id: str
    rating_class: str
    number: int
    rating: Rating
    games: int
    at: int
    cause: RatingCause = RatingCause.GAME
    match_id: str | None = None
    opponent: str | None = None
    opponent_rating: float | None = None
    opponent_deviation: float | None = None
    score: float | None = None
    games_today: int = 1

    table: ClassVar[str] = "ratings"

    @property
    def is_damped(self) -> bool:
        """Whether it moved the rating less because the two had played often that day."""
        return self.games_today > FULL_GAMES_A_DAY

    def at_time(self, now: int) -> Rating:
        """The rating as it is now: without games it becomes less certain day by day."""
        return aged(self.rating, (now - self.at) / DAY_MS)

    def as_of(self, now: int) -> RatingRow:
        """The row as it would be now."""
        return replace(self, rating=self.at_time(now), at=max(now, self.at))

    def values(self) -> Mapping[str, ColumnValue]:
        """The columns of the row."""
        return {
            "account_id": self.account_id,
            "rating_class": self.rating_class,
            "number": self.number,
            "rating": self.rating.rating,
            "deviation": self.rating.deviation,
            "volatility": self.rating.volatility,
            "games": self.games,
            "at": self.at,
            "cause": str(self.cause),
            "match_id": self.match_id,
            "opponent": self.opponent,
            "opponent_rating": self.opponent_rating,
            "opponent_deviation": self.opponent_deviation,
            "score": self.score,
            "games_today": self.games_today,
        }


@dataclass(frozen=True, slots=True)
class Annulment:
    """An administrator took a result back. `after` is how many results there had been by then."""

    match_id: str
    at: int
    actor: str
    reason: str
    after: int = 0


# --- what is asked for


@dataclass(frozen=True, slots=True)
class Counted:
    """What the first end of a match counted for: its result, and the ratings after it, each with the one before."""

    result: Result
    ratings: tuple[tuple[RatingRow, float], ...] = ()


class RatingPoint(NamedTuple):
    """What somebody was rated at from a time on."""

    at: int
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games were played, and how they ended; those without a result, or that nobody can win, only played."""

    played: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.played + other.played, self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """The games of one kind that an account has finished, and of these the ones against each level."""

    tally: Tally = Tally()
    levels: Mapping[int, Tally] = field(default_factory=dict)


class Score(StrEnum):
    """How a game ended for somebody."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class GamesFilter:
    """Which games of an account are asked for; None asks nothing. Times are those of the end, until then and not at it.

    The opponent is an account, or whoever has `opponent_name` in their name, or is that program: `level:3`. With both,
    either will do. How far back is searched by opponent has a limit.
    """

    kind: str | None = None
    opponent_account: str | None = None
    opponent_name: str | None = None
    score: Score | None = None
    ended_from: int | None = None
    ended_until: int | None = None


@dataclass(frozen=True, slots=True)
class GamesCursor:
    """Where a page of games goes on: after the one that ended then and is watched under this id."""

    ended_at: int
    watch_id: str


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A result as it is listed for one account: with the names of now, and by how much it moved the rating.

    A name is None where the account was deleted.
    """

    result: Result
    is_first: bool
    first_name: str | None
    second_name: str | None
    rating_change: float | None = None


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Some games of an account, the latest first, and where the next page begins; None where there is none."""

    games: tuple[FinishedGame, ...]
    after: GamesCursor | None = None


def level_of(player: str) -> int | None:
    """The level of a player that is one."""
    number = player.removeprefix(_LEVEL)
    return int(number) if number != player and _NUMBER.fullmatch(number) else None
