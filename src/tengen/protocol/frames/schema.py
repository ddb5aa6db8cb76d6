"""The form of every message over the WebSocket of a match as JSON Schema."""

from __future__ import annotations

from typing import Any, Final, TypeAlias, get_args

import msgspec

from tengen.protocol.frames.incoming import Done, Incoming, Refused
from tengen.protocol.frames.outgoing import EventFrame, OutgoingFrame, frame_type

_Schema: TypeAlias = dict[str, Any]

_SAME_AS: Final = {"Why": "Told", "Status": "Told"}
"""What is the same as a model of REST under another name."""


def match_frame_schemas(prefix: str, state: _Schema) -> dict[str, _Schema]:
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
