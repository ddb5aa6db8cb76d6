"""The word tables in every language the project speaks: the shared ones, and each game's own under its name.

Tables are package files, read once. A text is looked up by key and filled with values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

from tengen.core.errors import Value

LANGUAGES: Final = ("en", "zh")

_tables: dict[str, dict[str, str]] = {}


def read_table(package: str, language: str) -> dict[str, str]:
    """One package's word table, `texts/<language>.json` in its folder."""
    path = resources.files(package) / "texts" / f"{language}.json"
    table: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return table


@cache
def _shared(language: str) -> Mapping[str, str]:
    return read_table("tengen", language)


def add_words(kind: str, language: str, table: Mapping[str, str]) -> None:
    """Put a game's words under its name: `name` of `go` becomes `go.name`."""
    _tables.setdefault(language, {}).update({f"{kind}.{key}": word for key, word in table.items()})


def words(language: str) -> dict[str, str]:
    """Every word of a language, shared and of all games known so far."""
    return {**_shared(language), **_tables.get(language, {})}


def template(language: str, key: str) -> str:
    """The unfilled text. A game's key falls back to the shared key of the same name.

    Raises KeyError for a key that no table has: a mistake of ours, which a test finds.
    """
    games = _tables.get(language, {})
    if key in games:
        return games[key]
    shared = _shared(language)
    if key in shared:
        return shared[key]
    return shared[key.partition(".")[2]]


def text(language: str, key: str, **values: Value) -> str:
    """A text in a language, its placeholders filled: `{count}`, and `{count|move|moves}` with the word for a number."""
    return template(language, key).format_map(_Values(values))


class _Values(dict[str, Value]):
    """The values of a text, and the words that go with a number."""

    def __missing__(self, place: str) -> str:
        name, bar, rest = place.partition("|")
        if not bar:
            raise KeyError(place)
        one, _, several = rest.partition("|")
        return one if self[name] in (1, "1") else several
