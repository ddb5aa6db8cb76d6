"""People in SQL: the store that their service asks for. What each change writes is with its noun."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection

from tengen.people import (
    MOST_LISTED,
    Account,
    AccountPage,
    AddAccount,
    AddBotToken,
    AddInvite,
    AddReset,
    AuditRow,
    BeginSession,
    BotToken,
    Change,
    ChangeAccount,
    DropResets,
    DropSaves,
    EndSession,
    EndSessions,
    ForgetDevices,
    FoundSession,
    Invite,
    KeepAnAdministrator,
    NoteBotTokenSeen,
    NoteInAudit,
    NoteSessionSeen,
    Registration,
    RememberDevice,
    RenewSession,
    Reset,
    RevokeBotToken,
    RevokeBotTokens,
    Session,
    SetRecoveryCodes,
    SetRegistration,
    UseInvite,
    UseRecoveryCode,
    UseReset,
)
from tengen.storage import accounts, audit, resets, saves, sessions, talk, tokens
from tengen.storage.database import Database
from tengen.storage.writer import Job


class SqlPeopleStore:
    """A PeopleStore in a database. Reads see everything that was acknowledged."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def commit(self, *changes: Change) -> asyncio.Future[Sequence[Session]]:
        return self._database.writer.put(_Unit(changes))

    async def account(self, account_id: str) -> Account | None:
        return await self._database.read(lambda connection: accounts.find_account(connection, account_id))

    async def account_named(self, name_key: str) -> Account | None:
        return await self._database.read(lambda connection: accounts.find_named(connection, name_key))

    async def names_taken(self, name_keys: Collection[str]) -> Collection[str]:
        wanted = list(name_keys)
        return await self._database.read(lambda connection: accounts.find_taken(connection, wanted))

    async def accounts(self, search: str = "", after: str | None = None, limit: int = 50) -> AccountPage:
        _check_limit(limit)
        return await self._database.read(lambda connection: accounts.page_of_accounts(connection, search, after, limit))

    async def accounts_of(self, account_ids: Collection[str]) -> Mapping[str, Account]:
        wanted = list(account_ids)
        return await self._database.read(lambda connection: accounts.find_accounts(connection, wanted))

    async def administrators(self) -> Sequence[Account]:
        return await self._database.read(accounts.find_administrators)

    async def session(self, token_hash: bytes) -> FoundSession | None:
        return await self._database.read(lambda connection: sessions.find_session(connection, token_hash))

    async def sessions_of(self, account_id: str) -> Sequence[Session]:
        return await self._database.read(lambda connection: sessions.sessions_of(connection, account_id))

    async def is_known_device(self, device_hash: bytes, account_id: str | None = None) -> bool:
        return await self._database.read(lambda connection: tokens.is_known_device(connection, device_hash, account_id))

    async def accounts_on_device(self, device_hash: bytes) -> Sequence[Account]:
        return await self._database.read(lambda connection: tokens.accounts_on_device(connection, device_hash))

    async def has_recovery_code(self, account_id: str, code_hash: bytes) -> bool:
        return await self._database.read(lambda connection: tokens.has_recovery_code(connection, account_id, code_hash))

    async def recovery_codes_left(self, account_id: str) -> int:
        return await self._database.read(lambda connection: tokens.count_recovery_codes(connection, account_id))

    async def bot_token(self, token_hash: bytes) -> BotToken | None:
        return await self._database.read(lambda connection: tokens.find_bot_token(connection, token_hash))

    async def bot_tokens_of(self, account_id: str) -> Sequence[BotToken]:
        return await self._database.read(lambda connection: tokens.bot_tokens_of(connection, account_id))

    async def reset(self, token_hash: bytes) -> Reset | None:
        return await self._database.read(lambda connection: resets.find_reset(connection, token_hash))

    async def invite(self, code_hash: bytes) -> Invite | None:
        return await self._database.read(lambda connection: resets.find_invite(connection, code_hash))

    async def registration(self) -> Registration:
        return await self._database.read(resets.find_registration)

    async def audit_rows(self, after: int = 0, limit: int = MOST_LISTED) -> Sequence[AuditRow]:
        _check_limit(limit)
        return await self._database.read(lambda connection: audit.rows_after(connection, after, limit))

    async def latest_audit(
        self, before: int | None = None, limit: int = 50, subject: str | None = None
    ) -> Sequence[AuditRow]:
        _check_limit(limit)
        return await self._database.read(lambda connection: audit.rows_before(connection, before, limit, subject))


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= MOST_LISTED:
        raise ValueError(f"a page has 1 to {MOST_LISTED} rows")


class _Unit(Job[Sequence[Session]]):
    """What the service writes at once; the sessions that ended by it."""

    __slots__ = ("_changes",)

    def __init__(self, changes: Sequence[Change]) -> None:
        self._changes = changes

    def write(self, connection: Connection) -> Sequence[Session]:
        ended: list[Session] = []
        added = [change.account for change in self._changes if isinstance(change, AddAccount)]
        if added:
            accounts.insert_accounts(connection, added)
        for change in self._changes:
            ended += _write(connection, change)
        return ended


def _write(connection: Connection, change: Change) -> Sequence[Session]:
    """Write one change; the sessions that ended by it. Or raise, and leave it to the caller to roll back."""
    match change:
        case AddAccount():
            pass  # with all that are added, before the other changes
        case ChangeAccount():
            accounts.change_account(connection, change)
        case KeepAnAdministrator():
            accounts.keep_an_administrator(connection, change)
        case BeginSession():
            return sessions.begin_session(connection, change)
        case RenewSession():
            return sessions.renew_session(connection, change)
        case NoteSessionSeen():
            sessions.note_session_seen(connection, change)
        case EndSession():
            return sessions.end_session(connection, change)
        case EndSessions():
            return sessions.end_sessions(connection, change)
        case RememberDevice():
            tokens.remember_device(connection, change)
        case ForgetDevices():
            tokens.forget_devices(connection, change.account_id)
        case SetRecoveryCodes():
            tokens.set_recovery_codes(connection, change)
        case UseRecoveryCode():
            tokens.use_recovery_code(connection, change)
        case AddBotToken():
            tokens.add_bot_token(connection, change)
        case NoteBotTokenSeen():
            tokens.note_bot_token_seen(connection, change)
        case RevokeBotToken():
            tokens.revoke_bot_token(connection, change)
        case RevokeBotTokens():
            tokens.revoke_bot_tokens(connection, change.account_id)
        case AddReset():
            resets.add_reset(connection, change)
        case UseReset():
            resets.use_reset(connection, change)
        case DropResets():
            resets.drop_resets(connection, change.account_id)
        case DropSaves():
            saves.drop_saves(connection, change.account_id)
        case AddInvite():
            resets.add_invite(connection, change)
        case UseInvite():
            resets.use_invite(connection, change)
        case SetRegistration():
            resets.set_registration(connection, change)
        case NoteInAudit():
            audit.note(connection, change)
        case _:
            talk.write_talk(connection, change)
    return ()
