"""The calls of `/api/game`: from bodies to values, one use case, from values to answers. No rules, no storage."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import APIRouter, Depends, Header, Request, Response

from tengen.core import Point
from tengen.match import Match, RequestKind
from tengen.match.service import Begun, Games, IdempotencyKey, watch_id_of
from tengen.protocol import (
    ActIn,
    CountedAnswer,
    JoinIn,
    LoadIn,
    MoveIn,
    MoveResult,
    PlayerIn,
    Started,
    StartIn,
    State,
    StateAnswer,
    Surroundings,
    View,
    Viewer,
    color_of,
    command_of,
    counted_of,
    state_of,
    view_of,
)
from tengen.server.file_owners import owned_game
from tengen.server.http import BodyKind, ReadRoute, call_rules
from tengen.server.identity import PlayerHere, ReaderHere, VisitorHere, present_accounts
from tengen.server.routes.dependencies import ClientHere, DirectoryHere, FilesHere, GamesHere, ResultsHere, SignerHere
from tengen.server.routes.responses import refusals

router: Final = APIRouter(prefix="/api/game", tags=["game"], route_class=ReadRoute)

KeyHeader = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]


async def _key(request: Request, idempotency_key: KeyHeader = None) -> IdempotencyKey | None:
    """The call's key, which counts for this call and its sender only."""
    if idempotency_key is None:
        return None
    address = request.client.host if request.client else "-"
    return IdempotencyKey(f"{request.url.path} {idempotency_key}", address)


Key = Annotated[IdempotencyKey | None, Depends(_key)]

_CREATES: Final = refusals(400, 401, 403, 409, 413, 503)
_CHANGES: Final = refusals(400, 401, 403, 404, 409, 413, 503)
_READS: Final = refusals(404, 503)


@router.post("/start", responses=_CREATES)
@call_rules(is_start=True)
async def start(
    *,
    body: StartIn,
    games: GamesHere,
    client: ClientHere,
    visitor: VisitorHere,
    response: Response,
    key: Key,
) -> Started:
    """Begin a game."""
    begun = await games.start(body.new_game(), visitor, key, creator=client)
    visitor.let_in(response)
    return started_answer(begun, games)


@router.post("/load", responses=_CREATES)
@call_rules(is_start=True, body=BodyKind.UPLOAD)
async def load(
    *,
    body: LoadIn,
    games: GamesHere,
    files: FilesHere,
    signer: SignerHere,
    client: ClientHere,
    visitor: VisitorHere,
    request: Request,
    response: Response,
    key: Key,
) -> Started:
    """Begin a game from a saved one, a record of any format, or a state that a client kept.

    A save that names accounts becomes their game again, if this server signed it and they are at the caller's screen
    in their order; with `seats` others play on, whoever it names.
    """
    loaded = await files.loaded(body, await request.body(), client)
    game = owned_game(loaded, signer, present_accounts(visitor.caller))
    begun = await games.load(game, visitor, key, creator=client)
    visitor.let_in(response)
    return started_answer(begun, games)


@router.post("/{game_id}/move", responses=_CHANGES)
@call_rules(is_quick=True)
async def move(game_id: str, body: MoveIn, games: GamesHere, caller: PlayerHere, key: Key) -> MoveResult:
    """Place a stone for the side to move."""
    at = Point(body.x, body.y)
    match = await games.move(game_id, at, owners=caller.owners, ply=body.ply, revision=body.revision, key=key)
    return MoveResult(state=_state(match, games))


@router.post("/{game_id}/undo", responses=_CHANGES)
@call_rules(is_quick=True)
async def undo(game_id: str, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Take the last move back, or ask for it, or agree to it."""
    return _answer(await games.ask(game_id, RequestKind.TAKEBACK, owners=caller.owners, key=key), games)


@router.post("/{game_id}/redo", responses=_CHANGES)
@call_rules(is_quick=True)
async def redo(game_id: str, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Play what was taken back again, or ask for it, or agree to it."""
    return _answer(await games.ask(game_id, RequestKind.REDO, owners=caller.owners, key=key), games)


@router.post("/{game_id}/restart", responses=_CHANGES)
@call_rules(is_quick=True)
async def restart(game_id: str, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Begin the same game again, or ask for it, or agree to it."""
    return _answer(await games.ask(game_id, RequestKind.RESTART, owners=caller.owners, key=key), games)


@router.post("/{game_id}/pass", responses=_CHANGES)
@call_rules(is_quick=True)
async def pass_(game_id: str, body: PlayerIn, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Leave the turn to the other side."""
    command = command_of(color_of(body.player), "pass")
    return _answer(await games.act(game_id, command, owners=caller.owners, key=key), games)


@router.post("/{game_id}/resign", responses=_CHANGES)
@call_rules(is_quick=True)
async def resign(game_id: str, body: PlayerIn, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Give the game up."""
    command = command_of(color_of(body.player), "resign")
    return _answer(await games.act(game_id, command, owners=caller.owners, key=key), games)


@router.post("/{game_id}/join", responses=_CHANGES)
async def join(
    *,
    game_id: str,
    body: JoinIn,
    games: GamesHere,
    visitor: VisitorHere,
    response: Response,
    key: Key,
) -> StateAnswer:
    """Take an open seat with the token of the invitation."""
    color = color_of(body.seat)
    match = await games.join(game_id, color, invite=body.invite, name=body.name, visitor=visitor, key=key)
    visitor.let_in(response)
    return _answer(match, games)


@router.post("/{game_id}/act", responses=_CHANGES)
@call_rules(is_quick=True)
async def act(game_id: str, body: ActIn, games: GamesHere, caller: PlayerHere, key: Key) -> StateAnswer:
    """Do or ask anything that a seat can."""
    points = [Point(point.x, point.y) for point in body.points or ()]
    command = command_of(color_of(body.player), body.type, points, body.choice)
    return _answer(await games.act(game_id, command, owners=caller.owners, revision=body.revision, key=key), games)


@router.get("/{game_id}/view", response_model=View, responses=refusals(401, 403, 404, 503))
@call_rules(is_quick=True)
async def view(game_id: str, games: GamesHere, caller: ReaderHere, directory: DirectoryHere) -> Response:
    """The match as the caller sees it, with all that a page shows around the state; also under its `watchId`."""
    seen = await games.perspective(game_id, caller.owners)
    viewer = Viewer(game_id, caller.owners, seen.is_watching, seen.invite)
    avatars = await directory.avatars(seen.match)
    found = view_of(
        seen.match, viewer, Surroundings(games.now(), seen.attendance, seen.proposed, avatars, seen.estimate)
    )
    # Written here: the framework would check every point of it once more.
    return Response(found.model_dump_json(by_alias=True), media_type="application/json")


@router.get("/{game_id}/result", responses=_READS)
async def result(game_id: str, games: GamesHere, results: ResultsHere) -> CountedAnswer:
    """What the game counted for at its first end: in statistics, for ratings, or why not; also under its `watchId`."""
    match_id, _ = await games.resolve(game_id)
    return counted_of(await results.counted(match_id))


@router.get("/{game_id}/state", responses=_READS)
@call_rules(is_quick=True)
async def state(game_id: str, games: GamesHere) -> State:
    """The match as it stands; also under its `watchId`."""
    return state_of(await games.snapshot(game_id), game_id, games.now())


def started_answer(begun: Begun, games: Games) -> Started:
    """The answer to whoever began a match."""
    match_id = begun.match.match_id
    shown = _state(begun.match, games)
    return Started(game_id=match_id, watch_id=watch_id_of(match_id), state=shown, invite=begun.invite)


def _answer(match: Match, games: Games) -> StateAnswer:
    return StateAnswer(state=_state(match, games))


def _state(match: Match, games: Games) -> State:
    return state_of(match, match.match_id, games.now())
