"""A new password for somebody who has lost theirs: by an administrator's link, or by a recovery code. No mail."""

from __future__ import annotations

from dataclasses import replace

from tengen.people.accounts import Account
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import LONGEST_TEXT, hash_of, hash_of_code
from tengen.people.service.committing import again_after_conflict
from tengen.people.service.parts import Parts, accept_password, client_of, key_of
from tengen.people.store import (
    Change,
    ChangeAccount,
    EndSessions,
    ForgetDevices,
    NoteInAudit,
    RevokeBotTokens,
    SetRecoveryCodes,
    UseRecoveryCode,
    UseReset,
)
from tengen.people.tokens import Reset


class Resetting:
    """Sets passwords without the old one. Whatever is wrong with a link or a code, the answer is the same."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def with_link(self, token: str, new_password: str, address: str) -> None:
        parts = self._parts
        _, account = await self._reset_of(token)
        accept_password(new_password, account.name)
        parts.limits.try_address(address)
        password_hash = await parts.hasher.hash(new_password)

        async def attempt() -> None:
            reset, account = await self._reset_of(token)
            used: tuple[Change, ...] = (UseReset(reset.token_hash, parts.now()),)
            if reset.ends_second_factor:
                account = replace(account, second_factor=None)
                used = (*used, SetRecoveryCodes(account.account_id, ()))
            await self._set(account, password_hash, used, address)

        await again_after_conflict(attempt)

    async def _reset_of(self, token: str) -> tuple[Reset, Account]:
        """The link and whom it is for. Raises BAD_RESET."""
        store, now = self._parts.store, self._parts.now()
        reset = await store.reset(hash_of(token)) if len(token) <= LONGEST_TEXT else None
        if reset is None or reset.used_at is not None or reset.expires_at <= now:
            raise PeopleError(PeopleCode.BAD_RESET)
        account = await store.account(reset.account_id)
        if account is None or account.is_closed:
            raise PeopleError(PeopleCode.BAD_RESET)
        return reset, account

    async def with_recovery_code(self, name: str, recovery_code: str, new_password: str, address: str) -> None:
        parts, key = self._parts, key_of(name)
        accept_password(new_password, name[:LONGEST_TEXT])
        parts.limits.try_stranger(key, address)
        password_hash = await parts.hasher.hash(new_password)
        code_hash = hash_of_code(recovery_code[:LONGEST_TEXT])

        async def attempt() -> None:
            account = await parts.store.account_named(key)
            account_id = "" if account is None or account.is_closed else account.account_id
            if not await parts.store.has_recovery_code(account_id, code_hash) or account is None:
                await parts.note_failure(
                    AuditAction.SECOND_FACTOR_FAILED, account_id or None, client=client_of(address), reason="reset"
                )
                raise PeopleError(PeopleCode.BAD_RESET)
            await self._set(account, password_hash, (UseRecoveryCode(account_id, code_hash),), address)

        await again_after_conflict(attempt)
        parts.limits.forgive_stranger(key, address)

    async def _set(self, account: Account, password_hash: str, used: tuple[Change, ...], address: str) -> None:
        """Write the new password. Whoever was in is out: sessions, devices, bots, other links."""
        account_id = account.account_id
        details: dict[str, Detail] = {"client": client_of(address), "ended_sessions": True}
        await self._parts.committing.commit(
            ChangeAccount(replace(account, password_hash=password_hash)),
            *used,
            EndSessions(account_id),
            ForgetDevices(account_id),
            RevokeBotTokens(account_id),
            NoteInAudit(self._parts.now(), account_id, AuditAction.RESET_USED, account_id, details),
        )
