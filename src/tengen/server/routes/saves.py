"""Saves of accounts: a game is put aside under a name, and becomes a live game of the same people again."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from starlette.responses import Response

from tengen.protocol import RenameSaveIn, SaveDeleted, SaveIn, SaveOut, SavesAnswer, Started
from tengen.server.http import ReadRoute, call_rules
from tengen.server.identity import CallerHere, ReaderHere, VisitorHere, present_accounts
from tengen.server.routes.dependencies import ClientHere, GamesHere, SaveSlotsHere
from tengen.server.routes.game import Key, started_answer
from tengen.server.routes.media import json_answer, record_answer
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/saves", tags=["save"], route_class=ReadRoute)

_READS: Final = refusals(401, 403, 404, 413, 503)
_CHANGES: Final = refusals(400, 401, 403, 404, 409, 413, 503)


@router.get("", response_model=SavesAnswer, responses=refusals(401, 403, 503))
async def list_saves(slots: SaveSlotsHere, caller: ReaderHere) -> Response:
    """All saves of the people at the caller's screen."""
    found = await slots.listed(present_accounts(caller))
    # Written here: the framework would check every point of every board once more.
    return json_answer(SavesAnswer.model_construct(saves=found).model_dump_json(by_alias=True).encode())


@router.post("", response_model=SaveOut, responses=_CHANGES)
@call_rules(is_start=True)
async def save_game(body: SaveIn, slots: SaveSlotsHere, caller: CallerHere, client: ClientHere) -> SaveOut:
    """Save a game as it stands. A name that is taken is refused unless it may be overwritten."""
    return await slots.save(body.game_id, body.name, present_accounts(caller), client, overwrite=body.overwrite)


@router.post("/{save_id}/open", responses=_CHANGES)
@call_rules(is_start=True)
async def open_save(
    *,
    save_id: str,
    games: GamesHere,
    slots: SaveSlotsHere,
    caller: CallerHere,
    visitor: VisitorHere,
    client: ClientHere,
    key: Key,
) -> Started:
    """Go on with a saved game, if the accounts that had its seats are at this screen in their order."""
    game = await slots.open(save_id, present_accounts(caller), client)
    return started_answer(await games.load(game, visitor, key, creator=client), games)


@router.post("/{save_id}/rename", responses=_CHANGES)
async def rename_save(save_id: str, body: RenameSaveIn, slots: SaveSlotsHere, caller: CallerHere) -> SaveOut:
    """Call a save something else."""
    return await slots.rename(save_id, body.name, present_accounts(caller))


@router.delete("/{save_id}", responses=refusals(401, 403, 404, 503))
async def delete_save(save_id: str, slots: SaveSlotsHere, caller: CallerHere) -> SaveDeleted:
    """Delete a save."""
    await slots.delete(save_id, present_accounts(caller))
    return SaveDeleted(id=save_id)


@router.get(
    "/{save_id}/file",
    response_class=Response,
    responses={200: {"content": {"application/json": {}}}, **_READS},
)
async def save_file(save_id: str, slots: SaveSlotsHere, caller: ReaderHere, client: ClientHere) -> Response:
    """A save as a file, signed where it names accounts."""
    return record_answer(await slots.file(save_id, present_accounts(caller), client), "json")
