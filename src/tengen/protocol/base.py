"""What all messages share: camelCase names, strict types, no unknown fields, and the words for colours."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Final, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from tengen.core import BLACK, COLORS, WHITE, Color
from tengen.match import AbsenceRule

MOST_POINTS: Final = 26 * 26
"""No message names more points than the largest board has."""

MOST_FIELDS: Final = 100
"""No object has more fields. One with thousands is refused as a whole, not for each of them."""

_Any = TypeVar("_Any")


def with_few_fields(value: _Any) -> _Any:
    """The value; for validators that come before others, as each unknown field would be an error of its own."""
    if isinstance(value, dict) and len(value) > MOST_FIELDS:
        raise PydanticCustomError("too_many_fields", "too many fields")
    return value


class Message(BaseModel):
    """A body or an answer. Unknown fields are refused, and no value is taken for one of another type."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        extra="forbid",
        strict=True,
        frozen=True,
    )

    @model_validator(mode="before")
    @classmethod
    def _check_fields(cls, given: object) -> object:
        return with_few_fields(given)


ColorName: TypeAlias = Literal["BLACK", "WHITE"]
"""A side, as messages write it."""

Absence: TypeAlias = Annotated[AbsenceRule, Field(strict=False)]
"""A rule of absence by its word."""

Coordinate: TypeAlias = Annotated[int, Field(ge=-(2**31), le=2**31)]
"""A column or row from 0 at the top left. Any number is understood; the rules say whether it is on the board."""

Counter: TypeAlias = Annotated[int, Field(ge=0, le=2**31)]

NAMES: Final[dict[Color, ColorName]] = {BLACK: "BLACK", WHITE: "WHITE"}
_COLORS: Final = {name: color for color, name in NAMES.items()}


def color_of(name: ColorName) -> Color:
    """The side of this name."""
    return _COLORS[name]


class XY(Message):
    """A point: column and row from 0 at the top left."""

    x: Coordinate
    y: Coordinate


@lru_cache(maxsize=MOST_POINTS)
def _xy(x: int, y: int) -> XY:
    """A point as messages write it, made once: it never changes, and every answer is full of the same ones."""
    return XY.model_construct(x=x, y=y)


def xys(points: Iterable[tuple[int, int]]) -> list[XY]:
    """Points of a board as messages write them."""
    return [_xy(x, y) for x, y in points]


class Sides(Message):
    """A whole number for each side."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: int
    WHITE: int


class Points(Message):
    """Points of both sides; komi may make them fractions."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: float
    WHITE: float


assert set(NAMES) == set(COLORS)
