"""Thinking aloud over GTP: the form of the lines, when they come, and what ends them."""

from __future__ import annotations

import re
import time

import pytest
from tests.clients.engine.talk import BY_CHANCE, gtp, gtp_run, replies, talk

from tengen.clients.engine.thinking import Strength
from tengen.core import BLACK, create_rules
from tengen.players.engines.gtp_words import analysis_of

SYNTAX = "? syntax error"
MOVE = r"(?:[A-HJ-T][0-9]{1,2}|pass)"
LEAD = r"(?: scoreLead -?[0-9]+\.[0-9]{2}(?: scoreStdev [0-9]+\.[0-9]{2})?)?"
REST = rf"order [0-9]+ pv {MOVE}(?: {MOVE})*"
LZ = re.compile(rf"info move {MOVE} visits [0-9]+ winrate ([0-9]{{1,5}}){LEAD}(?: lcb \1)? {REST}")
KATA = re.compile(rf"info move {MOVE} visits [0-9]+ winrate ([01]\.[0-9]+){LEAD}(?: lcb \1)? {REST}")
STREAMING = ["analyze", "lz-analyze", "kata-analyze"]
MOVING = ["genmove_analyze", "lz-genmove_analyze", "kata-genmove_analyze"]


def form_of(command: str) -> re.Pattern[str]:
    return KATA if command.startswith("kata") else LZ


def check_lines(command: str, lines: list[str]) -> None:
    """Every line tells of moves in their form, the best first."""
    for line in lines:
        infos = [f"info {piece.strip()}" for piece in line.split("info ")[1:]]
        assert infos
        for order, info in enumerate(infos):
            assert form_of(command).fullmatch(info), info
            assert f" order {order} " in info
            assert re.search(r"move (\S+) .* pv \1\b", info)


@pytest.mark.parametrize("command", STREAMING)
@pytest.mark.parametrize("game", ["go", "gomoku", "othello"])
def test_thoughts_are_told_until_anything_is_said(command: str, game: str) -> None:
    with talk(gtp_run(game, 9 if game != "othello" else 8)) as session:
        session.say("play b E5" if game != "othello" else "play b D3")
        place = session.wait_for("\n\n")
        session.say(f"7 {command} w 10")
        place = session.wait_for("=7\n", after=place)
        for _ in range(3):
            place = session.wait_for("info move ", after=place)
        session.say("8 name")
        session.wait_for("=8 Tengen\n\n")
        analysis, name = replies(session.heard)[1:]
        check_lines(command, analysis.splitlines()[1:])
        assert name == "=8 Tengen"


@pytest.mark.parametrize(("command", "whole"), [("lz-analyze", "10000"), ("kata-analyze", "1.000000")])
def test_an_exact_result_has_no_spread_and_nothing_worse_is_possible(command: str, whole: str) -> None:
    """Four lines are solved in no time: White wins by ten, the empty points counted for the winner."""
    with talk(gtp_run("othello", 4)) as session:
        session.say("play b B1")
        place = session.wait_for("\n\n")
        session.say(f"1 {command} w 10")
        place = session.wait_for(f"winrate {whole} scoreLead 10.00 scoreStdev 0.00 lcb {whole} order 0", after=place)
        session.say("2 tengen-best_moves")
        session.wait_for("\n\n", after=session.wait_for("=2 ", after=place))
        check_lines(command, replies(session.heard)[1].splitlines()[1:])
        assert re.fullmatch(r"=2 [A-D][1-4] \+10(\n[A-D][1-4] [+-][0-9]+)*", replies(session.heard)[2])


@pytest.mark.parametrize("end", ["", "# a comment", "stop"])
def test_an_empty_line_is_something_said(end: str) -> None:
    with talk(gtp_run("go", 9)) as session:
        session.say("lz-analyze 10")
        session.wait_for("info move ")
        began = time.monotonic()
        session.say(end)
        session.wait_for("\n\n")
        assert time.monotonic() - began < 5.0
        session.say("1 name")
        session.wait_for("=1 Tengen")


def test_what_waits_already_ends_it_at_once() -> None:
    began = time.monotonic()
    answers = gtp("1 lz-analyze b 100", "2 kata-analyze", "3 name", size=9)
    assert time.monotonic() - began < 8.0
    assert [answer[:2] for answer in answers] == ["=1", "=2", "=3"]


def test_the_end_of_the_lines_ends_it_too() -> None:
    with talk(gtp_run("go", 9)) as session:
        session.say("lz-analyze 10")
        session.wait_for("info move ")
        session.end(within_s=2.0)
        assert session.heard.endswith("\n\n")


def test_the_board_stays_as_it_was() -> None:
    answers = gtp("play b C3", "lz-analyze w 5", "gogui-rules_board", "undo", "undo", size=5)
    assert answers[2].count("O") == 0
    assert answers[-2:] == ["=", "? cannot undo"]


def test_values_are_those_of_the_side_to_move() -> None:
    """Black is about to complete five in a row: certain for Black, hopeless for White."""
    lines = [f"play b {column}1" for column in "ABCD"] + ["play w A9", "play w B9"]
    with talk(gtp_run("gomoku", 9)) as session:
        for line in lines:
            session.say(line)
        session.say("1 kata-analyze b 10")
        session.wait_for("info move E1")
        session.say("2 name")
        session.wait_for("=2")
        told = session.heard.partition("=1\n")[2].splitlines()[0]
    found = analysis_of(told, create_rules("gomoku", 9).board_spec(), BLACK, in_points=False)
    assert found.best[0].win == 1.0


def test_what_is_decided_is_told_and_then_waits() -> None:
    lines = [f"play b {column}1" for column in "ABCD"]
    with talk(gtp_run("gomoku", 9)) as session:
        for line in lines:
            session.say(line)
        session.say("1 lz-analyze b 10")
        place = session.wait_for("order 0 pv E1")
        time.sleep(0.3)
        assert session.heard[place:] == "\n"
        session.say("")
        session.wait_for("\n\n", after=place)


@pytest.mark.parametrize("command", STREAMING + MOVING)
@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("x", SYNTAX),
        ("b x", SYNTAX),
        ("b 10 nosuch 1", SYNTAX),
        ("b 10 maxmoves", SYNTAX),
        ("b 10 maxmoves x", SYNTAX),
        ("b 10 maxmoves 0", SYNTAX),
        ("b interval x", SYNTAX),
        ("b 99999999", SYNTAX),
        ("b 10 avoid", SYNTAX),
        ("b 10 avoid b D4", SYNTAX),
        ("b 10 avoid b D4 0", SYNTAX),
        ("b 10 avoid b D4 x", SYNTAX),
        ("b 10 avoid b D10 1", SYNTAX),
        ("b 10 avoid z D4 1", "? syntax error"),
        ("b 10 allow b D4 1 allow b E5 1", SYNTAX),
        ("b 10 allow b D4 1 avoid b E5 1", SYNTAX),
    ],
)
def test_what_cannot_be_wished_for(command: str, words: str, answer: str) -> None:
    assert gtp(f"{command} {words}", "undo", size=9) == [answer, "? cannot undo"]


def told_moves(command: str) -> set[str]:
    """Every move that is told of in a few looks."""
    with talk(gtp_run("go", 5)) as session:
        session.say(f"1 {command}")
        place = 0
        for _ in range(4):
            place = session.wait_for("info move ", after=place)
            place = session.wait_for("\n", after=place)
        session.say("2 name")
        session.wait_for("=2")
        return set(re.findall(r"info move (\S+)", session.heard))


def test_moves_can_be_left_out() -> None:
    assert {"C3", "C2"} <= told_moves("lz-analyze b 20")
    told = told_moves("lz-analyze b 20 avoid b C3,C2 1 avoid b pass 3")
    assert "D4" in told
    assert not told & {"C3", "C2", "pass"}


def test_only_some_moves_can_be_allowed() -> None:
    assert told_moves("kata-analyze b 20 allow b A1,E5 1 maxmoves 5") == {"A1", "E5"}


def test_what_the_other_side_shall_avoid_does_not_bind_this_one() -> None:
    assert "C3" in told_moves("lz-analyze b 20 avoid w C3 5")


def test_a_move_is_chosen_among_the_allowed() -> None:
    (answer,) = gtp("kata-genmove_analyze b 10 allow b A1 1", size=5, strength=Strength(3))
    assert answer.endswith("play A1")


def test_what_can_be_wished_for() -> None:
    for words in ("", "b", "w 20", "20", "interval 20", "b interval 20 minmoves 3", "ownership true pvVisits true"):
        assert gtp(f"lz-analyze {words}", "name", size=5)[0].startswith("=")


@pytest.mark.parametrize(("color", "own"), [("b", 1.0), ("w", -1.0)])
def test_whose_every_point_is_is_told_where_that_is_asked_for(color: str, own: float) -> None:
    """Black has lined up in the middle of a small board, and nothing of White's is there."""
    with talk(gtp_run("go", 5)) as session:
        session.say("1 gogui-setup b A3 b B3 b C3 b D3 b E3 b B4 b D4 b B2 b D2")
        place = session.wait_for("=1")
        session.say(f"2 kata-analyze {color} 10 ownership true")
        place = session.wait_for(" ownership ", after=session.wait_for("info move ", after=place))
        session.say("3 name")
        session.wait_for("=3")
        told = (
            session.heard.partition("=2\n")[2].partition("\n\n")[0].splitlines()[-1].partition(" ownership ")[2].split()
        )
    assert len(told) == 25
    assert all(own * float(owner) > 0.5 for owner in told[10:15])


def test_whose_every_point_is_is_not_told_unasked_nor_where_points_are_nobodys() -> None:
    assert " ownership " not in gtp("kata-genmove_analyze b 5", size=5, strength=Strength(3))[0]
    answer = gtp("kata-genmove_analyze b 5 ownership true", game="gomoku", strength=Strength(3))[0]
    assert " ownership " not in answer
    assert gtp("lz-analyze ownership perhaps") == [SYNTAX]


def test_no_more_moves_are_told_than_asked_for() -> None:
    with talk(gtp_run("othello")) as session:
        session.say("1 lz-analyze b 10 maxmoves 2")
        session.wait_for(" order 1 ")
        session.say("2 name")
        session.wait_for("=2")
        lines = session.heard.partition("=1\n")[2].partition("\n\n")[0].splitlines()
        assert max(line.count("info move") for line in lines) == 2


@pytest.mark.parametrize("command", MOVING)
def test_a_move_may_be_made_aloud(command: str) -> None:
    (answer, last, undone, nothing) = gtp(
        f"5 {command} b 5", "tengen-last_move", "undo", "undo", game="othello", strength=Strength(5)
    )
    first, *thoughts, play = answer.splitlines()
    assert first == "=5"
    check_lines(command, thoughts)
    assert thoughts
    assert play.startswith("play ")
    assert play.removeprefix("play ") == last.removeprefix("= ")
    assert (undone, nothing) == ("=", "? cannot undo")
    assert thoughts[-1].startswith(f"info move {play.removeprefix('play ')} ")


def test_who_does_not_search_has_no_thoughts_to_tell() -> None:
    for strength in (BY_CHANCE, Strength(1), Strength(2)):
        answer = gtp("5 lz-genmove_analyze b 5", size=9, strength=strength)[0]
        assert re.fullmatch(rf"=5\nplay {MOVE}", answer)


def test_a_move_aloud_is_not_ended_by_what_is_said_next() -> None:
    answer = gtp("time_settings 0 1 1", "5 lz-genmove_analyze b 20", "name", size=9, strength=Strength(10))[1]
    assert len(answer.splitlines()) > 3


def test_there_is_nothing_to_think_about_when_the_game_is_over() -> None:
    five = [f"play b {column}1" for column in "ABCDE"]
    answers = gtp(*five, "lz-analyze b 10", "lz-genmove_analyze w 10", "tengen-best_moves", game="gomoku")
    assert answers[-3:] == ["? the game is over", "=\nplay pass", "="]


def test_go_is_thought_about_after_both_have_passed() -> None:
    answers = gtp("play b pass", "play w pass", "lz-analyze b 10", "name", size=5)
    assert answers[2].startswith("=")
