"""Results, ratings and annulments in SQL: the store that `people.service.ResultsService` asks for."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Executable, Table, func, insert, select

from tengen.people import (
    MOST_GAMES_LISTED,
    AllRatings,
    AnnulledResult,
    Annulment,
    Circumstances,
    EndQuestion,
    GamesCursor,
    GamesFilter,
    GamesPage,
    KeyedResult,
    NewNotice,
    NoteInAudit,
    RatingPoint,
    RatingRow,
    Result,
    Score,
    Tally,
    TallyRow,
)
from tengen.storage import audit
from tengen.storage import result_rows as rows_of
from tengen.storage.database import Database
from tengen.storage.notices import add_notice
from tengen.storage.result_rows import annulment_of, finished_of, rating_of, result_of
from tengen.storage.schema import annulments, ratings, results
from tengen.storage.talk_schema import leavings
from tengen.storage.writer import Job

RESULT_TABLES: Final[tuple[Table, ...]] = (results, ratings, leavings)
"""The tables to which the end of a match adds rows."""

_LATEST: Final = 2**62
"""No time is later."""


class SqlResultStore:
    """A ResultStore in a database. Reads see everything that was acknowledged, each of them one moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def circumstances(self, question: EndQuestion) -> Circumstances:
        return await self._database.read(lambda connection: _circumstances(connection, question))

    async def registered(self, owners: Collection[str]) -> frozenset[str]:
        return await self._database.read(lambda connection: _registered(connection, owners))

    async def add(self, rows: Sequence[Result | RatingRow]) -> None:
        await self._database.writer.put(_AddEnd(rows))

    async def result(self, match_id: str) -> Result | None:
        return await self._one_result(rows_of.RESULT, match_id=match_id)

    async def result_watched(self, watch_id: str) -> Result | None:
        return await self._one_result(rows_of.RESULT_WATCHED, watch_id=watch_id)

    async def _one_result(self, question: Executable, **values: str) -> Result | None:
        row = await self._database.read(
            lambda connection: connection.execute(question, values).mappings().one_or_none()
        )
        return None if row is None else result_of(row)

    async def ratings_by(self, match_id: str) -> Sequence[tuple[RatingRow, float]]:
        return await self._database.read(
            lambda connection: [
                (rating_of(row), row["before"])
                for row in connection.execute(rows_of.RATINGS_BY_MATCH, {"match_id": match_id}).mappings()
            ]
        )

    async def tallies(self, account_id: str) -> Sequence[TallyRow]:
        def read(connection: Connection) -> list[TallyRow]:
            counts: dict[tuple[str, str], dict[str, int]] = {}
            for question, sign in ((rows_of.TALLIES, 1), (rows_of.ANNULLED_TALLIES, -1)):
                for kind, opponent, score, count in connection.execute(question, {"account_id": account_id}):
                    of_pair = counts.setdefault((kind, opponent), {})
                    of_pair[score] = of_pair.get(score, 0) + sign * count
            return [TallyRow(*pair, _tally(of_pair)) for pair, of_pair in sorted(counts.items())]

        return await self._database.read(read)

    async def games(
        self, account_id: str, wanted: GamesFilter, after: GamesCursor | None = None, limit: int = 50
    ) -> GamesPage:
        if not 1 <= limit <= MOST_GAMES_LISTED:
            raise ValueError(f"a page has 1 to {MOST_GAMES_LISTED} games")
        values = {
            "account_id": account_id,
            "kind": wanted.kind,
            "score": None if wanted.score is None else str(wanted.score),
            "ended_from": -_LATEST if wanted.ended_from is None else wanted.ended_from,
            "ended_until": _LATEST if wanted.ended_until is None else wanted.ended_until,
            "after_at": _LATEST if after is None else after.ended_at,
            "after_id": "" if after is None else after.watch_id,
            "limit": limit + 1,
        }
        question = rows_of.GAMES
        if wanted.opponent_account is not None or wanted.opponent_name is not None:
            question = rows_of.GAMES_AGAINST
            values |= {
                "opponent_account": wanted.opponent_account,
                "opponent_name": wanted.opponent_name,
                "opponent_part": _pattern_of(wanted.opponent_name),
            }
        found = await self._database.read(
            lambda connection: [finished_of(row) for row in connection.execute(question, values).mappings()]
        )
        if len(found) <= limit:
            return GamesPage(tuple(found))
        last = found[limit - 1].result
        return GamesPage(tuple(found[:limit]), GamesCursor(last.ended_at, last.watch_id))

    async def latest_ratings(self, account_id: str) -> Sequence[RatingRow]:
        return await self._ratings(rows_of.LATEST_RATINGS, account_id=account_id)

    async def rating_rows(self, account_id: str, rating_class: str) -> Sequence[RatingRow]:
        return await self._ratings(rows_of.RATING_ROWS, account_id=account_id, rating_class=rating_class)

    async def rating_points(self, account_id: str, rating_class: str, limit: int) -> Sequence[RatingPoint]:
        values = {"account_id": account_id, "rating_class": rating_class, "limit": limit}
        found = await self._database.read(
            lambda connection: [RatingPoint(*row) for row in connection.execute(rows_of.RATING_POINTS, values)]
        )
        return found[::-1]

    async def _ratings(self, question: Executable, **values: Any) -> list[RatingRow]:
        return await self._database.read(
            lambda connection: [rating_of(row) for row in connection.execute(question, values).mappings()]
        )

    async def annulled_among(self, account_id: str, rating_class: str) -> frozenset[str]:
        values = {"account_id": account_id, "rating_class": rating_class}
        return await self._database.read(
            lambda connection: frozenset(connection.scalars(rows_of.ANNULLED_RATINGS, values))
        )

    async def annul(
        self, annulment: Annulment, rows: Sequence[RatingRow], note: NoteInAudit, notices: Sequence[NewNotice]
    ) -> None:
        await self._database.writer.put(_Annul(annulment, rows, note, notices))

    # --- for recomputing

    async def count_rated(self) -> int:
        question = select(func.count()).select_from(results).where(results.c.rating_class.is_not(None))
        return await self._database.read(lambda connection: connection.scalar(question) or 0)

    async def rated_results(self, after: int, limit: int) -> Sequence[KeyedResult]:
        values = {"after": after, "limit": limit}
        return await self._database.read(
            lambda connection: [
                KeyedResult(row["key"], result_of(row))
                for row in connection.execute(rows_of.RATED_RESULTS, values).mappings()
            ]
        )

    async def annulments(self) -> Sequence[AnnulledResult]:
        return await self._database.read(
            lambda connection: [
                AnnulledResult(annulment_of(row), result_of(row))
                for row in connection.execute(rows_of.ANNULLED).mappings()
            ]
        )

    async def all_ratings(self) -> AllRatings:
        is_rated = results.c.rating_class.is_not(None)
        last = select(func.max(results.c.key)).where(is_rated)
        of_rated = select(func.count()).join_from(annulments, results).where(is_rated)

        def read(connection: Connection) -> AllRatings:
            rows = [rating_of(row) for row in connection.execute(rows_of.ALL_LATEST_RATINGS).mappings()]
            return AllRatings(connection.scalar(last) or 0, connection.scalar(of_rated) or 0, rows)

        return await self._database.read(read)

    async def correct(self, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        await self._database.writer.put(_Correct(rows, note))


def _pattern_of(part: str | None) -> str | None:
    """What finds texts with this in them; its signs stand for themselves."""
    return None if part is None else "%" + re.sub(r"([\\%_])", r"\\\1", part) + "%"


def _registered(connection: Connection, owners: Collection[str]) -> frozenset[str]:
    return frozenset(connection.scalars(rows_of.REGISTERED, {"owners": list(owners)})) if owners else frozenset()


def _circumstances(connection: Connection, question: EndQuestion) -> Circumstances:
    registered = _registered(connection, question.owners)
    if not registered:
        return Circumstances(has_result=False)
    rating_class = question.rating_class
    account, *others = sorted(registered)  # both have a row of each time that they met; one of them is counted
    opponent = others[0] if others else question.program
    values = {
        "match_id": question.match_id,
        "account_id": account,
        "rating_class": rating_class,
        "opponent": opponent,
        "since": question.since,
    }
    known = connection.execute(rows_of.END, values).mappings().one()
    if known["has_result"] or rating_class is None:
        return Circumstances(bool(known["has_result"]), registered)
    latest = {}
    for somebody in registered:
        values = {"account_id": somebody, "rating_class": rating_class}
        row = connection.execute(rows_of.LAST_RATING, values).mappings().one_or_none()
        if row is not None:
            latest[somebody] = rating_of(row)
    aborts = {account: known["aborts"]}
    if others:
        aborts[others[0]] = known["opponents_aborts"]
    return Circumstances(False, registered, latest, known["games_before"], aborts)


def _tally(counts: dict[str, int]) -> Tally:
    won, lost, drawn = (counts.get(str(score), 0) for score in (Score.WON, Score.LOST, Score.DRAWN))
    return Tally(sum(counts.values()), won, lost, drawn)


class _AddEnd(Job[None]):
    def __init__(self, rows: Sequence[Result | RatingRow]) -> None:
        self._rows = rows

    def write(self, connection: Connection) -> None:
        tables = {table.name: table for table in RESULT_TABLES}
        for row in self._rows:
            connection.execute(insert(tables[row.table]).values(**row.values()))


class _Annul(Job[None]):
    def __init__(
        self, annulment: Annulment, rows: Sequence[RatingRow], note: NoteInAudit, notices: Sequence[NewNotice]
    ) -> None:
        self._annulment = annulment
        self._rows = rows
        self._note = note
        self._notices = notices

    def write(self, connection: Connection) -> None:
        told = self._annulment
        after = connection.scalar(select(func.max(results.c.key))) or 0
        connection.execute(
            insert(annulments).values(
                match_id=told.match_id, at=told.at, actor=told.actor, reason=told.reason, after=after
            )
        )
        _add(connection, self._rows)
        audit.note(connection, self._note)
        for notice in self._notices:
            add_notice(connection, notice)


class _Correct(Job[None]):
    def __init__(self, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        self._rows = rows
        self._note = note

    def write(self, connection: Connection) -> None:
        _add(connection, self._rows)
        audit.note(connection, self._note)


def _add(connection: Connection, rows: Sequence[RatingRow]) -> None:
    if rows:
        connection.execute(insert(ratings), [dict(row.values()) for row in rows])
