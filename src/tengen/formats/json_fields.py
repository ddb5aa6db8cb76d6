"""JSON as a stranger's file: read strictly, asked field by field. Knows no games.

Everything wrong is a GameError that names the place; values are checked where they are used, and only there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Final, NoReturn

from tengen.core import ErrorCode, GameError

LARGEST_BYTES: Final = 1 << 20
"""The longest text that is read or written unless the caller allows more, in UTF-8."""

MOST: Final = 10**15
"""No whole number in a file may be larger. Any that is smaller survives other programs' floating point."""

_LONGEST_NUMBER: Final = 40
_LINE_WIDTH: Final = 110


def parse(text: str, most: int = LARGEST_BYTES) -> Field:
    """The value a text of at most so many bytes holds. Raises TOO_LARGE or BAD_RECORD.

    Also refused: the same key twice in one object, numbers that are too long, infinite or none.
    """
    check_size(text, most)
    try:
        value = json.loads(
            text.removeprefix("\ufeff"),
            parse_int=_whole,
            parse_float=_decimal,
            parse_constant=_bad_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise GameError(ErrorCode.BAD_RECORD, "record.bad_json", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise GameError(ErrorCode.BAD_RECORD, "record.too_deep") from None
    return Field("", value)


def check_size(text: str, most: int = LARGEST_BYTES) -> None:
    """Raise TOO_LARGE for a text of more bytes, with their number."""
    if len(text) > most or len(text.encode("utf-8", "replace")) > most:
        raise too_large(most)


def too_large(most: int) -> GameError:
    """The refusal of a save that is longer than this."""
    return GameError(ErrorCode.TOO_LARGE, "record.too_large", most=most)


def format_json(value: object) -> str:
    """A value as text for people's eyes: on one line where it fits, else one line an element.

    Halves of characters, which no file can hold, become question marks.
    """
    return _formatted(value, 0).encode("utf-8", "replace").decode()


def format_line(value: object) -> str:
    """A value as text for programs: on one line, without spaces. Halves of characters as in `format_json`."""
    return _encode_line(value).encode("utf-8", "replace").decode()


def _formatted(value: object, indent: int) -> str:
    if not value or not isinstance(value, dict | list):
        return _encode(value)
    if not any(isinstance(part, dict | list) for part in (value.values() if isinstance(value, dict) else value)):
        compact = _encode(value)
        if indent + len(compact) <= _LINE_WIDTH:
            return compact
    inner = "\n" + " " * (indent + 2)
    if isinstance(value, dict):
        opening, closing = "{}"
        parts = [f"{_encode(name)}: {_formatted(part, indent + 2)}" for name, part in value.items()]
    else:
        opening, closing = "[]"
        parts = _at_once(value, indent + 2) or [_formatted(part, indent + 2) for part in value]
    length = sum(map(len, parts)) + 2 * len(parts)
    if indent + length <= _LINE_WIDTH and not any("\n" in part for part in parts):
        return opening + ", ".join(parts) + closing
    return opening + inner + f",{inner}".join(parts) + "\n" + " " * indent + closing


def _at_once(values: list[object], indent: int) -> list[str] | None:
    """Every element of a list of small objects, or of rows of numbers, on its line, made in one go.

    None where it is not that simple: the border between two of them may also stand inside one or in a text. Then
    there are too many.
    """
    if all(isinstance(value, dict) and value for value in values):
        closing, opening = "}", "{"
    elif all(isinstance(value, list) and value and isinstance(value[0], int) for value in values):
        closing, opening = "]", "["
    else:
        return None
    parts = _encode(values)[1:-1].split(f"{closing}, {opening}")
    if len(parts) != len(values) or max(map(len, parts)) + indent + 2 > _LINE_WIDTH:
        return None
    joined = f"{closing}\n{opening}".join(parts)
    return joined.split("\n")


_encode: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
_encode_line: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


class Field:
    """A value of a file together with its place, asked for what it must be. Refuses with BAD_RECORD."""

    __slots__ = ("place", "value")

    def __init__(self, place: str, value: object) -> None:
        self.place = place
        self.value = value

    def refused(self) -> GameError:
        """The error that names this place."""
        return GameError(ErrorCode.BAD_RECORD, "record.bad_field", field=self.place or "{}")

    def __contains__(self, name: str) -> bool:
        return name in self._mapping()

    def __getitem__(self, name: str) -> Field:
        """A part of an object that must be there."""
        part = self.get(name)
        if part is None:
            raise GameError(ErrorCode.BAD_RECORD, "record.missing", field=self._place_of(name))
        return part

    def get(self, name: str) -> Field | None:
        """A part of an object, or None when it is not there. A null is there."""
        mapping = self._mapping()
        return Field(self._place_of(name), mapping[name]) if name in mapping else None

    def parts(self) -> Iterator[tuple[str, Field]]:
        """Everything in an object."""
        for name, value in self._mapping().items():
            yield Field(self.place, name).text(), Field(self._place_of(name), value)

    def items(self) -> list[Field]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            raise self.refused()
        return [Field(f"{self.place}[{index}]", value) for index, value in enumerate(self.value)]

    def pair(self) -> tuple[Field, Field]:
        """The two elements of a list of two."""
        items = self.items()
        if len(items) != 2:
            raise self.refused()
        return items[0], items[1]

    @property
    def is_null(self) -> bool:
        """Whether it is null."""
        return self.value is None

    def text(self) -> str:
        """A text without halves of characters."""
        if not isinstance(self.value, str):
            raise self.refused()
        try:
            self.value.encode("utf-8")
        except UnicodeEncodeError:
            raise self.refused() from None
        return self.value

    def whole(self, least: int = 0, most: int = MOST) -> int:
        """A whole number in a range."""
        if isinstance(self.value, int) and not isinstance(self.value, bool) and least <= self.value <= most:
            return self.value
        raise self.refused()

    def number(self) -> float:
        """A number that is no truth value."""
        if isinstance(self.value, int | float) and not isinstance(self.value, bool):
            return self.value
        raise self.refused()

    def scalar(self) -> str | float | bool:
        """A text, a number or a truth value."""
        return self.value if isinstance(self.value, bool) else self._text_or_number()

    def _text_or_number(self) -> str | float:
        return self.text() if isinstance(self.value, str) else self.number()

    def _mapping(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            raise self.refused()
        return self.value

    def _place_of(self, name: str) -> str:
        return f"{self.place}.{name}" if self.place else name


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise GameError(ErrorCode.BAD_RECORD, "record.repeated_key", field=ascii(name)[:_LONGEST_NUMBER])
        found[name] = value
    return found


def _whole(digits: str) -> int:
    if len(digits) > len(str(-MOST)):
        _bad_number(digits)
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if len(digits) > _LONGEST_NUMBER or not math.isfinite(value):
        _bad_number(digits)
    return value


def _bad_number(digits: str) -> NoReturn:
    raise GameError(ErrorCode.BAD_RECORD, "record.bad_number", number=digits[:_LONGEST_NUMBER])
