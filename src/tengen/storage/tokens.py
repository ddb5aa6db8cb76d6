"""What stands for a person besides a session, in SQL: bot tokens, devices and recovery codes."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, insert, select, update

from tengen.core import Conflict
from tengen.people import (
    Account,
    AddBotToken,
    BotToken,
    NoteBotTokenSeen,
    RememberDevice,
    RevokeBotToken,
    Scope,
    SetRecoveryCodes,
    UseRecoveryCode,
)
from tengen.storage.accounts import account_of
from tengen.storage.schema import accounts, bot_tokens, devices, recovery_codes

_SCOPES: Final = {str(scope): scope for scope in Scope}
_MOST_ON_DEVICE: Final = 5


# --- bot tokens


def add_bot_token(connection: Connection, change: AddBotToken) -> None:
    """Add a token. Raises Conflict where the account has enough."""
    token = change.token
    count = select(func.count()).where(bot_tokens.c.account_id == token.account_id)
    if (connection.scalar(count) or 0) >= change.most:
        raise Conflict("too many tokens")
    row = insert(bot_tokens).values(
        id=token.token_id,
        account_id=token.account_id,
        label=token.label,
        scopes=",".join(sorted(token.scopes)),
        token_hash=token.token_hash,
        created_at=token.created_at,
        expires_at=token.expires_at,
        seen_at=token.seen_at,
    )
    connection.execute(row)


def note_bot_token_seen(connection: Connection, change: NoteBotTokenSeen) -> None:
    """Note when a token was used."""
    connection.execute(update(bot_tokens).where(bot_tokens.c.id == change.token_id).values(seen_at=change.at))


def revoke_bot_token(connection: Connection, change: RevokeBotToken) -> None:
    """Delete one token of an account."""
    is_meant = (bot_tokens.c.account_id == change.account_id) & (bot_tokens.c.id == change.token_id)
    connection.execute(delete(bot_tokens).where(is_meant))


def revoke_bot_tokens(connection: Connection, account_id: str) -> None:
    """Delete all tokens of an account."""
    connection.execute(delete(bot_tokens).where(bot_tokens.c.account_id == account_id))


def find_bot_token(connection: Connection, token_hash: bytes) -> BotToken | None:
    """The token of this hash."""
    question = select(bot_tokens).where(bot_tokens.c.token_hash == token_hash)
    row = connection.execute(question).mappings().one_or_none()
    return None if row is None else _bot_token(row)


def bot_tokens_of(connection: Connection, account_id: str) -> list[BotToken]:
    """The tokens of an account."""
    of_account = select(bot_tokens).where(bot_tokens.c.account_id == account_id)
    question = of_account.order_by(bot_tokens.c.created_at.desc(), bot_tokens.c.id)
    return [_bot_token(row) for row in connection.execute(question).mappings()]


def _bot_token(row: RowMapping) -> BotToken:
    scopes = frozenset(_SCOPES[scope] for scope in row["scopes"].split(",") if scope in _SCOPES)
    names = ("token_hash", "created_at", "expires_at", "seen_at")
    return BotToken(row["id"], row["account_id"], row["label"], scopes, *(row[name] for name in names))


# --- devices


def remember_device(connection: Connection, change: RememberDevice) -> None:
    """Note that somebody logged in on a device, and forget the oldest beyond the bound."""
    device = change.device
    of_account = devices.c.account_id == device.account_id
    is_this = of_account & (devices.c.device_hash == device.device_hash)
    if connection.execute(update(devices).where(is_this).values(seen_at=device.seen_at)).rowcount == 0:
        values = {"account_id": device.account_id, "device_hash": device.device_hash, "seen_at": device.seen_at}
        connection.execute(insert(devices).values(values))
    latest = select(devices.c.device_hash).where(of_account).order_by(devices.c.seen_at.desc()).limit(change.most)
    connection.execute(delete(devices).where(of_account, devices.c.device_hash.not_in(latest)))


def forget_devices(connection: Connection, account_id: str) -> None:
    """Forget all devices of an account."""
    connection.execute(delete(devices).where(devices.c.account_id == account_id))


def is_known_device(connection: Connection, device_hash: bytes, account_id: str | None) -> bool:
    """Whether there is such a device, of any account or of this one."""
    question = select(devices.c.account_id).where(devices.c.device_hash == device_hash).limit(1)
    if account_id is not None:
        question = question.where(devices.c.account_id == account_id)
    return connection.scalar(question) is not None


def accounts_on_device(connection: Connection, device_hash: bytes) -> list[Account]:
    """Who has logged in on a device, the latest first."""
    question = (
        select(accounts)
        .join(devices, devices.c.account_id == accounts.c.id)
        .where(devices.c.device_hash == device_hash)
        .order_by(devices.c.seen_at.desc())
        .limit(_MOST_ON_DEVICE)
    )
    return [account_of(row) for row in connection.execute(question).mappings()]


# --- recovery codes


def set_recovery_codes(connection: Connection, change: SetRecoveryCodes) -> None:
    """Put these codes in place of all earlier ones."""
    connection.execute(delete(recovery_codes).where(recovery_codes.c.account_id == change.account_id))
    rows = [{"account_id": change.account_id, "code_hash": code} for code in change.code_hashes]
    if rows:
        connection.execute(insert(recovery_codes), rows)


def use_recovery_code(connection: Connection, change: UseRecoveryCode) -> None:
    """Delete a code. Raises Conflict where it is not there."""
    used = delete(recovery_codes).where(_is_code(change.account_id, change.code_hash))
    if connection.execute(used).rowcount != 1:
        raise Conflict("there is no such recovery code")


def has_recovery_code(connection: Connection, account_id: str, code_hash: bytes) -> bool:
    """Whether there is this code."""
    question = select(recovery_codes.c.account_id).where(_is_code(account_id, code_hash))
    return connection.scalar(question) is not None


def _is_code(account_id: str, code_hash: bytes) -> ColumnElement[bool]:
    return (recovery_codes.c.account_id == account_id) & (recovery_codes.c.code_hash == code_hash)


def count_recovery_codes(connection: Connection, account_id: str) -> int:
    """How many codes there are."""
    return connection.scalar(select(func.count()).where(recovery_codes.c.account_id == account_id)) or 0
