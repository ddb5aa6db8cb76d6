"""Challenges in SQL: rows as the lobby keeps them. What their terms mean is the lobby's business.

A challenge has one answer, whose key is the challenge: whoever inserts it first has won, across processes too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Protocol

from sqlalchemy import ColumnElement, Connection, RowMapping, Table, delete, exists, func, insert, select

from tengen.core import Conflict
from tengen.match.service import ExtraRow
from tengen.storage.database import Database
from tengen.storage.schema import challenge_answers, challenge_settings, challenges
from tengen.storage.writer import Job

CHALLENGE_TABLES: Final[tuple[Table, ...]] = (challenge_answers,)
"""The tables to which the beginning of a match adds rows."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """A challenge as it is stored; see `server.lobby.Challenge`."""

    id: str
    by_id: str
    by_guest: bool
    to_id: str | None
    kind: str
    size: int
    terms: str
    created_at: int
    expires_at: int


class Bounds(Protocol):
    """How many challenges may be open: of one account, to one, of all guests, in all; and be made since a time."""

    @property
    def of_maker(self) -> int: ...
    @property
    def to_one(self) -> int: ...
    @property
    def of_guests(self) -> int: ...
    @property
    def in_all(self) -> int: ...
    @property
    def made(self) -> int: ...
    @property
    def made_since(self) -> int: ...


class SqlChallengeStore:
    """Challenges in a database. Reads see everything that was acknowledged."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: ChallengeRow, bounds: Bounds) -> str | None:
        """Write a challenge; or nothing, and the name of the bound that has been reached."""
        return await self._database.writer.put(_Add(row, bounds))

    async def find(self, challenge_id: str) -> tuple[ChallengeRow, bool] | None:
        """A challenge, and whether it has an answer."""

        def ask(connection: Connection) -> tuple[ChallengeRow, bool] | None:
            question = select(challenges, _is_answered().label("is_answered")).where(challenges.c.id == challenge_id)
            row = connection.execute(question).mappings().one_or_none()
            return None if row is None else (_row_of(row), bool(row["is_answered"]))

        return await self._database.read(ask)

    async def open(self) -> Sequence[ChallengeRow]:
        """All that have no answer, the latest first."""
        question = select(challenges).where(~_is_answered()).order_by(challenges.c.created_at.desc(), challenges.c.id)
        return await self._database.read(
            lambda connection: [_row_of(row) for row in connection.execute(question).mappings()]
        )

    async def answer(self, answer: ExtraRow) -> None:
        """Write the answer of a challenge. Raises Conflict where it has one, or is not there."""
        await self._database.writer.put(_Answer(answer))

    async def forget(self, before: int, limit: int) -> int:
        """Delete what was made before and has its answer, and what expired before; no more than `limit`. How many."""
        return await self._database.writer.put(_Forget(before, limit))

    async def accepting(self, account_id: str) -> str | None:
        """Whose challenges an account takes; None where it has not said."""
        question = select(challenge_settings.c.accepting).where(challenge_settings.c.account_id == account_id)
        return await self._database.read(lambda connection: connection.scalar(question))

    async def set_accepting(self, account_id: str, accepting: str) -> None:
        """Keep whose challenges an account takes."""
        await self._database.writer.put(_SetAccepting(account_id, accepting))


class _Add(Job[str | None]):
    def __init__(self, row: ChallengeRow, bounds: Bounds) -> None:
        self._row = row
        self._bounds = bounds

    def write(self, connection: Connection) -> str | None:
        for name, most, *which in self._counted():
            if _count(connection, *which) >= most:
                return name
        connection.execute(insert(challenges).values(asdict(self._row)))
        return None

    def _counted(self) -> Iterator[tuple[str, int, *tuple[ColumnElement[bool], ...]]]:
        """What is counted: the name of the bound, how many there may be, and of which."""
        row, bounds, own = self._row, self._bounds, challenges.c.by_id == self._row.by_id
        is_open = ~_is_answered(), challenges.c.expires_at > row.created_at
        yield "made", bounds.made, own, challenges.c.created_at > bounds.made_since
        yield "of_maker", bounds.of_maker, own, *is_open
        if row.to_id is not None:
            yield "to_one", bounds.to_one, challenges.c.to_id == row.to_id, *is_open
        if row.by_guest:
            yield "of_guests", bounds.of_guests, challenges.c.by_guest, *is_open
        yield "in_all", bounds.in_all, *is_open


class _Answer(Job[None]):
    def __init__(self, answer: ExtraRow) -> None:
        self._answer = answer

    def write(self, connection: Connection) -> None:
        values = self._answer.values()
        if not _count(connection, challenges.c.id == values["challenge_id"]):
            raise Conflict("there is no such challenge")
        connection.execute(insert(challenge_answers).values(values))


class _Forget(Job[int]):
    def __init__(self, before: int, limit: int) -> None:
        self._before = before
        self._limit = limit

    def write(self, connection: Connection) -> int:
        is_ended = _is_answered() & (challenges.c.created_at < self._before)
        is_old = is_ended | (challenges.c.expires_at < self._before)
        found = connection.scalars(select(challenges.c.id).where(is_old).limit(self._limit)).all()
        connection.execute(delete(challenge_answers).where(challenge_answers.c.challenge_id.in_(found)))
        connection.execute(delete(challenges).where(challenges.c.id.in_(found)))
        return len(found)


class _SetAccepting(Job[None]):
    def __init__(self, account_id: str, accepting: str) -> None:
        self._account_id = account_id
        self._accepting = accepting

    def write(self, connection: Connection) -> None:
        own = challenge_settings.c.account_id == self._account_id
        connection.execute(delete(challenge_settings).where(own))
        connection.execute(insert(challenge_settings).values(account_id=self._account_id, accepting=self._accepting))


def drop_challenges(connection: Connection, account_ids: Sequence[str]) -> None:
    """Forget the challenges of accounts that are deleted, and what they have said about them."""
    found = select(challenges.c.id).where(challenges.c.by_id.in_(account_ids) | challenges.c.to_id.in_(account_ids))
    connection.execute(delete(challenge_answers).where(challenge_answers.c.challenge_id.in_(found)))
    connection.execute(
        delete(challenges).where(challenges.c.by_id.in_(account_ids) | challenges.c.to_id.in_(account_ids))
    )
    connection.execute(delete(challenge_settings).where(challenge_settings.c.account_id.in_(account_ids)))


def _is_answered() -> ColumnElement[bool]:
    return exists().where(challenge_answers.c.challenge_id == challenges.c.id)


def _count(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    return connection.scalar(select(func.count()).select_from(challenges).where(*conditions)) or 0


def _row_of(row: RowMapping) -> ChallengeRow:
    wanted: dict[str, Any] = {column.name: row[column.name] for column in challenges.c}
    return ChallengeRow(**wanted)
