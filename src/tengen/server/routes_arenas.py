"""Arenas to look at, as they stand in their folder. Nobody is asked who looks, and nothing can be changed."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from tengen.protocol import ArenaOut, ArenasAnswer, ServerCode
from tengen.server.hall import HallHere, ServerRefusal
from tengen.server.routes_game import refusals

router: Final = APIRouter(prefix="/api/arenas", tags=["arena"])


@router.get("", response_model=ArenasAnswer, responses=refusals())
async def arenas(hall: HallHere) -> Response:
    """The newest arenas of this server, at most 100."""
    return Response(await hall.arenas.listed(), media_type="application/json")


@router.get("/{name}", response_model=ArenaOut, responses=refusals(404))
async def arena(name: str, hall: HallHere) -> Response:
    """The table of an arena and the boards being played now; at most a second old."""
    answer = await hall.arenas.seen(name)
    if answer is None:
        raise ServerRefusal(ServerCode.NO_SUCH_PAGE)
    return Response(answer, media_type="application/json")
