"""`tengen analyze`: positions and records, in words and for programs, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.clients.command import Command, call_process, command_here

from tengen.core import LANGUAGES
from tengen.players import machine

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
NEAR_THE_END = "OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OOOOOOOO OXXXXXX- O"
MOVES = "f5d6c3d3c4f4c5b3c2e3"
START = f"{'-' * 27}OX------XO{'-' * 27} X"


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _usual_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a command tells this process of threads does not outlive its test."""
    monkeypatch.setattr(machine, "_told", [])


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return command_here(monkeypatch, capsys)


def last_object(out: str) -> dict[str, object]:
    found = json.loads(out.splitlines()[-1])
    assert isinstance(found, dict)
    return found


def game(moves: str = MOVES, name: str = "game.txt") -> Path:
    path = Path(name)
    path.write_text(moves + "\n", encoding="utf-8")
    return path


# --- one position --------------------------------------------------------------------------------


def test_a_known_endgame_is_proven() -> None:
    done = call_process(
        "analyze", "--game", "othello", "--position", FFO_40, "--exact", "--threads", "1", "--json", timeout=600
    )
    found = last_object(done.out)
    assert done.code == 0
    assert (found["exact"], found["win"], found["margin"]) == (38, 1.0, 38.0)
    best = found["best"]
    assert isinstance(best, list)
    assert (best[0]["move"], best[0]["proven"]) == ("a2", True)
    assert {"win", "margin", "exact", "best", "ownership", "marks", "nodes", "depth", "ms", "cpu_ms"} <= set(found)
    assert len(done.out.splitlines()) == 1


def test_exact_is_for_the_side_to_move_and_margin_for_black(tengen: Command) -> None:
    done = tengen("analyze", "--game", "othello", "--position", NEAR_THE_END, "--exact", "--json")
    found = last_object(done.out)
    assert (found["exact"], found["margin"], found["win"]) == (64, -64.0, 0.0)


@pytest.mark.parametrize("limit", [("--nodes", "1000"), ("--time", "0.01")])
def test_what_cannot_be_proven_within_the_limits_is_said(tengen: Command, limit: tuple[str, str]) -> None:
    asked = ("analyze", "--game", "othello", "--position", START, "--exact", *limit)
    done = tengen(*asked)
    assert done.code == 0
    assert "The result could not be proven within these limits." in done.out
    found = last_object(tengen(*asked, "--json").out)
    assert found["exact"] is None


def test_nodes_and_one_thread_give_the_same_answer_every_time(tengen: Command) -> None:
    asked = ("analyze", "--game", "othello", "--position", START, "--nodes", "20000", "--threads", "1", "--json")
    first, second = (last_object(tengen(*asked).out) for _ in range(2))
    for key in ("win", "margin", "best", "nodes", "depth"):
        assert first[key] == second[key]


def test_as_many_moves_are_valued_as_are_wanted(tengen: Command) -> None:
    asked = ("analyze", "--game", "othello", "--position", FFO_40, "--nodes", "50000", "--json")
    for lines in (1, 3):
        best = last_object(tengen(*asked, "--lines", lines).out)["best"]
        assert isinstance(best, list)
        assert len(best) == lines


@pytest.mark.parametrize(
    ("language", "words"), [("en", "White wins in 1 move, proven."), ("zh", "白方 1 步内胜，已证明。")]
)
def test_a_win_that_is_proven_to_its_end_is_counted_in_moves(tengen: Command, language: str, words: str) -> None:
    position = f"{'-' * 8}-OOOO---XXX-X---X-------{'-' * 32} O"
    asked = ("analyze", "--game", "gomoku", "--position", position, "--nodes", "2000", "--lang", language)
    assert words in tengen(*asked).out.splitlines()
    found = last_object(tengen(*asked, "--json").out)
    assert (found["win"], found["wins_in"]) == (0.0, 1)
    begun = ("analyze", "--game", "gomoku", "--position", f"{'-' * 64} X", "--nodes", "100", "--json")
    assert last_object(tengen(*begun).out)["wins_in"] is None


@pytest.mark.parametrize(
    ("name", "position"),
    [
        ("go", "----- -XO-- -XO-- -XO-- -XO-- X 1:0"),
        ("gomoku", f"{'-' * 64} X"),
        ("othello", "-----OX--XO----- X"),
        ("corners", f"{'-' * 16} X"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_position_of_any_game_is_analysed_in_words(tengen: Command, name: str, position: str, language: str) -> None:
    done = tengen("analyze", "--game", name, "--position", position, "--nodes", "300", "--lang", language)
    assert done.code == 0, done.err
    assert " 1. " in done.out
    assert " %" in done.out


def test_a_game_without_a_search_of_its_own_has_no_proof_and_says_so(tengen: Command) -> None:
    asked = ("analyze", "--game", "corners", "--position", f"{'-' * 16} X", "--exact", "--nodes", "100")
    done = tengen(*asked)
    assert done.code == 0
    assert "could not be proven" in done.out


def test_a_game_that_is_over_is_worth_its_result(tengen: Command) -> None:
    full = "X" * 40 + "O" * 24
    found = last_object(tengen("analyze", "--game", "othello", "--position", f"{full} O", "--json").out)
    assert (found["win"], found["margin"], found["exact"], found["best"]) == (1.0, 16.0, -16, [])
    assert "Black wins by 16, proven." in tengen("analyze", "--game", "othello", "--position", f"{full} O").out


def test_rules_can_be_chosen(tengen: Command) -> None:
    over = f"{'X' * 33}{'-' * 31} O"
    asked = ("analyze", "--game", "othello", "--position", over, "--json", "--rules")
    margins = {
        value: last_object(tengen(*asked, f"empties_to_winner={value}").out)["margin"] for value in ("true", "false")
    }
    assert margins == {"true": 64.0, "false": 33.0}


# --- a record ------------------------------------------------------------------------------------


def test_a_record_gets_a_line_for_each_move_and_a_summary(tengen: Command) -> None:
    done = tengen("analyze", game(), "--nodes", "2000", "--json")
    *moves, summary = (json.loads(line) for line in done.out.splitlines())
    assert done.code == 0
    assert [move["move"] for move in moves] == [MOVES[at : at + 2] for at in range(0, len(MOVES), 2)]
    assert [move["number"] for move in moves] == list(range(1, 11))
    assert {move["player"] for move in moves} == {"BLACK", "WHITE"}
    assert all(0 <= move["loss"]["win"] <= 1 for move in moves)
    assert (summary["positions"], summary["black"]["moves"], summary["white"]["moves"]) == (11, 5, 5)
    assert summary["nodes"] >= sum(move["nodes"] for move in moves)
    assert {"win", "margin", "exact", "best", "ownership", "nodes", "depth", "ms", "cpu_ms"} <= set(summary)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_in_words_names_moves_and_sums_up_both_sides(tengen: Command, language: str) -> None:
    done = tengen("analyze", game(), "--nodes", "500", "--lang", language)
    lines = done.out.splitlines()
    assert done.code == 0
    assert sum(line.lstrip()[:1].isdigit() and ". " in line[:6] for line in lines) == 10
    assert lines[3] == ""
    assert sum(line.startswith(("● ", "○ ")) for line in lines) == 4


def test_another_game_of_a_file_can_be_chosen(tengen: Command) -> None:
    path = game(f"{MOVES}\nf5f6", "two.txt")
    assert len(tengen("analyze", path, "--nodes", "300", "--game", "2", "--json").out.splitlines()) == 3
    done = tengen("analyze", path, "--game", "3")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)


def test_a_record_of_another_game_is_analysed_by_the_generic_search(tengen: Command) -> None:
    path = game("(;GM[1]SZ[5]KM[0.5];B[cc];W[cb];B[bc];W[];B[])", "game.sgf")
    *moves, summary = (json.loads(line) for line in tengen("analyze", path, "--nodes", "50", "--json").out.splitlines())
    assert [move["move"] for move in moves] == ["C3", "C4", "B3", "pass", "pass"]
    assert all(0 <= move["win"] <= 1 for move in moves[:-1])
    assert summary["win"] is None, "the players agree on dead stones"


def test_a_pipe_gets_no_progress_bar() -> None:
    done = call_process("analyze", game(), "--nodes", "100", "--json")
    assert "%" not in done.err
    assert "\x1b" not in done.err


def test_a_record_of_one_position_is_proven_as_a_position_is(tengen: Command) -> None:
    path = game(f"{NEAR_THE_END.replace(' ', '')[:-1]} O; % late", "late.obf")
    done = tengen("analyze", path, "--exact")
    assert done.code == 0
    assert "White wins by 64, proven." in done.out
    assert last_object(tengen("analyze", path, "--exact", "--json").out)["exact"] == 64


# --- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--game", "othello"],
        ["--position", FFO_40],
        ["game.txt", "--game", "othello", "--position", FFO_40],
        ["game.txt", "--game", "othello"],
        ["game.txt", "--game", "0"],
        ["game.txt", "--game", "9" * 5000],
        ["game.txt", "--size", "8"],
        ["game.txt", "--rules", "x=1"],
        ["game.txt", "--nodes", "1", "--time", "1"],
        ["game.txt", "--nodes", "0"],
        ["game.txt", "--time", "0"],
        ["game.txt", "--time", "nan"],
        ["game.txt", "--time", "inf"],
        ["game.txt", "--threads", "0"],
        ["game.txt", "--lines", "0"],
        ["--game", "nosuch", "--position", FFO_40],
        ["--game", "othello", "--position", "nonsense"],
        ["--game", "othello", "--position", FFO_40[1:]],
        ["--game", "othello", "--position", FFO_40, "--size", "6"],
        ["--game", "othello", "--position", "XO-XO---- X"],
        ["--game", "othello", "--position", FFO_40, "--rules", "nosuch"],
        ["--game", "othello", "--position", "-" * 100_000],
    ],
)
def test_a_usage_error_exits_with_two_and_says_one_thing(tengen: Command, arguments: list[str]) -> None:
    game()
    done = tengen("analyze", *arguments)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("Error: ") == 1


def test_a_game_that_nobody_wins_has_nothing_to_analyse(tengen: Command) -> None:
    path = game("peace\na1", "peace.json")
    done = tengen("analyze", "--game", "peace", "--position", f"{'-' * 16} X", "--size", "4")
    assert (done.code, done.out) == (1, "")
    assert done.err == "tengen: Nobody can win this game, so there is nothing to analyse.\n"
    assert tengen("analyze", path).code == 1


@pytest.mark.parametrize("content", [b"", b"(;GM[1]SZ[9];B[aa];W[aa])", b"\x00" * 99])
def test_a_bad_record_is_one_line(tengen: Command, content: bytes) -> None:
    Path("bad.sgf").write_bytes(content)
    done = tengen("analyze", "bad.sgf")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)
    assert done.err.startswith("tengen: bad.sgf: ")
