"""Records to look at: a match, or a file that somebody opens. Nothing of a file is kept."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request

from tengen.core import ErrorCode, GameError
from tengen.formats import find_format, formats
from tengen.protocol import Replay, replay_of, title_of
from tengen.server.hall import HallHere
from tengen.server.routes_game import refusals

router: Final = APIRouter(tags=["record"])

OPEN_PATH: Final = "/api/records/open"

_most_at_once: Final = asyncio.Semaphore(2)
_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}

GameIndex = Annotated[int, Query(alias="game", ge=0, le=100_000, description="which game of the file, from 0")]


@router.post(OPEN_PATH, responses=refusals(400, 403, 413), openapi_extra=_FILE)
async def open_file(request: Request, index: GameIndex = 0) -> Replay:
    """A game of a file in any format, to step through; what the rules refuse is left out and said."""
    data = await request.body()
    async with _most_at_once:
        return await asyncio.to_thread(_opened, data, index)


@router.get("/api/game/{game_id}/replay", responses=refusals(404, 503))
async def replay(game_id: str, hall: HallHere) -> Replay:
    """A match to step through; also under its `watchId`."""
    record = await hall.record(game_id)
    async with _most_at_once:
        return await asyncio.to_thread(replay_of, record)


def _opened(data: bytes, index: int) -> Replay:
    known = [format_ for format_ in formats() if format_.recognises(data)]
    if not known:
        raise GameError(ErrorCode.BAD_RECORD)
    reading = find_format(known[0].endings[0], data).read(data, strict=False)
    records = reading.records
    if not records:
        raise GameError(ErrorCode.BAD_RECORD, "format.no_games")
    if index >= len(records):
        raise GameError(ErrorCode.BAD_RECORD, "record.no_such_node")
    titles = [title_of(record) for record in records] if len(records) > 1 else []
    return replay_of(records[index], reading.notices, titles, index)
