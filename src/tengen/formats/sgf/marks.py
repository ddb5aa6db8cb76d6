"""Marks on the board in both directions: TR SQ CR MA SL DD VW TB TW, LB, LN AR, and the letters of old files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tengen.core import Mark
from tengen.formats.sgf.points import LETTERS, Notation, PointLimit, letters, point_list, written_list
from tengen.formats.sgf.text import escape_part, parts, unescape_line

_LISTS: Final = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
    "SL": "selected",
    "DD": "dim",
    "VW": "view",
    "TB": "territory_black",
    "TW": "territory_white",
}
_PAIRS: Final = {"LN": "line", "AR": "arrow"}
_LABEL: Final = "LB"
_MAY_BE_EMPTY: Final = {"DD", "VW", "TB", "TW"}
"""Lists whose emptiness says something: everything is bright or visible again, nothing is territory."""

_OLD_LETTERS: Final = "L"
_OLD_CROSS: Final = "M"
OLD: Final = frozenset({_OLD_LETTERS, _OLD_CROSS})
"""Marks of the formats before FF[4]."""

MARKS: Final = frozenset({*_LISTS, *_PAIRS, _LABEL})
_PROPERTY: Final = {**{kind: name for name, kind in (_LISTS | _PAIRS).items()}, "label": _LABEL}

BLACK_TERRITORY: Final = _LISTS["TB"]
WHITE_TERRITORY: Final = _LISTS["TW"]


def read_marks(name: str, values: Sequence[str], names: Notation, point_limit: PointLimit) -> list[Mark] | None:
    """The marks of a property, or None when one of its values is no mark on this board."""
    if name == _LABEL:
        return _labels(values, names)
    if name in _PAIRS:
        return _pairs(_PAIRS[name], values, names)
    if name in _MAY_BE_EMPTY and not any(values):
        return [Mark(_LISTS[name], ())]
    points = point_list(values, names, point_limit)
    if points is None:
        return None
    if name == _OLD_LETTERS:
        return [Mark("label", (point,), _old_letter(number)) for number, point in enumerate(points)]
    return [Mark("cross" if name == _OLD_CROSS else _LISTS[name], points)]


def _labels(values: Sequence[str], names: Notation) -> list[Mark] | None:
    found = []
    for value in values:
        divided = parts(value)
        point = names.points.get(divided[0].strip()) if divided else None
        if divided is None or point is None:
            return None
        found.append(Mark("label", (point,), unescape_line(divided[1])))
    return found


def _pairs(kind: str, values: Sequence[str], names: Notation) -> list[Mark] | None:
    found = []
    for value in values:
        ends = [names.points.get(end.strip()) for end in value.split(":", 2)]
        if len(ends) != 2 or ends[0] is None or ends[1] is None:
            return None
        found.append(Mark(kind, (ends[0], ends[1])))
    return found


def _old_letter(number: int) -> str:
    return LETTERS[number] if number < len(LETTERS) else str(number + 1)


def write_marks(marks: Sequence[Mark], size: int) -> tuple[dict[str, list[str]], int]:
    """The properties for these marks, and how many marks SGF has no way to tell."""
    written: dict[str, list[str]] = {}
    lost = 0
    for mark in marks:
        name = _PROPERTY.get(mark.kind)
        on_board = all(0 <= x < size and 0 <= y < size for x, y in mark.points)
        if name is None or not on_board or (name in _PAIRS and len(mark.points) != 2):
            lost += 1
        elif name == _LABEL:
            text = escape_part(mark.text)
            written.setdefault(name, []).extend(f"{letters(point)}:{text}" for point in mark.points)
        elif name in _PAIRS:
            written.setdefault(name, []).append(":".join(written_list(mark.points)))
        elif mark.points or name in _MAY_BE_EMPTY:
            values = written.setdefault(name, [])
            values.extend(value for value in written_list(mark.points) if value not in values)
        else:
            lost += 1
    return {name: values or [""] for name, values in written.items()}, lost
