"""A match as a file: its record in every format, its board as a picture, all of it to step through."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from tengen.protocol import LANGUAGE, FormatsAnswer, Replay, ServerCode
from tengen.server.files import is_picture_ending, is_record_ending
from tengen.server.http import refusal
from tengen.server.match_log import log_save
from tengen.server.routes.dependencies import ClientHere, FilesHere, GamesHere, SaveSlotsHere
from tengen.server.routes.media import (
    PICTURE_MEDIA,
    RECORD_MEDIA,
    Width,
    json_answer,
    picture_answer,
    record_answer,
)
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/game", tags=["file"])

WithCaption = Annotated[bool, Query(description="how the game stands, below the board")]
Lang = Annotated[Literal["en", "zh"], Query(description="the language of the caption")]


@router.get(
    "/{game_id}/record.{ext}",
    response_class=Response,
    responses={200: {"content": RECORD_MEDIA}, **refusals(400, 404, 503)},
)
async def record(
    game_id: str, ext: str, games: GamesHere, files: FilesHere, *, slots: SaveSlotsHere, client: ClientHere
) -> Response:
    """The record in the format of this ending: json, sgf and whatever else can hold the game.

    The json of a game in which accounts have seats is signed, so that they can go on with it from the file.
    """
    if not is_record_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    match = await games.snapshot(game_id)
    is_save = ext.lower() == "json" and not match.is_pass_and_play
    data = await slots.record(match, client) if is_save else await files.written(match, ext, client)
    log_save(match, f".{ext.lower()}")
    return record_answer(data, ext)


@router.get("/{game_id}/formats", response_model=FormatsAnswer, responses=refusals(404, 503))
async def record_formats(game_id: str, games: GamesHere, files: FilesHere, client: ClientHere) -> Response:
    """In which formats `record.{ext}` can be had now; found out by trying."""
    return json_answer(await files.formats(await games.snapshot(game_id), client))


@router.get(
    "/{game_id}/picture.{ext}",
    response_class=Response,
    responses={200: {"content": PICTURE_MEDIA}, **refusals(404, 503)},
)
async def picture(
    game_id: str,
    ext: str,
    games: GamesHere,
    files: FilesHere,
    client: ClientHere,
    *,
    width: Width = 480,
    caption: WithCaption = False,
    lang: Lang = LANGUAGE,
) -> Response:
    """The board as it stands as svg or png; the whole game as a moving gif.

    With a caption, the lines below the board say whose turn it is or how the game ended, and count prisoners or
    points. A server without a font for the language writes them in English in png and gif.
    """
    if not is_picture_ending(ext):
        return refusal(ServerCode.NO_SUCH_PAGE)
    match = await games.snapshot(game_id)
    return picture_answer(await files.picture(match, ext, width, lang if caption else None, client), ext)


@router.get("/{game_id}/replay", response_model=Replay, responses=refusals(404, 503))
async def replay(game_id: str, games: GamesHere, files: FilesHere, client: ClientHere) -> Response:
    """A match to step through; also under its `watchId`."""
    return json_answer(await files.replay(await games.snapshot(game_id), client))
