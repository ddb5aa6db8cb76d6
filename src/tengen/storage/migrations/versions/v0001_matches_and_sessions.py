"""Matches with their logs, downtimes, accounts and sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("key", _KEY, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("watch_id", sa.Text, nullable=False),
        sa.Column("created_by", sa.LargeBinary(16)),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("first_owner", sa.Text),
        sa.Column("second_owner", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("deadline_at", sa.BigInteger),
        sa.Column("ai_to_move", sa.Boolean, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_matches"),
        sa.UniqueConstraint("id", name="uq_matches_id"),
        sa.UniqueConstraint("watch_id", name="uq_matches_watch_id"),
        sa.UniqueConstraint("created_by", name="uq_matches_created_by"),
    )
    for column in ("deadline_at", "first_owner", "second_owner"):
        present = sa.column(column).is_not(None)
        op.create_index(f"ix_matches_{column}", "matches", [column], sqlite_where=present, postgresql_where=present)
    due = sa.column("ai_to_move", sa.Boolean)
    op.create_index("ix_matches_ai_to_move", "matches", ["ai_to_move"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "events",
        sa.Column("match_key", _KEY, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("receipt", sa.LargeBinary(16)),
        sa.PrimaryKeyConstraint("match_key", "n", name="pk_events"),
        sa.ForeignKeyConstraint(["match_key"], ["matches.key"], name="fk_events_match_key"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.create_table(
        "downtimes",
        sa.Column("since", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("since", name="pk_downtimes"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("password_hash", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name="pk_sessions"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_sessions_account_id"),
    )
    op.create_index("ix_sessions_account_id", "sessions", ["account_id"])
