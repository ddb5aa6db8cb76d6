"""Ratings worked out again from all results in their order, compared with what is stored, and corrected if wanted."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from tengen.core import Conflict, Unavailable
from tengen.people.audit import AuditAction
from tengen.people.rating_rules import rating_rows, row_without
from tengen.people.ratings import Rating
from tengen.people.result_store import AnnulledResult, ResultStore
from tengen.people.results import DAY_MS, EndedGame, RatingCause, RatingRow, Result
from tengen.people.store import HOST, NoteInAudit

ReadGame: TypeAlias = Callable[[str], Awaitable[EndedGame | None]]
"""The end of a match as its log has it; None where there is none."""

OnProgress: TypeAlias = Callable[[int, int], None]
"""How many results of how many are done."""

_AT_ONCE: Final = 50
"""So many results are worked out before others have their turn."""
_MOST_ATTEMPTS: Final = 8

_Key: TypeAlias = tuple[str, str]
"""An account and a class."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating that is not what results make of it."""

    account_id: str
    rating_class: str
    stored: RatingRow | None
    computed: RatingRow | None

    def correction(self) -> RatingRow:
        """The row that makes it right. Who has no result any more is a newcomer."""
        found = self.computed
        return RatingRow(
            self.account_id,
            self.rating_class,
            1 if self.stored is None else self.stored.number + 1,
            Rating() if found is None else found.rating,
            0 if found is None else found.games,
            0 if found is None else found.at,
            RatingCause.RECOMPUTED,
        )


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What came of it: how many rated results and ratings there are, and what is not as it should be.

    `differences` are those that were found, repaired or not. `other_logs` are matches whose log tells another end than
    their result, and `without_log` is how many have none.
    """

    results: int
    ratings: int
    differences: Sequence[Difference]
    other_logs: Sequence[str]
    without_log: int


async def recompute(
    store: ResultStore,
    now: Callable[[], int],
    read_game: ReadGame | None,
    on_progress: OnProgress | None,
    *,
    repairs: bool,
) -> Recomputed:
    """See `ResultsService.recompute`. Raises Unavailable where others keep writing."""
    for _ in range(_MOST_ATTEMPTS):
        course = _Course(await store.annulments(), read_game)
        total = await store.count_rated()
        while found := await store.rated_results(course.last_key, _AT_ONCE):
            for key, result in found:
                await course.add(key, result)
            if on_progress is not None:
                on_progress(course.done, max(course.done, total))
            await asyncio.sleep(0)
        course.end()
        stored = await store.all_ratings()
        if stored.last_key != course.last_key or stored.annulments != course.annulments:
            continue  # something has come meanwhile
        differences = course.differences({(row.account_id, row.rating_class): row for row in stored.rows})
        if repairs and differences:
            details = {"games": course.done, "players": len(differences)}
            note = NoteInAudit(now(), HOST, AuditAction.RATINGS_RECOMPUTED, None, details)
            try:
                await store.correct([difference.correction() for difference in differences], note)
            except Conflict:
                continue
        return Recomputed(course.done, len(stored.rows), differences, course.other_logs, course.without_log)
    raise Unavailable("games keep ending")


class _Course:
    """All ratings as they were after so many results."""

    def __init__(self, annulled: Sequence[AnnulledResult], read_game: ReadGame | None) -> None:
        self.annulments = len(annulled)
        self.done = 0
        self.last_key = 0
        self.other_logs: list[str] = []
        self.without_log = 0
        self._read_game = read_game
        self._due = deque(annulled)
        self._latest: dict[_Key, RatingRow] = {}
        self._rows: dict[_Key, list[RatingRow]] = {key: [] for each in annulled for key in _keys(each.result)}
        self._annulled: set[str] = set()
        self._met: dict[tuple[str, str, str], list[int]] = {}

    async def add(self, key: int, result: Result) -> None:
        """Go on by the next result, after what was annulled before it."""
        while self._due and self._due[0].annulment.after < key:
            self._take_back(self._due.popleft())
        result = await self._as_logged(result)
        assert result.rating_class is not None, "it is rated"
        latest = {account: self._latest.get((account, result.rating_class)) for account in result.accounts}
        known = {account: row for account, row in latest.items() if row is not None}
        for row in rating_rows(result, known, self._meetings(result)):
            self._keep(row)
        self.done, self.last_key = self.done + 1, key

    def end(self) -> None:
        """Take back what was annulled after the last result."""
        while self._due:
            self._take_back(self._due.popleft())

    def differences(self, stored: dict[_Key, RatingRow]) -> list[Difference]:
        """Where what is stored is something else."""
        keys = sorted({*stored, *self._latest})
        pairs = [(key, stored.get(key), self._latest.get(key)) for key in keys]
        return [Difference(*key, old, new) for key, old, new in pairs if _told(old) != _told(new)]

    async def _as_logged(self, result: Result) -> Result:
        """The result as the log of its match has it."""
        if self._read_game is None:
            return result
        game = await self._read_game(result.match_id)
        if game is None:
            self.without_log += 1
            return result
        told = replace(result, winner=game.winner, reason=game.reason, moves=game.moves, ended_at=game.ended_at)
        if told != result:
            self.other_logs.append(result.match_id)
        return told

    def _meetings(self, result: Result) -> int:
        """How often the two had met within a day; this time is noted."""
        assert result.rating_class is not None, "it is rated"
        account = min(result.accounts)
        times = self._met.setdefault((result.rating_class, account, result.opponent_of(account)), [])
        count = len(times) - bisect_right(times, result.ended_at - DAY_MS)
        last = self._latest.get((account, result.rating_class))
        times.append(result.ended_at if last is None else max(result.ended_at, last.at))
        return count

    def _take_back(self, each: AnnulledResult) -> None:
        self._annulled.add(each.result.match_id)
        for key in _keys(each.result):
            self._keep(row_without(self._rows[key], self._annulled, each.result.match_id, each.annulment.at))

    def _keep(self, row: RatingRow) -> None:
        key = row.account_id, row.rating_class
        self._latest[key] = row
        if key in self._rows:
            self._rows[key].append(row)


def _keys(result: Result) -> list[_Key]:
    assert result.rating_class is not None, "it is rated"
    return [(account, result.rating_class) for account in result.accounts]


def _told(row: RatingRow | None) -> tuple[Rating, int, int] | None:
    return None if row is None else (row.rating, row.games, row.at)
