"""Talk at the board, who mutes and blocks whom, reports, notices, and games that were left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _widen_accounts()
    _add_lines()
    _add_relations()
    _add_reports()
    _add_notices()
    _add_leavings()


def _widen_accounts() -> None:
    for name in ("silenced_at", "silenced_until"):
        op.add_column("accounts", sa.Column(name, sa.BigInteger))
    op.add_column("accounts", sa.Column("silence_reason", sa.Text))
    op.add_column("accounts", sa.Column("talks", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("accounts", sa.Column("avatar", sa.Integer, nullable=False, server_default="0"))


def _line_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("is_guest", sa.Boolean, nullable=False),
        sa.Column("avatar", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text", sa.Text),
        sa.Column("word", sa.Text),
    ]


def _add_lines() -> None:
    op.create_table(
        "chat_lines",
        sa.Column("match_id", sa.Text, nullable=False),
        *_line_columns(),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_chat_lines"),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_chat_lines_match_id"),
    )
    op.create_index("ix_chat_lines_author", "chat_lines", ["author", "at"])


def _add_relations() -> None:
    op.create_table(
        "relations",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("other_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "other_id", "kind", name="pk_relations"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_relations_account_id"),
        sa.ForeignKeyConstraint(["other_id"], ["accounts.id"], name="fk_relations_other_id"),
    )
    op.create_index("ix_relations_other_id", "relations", ["other_id"])


def _add_reports() -> None:
    op.create_table(
        "reports",
        sa.Column("key", _KEY, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by_account", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("handled_at", sa.BigInteger),
        sa.Column("handled_by", sa.Text),
        sa.Column("outcome", sa.Text),
        sa.Column("note", sa.Text),
        sa.PrimaryKeyConstraint("key", name="pk_reports"),
        sa.UniqueConstraint("id", name="uq_reports_id"),
    )
    op.create_index("ix_reports_by_account", "reports", ["by_account", "at"])
    is_open = sa.column("handled_at").is_(None)
    op.create_index("ix_reports_open", "reports", ["key"], sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "report_lines",
        sa.Column("report_id", sa.Text, nullable=False),
        *_line_columns(),
        sa.PrimaryKeyConstraint("report_id", "number", name="pk_report_lines"),
        sa.ForeignKeyConstraint(["report_id"], ["reports.id"], name="fk_report_lines_report_id"),
    )
    op.create_index("ix_report_lines_author", "report_lines", ["author"])


def _add_notices() -> None:
    op.create_table(
        "notices",
        sa.Column("key", _KEY, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("text_key", sa.Text, nullable=False),
        sa.Column("text_values", sa.LargeBinary, nullable=False),
        sa.Column("path", sa.Text),
        sa.Column("seen_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("key", name="pk_notices"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_notices_account_id"),
    )
    op.create_index("ix_notices_account_id", "notices", ["account_id", "key"])


def _add_leavings() -> None:
    op.create_table(
        "leavings",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "account_id", name="pk_leavings"),
    )
    op.create_index("ix_leavings_account_id", "leavings", ["account_id", "at"])
