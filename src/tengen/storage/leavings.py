"""Games that people left, in SQL. Rows are added with the ends of these games, by the store of matches."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, delete, select

from tengen.people import Leaving, LeavingKind
from tengen.storage.talk_schema import leavings


def leavings_of(connection: Connection, account_id: str, since: int) -> list[Leaving]:
    """The games that somebody left since then, in order."""
    question = select(leavings).where(leavings.c.account_id == account_id, leavings.c.at >= since)
    return [
        Leaving(row["match_id"], row["account_id"], row["at"], LeavingKind(row["kind"]))
        for row in connection.execute(question.order_by(leavings.c.at)).mappings()
    ]


def drop_leavings(connection: Connection, account_ids: Sequence[str]) -> None:
    """Forget the games that accounts left."""
    connection.execute(delete(leavings).where(leavings.c.account_id.in_(account_ids)))
