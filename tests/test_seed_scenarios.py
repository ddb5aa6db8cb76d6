"""Six situations that Go and Gomoku were specified with, each played from the first move."""

from __future__ import annotations

from tengen.core import BLACK, WHITE, ErrorCode, Game, Outcome, Place, Point, Reason, create_game
from tests.pictures import play, refusal, shows, tidy


def place(game: Game, *cells: tuple[int, int]) -> Game:
    """The sides place stones in turn, by column and row from the top left."""
    for x, y in cells:
        game.act(Place(game.state.position.to_move, Point(x, y)))
    return game


def test_a_stone_without_liberties_is_taken() -> None:
    game = play(create_game("go", 9), "d5 e5 e4 a9 f5 b9")
    assert shows(game) == tidy("""
        o o . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . # o # . . .
        . . . . # . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""")
    play(game, "e6")
    assert shows(game) == tidy("""
        o o . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . # . . . .
        . . . # . # . . .
        . . . . # . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .""")
    assert game.state.position.prisoners == (1, 0)
    assert game.state.position.to_move is WHITE


def test_suicide_is_refused() -> None:
    game = play(create_game("go", 9), "a1 e6 b1 d5 c1 f5 d1 e4")
    before = game.state
    assert refusal(game, "e5") is ErrorCode.SUICIDE
    assert game.state == before
    assert game.state.position.to_move is BLACK


def test_five_in_a_row_win() -> None:
    game = create_game("gomoku", 15)
    place(game, (0, 10), (0, 0), (1, 10), (2, 0), (2, 10), (4, 0), (3, 10), (6, 0))
    assert not game.state.is_over
    place(game, (4, 10))
    assert game.state.outcome == Outcome(BLACK, Reason.LINE)
    assert refusal(game, "A1") is ErrorCode.GAME_OVER


def test_a_stone_that_takes_has_liberties_and_is_no_suicide() -> None:
    game = play(create_game("go", 9), "c5 d5 d6 e6 d4 e4 a1 f5")
    assert shows(game) == tidy("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . # o . . . .
        . . # o . o . . .
        . . . # o . . . .
        . . . . . . . . .
        . . . . . . . . .
        # . . . . . . . .""")
    play(game, "e5")
    assert shows(game) == tidy("""
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . # o . . . .
        . . # . # o . . .
        . . . # o . . . .
        . . . . . . . . .
        . . . . . . . . .
        # . . . . . . . .""")
    assert game.state.position.prisoners == (1, 0)


def test_five_on_a_diagonal_win() -> None:
    game = create_game("gomoku", 15)
    place(game, (5, 5), (0, 0), (6, 6), (2, 0), (7, 7), (4, 0), (8, 8), (6, 0))
    assert not game.state.is_over
    place(game, (9, 9))
    assert game.state.outcome == Outcome(BLACK, Reason.LINE)


def test_undo_leaves_nothing_of_the_stone_behind() -> None:
    for kind in ("gomoku", "go"):
        game = create_game(kind)
        beginning = game.state
        place(game, (10, 10))
        assert game.state.position.board[Point(10, 10)] is BLACK
        assert len(game.actions) == 1
        game.undo()
        assert game.state == beginning
        assert game.state.position.board[Point(10, 10)] is None
        assert game.state.position.to_move is BLACK
        assert game.timeline.last_action is None
        place(game, (5, 5))
        assert game.state.position.board.stones(BLACK) == [Point(5, 5)]
        assert game.state == place(create_game(kind), (5, 5)).state
