"""Bodies that are not understood: the answer names the field and what is wanted, in our own words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core._pydantic_core import list_all_errors

from tengen.protocol import LoadIn, mistake_in
from tengen.protocol.base import MOST_FIELDS
from tests.server.people import Person, new_name
from tests.server.process import Web
from tests.server.test_rest import refused

Json = Any
WRONG: tuple[Json, ...] = (None, True, 5, 5.5, -(10**12), "", "x" * 250, [], [5], {}, {"": 5})
EMPTY = {"grid": [[None] * 9] * 9, "currentPlayer": "BLACK"}
GO = {"gameType": "GO"}

PHRASES = sorted(
    {
        phrase.strip()
        for error in list_all_errors()
        for template in (error["message_template_python"], error.get("message_template_json", ""))
        for phrase in re.split(r"\{[^}]*\}", str(template))
        if len(phrase.strip()) > 8
    }
    | {
        "Input should",
        "pydantic",
        "errors.",
        "[type=",
        "_type",
        "dict[",
        "list[",
        "[key]",
        "In.",
        "saved game",
        "kept state",
    }
)
"""What pydantic says, or calls things."""


class Described:
    """The API's own description: for every body one that fits, and all that differ from it in one place."""

    def __init__(self, web: Web) -> None:
        found = web.get("/openapi.json").json()
        self._schemas = found["components"]["schemas"]
        posts = {path: item["post"] for path, item in found["paths"].items() if "post" in item}
        self.bodies: dict[str, Json] = {
            path: call["requestBody"]["content"]["application/json"]["schema"]
            for path, call in posts.items()
            if "application/json" in call.get("requestBody", {}).get("content", {})
        }

    def wrongs(self, schema: Json) -> Iterator[tuple[str, Json]]:
        """Bodies with one wrong value in them, and the name of the field that has it."""
        for branch in self._branches(schema):
            if "properties" in branch:
                yield from self._wrong_fields(branch)
            elif "items" in branch:
                yield from ((name, [wrong]) for name, wrong in self.wrongs(branch["items"]))

    def _wrong_fields(self, schema: Json) -> Iterator[tuple[str, Json]]:
        good = self._example(schema)
        yield "nonsense", {**good, "nonsense": 1}
        for name, field in schema["properties"].items():
            if name in schema.get("required", ()):
                yield name, {other: value for other, value in good.items() if other != name}
            yield from ((name, {**good, name: wrong}) for wrong in WRONG)
            yield from ((inner, {**good, name: wrong}) for inner, wrong in self.wrongs(field))

    def _branches(self, schema: Json) -> list[Json]:
        if "$ref" in schema:
            return self._branches(self._schemas[schema["$ref"].rpartition("/")[2]])
        several = schema.get("anyOf") or schema.get("oneOf")
        return [branch for one in several for branch in self._branches(one)] if several else [schema]

    def _example(self, schema: Json) -> Json:
        one = self._branches(schema)[0]
        if "properties" in one:
            return {name: self._example(one["properties"][name]) for name in one.get("required", ())}
        if "const" in one or "enum" in one:
            return one.get("const", one.get("enum", [None])[0])
        if "items" in one:
            return [self._example(one["items"])]
        return {"string": "GO", "integer": 1, "number": 1, "boolean": True, "object": {}}.get(one.get("type", ""))


OFFICE: Final = ("/api/admin", "/api/moderation")
OWN: Final = ("/api/auth", "/api/relations", "/api/reports", "/api/notices", "/api/lobby")
"""Where calls are for those who keep order, and where for those who have an account."""


def test_no_field_of_any_body_is_refused_in_words_of_pydantic(
    web: Web, keeper: Person, request: pytest.FixtureRequest
) -> None:
    described = Described(web)
    game, member = web.start("GO", 9), Person(web.server)
    request.addfinalizer(member.close)
    assert len(described.bodies) >= 20
    for path, schema in described.bodies.items():
        refusals = 0
        caller = keeper if path.startswith(OFFICE) else member if path.startswith(OWN) else web
        if caller is member:
            member.name = new_name()
            member.register()
        for name, body in [("", wrong) for wrong in WRONG] + list(described.wrongs(schema)):
            answer = caller.post(path.replace("{game_id}", game.id).replace("{asked}", "mute"), body)
            if answer.status_code == 422 and answer.json()["code"] == "BAD_BODY":
                detail = refused(answer, 422, "BAD_BODY")["detail"]
                assert not [phrase for phrase in PHRASES if phrase in detail], (body, detail)
                assert name in detail or not detail.startswith("Field"), (body, detail)
                assert "x" * 10 not in detail, "the input is not sent back"
                refusals += 1
            else:
                assert answer.status_code < 500, answer.text
        assert refusals > 10, path


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({}, 'The body needs either "save", or "config" and "state".'),
        ({"nonsense": 1}, 'The body needs either "save", or "config" and "state".'),
        ([], 'The body needs either "save", or "config" and "state".'),
        ({"save": 5}, 'Field "save" must be an object or a text.'),
        ({"save": "(;)", "node": "first"}, 'Field "node" must be a whole number.'),
        ({"save": "(;)", "config": GO}, 'Field "config" is unknown.'),
        ({"save": "(;)", "seats": {"players": {"BLACK": 5}}}, 'Field "seats.players.BLACK" must be a text.'),
        ({"config": GO}, 'Field "state" is missing.'),
        ({"state": EMPTY}, 'Field "config" is missing.'),
        ({"config": {}, "state": EMPTY}, 'Field "config.gameType" is missing.'),
        ({"config": GO, "state": {**EMPTY, "grid": [[1]]}}, 'Field "state.grid.0.0" must be "BLACK" or "WHITE".'),
        (
            {"config": GO, "state": {**EMPTY, "moves": [{"player": "BLACK", "x": 1}]}},
            'Field "state.moves.0.y" is missing.',
        ),
        (
            {"config": GO, "state": {**EMPTY, "moves": [{"player": "BLACK", "action": "choose"}]}},
            'Field "state.moves.0.choice" is missing.',
        ),
        (
            {"config": GO, "state": {**EMPTY, "prisoners": {"BLACK": -1, "WHITE": 0}}},
            '"state.prisoners" must have numbers from 0 to 10000.',
        ),
        (
            {"config": GO, "state": EMPTY, "timestamp": []},
            'Field "timestamp" must be a text, a whole number or a number.',
        ),
    ],
)
def test_a_load_that_is_not_understood_names_the_field_of_the_form_that_was_meant(
    web: Web, body: Json, detail: str
) -> None:
    assert refused(web.post("/api/game/load", body), 422, "BAD_BODY")["detail"] == detail


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ([], "The body must be an object."),
        ({}, 'Field "gameType" is missing.'),
        ({"game_type": 7}, 'Field "game_type" must be a text.'),
        ({**GO, "boardSize": 1000}, 'Field "boardSize" must be at most 64.'),
        ({**GO, "rules": {"ko": None}}, 'Field "rules.ko" must be a text, true or false, a whole number or a number.'),
        ({**GO, "rules": {"": 1}}, 'Field "rules" has a name that is empty or too long.'),
        ({**GO, "line\nbreak\x1b": 1}, 'Field "line break" is unknown.'),
        ({**GO, "seat": "RED"}, 'Field "seat" must be "BLACK" or "WHITE".'),
        (
            {**GO, "seat": "BLACK", "players": {"BLACK": "random"}},
            '"seat" must be a colour that a person plays; BLACK is a program.',
        ),
    ],
)
def test_a_start_that_is_not_understood_says_what_is_wanted(web: Web, body: Json, detail: str) -> None:
    assert refused(web.post("/api/game/start", body), 422, "BAD_BODY")["detail"] == detail


def test_an_act_says_which_of_points_and_choice_it_needs(web: Web) -> None:
    game = web.start("GO", 9)
    for type_, more, wanted in (
        ("place", {}, '"place" needs exactly one point in "points"'),
        ("mark_dead", {"points": []}, '"mark_dead" needs one point or more'),
        ("choose", {}, '"choose" needs "choice"'),
        ("decline", {"choice": "tea"}, "what is declined (takeback, redo,"),
        ("pass", {"choice": "tea"}, '"pass" takes neither "points" nor "choice".'),
        ("restart", {"points": [{"x": 1, "y": 1}]}, '"restart" takes neither'),
    ):
        answer = game.post("act", {"player": "BLACK", "type": type_, **more})
        assert wanted in refused(answer, 422, "BAD_BODY")["detail"]


def test_bodies_headers_and_queries_that_are_wrong_as_a_whole_say_so(web: Web) -> None:
    game = web.start("GO", 9)
    path, headers = game.path("move"), {"content-type": "application/json"}
    told = [
        web.http.post(path, content=b"{", headers=headers),
        web.http.post(path, content=b"{}", headers={"content-type": "text/plain"}),
        web.http.post(path),
        web.post(path, {"x": 1, "y": 1}, **{"idempotency-key": "k" * 201}),
        web.get(game.path("picture.png?width=wide")),
    ]
    assert [refused(answer, 422, "BAD_BODY")["detail"] for answer in told] == [
        "The body is not valid JSON.",
        "The body must be JSON, sent as application/json.",
        "The body is missing.",
        'Field "Idempotency-Key" must have 1 to 200 printable characters.',
        'Field "width" must be a whole number.',
    ]


@pytest.mark.parametrize(
    "body",
    [
        {f"{number:x}": 0 for number in range(80_000)},
        {"save": "", **{f"{number:x}": 0 for number in range(80_000)}},
        {"config": {f"{number:x}": 0 for number in range(80_000)}, "state": {}},
        {"config": {**GO, "rules": {f"{number:x}": None for number in range(60_000)}}, "state": {}},
        {"config": GO, "state": {**EMPTY, "moves": [{}] * 200_000}},
        {"config": GO, "state": {**EMPTY, "moves": [{"x": None}] * 2_000}},
        {"config": GO, "state": {"grid": [[1] * 64] * 64, "currentPlayer": 1}},
    ],
)
def test_a_huge_body_that_is_wrong_everywhere_costs_no_more_than_its_first_mistakes(web: Web, body: Json) -> None:
    content = json.dumps(body, separators=(",", ":")).encode()
    assert len(content) < 1 << 20
    with pytest.raises(ValidationError) as wrong:
        TypeAdapter(LoadIn).validate_python(body)
    assert wrong.value.error_count() <= 2 * MOST_FIELDS
    answer = web.http.post("/api/game/load", content=content, headers={"content-type": "application/json"})
    assert len(refused(answer, 422, "BAD_BODY")["detail"]) < 200


def test_only_the_first_mistakes_are_looked_at() -> None:
    def endless() -> Iterator[dict[str, Any]]:
        for number in range(1_000):
            assert number < 300
            yield {"type": "missing", "loc": ("body", f"field{number}")}

    class Errors(list[Any]):
        def __iter__(self) -> Iterator[dict[str, Any]]:
            return endless()

    assert mistake_in(Errors(), {}) == 'Field "field0" is missing.'
    assert MOST_FIELDS >= 40, "room for the largest of our own bodies"
