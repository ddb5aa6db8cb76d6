"""The port to wherever matches are kept, and a store in memory. Knows nothing of SQL; see `tengen.storage` for that.

The log of a match is rows, unique by match and number. What is written together is a unit: all of it or nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol, TypeAlias

from tengen.core import Conflict
from tengen.match.log import LogRow, find_break
from tengen.match.service.standing import MatchCursor, MatchFilter, MatchPage, Standing, check_limit


class Commit(asyncio.Future[None]):
    """A unit on its way. Whoever waits for it waits until it is decided: cancelling comes through only then."""

    def cancel(self, msg: object = None) -> bool:
        del msg
        return False


@dataclass(frozen=True, slots=True)
class Append:
    """Rows to add to one log, and how the match stands after them; None where its own row still says it.

    With `only_turn` that row differs only in whose turn it is and until when. A match `is_new` with its first rows.
    Its `key` names the message that created it.
    """

    match_id: str
    rows: tuple[LogRow, ...]
    standing: Standing | None = None
    only_turn: bool = False
    is_new: bool = False
    key: bytes | None = None


ColumnValue: TypeAlias = str | bytes | int | float | bool | None
"""What a column may hold."""


class ExtraRow(Protocol):
    """A row of another table that is true only together with the events of its unit: a result, a rating.

    The layer that the table belongs to makes it, and whoever opens the store names the tables. Rows are only ever
    added: one whose key is there already makes the whole unit a Conflict.
    """

    @property
    def table(self) -> str:
        """The name of the table."""

    def values(self) -> Mapping[str, ColumnValue]:
        """What is to be written, by the names of columns."""


@dataclass(frozen=True, slots=True)
class Downtime:
    """A stretch in which no service was running, in milliseconds."""

    since: int
    until: int


class MatchStore(Protocol):
    """Where matches are kept. Every call but `commit` may raise Unavailable at once; `commit` through its future."""

    def commit(self, *appends: Append, extra: Sequence[ExtraRow] = ()) -> Commit:
        """Write a unit. The future is done when it is safe on disk, or raises Conflict or Unavailable.

        Raises ValueError at once for a row of a table that nobody named.
        """

    async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        """The log after event number `after`, and up to `until`, in order; empty where there is no such match."""

    async def verify(self, match_id: str) -> int | None:
        """The number at which the log is first not what was written; None where its chain of hashes is whole.

        A log that is not there is broken at 1.
        """

    async def find_matches(self, wanted: MatchFilter, after: MatchCursor | None = None, limit: int = 50) -> MatchPage:
        """Rows of matches, the latest begun first. Raises ValueError for a limit beyond MOST_FOUND."""

    async def find_watched(self, watch_id: str) -> str | None:
        """The id of the match that is watched under this one."""

    async def find_created(self, key: bytes) -> str | None:
        """The id of the match that the message of this key created."""

    async def waiting(self) -> Sequence[Standing]:
        """The matches that go on by themselves: those with a deadline, and those in which an AI is to move."""

    async def overdue(self, due_before: int, idle_before: int) -> Sequence[Standing]:
        """Those whose deadline lies before the one time, or whose AI has been silent since before the other."""

    async def prunable(self, ended_before: int, limit: int) -> Sequence[str]:
        """Ids of matches that were over by then and that no registered account has a seat in, the oldest first."""

    async def prune(self, match_ids: Sequence[str], ended_before: int) -> int:
        """Delete those of these matches that are still prunable, each with its whole log; how many there were."""

    async def last_beat(self) -> int | None:
        """When a service last said that it was running."""

    async def beat(self, now: int, tolerance_ms: int) -> None:
        """Say that a service is running. A gap since the last beat that is longer than tolerated was a downtime."""

    async def downtimes(self) -> Sequence[Downtime]:
        """When nobody was running, in order."""


class MemoryMatchStore:
    """Keeps matches as long as the process runs; for tests and for trying things out.

    `extra_keys` names the other tables that rows may be written to, each with the columns of its key.
    """

    def __init__(self, extra_keys: Mapping[str, tuple[str, ...]] | None = None) -> None:
        self._logs: dict[str, list[LogRow]] = {}
        self._standings: dict[str, Standing] = {}
        self._keys: dict[bytes, str] = {}
        self._extra_keys = extra_keys or {}
        self._extra: dict[str, dict[tuple[ColumnValue, ...], Mapping[str, ColumnValue]]] = {
            name: {} for name in self._extra_keys
        }
        self._beat: int | None = None
        self._downtimes: list[Downtime] = []

    def commit(self, *appends: Append, extra: Sequence[ExtraRow] = ()) -> Commit:
        commit = Commit()
        keyed = {(row.table, self._key_of(row)): row.values() for row in extra}
        is_new = len(keyed) == len(extra) and all(key not in self._extra[table] for table, key in keyed)
        if is_new and self._fits(appends):
            for append in appends:
                self._write(append)
            for (table, key), values in keyed.items():
                self._extra[table][key] = values
            commit.set_result(None)
        else:
            commit.set_exception(Conflict())
        return commit

    def extra_rows(self, table: str) -> list[Mapping[str, ColumnValue]]:
        """What was written to another table."""
        return list(self._extra[table].values())

    def _key_of(self, row: ExtraRow) -> tuple[ColumnValue, ...]:
        if row.table not in self._extra_keys:
            raise ValueError(f"nobody named the table {row.table}")
        values = row.values()
        return tuple(values[column] for column in self._extra_keys[row.table])

    def _fits(self, appends: Sequence[Append]) -> bool:
        for append in appends:
            log = self._logs.get(append.match_id)
            if append.is_new != (log is None) or (append.key is not None and append.key in self._keys):
                return False
            if append.rows and append.rows[0].n != len(log or ()) + 1:
                return False
        return True

    def _write(self, append: Append) -> None:
        self._logs.setdefault(append.match_id, []).extend(append.rows)
        if append.standing is not None:
            self._standings[append.match_id] = append.standing
        if append.key is not None:
            self._keys[append.key] = append.match_id

    async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        return self._logs.get(match_id, [])[after:until]

    async def verify(self, match_id: str) -> int | None:
        return find_break(self._logs.get(match_id, []))

    async def find_matches(self, wanted: MatchFilter, after: MatchCursor | None = None, limit: int = 50) -> MatchPage:
        check_limit(limit)
        rows = sorted(self._standings.values(), key=_begun, reverse=True)
        beyond = None if after is None else (after.begun_at, after.watch_id)
        found = (row for row in rows if wanted.fits(row) and (beyond is None or _begun(row) < beyond))
        return MatchPage.of(list(islice(found, limit + 1)), limit)

    async def find_watched(self, watch_id: str) -> str | None:
        return next((row.match_id for row in self._standings.values() if row.watch_id == watch_id), None)

    async def find_created(self, key: bytes) -> str | None:
        return self._keys.get(key)

    async def waiting(self) -> Sequence[Standing]:
        return [row for row in self._standings.values() if row.deadline_at is not None or row.ai_to_move]

    async def overdue(self, due_before: int, idle_before: int) -> Sequence[Standing]:
        def is_overdue(row: Standing) -> bool:
            is_due = row.deadline_at is not None and row.deadline_at < due_before
            return is_due or (row.ai_to_move and row.at < idle_before)

        return [row for row in self._standings.values() if is_overdue(row)]

    async def prunable(self, ended_before: int, limit: int) -> Sequence[str]:
        over = [row for row in self._standings.values() if row.is_over and row.at < ended_before]
        return [row.match_id for row in sorted(over, key=lambda row: row.at)][:limit]

    async def prune(self, match_ids: Sequence[str], ended_before: int) -> int:
        found = set(match_ids) & set(await self.prunable(ended_before, len(self._standings)))
        for match_id in found:
            del self._logs[match_id], self._standings[match_id]
        self._keys = {key: match_id for key, match_id in self._keys.items() if match_id not in found}
        return len(found)

    async def last_beat(self) -> int | None:
        return self._beat

    async def beat(self, now: int, tolerance_ms: int) -> None:
        if self._beat is not None and now - self._beat > tolerance_ms:
            self._downtimes.append(Downtime(self._beat, now))
        self._beat = max(now, self._beat or 0)

    async def downtimes(self) -> Sequence[Downtime]:
        return tuple(self._downtimes)


def _begun(row: Standing) -> tuple[int, str]:
    return row.begun_at, row.watch_id
