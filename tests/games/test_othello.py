"""The rules of Othello, each on a picture."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Board,
    Color,
    ErrorCode,
    Outcome,
    Reason,
    Score,
    Setup,
    create_game,
    create_rules,
    perft,
)
from tests.pictures import at, board, game_from, legal, marked, play, refusal, shows, tidy

# --- the beginning


def test_the_game_begins_with_four_discs_and_black_has_four_moves() -> None:
    game = create_game("othello")
    assert shows(game) == tidy("""
          a b c d e f g h
        1 . . . . . . . .
        2 . . . . . . . .
        3 . . . . . . . .
        4 . . . o # . . .
        5 . . . # o . . .
        6 . . . . . . . .
        7 . . . . . . . .
        8 . . . . . . . .""")
    assert game.state.position.to_move is BLACK
    spec = game.ruleset.board_spec()
    assert legal(game) == {at(name, spec) for name in ("d3", "c4", "f5", "e6")}


@pytest.mark.parametrize("size", [4, 6, 8, 10, 12, 14, 16])
def test_every_even_board_from_4_to_16_begins_alike(size: int) -> None:
    game = create_game("othello", size)
    assert game.state.position.board == Board.centre_four(size)
    assert len(legal(game)) == 4


# --- turning discs over


def test_a_row_between_two_own_discs_is_turned_over() -> None:
    game = play(create_game("othello"), "d3")
    assert shows(game) == tidy("""
        . . . . . . . .
        . . . . . . . .
        . . . # . . . .
        . . . # # . . .
        . . . # o . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")
    assert game.state.position.to_move is WHITE


def test_rows_in_all_eight_directions_are_turned_over_together() -> None:
    game = game_from(
        "othello",
        """# . . # . . # .
           . o . o . o . .
           . . o o o . . .
           # o o . o o o #
           . . o o o . . .
           . o . o . o . .
           # . . o . . # .
           . . . # . . . .""",
    )
    assert shows(play(game, "d4")) == tidy("""
        # . . # . . # .
        . # . # . # . .
        . . # # # . . .
        # # # # # # # #
        . . # # # . . .
        . # . # . # . .
        # . . # . . # .
        . . . # . . . .""")


def test_a_row_that_ends_at_an_empty_cell_or_the_edge_is_not_turned_over() -> None:
    game = game_from(
        "othello",
        """. o o . # .
           o o . . . .
           # . . . . .
           . . . . . .
           . . . . . .
           . . . . . .""",
    )
    assert shows(play(game, "a1")) == tidy("""
        # o o . # .
        # o . . . .
        # . . . . .
        . . . . . .
        . . . . . .
        . . . . . .""")


def test_a_row_does_not_go_on_round_the_edge() -> None:
    game = game_from(
        "othello",
        """. . . . . o
           # . . . . .
           . . . . . .
           . . o . . .
           . . # . . .
           . . . . . .""",
    )
    assert refusal(game, "e1") is ErrorCode.NO_FLIP
    assert legal(game) == {at("c3", game.ruleset.board_spec())}


def test_only_the_rows_of_the_new_disc_are_turned_over() -> None:
    game = game_from(
        "othello",
        """# o . .
           o o . .
           # . . .
           . . . .""",
    )
    after = play(game, "c1")
    assert shows(after) == tidy("""
        # # # .
        o # . .
        # . . .
        . . . .""")


# --- where a disc may not go


def test_a_disc_that_turns_nothing_over_is_refused() -> None:
    game = create_game("othello")
    for name in ("a1", "c3", "d6", "e3", "h8"):
        assert refusal(game, name) is ErrorCode.NO_FLIP


def test_a_cell_with_a_disc_on_it_is_refused() -> None:
    assert refusal(create_game("othello"), "d4") is ErrorCode.OCCUPIED


def test_a_pass_is_refused_while_a_disc_can_be_placed() -> None:
    assert refusal(create_game("othello"), "pass") is ErrorCode.NO_PASS


# --- the beginning of a game on the board of 8, as a console shows it: + is where a disc may go

OPENING = [
    (
        "",
        BLACK,
        """. . . . . . . .
           . . . . . . . .
           . . . + . . . .
           . . + o # . . .
           . . . # o + . .
           . . . . + . . .
           . . . . . . . .
           . . . . . . . .""",
    ),
    (
        "3d",
        WHITE,
        """. . . . . . . .
           . . . . . . . .
           . . + # + . . .
           . . . # # . . .
           . . + # o . . .
           . . . . . . . .
           . . . . . . . .
           . . . . . . . .""",
    ),
    (
        "3d 3c",
        BLACK,
        """. . . . . . . .
           . . . . . . . .
           . + o # . . . .
           . . + o # . . .
           . . . # o + . .
           . . . . + . . .
           . . . . . . . .
           . . . . . . . .""",
    ),
]


@pytest.mark.parametrize(("moves", "to_move", "picture"), OPENING)
def test_the_first_moves_and_where_the_next_disc_may_go(moves: str, to_move: Color, picture: str) -> None:
    game = play(create_game("othello"), moves)
    assert shows(game) == tidy(picture)
    assert legal(game) == marked(picture)
    assert game.state.position.to_move is to_move


# --- the small board, to its end


def test_the_first_move_on_the_board_of_4() -> None:
    game = create_game("othello", 4)
    assert legal(game) == marked(""". + . .
                                    + o # .
                                    . # o +
                                    . . + .""")
    after = """+ # + .
               . # # .
               + # o .
               . . . ."""
    assert shows(play(game, "1b")) == tidy(after)
    assert legal(game) == marked(after)


BLACK_MUST_PASS = """o # . .
                     o # # #
                     o o # .
                     o o o ."""


def test_who_can_place_no_disc_must_pass() -> None:
    game = game_from("othello", BLACK_MUST_PASS)
    assert legal(game) == set()
    for name in ("c1", "d1", "d3", "d4"):
        assert refusal(game, name) is ErrorCode.MUST_PASS
    assert refusal(game, "a1") is ErrorCode.OCCUPIED
    assert game.ruleset.can_pass(game.state)
    assert not game.state.is_over
    assert legal(play(game, "pass")) == marked("""o # + +
                                                  o # # #
                                                  o o # +
                                                  o o o +""")


def test_a_full_board_ends_the_game_and_the_most_discs_win() -> None:
    game = play(game_from("othello", BLACK_MUST_PASS), "pass 4d")
    assert shows(game) == tidy("""
        o # . .
        o o # #
        o o o .
        o o o o""")
    assert refusal(game, "d3") is ErrorCode.MUST_PASS
    play(game, "pass d1 d3")
    assert shows(game) == tidy("""
        o # . o
        o o # #
        o o o #
        o o o o""")
    assert game.ruleset.score(game.state) == Score(4, 11)
    play(game, "1c")
    assert shows(game) == tidy("""
        o o o o
        o o o #
        o o o #
        o o o o""")
    assert game.state.outcome == Outcome(WHITE, Reason.SCORE, 12, Score(2, 14))


NOBODY_CAN_MOVE = """o o o o
                     o o o o
                     o o o o
                     . # . ."""


def test_when_nobody_can_move_the_game_is_over_at_once_without_passes() -> None:
    for to_move in (BLACK, WHITE):
        game = game_from("othello", NOBODY_CAN_MOVE, to_move=to_move)
        assert game.state.outcome == Outcome(WHITE, Reason.SCORE, 11, Score(1, 12))
        assert refusal(game, "pass") is ErrorCode.GAME_OVER
        assert refusal(game, "a4") is ErrorCode.GAME_OVER
        assert game.state.position.refusal(None) is ErrorCode.NO_PASS
        assert game.state.position.legal_moves() == []


def test_the_move_that_leaves_nobody_a_move_ends_the_game() -> None:
    game = game_from(
        "othello",
        """o o o o
           o o # .
           o o o o
           . # . .""",
        to_move=WHITE,
    )
    assert not game.state.is_over
    play(game, "d2")
    assert shows(game) == tidy(NOBODY_CAN_MOVE)
    assert game.state.outcome == Outcome(WHITE, Reason.SCORE, 11, Score(1, 12))


def test_a_side_without_discs_has_lost() -> None:
    game = game_from(
        "othello",
        """# o . .
           . . . .
           . . . .
           . . . .""",
    )
    play(game, "c1")
    assert game.state.outcome == Outcome(BLACK, Reason.SCORE, 3, Score(3, 0))


def test_as_many_discs_on_both_sides_are_a_draw() -> None:
    game = game_from(
        "othello",
        """# # # #
           # # # #
           o o o o
           o o o o""",
    )
    assert game.state.outcome == Outcome(None, Reason.SCORE, 0, Score(8, 8))
    assert game.state.outcome.is_draw


# --- the option for empty cells


def test_with_the_option_empty_cells_count_for_the_winner() -> None:
    game = game_from("othello", NOBODY_CAN_MOVE, rules={"empties_to_winner": True})
    assert game.state.outcome == Outcome(WHITE, Reason.SCORE, 14, Score(1, 15))
    assert game.ruleset.score(game.state) == Score(1, 15)


def test_on_a_draw_empty_cells_count_for_nobody() -> None:
    picture = """# . . o
                 . . . .
                 . . . .
                 # . . o"""
    for empties_to_winner in (False, True):
        game = game_from("othello", picture, rules={"empties_to_winner": empties_to_winner})
        assert game.state.outcome == Outcome(None, Reason.SCORE, 0, Score(2, 2))


def test_the_option_does_not_change_the_score_while_the_game_runs() -> None:
    game = create_game("othello", 4, {"empties_to_winner": True})
    assert game.ruleset.score(game.state) == Score(2, 2)


# --- the hint


def test_the_hint_puts_a_corner_before_everything_and_a_pass_last() -> None:
    game = game_from(
        "othello",
        """. o # . . .
           . o # . . .
           . o # . . .
           . . . . . .
           . . . . . .
           . . . . . .""",
    )
    rules, state = game.ruleset, game.state
    spec = rules.board_spec()
    assert max(legal(game), key=lambda point: rules.hint(state, point)) == at("a1", spec)
    assert rules.hint(state, None) == float("-inf")


# --- numbers


def test_a_set_up_begins_with_whose_turn_it_says() -> None:
    setup = Setup(board(BLACK_MUST_PASS), WHITE)
    assert create_game("othello", 4, setup=setup).state.position.to_move is WHITE


PERFT = tomllib.loads(resources.files("tengen.games.othello").joinpath("perft.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("size", "depth", "leaves"),
    [
        (start["size"], depth, leaves)
        for start in PERFT["start"]
        for depth, leaves in enumerate(start["leaves"], start=1)
        if leaves < 100_000
    ],
)
def test_the_tree_has_the_known_number_of_leaves(size: int, depth: int, leaves: int) -> None:
    assert perft(create_rules("othello", size), depth) == leaves
