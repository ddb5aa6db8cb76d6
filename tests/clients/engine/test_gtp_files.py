"""Records that an engine reads and writes when it is told to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.clients.engine.talk import gtp, gtp_run, said

OK = "="
CANNOT_LOAD = "? cannot load file"
GAME = "(;GM[1]FF[4]SZ[9]KM[5.5]RU[Japanese];B[ee];W[ce];B[];W[cc];B[gg](;W[gc])(;W[aa]))"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_a_game_is_loaded_with_its_past(file: Path) -> None:
    answers = gtp(f"loadsgf {file}", "tengen-last_move", "gogui-rules_side_to_move", *["undo"] * 7)
    assert answers == [OK, "= G7", "= black", *[OK] * 6, "? cannot undo"]


def test_size_komi_and_rules_become_those_of_the_file(file: Path) -> None:
    answers = gtp(f"loadsgf {file}", "gogui-rules_board_size", "kata-get-rules", "clear_board", "final_score")
    assert answers[1] == "= 9"
    assert '"scoring":"TERRITORY"' in answers[2]
    assert answers[4] == "= W+5.5"


@pytest.mark.parametrize(("number", "last"), [(1, OK), (2, "= E5"), (3, "= C5"), (4, OK), (5, "= C7"), (99, "= G7")])
def test_a_game_may_be_loaded_up_to_before_a_move(file: Path, number: int, last: str) -> None:
    assert gtp(f"loadsgf {file} {number}", "tengen-last_move") == [OK, last]


def test_play_goes_on_from_what_was_loaded(file: Path) -> None:
    assert gtp(f"loadsgf {file} 3", "play b C7", "play w E5", "undo", "undo", "undo", "undo") == [
        OK,
        OK,
        "? illegal move",
        *[OK] * 3,
        "? cannot undo",
    ]


FREE_HANDICAP = "(;GM[1]FF[4]SZ[9]KM[0.5]HA[2]RU[Chinese]AB[cc][dd];W[ee];B[ff])"


def test_handicap_stones_are_no_moves_wherever_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "free.sgf"
    path.write_text(FREE_HANDICAP, encoding="utf-8")
    assert gtp(f"loadsgf {path}", *["undo"] * 3, "gogui-rules_board") == [
        *[OK] * 3,
        "? cannot undo",
        "= . . . . . . . . .\n. . . . . . . . .\n. . X . . . . . .\n. . . X . . . . .\n"
        + ". . . . . . . . .\n" * 4
        + ". " * 8
        + ".",
    ]
    assert "AB[cc][dd];W[ee])" in gtp(f"loadsgf {path} 2", "printsgf")[1].replace("\n", "")


def test_what_was_written_is_read_with_the_same_past(tmp_path: Path) -> None:
    path = tmp_path / "own.sgf"
    answers = gtp("set_free_handicap C7 D6", "play w E5", f"printsgf {path}", f"loadsgf {path}", "undo", "undo", size=9)
    assert answers[-2:] == [OK, "? cannot undo"]


def test_a_file_brings_no_rules_that_an_engine_has_no_words_for(tmp_path: Path) -> None:
    path = tmp_path / "cleanup.sgf"
    path.write_text(
        "(;GM[1]FF[4]SZ[9]KM[6.5]RU[Japanese]TENGEN[rule.dead_stones:cleanup];B[ee];W[];B[])", encoding="utf-8"
    )
    loaded, legal, changed = gtp(f"loadsgf {path}", "gogui-rules_legal_moves", "kata-set-rules chinese")
    assert (loaded, legal, changed) == (OK, OK, OK)


def test_a_file_in_which_colours_were_chosen_is_read_as_plain_stones(tmp_path: Path) -> None:
    path = tmp_path / "swap2.sgf"
    moves = ";B[hh];W[ii];B[ji];W[gg];B[kk]"
    path.write_text(f"(;GM[4]FF[4]SZ[15]TENGEN[rule.opening:swap2]{moves})", encoding="utf-8")
    answers = gtp(f"loadsgf {path}", "undo", "undo", "tengen-last_move", "genmove w", game="gomoku")
    assert answers[0] == OK
    assert answers[3] == "= K7"


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        ("", CANNOT_LOAD),
        ("no game at all", CANNOT_LOAD),
        ("(;GM[1]SZ[9];B[ee];W[ee])", CANNOT_LOAD),
        ("(;GM[1]SZ[25];B[ee])", CANNOT_LOAD),
        ("(;GM[2]SZ[8])", CANNOT_LOAD),
        ("(;GM[1]SZ[9]HA[2]AB[gc][cg];W[ee])", OK),
        ("(;GM[1]SZ[9]AB[aa][bb]AW[cc]PL[W];W[ee])", OK),
        ("(;GM[1]SZ[9];B[ee];B[ff];AW[aa];B[bb])", OK),
    ],
)
def test_only_games_of_ours_are_loaded(tmp_path: Path, content: str, answer: str) -> None:
    path = tmp_path / "x.sgf"
    path.write_text(content, encoding="utf-8")
    answers = gtp("boardsize 5", "play b C3", f"loadsgf {path}", "gogui-rules_board_size", "tengen-last_move")
    assert answers[2] == answer
    if answer == CANNOT_LOAD:
        assert answers[3:] == ["= 5", "= C3"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("loadsgf", "? syntax error"),
        ("loadsgf /nosuch/file.sgf", CANNOT_LOAD),
        ("loadsgf /", CANNOT_LOAD),
        ("loadsgf /dev/zero", CANNOT_LOAD),
        ("loadsgf /dev/null", CANNOT_LOAD),
        ("loadsgf a b", "? syntax error"),
        ("loadsgf a 1 2", "? syntax error"),
        ("printsgf a b", "? syntax error"),
        ("printsgf /nosuch/file.sgf", "? cannot write file"),
    ],
)
def test_files_that_are_not_there(line: str, answer: str) -> None:
    assert gtp(line) == [answer]


def test_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"\xff.sgf")
    path.write_text(GAME, encoding="utf-8")
    assert said(gtp_run(), b"loadsgf " + os.fsencode(path) + b"\n") == "= \n\n"


def test_a_game_is_printed() -> None:
    answer = gtp("komi 0.5", "play b E5", "play w C5", "play w pass", "printsgf", size=9)[-1]
    assert answer.startswith("= (;FF[4]GM[1]")
    assert "KM[0.5]" in answer
    assert "DT[2024-02-29]" in answer
    assert ";B[ee];W[ce];B[];W[]" in answer


@pytest.mark.parametrize("game", ["go", "gomoku", "othello"])
def test_what_is_written_can_be_loaded(tmp_path: Path, game: str) -> None:
    path = tmp_path / "written.sgf"
    played = [line for _ in range(5) for line in ("genmove b", "genmove w")]
    *_, written, before = gtp(*played, f"printsgf {path}", "gogui-rules_board", game=game)
    loaded, after = gtp(f"loadsgf {path}", "gogui-rules_board", game=game)
    assert (written, loaded) == (OK, OK)
    assert before == after


def test_handicap_is_written_as_such() -> None:
    assert "HA[2]" in gtp("fixed_handicap 2", "printsgf", size=9)[-1]
    assert "HA[3]" in gtp("set_free_handicap A1 B2 C3", "printsgf", size=9)[-1]


def test_a_game_that_sgf_has_no_number_for() -> None:
    assert gtp("printsgf", game="peace") == ["? unknown command"]
