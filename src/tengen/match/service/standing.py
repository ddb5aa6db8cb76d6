"""The row of a match: what is known of it without its log, and how rows are asked for. Stores nothing itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tengen.core import Color, Outcome
from tengen.match.match import Match, is_ai_awaited
from tengen.match.seats import Seat
from tengen.match.service.identifiers import watch_id_of

MOST_FOUND: Final = 200
"""So many rows are given at once."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended, without the points of both sides. `reason` is the word of a `Reason`."""

    winner: Color | None
    reason: str
    margin: float | None = None
    no_result: bool = False

    @classmethod
    def of(cls, outcome: Outcome) -> MatchResult:
        """What the row says of an outcome."""
        return cls(outcome.winner, str(outcome.reason), outcome.margin, outcome.no_result)

    @property
    def is_draw(self) -> bool:
        """Whether the game was played to an end and nobody won."""
        return self.winner is None and not self.no_result


@dataclass(frozen=True, slots=True)
class Standing:
    """What others must know of a match without reading its log: one row, as of the event at `at`.

    `deadline_at` is when it is judged if nobody moves. `ai_to_move`: a person waits for an AI. `rule_set` is the name
    of the preset, where the rules are one. `first` began at Black; `swapped` says that it has White now. A match that
    is over has a `result`, and `ended_at` is when it came to it. Everybody may find one that is `listed`. A row from a
    store does not say which owners are guests.
    """

    match_id: str
    watch_id: str
    kind: str
    size: int
    rule_set: str | None
    rated: bool
    begun_at: int
    first: Seat
    second: Seat
    swapped: bool
    at: int
    deadline_at: int | None = None
    ai_to_move: bool = False
    ended_at: int | None = None
    result: MatchResult | None = None
    listed: bool = False

    @classmethod
    def of(cls, match: Match) -> Standing:
        """How a match stands."""
        ruleset = match.ruleset
        row = cls(
            match.match_id,
            watch_id_of(match.match_id),
            ruleset.KIND,
            ruleset.size,
            ruleset.preset,
            match.rated,
            match.created_at,
            match.first,
            match.second,
            match.state.swapped,
            match.at,
            listed=match.listed,
        )
        return row.renewed(match) or row

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.ended_at is not None

    def renewed(self, match: Match) -> Standing | None:
        """The row for the match as it stands now; None where this one still says it, times aside."""
        deadline_at = match.deadline_at
        ai_to_move = is_ai_awaited(match)
        if self._says_the_rest(match):
            if deadline_at == self.deadline_at and ai_to_move == self.ai_to_move:
                return None
            return Standing(  # a clock changes it at every move, and `replace` takes much longer
                self.match_id,
                self.watch_id,
                self.kind,
                self.size,
                self.rule_set,
                self.rated,
                self.begun_at,
                self.first,
                self.second,
                self.swapped,
                match.at,
                deadline_at,
                ai_to_move,
                self.ended_at,
                self.result,
                self.listed,
            )
        return replace(
            self,
            first=match.first,
            second=match.second,
            swapped=match.state.swapped,
            at=match.at,
            deadline_at=deadline_at,
            ai_to_move=ai_to_move,
            ended_at=match.ended_at,
            result=None if match.outcome is None else MatchResult.of(match.outcome),
        )

    def _says_the_rest(self, match: Match) -> bool:
        """Whether all but times and turn is as this row says; asked at every move."""
        return (
            match.ended_at == self.ended_at
            and match.state.swapped == self.swapped
            and (match.first is self.first or match.first == self.first)
            and (match.second is self.second or match.second == self.second)
        )

    def differs_only_in_turn(self, other: Standing) -> bool:
        """Whether another row of the same match says the same of all but whose turn it is and until when."""
        return (
            self.first is other.first
            and self.second is other.second
            and self.result is other.result
            and self.ended_at == other.ended_at
            and self.swapped == other.swapped
        )


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which matches are asked for; None asks nothing. Times are milliseconds since 1970, until then and not at it.

    `owner` and `name` are those of either seat. `winner` is a colour of the board. `is_open` asks for a seat that waits
    for somebody. Of matches in which nobody owns a seat the id is a secret: whoever lists them keeps it back.
    """

    kind: str | None = None
    size: int | None = None
    rule_set: str | None = None
    owner: str | None = None
    name: str | None = None
    rated: bool | None = None
    is_over: bool | None = None
    is_open: bool | None = None
    winner: Color | None = None
    reason: str | None = None
    begun_from: int | None = None
    begun_until: int | None = None
    ended_from: int | None = None
    ended_until: int | None = None
    listed: bool | None = None

    def fits(self, row: Standing) -> bool:
        """Whether a row is asked for."""
        seats = (row.first, row.second)
        return (
            self.kind in (None, row.kind)
            and self.size in (None, row.size)
            and self.rule_set in (None, row.rule_set)
            and (self.owner is None or self.owner in [seat.owner for seat in seats])
            and (self.name is None or self.name in [seat.name for seat in seats])
            and self.rated in (None, row.rated)
            and self.listed in (None, row.listed)
            and self.is_over in (None, row.is_over)
            and self.is_open in (None, any(seat.is_open for seat in seats))
            and (self.winner is None or (row.result is not None and row.result.winner is self.winner))
            and (self.reason is None or (row.result is not None and row.result.reason == self.reason))
            and _is_within(row.begun_at, self.begun_from, self.begun_until)
            and _is_within(row.ended_at, self.ended_from, self.ended_until)
        )


def _is_within(at: int | None, from_: int | None, until: int | None) -> bool:
    if from_ is None and until is None:
        return True
    return at is not None and (from_ is None or from_ <= at) and (until is None or at < until)


@dataclass(frozen=True, slots=True)
class MatchCursor:
    """Where a page of rows goes on: after the match that began then and is watched under this id."""

    begun_at: int
    watch_id: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Some rows, the latest begun first, and where the next page begins; None where there is none."""

    rows: Sequence[Standing]
    after: MatchCursor | None = None

    @classmethod
    def of(cls, rows: Sequence[Standing], limit: int) -> MatchPage:
        """The page of the first so many rows, of which one more was asked for."""
        if len(rows) <= limit:
            return cls(tuple(rows))
        last = rows[limit - 1]
        return cls(tuple(rows[:limit]), MatchCursor(last.begun_at, last.watch_id))


def check_limit(limit: int) -> None:
    """Raise ValueError for a page that is empty or too long."""
    if not 1 <= limit <= MOST_FOUND:
        raise ValueError(f"a page has 1 to {MOST_FOUND} rows")
