"""What people at one screen are told about themselves, from the services that know it."""

from __future__ import annotations

from tengen.people import Account
from tengen.people.service import Accounts, Notices, Talk
from tengen.protocol import Me, me_of


class OwnFacts:
    """Answers who is at a screen, and what waits for them."""

    def __init__(self, accounts: Accounts, talk: Talk, notices: Notices) -> None:
        self._accounts, self._talk, self._notices = accounts, talk, notices

    async def me(self, account: Account | None, beside: Account | None = None, notice: str | None = None) -> Me:
        """Who is at this screen, the second person too; `notice` is the key of a line for them."""
        mode = await self._accounts.registration()
        can_talk = await self._talk.why_not(account) is None
        unseen = 0 if account is None else await self._notices.unseen(account.account_id)
        return me_of(account, beside, mode, can_talk=can_talk, unseen=unseen, notice=notice)
