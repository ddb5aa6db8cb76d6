"""The form of every message over a WebSocket as JSON Schema: among the schemas of the API, and as a file of its own."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args

import msgspec
from pydantic.json_schema import models_json_schema

from tengen.protocol.frames.incoming import Done, Incoming, Refused
from tengen.protocol.frames.outgoing import EventFrame, OutgoingFrame, frame_type
from tengen.protocol.state import State
from tengen.protocol.talk import ChatLineOut
from tengen.protocol.view import Told

_Schema: TypeAlias = dict[str, Any]

_SAME_AS: Final = {"Why": "Told", "Status": "Told"}
"""What is the same as a model of REST under another name."""


def frame_schemas(prefix: str, state: _Schema) -> dict[str, _Schema]:
    """JSON schemas of all frames by name; they refer to each other, and to models of REST, under `prefix`.

    `state` is the schema of a state, whose list of moves is theirs too.
    """
    frames = (Incoming, Done, Refused, *get_args(OutgoingFrame))
    _, named = msgspec.json.schema_components(frames, ref_template=prefix + "{name}")
    moves = state["properties"]["moves"]["items"]
    found = {name: _linked(schema, prefix, moves) for name, schema in named.items() if name not in _SAME_AS}
    found["EventFrame"] = _union("An event: what happened, and how the match stands now.", EventFrame, prefix)
    found["OutgoingFrame"] = _union("Whatever a server sends, except answers.", OutgoingFrame, prefix)
    found["Answer"] = {
        "title": "Answer",
        "description": "What became of a message.",
        "anyOf": [{"$ref": f"{prefix}Done"}, {"$ref": f"{prefix}Refused"}],
    }
    return found


def frames_schema() -> _Schema:
    """All messages both ways as one JSON Schema that needs nothing else. What comes in is `Incoming`."""
    prefix = "#/$defs/"
    models = [(model, "serialization") for model in (State, Told, ChatLineOut)]
    _, rest = models_json_schema(models, ref_template=prefix + "{model}")
    definitions = rest["$defs"]
    definitions |= frame_schemas(prefix, definitions["State"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Frames of a match",
        "description": "What goes over /api/game/{id}/ws: a client sends Incoming, a server Answer and OutgoingFrame.",
        "anyOf": [{"$ref": f"{prefix}{name}"} for name in ("Incoming", "Answer", "OutgoingFrame")],
        "$defs": definitions,
    }


def _union(description: str, frames: object, prefix: str) -> _Schema:
    """Frames told apart by their `type`."""
    refs = {frame_type(frame): f"{prefix}{frame.__name__}" for frame in get_args(frames)}
    return {
        "description": description,
        "oneOf": [{"$ref": ref} for ref in refs.values()],
        "discriminator": {"propertyName": "type", "mapping": refs},
    }


def _linked(schema: object, prefix: str, moves: _Schema) -> Any:
    """The schema with references to models of REST where their places are."""
    if isinstance(schema, list):
        return [_linked(part, prefix, moves) for part in schema]
    if not isinstance(schema, dict):
        return schema
    ref = schema.get("$ref")
    if isinstance(ref, str):
        name = ref.removeprefix(prefix).removeprefix("rest:")
        return moves if name == "AnyMove" else {"$ref": prefix + _SAME_AS.get(name, name)}
    return {key: _linked(part, prefix, moves) for key, part in schema.items()}
