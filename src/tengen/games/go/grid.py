"""Chains, liberties and regions on a grid of cells. No turns, no ko, no history."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from tengen.core import EMPTY

Cells: TypeAlias = bytes | bytearray
"""A board's cells, row by row: 0 empty, 1 black, 2 white."""


@cache
def neighbours(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """For every cell the cells beside it."""
    return tuple(
        tuple(
            ny * columns + nx
            for nx, ny in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if 0 <= nx < columns and 0 <= ny < rows
        )
        for y in range(rows)
        for x in range(columns)
    )


@cache
def diagonals(columns: int, rows: int) -> tuple[tuple[int, ...], ...]:
    """For every cell the cells that touch its corners."""
    return tuple(
        tuple(
            ny * columns + nx
            for nx, ny in ((x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))
            if 0 <= nx < columns and 0 <= ny < rows
        )
        for y in range(rows)
        for x in range(columns)
    )


def chain_at(cells: Cells, beside: tuple[tuple[int, ...], ...], start: int) -> list[int]:
    """The cells connected to `start` that hold the same as it: a chain of stones, or a region of empty cells."""
    what = cells[start]
    found = [start]
    seen = {start}
    for cell in found:
        for near in beside[cell]:
            if cells[near] == what and near not in seen:
                seen.add(near)
                found.append(near)
    return found


def chain_without_liberty(cells: Cells, beside: tuple[tuple[int, ...], ...], start: int) -> list[int] | None:
    """The chain of the stone at `start` if it has no liberty; None as soon as one is found."""
    color = cells[start]
    for near in beside[start]:
        if not cells[near]:
            return None
    found = [start]
    seen = {start}
    for cell in found:
        for near in beside[cell]:
            stone = cells[near]
            if stone == color:
                if near not in seen:
                    seen.add(near)
                    found.append(near)
            elif not stone:
                return None
    return found


@dataclass(frozen=True, slots=True)
class Chain:
    """Stones of one colour that live and die together, and their liberties."""

    color: int
    stones: tuple[int, ...]
    liberties: frozenset[int]


def chains(cells: Cells, beside: tuple[tuple[int, ...], ...]) -> list[Chain | None]:
    """For every cell its chain, or None for empty cells."""
    owner: list[Chain | None] = [None] * len(cells)
    for start, color in enumerate(cells):
        if color == EMPTY or owner[start] is not None:
            continue
        stones = chain_at(cells, beside, start)
        liberties = frozenset(near for stone in stones for near in beside[stone] if not cells[near])
        chain = Chain(color, tuple(stones), liberties)
        for stone in stones:
            owner[stone] = chain
    return owner


def regions(cells: Cells, beside: tuple[tuple[int, ...], ...]) -> list[tuple[list[int], frozenset[int]]]:
    """Every region of connected empty cells, with the colours of the stones that border it."""
    found = []
    seen: set[int] = set()
    for start, what in enumerate(cells):
        if what != EMPTY or start in seen:
            continue
        region = chain_at(cells, beside, start)
        seen.update(region)
        found.append((region, frozenset(cells[near] for cell in region for near in beside[cell] if cells[near])))
    return found
