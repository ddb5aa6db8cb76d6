"""Reporting somebody to the moderators, with the last lines that were said."""

from __future__ import annotations

from collections.abc import Callable, Collection

from tengen.people.accounts import Account
from tengen.people.chat import ChatLine, ChatRoom
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.plain_text import clean_text
from tengen.people.reports import LONGEST_REPORT, MOST_REPORTED_LINES, Report, ReportReason
from tengen.people.service.chance import new_id
from tengen.people.service.parts import find_person
from tengen.people.store import PeopleStore
from tengen.people.talk_store import AddReport, TalkStore, TooManyReports


class Reporting:
    """Reports of people who have registered."""

    def __init__(self, store: TalkStore, people: PeopleStore, now: Callable[[], int]) -> None:
        self._store = store
        self._people = people
        self._now = now

    async def report(
        self,
        by: Account,
        about: str,
        *,
        reason: ReportReason,
        text: str = "",
        match_id: str | None = None,
        room: ChatRoom | None = None,
        among: Collection[str] = (),
    ) -> Report:
        """Tell the moderators about whoever has a name. Guests are found by those who spoke at the match, and `among`.

        With a match and a room its last lines go along, also those of people whom the reporter has muted meanwhile.
        Whether the reporter may read that room is not asked here.

        Raises NOT_LOGGED_IN for a guest, NO_SUCH_USER, BAD_FIELD for oneself, BAD_TEXT, which OTHER reasons need, and
        TOO_MANY.
        """
        if by.is_guest or by.is_closed:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        words = clean_text(text, LONGEST_REPORT, fewest=1 if reason is ReportReason.OTHER else 0)
        authors = () if match_id is None else await self._store.authors(match_id)
        person = await find_person(self._people, about, {*among, *authors} - {by.account_id})
        if person.account_id == by.account_id:
            raise PeopleError(PeopleCode.BAD_FIELD, field="about")
        lines = await self._last_lines(match_id, room)
        report = Report(new_id(), self._now(), by.account_id, person.account_id, match_id, reason, words, tuple(lines))
        try:
            await self._people.commit(AddReport(report))
        except TooManyReports as error:
            raise PeopleError(PeopleCode.TOO_MANY, most=error.most) from None
        return report

    async def _last_lines(self, match_id: str | None, room: ChatRoom | None) -> Collection[ChatLine]:
        if match_id is None or room is None:
            return ()
        return await self._store.last_lines(match_id, room, MOST_REPORTED_LINES)
