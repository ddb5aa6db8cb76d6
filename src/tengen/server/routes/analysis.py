"""A position looked at for whoever asks, while they wait for it. Nothing of it is kept."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request

from tengen.protocol import AnalysisOut, AnalyzeIn
from tengen.server.http import BodyKind, ReadRoute, call_rules, while_wanted
from tengen.server.identity import CallerHere
from tengen.server.routes.dependencies import AnalysesHere, ClientHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/analysis", tags=["analysis"], route_class=ReadRoute)


@router.post("/position", responses=refusals(400, 401, 403, 413, 503))
@call_rules(body=BodyKind.UPLOAD)
async def position(
    body: AnalyzeIn, request: Request, analyses: AnalysesHere, caller: CallerHere, client: ClientHere
) -> AnalysisOut:
    """What a position is worth, the best moves, and what there is to look at.

    Of each person, or each address that nobody has logged in from, one question at a time; the latest other one waits.
    What stands in a rated game that is being played is told to nobody from its tenth move on.
    """
    return await while_wanted(request, analyses.position(body, caller.keyed_as or client, client))
