"""Finished boards counted by hand: area and territory, dame, seki, tax, prisoners, dead stones, handicap.

Komi is 0 unless a test says otherwise. Every number is explained where it is expected.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import pytest

from tengen.core import (
    BLACK,
    WHITE,
    Agree,
    MarkDead,
    OptionValue,
    Outcome,
    Prisoners,
    Reason,
    Score,
    Setup,
    create_game,
)
from tengen.games.go.options import Scoring, Tax
from tengen.games.go.scoring import board_score, territory
from tests.pictures import at, board, marked, play

Counting: TypeAlias = Mapping[str, OptionValue]

AREA: Counting = {"scoring": "area", "tax": "none"}
AREA_SEKI: Counting = {"scoring": "area", "tax": "seki"}
AREA_ALL: Counting = {"scoring": "area", "tax": "all"}
TERRITORY: Counting = {"scoring": "territory", "tax": "none"}
TERRITORY_SEKI: Counting = {"scoring": "territory", "tax": "seki"}
TERRITORY_ALL: Counting = {"scoring": "territory", "tax": "all"}


def ended(picture: str, rules: Counting, *, dead: str = "", prisoners: tuple[int, int] = (0, 0)) -> Outcome:
    """How a game ends that stopped on this board, with these stones agreed to be dead."""
    stones = board(picture)
    terms: dict[str, OptionValue] = {"komi": 0, "dead_stones": "agree", **rules}
    game = create_game("go", stones.columns, terms, Setup(stones, BLACK, Prisoners(*prisoners)))
    play(game, "pass pass")
    if dead:
        game.act(MarkDead(BLACK, tuple(at(name, game.ruleset.board_spec()) for name in dead.split())))
    game.act(Agree(BLACK))
    game.act(Agree(WHITE))
    assert game.state.outcome is not None
    return game.state.outcome


def counted(picture: str, rules: Counting, *, dead: str = "", prisoners: tuple[int, int] = (0, 0)) -> Score:
    """Both sides' points on a board where the game stopped."""
    score = ended(picture, rules, dead=dead, prisoners=prisoners).score
    assert score is not None
    return score


# --- who surrounds what

EMPTY = """. . . . .
           . . . . .
           . . . . .
           . . . . .
           . . . . ."""


@pytest.mark.parametrize("rules", [AREA, AREA_SEKI, AREA_ALL, TERRITORY, TERRITORY_SEKI, TERRITORY_ALL])
def test_an_empty_board_is_nobodys(rules: Counting) -> None:
    assert counted(EMPTY, rules) == Score(0, 0)


ONE_STONE = """. . . . .
               . . . . .
               . . # . .
               . . . . .
               . . . . ."""


def test_a_single_stone_has_the_whole_board() -> None:
    assert counted(ONE_STONE, AREA) == Score(25, 0)  # the stone and 24 points
    assert counted(ONE_STONE, TERRITORY) == Score(24, 0)
    assert counted(ONE_STONE, TERRITORY_SEKI) == Score(24, 0)
    assert counted(ONE_STONE, AREA_ALL) == Score(23, 0)  # one part, so two points of tax
    assert counted(ONE_STONE, TERRITORY_ALL) == Score(22, 0)


ONE_EACH = """. . . . .
              . . . . .
              . # . o .
              . . . . .
              . . . . ."""


def test_what_both_reach_is_nobodys() -> None:
    assert counted(ONE_EACH, AREA) == Score(1, 1)
    assert counted(ONE_EACH, TERRITORY) == Score(0, 0)


CLOSED = """. # # o .
            . # o o .
            . # # o .
            . # o o .
            . # # o ."""


def test_a_closed_border() -> None:
    # Black: 8 stones and the column a, 5 points. White: 7 stones and the column e, 5 points.
    assert counted(CLOSED, AREA) == Score(13, 12)
    assert counted(CLOSED, TERRITORY) == Score(5, 5)
    # Nothing is neutral, so nobody is in seki.
    assert counted(CLOSED, AREA_SEKI) == Score(13, 12)
    assert counted(CLOSED, TERRITORY_SEKI) == Score(5, 5)
    # One living group each: two points less for both.
    assert counted(CLOSED, AREA_ALL) == Score(11, 10)
    assert counted(CLOSED, TERRITORY_ALL) == Score(3, 3)


ONLY_EYES = """# # # # #
               # . # # #
               # # # # #
               # # # . #
               # # # # #"""


def test_a_board_full_of_one_colour_but_for_two_eyes() -> None:
    assert counted(ONLY_EYES, AREA) == Score(25, 0)  # 23 stones, 2 eyes
    assert counted(ONLY_EYES, TERRITORY) == Score(2, 0)
    # Stone scoring counts the stones that could stand there: 23, for the eyes must stay open.
    assert counted(ONLY_EYES, AREA_ALL) == Score(23, 0)
    assert counted(ONLY_EYES, TERRITORY_ALL) == Score(0, 0)


SMALL_LIFE = """. # . # o . .
                # # # # o . .
                o o o o o . .
                . . . . . . .
                . . . . . . .
                . . . . . . .
                . . . . . . ."""


def test_a_small_living_group_in_the_corner() -> None:
    # Black: 6 stones, 2 eyes. White: 7 stones; the rest is 49 - 8 - 7 = 34 points.
    assert counted(SMALL_LIFE, AREA) == Score(8, 41)
    assert counted(SMALL_LIFE, TERRITORY) == Score(2, 34)
    assert counted(SMALL_LIFE, TERRITORY_SEKI) == Score(2, 34)
    assert counted(SMALL_LIFE, AREA_ALL) == Score(6, 39)
    assert counted(SMALL_LIFE, TERRITORY_ALL) == Score(0, 32)


TWO_GROUPS = """. # o . o # .
                . # o . o # .
                . # o . o # .
                . # o . o # .
                . # o o o # .
                . # o . o # .
                . # o . o # ."""


def test_every_living_group_pays_the_tax_for_itself() -> None:
    # Black: twice 7 stones and 7 points. White: 15 stones, 4 + 2 points in the middle.
    assert counted(TWO_GROUPS, AREA) == Score(28, 21)
    assert counted(TWO_GROUPS, TERRITORY) == Score(14, 6)
    assert counted(TWO_GROUPS, AREA_ALL) == Score(28 - 4, 21 - 2)  # two black groups, one white
    assert counted(TWO_GROUPS, TERRITORY_ALL) == Score(14 - 4, 6 - 2)


JOINED_BY_TERRITORY = """. . . # o
                         # . . # o
                         . # # # o
                         . # o o o
                         # # o . ."""


def test_stones_joined_by_their_own_territory_are_one_group() -> None:
    # Black: a4 stands apart from the wall, but only black points lie between. 8 stones and 7 points:
    # a5 b5 c5 b4 c4, a3 a2. White: 7 stones, d1 and e1.
    assert counted(JOINED_BY_TERRITORY, AREA) == Score(16, 9)
    assert counted(JOINED_BY_TERRITORY, AREA_ALL) == Score(14, 7)
    assert counted(JOINED_BY_TERRITORY, TERRITORY_ALL) == Score(5, 0)


# --- dame

COLUMN_OF_DAME = """. # . o .
                    . # . o .
                    . # . o .
                    . # . o .
                    . # . o ."""


def test_dame_count_for_nobody() -> None:
    # 5 stones and 5 points each, the column between is neutral.
    assert counted(COLUMN_OF_DAME, AREA) == Score(10, 10)
    assert counted(COLUMN_OF_DAME, TERRITORY) == Score(5, 5)


ONE_DAME = """. # # o .
              . # . o .
              . # # o .
              . # o o .
              . # # o ."""


def test_one_dame_left_open_makes_neighbours_with_one_small_eye_count_as_seki() -> None:
    """Seki is known by its dame: a side with one region of fewer than seven points should fill them before passing."""
    assert counted(ONE_DAME, AREA) == Score(13, 11)  # as CLOSED, but White lacks the stone on c4
    assert counted(ONE_DAME, TERRITORY) == Score(5, 5)
    assert counted(ONE_DAME, AREA_SEKI) == Score(8, 6)  # only the stones
    assert counted(ONE_DAME, TERRITORY_SEKI) == Score(0, 0)
    assert counted(ONE_DAME, AREA_ALL) == Score(8, 6)  # and who does not live by himself pays no tax
    assert counted(ONE_DAME, TERRITORY_ALL) == Score(0, 0)


DAME_AT_ONE_GROUP = """. # o . o # .
                       . # o . o # .
                       . # o . o # .
                       . # o . o # .
                       . # o o . # .
                       . # o . o # .
                       . # o . o # ."""


def test_a_dame_costs_nothing_where_two_eyes_or_room_for_them_are() -> None:
    # As TWO_GROUPS with e3 open: it touches White's group, which has two eyes, and Black's right one with seven points.
    assert counted(DAME_AT_ONE_GROUP, AREA) == Score(28, 14 + 6)
    assert counted(DAME_AT_ONE_GROUP, TERRITORY) == Score(14, 6)
    assert counted(DAME_AT_ONE_GROUP, TERRITORY_SEKI) == Score(14, 6)
    assert counted(DAME_AT_ONE_GROUP, AREA_SEKI) == Score(28, 14 + 6)
    assert counted(DAME_AT_ONE_GROUP, AREA_ALL) == Score(28 - 4, 14 + 6 - 2)


OPEN_KO = """. # o . .
             # # o o .
             # . # o .
             # # o o .
             . # o . ."""


def test_an_open_ko_belongs_to_whoever_took_it() -> None:
    # Black: 8 stones, a5, a1 and b3 in the ko. White: 7 stones, d5 e5 e4 e3 e2 e1 d1.
    assert counted(OPEN_KO, AREA) == Score(11, 14)
    assert counted(OPEN_KO, TERRITORY) == Score(3, 7)


# --- seki

SEKI_WITHOUT_EYES = """. o # . o # .
                       . o # . o # .
                       o o # # o # #
                       . o o o # # .
                       o o o o # # #
                       . . . o # . .
                       . . . o # . ."""


def test_seki_without_eyes() -> None:
    """Black's c7 c6 c5 d5 and White's e7 e6 e5 share d7 and d6; whoever plays there is captured."""
    # Black: 11 + 4 stones; g7 g6, g4, f2 g2 f1 g1. White: 13 + 3 stones; a7 a6, a4, a2 b2 c2 a1 b1 c1.
    assert counted(SEKI_WITHOUT_EYES, AREA) == Score(15 + 7, 16 + 9)
    assert counted(SEKI_WITHOUT_EYES, TERRITORY) == Score(7, 9)
    # Nobody has points in the seki, and the groups around it do not touch its dame.
    assert counted(SEKI_WITHOUT_EYES, TERRITORY_SEKI) == Score(7, 9)
    assert counted(SEKI_WITHOUT_EYES, AREA_SEKI) == Score(22, 25)
    # Only the groups around it live by themselves and pay.
    assert counted(SEKI_WITHOUT_EYES, AREA_ALL) == Score(20, 23)
    assert counted(SEKI_WITHOUT_EYES, TERRITORY_ALL) == Score(5, 7)


SEKI_WITH_EYES = """. # . o . o #
                    # # # o o o #
                    o o o # # # #
                    . . o # . . .
                    . . o # . . .
                    . . o # . . .
                    . . o # . . ."""


def test_seki_with_an_eye_each() -> None:
    """Black has the eye a7, White e7, and they share c7."""
    # Black: 10 + 4 stones, 12 points below and the eye. White: 7 + 5 stones, 8 points below and the eye.
    assert counted(SEKI_WITH_EYES, AREA) == Score(14 + 13, 12 + 9)
    assert counted(SEKI_WITH_EYES, TERRITORY) == Score(13, 9)
    # With tax the eyes in seki do not count.
    assert counted(SEKI_WITH_EYES, AREA_SEKI) == Score(14 + 12, 12 + 8)
    assert counted(SEKI_WITH_EYES, TERRITORY_SEKI) == Score(12, 8)
    assert counted(SEKI_WITH_EYES, AREA_ALL) == Score(14 + 12 - 2, 12 + 8 - 2)
    assert counted(SEKI_WITH_EYES, TERRITORY_ALL) == Score(10, 6)


SEKI_WITH_LARGE_EYES = """. # . o . . o # .
                          . # # o o o o # .
                          # # o # # # # # .
                          o o o # . . . . .
                          . . o # . . . . .
                          . . o # . . . . .
                          . . o # . . . . .
                          . . o # . . . . .
                          . . o # . . . . ."""


def test_seki_with_an_eye_of_two_points_each() -> None:
    """Black has a9 and a8, White e9 and f9; whoever fills c9 loses the race by a move."""
    # Black: 5 + 13 stones; i9 i8 i7 and six rows of five. White: 6 + 9 stones; five rows of two.
    assert counted(SEKI_WITH_LARGE_EYES, AREA) == Score(18 + 33 + 2, 15 + 10 + 2)
    assert counted(SEKI_WITH_LARGE_EYES, TERRITORY) == Score(35, 12)
    assert counted(SEKI_WITH_LARGE_EYES, TERRITORY_SEKI) == Score(33, 10)
    assert counted(SEKI_WITH_LARGE_EYES, AREA_ALL) == Score(18 + 33 - 2, 15 + 10 - 2)


EYE_AGAINST_NONE = """. # . o # .
                      . # . o # .
                      # # o o # .
                      o o # # # .
                      . o # . . .
                      . o # . . ."""


def test_a_race_of_an_eye_against_none_is_no_seki_but_has_to_be_marked() -> None:
    """Black can fill c6 and c5 and White cannot, so White's four stones are dead."""
    # Marked: Black 4 + 8 stones, a6 a5, c6 c5 and the four points, ten points more. White 4 stones, a2 a1.
    assert counted(EYE_AGAINST_NONE, AREA, dead="d6") == Score(12 + 18, 6)
    assert counted(EYE_AGAINST_NONE, TERRITORY_SEKI, dead="d6") == Score(18 + 4, 2)
    # Not marked: c6 and c5 are neutral, so the board counts as if it were a seki and a6 a5 do not count.
    assert counted(EYE_AGAINST_NONE, AREA) == Score(12 + 12, 8 + 2)
    assert counted(EYE_AGAINST_NONE, TERRITORY_SEKI) == Score(10, 2)


# --- prisoners and dead stones


def test_prisoners_count_under_territory_rules_only() -> None:
    assert counted(CLOSED, TERRITORY, prisoners=(3, 1)) == Score(5 + 3, 5 + 1)
    assert counted(CLOSED, TERRITORY_SEKI, prisoners=(3, 1)) == Score(8, 6)
    assert counted(CLOSED, AREA, prisoners=(3, 1)) == Score(13, 12)


def test_prisoners_are_not_taxed() -> None:
    assert counted(ONE_DAME, TERRITORY_SEKI, prisoners=(4, 2)) == Score(4, 2)
    assert counted(CLOSED, TERRITORY_ALL, prisoners=(4, 2)) == Score(3 + 4, 3 + 2)


DEAD_STONES = """. # # o .
                 o # o o .
                 . # # o .
                 . # o o #
                 . # # o ."""


def test_a_dead_stone_leaves_its_point_and_a_prisoner() -> None:
    # As CLOSED: a4 and e2 are dead. Territory: five points and one dead stone each.
    assert counted(DEAD_STONES, TERRITORY_SEKI, dead="a4 e2") == Score(6, 6)
    assert counted(DEAD_STONES, TERRITORY_SEKI, dead="a4 e2", prisoners=(2, 3)) == Score(8, 9)
    # Area: as if they had been captured.
    assert counted(DEAD_STONES, AREA, dead="a4 e2") == Score(13, 12)
    assert counted(DEAD_STONES, AREA_ALL, dead="a4 e2") == Score(11, 10)


def test_a_dead_stone_that_nobody_marks_lives() -> None:
    # Both sides of the board become neutral: stones only.
    assert counted(DEAD_STONES, AREA) == Score(9, 8)
    assert counted(DEAD_STONES, TERRITORY) == Score(0, 0)
    # One of the two marked: Black has his side, White's side stays neutral.
    assert counted(DEAD_STONES, AREA, dead="a4") == Score(9 + 5, 7)
    assert counted(DEAD_STONES, TERRITORY, dead="a4") == Score(6, 0)


NAKADE = """. o . # o . .
            # # # # o . .
            o o o o o . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . ."""


def test_a_dead_group_and_the_stone_that_killed_it() -> None:
    """White's b7 keeps Black's corner from two eyes: Black is dead, and b7 is not."""
    # White: 1 + 7 stones and the other 41 points; Black lost 5 stones.
    assert counted(NAKADE, AREA, dead="d7") == Score(0, 49)
    assert counted(NAKADE, TERRITORY_SEKI, dead="d7") == Score(0, 41 + 5)
    # If they agree on the contrary: Black has 5 stones, a7 b7 c7 and a dead stone, White 7 and 34 points.
    assert counted(NAKADE, AREA, dead="b7") == Score(8, 41)
    assert counted(NAKADE, TERRITORY_SEKI, dead="b7") == Score(3 + 1, 34)


ALL_DEAD = """# # . . .
              . # . . .
              . . . o .
              . . o o .
              . . . . ."""


def test_all_stones_of_one_side_may_be_dead() -> None:
    assert counted(ALL_DEAD, AREA, dead="a5") == Score(0, 25)
    assert counted(ALL_DEAD, TERRITORY, dead="a5") == Score(0, 22 + 3)
    assert counted(ALL_DEAD, AREA_ALL, dead="a5") == Score(0, 23)


def test_all_stones_may_be_dead() -> None:
    assert counted(ALL_DEAD, AREA, dead="a5 d3") == Score(0, 0)
    assert counted(ALL_DEAD, TERRITORY, dead="a5 d3") == Score(3, 3)


DEAD_IN_SEKI = """. # . o . o #
                  # # # o o o #
                  o o o # # # #
                  . . o # . o .
                  # . o # . . .
                  . . o # . . .
                  . . o # . . ."""


def test_dead_stones_beside_a_seki() -> None:
    # As SEKI_WITH_EYES; f4 and a3 are dead: a point and a prisoner each in the territory below.
    assert counted(DEAD_IN_SEKI, TERRITORY_SEKI, dead="f4 a3") == Score(12 + 1, 8 + 1)
    assert counted(DEAD_IN_SEKI, AREA_SEKI, dead="f4 a3") == Score(14 + 12, 12 + 8)
    assert counted(DEAD_IN_SEKI, TERRITORY, dead="f4 a3") == Score(13 + 1, 9 + 1)


def test_agreeing_that_one_side_of_a_seki_is_dead_ends_the_seki() -> None:
    # White's five stones dead: Black adds their points and c7, e7; a7 counts too, for nothing is neutral.
    # Black: 12 below, a7 c7 e7 and the 5 points, 5 dead. White: 8.
    assert counted(SEKI_WITH_EYES, TERRITORY_SEKI, dead="d7") == Score(12 + 3 + 5 + 5, 8)
    assert counted(SEKI_WITH_EYES, AREA, dead="d7") == Score(14 + 20, 7 + 8)


def test_stones_captured_by_suicide_are_prisoners() -> None:
    rules: Counting = {"scoring": "territory", "suicide": True, "komi": 0}
    game = play(create_game("go", 5, rules), "a1 a2 b1 b2 c3 c2 d3 d1 e3 d2")
    # Black fills c1: three stones of his own go to White.
    play(game, "c1 pass pass")
    assert game.state.position.prisoners == Prisoners(white=3)


# --- komi, handicap, margin


def test_komi_decides_a_close_game() -> None:
    assert ended(CLOSED, {"komi": 0.5, **AREA}) == Outcome(BLACK, Reason.SCORE, 0.5, Score(13, 12.5))
    assert ended(CLOSED, {"komi": 7.5, **AREA}) == Outcome(WHITE, Reason.SCORE, 6.5, Score(13, 19.5))
    assert ended(CLOSED, {"komi": 1, **AREA}) == Outcome(None, Reason.SCORE, 0, Score(13, 13))
    assert ended(CLOSED, {"komi": -5.5, **TERRITORY}) == Outcome(BLACK, Reason.SCORE, 5.5, Score(5, -0.5))


@pytest.mark.parametrize(
    ("preset", "score"),
    [
        ("chinese-kgs", Score(13, 12 + 7.5)),
        ("tromp-taylor", Score(13, 12 + 7.5)),
        ("chinese", Score(13, 12 + 7.5)),
        ("japanese", Score(5, 5 + 6.5)),
        ("korean", Score(5, 5 + 6.5)),
        ("aga", Score(13, 12 + 7.5)),
        ("new-zealand", Score(13, 12 + 7)),
        ("ing", Score(13, 12 + 7.5)),
        ("stone-scoring", Score(11, 10 + 7.5)),
        ("classroom", Score(5, 5 + 6.5)),
    ],
)
def test_the_same_board_under_every_preset(preset: str, score: Score) -> None:
    game = create_game("go", 5, preset, Setup(board(CLOSED), BLACK))
    assert game.ruleset.score(game.state) == score


@pytest.mark.parametrize(
    ("preset", "score"),
    [("chinese", Score(25, 0.5 + 3)), ("aga", Score(25, 0.5 + 2)), ("japanese", Score(22, 0.5))],
)
def test_handicap_stones_are_stones_like_others(preset: str, score: Score) -> None:
    rules = {"preset": preset, "handicap": 3, "handicap_placement": "free"}
    game = play(create_game("go", 5, rules), "c3 b2 d4 pass pass")
    assert game.state.outcome is not None
    assert game.state.outcome.score == score


# --- which points they are


def test_the_points_that_count_are_named() -> None:
    shown = """+ # . o - o #
               # # # o o o #
               o o o # # # #
               - - o # + + +
               - - o # + + +
               - - o # + + +
               - - o # + + +"""
    stones = board(shown)
    everything = territory(stones, Tax.NONE)
    assert set(everything[BLACK]) == marked(shown, "+")
    assert set(everything[WHITE]) == marked(shown, "-")
    taxed = territory(stones, Tax.SEKI)
    assert set(taxed[BLACK]) == marked(shown, "+") - {min(marked(shown, "+"))}
    assert len(taxed[WHITE]) == len(everything[WHITE]) - 1


@pytest.mark.parametrize(("picture", "black_minus_white"), [(CLOSED, 1), (SEKI_WITHOUT_EYES, -3), (EMPTY, 0)])
def test_area_takes_every_stone_as_alive_and_leaves_komi_out(picture: str, black_minus_white: int) -> None:
    black, white = board_score(board(picture), Scoring.AREA, Tax.NONE)
    assert black - white == black_minus_white
