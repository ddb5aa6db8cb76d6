"""Counting a finished Go board. Takes every stone on it as alive; komi and bonus are left to the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tengen.core import BLACK, COLORS, EMPTY, WHITE, Board, Color, Point
from tengen.games.go.grid import chain_at, neighbours, regions
from tengen.games.go.options import Scoring, Tax

_NEUTRAL = 3
_LARGE_EYE = 7
_KEPT_BOARDS: Final = 64
"""A count asks several times whose a board's points are, and so does everybody who looks at a match."""


@dataclass(frozen=True, slots=True)
class Count:
    """One side's stones and surrounded points on the board, the latter after tax."""

    stones: int
    points: int
    tax: int = 0


def without(board: Board, dead: Iterable[Point]) -> Board:
    """The board after dead stones were taken off."""
    return board.with_stones(dict.fromkeys(dead))


@lru_cache(maxsize=_KEPT_BOARDS)
def owners(board: Board) -> bytes:
    """For every cell whose it is: a stone its colour's, an empty cell the only colour's that borders its region.

    Empty cells that both colours reach, or none, are neutral (3).
    """
    beside = neighbours(board.columns, board.rows)
    owner = bytearray(board.cells)
    for region, colors in regions(board.cells, beside):
        value = next(iter(colors)) if len(colors) == 1 else _NEUTRAL
        for cell in region:
            owner[cell] = value
    return bytes(owner)


@lru_cache(maxsize=_KEPT_BOARDS)
def independent_regions(board: Board) -> tuple[tuple[int, ...], ...]:
    """The connected parts of the board that belong to one side and live by themselves.

    A part that touches no neutral point does. So does one whose own points make two eyes: two separate
    regions, or one so large that it can always be divided. The others share neutral liberties with the
    opponent: they are in seki, and their points are no territory.
    """
    beside = neighbours(board.columns, board.rows)
    owner = owners(board)
    seen: set[int] = set()
    found = []
    for start, color in enumerate(owner):
        if color == _NEUTRAL or start in seen:
            continue
        part = chain_at(owner, beside, start)
        seen.update(part)
        touches_neutral = any(owner[near] == _NEUTRAL for cell in part for near in beside[cell])
        if not touches_neutral or _has_two_eyes(board, part):
            found.append(tuple(part))
    return tuple(found)


def _has_two_eyes(board: Board, part: list[int]) -> bool:
    """Whether the empty points of one side's part are two regions, or one of at least `_LARGE_EYE` points."""
    beside = neighbours(board.columns, board.rows)
    empty = [cell for cell in part if board.cells[cell] == EMPTY]
    if not empty:
        return False
    first = chain_at(board.cells, beside, empty[0])
    return len(first) < len(empty) or len(first) >= _LARGE_EYE


def count(board: Board, color: Color, tax: Tax) -> Count:
    """One side's stones and surrounded points, less what is taxed."""
    owner = owners(board)
    stones = board.count(color)
    if tax is Tax.NONE:
        return Count(stones, sum(o == color and c == EMPTY for o, c in zip(owner, board.cells, strict=True)))
    parts = [part for part in independent_regions(board) if owner[part[0]] == color]
    points = sum(board.cells[cell] == EMPTY for part in parts for cell in part)
    return Count(stones, points, 2 * len(parts) if tax is Tax.ALL else 0)


def stones_in_seki_since(before: bytes, board: Board, color: Color) -> int:
    """This side's stones that came since these cells and stand in none of its independent regions.

    A clean-up does not pay for them: filling points that are neutral or in seki would win points there.
    """
    alive = {cell for part in independent_regions(board) for cell in part}
    pairs = enumerate(zip(before, board.cells, strict=True))
    return sum(new == color and old != color and cell not in alive for cell, (old, new) in pairs)


def board_score(board: Board, scoring: Scoring, tax: Tax) -> tuple[int, int]:
    """Black's and White's points on the board alone."""
    totals = []
    for color in COLORS:
        counted = count(board, color, tax)
        stones = counted.stones if scoring is Scoring.AREA else 0
        totals.append(stones + counted.points - counted.tax)
    return totals[0], totals[1]


def territory(board: Board, tax: Tax) -> dict[Color, list[Point]]:
    """The empty points that count for each side."""
    owner = owners(board)
    counted = range(len(owner)) if tax is Tax.NONE else (c for part in independent_regions(board) for c in part)
    found: dict[Color, list[Point]] = {BLACK: [], WHITE: []}
    for cell in counted:
        if board.cells[cell] == EMPTY and owner[cell] != _NEUTRAL:
            found[Color(owner[cell])].append(board.point(cell))
    return found
