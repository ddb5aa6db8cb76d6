"""How the use cases write: all or nothing, told to whoever must know of it, again after a conflict."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from tengen.core import Conflict
from tengen.people.audit import AuditAction
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.sessions import Session, SessionsEnded
from tengen.people.store import Change, NoteInAudit, PeopleStore
from tengen.people.talk_store import AddNotice

T = TypeVar("T")

_MOST_TRIES: Final = 5

OnSessionsEnded: TypeAlias = Callable[[SessionsEnded], None]


OnRenamed: TypeAlias = Callable[[str], None]
"""Hears the id of an account that is called something else now, is no guest any more, or was deleted."""

_RENAMING: Final = frozenset(
    {AuditAction.GUEST_REGISTERED, AuditAction.NAME_CHANGED, AuditAction.NAME_RESET, AuditAction.ACCOUNT_DELETED}
)

OnNotice: TypeAlias = Callable[[str], None]
"""Hears the id of an account that has one notice more. What it says is asked of the store."""


class Unbroken:
    """Finishes what was begun, though whoever asked for it does not wait any more."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def finish(self, work: Coroutine[Any, Any, T]) -> T:
        """The answer of some work, which goes on when the caller is cancelled."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)


class Committing:
    """Commits changes, and tells of the sessions that ended by them, of new notices and of other names.

    What was begun is finished and told, though whoever asked for it does not wait any more.
    """

    def __init__(
        self,
        store: PeopleStore,
        on_sessions_ended: OnSessionsEnded | None = None,
        on_notice: OnNotice | None = None,
        on_renamed: OnRenamed | None = None,
    ) -> None:
        self._store = store
        self._on_sessions_ended = on_sessions_ended
        self._on_notice = on_notice
        self._on_renamed = on_renamed
        self._unbroken = Unbroken()

    async def commit(self, *changes: Change, changed: Sequence[Session] = ()) -> None:
        """Write these or nothing. `changed` are sessions that go on, but not as they were. Raises Conflict."""
        await self._unbroken.finish(self._commit(changes, changed))

    async def _commit(self, changes: Sequence[Change], changed: Sequence[Session]) -> None:
        ended = [*await self._store.commit(*changes), *changed]
        if ended and self._on_sessions_ended is not None:
            self._on_sessions_ended(_told(ended))
        for change in changes:
            if isinstance(change, AddNotice) and self._on_notice is not None:
                self._on_notice(change.notice.account_id)
            elif isinstance(change, NoteInAudit) and change.action in _RENAMING and self._on_renamed is not None:
                assert change.subject is not None, "a name is somebody's"
                self._on_renamed(change.subject)


def _told(ended: Iterable[Session]) -> SessionsEnded:
    rows = list(ended)
    people = {account_id for row in rows for account_id in (row.account_id, row.beside_id) if account_id is not None}
    return SessionsEnded(frozenset(people), frozenset(row.session_id for row in rows))


async def again_after_conflict(attempt: Callable[[], Awaitable[T]]) -> T:
    """The answer of an attempt that reads, decides and commits; made again while others are quicker.

    Raises BUSY where that does not end.
    """
    for _ in range(_MOST_TRIES):
        try:
            return await attempt()
        except Conflict:
            continue
    raise PeopleError(PeopleCode.BUSY)
