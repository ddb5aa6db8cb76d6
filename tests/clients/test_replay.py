"""`tengen replay` in a pipe: every position once. The screen: `tests/clients/terminal/test_review.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.command import ENGLISH, Command, call_process, command_here
from tests.contract.cases import Case, all_cases, playout

from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.records import main_line as lines_of_play
from tengen.clients.records.main_line import main_line, positions_of
from tengen.clients.records.text_page import Pages, wrapped
from tengen.core import BLACK, LANGUAGES, WHITE, BadRecord, Board, Node, Participant, Place, Point, Record, Setup
from tengen.core import create_rules as rules
from tengen.core.printing import width
from tengen.formats import write
from tengen.formats.save import dumps_unsigned
from tengen.people import SaveSigner
from tengen.storage import DataFolder

PASSES_AND_CHOICES = """(;GM[1]SZ[9]PB[Ada]BR[3d]PW[\\1b2J鲍勃]EV[Club]DT[2026-11-15]RE[W+R]C[the beginning]
;B[ee]C[in the middle];W[gc];B[]N[x])"""


LONG = playout(rules("gomoku"), 1).actions


@pytest.fixture(autouse=True)
def _in_an_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def tengen(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return command_here(monkeypatch, capsys)


def game(moves: str = "f5d6c3d3c4f4c5b3c2e3") -> Path:
    path = Path("game.txt")
    path.write_text(moves + "\n", encoding="utf-8")
    return path


# --- in a pipe ---------------------------------------------------------------------------------


def test_a_pipe_gets_every_position_once_and_the_end() -> None:
    done = call_process("replay", game())
    assert (done.code, done.err) == (0, "")
    said = done.out.splitlines()
    assert said[:3] == ["Othello 8x8", "● Black", "○ White"]
    assert [line for line in said if line.startswith("Move ")] == [
        "Move 0 of 10",
        *(
            f"Move {number} of 10  {'●○'[1 - number % 2]} {point}"
            for number, point in enumerate(["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "e3"], 1)
        ),
    ]
    assert done.out.count("A B C D E F G H") == 11
    assert "5 . . . ● ●(●). ." in said
    assert "\x1b" not in done.out


def test_what_is_known_of_the_game_is_told(tengen: Command) -> None:
    Path("game.sgf").write_text(PASSES_AND_CHOICES, encoding="utf-8")
    said = tengen("replay", "game.sgf").out.splitlines()
    assert said[1:4] == ["Club · 2026-11-15", "● Ada 3d", "○ 1b2J鲍勃"]
    assert [line for line in said if line in ("the beginning", "in the middle", "White wins by resignation.")] == [
        "the beginning",
        "in the middle",
        "White wins by resignation.",
    ]
    assert "Move 3 of 3  ● passes" in said
    chinese = tengen("replay", "game.sgf", "--lang", "zh").out
    assert "第 3 手 / 共 3 手  ● 虚着" in chinese
    assert chinese.endswith("白方中盘胜。\n")


def test_another_game_of_the_file(tengen: Command) -> None:
    Path("two.txt").write_text("f5d6c3\nd3c3\n", encoding="utf-8")
    first, second = tengen("replay", "two.txt"), tengen("replay", "two.txt", "--game", 2)
    assert "game 1 of 2" in first.out
    assert ("game 2 of 2" in second.out, "Move 2 of 2  ○ c3" in second.out) == (True, True)
    none = tengen("replay", "two.txt", "--game", 3)
    assert (none.code, none.err) == (1, "tengen: two.txt: there is no game 3; the file holds 2.\n")


def test_a_file_of_accounts_is_shown_with_a_notice_where_it_is_not_from_here(
    tengen: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = DataFolder(tmp_path / "data")
    signer = SaveSigner(folder.secret())
    unsigned = dumps_unsigned(Record(rules("go", 5), black=Participant("Ann", account=signer.pseudonym_of("ann"))))
    Path("game.json").write_text(unsigned.signed(signer.sign(unsigned.digest)), encoding="utf-8")
    for data_dir, is_ours in ((folder.path, True), (tmp_path / "other", False)):
        monkeypatch.setenv("TENGEN_DATA_DIR", str(data_dir))
        done = tengen("replay", "game.json")
        assert (done.code, "Ann" in done.out) == (0, True)
        assert ("This file names accounts, but it was changed or comes from another place" in done.err) != is_ours
    assert not (tmp_path / "other").exists()


def test_letters_stand_in_where_no_more_can_be_written() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tengen", "replay", str(game()), "--lang", "zh"],
        capture_output=True,
        check=True,
        env={**ENGLISH, "PYTHONIOENCODING": "ascii"},
    )
    assert "5 . . . X X(X). ." in done.stdout.decode("ascii")


def test_a_reader_who_goes_away_ends_it_quietly() -> None:
    Path("long.sgf").write_bytes(write("a.sgf", [Record(rules("gomoku")).with_line(LONG)]).data)
    command = f"{sys.executable} -m tengen replay long.sgf | head -3"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=True, env=ENGLISH)
    assert (done.stdout.count(b"\n"), done.stderr) == (3, b"")


@pytest.mark.parametrize("content", [b"", b"(;GM[1]SZ[9];B[aa];W[aa])", b"\x00" * 99])
def test_bad_input_is_one_line(tengen: Command, content: bytes) -> None:
    Path("bad.sgf").write_bytes(content)
    done = tengen("replay", "bad.sgf")
    assert (done.code, done.out, len(done.lines)) == (1, "", 1)
    assert done.err.startswith("tengen: bad.sgf: ")


def test_a_missing_file_is_one_line(tengen: Command) -> None:
    done = tengen("replay", "nothing.sgf")
    assert (done.code, done.err) == (1, "tengen: There is no file or folder nothing.sgf.\n")


@pytest.mark.parametrize("arguments", [[], ["a", "--delay", "0"], ["a", "--game", "0"], ["a", "--lang", "fr"]])
def test_usage_errors_exit_with_two(tengen: Command, arguments: list[str]) -> None:
    assert tengen("replay", *arguments).code == 2


# --- positions in words --------------------------------------------------------------------------


@pytest.mark.parametrize("case", all_cases(), ids=lambda case: case.name)
def test_every_action_of_every_game_has_words_in_every_language(case: Case) -> None:
    timeline = playout(case.rules, 2)
    record = Record.of(timeline, Participant("甲"), Participant())
    for language in LANGUAGES:
        pages = Pages(record, positions_of(record), language, DISCS)
        for at in range(len(pages.positions)):
            assert pages.position(at)


def test_a_stone_is_told_in_its_own_colour_not_in_that_of_the_player() -> None:
    swap2 = rules("gomoku", 15, {"opening": "swap2"})
    record = Record(swap2).with_line([Place(BLACK, Point(7, 7)), Place(BLACK, Point(8, 8))])
    pages = Pages(record, positions_of(record), "en", DISCS)
    assert pages.position(2)[0] == "Move 2 of 2  ○ I7"


def test_a_position_put_on_the_board_is_told() -> None:
    lesson = Setup(Board.empty(5).with_stones({Point(2, 2): BLACK}), WHITE)
    record = Record(rules("go", 5), nodes=(Node(), Node(0, Place(BLACK, Point(1, 1))), Node(1, setup=lesson)))
    pages = Pages(record, positions_of(record), "en", LETTERS)
    assert pages.position(2)[0] == "Move 1 of 1  another position is put on the board"
    assert pages.position(2)[4] == "3 . . X . ."


def test_the_main_line_can_end_early() -> None:
    record = Record(rules("othello"))
    record = record.with_line(playout(rules("othello"), 1).actions[:6]).with_line([Place(WHITE, Point(0, 0))], 2)
    assert [len(main_line(record, moves).main_actions()) for moves in (0, 3, 6, 7, None)] == [0, 3, 6, 6, 6]
    assert all(node.parent == index - 1 for index, node in enumerate(main_line(record).nodes))


def test_an_endless_line_is_followed_only_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_of_play, "MOST_MOMENTS", 4)
    record = Record(rules("othello")).with_line(playout(rules("othello"), 1).actions[:6])
    assert len(positions_of(record)) == 4


def test_an_illegal_record_is_refused() -> None:
    with pytest.raises(BadRecord):
        positions_of(Record(rules("othello")).with_line([Place(BLACK, Point(0, 0))]))


# --- text ---------------------------------------------------------------------------------------


@given(st.text(), st.integers(1, 30))
def test_text_is_broken_to_fit(words: str, columns: int) -> None:
    lines = wrapped(words, columns)
    assert all(width(line) <= columns or len(line) == 1 for line in lines)


def test_text_is_broken_at_spaces_where_it_can_be() -> None:
    assert wrapped("one two  three\n\nfour", 8) == ["one two", "three", "", "four"]
    assert wrapped("围棋五子棋", 4) == ["围棋", "五子", "棋"]
    assert wrapped("", 5) == []
