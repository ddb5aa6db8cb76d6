"""How strong the levels of built-in players are, as a file says: `levels.toml`. Plays and measures nothing.

Levels 1 to 9 are limited in nodes and play alike on every machine, so each can have a rating; level 10 takes what time
the machine has and can have none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Final

from tengen.core.errors import shown
from tengen.people.rating_classes import find_rating_class, rating_class
from tengen.people.ratings import GREATEST_DEVIATION, GREATEST_RATING, LEAST_RATING, Rating

RATED_LEVELS: Final = range(1, 10)

_FILE: Final = "levels.toml"
_MOST_BYTES: Final = 64 * 1024
_LONGEST_ANCHOR: Final = 1_000
_LEAST_DEVIATION: Final = 1.0


class BadLevels(ValueError):
    """A file of levels that is not one; the message says what is wrong where, for whoever wrote the file."""


@dataclass(frozen=True, slots=True)
class LevelRatings:
    """The ratings of levels, by class of ratings and level, and what the scale is tied to."""

    anchor: str
    ratings: Mapping[tuple[str, int], Rating] = field(default_factory=lambda: MappingProxyType({}))

    @classmethod
    def read(cls, content: bytes) -> LevelRatings:
        """The ratings that a file holds, whole or not at all. Raises BadLevels."""
        if len(content) > _MOST_BYTES:
            raise BadLevels(f"the file has more than {_MOST_BYTES} bytes")
        try:
            table = tomllib.loads(content.decode("utf-8"))
        except (ValueError, RecursionError) as error:  # what is no UTF-8, no TOML, or a number too long to read
            raise BadLevels(f"the file is not TOML: {error}") from None
        _check_keys(table, {"anchor", "classes"}, "the file")
        anchor = table.get("anchor")
        if not isinstance(anchor, str) or not 0 < len(anchor.strip()) <= _LONGEST_ANCHOR:
            raise BadLevels(f"anchor: must be a text of 1 to {_LONGEST_ANCHOR} characters")
        ratings = {
            (key, level): rating
            for key, levels in _table(table.get("classes", {}), "classes").items()
            for level, rating in _read_class(key, levels).items()
        }
        return cls(anchor.strip(), MappingProxyType(ratings))

    @classmethod
    def of_package(cls) -> LevelRatings:
        """Those that this program comes with."""
        return _of_package()

    def find(self, kind: str, size: int, level: int) -> Rating | None:
        """The rating of a level in a game of this kind and size; None where none is known. Raises NO_SUCH_KIND."""
        found = rating_class(kind, size)
        return None if found is None else self.ratings.get((found.key, level))


@cache
def _of_package() -> LevelRatings:
    return LevelRatings.read((resources.files("tengen.people") / _FILE).read_bytes())


def _read_class(key: str, levels: object) -> dict[int, Rating]:
    if find_rating_class(key) is None:
        raise BadLevels(f"classes.{shown(key)}: no game here has this class of ratings")
    found = {}
    for word, entry in _table(levels, f"classes.{key}").items():
        level = _read_level(key, word)
        found[level] = _read_rating(f"classes.{key}.{level}", entry)
    return found


def _read_level(key: str, level: str) -> int:
    if level not in map(str, RATED_LEVELS):
        raise BadLevels(
            f"classes.{key}.{shown(level)}: levels with a rating are {RATED_LEVELS[0]} to {RATED_LEVELS[-1]}"
        )
    return int(level)


def _read_rating(place: str, entry: object) -> Rating:
    numbers = _table(entry, place)
    _check_keys(numbers, {"rating", "deviation"}, place)
    return Rating(
        _number(numbers, "rating", place, LEAST_RATING, GREATEST_RATING),
        _number(numbers, "deviation", place, _LEAST_DEVIATION, GREATEST_DEVIATION),
    )


def _number(table: Mapping[str, object], key: str, place: str, least: float, most: float) -> float:
    value = table.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise BadLevels(f"{place}: {key} must be a number from {least:g} to {most:g}")
    return float(value)


def _table(value: object, place: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise BadLevels(f"{place}: must be a table")
    return value


def _check_keys(table: Mapping[str, object], known: set[str], place: str) -> None:
    if unknown := sorted(table.keys() - known):
        raise BadLevels(f"{place}: unknown key {shown(unknown[0])}; there are {', '.join(sorted(known))}")
