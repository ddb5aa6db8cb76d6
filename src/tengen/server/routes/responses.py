"""How calls may refuse, for the description of the API.

The calls only refer to the schema of a refusal, and the description adds it once: FastAPI would build it anew for every
status of every call, which is most of the work at a server's start.
"""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import models_json_schema

from tengen.protocol import Refusal

_SCHEMAS: Final = "#/components/schemas/"
_WORDS: Final = {
    400: "the rules refuse it",
    401: "the token is not valid, or name and password are not",
    403: "not your seat, not allowed, or a foreign page",
    404: "no such game, or nobody of this name",
    409: "the game has moved on, or the name is taken",
    413: "too large",
    422: "the request is not understood",
    429: "too many requests",
    503: "cannot be done now: the store or those who read files are busy",
}


_CONTENT: Final = {"application/json": {"schema": {"$ref": f"{_SCHEMAS}{Refusal.__name__}"}}}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """How a call may refuse: what all calls have in common, and these."""
    return {status: {"description": _WORDS[status], "content": _CONTENT} for status in sorted({422, 429, *statuses})}


def refusal_schemas() -> dict[str, Any]:
    """The schemas that refusals refer to, by name."""
    _, found = models_json_schema([(Refusal, "serialization")], ref_template=f"{_SCHEMAS}{{model}}")
    schemas: dict[str, Any] = found["$defs"]
    for value in schemas[Refusal.__name__]["properties"].values():
        if value.get("default", ...) is None:
            del value["default"]  # what is not there is left out, as in all other answers
    return schemas
