"""The numbers in Go's perft.toml: trees counted with the rules, with a second program, and by closed form."""

from __future__ import annotations

import itertools
import tomllib
from importlib import resources
from typing import TypedDict

import pytest

from tengen.core import Board, Color, Setup, create_rules, perft
from tengen.games.go.grid import chain_without_liberty, neighbours
from tests.pictures import board
from tests.properties.go_by_the_book import Book


class Start(TypedDict):
    """Leaves below an empty board."""

    source: str
    size: int
    leaves: list[int]


class Count(TypedDict):
    """Leaves below a position under these rules."""

    ko: str
    suicide: bool
    to_move: str
    leaves: list[int]


NUMBERS = tomllib.loads(resources.files("tengen.games.go").joinpath("perft.toml").read_text(encoding="utf-8"))
STARTS: list[Start] = NUMBERS["start"]
COUNTS: list[tuple[str, Count]] = [
    (position["board"], count) for position in NUMBERS["position"] for count in position["counts"]
]
NAMES = [
    "-".join((position["name"], count["ko"], "suicide" if count["suicide"] else "no suicide", count["to_move"]))
    for position in NUMBERS["position"]
    for count in position["counts"]
]


def test_every_number_says_where_it_comes_from() -> None:
    for table in (*STARTS, *NUMBERS["position"], NUMBERS["legal_positions"]):
        assert table["source"]


# --- from the empty board


def placed_or_passed(empty: int, depth: int, passes: int = 0) -> int:
    """Leaves when nothing is ever refused or taken: a stone on any empty point, or a pass; two passes end."""
    if depth == 0 or passes == 2:
        return 1
    passed = placed_or_passed(empty, depth - 1, passes + 1)
    return passed + empty * placed_or_passed(empty - 1, depth - 1)


@pytest.mark.parametrize("start", STARTS, ids=lambda start: str(start["size"]))
def test_the_numbers_from_the_start_are_the_closed_form(start: Start) -> None:
    points = start["size"] ** 2
    refused = [0, 0, 0, 8 * (points - 2)]
    assert start["leaves"] == [placed_or_passed(points, depth + 1) - refused[depth] for depth in range(4)]


@pytest.mark.parametrize(
    ("size", "depth", "leaves"),
    [
        pytest.param(start["size"], depth, leaves, marks=pytest.mark.long if leaves > 20_000 else ())
        for start in STARTS
        for depth, leaves in enumerate(start["leaves"], start=1)
        if leaves < 600_000
    ],
)
def test_the_tree_from_the_start_has_the_known_number_of_leaves(size: int, depth: int, leaves: int) -> None:
    assert perft(create_rules("go", size), depth) == leaves


# --- from crowded boards


def setup_of(picture: str, count: Count) -> Setup:
    return Setup(board(picture), Color[count["to_move"].upper()])


@pytest.mark.parametrize(("picture", "count"), COUNTS, ids=NAMES)
def test_the_tree_from_a_position_has_the_known_number_of_leaves(picture: str, count: Count) -> None:
    rules = create_rules("go", 5, {"ko": count["ko"], "suicide": count["suicide"]})
    state = rules.initial(setup_of(picture, count))
    for depth, leaves in enumerate(count["leaves"][:5], start=1):
        if leaves <= 2500:
            assert perft(rules, depth, state) == leaves


@pytest.mark.parametrize(("picture", "count"), COUNTS, ids=NAMES)
def test_the_book_counts_the_same(picture: str, count: Count) -> None:
    book = Book.begin(5, count["ko"], count["suicide"], setup_of(picture, count))
    assert [book.leaves(depth) for depth in range(1, 5)] == count["leaves"][:4]


@pytest.mark.long
@pytest.mark.parametrize(("picture", "count"), COUNTS, ids=NAMES)
def test_both_count_the_same_to_the_full_depth(picture: str, count: Count) -> None:
    rules = create_rules("go", 5, {"ko": count["ko"], "suicide": count["suicide"]})
    state = rules.initial(setup_of(picture, count))
    assert [perft(rules, depth, state) for depth in range(1, len(count["leaves"]) + 1)] == count["leaves"]
    book = Book.begin(5, count["ko"], count["suicide"], setup_of(picture, count))
    assert [book.leaves(depth) for depth in range(1, len(count["leaves"]) + 1)] == count["leaves"]


# --- legal positions


def has_liberties(stones: Board) -> bool:
    """Whether every chain has a liberty."""
    beside = neighbours(stones.columns, stones.rows)
    return not any(
        color and chain_without_liberty(stones.cells, beside, cell) for cell, color in enumerate(stones.cells)
    )


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_number_of_legal_positions(size: int) -> None:
    colourings = itertools.product(range(3), repeat=size * size)
    count = sum(has_liberties(Board(size, size, bytes(cells))) for cells in colourings)
    assert count == NUMBERS["legal_positions"]["squares"][size - 1]
