"""T40: calls in a row, each with what the one before it answered, and every answer checked against the description.

The API describes its calls one by one. How one leads to the next is said here, as the `links` that OpenAPI knows.
"""

from __future__ import annotations

import secrets
from collections import Counter
from pathlib import Path
from typing import Any, Final

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.core.transport import Response

from tengen.server import Settings, create_app
from tests.server.process import ServerProcess

GAME: Final = "/api/game/{game_id}/"
BEGINNINGS: Final = ("/api/game/start", "/api/game/load")
KINDS: Final = ("GO", "GOMOKU", "OTHELLO", "PEACE")

BODIES: Final[dict[str, dict[str, str]]] = {
    "move": {"x": "legalMoves/0/x", "y": "legalMoves/0/y"},
    "pass": {"player": "currentPlayer"},
    "resign": {"player": "currentPlayer"},
}
"""What the body of a call takes from the state that was answered before it."""

ENDINGS: Final = {"record.{ext}": "json", "picture.{ext}": "svg"}


def description_with_links() -> dict[str, Any]:
    """The description of the calls of games, with links; bodies of `start` are possible more often than not."""
    raw: dict[str, Any] = create_app(Settings(data_dir=Path("unused"))).openapi()
    raw["paths"] = {path: item for path, item in raw["paths"].items() if path.startswith("/api/game/")}
    calls = {path: (method, call) for path, item in raw["paths"].items() for method, call in item.items()}
    ids = {path.removeprefix(GAME): call["operationId"] for path, (_, call) in calls.items() if path.startswith(GAME)}
    for path, (method, call) in calls.items():
        if path in BEGINNINGS:
            watched = {name: _link(ids[name], "watchId", name) for name in ("state", "move", *ENDINGS)}
            links = {**_links(ids, "gameId"), **{f"{name} by watchId": link for name, link in watched.items()}}
            call["responses"]["200"]["links"] = links
        elif path.startswith(GAME) and method == "post":
            call["responses"]["200"]["links"] = _links(ids, "state/gameId")
    schemas = raw["components"]["schemas"]
    start = schemas["StartIn"]["properties"]
    schemas["StartIn"]["properties"] = {"gameType": {"enum": list(KINDS)}, "seat": start["seat"], "name": start["name"]}
    return raw


def _links(ids: dict[str, str], source: str) -> dict[str, Any]:
    return {name: _link(ids[name], source, name) for name in ids}


def _link(operation_id: str, source: str, name: str) -> dict[str, Any]:
    """Go on with the game that was answered."""
    parameters = {"game_id": f"$response.body#/{source}", **({"ext": ENDINGS[name]} if name in ENDINGS else {})}
    link: dict[str, Any] = {"operationId": operation_id, "parameters": parameters}
    if name in BODIES:
        link["requestBody"] = {field: f"$response.body#/state/{at}" for field, at in BODIES[name].items()}
    return link


CONFIG: Final = schemathesis.Config.from_dict(
    {
        "generation": {"mode": "positive"},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ["2xx", 400, 401, 403, 404, 409, 413, 422]},
            "negative_data_rejection": {"expected-statuses": [400, 401, 403, 404, 405, 409, 413, 415, 422, 429]},
        },
    }
)
CallsInARow: Any = schemathesis.openapi.from_dict(description_with_links(), config=CONFIG).as_state_machine()


def try_courses(server: ServerProcess, *, courses: int, steps: int) -> Counter[tuple[str, int]]:
    """Make this many courses of calls; how often each call was answered with each status."""
    seen: Counter[tuple[str, int]] = Counter()

    class Course(CallsInARow):  # type: ignore[misc]  # made from the description
        """One person with a browser, so that seats that were taken are owned."""

        def setup(self) -> None:
            self.session = requests.Session()
            self.numbers: dict[str, int] = {}
            self.name = secrets.token_hex(8)

        def teardown(self) -> None:
            self.session.close()

        def get_call_kwargs(self, case: schemathesis.Case[Any]) -> dict[str, Any]:
            del case
            return {"base_url": server.address, "session": self.session}

        def before_call(self, case: schemathesis.Case[Any]) -> None:
            """A key of an earlier course would bring an earlier game back."""
            if "Idempotency-Key" in case.headers:
                case.headers["Idempotency-Key"] = f"{self.name} {case.headers['Idempotency-Key']}"[:200]

        def after_call(self, response: Response, case: schemathesis.Case[Any]) -> None:
            super().after_call(response, case)
            seen[case.operation.label, response.status_code] += 1
            is_json = response.headers.get("content-type", [""])[0] == "application/json"
            state = response.json().get("state") if is_json else None
            if response.status_code == 200 and state and "Idempotency-Key" not in case.headers:
                number = state["eventNumber"]
                assert number >= self.numbers.get(state["gameId"], 0), "a game goes on, never back"
                self.numbers[state["gameId"]] = number

    Course.run(
        settings=settings(
            max_examples=courses,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate],
        )
    )
    return seen


def test_games_that_are_begun_can_be_gone_on_with_as_described(server: ServerProcess) -> None:
    seen = try_courses(server, courses=20, steps=12)
    went_on = {call for call, status in seen if status == 200 and GAME in call}
    assert len(went_on) >= 6, seen


@pytest.mark.long
def test_long_courses_of_calls_are_answered_as_described(server: ServerProcess) -> None:
    seen = try_courses(server, courses=200, steps=30)
    went_on = {call for call, status in seen if status == 200 and GAME in call}
    assert len(went_on) >= 10, seen
