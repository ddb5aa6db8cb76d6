"""The port to wherever results and ratings are kept. Knows nothing of SQL.

Results and the ratings that follow from them are written with the end of their game, by whoever writes that; only
games that nobody writes a log of have theirs added here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from tengen.people.notices import NewNotice
from tengen.people.results import (
    Annulment,
    GamesCursor,
    GamesFilter,
    GamesPage,
    RatingPoint,
    RatingRow,
    Result,
    Tally,
)
from tengen.people.store import NoteInAudit

MOST_GAMES_LISTED: Final = 100
"""So many games one page has."""


@dataclass(frozen=True, slots=True)
class EndQuestion:
    """What is to be known when a game ends: who its owners are, and where it is rated what was before.

    Without a `rating_class` nothing about ratings is asked. `program` is what plays against the only owner. What lies
    before `since` is not counted.
    """

    match_id: str
    owners: tuple[str, ...]
    rating_class: str | None = None
    program: str | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a game ends in, all as of one moment.

    `accounts` are those owners who have registered. `latest` are their latest ratings in the class, `games_before` is
    how often the two were rated in it since then, and `aborts` how many games each has given up too early since then.
    """

    has_result: bool
    accounts: frozenset[str] = frozenset()
    latest: Mapping[str, RatingRow] = field(default_factory=dict)
    games_before: int = 0
    aborts: Mapping[str, int] = field(default_factory=dict)


class TallyRow(NamedTuple):
    """What an account has played of a kind against a player: `human`, a level or another program."""

    kind: str
    opponent: str
    tally: Tally


class KeyedResult(NamedTuple):
    """A result with its number in the order in which they were written."""

    key: int
    result: Result


class AnnulledResult(NamedTuple):
    """A rated result with its annulment."""

    annulment: Annulment
    result: Result


class AllRatings(NamedTuple):
    """The latest ratings of everybody in every class, with the number of the last rated result before them.

    `annulments` is how many rated results were annulled by then.
    """

    last_key: int
    annulments: int
    rows: Sequence[RatingRow]


class ResultStore(Protocol):
    """Where results are kept. Every call may raise Unavailable."""

    async def circumstances(self, question: EndQuestion) -> Circumstances:
        """What a game ends in."""

    async def registered(self, owners: Collection[str]) -> frozenset[str]:
        """Those of these owners who are accounts, closed ones among them, and no guests."""

    async def add(self, rows: Sequence[Result | RatingRow]) -> None:
        """Keep what belongs to the end of a game that has no log here, all or nothing. Raises Conflict."""

    async def result(self, match_id: str) -> Result | None:
        """The result of a match."""

    async def result_watched(self, watch_id: str) -> Result | None:
        """The result of the match that is watched under this id."""

    async def ratings_by(self, match_id: str) -> Sequence[tuple[RatingRow, float]]:
        """What the end of a match did to ratings, each row with the rating before it."""

    async def tallies(self, account_id: str) -> Sequence[TallyRow]:
        """What an account has played; annulled games are left out."""

    async def games(
        self, account_id: str, wanted: GamesFilter, after: GamesCursor | None = None, limit: int = 50
    ) -> GamesPage:
        """Finished games of an account, the latest first. ValueError refuses a limit beyond MOST_GAMES_LISTED."""

    async def latest_ratings(self, account_id: str) -> Sequence[RatingRow]:
        """The latest rating of an account in every class that it was rated in."""

    async def rating_rows(self, account_id: str, rating_class: str) -> Sequence[RatingRow]:
        """The ratings of an account in a class, in order."""

    async def rating_points(self, account_id: str, rating_class: str, limit: int) -> Sequence[RatingPoint]:
        """How the rating of an account in a class went, in order; the last `limit` of its rows."""

    async def annulled_among(self, account_id: str, rating_class: str) -> frozenset[str]:
        """The annulled matches among those that an account was rated by in a class."""

    async def annul(
        self, annulment: Annulment, rows: Sequence[RatingRow], note: NoteInAudit, notices: Sequence[NewNotice]
    ) -> None:
        """Write an annulment with the ratings that follow from it, its entry in the audit log, and notices of it.

        All or nothing. `after` of the annulment is found as it is written. Conflict where the match is annulled already
        or a rating has changed.
        """

    # --- for recomputing

    async def count_rated(self) -> int:
        """How many rated results there are."""

    async def rated_results(self, after: int, limit: int) -> Sequence[KeyedResult]:
        """Rated results in the order in which they were written, after the one of this number."""

    async def annulments(self) -> Sequence[AnnulledResult]:
        """All annulled results that were rated, in the order in which they were annulled."""

    async def all_ratings(self) -> AllRatings:
        """The latest ratings of everybody."""

    async def correct(self, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        """Add these ratings with an entry in the audit log. Conflict where one has changed."""
