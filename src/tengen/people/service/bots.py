"""Bot tokens: with what programs act for an account, within scopes and until a day."""

from __future__ import annotations

from typing import Final

from tengen.core import Conflict
from tengen.core.printing import printable
from tengen.people.accounts import Account
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.service.chance import LONGEST_TEXT, hash_of, new_id, new_token
from tengen.people.service.parts import Parts
from tengen.people.store import AddBotToken, NoteBotTokenSeen, NoteInAudit, RevokeBotToken
from tengen.people.tokens import BOT_TOKEN_PREFIX, BotToken, Scope

MOST_TOKENS: Final = 20
MOST_DAYS: Final = 365
LONGEST_LABEL: Final = 60
_DAY_MS: Final = 24 * 3_600_000


class Bots:
    """Makes, knows and revokes bot tokens."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    async def make(self, account_id: str, label: str, scopes: frozenset[Scope], days: int) -> tuple[BotToken, str]:
        parts = self._parts
        await parts.owner(account_id)
        shown = printable(label[:LONGEST_TEXT]).strip()
        if not 1 <= len(shown) <= LONGEST_LABEL:
            raise PeopleError(PeopleCode.BAD_FIELD, field="label")
        if not scopes:
            raise PeopleError(PeopleCode.BAD_FIELD, field="scopes")
        if not 1 <= days <= MOST_DAYS:
            raise PeopleError(PeopleCode.BAD_FIELD, field="days")
        text, now = BOT_TOKEN_PREFIX + new_token(), parts.now()
        token = BotToken(new_id(), account_id, shown, scopes, hash_of(text), now, now + days * _DAY_MS)
        details: dict[str, Detail] = {
            "token_id": token.token_id,
            "scopes": ",".join(sorted(scopes)),
            "expires_ms": token.expires_at,
        }
        entry = NoteInAudit(now, account_id, AuditAction.TOKEN_MADE, account_id, details)
        try:
            await parts.committing.commit(AddBotToken(token, MOST_TOKENS), entry)
        except Conflict:
            raise PeopleError(PeopleCode.TOO_MANY, most=MOST_TOKENS) from None
        return token, text

    async def revoke(self, account_id: str, token_id: str) -> None:
        if any(token.token_id == token_id for token in await self._parts.store.bot_tokens_of(account_id)):
            entry = NoteInAudit(
                self._parts.now(), account_id, AuditAction.TOKEN_REVOKED, account_id, {"token_id": token_id}
            )
            await self._parts.committing.commit(RevokeBotToken(account_id, token_id), entry)

    async def who(self, text: str) -> tuple[Account, frozenset[Scope]] | None:
        parts, now = self._parts, self._parts.now()
        if not text.startswith(BOT_TOKEN_PREFIX) or len(text) > LONGEST_TEXT:
            return None
        token = await parts.store.bot_token(hash_of(text))
        if token is None:
            await parts.note_failure(AuditAction.TOKEN_REFUSED, None, reason="unknown")
            return None
        account = await parts.store.account(token.account_id)
        is_sound = account is not None and not (account.is_closed or account.is_banned(now))
        if account is None or not is_sound or token.expires_at <= now:
            reason = "expired" if is_sound else "account"
            await parts.note_failure(
                AuditAction.TOKEN_REFUSED, token.account_id, token_id=token.token_id, reason=reason
            )
            return None
        if token.seen_at is None or now - token.seen_at > parts.session_limits.note_ms or token.seen_at > now:
            await parts.committing.commit(NoteBotTokenSeen(token.token_id, now))
        return account, token.scopes
