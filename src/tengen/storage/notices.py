"""Notices in SQL: of each account the last ones are kept."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from tengen.people import MOST_NOTICES, NewNotice, NoteNoticesSeen, Notice, NoticeKey
from tengen.storage.talk_schema import notices


def add_notice(connection: Connection, new: NewNotice) -> None:
    """Add a notice, and forget those of the account that are too many then."""
    connection.execute(
        insert(notices).values(
            account_id=new.account_id,
            at=new.at,
            text_key=str(new.key),
            text_values=msgspec.json.encode(dict(new.values)),
            path=new.path,
        )
    )
    of_account = notices.c.account_id == new.account_id
    too_many = select(notices.c.key).where(of_account).order_by(notices.c.key.desc()).offset(MOST_NOTICES).limit(1)
    last = connection.scalar(too_many)
    if last is not None:
        connection.execute(delete(notices).where(of_account, notices.c.key <= last))


def note_notices_seen(connection: Connection, change: NoteNoticesSeen) -> None:
    """Mark the notices of an account as seen."""
    is_meant = (notices.c.account_id == change.account_id) & (notices.c.key <= change.up_to)
    connection.execute(update(notices).where(is_meant, notices.c.seen_at.is_(None)).values(seen_at=change.at))


def drop_notices(connection: Connection, account_ids: Sequence[str]) -> None:
    """Forget the notices of accounts."""
    connection.execute(delete(notices).where(notices.c.account_id.in_(account_ids)))


def notices_of(connection: Connection, account_id: str, after: int) -> list[Notice]:
    """The notices of an account, the latest first."""
    question = select(notices).where(notices.c.account_id == account_id, notices.c.key > after)
    return [
        Notice(
            row["key"],
            row["account_id"],
            row["at"],
            NoticeKey(row["text_key"]),
            msgspec.json.decode(row["text_values"], type=dict[str, str | int]),
            row["path"],
            row["seen_at"],
        )
        for row in connection.execute(question.order_by(notices.c.key.desc())).mappings()
    ]


def count_unseen(connection: Connection, account_id: str) -> int:
    """How many notices an account has not seen."""
    question = select(func.count()).where(notices.c.account_id == account_id, notices.c.seen_at.is_(None))
    return connection.scalar(question) or 0
