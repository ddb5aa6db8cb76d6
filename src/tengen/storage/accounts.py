"""Accounts in SQL: their rows from values and back, what changes them, and the questions for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, FromClause, RowMapping, insert, select, update
from sqlalchemy.sql import Select

from tengen.core import Conflict
from tengen.people import Account, AccountPage, Ban, ChangeAccount, KeepAnAdministrator, Role, SecondFactor, Silence
from tengen.storage.schema import accounts

_KEYS_AT_ONCE: Final = 500
_ROLES: Final = {str(role): role for role in Role}


def account_values(account: Account) -> dict[str, Any]:
    """What stands in all columns but the revision."""
    ban, factor, silence = account.ban, account.second_factor, account.silence
    return {
        "id": account.account_id,
        "name": account.name,
        "name_key": account.name_key,
        "password_hash": account.password_hash,
        "created_at": account.created_at,
        "roles": ",".join(sorted(account.roles)),
        "totp_secret": None if factor is None else factor.secret,
        "totp_step": 0 if factor is None else factor.last_step,
        "banned_at": None if ban is None else ban.at,
        "banned_until": None if ban is None else ban.until,
        "ban_reason": None if ban is None else ban.reason,
        "closed_at": account.closed_at,
        "silenced_at": None if silence is None else silence.at,
        "silenced_until": None if silence is None else silence.until,
        "silence_reason": None if silence is None else silence.reason,
        "talks": account.talks,
        "avatar": account.avatar,
    }


def account_of(row: RowMapping, columns: FromClause = accounts) -> Account:
    """What a row says, under these columns. A role that a later version knows is left out."""

    def value(name: str) -> Any:
        return row[columns.c[name]]

    banned_at, silenced_at, secret = value("banned_at"), value("silenced_at"), value("totp_secret")
    silence = None if silenced_at is None else Silence(silenced_at, value("silenced_until"), value("silence_reason"))
    return Account(
        value("id"),
        value("name"),
        value("created_at"),
        value("name_key"),
        value("password_hash"),
        frozenset(_ROLES[role] for role in value("roles").split(",") if role in _ROLES),
        None if secret is None else SecondFactor(secret, value("totp_step")),
        None if banned_at is None else Ban(banned_at, value("banned_until"), value("ban_reason") or ""),
        value("closed_at"),
        value("revision"),
        silence,
        value("talks"),
        value("avatar"),
    )


def insert_accounts(connection: Connection, added: list[Account]) -> None:
    """Add accounts."""
    connection.execute(insert(accounts), [account_values(account) for account in added])


def change_account(connection: Connection, change: ChangeAccount) -> None:
    """Write an account that was read at its revision. Raises Conflict where it has changed since."""
    account = change.account
    is_meant = (accounts.c.id == account.account_id) & (accounts.c.revision == account.revision)
    written = update(accounts).where(is_meant).values(**account_values(account), revision=account.revision + 1)
    if connection.execute(written).rowcount != 1:
        raise Conflict("the account has changed")


def keep_an_administrator(connection: Connection, change: KeepAnAdministrator) -> None:
    """Raise Conflict where nobody is left who may keep accounts."""
    if all(account.is_banned(change.at) for account in find_administrators(connection)):
        raise Conflict("no administrator would be left")


def find_administrators(connection: Connection) -> list[Account]:
    """The administrators that are not closed."""
    question = select(accounts).where(accounts.c.roles != "", accounts.c.closed_at.is_(None))
    found = (account_of(row) for row in connection.execute(question).mappings())
    return [account for account in found if account.is_admin]


def find_account(connection: Connection, account_id: str) -> Account | None:
    """The account of this id."""
    return _one(connection, select(accounts).where(accounts.c.id == account_id))


def find_accounts(connection: Connection, account_ids: Sequence[str]) -> dict[str, Account]:
    """The accounts of these ids, by them."""
    question = select(accounts).where(accounts.c.id.in_(account_ids))
    found = (account_of(row) for row in connection.execute(question).mappings())
    return {account.account_id: account for account in found}


def find_named(connection: Connection, name_key: str) -> Account | None:
    """The account of this name."""
    return _one(connection, select(accounts).where(accounts.c.name_key == name_key))


def _one(connection: Connection, question: Select[Any]) -> Account | None:
    row = connection.execute(question).mappings().one_or_none()
    return None if row is None else account_of(row)


def find_taken(connection: Connection, name_keys: Sequence[str]) -> set[str]:
    """Those of these names that there are."""
    found: set[str] = set()
    for start in range(0, len(name_keys), _KEYS_AT_ONCE):
        some = name_keys[start : start + _KEYS_AT_ONCE]
        taken = connection.scalars(select(accounts.c.name_key).where(accounts.c.name_key.in_(some)))
        found |= {key for key in taken if key is not None}
    return found


def page_of_accounts(connection: Connection, search: str, after: str | None, limit: int) -> AccountPage:
    """Accounts that have a name, in the order of names."""
    key = accounts.c.name_key
    question = select(accounts).where(key.is_not(None)).order_by(key).limit(limit + 1)
    if search:
        question = question.where(key.contains(search, autoescape=True))
    if after is not None:
        question = question.where(key > after)
    found = [account_of(row) for row in connection.execute(question).mappings()]
    page = tuple(found[:limit])
    return AccountPage(page, page[-1].name_key if len(found) > limit else None)
