"""Bodies of calls from what people typed. Sends nothing."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from tengen.people import PeopleError

_Body = TypeVar("_Body", bound=BaseModel)


def body_of(model: type[_Body], otherwise: PeopleError, **fields: object) -> _Body:
    """A body of what was typed. Raises this refusal for what is empty or far too long to be any."""
    try:
        return model.model_validate(fields)
    except ValidationError:
        raise otherwise from None
