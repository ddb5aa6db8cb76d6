"""Coming in and going: guests, registering, logging in, a second person at the screen, logging out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Final

from tengen.core.printing import printable
from tengen.people.accounts import Account, Registration
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import LONGEST_TEXT, hash_of, hash_of_code, new_account_id, new_id, new_token
from tengen.people.service.committing import again_after_conflict
from tengen.people.service.entered import Entered, Presence
from tengen.people.service.parts import (
    Parts,
    accept_password,
    accepted_name,
    client_of,
    device_name,
    key_of,
)
from tengen.people.service.proving import Claim, Proven, Proving
from tengen.people.sessions import Session
from tengen.people.store import (
    AddAccount,
    BeginSession,
    Change,
    ChangeAccount,
    EndSession,
    EndSessions,
    FoundSession,
    NoteInAudit,
    NoteSessionSeen,
    RememberDevice,
    RenewSession,
    UseInvite,
)
from tengen.people.tokens import Device

MOST_DEVICES: Final = 20


class Entering:
    """Begins, renews and ends sessions."""

    def __init__(self, parts: Parts, proving: Proving) -> None:
        self._parts = parts
        self._proving = proving

    # --- who is here

    async def find(self, session_token: str) -> FoundSession | None:
        """The session of a token, with those of its people who may still be in it; None where nobody may."""
        if len(session_token) > LONGEST_TEXT:
            return None
        found = await self._parts.store.session(hash_of(session_token))
        if found is None:
            return None
        session, now, limits = found.session, self._parts.now(), self._parts.session_limits
        if session.seen_at <= now - limits.idle_ms or not self._may_stay(found.account, session.created_at, now):
            return None
        if found.beside is not None and not self._may_stay(found.beside, session.beside_at, now):
            return replace(found, beside=None)
        return found

    def _may_stay(self, account: Account, since: int | None, now: int) -> bool:
        is_old = since is None or since <= now - self._parts.session_limits.lasts_ms(account)
        return not (is_old or account.is_closed or account.is_banned(now))

    async def who(self, session_token: str) -> Presence | None:
        found = await self.find(session_token)
        if found is None:
            return None
        session, now = found.session, self._parts.now()
        newest = max(session.seen_at, session.created_at, session.beside_at or 0)
        if now - session.seen_at > self._parts.session_limits.note_ms or newest > now:
            await self._parts.committing.commit(NoteSessionSeen(session.token_hash, now))
        return Presence(session.session_id, found.account, found.beside, self._expires_at(found.account, session))

    async def banned_here(self, known_device: str | None) -> Account | None:
        if not known_device or len(known_device) > LONGEST_TEXT:
            return None
        now = self._parts.now()
        known = await self._parts.store.accounts_on_device(hash_of(known_device))
        banned = [(account.ban.at, account) for account in known if account.ban is not None and account.is_banned(now)]
        return max(banned, key=itemgetter(0))[1] if banned else None

    # --- coming in

    async def guest_name(self, name: str) -> str:
        shown = printable(name[:LONGEST_TEXT])
        if await self._parts.store.account_named(key_of(shown)) is not None:
            raise self._taken()
        return shown

    async def begin_as_guest(self, name: str) -> Entered:
        now = self._parts.now()
        account = Account(new_account_id(), await self.guest_name(name), now)
        session, token = self._new_session(account, "")
        await self._parts.committing.commit(AddAccount(account), self._beginning(session))
        return self._entered(account, session, token)

    async def register(
        self, name: str, password: str, *, guest: str | None, address: str, device: str, invite: str | None
    ) -> Entered:
        parts = self._parts
        shown, key, password_hash = await self._chosen(name, password, address, invite)

        async def attempt() -> Entered:
            used = await self._refuse_registration(key, invite)
            found = None if guest is None else await self.find(guest)
            host = found if found is not None and found.account.is_guest else None
            account, changes = self._new_account(shown, key, password_hash, host)
            session, token = self._new_session(account, device)
            if host is not None and host.beside is not None:
                session = replace(session, beside_id=host.session.beside_id, beside_at=host.session.beside_at)
            known, device_token = self._new_device(account, None)
            action = AuditAction.REGISTER if host is None else AuditAction.GUEST_REGISTERED
            entry = self._registered(account, action, address)
            await parts.committing.commit(*used, *changes, self._beginning(session), known, entry)
            beside = None if host is None else host.beside
            return self._entered(account, session, token, device_token, beside)

        return await again_after_conflict(attempt)

    async def register_beside(
        self,
        session_token: str,
        name: str,
        password: str,
        *,
        address: str,
        known_device: str | None,
        invite: str | None,
    ) -> Entered:
        if await self.find(session_token) is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        shown, key, password_hash = await self._chosen(name, password, address, invite)

        async def attempt() -> Entered:
            used = await self._refuse_registration(key, invite)
            found = await self.find(session_token)
            if found is None:
                raise PeopleError(PeopleCode.NOT_LOGGED_IN)
            beside, adding = self._new_account(shown, key, password_hash, None)
            entry = self._registered(beside, AuditAction.REGISTER, address)
            return await self._sit_beside(found, beside, (*used, *adding), entry, known_device)

        return await again_after_conflict(attempt)

    async def log_in(
        self, name: str, password: str, *, code: str | None, address: str, device: str, known_device: str | None
    ) -> Entered:
        claim = Claim(name, password, code, address, known_device)

        async def enter(proven: Proven) -> Entered:
            account = proven.after
            session, token = self._new_session(account, device)
            known, device_token = self._new_device(account, await self._device_to_keep(known_device))
            entry = self._login(account, session, claim, is_beside=False)
            await self._parts.committing.commit(*proven.changes, self._beginning(session), known, entry)
            return self._entered(account, session, token, device_token)

        return await self._proving.prove(claim, enter)

    async def log_in_beside(
        self, session_token: str, name: str, password: str, *, code: str | None, address: str, known_device: str | None
    ) -> Entered:
        claim = Claim(name, password, code, address, known_device)
        if await self.find(session_token) is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)

        async def enter(proven: Proven) -> Entered:
            found = await self.find(session_token)
            if found is None:
                raise PeopleError(PeopleCode.NOT_LOGGED_IN)
            beside = proven.after
            if beside.account_id == found.account.account_id:
                raise PeopleError(PeopleCode.ALREADY_HERE)
            entry = self._login(beside, found.session, claim, is_beside=True)
            return await self._sit_beside(found, beside, proven.changes, entry, known_device)

        return await self._proving.prove(claim, enter)

    async def _sit_beside(
        self,
        found: FoundSession,
        beside: Account,
        changes: Sequence[Change],
        entry: NoteInAudit,
        known_device: str | None,
    ) -> Entered:
        """Put somebody into the second place of a session, which gets a new token."""
        now = self._parts.now()
        session = replace(found.session, beside_id=beside.account_id, beside_at=now, seen_at=now)
        renewing, session, token = self._renewed(session)
        known, device_token = self._new_device(beside, await self._device_to_keep(known_device))
        changed = [] if found.beside is None else [found.session]
        await self._parts.committing.commit(*changes, renewing, known, entry, changed=changed)
        return self._entered(found.account, session, token, device_token, beside)

    # --- going

    async def log_out(self, session_token: str, name: str | None) -> Entered | None:
        async def attempt() -> Entered | None:
            found = await self.find(session_token)
            if found is None:
                return None
            if name is not None and found.beside is not None:
                return await self._leave(found, session_token, key_of(name))
            if name is not None and key_of(name) != key_of(found.account.name):
                return self._entered(found.account, found.session, session_token)
            await self._end(found)
            return None

        return await again_after_conflict(attempt)

    async def _leave(self, found: FoundSession, session_token: str, key: str) -> Entered:
        """One of two people leaves, and the other one stays; nobody leaves who is not there."""
        session, account, beside = found.session, found.account, found.beside
        assert beside is not None, "there are two"
        assert session.beside_at is not None, "the second one came at some time"
        if key == beside.name_key:
            leaving, staying, since = beside, account, session.created_at
        elif key == key_of(account.name):
            leaving, staying, since = account, beside, session.beside_at
        else:
            return self._entered(account, session, session_token, None, beside)
        left = replace(session, account_id=staying.account_id, beside_id=None, beside_at=None, created_at=since)
        renewing, left, token = self._renewed(left)
        entry = NoteInAudit(self._parts.now(), leaving.account_id, AuditAction.LOGOUT, leaving.account_id)
        await self._parts.committing.commit(renewing, entry, changed=[session])
        return self._entered(staying, left, token)

    async def _end(self, found: FoundSession) -> None:
        """Everybody leaves. That a guest leaves is not worth an entry."""
        people = [account for account in (found.account, found.beside) if account and not account.is_guest]
        at = self._parts.now()
        entries = (NoteInAudit(at, one.account_id, AuditAction.LOGOUT, one.account_id) for one in people)
        await self._parts.committing.commit(EndSession(found.account.account_id, found.session.session_id), *entries)

    # --- parts of these

    async def _chosen(self, name: str, password: str, address: str, invite: str | None) -> tuple[str, str, str]:
        """Name, key and hash for a new account. Raises where they cannot be, before anything is hashed."""
        shown, key = accepted_name(name)
        accept_password(password, shown)
        await self._refuse_registration(key, invite)
        self._parts.limits.try_address(address)
        return shown, key, await self._parts.hasher.hash(password)

    def _registered(self, account: Account, action: AuditAction, address: str) -> NoteInAudit:
        about: dict[str, Detail] = {"client": client_of(address)}
        return NoteInAudit(self._parts.now(), account.account_id, action, account.account_id, about)

    async def _refuse_registration(self, key: str, invite: str | None) -> tuple[Change, ...]:
        """What registering under this name uses up. Raises where it is not possible."""
        store, now = self._parts.store, self._parts.now()
        mode = await store.registration()
        if mode is Registration.CLOSED:
            raise PeopleError(PeopleCode.NOT_ALLOWED, "register.closed")
        used: tuple[Change, ...] = ()
        if mode is Registration.INVITE:
            if not invite:
                raise PeopleError(PeopleCode.INVITE_NEEDED)
            code_hash = hash_of_code(invite[:LONGEST_TEXT])
            found = await store.invite(code_hash)
            if found is None or found.uses_left <= 0 or found.expires_at <= now:
                raise PeopleError(PeopleCode.BAD_INVITE)
            used = (UseInvite(code_hash, now),)
        if await store.account_named(key) is not None:
            raise self._taken()
        return used

    def _taken(self) -> PeopleError:
        return PeopleError(PeopleCode.NAME_TAKEN, "register.taken" if self._parts.tells_which else None)

    def _new_account(
        self, name: str, key: str, password_hash: str, host: FoundSession | None
    ) -> tuple[Account, tuple[Change, ...]]:
        """An account of this name, and what makes it: a guest's becomes it, all of whose sessions end."""
        if host is None:
            account = Account(new_account_id(), name, self._parts.now(), key, password_hash)
            return account, (AddAccount(account),)
        account = replace(host.account, name=name, name_key=key, password_hash=password_hash)
        changes = (ChangeAccount(account), EndSessions(account.account_id))
        return replace(account, revision=account.revision + 1), changes

    def _new_session(self, account: Account, device: str) -> tuple[Session, str]:
        token, now = new_token(), self._parts.now()
        return Session(new_id(), hash_of(token), account.account_id, None, now, now, device_name(device)), token

    def _beginning(self, session: Session) -> BeginSession:
        return BeginSession(session, self._parts.session_limits.most)

    def _renewed(self, session: Session) -> tuple[RenewSession, Session, str]:
        """The session under a new token; `session` has the old one's hash."""
        token = new_token()
        renewed = replace(session, token_hash=hash_of(token))
        return RenewSession(session.token_hash, renewed, self._parts.session_limits.most), renewed, token

    async def _device_to_keep(self, token: str | None) -> str | None:
        """The browser's own device token, if we gave it: it may be known to others of this browser, too."""
        if not token or len(token) > LONGEST_TEXT or not await self._parts.store.is_known_device(hash_of(token)):
            return None
        return token

    def _new_device(self, account: Account, kept: str | None) -> tuple[RememberDevice, str]:
        token = kept or new_token()
        device = Device(hash_of(token), account.account_id, self._parts.now())
        return RememberDevice(device, MOST_DEVICES), token

    def _login(self, account: Account, session: Session, claim: Claim, *, is_beside: bool) -> NoteInAudit:
        details: dict[str, Detail] = {
            "client": client_of(claim.address),
            "session_id": session.session_id,
            "second_factor": account.second_factor is not None,
            "beside": is_beside,
        }
        return NoteInAudit(self._parts.now(), account.account_id, AuditAction.LOGIN, account.account_id, details)

    def _expires_at(self, account: Account, session: Session) -> int:
        return session.created_at + self._parts.session_limits.lasts_ms(account)

    def _entered(
        self,
        account: Account,
        session: Session,
        token: str,
        device_token: str | None = None,
        beside: Account | None = None,
    ) -> Entered:
        expires_at = self._expires_at(account, session)
        return Entered(account, token, device_token, beside, session.session_id, expires_at)
