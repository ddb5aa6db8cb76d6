"""Whether somebody is who they say: password, second factor, ban, and how often that may be tried."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

from tengen.core import Conflict
from tengen.people.accounts import Account
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import LONGEST_TEXT, hash_of, hash_of_code
from tengen.people.service.parts import Parts, client_of, key_of, refuse_endless, time_in_words
from tengen.people.service.second_factor import step_of_code
from tengen.people.store import Change, ChangeAccount, NoteInAudit, UseRecoveryCode

T = TypeVar("T")

_MOST_TRIES: Final = 5
_LONGEST_CODE: Final = 40


@dataclass(frozen=True, slots=True)
class Claim:
    """That somebody is the owner of an account: what was typed, and where."""

    name: str
    password: str = field(repr=False)
    code: str | None = field(repr=False)
    address: str
    known_device: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Proven:
    """An account whose owner is here, with the changes that the proof itself needs: a used code, a better hash.

    The account has the revision that is stored; `after` is what it will be once `changes` are written.
    """

    account: Account
    is_changed: bool = False
    used: tuple[Change, ...] = ()

    @property
    def changes(self) -> tuple[Change, ...]:
        """To be committed with whatever is done for the owner."""
        return (*self.used, ChangeAccount(self.account)) if self.is_changed else self.used

    @property
    def after(self) -> Account:
        """The account once the changes are written."""
        return replace(self.account, revision=self.account.revision + 1) if self.is_changed else self.account

    def become(self, account: Account) -> Proven:
        """The same with a greater change of the account."""
        return replace(self, account=account, is_changed=True)


Then = Callable[[Proven], Awaitable[T]]
"""What is done once somebody has proven who they are: commits the changes of the proof with its own."""


class Proving:
    """Checks who somebody is. Known and unknown names cost the same work and get the same answer."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def prove(self, claim: Claim, then: Then[T]) -> T:
        """Do something for whoever logs in. Raises what `Accounts.log_in` raises."""
        refuse_endless(claim.password)
        parts, key = self._parts, key_of(claim.name)
        account = await self._find(key)
        device = await self._known_device(claim.known_device, account)
        if device is not None:
            parts.limits.try_known(device)
        else:
            parts.limits.try_stranger(key, claim.address)

        def forgive() -> None:
            if device is not None:
                parts.limits.forgive_known(device)
            else:
                parts.limits.forgive_stranger(key, claim.address)

        checking = _Checking(parts, claim.password, claim.code, client_of(claim.address), is_known=device is not None)
        return await checking.run(account, lambda: self._find(key), then, forgive)

    async def prove_owner(
        self, account_id: str, password: str, code: str | None, then: Then[T], *, asks_code: bool = True
    ) -> T:
        """Do something for whoever is logged in and gives the password again. Raises NOT_LOGGED_IN for guests."""
        refuse_endless(password)
        parts = self._parts
        account = await parts.owner(account_id)
        parts.limits.try_owner(account_id)
        checking = _Checking(parts, password, code, None, is_known=True, asks_code=asks_code)
        forgive = partial(parts.limits.forgive_owner, account_id)
        return await checking.run(account, partial(parts.owner, account_id), then, forgive)

    async def _find(self, key: str) -> Account | None:
        account = await self._parts.store.account_named(key)
        return None if account is None or account.is_closed else account

    async def _known_device(self, token: str | None, account: Account | None) -> str | None:
        """The device, if its token is one of this account; asked for accounts that are not there, too."""
        if not token or len(token) > LONGEST_TEXT:
            return None
        account_id = "" if account is None else account.account_id
        return token if await self._parts.store.is_known_device(hash_of(token), account_id) else None


class _Checking:
    """One try. The password is hashed once, however often the rest is decided again."""

    def __init__(
        self,
        parts: Parts,
        password: str,
        code: str | None,
        client: str | None,
        *,
        is_known: bool,
        asks_code: bool = True,
    ) -> None:
        self._parts = parts
        self._details: dict[str, Detail] = {} if client is None else {"client": client}
        self._password = password
        self._code = code
        self._is_known = is_known
        self._asks_code = asks_code
        self._checked_hash: str | None = None
        self._new_hash: str | None = None

    async def run(
        self,
        account: Account | None,
        find: Callable[[], Awaitable[Account | None]],
        then: Then[T],
        forgive: Callable[[], None],
    ) -> T:
        for _ in range(_MOST_TRIES):
            account = await self._insist_on_password(account, forgive)
            proven = await self._second_step(account)
            try:
                result = await then(proven)
            except Conflict:
                account = await find()
                continue
            forgive()
            return result
        raise PeopleError(PeopleCode.BUSY)

    async def _insist_on_password(self, account: Account | None, forgive: Callable[[], None]) -> Account:
        """The account, if the password is its own. Raises BAD_LOGIN, and BUSY, which is no try."""
        parts = self._parts
        password_hash = None if account is None else account.password_hash
        if account is not None and password_hash is not None and password_hash == self._checked_hash:
            return account
        try:
            is_right = await parts.hasher.verify(password_hash, self._password, is_known=self._is_known)
        except PeopleError:
            forgive()
            raise
        if account is None or not is_right:
            subject = None if account is None else account.account_id
            await parts.note_failure(AuditAction.LOGIN_FAILED, subject, **self._details)
            closer = "login.unknown" if account is None else "login.wrong"
            raise PeopleError(PeopleCode.BAD_LOGIN, closer if parts.tells_which else None)
        self._checked_hash = password_hash
        return account

    async def _second_step(self, account: Account) -> Proven:
        """What comes after the right password: ban, second factor, a hash of today's parameters."""
        parts = self._parts
        if account.is_banned(parts.now()):
            await parts.note_failure(AuditAction.LOGIN_FAILED, account.account_id, reason="BANNED", **self._details)
            raise banned(account)
        changed, used = account, list[Change]()
        if self._asks_code and account.second_factor is not None:
            step = await self._step_of_code(account)
            if step is None:
                assert self._code is not None, "a recovery code was found"
                used.append(UseRecoveryCode(account.account_id, hash_of_code(self._code)))
                entry = NoteInAudit(
                    parts.now(), account.account_id, AuditAction.RECOVERY_CODE_USED, account.account_id, self._details
                )
                used.append(entry)
            else:
                changed = replace(changed, second_factor=replace(account.second_factor, last_step=step))
        new_hash = await self._rehashed(account)
        if new_hash is not None:
            changed = replace(changed, password_hash=new_hash)
        return Proven(changed, changed != account, tuple(used))

    async def _step_of_code(self, account: Account) -> int | None:
        """The time step of a one-time code; None for a recovery code. Raises CODE_NEEDED and BAD_CODE."""
        parts, code, factor = self._parts, self._code, account.second_factor
        assert factor is not None, "asked only where there is one"
        if not code or not code.strip():
            raise PeopleError(PeopleCode.CODE_NEEDED)
        if len(code) <= _LONGEST_CODE:
            step = step_of_code(factor, code, parts.now())
            if step is not None:
                return step
            if await parts.store.has_recovery_code(account.account_id, hash_of_code(code)):
                return None
        await parts.note_failure(AuditAction.SECOND_FACTOR_FAILED, account.account_id, **self._details)
        raise PeopleError(PeopleCode.BAD_CODE)

    async def _rehashed(self, account: Account) -> str | None:
        """A hash with the parameters in force, where the account's has others. When many wait, another time."""
        assert account.password_hash is not None, "it was right"
        if self._new_hash is None and self._parts.hasher.needs_rehash(account.password_hash):
            with suppress(PeopleError):
                self._new_hash = await self._parts.hasher.hash(self._password, is_known=True)
        return self._new_hash


def banned(account: Account) -> PeopleError:
    """The refusal of somebody who is banned, with the reason and the end."""
    assert account.ban is not None, "it is in force"
    ban = account.ban
    if ban.until is None:
        return PeopleError(PeopleCode.BANNED, reason=ban.reason)
    until = time_in_words(ban.until)
    return PeopleError(PeopleCode.BANNED, "login.banned_until", until=until, reason=ban.reason)
