"""One's own second factor: set up, taken away, new recovery codes."""

from __future__ import annotations

from dataclasses import replace

from tengen.people.accounts import SecondFactor
from tengen.people.audit import AuditAction
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import RECOVERY_CODES, hash_of_code, new_recovery_codes
from tengen.people.service.committing import again_after_conflict
from tengen.people.service.entered import SecondFactorOffer
from tengen.people.service.entering import Entering
from tengen.people.service.parts import Parts
from tengen.people.service.proving import Proven, Proving
from tengen.people.service.second_factor import Offers, step_of_code
from tengen.people.store import ChangeAccount, EndSessions, NoteInAudit, SetRecoveryCodes


class OwnFactor:
    """Changes the second factor of one's own account."""

    def __init__(self, parts: Parts, proving: Proving, entering: Entering, issuer: str) -> None:
        self._parts = parts
        self._proving = proving
        self._entering = entering
        self._offers = Offers(issuer)

    async def begin(self, account_id: str, password: str) -> SecondFactorOffer:
        async def offer(proven: Proven) -> SecondFactorOffer:
            if proven.account.second_factor is not None:
                raise PeopleError(PeopleCode.NOT_ALLOWED, "second_factor.on")
            if proven.changes:
                await self._parts.committing.commit(*proven.changes)
            return self._offers.make(account_id, proven.account.name, self._parts.now())

        return await self._proving.prove_owner(account_id, password, None, offer, asks_code=False)

    async def confirm(self, account_id: str, secret: str, code: str, keep: str | None) -> list[str]:
        parts = self._parts
        if not self._offers.is_offered(account_id, secret, parts.now()):
            raise PeopleError(PeopleCode.BAD_CODE)
        found = None if keep is None else await self._entering.find(keep)
        kept = None if found is None else found.session.session_id

        async def attempt() -> list[str]:
            account = await parts.owner(account_id)
            if account.second_factor is not None:
                raise PeopleError(PeopleCode.BAD_CODE)
            factor, now = SecondFactor(secret), parts.now()
            step = step_of_code(factor, code, now)
            if step is None:
                await parts.note_failure(AuditAction.SECOND_FACTOR_FAILED, account_id)
                raise PeopleError(PeopleCode.BAD_CODE)
            codes = new_recovery_codes()
            await parts.committing.commit(
                ChangeAccount(replace(account, second_factor=replace(factor, last_step=step))),
                SetRecoveryCodes(account_id, tuple(map(hash_of_code, codes))),
                EndSessions(account_id, keep=kept),
                NoteInAudit(now, account_id, AuditAction.SECOND_FACTOR_ON, account_id),
            )
            return codes

        return await again_after_conflict(attempt)

    async def end(self, account_id: str, password: str, code: str) -> None:
        async def end(proven: Proven) -> None:
            changed = proven.become(replace(proven.account, second_factor=None))
            entry = NoteInAudit(self._parts.now(), account_id, AuditAction.SECOND_FACTOR_OFF, account_id)
            await self._parts.committing.commit(*changed.changes, SetRecoveryCodes(account_id, ()), entry)

        await self._proving.prove_owner(account_id, password, code, end)

    async def new_codes(self, account_id: str, password: str, code: str) -> list[str]:
        parts = self._parts

        async def make(proven: Proven) -> list[str]:
            if proven.account.second_factor is None:
                raise PeopleError(PeopleCode.SECOND_FACTOR_NEEDED, "second_factor.none")
            codes = new_recovery_codes()
            entry = NoteInAudit(
                parts.now(), account_id, AuditAction.RECOVERY_CODES_MADE, account_id, {"count": RECOVERY_CODES}
            )
            hashes = tuple(map(hash_of_code, codes))
            await parts.committing.commit(*proven.changes, SetRecoveryCodes(account_id, hashes), entry)
            return codes

        return await self._proving.prove_owner(account_id, password, code, make)
