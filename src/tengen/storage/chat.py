"""What people say, in SQL: lines are numbered as they are added, and read by room. Rows from values and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, RowMapping, Select, delete, func, insert, select, update

from tengen.core import Conflict
from tengen.people import MOST_LINES, ChatLine, ChatRoom, NewLine, RenameInLines, TalkBlocked, TalkFull
from tengen.storage.relations import is_blocked_with
from tengen.storage.schema import accounts
from tengen.storage.talk_schema import chat_lines, report_lines
from tengen.storage.writer import Job


class AddLine(Job[ChatLine]):
    """Adds a line behind the last one of its match."""

    def __init__(self, new: NewLine) -> None:
        self._new = new

    def write(self, connection: Connection) -> ChatLine:
        new, line = self._new, self._new.line
        revision = connection.scalar(select(accounts.c.revision).where(accounts.c.id == line.author))
        if revision != new.revision:
            raise Conflict("the account has changed")
        if new.others and is_blocked_with(connection, line.author, new.others):
            raise TalkBlocked
        of_match = chat_lines.c.match_id == line.match_id
        in_room = select(func.count()).where(of_match, chat_lines.c.room == str(line.room))
        if (connection.scalar(in_room) or 0) >= MOST_LINES:
            raise TalkFull
        last = connection.scalar(select(func.max(chat_lines.c.number)).where(of_match)) or 0
        added = replace(line, number=last + 1)
        connection.execute(insert(chat_lines).values(match_id=line.match_id, **line_values(added)))
        return added


def lines_after(connection: Connection, match_id: str, room: ChatRoom, after: int) -> list[ChatLine]:
    """The lines of a room, in order."""
    question = _of_room(match_id, room).where(chat_lines.c.number > after).order_by(chat_lines.c.number)
    return [line_of(row, match_id) for row in connection.execute(question).mappings()]


def last_lines(connection: Connection, match_id: str, room: ChatRoom, limit: int) -> list[ChatLine]:
    """The last lines of a room, in order."""
    question = _of_room(match_id, room).order_by(chat_lines.c.number.desc()).limit(limit)
    return [line_of(row, match_id) for row in connection.execute(question).mappings()][::-1]


def authors_of(connection: Connection, match_id: str) -> frozenset[str]:
    """Who has said something at a match."""
    question = select(chat_lines.c.author).distinct().where(chat_lines.c.match_id == match_id)
    return frozenset(connection.scalars(question))


def lines_by(connection: Connection, account_id: str, limit: int) -> list[ChatLine]:
    """What somebody said, the latest first."""
    question = select(chat_lines).where(chat_lines.c.author == account_id)
    question = question.order_by(chat_lines.c.at.desc()).limit(limit)
    return [line_of(row, row["match_id"]) for row in connection.execute(question).mappings()]


def rename_in_lines(connection: Connection, change: RenameInLines) -> None:
    """Write another name beside all lines of somebody."""
    for table in (chat_lines, report_lines):
        connection.execute(update(table).where(table.c.author == change.account_id).values(name=change.name))


def drop_lines(connection: Connection, match_ids: Sequence[str]) -> None:
    """Forget what was said at matches that are to be deleted."""
    connection.execute(delete(chat_lines).where(chat_lines.c.match_id.in_(match_ids)))


def line_values(line: ChatLine) -> dict[str, Any]:
    """What stands in all columns of a line but where it belongs to."""
    return {
        "number": line.number,
        "room": str(line.room),
        "author": line.author,
        "name": line.name,
        "is_guest": line.is_guest,
        "avatar": line.avatar,
        "at": line.at,
        "text": line.text,
        "word": line.word,
    }


def line_of(row: RowMapping, match_id: str) -> ChatLine:
    """What a row says."""
    return ChatLine(
        match_id,
        row["number"],
        ChatRoom(row["room"]),
        row["author"],
        row["name"],
        row["is_guest"],
        row["at"],
        row["text"],
        row["word"],
        row["avatar"],
    )


def _of_room(match_id: str, room: ChatRoom) -> Select[Any]:
    return select(chat_lines).where(chat_lines.c.match_id == match_id, chat_lines.c.room == str(room))
