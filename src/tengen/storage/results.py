"""Results, ratings and annulments in SQL: the store that `people.service.ResultsService` asks for."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Table, and_, func, insert, select

from tengen.people import (
    GIVEN_UP,
    MOST_GAMES_LISTED,
    AllRatings,
    AnnulledResult,
    Annulment,
    Circumstances,
    EndQuestion,
    FinishedGame,
    GamesCursor,
    GamesFilter,
    GamesPage,
    KeyedResult,
    NoteInAudit,
    Rating,
    RatingCause,
    RatingRow,
    Result,
    Score,
    Tally,
    TallyRow,
    WhyNot,
)
from tengen.storage import audit
from tengen.storage.database import Database
from tengen.storage.result_rows import (
    IS_REGISTERED,
    ONE_RESULT,
    SEATS,
    annulled_tallies_of,
    annulment_of,
    games_of,
    rating_of,
    result_of,
    tallies_of,
)
from tengen.storage.schema import accounts, annulments, ratings, results
from tengen.storage.writer import Job

RESULT_TABLES: Final[tuple[Table, ...]] = (results, ratings)
"""The tables to which the end of a match adds rows."""


class SqlResultStore:
    """A ResultStore in a database. Reads see everything that was acknowledged, each of them one moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def circumstances(self, question: EndQuestion) -> Circumstances:
        return await self._database.read(lambda connection: _circumstances(connection, question))

    async def registered(self, owners: Collection[str]) -> frozenset[str]:
        return await self._database.read(lambda connection: _registered(connection, owners))

    async def result(self, match_id: str) -> Result | None:
        return await self._one_result(ONE_RESULT.where(results.c.match_id == match_id))

    async def result_watched(self, watch_id: str) -> Result | None:
        return await self._one_result(ONE_RESULT.where(results.c.watch_id == watch_id))

    async def _one_result(self, question: Any) -> Result | None:
        row = await self._database.read(lambda connection: connection.execute(question).mappings().one_or_none())
        return None if row is None else result_of(row)

    async def ratings_by(self, match_id: str) -> Sequence[tuple[RatingRow, float]]:
        before = ratings.alias()
        is_before = and_(
            before.c.account_id == ratings.c.account_id,
            before.c.rating_class == ratings.c.rating_class,
            before.c.number == ratings.c.number - 1,
        )
        question = (
            select(ratings, func.coalesce(before.c.rating, Rating().rating).label("before"))
            .outerjoin(before, is_before)
            .where(ratings.c.match_id == match_id, ratings.c.cause == str(RatingCause.GAME))
        )
        return await self._database.read(
            lambda connection: [(rating_of(row), row["before"]) for row in connection.execute(question).mappings()]
        )

    async def tallies(self, account_id: str) -> Sequence[TallyRow]:
        def read(connection: Connection) -> list[TallyRow]:
            counts: dict[tuple[str, str], dict[str, int]] = {}
            for question, sign in ((tallies_of(account_id), 1), (annulled_tallies_of(account_id), -1)):
                for kind, opponent, score, count in connection.execute(question):
                    of_pair = counts.setdefault((kind, opponent), {})
                    of_pair[score] = of_pair.get(score, 0) + sign * count
            return [TallyRow(*pair, _tally(of_pair)) for pair, of_pair in sorted(counts.items())]

        return await self._database.read(read)

    async def games(
        self, account_id: str, wanted: GamesFilter, after: GamesCursor | None = None, limit: int = 50
    ) -> GamesPage:
        if not 1 <= limit <= MOST_GAMES_LISTED:
            raise ValueError(f"a page has 1 to {MOST_GAMES_LISTED} games")
        question = games_of(account_id, wanted, after, limit + 1)
        found = await self._database.read(
            lambda connection: [_finished(row) for row in connection.execute(question).mappings()]
        )
        if len(found) <= limit:
            return GamesPage(tuple(found))
        last = found[limit - 1].result
        return GamesPage(tuple(found[:limit]), GamesCursor(last.ended_at, last.watch_id))

    async def latest_ratings(self, account_id: str) -> Sequence[RatingRow]:
        question = _latest_ratings().where(ratings.c.account_id == account_id).order_by(ratings.c.rating_class)
        return await self._ratings(question)

    async def rating_rows(self, account_id: str, rating_class: str, limit: int | None = None) -> Sequence[RatingRow]:
        question = (
            select(ratings)
            .where(ratings.c.account_id == account_id, ratings.c.rating_class == rating_class)
            .order_by(ratings.c.number.desc())
            .limit(limit)
        )
        return (await self._ratings(question))[::-1]

    async def _ratings(self, question: Any) -> list[RatingRow]:
        return await self._database.read(
            lambda connection: [rating_of(row) for row in connection.execute(question).mappings()]
        )

    async def annulled_among(self, account_id: str, rating_class: str) -> frozenset[str]:
        question = (
            select(annulments.c.match_id)
            .join_from(annulments, ratings, annulments.c.match_id == ratings.c.match_id)
            .where(ratings.c.account_id == account_id, ratings.c.rating_class == rating_class)
        )
        return await self._database.read(lambda connection: frozenset(connection.scalars(question)))

    async def annul(self, annulment: Annulment, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        await self._database.writer.put(_Annul(annulment, rows, note))

    # --- for recomputing

    async def count_rated(self) -> int:
        question = select(func.count()).select_from(results).where(results.c.rating_class.is_not(None))
        return await self._database.read(lambda connection: connection.scalar(question) or 0)

    async def rated_results(self, after: int, limit: int) -> Sequence[KeyedResult]:
        is_next = and_(results.c.key > after, results.c.rating_class.is_not(None))
        question = ONE_RESULT.where(is_next).order_by(results.c.key).limit(limit)
        return await self._database.read(
            lambda connection: [
                KeyedResult(row["key"], result_of(row)) for row in connection.execute(question).mappings()
            ]
        )

    async def annulments(self) -> Sequence[AnnulledResult]:
        columns = [column.label(f"annulment_{column.name}") for column in annulments.c]
        question = (
            ONE_RESULT.add_columns(*columns)
            .join(annulments, annulments.c.match_id == results.c.match_id)
            .where(results.c.rating_class.is_not(None))
            .order_by(annulments.c.after, annulments.c.at, annulments.c.match_id)
        )
        return await self._database.read(
            lambda connection: [
                AnnulledResult(annulment_of(row), result_of(row)) for row in connection.execute(question).mappings()
            ]
        )

    async def all_ratings(self) -> AllRatings:
        is_rated = results.c.rating_class.is_not(None)
        last = select(func.max(results.c.key)).where(is_rated)
        annulled = (
            select(func.count())
            .select_from(annulments)
            .join(results, annulments.c.match_id == results.c.match_id)
            .where(is_rated)
        )

        def read(connection: Connection) -> AllRatings:
            rows = [rating_of(row) for row in connection.execute(_latest_ratings()).mappings()]
            return AllRatings(connection.scalar(last) or 0, connection.scalar(annulled) or 0, rows)

        return await self._database.read(read)

    async def correct(self, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        await self._database.writer.put(_Correct(rows, note))


def _registered(connection: Connection, owners: Collection[str]) -> frozenset[str]:
    if not owners:
        return frozenset()
    return frozenset(connection.scalars(select(accounts.c.id).where(accounts.c.id.in_(owners), IS_REGISTERED)))


def _circumstances(connection: Connection, question: EndQuestion) -> Circumstances:
    registered = _registered(connection, question.owners)
    known = select(results.c.key).where(results.c.match_id == question.match_id)
    has_result = bool(registered) and connection.scalar(known) is not None
    rating_class = question.rating_class
    if has_result or not registered or rating_class is None:
        return Circumstances(has_result, registered)
    wanted = _latest_ratings().where(ratings.c.account_id.in_(registered), ratings.c.rating_class == rating_class)
    latest = [rating_of(row) for row in connection.execute(wanted).mappings()]
    return Circumstances(
        has_result,
        registered,
        {row.account_id: row for row in latest},
        _meetings(connection, question, rating_class, registered),
        {account: _aborts(connection, account, question.since) for account in registered},
    )


def _meetings(connection: Connection, question: EndQuestion, rating_class: str, registered: Collection[str]) -> int:
    """How often the two were rated in this class since then. Both have a row of each time; one of them is counted."""
    account, *others = sorted(registered)
    opponent = others[0] if others else question.program
    meetings = select(func.count()).where(
        ratings.c.account_id == account,
        ratings.c.rating_class == rating_class,
        ratings.c.opponent == opponent,
        ratings.c.at > question.since,
        ratings.c.match_id.is_not(None),
    )
    return connection.scalar(meetings) or 0


def _aborts(connection: Connection, account: str, since: int) -> int:
    """How many games this account has given up since then before they were long enough to be rated."""
    count = 0
    for seat in SEATS:
        aborted = select(func.count()).where(
            seat.account == account,
            results.c.ended_at > since,
            results.c.why_not == str(WhyNot.TOO_SHORT),
            results.c.winner == str(seat.loses),
            results.c.reason.in_(sorted(GIVEN_UP)),
        )
        count += connection.scalar(aborted) or 0
    return count


def _latest_ratings() -> Any:
    latest = ratings.alias()
    last = (
        select(func.max(latest.c.number))
        .where(latest.c.account_id == ratings.c.account_id, latest.c.rating_class == ratings.c.rating_class)
        .scalar_subquery()
    )
    return select(ratings).where(ratings.c.number == last)


def _tally(counts: dict[str, int]) -> Tally:
    won, lost, drawn = (counts.get(str(score), 0) for score in (Score.WON, Score.LOST, Score.DRAWN))
    return Tally(sum(counts.values()), won, lost, drawn)


def _finished(row: Any) -> FinishedGame:
    result = result_of(row)
    after, before = row["rating_after"], row["rating_before"]
    change = None if after is None else after - (Rating().rating if before is None else before)
    first = result.first_name if result.first_account is None else row["first_shown"]
    second = result.second_name if result.second_account is None else row["second_shown"]
    return FinishedGame(result, row["is_first"], first, second, change)


class _Annul(Job[None]):
    def __init__(self, annulment: Annulment, rows: Sequence[RatingRow], note: NoteInAudit) -> None:
        self._annulment = annulment
        self._rows = rows
        self._note = note

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
