"""What holds for every Go position: symmetry, liberties, and legality as the book has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    Game,
    GameState,
    Pass,
    Place,
    Point,
    Prisoners,
    Ruleset,
    Setup,
    create_game,
    create_rules,
)
from tengen.games.go.grid import chain_without_liberty, chains, neighbours
from tengen.games.go.options import Ko, Scoring, Tax
from tests.properties.go_by_the_book import Book

KOS = st.sampled_from([ko.value for ko in Ko])
CHOICES = st.lists(st.integers(0, 10_000), min_size=80, max_size=160)


def without_dead(stones: Board) -> Board:
    """The board without the chains that have no liberty."""
    beside = neighbours(stones.columns, stones.rows)
    cells = bytearray(stones.cells)
    for cell in range(len(cells)):
        if cells[cell]:
            for taken in chain_without_liberty(cells, beside, cell) or ():
                cells[taken] = 0
    return Board(stones.columns, stones.rows, bytes(cells))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Square boards on which every chain has a liberty, from empty to crowded."""
    size = draw(st.integers(5, 9))
    cell = st.sampled_from(draw(st.sampled_from([(0, 1, 2), (0, 0, 0, 1, 2), (0, 1, 1, 1, 2, 2, 2)])))
    return without_dead(Board(size, size, bytes(draw(st.lists(cell, min_size=size**2, max_size=size**2)))))


@st.composite
def terms(draw: st.DrawFn) -> dict[str, str | float | bool]:
    """Ways of counting."""
    return {
        "scoring": draw(st.sampled_from([scoring.value for scoring in Scoring])),
        "tax": draw(st.sampled_from([tax.value for tax in Tax])),
        "komi": draw(st.integers(-20, 20)) / 2,
    }


def black_minus_white(rules: Ruleset, state: GameState) -> float:
    score = rules.score(state)
    assert score is not None
    return score.black - score.white


# --- counting


@given(boards(), terms(), st.tuples(st.integers(0, 9), st.integers(0, 9)))
def test_who_changes_colours_and_komi_changes_the_sign_of_the_score(
    stones: Board, counting: dict[str, str | float | bool], taken: tuple[int, int]
) -> None:
    rules = create_rules("go", stones.columns, counting)
    swapped_rules = create_rules("go", stones.columns, {**counting, "komi": -float(counting["komi"])})
    swapped = Board(stones.columns, stones.rows, stones.cells.translate(bytes.maketrans(b"\1\2", b"\2\1")))
    black, white = taken
    score = black_minus_white(rules, rules.initial(Setup(stones, BLACK, Prisoners(black, white))))
    other = black_minus_white(swapped_rules, swapped_rules.initial(Setup(swapped, WHITE, Prisoners(white, black))))
    assert score == -other


def turned(point: Point, size: int) -> Point:
    """A point after a quarter turn."""
    return Point(size - 1 - point.y, point.x)


def mirrored(point: Point, size: int) -> Point:
    """A point in the mirror."""
    return Point(size - 1 - point.x, point.y)


def symmetry(number: int) -> Callable[[Point, int], Point]:
    """One of the eight ways to lay the board down."""

    def moved(point: Point, size: int) -> Point:
        for _ in range(number % 4):
            point = turned(point, size)
        return mirrored(point, size) if number >= 4 else point

    return moved


def laid_down(stones: Board, number: int) -> Board:
    moved = symmetry(number)
    return Board.empty(stones.columns).with_stones(
        {moved(point, stones.columns): color for point in stones.points() if (color := stones[point])}
    )


@given(boards(), terms())
def test_the_score_is_the_same_from_every_side_of_the_board(
    stones: Board, counting: dict[str, str | float | bool]
) -> None:
    rules = create_rules("go", stones.columns, counting)
    scores = {rules.score(rules.initial(Setup(laid_down(stones, number), BLACK))) for number in range(8)}
    assert len(scores) == 1


@given(boards(), st.sampled_from([BLACK, WHITE]), st.booleans())
def test_the_same_moves_are_legal_from_every_side_of_the_board(stones: Board, to_move: int, suicide: bool) -> None:
    size = stones.columns
    color = BLACK if to_move == BLACK else WHITE
    rules = create_rules("go", size, {"suicide": suicide})
    legal = rules.legal_points(rules.initial(Setup(stones, color)))
    for number in range(8):
        moved = symmetry(number)
        there = rules.legal_points(rules.initial(Setup(laid_down(stones, number), color)))
        assert {moved(point, size) for point in legal} == set(there)


# --- the course of a game


def played(game: Game, choices: list[int]) -> list[GameState]:
    """The states of a game whose moves these numbers choose; one choice in many is a pass."""
    states = [game.state]
    for number in choices:
        points = game.ruleset.legal_points(game.state)
        player = game.state.position.to_move
        is_pass = not points or (number % 17 == 0 and game.state.passes == 0)
        states.append(game.act(Pass(player) if is_pass else Place(player, points[number % len(points)])))
        if game.state.is_over:
            break
    return states


@settings(max_examples=50)
@given(CHOICES, KOS, st.booleans())
def test_no_legal_sequence_leaves_a_chain_without_a_liberty(choices: list[int], ko: str, suicide: bool) -> None:
    for state in played(create_game("go", 5, {"ko": ko, "suicide": suicide}), choices):
        stones = state.position.board
        beside = neighbours(5, 5)
        owner = chains(stones.cells, beside)
        assert all(chain is None or chain.liberties for chain in owner)


@settings(max_examples=50)
@given(CHOICES, KOS, st.booleans())
def test_the_legal_points_are_those_that_are_not_refused(choices: list[int], ko: str, suicide: bool) -> None:
    game = create_game("go", 5, {"ko": ko, "suicide": suicide})
    for state in played(game, choices)[::7]:
        position = state.position
        assert position.legal_points() == [p for p in position.board.points() if position.refusal(p) is None]


@settings(max_examples=50)
@given(CHOICES, KOS, st.booleans())
def test_stones_on_the_board_and_prisoners_are_all_that_was_played(choices: list[int], ko: str, suicide: bool) -> None:
    game = create_game("go", 5, {"ko": ko, "suicide": suicide})
    position = played(game, choices)[-1].position
    placed = sum(isinstance(action, Place) for action in game.actions)
    stones = position.board.count(BLACK) + position.board.count(WHITE)
    assert stones + sum(position.prisoners) == placed


@settings(max_examples=50)
@given(CHOICES, KOS, st.booleans())
def test_every_move_of_a_game_is_what_the_book_says(choices: list[int], ko: str, suicide: bool) -> None:
    game = create_game("go", 5, {"ko": ko, "suicide": suicide})
    played(game, choices)
    book = Book.begin(5, ko, suicide)
    for number, action in enumerate(game.actions):
        state = game.timeline.state_after(number)
        if number % 5 == 0:
            assert state.position.legal_points() == book.points()
        book = book.play(action.point if isinstance(action, Place) else None)
        after = game.timeline.state_after(number + 1)
        assert {point: after.position.board[point] for point in book.stones} == book.stones
        assert len(after.position.board.empties()) == 25 - len(book.stones)
        assert after.is_over == book.is_over


@settings(max_examples=30)
@given(CHOICES, KOS)
def test_a_position_tells_the_same_after_its_past_was_rebuilt(choices: list[int], ko: str) -> None:
    """Playing the same moves again gives an equal state: nothing hangs on identity or on the order of a set."""
    rules = {"ko": ko, "suicide": True}
    game = create_game("go", 5, rules)
    state = played(game, choices)[-1]
    again = create_game("go", 5, rules)
    for action in game.actions:
        again.act(action)
    assert again.state == state
    assert hash(again.state.position) == hash(state.position)
    assert replace(again.state, passes=state.passes + 1) != state


# --- legal positions, with the liberties of the game


@pytest.mark.parametrize(("size", "number"), [(2, 57), (3, 12675)])
def test_the_number_of_legal_positions_on_small_boards(size: int, number: int) -> None:
    """Every colouring on which no chain lacks a liberty; the numbers are Tromp's."""
    beside = neighbours(size, size)
    colourings = map(bytes, itertools.product(range(3), repeat=size * size))
    legal = sum(all(chain is None or chain.liberties for chain in chains(cells, beside)) for cells in colourings)
    assert legal == number
