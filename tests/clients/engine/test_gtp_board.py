"""GTP's board: size, komi, moves of either colour, taking back, handicap, positions set up."""

from __future__ import annotations

import pytest
from tests.clients.engine.forced import forced_pass
from tests.clients.engine.talk import gtp

from tengen.clients.engine.thinking import Strength
from tengen.core import create_rules
from tengen.players.engines.gtp_words import vertex

OK = "="
ILLEGAL = "? illegal move"
SYNTAX = "? syntax error"


def board(*lines: str, game: str = "go", size: int | None = None, rules: str | None = None) -> str:
    """The board after some commands, its rows from the top without spaces between."""
    shown = gtp(*lines, "gogui-rules_board", game=game, size=size, rules=rules)[-1]
    rows = shown.removeprefix("= ").replace(" ", "").split("\n")
    return "\n".join(rows if game in ("go", "gomoku") else reversed(rows))


# --- the size and the start


@pytest.mark.parametrize(
    ("game", "line", "answer"),
    [
        ("go", "boardsize 5", OK),
        ("go", "boardsize 19", OK),
        ("go", "boardsize 4", "? unacceptable size"),
        ("go", "boardsize 20", "? unacceptable size"),
        ("go", "boardsize -9", "? unacceptable size"),
        ("go", "boardsize 99999999999", SYNTAX),
        ("go", "boardsize", SYNTAX),
        ("go", "boardsize nine", SYNTAX),
        ("go", "boardsize 9.5", SYNTAX),
        ("go", "boardsize 9 13", "? unacceptable size"),
        ("go", "boardsize 9 9", OK),
        ("go", "rectangular_boardsize 9 13", "? unacceptable size"),
        ("go", "rectangular_boardsize 13 13", OK),
        ("go", "rectangular_boardsize 13", SYNTAX),
        ("gomoku", "boardsize 20", OK),
        ("gomoku", "boardsize 7", "? unacceptable size"),
        ("othello", "boardsize 10", OK),
        ("othello", "boardsize 9", "? unacceptable size"),
        ("peace", "boardsize 4", OK),
        ("peace", "boardsize 19", "? unacceptable size"),
    ],
)
def test_sizes(game: str, line: str, answer: str) -> None:
    assert gtp(line, game=game) == [answer]


def test_a_refused_size_changes_nothing() -> None:
    assert gtp("boardsize 9", "play b J9", "boardsize 20", "play b J9", "play w A1") == [
        OK,
        OK,
        "? unacceptable size",
        ILLEGAL,
        OK,
    ]


def test_a_cleared_board_is_empty_and_has_no_past() -> None:
    assert gtp("play b D4", "clear_board", "undo", "play w D4", size=9) == [OK, OK, "? cannot undo", OK]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("komi 6.5", OK),
        ("komi 0", OK),
        ("komi -3", OK),
        ("komi 7", OK),
        ("komi 1e1", OK),
        ("komi", SYNTAX),
        ("komi x", SYNTAX),
        ("komi nan", SYNTAX),
        ("komi inf", SYNTAX),
        ("komi 6.5 6.5", SYNTAX),
        ("komi 6.25", '? Option "komi" goes in steps of 0.5; "6.25" is none.'),
        ("komi 1000", '? Option "komi" is a number from -400 to 400, not "1000.0".'),
    ],
)
def test_komi(line: str, answer: str) -> None:
    assert gtp(line) == [answer]


def test_komi_counts_and_changes_nothing_else() -> None:
    lines = ("play b C3", "komi 0.5", "final_score", "komi 30", "final_score", "undo", "final_score")
    assert gtp(*lines, size=5) == [OK, OK, "= B+24.5", OK, "= W+5", OK, "= W+30"]


def test_games_without_komi_take_any() -> None:
    assert gtp("komi 6.5", "komi x", game="othello") == [OK, SYNTAX]


# --- moves


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("play b D4", OK),
        ("play B d4", OK),
        ("play black D4", OK),
        ("play White D4", OK),
        ("play w pass", OK),
        ("play w PASS", OK),
        ("play b", SYNTAX),
        ("play D4", SYNTAX),
        ("play b D4 D5", SYNTAX),
        ("play x D4", SYNTAX),
        ("play b I4", SYNTAX),
        ("play b 4D", SYNTAX),
        ("play b D0", SYNTAX),
        ("play b D100", SYNTAX),
        ("play b resign", SYNTAX),
        ("play b K4", ILLEGAL),
        ("play b D10", ILLEGAL),
    ],
)
def test_a_move_and_its_answer(line: str, answer: str) -> None:
    assert gtp(line, size=9) == [answer]


def test_the_letter_i_is_left_out_in_every_game() -> None:
    assert board("play b J1", game="gomoku", size=9).splitlines()[-1] == "........X"
    assert board("play b H1", "play w J1", game="gomoku", size=10).splitlines()[-1] == ".......XO."


def test_one_colour_may_move_twice() -> None:
    after = board("play b A1", "play b B1", "play b C1", size=5)
    assert after.splitlines()[-1] == "XXX.."
    answers = gtp("play b A1", "play b B1", "gogui-rules_side_to_move", "play w C1", "play w D1", size=5)
    assert answers == [OK, OK, "= white", OK, OK]


def test_what_a_colour_moved_twice_comes_back_one_by_one() -> None:
    lines = ("play b A1", "play b B1", "play w A2", "play w B2", "play w C1")  # the last takes both black stones
    assert board(*lines, size=5) == ".....\n.....\n.....\nOO...\n..O.."
    assert board(*lines, "undo", size=5) == ".....\n.....\n.....\nOO...\nXX..."
    assert board(*lines, "gg-undo 4", size=5) == ".....\n.....\n.....\n.....\nX...."
    assert gtp(*lines, "gg-undo 5", "undo", size=5)[-2:] == [OK, "? cannot undo"]
    assert gtp(*lines, "undo", "gogui-rules_side_to_move", size=5)[-1] == "= black"
    assert gtp(*lines, "gg-undo 3", "gogui-rules_side_to_move", size=5)[-1] == "= white"
    assert gtp(*lines, "gg-undo 2", "gogui-rules_side_to_move", size=5)[-1] == "= black"


KO = ("play b B1", "play b A2", "play b B3", "play w C1", "play w D2", "play w C3", "play w B2", "play b C2")
"""Black has just taken the stone on B2."""


def test_a_ko_is_not_taken_back_at_once() -> None:
    assert gtp(*KO, "play w B2", size=5)[-1] == ILLEGAL
    assert gtp(*KO, "play w E5", "play b E4", "play w B2", size=5)[-1] == OK


def test_the_past_is_kept_when_a_colour_moves_twice() -> None:
    """Under superko the board may not come back even after somebody was given the turn."""
    assert gtp(*KO, "play b pass", "play w B2", size=5, rules="tromp-taylor")[-1] == ILLEGAL
    assert gtp(*KO, "play b pass", "play w B2", size=5, rules="japanese")[-1] == OK


def test_play_goes_on_after_both_have_passed() -> None:
    lines = ("play b C3", "play w pass", "play b pass")
    assert gtp(*lines, "gogui-rules_legal_moves", size=5)[-1] == "="
    assert gtp(*lines, "play w B2", "play b B3", "undo", "undo", "undo", "undo", "undo", "undo", size=5)[3:] == [
        *[OK] * 7,
        "? cannot undo",
    ]
    for rules in ("japanese", "chinese", "aga"):
        after = board(*lines, "play w B2", "play b D2", size=5, rules=rules)
        assert after == ".....\n.....\n..X..\n.O.X.\n....."


def test_both_may_pass_again_and_again() -> None:
    assert gtp(*["play b pass", "play w pass"] * 3, "play b A1", "play b pass", size=5) == [OK] * 8


def test_suicide_is_as_the_rules_have_it() -> None:
    lines = ("play b B1", "play b A2", "play b B2", "play b C1", "play w A1")
    assert gtp(*lines, size=5)[-1] == ILLEGAL
    two = ("play b A2", "play b B2", "play b C1", "play w A1", "play w B1")
    assert gtp(*two, size=5, rules="chinese")[-1] == ILLEGAL
    assert gtp(*two, size=5, rules="new-zealand")[-1] == OK


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("undo", "? cannot undo"),
        ("undo 1", "? cannot undo"),
        ("gg-undo", "? cannot undo"),
        ("gg-undo x", SYNTAX),
        ("gg-undo -1", "? cannot undo"),
        ("gg-undo 0", "? cannot undo"),
    ],
)
def test_where_nothing_was_played_nothing_comes_back(line: str, answer: str) -> None:
    assert gtp(line) == [answer]


def test_more_than_was_played_is_not_taken_back_in_part() -> None:
    assert gtp("play b A1", "play w B1", "gg-undo 3", "gg-undo 2") == [OK, OK, "? cannot undo", OK]


def test_a_sequence_is_played_as_a_whole_or_not_at_all() -> None:
    assert gtp("gogui-play_sequence b A1 w B1 b C1", "gg-undo 3") == [OK, OK]
    assert gtp("gogui-play_sequence b A1 w A1", "undo", "play w A1") == [ILLEGAL, "? cannot undo", OK]
    assert gtp("gogui-play_sequence b A1 w", "gogui-play_sequence b", "undo") == [SYNTAX, SYNTAX, "? cannot undo"]
    assert gtp("gogui-play_sequence") == [OK]


# --- moves of ours


@pytest.mark.parametrize("line", ["genmove", "genmove x", "genmove b w", "reg_genmove", "kgs-genmove_cleanup z"])
def test_a_move_is_made_for_a_colour(line: str) -> None:
    assert gtp(line) == [SYNTAX]


def test_a_generated_move_is_on_the_board_and_comes_back() -> None:
    answers = gtp("genmove b", "tengen-last_move", "undo", "tengen-last_move", "undo", size=9)
    assert answers[0].startswith("= ")
    assert answers[0] == answers[1]
    assert answers[2:] == [OK, OK, "? cannot undo"]


def test_a_move_for_a_regression_is_not_played() -> None:
    answers = gtp("reg_genmove w", "tengen-last_move", "undo", size=9)
    assert answers[0] != OK
    assert answers[1:] == [OK, "? cannot undo"]


def test_either_colour_may_be_asked_for() -> None:
    answers = gtp("genmove w", "genmove w", "gogui-rules_board", size=5)
    assert answers[-1].count("O") == 2
    assert "X" not in answers[-1]


def test_who_is_given_the_turn_does_not_take_it_for_a_pass_to_answer() -> None:
    """White leads by komi, so a pass of Black's could be answered with one that wins; but Black has not passed."""
    answers = gtp("play b C3", "play w B2", "genmove w", size=5, strength=Strength(2))
    assert answers[-1] != "= pass"


def test_the_same_seed_plays_the_same_game() -> None:
    lines = ("genmove b", "genmove w") * 4
    assert gtp(*lines, size=9) == gtp(*lines, size=9)


def test_in_a_finished_game_a_pass_is_all_there_is() -> None:
    five = [f"play b {column}1" for column in "ABCDE"]
    lines = (*five, "play w A5", "genmove w", "play b pass", "undo", "undo", "undo", "play w A5")
    assert gtp(*lines, game="gomoku", size=9)[5:] == [ILLEGAL, "= pass", OK, OK, OK, OK, OK]


# --- games with turns of their own


def test_othello_is_played_with_names_from_the_top() -> None:
    assert board("play b D3", game="othello") == board("play b d3", game="othello")
    assert board("play b D3", game="othello").splitlines()[2:5] == ["...X....", "...XX...", "...XO..."]
    assert gtp("play b D3", "play w C3", "play b D6", "play b C4", game="othello") == [OK, OK, ILLEGAL, OK]


def test_nobody_moves_out_of_turn_where_stones_stand_at_the_start() -> None:
    assert gtp("play w D3", "play w E3", "play b pass", game="othello") == [ILLEGAL, ILLEGAL, ILLEGAL]
    assert gtp("genmove w", game="othello") == ["? it is the other side's turn"]
    assert gtp("play w A1", "play b A1", "play b B1", game="peace") == [ILLEGAL, OK, ILLEGAL]


def test_a_forced_pass_may_be_said_or_left_out_and_is_generated() -> None:
    plies, idle, point = forced_pass()
    spec = create_rules("othello", 4).board_spec()
    told = [f"play {color.word} {vertex(move, spec)}" for color, move in plies]
    move = f"play {idle.other.word} {vertex(point, spec)}"
    for between, answer in (((f"play {idle.word} pass",), [OK]), ((), []), ((f"genmove {idle.word}",), ["= pass"])):
        assert gtp(*told, *between, move, game="othello", size=4)[len(told) :] == [*answer, OK]
    assert gtp(*told, f"play {idle.other.word} pass", game="othello", size=4)[-1] == ILLEGAL


def test_nobody_passes_in_gomoku() -> None:
    assert gtp("play b pass", "play b H8", "play w pass", game="gomoku") == [ILLEGAL, OK, ILLEGAL]


def test_stones_of_a_gomoku_position_may_come_in_any_order() -> None:
    lines = ("play b A1", "play b B1", "play b C1", "play w A2")
    assert board(*lines, game="gomoku", size=9).splitlines()[-2:] == ["O........", "XXX......"]
    assert gtp(*lines, "undo", "undo", "undo", "undo", "undo", game="gomoku")[-2:] == [OK, "? cannot undo"]


def test_black_may_not_play_a_foul_in_renju() -> None:
    three = ("play b H8", "play w A1", "play b H9", "play w A3", "play b J10", "play w A5", "play b K10")
    assert gtp(*three, "play w A7", "play b H10", game="gomoku", rules="renju")[-1] == ILLEGAL
    assert gtp(*three, "play w A7", "play b H10", game="gomoku", rules="freestyle")[-1] == OK


# --- handicap


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("fixed_handicap 2", "= G7 C3"),
        ("fixed_handicap 9", "= C7 E7 G7 C5 E5 G5 C3 E3 G3"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("fixed_handicap 10", "? invalid number of stones"),
        ("fixed_handicap -2", "? invalid number of stones"),
        ("fixed_handicap", SYNTAX),
        ("fixed_handicap two", SYNTAX),
        ("place_free_handicap 2", "= G7 C3"),
        ("place_free_handicap 1", "? invalid number of stones"),
        ("place_free_handicap 81", "? invalid number of stones"),
        ("place_free_handicap", SYNTAX),
        ("set_free_handicap C3 D4", OK),
        ("set_free_handicap C3", "? bad vertex list"),
        ("set_free_handicap", "? bad vertex list"),
        ("set_free_handicap C3 C3", "? bad vertex list"),
        ("set_free_handicap C3 pass", "? bad vertex list"),
        ("set_free_handicap C3 K10", "? bad vertex list"),
        ("set_free_handicap C3 x", "? bad vertex list"),
    ],
)
def test_handicap(line: str, answer: str) -> None:
    assert gtp(line, size=9) == [answer]


@pytest.mark.parametrize("line", ["fixed_handicap 2", "place_free_handicap 2", "set_free_handicap A1 B1"])
def test_handicap_stones_are_for_an_empty_board_and_no_part_of_the_past(line: str) -> None:
    assert gtp("play b A1", line, size=9)[-1] == "? board not empty"
    answers = gtp(line, line, "undo", "gogui-rules_side_to_move", "play w E5", "undo", "undo", size=9)
    assert answers[1:] == ["? board not empty", "? cannot undo", "= white", OK, OK, "? cannot undo"]
    assert gtp(line, "clear_board", "gogui-rules_side_to_move", line, size=9)[1:3] == [OK, "= black"]


@pytest.mark.parametrize("size", [5, 6, 7, 8, 19])
@pytest.mark.parametrize("count", [2, 4, 9, 20])
def test_free_handicap_stones_are_so_many_or_nine_on_every_board(size: int, count: int) -> None:
    answer = gtp(f"place_free_handicap {count}", size=size)[0]
    stones = answer.removeprefix("= ").split()
    assert len(stones) == len(set(stones)) == min(count, 9)


def test_white_gets_points_for_handicap_stones_as_the_rules_say() -> None:
    """All 49 points are Black's, less four stones where only territory counts."""
    lines = ("komi 0.5", "fixed_handicap 4", "final_score")
    for rules, margin in (("japanese", "44.5"), ("chinese", "44.5"), ("aga", "45.5"), ("tromp-taylor", "48.5")):
        assert gtp(*lines, size=7, rules=rules)[-1] == f"= B+{margin}"


def test_more_stones_than_the_rules_know_are_set_up() -> None:
    words = " ".join(f"{column}5" for column in "ABCDEFGHJ")
    answers = gtp(f"set_free_handicap {words} A1 B1", "gogui-rules_side_to_move", "undo", size=9)
    assert answers == [OK, "= white", "? cannot undo"]


# --- positions set up


def test_a_position_is_set_up_with_its_side_to_move() -> None:
    lines = ("gogui-setup b A1 w B1 b C3", "gogui-setup_player w", "gogui-rules_side_to_move", "undo", "play w A2")
    assert gtp(*lines, size=5) == [OK, OK, "= white", "? cannot undo", OK]
    assert board(*lines, size=5) == ".....\n.....\n..X..\nO....\n.O..."


def test_a_stone_may_be_taken_off_in_a_set_up() -> None:
    assert board("gogui-setup b A1 w B1", "gogui-setup e A1", size=5).splitlines()[-1] == ".O..."


def test_a_position_takes_the_place_of_everything_before() -> None:
    lines = ("play b E5", "set_position b A1 w B1", "undo", "gogui-rules_side_to_move")
    assert gtp(*lines, size=5) == [OK, OK, "? cannot undo", "= black"]
    assert board(*lines, size=5) == "\n".join(["....."] * 4 + ["XO..."])
    assert board("play b E5", "set_position", size=5) == "\n".join(["....."] * 5)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("set_position b", SYNTAX),
        ("set_position e A1", SYNTAX),
        ("set_position b K10", SYNTAX),
        ("set_position w A1 b A2 b B1", "? cannot set up this position"),
        ("gogui-setup", SYNTAX),
        ("gogui-setup b", SYNTAX),
        ("gogui-setup b pass", SYNTAX),
        ("gogui-setup x A1", SYNTAX),
        ("gogui-setup b K10", SYNTAX),
        ("gogui-setup w A1 b A2 b B1", "? cannot set up this position"),
        ("gogui-setup_player", SYNTAX),
        ("gogui-setup_player x", SYNTAX),
    ],
)
def test_what_cannot_be_set_up(line: str, answer: str) -> None:
    assert gtp(line, "play b A1", size=5) == [answer, OK]


def test_other_games_are_set_up_too() -> None:
    assert gtp("gogui-setup b A1 b B1 b C1", "gogui-setup_player b", "play b D1", game="gomoku")[-1] == OK
    assert gtp("gogui-setup b F4", "gogui-setup_player w", "play w G4", game="othello")[-1] == OK


# --- the board in words


def test_the_board_is_shown_with_the_letters_of_gtp() -> None:
    shown = gtp("play b J9", "play w A1", "showboard", size=9)[-1].splitlines()
    assert shown[:3] == ["= ", "  A B C D E F G H J", "9 . . . . . . . . X 9"]
    assert shown[-2:] == ["  A B C D E F G H J", "Go, black to move"]


def test_othello_is_shown_from_the_top() -> None:
    shown = gtp("showboard", game="othello")[0].splitlines()
    assert shown[2] == "1 . . . . . . . . 1"
    assert shown[5] == "4 . . . O X . . . 4"
