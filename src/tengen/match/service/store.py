"""The port to wherever matches are kept, and a store in memory. Knows nothing of SQL; see `tengen.storage` for that.

The log of a match is rows, unique by match and number. What is written together is a unit: all of it or nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tengen.match.match import Match
from tengen.match.service.identifiers import is_ai_awaited, watch_id_of


class StoreError(Exception):
    """The store did not do it."""


class Conflict(StoreError):
    """Somebody else has written this number of the log, this match or this key first. Nothing was written."""


class Unavailable(StoreError):
    """The store cannot write or read now: disk full, database locked or closed. To be tried again later.

    Whether a unit was written is then unknown: who needs to know must read.
    """


class Commit(asyncio.Future[None]):
    """A unit on its way. Whoever waits for it waits until it is decided: cancelling comes through only then."""

    def cancel(self, msg: object = None) -> bool:
        del msg
        return False


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a log: event `n` as `wire` writes it.

    `receipt` names the message that led to it, the same for all events of one answer. So the log remembers which
    messages were carried out, and in the same unit.
    """

    n: int
    body: bytes
    receipt: bytes | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What others must know of a match without reading its log: one row, as of the event at `at`.

    `deadline_at` is when a flag falls if nobody moves. `ai_to_move` asks for somebody to think, as a person waits.
    """

    match_id: str
    watch_id: str
    kind: str
    first_owner: str | None
    second_owner: str | None
    at: int
    deadline_at: int | None
    ai_to_move: bool
    is_over: bool

    @classmethod
    def of(cls, match: Match) -> Standing:
        """How a match stands."""
        return cls(
            match.match_id,
            watch_id_of(match.match_id),
            match.ruleset.KIND,
            match.first.owner,
            match.second.owner,
            match.at,
            match.clock.deadline() if match.clock else None,
            is_ai_awaited(match),
            match.is_over,
        )

    def renewed(self, match: Match) -> Standing | None:
        """The row for the match as it stands now; None where this one still says it, times aside."""
        deadline_at = match.clock.deadline() if match.clock else None
        ai_to_move = is_ai_awaited(match)
        first_owner, second_owner, is_over = match.first.owner, match.second.owner, match.is_over
        if (
            deadline_at == self.deadline_at
            and ai_to_move == self.ai_to_move
            and is_over == self.is_over
            and first_owner == self.first_owner
            and second_owner == self.second_owner
        ):
            return None
        return Standing(
            self.match_id,
            self.watch_id,
            self.kind,
            first_owner,
            second_owner,
            match.at,
            deadline_at,
            ai_to_move,
            is_over,
        )


@dataclass(frozen=True, slots=True)
class Append:
    """Lines to add to one log, and how the match stands after them; None where the row still says it.

    A match `is_new` with its first lines. Its `key` names the message that created it.
    """

    match_id: str
    lines: tuple[Line, ...]
    standing: Standing | None = None
    is_new: bool = False
    key: bytes | None = None


@dataclass(frozen=True, slots=True)
class Downtime:
    """A stretch in which no service was running, in milliseconds."""

    since: int
    until: int


class MatchStore(Protocol):
    """Where matches are kept. Every call but `commit` may raise Unavailable at once; `commit` through its future."""

    def commit(self, *unit: Append) -> Commit:
        """Write a unit. The future is done when it is safe on disk, or raises Conflict or Unavailable."""

    async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[Line]:
        """The log after event number `after`, and up to `until`, in order; empty where there is no such match."""

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
    """Keeps matches as long as the process runs; for tests and for trying things out."""

    def __init__(self) -> None:
        self._logs: dict[str, list[Line]] = {}
        self._standings: dict[str, Standing] = {}
        self._keys: dict[bytes, str] = {}
        self._beat: int | None = None
        self._downtimes: list[Downtime] = []

    def commit(self, *unit: Append) -> Commit:
        commit = Commit()
        if self._fits(unit):
            for append in unit:
                self._write(append)
            commit.set_result(None)
        else:
            commit.set_exception(Conflict())
        return commit

    def _fits(self, unit: Sequence[Append]) -> bool:
        for append in unit:
            log = self._logs.get(append.match_id)
            if append.is_new != (log is None) or (append.key is not None and append.key in self._keys):
                return False
            if append.lines and append.lines[0].n != len(log or ()) + 1:
                return False
        return True

    def _write(self, append: Append) -> None:
        self._logs.setdefault(append.match_id, []).extend(append.lines)
        if append.standing is not None:
            self._standings[append.match_id] = append.standing
        if append.key is not None:
            self._keys[append.key] = append.match_id

    async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[Line]:
        return self._logs.get(match_id, [])[after:until]

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
