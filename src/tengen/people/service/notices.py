"""What people are told on return, and whether they have seen it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tengen.core import Conflict
from tengen.people.notices import NewNotice, Notice, NoticeKey, NoticeValue
from tengen.people.service.committing import Committing, OnNotice
from tengen.people.store import PeopleStore
from tengen.people.talk_store import AddNotice, NoteNoticesSeen, TalkStore


class Notices:
    """The notices of accounts, guests' too. `on_notice` hears at once whose notices have become more."""

    def __init__(
        self, store: TalkStore, people: PeopleStore, now: Callable[[], int], *, on_notice: OnNotice | None = None
    ) -> None:
        self._store = store
        self._now = now
        self._committing = Committing(people, on_notice=on_notice)

    async def of(self, account_id: str, after: int = 0) -> Sequence[Notice]:
        """The notices of an account after a number, the latest first."""
        return await self._store.notices_of(account_id, after)

    async def unseen(self, account_id: str) -> int:
        """How many notices an account has not seen."""
        return await self._store.count_unseen(account_id)

    async def seen(self, account_id: str, up_to: int) -> None:
        """An account has seen its notices up to this number."""
        await self._committing.commit(NoteNoticesSeen(account_id, up_to, self._now()))

    async def tell(
        self,
        account_id: str,
        key: NoticeKey,
        values: Mapping[str, NoticeValue] | None = None,
        path: str | None = None,
    ) -> bool:
        """Tell an account something; whether there is such an account. ValueError refuses too much of it."""
        try:
            await self._committing.commit(AddNotice(NewNotice(account_id, self._now(), key, values or {}, path)))
        except Conflict:
            return False
        return True
