"""Which matches everybody may find among those being played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("matches", sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()))
    is_played = sa.and_(sa.column("listed", sa.Boolean) == sa.true(), sa.column("is_over", sa.Boolean) == sa.false())
    op.create_index(
        "ix_matches_listed",
        "matches",
        ["listed", "created_at", "watch_id"],
        sqlite_where=is_played,
        postgresql_where=is_played,
    )
