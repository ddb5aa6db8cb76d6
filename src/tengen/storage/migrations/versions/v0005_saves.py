"""Saves of accounts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "saves",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("owner_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("name_key", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("first_account", sa.Text),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("first_player", sa.Text, nullable=False),
        sa.Column("second_account", sa.Text),
        sa.Column("second_name", sa.Text, nullable=False),
        sa.Column("second_player", sa.Text, nullable=False),
        sa.Column("swapped", sa.Boolean, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("cells", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("changed_at", sa.BigInteger, nullable=False),
        sa.Column("octets", sa.Integer, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_saves"),
        sa.ForeignKeyConstraint(["owner_id"], ["accounts.id"], name="fk_saves_owner_id"),
        sa.UniqueConstraint("owner_id", "name_key", name="uq_saves_owner_id"),
    )
    for column in ("first_account", "second_account"):
        present = sa.column(column).is_not(None)
        op.create_index(f"ix_saves_{column}", "saves", [column], sqlite_where=present, postgresql_where=present)
