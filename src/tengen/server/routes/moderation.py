"""The calls of `/api/moderation`: reports, and what moderators do about them. For moderators and administrators."""

from __future__ import annotations

import time
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query

from tengen.people import Account, PeopleCode, PeopleError, Report, ReportOutcome
from tengen.people.service import Moderation
from tengen.protocol import (
    Acknowledged,
    AnnulIn,
    HandleIn,
    ModeratedOut,
    ModerationIn,
    ReportAnswer,
    ReportsAnswer,
    TimedModerationIn,
    moderated_out,
    report_out,
)
from tengen.server.directory import Directory
from tengen.server.http import ReadRoute, provided
from tengen.server.identity import MemberHere
from tengen.server.routes.dependencies import DirectoryHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/moderation", tags=["moderation"], route_class=ReadRoute)

_READS: Final = refusals(401, 403, 404, 503)
_CHANGES: Final = refusals(401, 403, 404, 409, 413, 503)


async def _moderator(member: MemberHere) -> Account:
    """Whoever calls, if they keep order: refused here, before anything is looked up. Raises NOT_ALLOWED."""
    if not member.account.keeps_order:
        raise PeopleError(PeopleCode.NOT_ALLOWED)
    if member.account.is_admin and member.account.second_factor is None:
        raise PeopleError(PeopleCode.SECOND_FACTOR_NEEDED)
    return member.account


ModeratorHere = Annotated[Account, Depends(_moderator)]
ModerationHere = Annotated[Moderation, Depends(provided(Moderation))]
UserName = Annotated[str, Path(min_length=1, max_length=80)]
GameId = Annotated[str, Path(min_length=1, max_length=64)]
ReportId = Annotated[str, Path(min_length=1, max_length=64)]
Open = Annotated[bool, Query(alias="open", description="only those that nobody has handled")]
After = Annotated[str | None, Query(max_length=64, description="where the page before said the next one begins")]


# --- reports


@router.get("/reports", responses=_READS)
async def reports(
    *,
    moderator: ModeratorHere,
    moderation: ModerationHere,
    directory: DirectoryHere,
    only_open: Open = True,
    after: After = None,
) -> ReportsAnswer:
    """Reports, the latest first, a page at a time, without their lines."""
    page = await moderation.reports(moderator, only_open=only_open, after=after)
    names = await directory.names_in(page.reports)
    return ReportsAnswer(reports=[report_out(report, names) for report in page.reports], after=page.after)


@router.get("/reports/{report_id}", responses=_READS)
async def report(
    report_id: ReportId, moderator: ModeratorHere, moderation: ModerationHere, directory: DirectoryHere
) -> ReportAnswer:
    """A report with the lines that went along, and the account that it is about."""
    return await _answer(await moderation.report(moderator, report_id), directory)


@router.post("/reports/{report_id}/handle", responses=_CHANGES)
async def handle(
    report_id: ReportId,
    body: HandleIn,
    moderator: ModeratorHere,
    moderation: ModerationHere,
    directory: DirectoryHere,
) -> ReportAnswer:
    """Close a report. Whoever made it is told that it was looked at."""
    handled = await moderation.handle(moderator, report_id, ReportOutcome(body.outcome), body.note)
    return await _answer(handled, directory)


async def _answer(report: Report, directory: Directory) -> ReportAnswer:
    about = await directory.account(report.about)
    user = None if about is None or about.is_deleted else moderated_out(about)
    return ReportAnswer(report=report_out(report, await directory.names_in([report])), user=user)


# --- acts


@router.post("/users/{name}/warn", responses=_CHANGES)
async def warn(
    name: UserName, body: ModerationIn, moderator: ModeratorHere, moderation: ModerationHere
) -> ModeratedOut:
    """Tell somebody to behave."""
    return moderated_out(await moderation.warn(moderator, name, body.reason, report_id=body.report_id))


@router.post("/users/{name}/silence", responses=_CHANGES)
async def silence(
    name: UserName, body: TimedModerationIn, moderator: ModeratorHere, moderation: ModerationHere
) -> ModeratedOut:
    """Keep somebody from talking for a time, or for good."""
    until = body.ends_at(_now())
    return moderated_out(await moderation.silence(moderator, name, until, body.reason, report_id=body.report_id))


@router.post("/users/{name}/unsilence", responses=_CHANGES)
async def unsilence(name: UserName, moderator: ModeratorHere, moderation: ModerationHere) -> ModeratedOut:
    """Let somebody talk again."""
    return moderated_out(await moderation.unsilence(moderator, name))


@router.post("/users/{name}/ban", responses=_CHANGES)
async def ban(
    name: UserName, body: TimedModerationIn, moderator: ModeratorHere, moderation: ModerationHere
) -> ModeratedOut:
    """Keep somebody out for a time, or for good. Their sessions end."""
    until = body.ends_at(_now())
    return moderated_out(await moderation.ban(moderator, name, until, body.reason, report_id=body.report_id))


@router.post("/users/{name}/unban", responses=_CHANGES)
async def unban(name: UserName, moderator: ModeratorHere, moderation: ModerationHere) -> ModeratedOut:
    """Let somebody in again."""
    return moderated_out(await moderation.unban(moderator, name))


@router.post("/users/{name}/reset-name", responses=_CHANGES)
async def reset_name(
    name: UserName, body: ModerationIn, moderator: ModeratorHere, moderation: ModerationHere
) -> ModeratedOut:
    """Give somebody a name that says nothing; they may take another one."""
    return moderated_out(await moderation.reset_name(moderator, name, body.reason, report_id=body.report_id))


@router.post("/users/{name}/reset-avatar", responses=_CHANGES)
async def reset_avatar(
    name: UserName, body: ModerationIn, moderator: ModeratorHere, moderation: ModerationHere
) -> ModeratedOut:
    """Have another portrait drawn for somebody."""
    return moderated_out(await moderation.reset_avatar(moderator, name, body.reason, report_id=body.report_id))


@router.post("/results/{watch_id}/annul", responses=refusals(400, 401, 403, 404, 409, 413, 503))
async def annul(watch_id: GameId, body: AnnulIn, moderator: ModeratorHere, moderation: ModerationHere) -> Acknowledged:
    """Take the result of a game back: it counts for nothing any more. Its players are told."""
    await moderation.annul(moderator, watch_id, body.reason)
    return Acknowledged()


def _now() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
