"""A file that somebody opens, to look at, and in other formats. Nothing of it is kept."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from tengen.protocol import FormatsAnswer, Replay, ServerCode
from tengen.server.file_owners import reviewed
from tengen.server.files import is_picture_ending, is_record_ending
from tengen.server.http import BodyKind, call_rules, refusal
from tengen.server.routes.dependencies import ClientHere, FilesHere, SignerHere
from tengen.server.routes.media import (
    PICTURE_MEDIA,
    RECORD_MEDIA,
    Width,
    json_answer,
    picture_answer,
    record_answer,
)
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/records", tags=["record"])

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


@router.post("/open", response_model=Replay, responses=_REFUSALS, openapi_extra=_FILE)
@call_rules(body=BodyKind.FILE)
async def open_file(
    request: Request,
    files: FilesHere,
    signer: SignerHere,
    client: ClientHere,
    index: GameIndex = 0,
    *,
    strict: Strict = False,
) -> Response:
    """A game of a file in any format, to step through; what the rules refuse is left out and said."""
    opened = await files.opened(await request.body(), index, client, strict=strict)
    return json_answer(reviewed(opened, signer))


@router.post("/formats", response_model=FormatsAnswer, responses=_REFUSALS, openapi_extra=_FILE)
@call_rules(body=BodyKind.FILE)
async def file_formats(request: Request, files: FilesHere, client: ClientHere, index: GameIndex = 0) -> Response:
    """In which formats `convert/{ext}` can give this game of a file; found out by trying."""
    return json_answer(await files.formats_of_file(await request.body(), index, client))


@router.post(
    "/convert/{ext}",
    response_class=Response,
    responses={200: {"content": RECORD_MEDIA}, **refusals(400, 403, 404, 413, 503)},
    openapi_extra=_FILE,
)
@call_rules(body=BodyKind.FILE)
async def convert(request: Request, files: FilesHere, client: ClientHere, ext: str, index: GameIndex = 0) -> Response:
    """A game of a file in the format of this ending, with its variations, comments and marks where that has them."""
    if not is_record_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return record_answer(await files.converted(await request.body(), index, ext, client), ext)


@router.post(
    "/picture/{ext}",
    response_class=Response,
    responses={200: {"content": PICTURE_MEDIA}, **refusals(400, 403, 404, 413, 503)},
    openapi_extra=_FILE,
)
@call_rules(body=BodyKind.FILE)
async def draw(
    request: Request,
    files: FilesHere,
    client: ClientHere,
    ext: str,
    *,
    index: GameIndex = 0,
    node: NodeIndex = None,
    width: Width = 480,
) -> Response:
    """A moment of a game of a file as svg or png, its end unless said otherwise; the way there as a moving gif."""
    if not is_picture_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return picture_answer(await files.drawn(await request.body(), index, ext, client, node=node, width=width), ext)
