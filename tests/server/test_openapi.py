"""The API's own description: complete, and true under generated calls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok

from tengen.server import Settings, create_app
from tests.server.people import Person, new_name
from tests.server.process import ServerProcess, Web

METHODS = {"get", "post", "put", "delete", "patch"}


@pytest.fixture(scope="session")
def description(server: ServerProcess) -> dict[str, Any]:
    web = Web(server)
    found: dict[str, Any] = web.get("/openapi.json").json()
    web.close()
    return found


def test_every_call_of_the_design_is_described(description: dict[str, Any]) -> None:
    calls = {f"{method.upper()} {path}" for path, item in description["paths"].items() for method in item}
    game = "/api/game/{game_id}"
    posts = ("move", "undo", "redo", "restart", "pass", "resign", "join", "act")
    assert calls >= {
        "POST /api/game/start",
        "POST /api/game/load",
        *(f"POST {game}/{call}" for call in posts),
        f"GET {game}/state",
        f"GET {game}/record.{{ext}}",
        f"GET {game}/formats",
        f"GET {game}/picture.{{ext}}",
        "GET /api/kinds",
        "GET /healthz",
    }


def test_every_answer_is_described(description: dict[str, Any]) -> None:
    for path, item in description["paths"].items():
        for method, call in item.items():
            statuses = set(call["responses"])
            assert {"200", "422", "429"} <= statuses, (method, path)
            if method == "post":
                assert {"403", "413"} <= statuses, (method, path)
            if "{game_id}" in path:
                assert "404" in statuses, (method, path)
            for status, answer in call["responses"].items():
                assert answer["description"]
                if status != "200":
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Refusal"}, (method, path, status)


def test_every_body_refuses_unknown_fields(description: dict[str, Any]) -> None:
    schemas = description["components"]["schemas"]
    bodies = [name for name in schemas if name.endswith("In") or name == "GameConfig"]
    assert bodies
    for name in bodies:
        assert schemas[name].get("additionalProperties") is False, name


CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {
            # A body may be well formed and still ask for what the rules do not have.
            "positive_data_acceptance": {"expected-statuses": ["2xx", 400, 401, 403, 404, 409, 413, 422]},
            # Too many points may be too many bytes.
            "negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 405, 409, 413, 415, 422, 429]},
        }
    }
)
SCHEMA = schemathesis.openapi.from_dict(create_app(Settings(data_dir=Path("unused"))).openapi(), config=CONFIG)
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)}


def can_be_wrong(operation: str) -> bool:
    """Whether a call has anything but an address: a text in an address may be anything."""
    raw = OPERATIONS[operation].definition.raw
    return "requestBody" in raw or any(parameter["in"] != "path" for parameter in raw.get("parameters", ()))


CASES = [
    (operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode is GenerationMode.POSITIVE or can_be_wrong(operation)
]


ABOUT_MEMBERS = re.compile(r"/api/(auth|admin|moderation|relations|reports|notices)\b|/chat$")
OF_MEMBERS = [(operation, mode) for operation, mode in CASES if ABOUT_MEMBERS.search(operation)]


def try_calls(
    web: Web, operation: str, mode: GenerationMode, count: int, headers: Callable[[], dict[str, str]] = dict
) -> Counter[str]:
    """Make this many generated calls; every answer is checked against the description. How often each code came."""
    game = web.start("GO", 9)
    seen: Counter[str] = Counter()

    @settings(max_examples=count, deadline=None, suppress_health_check=list(HealthCheck))
    @given(case=OPERATIONS[operation].as_strategy(generation_mode=mode))
    def try_one(case: schemathesis.Case[Any]) -> None:
        if mode is GenerationMode.POSITIVE and "game_id" in case.path_parameters:
            case.path_parameters["game_id"] = game.id
        response = case.call_and_validate(base_url=web.server.address, headers=headers())
        is_refusal = response.status_code != 200
        seen[response.json()["code"] if is_refusal else "OK"] += 1

    try_one()
    return seen


@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_generated_calls_are_answered_as_described(web: Web, operation: str, mode: GenerationMode) -> None:
    try_calls(web, operation, mode, 4 if (operation, mode) in OF_MEMBERS else 15)


class Members:
    """Who makes calls about accounts: an administrator, or somebody with an account, a new one where it was closed."""

    def __init__(self, keeper: Person, operation: str) -> None:
        self._keeper = keeper
        self._is_for_keeper = "/api/admin/" in operation or "/api/moderation/" in operation
        self.person = Person(keeper.server).register()

    def headers(self) -> dict[str, str]:
        person = self._keeper if self._is_for_keeper else self.person
        if person.me["name"] is None:
            self.person.name = new_name()
            self.person.register()
        return {"cookie": person.cookie}

    def close(self) -> None:
        self._keeper.post("/api/admin/registration", {"mode": "open"})
        self.person.close()


def try_calls_of_members(keeper: Person, operation: str, mode: GenerationMode, count: int) -> None:
    members = Members(keeper, operation)
    web = Web(keeper.server)
    try:
        seen = try_calls(web, operation, mode, count, members.headers)
    finally:
        members.close()
        web.close()
    assert set(seen) - {"NOT_LOGGED_IN", "NOT_ALLOWED", "BAD_SCOPE", "BAD_TOKEN"}, "some are heard"


@pytest.mark.parametrize(("operation", "mode"), OF_MEMBERS)
def test_generated_calls_of_members_are_answered_as_described(
    keeper: Person, operation: str, mode: GenerationMode
) -> None:
    try_calls_of_members(keeper, operation, mode, 4)


@pytest.mark.long
@pytest.mark.parametrize(("operation", "mode"), OF_MEMBERS)
def test_many_generated_calls_of_members_are_answered_as_described(
    keeper: Person, operation: str, mode: GenerationMode
) -> None:
    try_calls_of_members(keeper, operation, mode, 200)


@pytest.mark.long
@pytest.mark.parametrize(("operation", "mode"), CASES)
def test_many_generated_calls_are_answered_as_described(web: Web, operation: str, mode: GenerationMode) -> None:
    try_calls(web, operation, mode, 300)
