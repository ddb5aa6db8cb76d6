"""Keeping order among players: reports, and what moderators do. Accounts that have a role are for administrators."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, TypeAlias

from tengen.people.accounts import Account, Ban, Silence
from tengen.people.audit import AuditAction, Detail
from tengen.people.errors import PeopleCode, PeopleError
from tengen.people.names import name_key
from tengen.people.notices import NewNotice, NoticeKey
from tengen.people.plain_text import clean_text
from tengen.people.reports import LONGEST_NOTE, Handled, Report, ReportOutcome, ReportPage
from tengen.people.results import Result
from tengen.people.service.committing import Committing, OnNotice, OnRenamed, OnSessionsEnded, again_after_conflict
from tengen.people.service.orders import notice_of_ban, notice_of_silence
from tengen.people.service.parts import accept_end, accepted_reason, find_person
from tengen.people.service.rights import id_of, insist_on_moderator
from tengen.people.store import Change, ChangeAccount, EndSessions, NoteInAudit, PeopleStore
from tengen.people.talk_store import AddNotice, HandleReport, KeepReportOpen, RenameInLines, TalkStore

Annul: TypeAlias = Callable[[str, Account | None, str], Awaitable[Result]]
"""Takes a result back: `ResultsService.annul`."""

_NEUTRAL_NAMES: Final = 1_000_000


class Moderation:
    """What moderators and administrators do to keep order. `actor` is who does it; None is the host, who may do all.

    Every call raises NOT_ALLOWED for an actor who is neither, SECOND_FACTOR_NEEDED for an administrator without one.
    Whoever is acted on is named; NO_SUCH_USER where nobody is called so, NOT_ALLOWED for an account that has a role.
    An act may name the report that it answers (guests are found by it): NO_SUCH_REPORT, and REPORT_HANDLED where
    somebody else has done with it meanwhile. The report itself stays open until it is handled.

    What changes, its entry in the audit log and the notice to whom it concerns are written at once, or nothing is.
    """

    def __init__(
        self,
        store: TalkStore,
        people: PeopleStore,
        now: Callable[[], int],
        annul: Annul,
        *,
        on_sessions_ended: OnSessionsEnded | None = None,
        on_notice: OnNotice | None = None,
        on_renamed: OnRenamed | None = None,
    ) -> None:
        self._store = store
        self._people = people
        self._now = now
        self._annul = annul
        self._on_notice = on_notice
        self._committing = Committing(people, on_sessions_ended, on_notice, on_renamed)

    # --- reports

    async def reports(
        self, actor: Account | None, *, only_open: bool = True, after: str | None = None, limit: int = 50
    ) -> ReportPage:
        """Reports, the latest first, without their lines, a page at a time; none about the actor."""
        insist_on_moderator(actor)
        return await self._store.reports(only_open=only_open, after=after, limit=limit, but_about=_own_id(actor))

    async def report(self, actor: Account | None, report_id: str) -> Report:
        """A report with its lines. Raises NO_SUCH_REPORT, also for one about the actor."""
        insist_on_moderator(actor)
        report = await self._store.report(report_id)
        if report is None or report.about == _own_id(actor):
            raise PeopleError(PeopleCode.NO_SUCH_REPORT)
        return report

    async def handle(self, actor: Account | None, report_id: str, outcome: ReportOutcome, note: str = "") -> Report:
        """Have done with a report. Whoever made it is told that it was looked at, not what came of it.

        Of two who do it at once the second hears REPORT_HANDLED. Raises NO_SUCH_REPORT and BAD_TEXT.
        """
        words = clean_text(note, LONGEST_NOTE, fewest=0)

        async def attempt() -> Report:
            report = await self._open_report(actor, report_id)
            handled = Handled(self._now(), id_of(actor), outcome, words)
            told = NewNotice(report.by, handled.at, NoticeKey.REPORT_HANDLED)
            details: dict[str, Detail] = {"report_id": report_id, "outcome": str(outcome)}
            await self._committing.commit(
                HandleReport(report_id, handled),
                NoteInAudit(handled.at, handled.by, AuditAction.REPORT_HANDLED, report.about, details),
                AddNotice(told),
            )
            return replace(report, handled=handled)

        return await again_after_conflict(attempt)

    async def _open_report(self, actor: Account | None, report_id: str) -> Report:
        report = await self.report(actor, report_id)
        if not report.is_open:
            raise PeopleError(PeopleCode.REPORT_HANDLED)
        return report

    # --- acts

    async def warn(self, actor: Account | None, name: str, reason: str, *, report_id: str | None = None) -> Account:
        """Tell somebody to behave. Raises BAD_FIELD."""
        words = accepted_reason(reason)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            told = NewNotice(before.account_id, self._now(), NoticeKey.WARNED, {"reason": words})
            return self._entry(actor, AuditAction.WARNED, before, report_id, reason=words), AddNotice(told)

        return await self._act(actor, name, lambda account: account, more, report_id, is_always=True)

    async def silence(
        self, actor: Account | None, name: str, until: int | None, reason: str, *, report_id: str | None = None
    ) -> Account:
        """Keep somebody from talking until then, or for good. Raises BAD_FIELD."""
        now, words = self._now(), accepted_reason(reason)
        accept_end(until, now)
        silence = Silence(now, until, words)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            entry = self._entry(actor, AuditAction.SILENCED, before, report_id, reason=words, until_ms=until)
            return entry, AddNotice(notice_of_silence(before.account_id, silence))

        return await self._act(actor, name, lambda account: replace(account, silence=silence), more, report_id)

    async def unsilence(self, actor: Account | None, name: str) -> Account:
        """Let somebody talk again. Who may talk stays so."""

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            told = NewNotice(before.account_id, self._now(), NoticeKey.UNMUTED)
            return self._entry(actor, AuditAction.UNSILENCED, before, None), AddNotice(told)

        return await self._act(actor, name, lambda account: replace(account, silence=None), more)

    async def ban(
        self, actor: Account | None, name: str, until: int | None, reason: str, *, report_id: str | None = None
    ) -> Account:
        """Keep somebody out until then, or for good. Their sessions end. Raises BAD_FIELD."""
        now, words = self._now(), accepted_reason(reason)
        accept_end(until, now)
        ban = Ban(now, until, words)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            entry = self._entry(actor, AuditAction.BANNED, before, report_id, reason=words, until_ms=until)
            return EndSessions(before.account_id), entry, AddNotice(notice_of_ban(before.account_id, ban))

        return await self._act(actor, name, lambda account: replace(account, ban=ban), more, report_id)

    async def unban(self, actor: Account | None, name: str) -> Account:
        """Let somebody in again. Who is not banned stays so."""

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            told = NewNotice(before.account_id, self._now(), NoticeKey.UNBANNED)
            return self._entry(actor, AuditAction.UNBANNED, before, None), AddNotice(told)

        return await self._act(actor, name, lambda account: replace(account, ban=None), more)

    async def reset_name(
        self, actor: Account | None, name: str, reason: str, *, report_id: str | None = None
    ) -> Account:
        """Give somebody a name that says nothing, also where they have talked; they may take another one.

        Raises BAD_FIELD.
        """
        words = accepted_reason(reason)

        def change(account: Account) -> Account:
            new = f"Player {secrets.randbelow(_NEUTRAL_NAMES):06}"
            return replace(account, name=new, name_key=None if account.is_guest else name_key(new))

        def more(before: Account, after: Account) -> tuple[Change, ...]:
            account_id = before.account_id
            names = {"old_name": before.name, "new_name": after.name}
            told = NewNotice(account_id, self._now(), NoticeKey.NAME_RESET, {"reason": words, "name": after.name})
            entry = self._entry(actor, AuditAction.NAME_RESET, before, report_id, reason=words, **names)
            return RenameInLines(account_id, after.name), entry, AddNotice(told)

        return await self._act(actor, name, change, more, report_id)

    async def reset_avatar(
        self, actor: Account | None, name: str, reason: str, *, report_id: str | None = None
    ) -> Account:
        """Have another picture drawn for somebody. Raises BAD_FIELD."""
        words = accepted_reason(reason)

        def more(before: Account, _: Account) -> tuple[Change, ...]:
            told = NewNotice(before.account_id, self._now(), NoticeKey.AVATAR_RESET, {"reason": words})
            return self._entry(actor, AuditAction.AVATAR_RESET, before, report_id, reason=words), AddNotice(told)

        return await self._act(
            actor, name, lambda account: replace(account, avatar=account.avatar + 1), more, report_id
        )

    async def annul(self, actor: Account | None, match_id: str, reason: str) -> Result:
        """Take a result back, as `ResultsService.annul` does, and tell its players at once."""
        insist_on_moderator(actor)
        result = await self._annul(match_id, actor, reason)
        for account_id in result.accounts:
            if self._on_notice is not None:
                self._on_notice(account_id)
        return result

    async def _act(
        self,
        actor: Account | None,
        name: str,
        change: Callable[[Account], Account],
        more: Callable[[Account, Account], tuple[Change, ...]],
        report_id: str | None = None,
        *,
        is_always: bool = False,
    ) -> Account:
        """Change an account, with more changes that belong to it; nothing where it is so already, but `is_always`."""
        insist_on_moderator(actor)

        async def attempt() -> Account:
            among: tuple[str, ...] = ()
            answers: tuple[Change, ...] = ()
            if report_id is not None:
                among = ((await self._open_report(actor, report_id)).about,)
                answers = (KeepReportOpen(report_id),)
            before = await find_person(self._people, name, among)
            if before.roles:
                raise PeopleError(PeopleCode.NOT_ALLOWED)
            after = change(before)
            if after == before and not is_always:
                return before
            await self._committing.commit(*answers, ChangeAccount(after), *more(before, after))
            return replace(after, revision=after.revision + 1)

        return await again_after_conflict(attempt)

    def _entry(
        self, actor: Account | None, action: AuditAction, subject: Account, report_id: str | None, **details: Detail
    ) -> NoteInAudit:
        told = details if report_id is None else {**details, "report_id": report_id}
        return NoteInAudit(self._now(), id_of(actor), action, subject.account_id, told)


def _own_id(actor: Account | None) -> str | None:
    return None if actor is None else actor.account_id
