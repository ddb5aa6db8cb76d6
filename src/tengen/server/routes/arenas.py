"""Arenas to look at, as they stand in their folder. Nobody is asked who looks, and nothing can be changed."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Path
from starlette.responses import Response

from tengen.protocol import ArenaOut, ArenasAnswer, Replay, ServerCode
from tengen.server.refusals import ServerRefusal
from tengen.server.routes.dependencies import ArenasHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/arenas", tags=["arena"])

GameNumber = Annotated[int, Path(ge=1, le=10_000_000)]


@router.get("", response_model=ArenasAnswer, responses=refusals())
async def arenas(known: ArenasHere) -> Response:
    """The newest arenas of this server, at most 100."""
    return Response(await known.listed(), media_type="application/json")


@router.get("/{name}", response_model=ArenaOut, responses=refusals(404))
async def arena(name: str, known: ArenasHere) -> Response:
    """The table of an arena and the boards being played now; at most a second old."""
    answer = await known.seen(name)
    if answer is None:
        raise ServerRefusal(ServerCode.NO_SUCH_PAGE)
    return Response(answer, media_type="application/json")


@router.get("/{name}/games/{game}/replay", responses=refusals(404))
async def replay(name: str, game: GameNumber, known: ArenasHere) -> Replay:
    """A finished game to step through; `game` counts from 1, as in the table."""
    found = await known.replay(name, game - 1)
    if found is None:
        raise ServerRefusal(ServerCode.NO_SUCH_PAGE)
    return found
