"""The calls of `/api/game`: parse, one call of the hall, answer. No rules, no storage, no error handling."""

from __future__ import annotations

from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Request, Response

from tengen.core import Point
from tengen.match import RequestKind
from tengen.protocol import (
    ActIn,
    JoinIn,
    LoadIn,
    MoveIn,
    MoveResult,
    PlayerIn,
    Refusal,
    Started,
    StartIn,
    State,
    StateAnswer,
    View,
    color_of,
)
from tengen.server.hall import CallKey, HallHere
from tengen.server.http.json_bodies import ReadRoute
from tengen.server.identity import CallerHere, set_cookie

router: Final = APIRouter(prefix="/api/game", tags=["game"], route_class=ReadRoute)

KeyHeader = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]


def _key(request: Request, idempotency_key: KeyHeader = None) -> CallKey | None:
    """The call's key, which counts for this call and its sender only."""
    if idempotency_key is None:
        return None
    address = request.client.host if request.client else "-"
    return CallKey(f"{request.url.path} {idempotency_key}", address)


Key = Annotated[CallKey | None, Depends(_key)]


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a call may refuse: what all calls have in common, and these."""
    words = {
        400: "the rules refuse it",
        401: "the token is not valid",
        403: "not your seat, or a foreign page",
        404: "no such game",
        409: "the game has moved on",
        413: "too large",
        422: "the request is not understood",
        429: "too many requests",
        503: "cannot be done now: the store or those who read files are busy",
    }
    return {status: {"model": Refusal, "description": words[status]} for status in sorted({422, 429, *statuses})}


_CREATES: Final = refusals(400, 401, 403, 413, 503)
_CHANGES: Final = refusals(400, 401, 403, 404, 409, 413, 503)
_READS: Final = refusals(404, 503)


@router.post("/start", responses=_CREATES)
async def start(
    *, body: StartIn, hall: HallHere, caller: CallerHere, request: Request, response: Response, key: Key
) -> Started:
    """Begin a game."""
    caller, started = await hall.start(body, caller, key)
    set_cookie(response, caller, request)
    return started


@router.post("/load", responses=_CREATES)
async def load(
    *, body: LoadIn, hall: HallHere, caller: CallerHere, request: Request, response: Response, key: Key
) -> Started:
    """Begin a game from a saved one, a record of any format, or a state that a client kept."""
    caller, started = await hall.load(body, caller, key)
    set_cookie(response, caller, request)
    return started


@router.post("/{game_id}/move", responses=_CHANGES)
async def move(game_id: str, body: MoveIn, hall: HallHere, caller: CallerHere, key: Key) -> MoveResult:
    """Place a stone for the side to move."""
    at = Point(body.x, body.y)
    return MoveResult(state=await hall.move(game_id, caller, at, ply=body.ply, revision=body.revision, key=key))


@router.post("/{game_id}/undo", responses=_CHANGES)
async def undo(game_id: str, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Take the last move back, or ask for it, or agree to it."""
    return StateAnswer(state=await hall.ask(game_id, caller, RequestKind.TAKEBACK, key))


@router.post("/{game_id}/redo", responses=_CHANGES)
async def redo(game_id: str, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Play what was taken back again, or ask for it, or agree to it."""
    return StateAnswer(state=await hall.ask(game_id, caller, RequestKind.REDO, key))


@router.post("/{game_id}/restart", responses=_CHANGES)
async def restart(game_id: str, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Begin the same game again, or ask for it, or agree to it."""
    return StateAnswer(state=await hall.ask(game_id, caller, RequestKind.RESTART, key))


@router.post("/{game_id}/pass", responses=_CHANGES)
async def pass_(game_id: str, body: PlayerIn, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Leave the turn to the other side."""
    return StateAnswer(state=await hall.act(game_id, caller, color_of(body.player), "pass", key=key))


@router.post("/{game_id}/resign", responses=_CHANGES)
async def resign(game_id: str, body: PlayerIn, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Give the game up."""
    return StateAnswer(state=await hall.act(game_id, caller, color_of(body.player), "resign", key=key))


@router.post("/{game_id}/join", responses=_CHANGES)
async def join(
    *,
    game_id: str,
    body: JoinIn,
    hall: HallHere,
    caller: CallerHere,
    request: Request,
    response: Response,
    key: Key,
) -> StateAnswer:
    """Take an open seat with the token of the invitation."""
    caller, joined = await hall.join(game_id, caller, body, key)
    set_cookie(response, caller, request)
    return StateAnswer(state=joined)


@router.post("/{game_id}/act", responses=_CHANGES)
async def act(game_id: str, body: ActIn, hall: HallHere, caller: CallerHere, key: Key) -> StateAnswer:
    """Do or ask anything that a seat can."""
    points = [Point(point.x, point.y) for point in body.points or ()]
    state = await hall.act(
        game_id,
        caller,
        color_of(body.player),
        body.type,
        points=points,
        choice=body.choice,
        revision=body.revision,
        key=key,
    )
    return StateAnswer(state=state)


@router.get("/{game_id}/view", response_model=View, responses=refusals(401, 404, 503))
async def view(game_id: str, hall: HallHere, caller: CallerHere) -> Response:
    """The match as the caller sees it, with all that a page shows around the state; also under its `watchId`."""
    seen = await hall.view(game_id, caller)
    # Written here: the framework would check every point of it once more.
    return Response(seen.model_dump_json(by_alias=True), media_type="application/json")


@router.get("/{game_id}/state", responses=_READS)
async def state(game_id: str, hall: HallHere) -> State:
    """The match as it stands; also under its `watchId`."""
    return await hall.state(game_id)
