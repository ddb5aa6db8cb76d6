"""What people do to their own accounts while they are logged in: password, name, sessions, closing, exporting."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from tengen.core import Conflict
from tengen.people.accounts import Account, Ban, Silence
from tengen.people.audit import AuditAction, AuditEntry, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import hash_of, new_token
from tengen.people.service.entered import Entered
from tengen.people.service.entering import MOST_DEVICES, Entering
from tengen.people.service.parts import Parts, accept_password, accepted_name, client_of, iso_time
from tengen.people.service.proving import Proven, Proving
from tengen.people.sessions import Session
from tengen.people.store import (
    MOST_LISTED,
    Change,
    DropResets,
    EndSession,
    EndSessions,
    ForgetDevices,
    FoundSession,
    KeepAnAdministrator,
    NoteInAudit,
    PeopleStore,
    RememberDevice,
    RenewSession,
    RevokeBotTokens,
    SetRecoveryCodes,
)
from tengen.people.tokens import Device

Exporter: TypeAlias = Callable[[str], Awaitable[Mapping[str, object]]]
"""What else is known of the account of an id, as plain values for JSON, by names that no other exporter uses."""

_MOST_EXPORTED: Final = 10_000
"""So many entries of the audit log an export has."""


class OwnAccount:
    """Changes one's own account."""

    def __init__(self, parts: Parts, proving: Proving, entering: Entering) -> None:
        self._parts = parts
        self._proving = proving
        self._entering = entering

    async def change_password(
        self, account_id: str, current: str, new: str, *, end_others: bool, keep: str, address: str
    ) -> Entered:
        parts = self._parts
        account = await parts.owner(account_id)
        accept_password(new, account.name)
        await self._own_session(account_id, keep)
        new_hash: str | None = None

        async def change(proven: Proven) -> Entered:
            nonlocal new_hash
            new_hash = new_hash or await parts.hasher.hash(new, is_known=True)
            found = await self._own_session(account_id, keep)
            token, device_token, now = new_token(), new_token(), parts.now()
            session = replace(found.session, token_hash=hash_of(token), seen_at=now)
            changed = proven.become(replace(proven.account, password_hash=new_hash))
            details: dict[str, Detail] = {"client": client_of(address), "ended_sessions": end_others}
            ending: tuple[Change, ...] = (
                (EndSessions(account_id, keep=session.session_id), ForgetDevices(account_id)) if end_others else ()
            )
            await parts.committing.commit(
                *changed.changes,
                RenewSession(found.session.token_hash, session, parts.session_limits.most),
                *ending,
                DropResets(account_id),
                RememberDevice(Device(hash_of(device_token), account_id, now), MOST_DEVICES),
                NoteInAudit(now, account_id, AuditAction.PASSWORD_CHANGED, account_id, details),
            )
            is_first = found.account.account_id == account_id
            first, beside = (changed.after, found.beside) if is_first else (found.account, changed.after)
            expires_at = session.created_at + parts.session_limits.lasts_ms(first)
            return Entered(first, token, device_token, beside, session.session_id, expires_at)

        return await self._proving.prove_owner(account_id, current, None, change, asks_code=False)

    async def change_name(self, account_id: str, name: str, password: str) -> Account:
        parts = self._parts
        shown, key = accepted_name(name)
        await self._refuse_taken(key, account_id)

        async def change(proven: Proven) -> Account:
            await self._refuse_taken(key, account_id)
            changed = proven.become(replace(proven.account, name=shown, name_key=key))
            details = {"old_name": proven.account.name, "new_name": shown}
            await parts.committing.commit(
                *changed.changes,
                NoteInAudit(parts.now(), account_id, AuditAction.NAME_CHANGED, account_id, details),
            )
            return changed.after

        return await self._proving.prove_owner(account_id, password, None, change, asks_code=False)

    async def close(self, account_id: str, password: str, code: str | None) -> None:
        parts = self._parts

        async def end(proven: Proven) -> None:
            now = parts.now()
            changed = proven.become(closed(proven.account, now))
            entry = NoteInAudit(now, account_id, AuditAction.ACCOUNT_CLOSED, account_id)
            left: tuple[Change, ...] = (KeepAnAdministrator(now),) if proven.account.is_admin else ()
            try:
                await parts.committing.commit(*changed.changes, *what_belongs_to(account_id), *left, entry)
            except Conflict:
                if left and await is_last_administrator(parts.store, account_id, now):
                    raise PeopleError(PeopleCode.LAST_ADMIN) from None
                raise

        await self._proving.prove_owner(account_id, password, code, end)

    # --- sessions

    async def end_session(self, account_id: str, session_id: str) -> None:
        ended = [row for row in await self._parts.store.sessions_of(account_id) if row.session_id == session_id]
        if ended:
            entry = NoteInAudit(
                self._parts.now(), account_id, AuditAction.SESSION_ENDED, account_id, {"session_id": session_id}
            )
            await self._parts.committing.commit(EndSession(account_id, session_id), entry)

    async def end_other_sessions(self, account_id: str, keep: str) -> None:
        found = await self._own_session(account_id, keep)
        entry = NoteInAudit(self._parts.now(), account_id, AuditAction.SESSIONS_ENDED, account_id)
        await self._parts.committing.commit(EndSessions(account_id, keep=found.session.session_id), entry)

    async def _own_session(self, account_id: str, token: str) -> FoundSession:
        """The session of a token in which somebody is. Raises NOT_LOGGED_IN."""
        found = await self._entering.find(token)
        people = [] if found is None else [found.account, found.beside]
        if found is None or account_id not in {one.account_id for one in people if one is not None}:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        return found

    async def _refuse_taken(self, key: str, account_id: str) -> None:
        found = await self._parts.store.account_named(key)
        if found is not None and found.account_id != account_id:
            raise PeopleError(PeopleCode.NAME_TAKEN)


# --- what others of the service need, too


def closed(account: Account, now: int) -> Account:
    """The account without its secrets and rights. The name stays."""
    return replace(
        account, password_hash=None, second_factor=None, roles=frozenset(), closed_at=account.closed_at or now
    )


def what_belongs_to(account_id: str) -> tuple[Change, ...]:
    """The end of everything with which somebody could get into an account."""
    return (
        EndSessions(account_id),
        ForgetDevices(account_id),
        SetRecoveryCodes(account_id, ()),
        RevokeBotTokens(account_id),
        DropResets(account_id),
    )


async def is_last_administrator(store: PeopleStore, account_id: str, now: int) -> bool:
    """Whether there is no other administrator who may log in."""
    return all(one.account_id == account_id or one.is_banned(now) for one in await store.administrators())


# --- exports


async def export_account(store: PeopleStore, account: Account, exporters: Sequence[Exporter]) -> dict[str, object]:
    """All that is known of an account, as plain values for JSON. No secrets, no hashes."""
    sessions = await store.sessions_of(account.account_id)
    tokens = await store.bot_tokens_of(account.account_id)
    told: dict[str, object] = {
        "account": {
            "id": account.account_id,
            "name": account.name,
            "created": iso_time(account.created_at),
            "roles": sorted(account.roles),
            "secondFactor": account.second_factor is not None,
            "recoveryCodesLeft": await store.recovery_codes_left(account.account_id),
            "ban": _told_order(account.ban),
            "closed": iso_time(account.closed_at),
            "silence": _told_order(account.silence),
            "talks": account.talks,
            "avatar": account.avatar,
        },
        "sessions": [_told_session(row) for row in sessions],
        "botTokens": [
            {
                "label": row.label,
                "scopes": sorted(row.scopes),
                "created": iso_time(row.created_at),
                "expires": iso_time(row.expires_at),
                "seen": iso_time(row.seen_at),
            }
            for row in tokens
        ],
        "audit": await _told_audit(store, account.account_id),
    }
    for exporter in exporters:
        told.update(await exporter(account.account_id))
    return told


def _told_order(order: Ban | Silence | None) -> dict[str, object] | None:
    if order is None:
        return None
    return {"at": iso_time(order.at), "until": iso_time(order.until), "reason": order.reason}


def _told_session(session: Session) -> dict[str, object]:
    return {"device": session.device, "since": iso_time(session.created_at), "seen": iso_time(session.seen_at)}


async def _told_audit(store: PeopleStore, account_id: str) -> list[dict[str, object]]:
    """What the audit log says about an account, the latest first. Who did it is told where it was oneself."""
    told: list[dict[str, object]] = []
    before: int | None = None
    while len(told) < _MOST_EXPORTED:
        rows = await store.latest_audit(before, MOST_LISTED, account_id)
        for entry in (AuditEntry.decode(row.body) for row in rows):
            by = "yourself" if entry.actor == account_id else "the host or an administrator"
            told.append(
                {
                    "at": iso_time(entry.at_ms),
                    "action": str(entry.action),
                    "by": by if entry.actor is not None else None,
                    **entry.details,
                }
            )
        if len(rows) < MOST_LISTED:
            break
        before = rows[-1].number
    return told
