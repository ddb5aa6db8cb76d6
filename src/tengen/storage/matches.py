"""Matches in SQL: the store that the match service asks for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from tengen.match.log import LogRow, find_break
from tengen.match.service import (
    Append,
    ColumnValue,
    Commit,
    Conflict,
    Downtime,
    ExtraRow,
    MatchCursor,
    MatchFilter,
    MatchPage,
    Standing,
    check_limit,
)
from tengen.storage import sqlite
from tengen.storage.chat import drop_lines
from tengen.storage.database import Database
from tengen.storage.match_rows import (
    CHANGING,
    TURN,
    changing_values,
    rows_that_fit,
    standing_of,
    turn_values,
    whole_row,
)
from tengen.storage.schema import accounts, downtimes, events, matches, pulse
from tengen.storage.writer import Job

_MOST_KEYS = 50_000
_LAST = 2**31 - 1

_LOG = (
    select(events.c.n, events.c.body, events.c.receipt, events.c.hash)
    .join_from(events, matches)
    .where(matches.c.id == bindparam("match_id"), events.c.n > bindparam("after"), events.c.n <= bindparam("until"))
    .order_by(events.c.n)
)


class SqlMatchStore:
    """A MatchStore in a database. Reads see everything that was acknowledged."""

    def __init__(self, database: Database, extra_tables: Iterable[Table] = ()) -> None:
        """`extra_tables` are those to which a unit may add rows besides its events."""
        self._database = database
        self._extra_tables = {table.name: table for table in extra_tables}
        self._keys = _Keys()

    def commit(self, *appends: Append, extra: Sequence[ExtraRow] = ()) -> Commit:
        commit = Commit()
        rows = [(self._extra_table(row), row.values()) for row in extra]
        self._database.writer.put(_Unit(appends, rows, self._keys), commit)
        return commit

    def _extra_table(self, row: ExtraRow) -> Table:
        if row.table not in self._extra_tables:
            raise ValueError(f"nobody named the table {row.table}")
        return self._extra_tables[row.table]

    async def load(self, match_id: str, after: int = 0, until: int | None = None) -> Sequence[LogRow]:
        wanted = {"match_id": match_id, "after": after, "until": _LAST if until is None else until}
        return await self._database.read(lambda connection: _log(connection, wanted))

    async def verify(self, match_id: str) -> int | None:
        whole = {"match_id": match_id, "after": 0, "until": _LAST}
        return await self._database.read(lambda connection: find_break(_log(connection, whole)))

    async def find_matches(self, wanted: MatchFilter, after: MatchCursor | None = None, limit: int = 50) -> MatchPage:
        check_limit(limit)
        question, parameters = rows_that_fit(wanted, after, limit + 1)
        rows = await self._database.read(
            lambda connection: [standing_of(row) for row in connection.execute(question, parameters).mappings()]
        )
        return MatchPage.of(rows, limit)

    async def find_watched(self, watch_id: str) -> str | None:
        question = select(matches.c.id).where(matches.c.watch_id == watch_id)
        return await self._database.read(lambda connection: connection.scalar(question))

    async def find_created(self, key: bytes) -> str | None:
        question = select(matches.c.id).where(matches.c.created_by == key)
        return await self._database.read(lambda connection: connection.scalar(question))

    async def waiting(self) -> Sequence[Standing]:
        return await self._standings(or_(matches.c.deadline_at.is_not(None), matches.c.ai_to_move))

    async def overdue(self, due_before: int, idle_before: int) -> Sequence[Standing]:
        is_idle = and_(matches.c.ai_to_move, matches.c.at < idle_before)
        return await self._standings(or_(matches.c.deadline_at < due_before, is_idle))

    async def _standings(self, which: ColumnElement[bool]) -> Sequence[Standing]:
        question = select(matches).where(which)
        return await self._database.read(
            lambda connection: [standing_of(row) for row in connection.execute(question).mappings()]
        )

    async def prunable(self, ended_before: int, limit: int) -> Sequence[str]:
        question = select(matches.c.id).where(_is_prunable(ended_before)).order_by(matches.c.at).limit(limit)
        return await self._database.read(lambda connection: connection.scalars(question).all())

    async def prune(self, match_ids: Sequence[str], ended_before: int) -> int:
        return await self._database.writer.put(_Prune(match_ids, ended_before, self._keys))

    async def last_beat(self) -> int | None:
        return await self._database.read(lambda connection: connection.scalar(select(pulse.c.at)))

    async def beat(self, now: int, tolerance_ms: int) -> None:
        await self._database.writer.put(_Beat(now, tolerance_ms))

    async def downtimes(self) -> Sequence[Downtime]:
        question = select(downtimes.c.since, downtimes.c.until).order_by(downtimes.c.since)
        return await self._database.read(
            lambda connection: [Downtime(since, until) for since, until in connection.execute(question)]
        )


class _Keys:
    """The keys of matches by their ids, as far as they are known. Only the writing thread asks.

    Only keys of committed matches are kept: that of a new match may be taken back with its transaction.
    """

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def forget(self, match_ids: Iterable[str]) -> None:
        for match_id in match_ids:
            self._known.pop(match_id, None)

    def of(self, connection: Connection, match_ids: Sequence[str]) -> dict[str, int]:
        known = self._known
        missing = [match_id for match_id in match_ids if match_id not in known]
        if missing:
            if len(known) > _MOST_KEYS:
                known.clear()
                missing = list(match_ids)
            found = connection.execute(select(matches.c.id, matches.c.key).where(matches.c.id.in_(missing)))
            known.update((match_id, key) for match_id, key in found)
        return known


_Extra: TypeAlias = tuple[Table, Mapping[str, ColumnValue]]


class _Unit(Job[None]):
    """What the service writes at once."""

    __slots__ = ("_appends", "_extra", "_keys")

    def __init__(self, appends: Sequence[Append], extra: Sequence[_Extra], keys: _Keys) -> None:
        self._appends = appends
        self._extra = extra
        self._keys = keys

    def write(self, connection: Connection) -> None:
        _write(connection, self._appends, self._keys)
        _write_extra(connection, self._extra)

    @classmethod
    def write_all(cls, connection: Connection, jobs: Sequence[Job[None]]) -> list[None]:
        units = [job for job in jobs if isinstance(job, _Unit)]
        _write(connection, [append for unit in units for append in unit._appends], units[0]._keys)
        _write_extra(connection, [row for unit in units for row in unit._extra])
        return [None] * len(units)


def _write(connection: Connection, appends: Sequence[Append], keys: _Keys) -> None:
    """Write these, or raise and leave it to the caller to roll back."""
    rows: list[tuple[Any, ...]] = []
    turns: list[tuple[Any, ...]] = []
    standings: list[tuple[Any, ...]] = []
    continued = [append for append in appends if not append.is_new]
    known = keys.of(connection, [append.match_id for append in continued])
    for append in continued:
        key = known.get(append.match_id)
        if key is None:
            raise Conflict("there is no such match")
        rows += [(key, row.n, row.body, row.receipt, row.hash) for row in append.rows]
        standing = append.standing
        if standing is not None and append.only_turn:
            turns.append((key, *turn_values(standing)))
        elif standing is not None:
            standings.append((key, *changing_values(standing)))
    for append in appends:
        if append.is_new:
            key = _insert_match(connection, append)
            rows += [(key, row.n, row.body, row.receipt, row.hash) for row in append.rows]
    _insert_events(connection, rows)
    _update_matches(connection, TURN, turns)
    _update_matches(connection, CHANGING, standings)


def _insert_events(connection: Connection, rows: Sequence[tuple[Any, ...]]) -> None:
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        sqlite.insert_rows(connection, events, rows)
        return
    names = [column.name for column in events.c]
    connection.execute(insert(events), [dict(zip(names, row, strict=True)) for row in rows])


def _update_matches(connection: Connection, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Set these columns of matches; the key of each comes before its values."""
    if not rows:
        return
    if connection.dialect.name == "sqlite":
        sqlite.update_rows(connection, matches, columns, rows)
        return
    change = update(matches).where(matches.c.key == bindparam("match_key"))
    connection.execute(change, [dict(zip(("match_key", *columns), row, strict=True)) for row in rows])


def _write_extra(connection: Connection, extra: Sequence[_Extra]) -> None:
    for table, rows in groupby(extra, itemgetter(0)):
        connection.execute(insert(table), [values for _, values in rows])


def _insert_match(connection: Connection, append: Append) -> int:
    standing = append.standing
    assert standing is not None, "a new match has a row"
    row = insert(matches).values(created_by=append.key, **whole_row(standing))
    written = connection.execute(row).inserted_primary_key
    assert written is not None, "one row has one key"
    return int(written[0])


def _log(connection: Connection, wanted: Mapping[str, Any]) -> list[LogRow]:
    return [LogRow(n, body, receipt, hash_) for n, body, receipt, hash_ in connection.execute(_LOG, wanted)]


def _is_prunable(ended_before: int) -> ColumnElement[bool]:
    """Over by then, and nobody who has registered has a seat in it, deleted players included."""
    owners = (matches.c.first_owner, matches.c.second_owner)
    is_no_guest = or_(accounts.c.password_hash.is_not(None), accounts.c.closed_at.is_not(None))
    is_registered = exists().where(accounts.c.id.in_(owners), is_no_guest)
    return and_(matches.c.is_over, matches.c.at < ended_before, ~is_registered)


class _Prune(Job[int]):
    """Old matches go with their logs. Whether they are old is asked again: somebody may have played on."""

    def __init__(self, match_ids: Sequence[str], ended_before: int, keys: _Keys) -> None:
        self._match_ids = match_ids
        self._ended_before = ended_before
        self._keys = keys

    def write(self, connection: Connection) -> int:
        is_meant = and_(matches.c.id.in_(self._match_ids), _is_prunable(self._ended_before))
        found = connection.execute(select(matches.c.key, matches.c.id).where(is_meant)).all()
        keys = [row.key for row in found]
        connection.execute(delete(events).where(events.c.match_key.in_(keys)))
        drop_lines(connection, [row.id for row in found])
        connection.execute(delete(matches).where(matches.c.key.in_(keys)))
        self._keys.forget(row.id for row in found)
        return len(keys)


class _Beat(Job[None]):
    """A service is running."""

    def __init__(self, now: int, tolerance_ms: int) -> None:
        self._now = now
        self._tolerance_ms = tolerance_ms

    def write(self, connection: Connection) -> None:
        last = connection.scalar(select(pulse.c.at))
        if last is None:
            connection.execute(insert(pulse).values(id=1, at=self._now))
            return
        if self._now - last > self._tolerance_ms:
            connection.execute(insert(downtimes).values(since=last, until=self._now))
        connection.execute(update(pulse).values(at=max(self._now, last)))
