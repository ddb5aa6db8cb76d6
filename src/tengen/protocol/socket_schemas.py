"""The form of all messages over WebSockets as JSON Schema: among the schemas of the API, and as a file of its own."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from pydantic.json_schema import models_json_schema

from tengen.protocol.frames import match_frame_schemas
from tengen.protocol.lobby import LobbyIncoming, LobbyOutgoing
from tengen.protocol.state import State
from tengen.protocol.talk import ChatLineOut
from tengen.protocol.view import Told

_Schema: TypeAlias = dict[str, Any]


def frame_schemas(prefix: str, state: _Schema) -> dict[str, _Schema]:
    """JSON schemas of all frames by name; they refer to each other, and to models of REST, under `prefix`.

    `state` is the schema of a state of a match, as REST has it.
    """
    _, incoming = msgspec.json.schema_components([LobbyIncoming], ref_template=prefix + "{name}")
    _, outgoing = models_json_schema([(LobbyOutgoing, "validation")], ref_template=prefix + "{model}")
    found: dict[str, _Schema] = match_frame_schemas(prefix, state) | incoming | _without_nulls(outgoing["$defs"])
    return found


def frames_schema() -> _Schema:
    """All messages both ways as one JSON Schema that needs nothing else."""
    prefix = "#/$defs/"
    _, rest = models_json_schema(
        [(State, "serialization"), (Told, "serialization"), (ChatLineOut, "serialization")],
        ref_template=prefix + "{model}",
    )
    definitions = rest["$defs"]
    definitions |= frame_schemas(prefix, definitions["State"])
    named = ("Incoming", "Answer", "OutgoingFrame", "LobbyIncoming", "LobbyOutgoing")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of matches and of the lobby",
        "description": (
            "What goes over /api/game/{id}/ws: a client sends Incoming, a server Answer and OutgoingFrame. "
            "Over /api/lobby/ws: a client sends LobbyIncoming, a server Answer and LobbyOutgoing."
        ),
        "anyOf": [{"$ref": f"{prefix}{name}"} for name in named],
        "$defs": definitions,
    }


def _without_nulls(schema: Any) -> Any:
    """The schema without defaults that are null, as FastAPI writes it: what is null may be left out."""
    if isinstance(schema, list):
        return [_without_nulls(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _without_nulls(part) for key, part in schema.items() if not (key == "default" and part is None)}
