"""What is wrong with a request, in our own plain words: pydantic finds it, and none of its sentences go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from pydantic.alias_generators import to_snake

from tengen.core.printing import printable
from tengen.protocol.words import say

_MOST_ERRORS: Final = 200
"""No more errors than these are looked at: a wrong union counts several."""
_LONGEST_NAME: Final = 80

_IS: Final = {
    "missing": "missing",
    "extra_forbidden": "unknown",
    "invalid_key": "field_name",
    "too_many_fields": "too_many_fields",
    "load_form": "load_form",
    "move_form": "move_form",
    "reset_form": "reset_form",
    "session_form": "session_form",
    "text_or_word": "text_or_word",
    "days_or_until": "days_or_until",
}
"""What is wrong with a field that is not about its value. Words: `rest.wrong.<name>`."""

_MUST_BE: Final = {
    "string_type": "text",
    "string_unicode": "text",
    "string_too_short": "longer_text",
    "string_too_long": "shorter_text",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
    "int_type": "integer",
    "int_parsing": "integer",
    "int_parsing_size": "integer",
    "int_from_float": "integer",
    "float_type": "number",
    "float_parsing": "number",
    "finite_number": "number",
    "greater_than": "more",
    "greater_than_equal": "at_least",
    "less_than": "less",
    "less_than_equal": "at_most",
    "literal_error": "literal",
    "enum": "literal",
    "list_type": "list",
    "too_short": "longer_list",
    "too_long": "shorter_list",
    "dict_type": "object",
    "model_type": "object",
    "model_attributes_type": "object",
    "none_required": "null",
}
"""What a value must be. Words: `rest.wanted.<name>`, which may follow "must be" and each other."""

_NAME: Final = "[key]"
"""How pydantic calls the place of a field's own name."""
_PLACES: Final = ("body", "query", "path", "header", "cookie")

Error = Mapping[str, Any]
"""An error as pydantic lists it."""


def mistake_in(errors: Sequence[Error], body: object) -> str:
    """One sentence about the first field that is wrong, and what is wanted there.

    Where a field may be several things, all of them are named; where one of them was nearly right, what is wrong
    inside it.
    """
    found = [(_path(error, body), error) for error in map(_about_names, islice(errors, _MOST_ERRORS))]
    paths = {path for path, _ in found}
    path = next(path for path, _ in found if not any(_is_inside(other, path) for other in paths))
    problem = _problem([error for at, error in found if at == path])
    if not path:
        return say("wrong_body", problem=problem)
    return say("wrong_field", field=printable(".".join(path))[:_LONGEST_NAME], problem=problem)


def _about_names(error: Error) -> Error:
    """An error in the name of a field is one of the object around it."""
    *parts, last = error["loc"]
    return {**error, "type": "invalid_key", "loc": parts[:-1]} if last == _NAME else error


def _is_inside(path: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return len(path) > len(other) and path[: len(other)] == other


def _path(error: Error, body: object) -> tuple[str, ...]:
    """Where the error is, as the sender wrote it: without the names of the models and types that were tried."""
    place, *parts = error["loc"]
    if place != "body":
        return tuple(str(part) for part in (parts if place in _PLACES else (place, *parts)))
    path: list[str] = []
    value = body
    for number, part in enumerate(parts, 1):
        key = part if not isinstance(value, dict) or part in value else to_snake(str(part))
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        elif number < len(parts) or error["type"] != "missing":
            continue
        path.append(str(part))
    return tuple(path)


def _problem(errors: Sequence[Error]) -> str:
    for error in errors:
        if error["type"] in _IS:
            return say(f"wrong.{_IS[error['type']]}")
    wanted = list(dict.fromkeys(_wanted(error) for error in errors if error["type"] in _MUST_BE))
    if not wanted:
        return say("wrong.value")
    *others, last = wanted
    return say("wrong.wanted", wanted=say("wanted.or", others=", ".join(others), last=last) if others else last)


def _wanted(error: Error) -> str:
    name = _MUST_BE[error["type"]]
    given: Mapping[str, Any] = error.get("ctx") or {}
    limit = next((given[key] for key in ("ge", "gt", "le", "lt", "min_length", "max_length") if key in given), 0)
    expected = str(given.get("expected", "")).replace("'", '"').replace("True", "true").replace("False", "false")
    return say(f"wanted.{name}", limit=f"{limit:.12g}", expected=expected)
