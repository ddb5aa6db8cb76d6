"""What a call may cost is declared beside its route, and found before the route is asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute

from tengen.server import Settings, create_app
from tengen.server.http import BodyKind, CallTable, call_rules
from tengen.server.http.call_rules import DEFAULT_RULES, CallRules
from tengen.server.routes import routers

SERVER_PAGE = Path(__file__).parents[2] / "docs" / "server.md"


def called(method: str, path: str) -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path}


def example() -> CallTable:
    router = APIRouter(prefix="/api/game")

    @router.post("/{game_id}/move")
    @call_rules(is_quick=True)
    async def move(game_id: str) -> None: ...

    @router.post("/load")
    @call_rules(is_start=True, body=BodyKind.UPLOAD)
    async def load() -> None: ...

    @router.get("/{game_id}/state")
    async def state(game_id: str) -> None: ...

    return CallTable(router.routes)


@pytest.mark.parametrize(
    ("method", "path", "rules", "game_id"),
    [
        ("POST", "/api/game/abc/move", CallRules(is_quick=True), "abc"),
        ("POST", "/api/game/load", CallRules(is_start=True, body=BodyKind.UPLOAD), None),
        ("GET", "/api/game/load", DEFAULT_RULES, None),
        ("GET", "/api/game/abc/state", DEFAULT_RULES, None),
        ("POST", "/api/game/abc/move/more", DEFAULT_RULES, None),
        ("POST", "/nowhere", DEFAULT_RULES, None),
    ],
)
def test_a_call_has_the_limits_that_its_route_declares(
    method: str, path: str, rules: CallRules, game_id: str | None
) -> None:
    assert example().find(called(method, path)) == (rules, game_id)


def declared() -> list[tuple[APIRoute, CallRules]]:
    routes = [route for router in routers() for route in router.routes if isinstance(route, APIRoute)]
    table = CallTable(routes)
    return [(route, table.find(called(min(route.methods or ()), route.path))[0]) for route in routes]


def test_every_call_that_brings_a_file_may_bring_one() -> None:
    """A route that reads the body itself, or a save, says so; no other may be sent as much."""
    large = {route.path for route, rules in declared() if rules.body is not BodyKind.SHORT}
    files = {route.path for route, _ in declared() if route.openapi_extra and "requestBody" in route.openapi_extra}
    assert large == files | {"/api/game/load", "/api/analysis/position"}


def test_calls_that_make_something_for_good_count_as_starts() -> None:
    starts = {route.path for route, rules in declared() if rules.is_start}
    games, auth, admin = "/api/game", "/api/auth", "/api/admin"
    made = {f"{games}/start", f"{games}/load", f"{auth}/guest", f"{auth}/register", f"{auth}/tokens"}
    made |= {"/api/saves", "/api/saves/{save_id}/open"}
    challenges = "/api/lobby/challenges"
    made |= {"/api/lobby/enter", challenges, f"{challenges}/{{challenge_id}}/accept", "/api/reports"}
    made.add("/api/reports")
    assert starts == made | {f"{admin}/invites", f"{admin}/users/{{name}}/reset"}


def test_every_call_that_brings_a_password_or_a_code_is_limited_by_itself(tmp_path: Path) -> None:
    described = create_app(Settings(data_dir=tmp_path)).openapi()
    schemas = described["components"]["schemas"]

    def fields(schema: dict[str, Any]) -> set[str]:
        found = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
        return set(found.get("properties", ())).union(*map(fields, found.get("oneOf", found.get("anyOf", ()))))

    secret = {
        path
        for path, item in described["paths"].items()
        for call in item.values()
        for content in call.get("requestBody", {}).get("content", {}).values()
        if fields(content["schema"]) & {"password", "current", "code", "recoveryCode"}
    }
    assert secret == {route.path for route, rules in declared() if rules.has_secret}
    assert len(secret) == 10


def test_the_page_on_the_server_names_the_calls_that_are_quick() -> None:
    row = next(line for line in SERVER_PAGE.read_text(encoding="utf-8").splitlines() if "| `game_rate` |" in line)
    told = re.findall(r"\(`([a-z ]+)`\)", row)[0].split()
    quick = [route.path.rpartition("/")[2] for route, rules in declared() if rules.is_quick]
    assert sorted(quick) == sorted(told)
    assert all("{game_id}" in route.path for route, rules in declared() if rules.is_quick)
