"""The tables of talk: lines, relations, reports, notices, games that were left. The others are in `schema`."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

from tengen.storage.schema import KEY, accounts, matches, metadata


def _line_columns() -> list[Column[Any]]:
    """What stands in the row of a line, wherever it is kept."""
    return [
        Column("number", Integer, nullable=False),
        Column("room", Text, nullable=False),
        Column("author", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("is_guest", Boolean, nullable=False),
        Column("avatar", Integer, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("text", Text),
        Column("word", Text),
    ]


chat_lines: Final = Table(
    "chat_lines",
    metadata,
    Column("match_id", Text, ForeignKey(matches.c.id), nullable=False),
    *_line_columns(),
    PrimaryKeyConstraint("match_id", "number"),
)
"""What was said at matches. A row goes with its match."""

Index(None, chat_lines.c.author, chat_lines.c.at)

relations: Final = Table(
    "relations",
    metadata,
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("other_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("account_id", "other_id", "kind"),
)
"""Who mutes and blocks whom."""

Index(None, relations.c.other_id)

reports: Final = Table(
    "reports",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("by_account", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("match_id", Text),
    Column("reason", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("handled_at", BigInteger),
    Column("handled_by", Text),
    Column("outcome", Text),
    Column("note", Text),
    UniqueConstraint("id"),
)
"""What moderators were told; see `people.Report`. Keys are in the order of writing. The match may be gone."""

Index(None, reports.c.by_account, reports.c.at)
Index(
    "ix_reports_open",
    reports.c.key,
    sqlite_where=reports.c.handled_at.is_(None),
    postgresql_where=reports.c.handled_at.is_(None),
)

report_lines: Final = Table(
    "report_lines",
    metadata,
    Column("report_id", Text, ForeignKey(reports.c.id), nullable=False),
    *_line_columns(),
    PrimaryKeyConstraint("report_id", "number"),
)
"""The lines that go along with reports: they stay when their match is gone."""

Index(None, report_lines.c.author)

notices: Final = Table(
    "notices",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("account_id", Text, ForeignKey(accounts.c.id), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("text_key", Text, nullable=False),
    Column("text_values", LargeBinary, nullable=False),
    Column("path", Text),
    Column("seen_at", BigInteger),
)
"""What people are told on return. `text_values` is JSON."""

Index(None, notices.c.account_id, notices.c.key)

leavings: Final = Table(
    "leavings",
    metadata,
    Column("match_id", Text, nullable=False),
    Column("account_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    PrimaryKeyConstraint("match_id", "account_id"),
)
"""Who left which game; see `people.Leaving`. A row is never changed. The match may be gone."""

Index(None, leavings.c.account_id, leavings.c.at)
