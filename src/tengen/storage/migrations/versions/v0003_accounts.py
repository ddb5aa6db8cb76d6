"""Accounts of people who register: names that are unique, roles, bans, second factors; tokens, resets, the audit log.

Guests and their sessions stay; every session gets an id by which its owner can name it.
"""

from __future__ import annotations

import secrets
from typing import Final

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_AT_ONCE: Final = 2_000


def upgrade() -> None:
    _widen_accounts()
    _widen_sessions()
    _add_secrets()
    _add_administration()


def _widen_accounts() -> None:
    for name in ("name_key", "totp_secret", "ban_reason"):
        op.add_column("accounts", sa.Column(name, sa.Text))
    for name in ("banned_at", "banned_until", "closed_at"):
        op.add_column("accounts", sa.Column(name, sa.BigInteger))
    op.add_column("accounts", sa.Column("roles", sa.Text, nullable=False, server_default=""))
    op.add_column("accounts", sa.Column("totp_step", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("accounts", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_index("ix_accounts_name_key", "accounts", ["name_key"], unique=True)
    has_role = sa.column("roles") != ""
    op.create_index("ix_accounts_roles", "accounts", ["roles"], sqlite_where=has_role, postgresql_where=has_role)


def _widen_sessions() -> None:
    for name in ("session_id", "device"):
        op.add_column("sessions", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("sessions", sa.Column("beside_id", sa.Text))
    op.add_column("sessions", sa.Column("beside_at", sa.BigInteger))
    _name_sessions()
    op.create_index("ix_sessions_session_id", "sessions", ["session_id"], unique=True)
    beside = sa.column("beside_id").is_not(None)
    op.create_index("ix_sessions_beside_id", "sessions", ["beside_id"], sqlite_where=beside, postgresql_where=beside)


def _name_sessions() -> None:
    """Give every session an id of chance."""
    sessions = sa.table("sessions", sa.column("token_hash", sa.LargeBinary), sa.column("session_id", sa.Text))
    connection = op.get_bind()
    nameless = sa.select(sessions.c.token_hash).where(sessions.c.session_id == "").limit(_AT_ONCE)
    name = (
        sa.update(sessions)
        .where(sessions.c.token_hash == sa.bindparam("of_token"))
        .values(session_id=sa.bindparam("made"))
    )
    while found := connection.scalars(nameless).all():
        connection.execute(name, [{"of_token": token, "made": secrets.token_urlsafe(12)} for token in found])


def _add_secrets() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("account_id", "code_hash", name="pk_recovery_codes"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_recovery_codes_account_id"),
    )
    op.create_table(
        "devices",
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("device_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("seen_at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("account_id", "device_hash", name="pk_devices"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_devices_account_id"),
    )
    op.create_index("ix_devices_device_hash", "devices", ["device_hash"])
    op.create_table(
        "bot_tokens",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("label", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("seen_at", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_bot_tokens"),
        sa.UniqueConstraint("token_hash", name="uq_bot_tokens_token_hash"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_bot_tokens_account_id"),
    )
    op.create_index("ix_bot_tokens_account_id", "bot_tokens", ["account_id"])
    op.create_table(
        "resets",
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("account_id", sa.Text, nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("used_at", sa.BigInteger),
        sa.Column("ends_second_factor", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("token_hash", name="pk_resets"),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name="fk_resets_account_id"),
    )
    op.create_index("ix_resets_account_id", "resets", ["account_id"])


def _add_administration() -> None:
    op.create_table(
        "invites",
        sa.Column("code_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("made_by", sa.Text, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.Column("uses_left", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("code_hash", name="pk_invites"),
    )
    op.create_table(
        "site",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_site"),
    )
    op.create_table(
        "audit",
        sa.Column("n", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sa.Column("subject", sa.Text),
        sa.PrimaryKeyConstraint("n", name="pk_audit"),
    )
    op.create_index("ix_audit_subject", "audit", ["subject"])
