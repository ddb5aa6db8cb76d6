"""What somebody is told on return: notices, and that they were seen."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends

from tengen.people.service import Notices
from tengen.protocol import NoticesAnswer, NoticesSeenIn, notice_out
from tengen.server.http import ReadRoute, provided
from tengen.server.identity import SomebodyHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/notices", tags=["talk"], route_class=ReadRoute)

NoticesHere = Annotated[Notices, Depends(provided(Notices))]


@router.get("", responses=refusals(401, 403, 503))
async def notices(somebody: SomebodyHere, notices: NoticesHere) -> NoticesAnswer:
    """One's own notices, the latest first."""
    return await _answer(somebody.account_id, notices)


@router.post("/seen", responses=refusals(401, 403, 413, 503))
async def seen(body: NoticesSeenIn, somebody: SomebodyHere, notices: NoticesHere) -> NoticesAnswer:
    """All notices up to one were seen; how they stand then."""
    await notices.seen(somebody.account_id, body.up_to)
    return await _answer(somebody.account_id, notices)


async def _answer(account_id: str, notices: Notices) -> NoticesAnswer:
    found = [notice_out(notice) for notice in await notices.of(account_id)]
    return NoticesAnswer(notices=found, unseen=sum(not notice.seen for notice in found))
