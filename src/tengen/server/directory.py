"""Accounts looked up by their ids, for answers that name people: their names of today, and their portraits."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.match import Match
from tengen.people import HOST, Account, PeopleStore, Report


class Directory:
    """Looks people up. Nothing is kept."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people

    async def account(self, account_id: str) -> Account | None:
        """An account, whatever its state."""
        return await self._people.account(account_id)

    async def avatars(self, match: Match) -> dict[str, int]:
        """From what, besides their names, the portraits of the players of a match are drawn; by the owners of seats."""
        owners = {seat.owner for seat in (match.first, match.second) if seat.owner is not None}
        found = await self._people.accounts_of(owners) if owners else {}
        return {account_id: account.avatar for account_id, account in found.items()}

    async def names_in(self, reports: Iterable[Report]) -> dict[str, str]:
        """The names of all whom reports name, by their ids. Deleted players have none."""
        ids = {
            account_id
            for report in reports
            for account_id in (report.by, report.about, *(() if report.handled is None else (report.handled.by,)))
        }
        found = await self._people.accounts_of(ids - {HOST})
        return {HOST: HOST} | {one.account_id: one.name for one in found.values() if not one.is_deleted}
