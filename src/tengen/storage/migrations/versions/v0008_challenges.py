"""Challenges, how each ended, and whose challenges somebody takes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("by_id", sa.Text, nullable=False),
        sa.Column("by_guest", sa.Boolean, nullable=False),
        sa.Column("to_id", sa.Text),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_by_id", "challenges", ["by_id", "created_at"])
    op.create_index("ix_challenges_expires_at", "challenges", ["expires_at"])
    op.create_table(
        "challenge_answers",
        sa.Column("challenge_id", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=False),
        sa.Column("by_id", sa.Text),
        sa.Column("reason", sa.Text),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("challenge_id", name="pk_challenge_answers"),
        sa.ForeignKeyConstraint(["challenge_id"], ["challenges.id"], name="fk_challenge_answers_challenge_id"),
    )
    op.create_table(
        "challenge_settings",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("accepting", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("account_id", name="pk_challenge_settings"),
    )
