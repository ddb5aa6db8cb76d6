"""Proven wins, played out to their end."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tengen.core import BLACK, WHITE, Color, Point, Setup, create_rules, parse_board
from tengen.players import Analysis, Candidate, Defence, ProvenWin, Turn, proven_win

FOUR_AND_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . o # # # . . .
    . . . . . . # . .
    . . . . . . # . .
    . . . . . . . . .
    . . . o . . # . .
    . . . o . . . . .
    . . . . o . . . ."""


def turn(picture: str = FOUR_AND_THREE, *, to_move: Color = BLACK, rules: str = "freestyle") -> Turn:
    ruleset = create_rules("gomoku", 9, rules)
    setup = Setup(parse_board(picture), to_move)
    return Turn(ruleset, setup, (), ruleset.initial(setup))


def points(names: str) -> tuple[Point, ...]:
    spec = create_rules("gomoku", 9).board_spec()
    return tuple(map(spec.parse, names.split()))


FIVE = "g7 h7 g4 g8 g2"
WINS = Candidate(points("g7 h7 g4"), 1.0, is_certain=True)


def found(candidate: Candidate) -> Analysis:
    return Analysis.of([candidate])


def test_a_proven_win_is_counted_in_the_moves_of_the_winner() -> None:
    assert proven_win(turn(), found(WINS)) == ProvenWin(BLACK, points("g7 h7 g4"), True)
    win = proven_win(turn(), found(WINS))
    assert win is not None
    assert win.moves == 2


def test_the_other_side_may_be_the_one_that_wins() -> None:
    line = points("a1 g7 h7 g4")
    win = proven_win(turn(to_move=WHITE), found(Candidate(line, 1.0, is_certain=True)))
    assert win == ProvenWin(BLACK, line, False)
    assert win is not None
    assert win.moves == 2


@pytest.mark.parametrize(
    "candidate",
    [
        replace(WINS, is_certain=False),
        replace(WINS, win=0.0),
        replace(WINS, win=0.5),
        replace(WINS, win=None),
        replace(WINS, line=points("g7 h7")),
        replace(WINS, line=points("g7 h7 g4 a1")),
        replace(WINS, line=points("g7 g7 g4")),
        replace(WINS, line=points("d7")),
        replace(WINS, line=(None, *points("g7 h7 g4"))),
        replace(WINS, line=(Point(40, 40),)),
    ],
)
def test_a_line_that_does_not_end_with_the_win_it_promises_is_none(candidate: Candidate) -> None:
    assert proven_win(turn(), found(candidate)) is None


def test_all_answers_stand_beside_the_one_of_the_line() -> None:
    defences = (Defence(2, (points("h7 g4"), points("f7 h7 g4"), points("e7"))),)
    win = proven_win(turn(), found(replace(WINS, defences=defences)))
    assert win is not None
    name = create_rules("gomoku", 9).board_spec().name
    assert win.told(name) == "G7 H7/F7/E7 G4"
    only = replace(WINS, defences=(Defence(2, (points("h7 g4"),)),))
    assert replace(win, defences=only.defences).told(name) == "G7 H7 G4"


def test_where_nothing_is_thought_nothing_is_proven() -> None:
    assert proven_win(turn(), Analysis()) is None


def test_what_the_rules_forbid_wins_nothing() -> None:
    """In Renju the stone on g7 would make a four and a three, which is allowed, but six in a row are not."""
    six = FOUR_AND_THREE.replace(". . o # # # . . .", "# # # . # # . . .")
    ends = Candidate(points("d7"), 1.0, is_certain=True)
    assert proven_win(turn(six), found(ends)) is not None
    assert proven_win(turn(six, rules="renju"), found(ends)) is None


def test_games_that_are_counted_have_no_such_wins() -> None:
    ruleset = create_rules("othello")
    state = ruleset.initial()
    move = ruleset.legal_points(state)[0]
    candidate = Candidate((move,), 1.0, is_certain=True)
    assert proven_win(Turn(ruleset, None, (), state), found(candidate)) is None
