"""Records to look at: a match, or a file that somebody opens; and that file in other formats. Nothing of it is kept."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tengen.core import ErrorCode, GameError, Record
from tengen.formats import ReadLimits, save
from tengen.protocol import FormatsAnswer, Replay, ServerCode, open_record, replay_of
from tengen.server.hall import HallHere
from tengen.server.http.errors import refusal
from tengen.server.routes.files import (
    PICTURE_MEDIA,
    RECORD_MEDIA,
    Width,
    formats_of,
    is_picture_ending,
    is_record_ending,
    picture_file,
    record_file,
)
from tengen.server.routes.game import refusals

router: Final = APIRouter(tags=["record"])

FILES_PATH: Final = "/api/records/"
"""Calls below it bring a file as it is, of any format, and may be as large as one. They come in turn, by the gate."""

_MOST_FRAMES: Final = 1_000
"""A file may have many more moves than any game that is played, and each becomes a picture of a moving one."""

_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_REFUSALS: Final = refusals(400, 403, 413, 503)

GameIndex = Annotated[int, Query(alias="game", ge=0, le=100_000, description="which game of the file, from 0")]
NodeIndex = Annotated[int | None, Query(ge=0, le=10_000_000, description="which moment, as its replay counts them")]
Strict = Annotated[bool, Query(description="refuse the whole file for its first mistake, as `/api/game/load` does")]


@router.post(f"{FILES_PATH}open", response_model=Replay, responses=_REFUSALS, openapi_extra=_FILE)
async def open_file(request: Request, hall: HallHere, index: GameIndex = 0, *, strict: Strict = False) -> Response:
    """A game of a file in any format, to step through; what the rules refuse is left out and said."""
    data, limits = await request.body(), hall.read_limits

    def opened() -> Response:
        return _json(open_record(data, index, strict=strict, limits=limits).replay())

    return await asyncio.to_thread(opened)


@router.post(f"{FILES_PATH}formats", responses=_REFUSALS, openapi_extra=_FILE)
async def file_formats(request: Request, hall: HallHere, index: GameIndex = 0) -> FormatsAnswer:
    """In which formats `convert/{ext}` can give this game of a file; found out by trying."""
    data = await request.body()
    return await asyncio.to_thread(lambda: formats_of(_legal(data, index, hall.read_limits)))


@router.post(
    FILES_PATH + "convert/{ext}",
    response_class=Response,
    responses={200: {"content": RECORD_MEDIA}, **refusals(400, 403, 404, 413, 503)},
    openapi_extra=_FILE,
)
async def convert(request: Request, hall: HallHere, ext: str, index: GameIndex = 0) -> Response:
    """A game of a file in the format of this ending, with its variations, comments and marks where that has them."""
    data = await request.body()
    if not is_record_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return await asyncio.to_thread(lambda: record_file(_legal(data, index, hall.read_limits), ext))


@router.post(
    FILES_PATH + "picture/{ext}",
    response_class=Response,
    responses={200: {"content": PICTURE_MEDIA}, **refusals(400, 403, 404, 413, 503)},
    openapi_extra=_FILE,
)
async def draw(
    request: Request, hall: HallHere, ext: str, *, index: GameIndex = 0, node: NodeIndex = None, width: Width = 480
) -> Response:
    """A moment of a game of a file as svg or png, its end unless said otherwise; the way there as a moving gif."""
    data = await request.body()
    if not is_picture_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    limits = hall.read_limits
    return await asyncio.to_thread(lambda: picture_file(_shown(_legal(data, index, limits), node, ext), ext, width))


@router.get("/api/game/{game_id}/replay", response_model=Replay, responses=refusals(404, 503))
async def replay(game_id: str, hall: HallHere) -> Response:
    """A match to step through; also under its `watchId`."""
    record = await hall.record(game_id)
    async with hall.files.turn():
        return await asyncio.to_thread(lambda: _json(replay_of(record)))


def _json(replay_: Replay) -> Response:
    return Response(replay_.dumps(), media_type="application/json")


def _legal(data: bytes, index: int, limits: ReadLimits) -> Record:
    """What a replay shows of this game, its nodes in the same order."""
    return save.in_file_order(open_record(data, index, limits=limits).record.legal_part()[0])


def _shown(record: Record, node: int | None, ext: str) -> Record:
    record = record if node is None else record.only_line_to(node)
    if ext == "gif" and len(record.line()) > _MOST_FRAMES:
        raise GameError(ErrorCode.TOO_LARGE)
    return record
