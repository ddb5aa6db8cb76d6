"""Results of games, annulments and ratings. Games that ended before count for nothing: nobody had an account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    _add_results()
    op.create_table(
        "annulments",
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match_id", name="pk_annulments"),
        sa.ForeignKeyConstraint(["match_id"], ["results.match_id"], name="fk_annulments_match_id"),
    )
    _add_ratings()


def _add_results() -> None:
    op.create_table(
        "results",
        sa.Column("key", _KEY, nullable=False),
        sa.Column("match_id", sa.Text, nullable=False),
        sa.Column("watch_id", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("rule_set", sa.Text),
        sa.Column("first_account", sa.Text),
        sa.Column("second_account", sa.Text),
        sa.Column("first_player", sa.Text, nullable=False),
        sa.Column("second_player", sa.Text, nullable=False),
        sa.Column("first_name", sa.Text, nullable=False),
        sa.Column("second_name", sa.Text, nullable=False),
        sa.Column("swapped", sa.Boolean, nullable=False),
        sa.Column("winner", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("margin", sa.Float),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("begun_at", sa.BigInteger, nullable=False),
        sa.Column("ended_at", sa.BigInteger, nullable=False),
        sa.Column("rating_class", sa.Text),
        sa.Column("why_not", sa.Text),
        sa.Column("level_rating", sa.Float),
        sa.Column("level_deviation", sa.Float),
        sa.PrimaryKeyConstraint("key", name="pk_results"),
        sa.UniqueConstraint("match_id", name="uq_results_match_id"),
        sa.UniqueConstraint("watch_id", name="uq_results_watch_id"),
        sa.ForeignKeyConstraint(["first_account"], ["accounts.id"], name="fk_results_first_account"),
        sa.ForeignKeyConstraint(["second_account"], ["accounts.id"], name="fk_results_second_account"),
    )
    for account, opponent in (("first_account", "second_player"), ("second_account", "first_player")):
        name = f"ix_results_{account}"
        _add_index(name, "results", [account, "ended_at", "watch_id"], account)
        _add_index(f"{name}_tally", "results", [account, "kind", opponent, "winner"], account)


def _add_ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("rating_class", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("cause", sa.Text, nullable=False),
        sa.Column("match_id", sa.Text),
        sa.Column("opponent", sa.Text),
        sa.Column("opponent_rating", sa.Float),
        sa.Column("opponent_deviation", sa.Float),
        sa.Column("score", sa.Float),
        sa.Column("games_today", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "rating_class", "number", name="pk_ratings"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_ratings_account_id"),
    )
    _add_index("ix_ratings_match_id", "ratings", ["match_id"], "match_id")
    _add_index("ix_ratings_account_id", "ratings", ["account_id", "rating_class", "opponent", "at"], "match_id")


def _add_index(name: str, table: str, columns: list[str], present: str) -> None:
    """An index of the rows in which a column has a value."""
    is_there = sa.column(present).is_not(None)
    op.create_index(name, table, columns, sqlite_where=is_there, postgresql_where=is_there)
