"""Seats of accounts are called what the account is called: a guest has registered, a name is another one, or gone.

`match` and `people` do not see each other; here the one is told to the other. Running games follow a name, and so does
the rematch of a finished one; what is over keeps the name it was played under, unless the account was deleted.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final, TypeAlias

import structlog

from tengen.core import GameError, StoreError
from tengen.match import Event, Match, Rematched
from tengen.match.service import MatchCursor, Matches, MatchFilter, Standing
from tengen.people import DELETED_PLAYER, Account, PeopleStore

_log: Final = structlog.get_logger("tengen.server")

_AGAIN_S: Final = 1.0
_PAUSE_S: Final = 0.005
"""Between two matches, which may have to be read from the store: moves are not held up."""

_Wanted: TypeAlias = tuple[str, str | None]
"""Whose seats are to be looked at, and in which match; None: in all."""


class SeatNames:
    """Renames seats one after the other, in the background; whose name has changed twice is looked at once."""

    def __init__(self) -> None:
        self._wanted: dict[_Wanted, None] = {}
        self._is_wanted = asyncio.Event()

    def renamed(self, account_id: str) -> None:
        """The name of an account has changed, it is no guest any more, or it was deleted."""
        self._add((account_id, None))

    def on_event(self, event: Event, after: Match) -> None:
        """A rematch has the seats of the match before it, where people may have had other names."""
        if isinstance(event, Rematched):
            for seat in (after.first, after.second):
                if seat.owner is not None:
                    self._add((seat.owner, event.next_id))

    async def run(
        self, matches: Matches, people: PeopleStore, misnamed: Callable[[], Awaitable[Sequence[str]]]
    ) -> None:
        """Rename for ever, beginning with the `misnamed` accounts that an earlier server or the host left behind."""
        try:
            for account_id in await misnamed():
                self.renamed(account_id)
        except StoreError as error:
            _log.warning("seats keep old names", reason=type(error).__name__)
        while True:
            await self._is_wanted.wait()
            while self._wanted:
                wanted = next(iter(self._wanted))
                del self._wanted[wanted]
                try:
                    await _rename(wanted, matches, people)
                except StoreError:
                    self._add(wanted)
                    await asyncio.sleep(_AGAIN_S)
                except Exception:
                    _log.exception("seats could not be renamed")
            self._is_wanted.clear()

    def _add(self, wanted: _Wanted) -> None:
        self._wanted[wanted] = None
        self._is_wanted.set()


async def _rename(wanted: _Wanted, matches: Matches, people: PeopleStore) -> None:
    account_id, match_id = wanted
    account = (await people.accounts_of([account_id])).get(account_id)
    if account is None or account.is_guest or (account.is_closed and not account.is_deleted):
        return
    name = DELETED_PLAYER if account.is_deleted else account.name
    if match_id is not None:
        await _rename_in(matches, match_id, account_id, name)
        return
    async for row in _rows(matches, account):
        if account.is_deleted and all(seat_name == name for seat_name in _names(row, account_id)):
            continue
        await _rename_in(matches, row.match_id, account_id, name)
        await asyncio.sleep(_PAUSE_S)


async def _rows(matches: Matches, account: Account) -> AsyncIterator[Standing]:
    """The matches of an account that are not over; of a deleted one all."""
    wanted = MatchFilter(owner=account.account_id, is_over=None if account.is_deleted else False)
    after: MatchCursor | None = None
    while True:
        page = await matches.find_matches(wanted, after)
        for row in page.rows:
            yield row
        if page.after is None:
            return
        after = page.after


async def _rename_in(matches: Matches, match_id: str, owner: str, name: str) -> None:
    """Rename in one match; one that is gone, or whose log is full, stays as it is."""
    with suppress(GameError):
        await matches.rename(match_id, owner, name)


def _names(row: Standing, owner: str) -> Iterator[str]:
    return (seat.name for seat in (row.first, row.second) if seat.owner == owner)
