"""What is not about one match: the games there are, health, numbers, the API's own description."""

from __future__ import annotations

from functools import cache
from typing import Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tengen import __version__
from tengen.core import GameKind
from tengen.core import kinds as known_kinds
from tengen.protocol import (
    Health,
    KindsAnswer,
    NetworkAnswer,
    RulesPage,
    ServerCode,
    describe_kinds,
    frames_schema,
    rules_page_of,
    say,
)
from tengen.server.http import CachedAnswer, is_local, is_own_screen, refusal
from tengen.server.network import reached_at
from tengen.server.routes.dependencies import HealthHere, MetricsHere, SettingsHere
from tengen.server.routes.pages import api_page
from tengen.server.routes.responses import refusals

router: Final = APIRouter()


@cache
def _kinds() -> CachedAnswer:
    return CachedAnswer.of(describe_kinds().model_dump_json(by_alias=True).encode(), "application/json")


@router.get("/api/kinds", tags=["kinds"], response_model=KindsAnswer, responses=refusals())
async def kinds(request: Request) -> Response:
    """Every game with its options, boards, players and words."""
    return _kinds().answer(request)


@cache
def _rules(kind: GameKind) -> CachedAnswer | None:
    page = rules_page_of(kind)
    return CachedAnswer.of(page.model_dump_json(by_alias=True).encode(), "application/json") if page else None


@router.get("/api/kinds/{name}/rules", tags=["kinds"], response_model=RulesPage, responses=refusals(404))
async def rules(name: str, request: Request) -> Response:
    """The rules of a game on a short page, with pictures, in every language."""
    kind = next((kind for kind in known_kinds() if kind.name == name.lower()), None)
    page = _rules(kind) if kind else None
    return page.answer(request) if page else refusal(ServerCode.NO_SUCH_PAGE)


@router.get("/api/network", tags=["system"], response_model=NetworkAnswer, responses=refusals(404))
async def network(request: Request, settings: SettingsHere) -> Response | NetworkAnswer:
    """Where others reach this server, for whoever sits at its machine; nothing of it for strangers."""
    if not is_own_screen(request):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return reached_at(settings)


@router.get("/healthz", tags=["system"], response_model=Health, responses=refusals(503))
async def health(store: HealthHere) -> Health | Response:
    """Whether the server runs and can store what is played, as of a few seconds ago; 503 says what is wrong."""
    trouble = await store.trouble()
    return Health(version=__version__) if trouble is None else refusal(ServerCode.TRY_AGAIN, say(f"health.{trouble}"))


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, settings: SettingsHere, counted: MetricsHere) -> Response:
    """Numbers for Prometheus; for this machine only unless opened."""
    if not (settings.open_metrics or is_local(request)):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return Response(counted.page(), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/docs", include_in_schema=False)
async def docs(request: Request, settings: SettingsHere) -> Response:
    """The API for people to read; for this machine only unless opened."""
    if not (settings.open_docs or is_local(request)):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return HTMLResponse(api_page(request.app.openapi()))


@router.get("/openapi.json", include_in_schema=False)
async def openapi(request: Request, settings: SettingsHere) -> Response:
    """The API for programs to read; for this machine only unless opened."""
    if not (settings.open_docs or is_local(request)):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return JSONResponse(request.app.openapi())


@router.get("/frames.schema.json", include_in_schema=False)
async def frames(request: Request, settings: SettingsHere) -> Response:
    """The frames of a match's socket for programs to read; where the API's description is."""
    if not (settings.open_docs or is_local(request)):
        return refusal(ServerCode.NO_SUCH_PAGE)
    return JSONResponse(frames_schema())
