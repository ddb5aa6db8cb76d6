"""Administration: keeping the accounts of others. For administrators with a second factor, and for the host itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final

from tengen.core import Conflict
from tengen.people.accounts import Account, Ban, Registration, Role
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.notices import NewNotice, NoticeKey
from tengen.people.service.audit_log import AuditCheck, AuditPage, audit_page, check_audit
from tengen.people.service.chance import hash_of, hash_of_code, new_account_id, new_invite_code, new_password, new_token
from tengen.people.service.committing import Committing, OnNotice, OnRenamed, OnSessionsEnded, again_after_conflict
from tengen.people.service.entered import MadeAccount, ResetLink
from tengen.people.service.hashing import PasswordHasher
from tengen.people.service.importing import BadImport, BadLine, ImportedLine, read_table
from tengen.people.service.orders import notice_of_ban
from tengen.people.service.own_account import Exporter, closed, export_account, is_last_administrator, what_belongs_to
from tengen.people.service.parts import accept_end, accept_password, accepted_name, accepted_reason, key_of
from tengen.people.service.rights import id_of, insist_on_administrator
from tengen.people.store import (
    AccountPage,
    AddAccount,
    AddInvite,
    AddReset,
    Change,
    ChangeAccount,
    DropSaves,
    EndSessions,
    KeepAnAdministrator,
    NoteInAudit,
    PeopleStore,
    SetRegistration,
)
from tengen.people.talk_store import AddNotice, DropTalk, RenameInLines
from tengen.people.tokens import Invite, Reset

_MINUTE_MS: Final = 60_000
_DAY_MS: Final = 24 * 60 * _MINUTE_MS
RESET_MS: Final = 30 * _MINUTE_MS
MOST_INVITES: Final = 1_000
MOST_USES: Final = 1_000
MOST_INVITE_DAYS: Final = 365


class Administration:
    """What administrators do. `actor` is who does it, as `Accounts.who` gave it; None is the host, who may do all.

    Every call raises NOT_ALLOWED for an actor who is no administrator, SECOND_FACTOR_NEEDED for one without a second
    factor, and NO_SUCH_USER for a name that no account has. Every change is in the audit log.
    """

    def __init__(
        self,
        store: PeopleStore,
        hasher: PasswordHasher,
        now: Callable[[], int],
        *,
        exporters: Iterable[Exporter] = (),
        on_sessions_ended: OnSessionsEnded | None = None,
        on_notice: OnNotice | None = None,
        on_renamed: OnRenamed | None = None,
    ) -> None:
        self._store = store
        self._hasher = hasher
        self._now = now
        self._exporters = tuple(exporters)
        self._committing = Committing(store, on_sessions_ended, on_notice, on_renamed)

    # --- making accounts

    async def add(
        self, actor: Account | None, name: str, password: str | None, role: Role | None = None
    ) -> MadeAccount:
        """Make an account; without a password one is made up. Raises NAME_TAKEN, BAD_NAME, BAD_PASSWORD and BUSY."""
        insist_on_administrator(actor)
        shown, key = accepted_name(name)
        if password is not None:
            accept_password(password, shown)
        await self._refuse_taken(key)
        made = await self._made(ImportedLine(0, shown, key, password, role))
        entry = self._entry(actor, AuditAction.REGISTER, made.account.account_id)
        try:
            await self._committing.commit(AddAccount(made.account), entry)
        except Conflict:
            raise PeopleError(PeopleCode.NAME_TAKEN) from None
        return made

    async def import_csv(
        self, actor: Account | None, data: bytes, on_progress: Callable[[int, int], None] | None = None
    ) -> Sequence[MadeAccount]:
        """Make the accounts of a table `name,password,role`, all or none; passwords that are left out are made up.

        `on_progress` hears how many of how many are ready. Raises BadImport, which names every line that cannot be,
        and BUSY.
        """
        insist_on_administrator(actor)
        lines = await asyncio.to_thread(read_table, data)  # thousands of names take a second or more
        await self._refuse_taken_lines(lines)
        made = []
        for count, line in enumerate(lines, start=1):
            made.append(await self._made(line))
            if on_progress is not None:
                on_progress(count, len(lines))

        async def attempt() -> Sequence[MadeAccount]:
            await self._refuse_taken_lines(lines)
            entry = self._entry(actor, AuditAction.IMPORTED, None, what="accounts", count=len(made))
            await self._committing.commit(*(AddAccount(one.account) for one in made), entry)
            return made

        return await again_after_conflict(attempt)

    async def _made(self, line: ImportedLine) -> MadeAccount:
        made_up = None if line.password is not None else new_password()
        password_hash = await self._hasher.hash(line.password or made_up or "", is_known=True)
        roles = frozenset() if line.role is None else frozenset({line.role})
        account = Account(new_account_id(), line.name, self._now(), line.key, password_hash, roles)
        return MadeAccount(account, made_up)

    async def _refuse_taken(self, key: str) -> None:
        if await self._store.account_named(key) is not None:
            raise PeopleError(PeopleCode.NAME_TAKEN)

    async def _refuse_taken_lines(self, lines: Sequence[ImportedLine]) -> None:
        taken = await self._store.names_taken([line.key for line in lines])
        if taken:
            raise BadImport([BadLine(line.number, "error.NAME_TAKEN") for line in lines if line.key in taken])

    # --- finding

    async def find(self, actor: Account | None, name: str) -> Account:
        """The account of this name, closed or not."""
        insist_on_administrator(actor)
        return await self._named(name, may_be_closed=True)

    async def accounts(
        self, actor: Account | None, search: str = "", after: str | None = None, limit: int = 50
    ) -> AccountPage:
        """Accounts whose names contain `search`, in the order of names, a page at a time (up to `MOST_LISTED`)."""
        insist_on_administrator(actor)
        return await self._store.accounts(key_of(search), None if after is None else key_of(after), limit)

    async def export(self, actor: Account | None, name: str) -> dict[str, object]:
        """Everything that is known of an account, as plain values for JSON. No secrets."""
        insist_on_administrator(actor)
        account = await self._named(name, may_be_closed=True)
        await self._committing.commit(self._entry(actor, AuditAction.EXPORTED, account.account_id, what="account"))
        return await export_account(self._store, account, self._exporters)

    # --- changing

    async def set_role(self, actor: Account | None, name: str, role: Role | None) -> Account:
        """Give an account a role, or none. Its sessions end where that changes anything. Raises LAST_ADMIN."""

        def change(account: Account) -> Account:
            return replace(account, roles=frozenset() if role is None else frozenset({role}))

        def more(before: Account, after: Account) -> tuple[Change, ...]:
            told = {"old_roles": ",".join(sorted(before.roles)), "new_roles": ",".join(sorted(after.roles))}
            entry = self._entry(actor, AuditAction.ROLE_CHANGED, before.account_id, **told)
            return EndSessions(before.account_id), entry

        return await self._change(actor, name, change, more)

    async def ban(self, actor: Account | None, name: str, until: int | None, reason: str) -> Account:
        """Keep somebody out until then, or for good. Their sessions end. Raises LAST_ADMIN and BAD_FIELD."""
        now, words = self._now(), accepted_reason(reason)
        accept_end(until, now)
        ban = Ban(now, until, words)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            entry = self._entry(actor, AuditAction.BANNED, before.account_id, reason=words, until_ms=until)
            return EndSessions(before.account_id), entry, AddNotice(notice_of_ban(before.account_id, ban))

        return await self._change(actor, name, lambda account: replace(account, ban=ban), more)

    async def unban(self, actor: Account | None, name: str) -> Account:
        """Let somebody in again. Who is not banned stays so."""

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            told = NewNotice(before.account_id, self._now(), NoticeKey.UNBANNED)
            return self._entry(actor, AuditAction.UNBANNED, before.account_id), AddNotice(told)

        return await self._change(actor, name, lambda account: replace(account, ban=None), more)

    async def end_sessions(self, actor: Account | None, name: str) -> None:
        """Log somebody out everywhere."""
        insist_on_administrator(actor)
        account = await self._named(name, may_be_closed=True)
        entry = self._entry(actor, AuditAction.SESSIONS_ENDED, account.account_id)
        await self._committing.commit(EndSessions(account.account_id), entry)

    async def delete(self, actor: Account | None, name: str) -> None:
        """Delete an account: name, password and all that is personal. Its games stay, as a deleted player's.

        The name is free again. Raises LAST_ADMIN.
        """
        now = self._now()

        def change(account: Account) -> Account:
            return replace(closed(account, now), name="", name_key=None, ban=None, silence=None)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            account_id = before.account_id
            left = DropSaves(account_id), DropTalk(account_id), RenameInLines(account_id, "")
            entry = self._entry(actor, AuditAction.ACCOUNT_DELETED, account_id)
            return (*what_belongs_to(account_id), *left, entry)

        await self._change(actor, name, change, more, may_be_closed=True)

    async def _change(
        self,
        actor: Account | None,
        name: str,
        change: Callable[[Account], Account],
        more: Callable[[Account, Account], tuple[Change, ...]],
        *,
        may_be_closed: bool = False,
    ) -> Account:
        """Change an account, with more changes that belong to it; nothing where it is so already.

        Only the host may leave no administrator behind.
        """
        insist_on_administrator(actor)

        async def attempt() -> Account:
            before = await self._named(name, may_be_closed=may_be_closed)
            after, now = change(before), self._now()
            if after == before:
                return before
            is_less = before.is_admin and (not after.is_admin or after.is_banned(now))
            left = (KeepAnAdministrator(now),) if is_less and actor is not None else ()
            try:
                await self._committing.commit(ChangeAccount(after), *left, *more(before, after))
            except Conflict:
                if left and await is_last_administrator(self._store, before.account_id, now):
                    raise PeopleError(PeopleCode.LAST_ADMIN) from None
                raise
            return replace(after, revision=after.revision + 1)

        return await again_after_conflict(attempt)

    # --- ways in

    async def make_reset_link(self, actor: Account | None, name: str, *, ends_second_factor: bool = False) -> ResetLink:
        """A link with which somebody may set a new password, once, within 30 minutes. Earlier ones end.

        Only the host may make one that takes an administrator's second factor away: else NOT_ALLOWED.
        """
        insist_on_administrator(actor)
        account, now = await self._named(name), self._now()
        if ends_second_factor and account.is_admin and actor is not None:
            raise PeopleError(PeopleCode.NOT_ALLOWED)
        token = new_token()
        reset = Reset(hash_of(token), account.account_id, id_of(actor), now, now + RESET_MS, None, ends_second_factor)
        entry = self._entry(actor, AuditAction.RESET_MADE, account.account_id, expires_ms=reset.expires_at)
        await self._committing.commit(AddReset(reset), entry)
        return ResetLink(account, token, reset.expires_at)

    async def registration(self, actor: Account | None) -> Registration:
        """Who may register."""
        insist_on_administrator(actor)
        return await self._store.registration()

    async def set_registration(self, actor: Account | None, mode: Registration) -> None:
        """Say who may register from now on."""
        insist_on_administrator(actor)
        entry = self._entry(actor, AuditAction.REGISTRATION_CHANGED, None, mode=str(mode))
        await self._committing.commit(SetRegistration(mode), entry)

    async def make_invite(self, actor: Account | None, uses: int, days: int) -> tuple[Invite, str]:
        """A code with which so many people may register, and its text, which is shown this once.

        Raises BAD_FIELD and TOO_MANY.
        """
        insist_on_administrator(actor)
        for field, value, most in (("uses", uses, MOST_USES), ("days", days, MOST_INVITE_DAYS)):
            if not 1 <= value <= most:
                raise PeopleError(PeopleCode.BAD_FIELD, field=field)
        code, now = new_invite_code(), self._now()
        invite = Invite(hash_of_code(code), id_of(actor), now, now + days * _DAY_MS, uses)
        entry = self._entry(actor, AuditAction.INVITE_MADE, None, count=uses, expires_ms=invite.expires_at)
        try:
            await self._committing.commit(AddInvite(invite, MOST_INVITES), entry)
        except Conflict:
            raise PeopleError(PeopleCode.TOO_MANY, most=MOST_INVITES) from None
        return invite, code

    # --- the audit log

    async def audit(self, actor: Account | None, after: int | None = None, limit: int = 50) -> AuditPage:
        """Entries of the audit log, the latest first; `after` is the number at which the page before ended."""
        insist_on_administrator(actor)
        return await audit_page(self._store, after, limit)

    async def verify_audit(self, actor: Account | None) -> AuditCheck:
        """Whether the audit log is what was written, row by row."""
        insist_on_administrator(actor)
        return await check_audit(self._store)

    async def has_audit(self, actor: Account | None, number: int, hash_: str) -> bool:
        """Whether the row of this number has this hash still: else rows at the end were cut off since it was told."""
        insist_on_administrator(actor)
        rows = await self._store.audit_rows(number - 1, 1)
        return bool(rows) and rows[0].number == number and rows[0].hash.hex() == hash_

    # --- parts of these

    async def _named(self, name: str, *, may_be_closed: bool = False) -> Account:
        account = await self._store.account_named(key_of(name))
        if account is None or (account.is_closed and not may_be_closed):
            raise PeopleError(PeopleCode.NO_SUCH_USER)
        return account

    def _entry(self, actor: Account | None, action: AuditAction, subject: str | None, **details: Detail) -> NoteInAudit:
        return NoteInAudit(self._now(), id_of(actor), action, subject, details)
