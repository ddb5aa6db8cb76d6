"""How strong the levels were measured to be: the file `levels.toml` of a game, read and written. Measures nothing.

A game has a table for every size that was measured:

    [[measured]]
    size = 8
    search_hash = "0123456789abcdef"    # of the search that was measured: see search_hash
    openings = "random:6"               # what the games began with, as for the arena
    seed = 1
    levels = [
        { level = 3, elo = -210, error = 35, games = 400, nodes = 120, ms = 0.2, share = 0.72, of = 200 },
    ]

`elo` is above the average of the levels of the table, plus or minus `error` with 95 % confidence; with `bound` somebody
won everything and it is only a bound. `share` is of the points against the level below, in `of` games.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from tengen.core import GameKind

FILE: Final = "levels.toml"

_HEAD: Final = """\
# How strong the levels of this game are, as measured. Written by scripts/calibrate-levels --publish; what the fields
# mean is told in src/tengen/players/strengths.py, and docs/levels.md is made from it by scripts/levels-table.
"""


@dataclass(frozen=True, slots=True)
class Share:
    """The share of the points against the level below, draws half, in so many games."""

    share: float
    games: int


@dataclass(frozen=True, slots=True)
class Strength:
    """What one level was measured to be. `nodes` and `ms` are for a move, on the average; ms of one processor.

    `below` is None where it did not play the level below.
    """

    level: int
    elo: float
    error: float
    is_bound: bool
    games: int
    nodes: int
    ms: float
    below: Share | None = None


@dataclass(frozen=True, slots=True)
class Grading:
    """The levels of a game on one size of board. `last_ms` is what the last level was given for a move."""

    size: int
    search_hash: str
    openings: str
    seed: int
    last_ms: int | None
    levels: tuple[Strength, ...]


def read_gradings(kind: GameKind) -> tuple[Grading, ...]:
    """What was measured of a game, by rising size; nothing where nobody has. Raises ValueError for a bad file."""
    file = resources.files(kind.package) / FILE
    if not file.is_file():
        return ()
    try:
        return gradings_of(file.read_text(encoding="utf-8"))
    except (KeyError, TypeError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{FILE} of {kind.name}: {error!r}") from error


def gradings_of(text: str) -> tuple[Grading, ...]:
    """What the text of such a file says. Raises KeyError, TypeError and TOMLDecodeError."""
    tables: list[dict[str, Any]] = tomllib.loads(text).get("measured", [])
    return tuple(sorted((_grading(table) for table in tables), key=lambda grading: grading.size))


def _grading(table: dict[str, Any]) -> Grading:
    return Grading(
        table["size"],
        table["search_hash"],
        table["openings"],
        table["seed"],
        table.get("last_ms"),
        tuple(_strength(line) for line in table["levels"]),
    )


def _strength(line: dict[str, Any]) -> Strength:
    below = Share(line["share"], line["of"]) if "share" in line else None
    return Strength(
        line["level"],
        line["elo"],
        line["error"],
        line.get("bound", False),
        line["games"],
        line["nodes"],
        line["ms"],
        below,
    )


def as_toml(gradings: Iterable[Grading]) -> str:
    """The text of the file that says this."""
    lines = [_HEAD]
    for grading in sorted(gradings, key=lambda grading: grading.size):
        lines += [*_lines(grading), ""]
    return "\n".join(lines)


def _lines(grading: Grading) -> Iterator[str]:
    yield "[[measured]]"
    yield f"size = {grading.size}"
    yield f'search_hash = "{grading.search_hash}"'
    yield f'openings = "{grading.openings}"'
    yield f"seed = {grading.seed}"
    if grading.last_ms is not None:
        yield f"last_ms = {grading.last_ms}"
    yield "levels = ["
    for level in grading.levels:
        fields = [f"level = {level.level}", f"elo = {level.elo:.0f}", f"error = {level.error:.0f}"]
        fields += ["bound = true"] if level.is_bound else []
        fields += [f"games = {level.games}", f"nodes = {level.nodes}", f"ms = {level.ms:.2f}"]
        if level.below is not None:
            fields += [f"share = {level.below.share:.4f}", f"of = {level.below.games}"]
        yield f"    {{ {', '.join(fields)} }},"
    yield "]"
