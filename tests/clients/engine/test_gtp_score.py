"""Who wins and what is dead, in the opinion of an engine: `final_score`, `final_status_list`, cleaning up."""

from __future__ import annotations

import time

import pytest
from tests.clients.engine.talk import gtp

from tengen.clients.engine.thinking import Strength
from tengen.core import COLORS, parse_board
from tengen.core.boardspec import LETTERS_WITHOUT_I

SYNTAX = "? syntax error"

TWO_DEAD = """. # . # o . o . o
              # # # # o o o o .
              . # . # o . . o o
              # # # # o . # . o
              . . . # o . . . o
              . o . # o o o o o
              . . . # # # # # #
              # # # # . # . # .
              . # . # # # # # #"""
"""White's stone on B4 and Black's on G6 cannot be saved."""
SEKI = """# # # o o
          # . # o .
          # # # o o
          # # . o o
          # # # o o"""
"""Whoever plays on C2 is captured."""


def set_up(picture: str) -> str:
    """The command that puts a picture on the board."""
    board = parse_board(picture)
    words = [
        f"{color.word} {LETTERS_WITHOUT_I[point.x]}{board.rows - point.y}"
        for color in COLORS
        for point in board.stones(color)
    ]
    return f"gogui-setup {' '.join(words)}"


def stones(answer: str) -> set[str]:
    return set(answer.removeprefix("=").split())


def test_dead_stones_are_told_apart_from_living_ones() -> None:
    lines = (set_up(TWO_DEAD), *(f"final_status_list {word}" for word in ("dead", "alive", "seki")))
    _, dead, alive, seki = gtp(*lines, size=9)
    assert stones(dead) == {"B4", "G6"}
    assert {"A8", "D9", "F8", "J4"} <= stones(alive)
    assert stones(seki) == set()
    assert len(stones(alive)) + 2 == TWO_DEAD.count("#") + TWO_DEAD.count("o")


def test_each_chain_has_a_line_of_its_own() -> None:
    answer = gtp(set_up(TWO_DEAD), "final_status_list dead", size=9)[-1]
    assert answer in ("= G6\nB4", "= B4\nG6")


def test_stones_that_neither_side_can_attack_live_in_seki() -> None:
    _, dead, alive, seki = gtp(
        set_up(SEKI), *(f"final_status_list {word}" for word in ("dead", "alive", "seki")), size=5
    )
    assert (stones(dead), stones(alive)) == (set(), set())
    assert len(stones(seki)) == 22


def test_the_score_is_that_of_the_board_without_dead_stones() -> None:
    """Black has 51 points of the board and White 30, after the two dead stones came off."""
    for rules, score in (("chinese", "= B+13.5"), ("tromp-taylor", "= B+13.5")):
        assert gtp("komi 7.5", set_up(TWO_DEAD), "final_score", size=9, rules=rules)[-1] == score


def test_both_may_have_passed_before_the_score_is_asked_for() -> None:
    lines = (set_up(TWO_DEAD), "play b pass", "play w pass", "final_score", "gogui-rules_final_result", "undo")
    assert gtp(*lines, size=9)[-3:] == ["= B+13.5", "= Black wins by 13.5 points, 51 to 37.5", "="]


def test_an_even_score_is_a_zero() -> None:
    assert gtp("komi 0", "final_score", size=5)[-1] == "= 0"


@pytest.mark.parametrize("line", ["final_status_list", "final_status_list nosuch", "final_status_list dead dead"])
def test_there_are_three_kinds_of_stones(line: str) -> None:
    assert gtp(line) == [SYNTAX]


@pytest.mark.parametrize("game", ["gomoku", "peace", "othello"])
def test_what_has_no_points_yet_or_never_cannot_be_scored(game: str) -> None:
    assert gtp("final_score", game=game) == ["? cannot score"]


def test_a_finished_game_of_othello_is_counted() -> None:
    answers = gtp(*["genmove b", "genmove w"] * 8, "final_score", "gogui-rules_final_result", game="othello", size=4)
    assert answers[-2][2] in "BW0"
    assert answers[-1].startswith("= Black wins by ") or answers[-1].startswith("= White wins by ")


def test_a_clean_up_takes_dead_stones_off_before_it_passes() -> None:
    before = ("komi -30", set_up(TWO_DEAD), "gogui-setup_player w", "play w pass", "genmove b", "undo")
    lines = (*before, *["kgs-genmove_cleanup b", "play w pass"] * 6, "gogui-rules_board")
    _, _, _, _, plain, _, *cleaned, board = gtp(*lines, size=9, strength=Strength(2))
    assert plain == "= pass"  # which wins, but by a board with a dead stone on it
    assert cleaned[0] in {f"= {point}" for point in ("A4", "B5", "C4", "B3")}
    assert cleaned[-2] == "= pass"
    assert board.count("O") == TWO_DEAD.count("o") - 1


def test_scoring_ends_in_time_on_a_large_board() -> None:
    began = time.monotonic()
    gtp("play b D4", "play w Q16", "final_score")
    assert time.monotonic() - began < 20


CUT_OFF = """. . . # . o . . #
             . . . # . o . . .
             . . . # . o . . .
             . . . # . o . . .
             . o . # . o . # .
             . . . # . o . . .
             . . . # . o . . .
             . . . # . o . . .
             o . . # . o . . ."""
"""Who knows whether four lonely stones live."""


def test_the_lists_and_the_score_are_of_one_mind() -> None:
    asked = ("final_status_list alive", "final_status_list dead", "final_status_list seki", "final_score")
    answers = gtp(set_up(CUT_OFF), *asked * 3, size=9)[1:]
    first = answers[:4]
    assert answers == first * 3, "nothing has changed, so nothing else is said"
    named = " ".join(answer.removeprefix("=") for answer in first[:3]).split()
    assert len(named) == len(set(named)) == 22


def test_another_position_is_judged_anew() -> None:
    answers = gtp(set_up(TWO_DEAD), "final_status_list dead", "gogui-setup e G6", "final_status_list dead", size=9)
    assert [stones(answer) for answer in answers[1::2]] == [{"B4", "G6"}, {"B4"}]


def test_a_position_that_is_set_up_has_no_handicap() -> None:
    scored = ("set_position w D4", "final_score")
    begun = ("kata-set-rules chinese", "komi 0")
    assert gtp(*begun, "fixed_handicap 9", *scored, size=9)[-1] == gtp(*begun, *scored, size=9)[-1] == "= W+81"


def test_no_point_of_the_territory_is_named_twice() -> None:
    for line in gtp(set_up(TWO_DEAD), "tengen-territory", size=9)[1].split("\n"):
        points = line.split()
        assert len(points) == len(set(points))
