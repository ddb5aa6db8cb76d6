"""What comes back over the control socket, a line of JSON each: progress, then the answer or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from tengen.core import StoreError
from tengen.people import PeopleCode, PeopleError
from tengen.people.service import BadImport, BadLine


class _Answer(msgspec.Struct, frozen=True, tag_field="type"):
    pass


class Progress(_Answer, frozen=True, tag="progress"):
    """How much of a long call is done."""

    done: int
    total: int


class Done(_Answer, frozen=True, tag="done"):
    """The call was carried out."""

    result: dict[str, Any]


class Refused(_Answer, frozen=True, tag="refused"):
    """A refusal that the user may see; `lines` are those of a table that cannot be."""

    code: PeopleCode
    key: str
    values: dict[str, str | int | float]
    lines: Sequence[tuple[int, str, dict[str, str | int | float]]] = ()


class Failed(_Answer, frozen=True, tag="failed"):
    """The call could not be carried out for another reason; one line of English says why."""

    reason: str


Answer: TypeAlias = Progress | Done | Refused | Failed


def refusal_of(error: PeopleError) -> Refused:
    """The answer that tells a refusal."""
    lines = error.lines if isinstance(error, BadImport) else ()
    told = [(line.number, line.key, line.values) for line in lines]
    return Refused(error.code, error.key, error.values, told)


def error_of(refused: Refused) -> PeopleError:
    """The refusal that an answer tells."""
    if refused.lines:
        count = refused.values.get("count", len(refused.lines))
        return BadImport([BadLine(*line) for line in refused.lines], int(count))
    return PeopleError(refused.code, refused.key, **refused.values)


def failure_of(error: StoreError) -> Failed:
    """The answer where the store did not do it."""
    return Failed(f"the database did not do it: {error or type(error).__name__}")
