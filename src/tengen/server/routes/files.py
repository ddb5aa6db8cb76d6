"""A match as a file: its record in every format, its board as a picture. Made off the event loop."""

from __future__ import annotations

import asyncio
import math
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from tengen.core import GameError, Record
from tengen.formats import formats, write
from tengen.match import caption_for, caption_letters
from tengen.protocol import FormatsAnswer, ServerCode
from tengen.protocol.words import LANGUAGE
from tengen.render import PictureOptions, can_write, frames_of, render_gif, render_png, render_svg, scene_of
from tengen.server.hall import HallHere
from tengen.server.http.errors import refusal
from tengen.server.routes.game import refusals

router: Final = APIRouter(prefix="/api/game", tags=["file"])

_OWN: Final = ".json"
_MEDIA: Final = {_OWN: "application/json", ".sgf": "application/x-go-sgf"}
_PICTURES: Final = {"svg": "image/svg+xml", "png": "image/png", "gif": "image/gif"}
_BINARY: Final = "application/octet-stream"
_SANDBOX: Final = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}
_MOST_PIXELS: Final = 400_000_000
"""All frames of a moving picture have so many in all: some two seconds of work. A long game's picture is smaller."""

RECORD_MEDIA: Final[dict[str, dict[str, str]]] = {media: {} for media in sorted({*_MEDIA.values(), _BINARY})}
"""What a record may come as, for the description of a call."""
PICTURE_MEDIA: Final[dict[str, dict[str, str]]] = {media: {} for media in _PICTURES.values()}

WithCaption = Annotated[bool, Query(description="how the game stands, below the board")]
Lang = Annotated[Literal["en", "zh"], Query(description="the language of the caption")]
Width = Annotated[int, Query(ge=64, le=2000, description="pixels; a moving picture of a long game is smaller")]


@router.get(
    "/{game_id}/record.{ext}",
    response_class=Response,
    responses={
        200: {"content": RECORD_MEDIA},
        **refusals(400, 404, 503),
    },
)
async def record(game_id: str, ext: str, hall: HallHere) -> Response:
    """The record in the format of this ending: json, sgf and whatever else can hold the game."""
    if not is_record_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    async with hall.files.turn():
        return _file(await hall.save(game_id, f".{ext.lower()}"), ext)


@router.get("/{game_id}/formats", responses=refusals(404, 503))
async def record_formats(game_id: str, hall: HallHere) -> FormatsAnswer:
    """In which formats `record.{ext}` can be had now; found out by trying."""
    match_record = await hall.record(game_id)
    async with hall.files.turn():
        return await asyncio.to_thread(formats_of, match_record)


@router.get(
    "/{game_id}/picture.{ext}",
    response_class=Response,
    responses={200: {"content": PICTURE_MEDIA}, **refusals(404, 503)},
)
async def picture(
    game_id: str, ext: str, hall: HallHere, *, width: Width = 480, caption: WithCaption = False, lang: Lang = LANGUAGE
) -> Response:
    """The board as it stands as svg or png; the whole game as a moving gif.

    With a caption, the lines below the board say whose turn it is or how the game ended, and count prisoners or
    points. A server without a font for the language writes them in English in png and gif.
    """
    if not is_picture_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    match_record = await hall.record(game_id)
    async with hall.files.turn():
        return await asyncio.to_thread(picture_file, match_record, ext, width, lang if caption else None)


def is_record_ending(ext: str) -> bool:
    """Whether a format is known by this ending, given without its dot."""
    return any(f".{ext.lower()}" in format_.endings for format_ in formats())


def record_file(record_: Record, ext: str) -> Response:
    """The record as a file in the format of an ending. Raises BAD_RECORD where that cannot hold it."""
    return _file(write(f".{ext.lower()}", [record_]).data, ext)


def _file(data: bytes, ext: str) -> Response:
    ending = f".{ext.lower()}"
    headers = {"content-disposition": f'attachment; filename="tengen{ending}"'}
    return Response(data, media_type=_MEDIA.get(ending, _BINARY), headers=headers)


def is_picture_ending(ext: str) -> bool:
    """Whether pictures can be had with this ending, given without its dot."""
    return ext in _PICTURES


def picture_file(record_: Record, ext: str, width: int, language: str | None = None) -> Response:
    """The end of the record's main line as svg or png, the whole of it as a moving gif. Keep script out of it.

    Without a language it has no caption.
    """
    if language is not None and ext != "svg" and not can_write(caption_letters(language)):
        language = LANGUAGE
    say = None if language is None else caption_for(record_.ruleset, language)
    if ext == "gif":
        most = math.isqrt(_MOST_PIXELS // len(record_.line()))
        data = render_gif(frames_of(record_, PictureOptions(), numbered=0, say=say), min(width, most))
    else:
        scene = scene_of(record_, len(record_.nodes), say=say)
        data = render_svg(scene, width).encode() if ext == "svg" else render_png(scene, width)
    return Response(data, media_type=_PICTURES[ext], headers=_SANDBOX)


def formats_of(record_: Record) -> FormatsAnswer:
    """Our own format first, as the one that forgets nothing."""
    answer = FormatsAnswer(fit=[], unfit=[])
    known = {format_.endings[0]: format_ for format_ in formats() if not (format_.is_for_many or format_.is_read_only)}
    for ending, format_ in sorted(known.items()):
        try:
            format_.write([record_])
        except GameError:
            answer.unfit.append(ending.removeprefix("."))
        else:
            answer.fit.insert(0 if ending == _OWN else len(answer.fit), ending.removeprefix("."))
    return answer
