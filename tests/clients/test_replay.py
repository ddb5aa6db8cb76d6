"""`tengen replay`: every position once in a pipe; on a terminal keys, resizing, and the terminal as it was before."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clients.command import ENGLISH, Command, call_process, command_here
from tests.clients.window import Window
from tests.contract.cases import Case, all_cases, playout

from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.records import main_line as lines_of_play
from tengen.clients.records.keys import RESIZED, Keyboard
from tengen.clients.records.main_line import main_line, positions_of
from tengen.clients.records.replay import FASTEST_SECONDS, SLOWEST_SECONDS, Film
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
            assert pages.screen(at, 80, 23)


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


# --- the page ----------------------------------------------------------------------------------

TALKATIVE = Record(
    rules("go", 19),
    None,
    Participant("棋" * 60, "9d"),
    Participant("x" * 300),
    (Node(comment="一二三四五" * 100 + "\n\nword " * 50 + "y" * 500), Node(0, Place(BLACK, Point(18, 18)))),
    info=(("event", "e" * 200),),
)


@given(st.integers(1, 200), st.integers(1, 60), st.integers(0, 1), st.sampled_from(LANGUAGES))
def test_no_page_is_larger_than_the_terminal(columns: int, rows: int, at: int, language: str) -> None:
    page = Pages(TALKATIVE, positions_of(TALKATIVE), language, DISCS).screen(at, columns, rows)
    assert len(page) <= rows
    assert all(width(line) <= columns for line in page)
    assert not any("\n" in line for line in page)


def test_the_last_column_has_its_bracket_too() -> None:
    page = Pages(TALKATIVE, positions_of(TALKATIVE), "en", DISCS).screen(1, 80, 23)
    assert page[19].endswith(" .(●)")


def test_where_there_is_no_room_beside_the_board_the_words_are_below() -> None:
    pages = Pages(TALKATIVE, positions_of(TALKATIVE), "en", DISCS)
    narrow = pages.screen(1, 44, 40)
    assert narrow[0] == "Move 1 of 1  ● T1"
    assert narrow[21].startswith("Go 19x19")
    assert "Go 19x19" in pages.screen(1, 80, 40)[0]


@given(st.text(), st.integers(1, 30))
def test_text_is_broken_to_fit(words: str, columns: int) -> None:
    lines = wrapped(words, columns)
    assert all(width(line) <= columns or len(line) == 1 for line in lines)


def test_text_is_broken_at_spaces_where_it_can_be() -> None:
    assert wrapped("one two  three\n\nfour", 8) == ["one two", "three", "", "four"]
    assert wrapped("围棋五子棋", 4) == ["围棋", "五子", "棋"]
    assert wrapped("", 5) == []


# --- the film ----------------------------------------------------------------------------------


def pressed(keys: str, film: Film | None = None) -> Film:
    film = film or Film(10, 1.0)
    for key in keys.split():
        assert film.press({"space": " "}.get(key, key))
    return film


def test_keys_move_and_stop_the_film() -> None:
    assert (pressed("").is_playing, pressed("space").is_playing, pressed("space space").is_playing) == (
        True,
        False,
        True,
    )
    for keys, at in (("right right", 2), ("right left", 0), ("left", 0), ("end", 9), ("end right", 9), ("end home", 0)):
        film = pressed(keys)
        assert (film.at, film.is_playing) == (at, False)
    assert (pressed("page_down").at, pressed("page_down page_up").at) == (9, 0)
    assert [Film(10, 1.0).press(key) for key in ("q", "Q", "\x04")] == [False] * 3


def test_the_film_stops_at_the_end_and_begins_again() -> None:
    film = Film(3, 1.0)
    film.tick()
    assert (film.at, film.is_playing) == (1, True)
    film.tick()
    assert (film.at, film.is_playing) == (2, False)
    film.press(" ")
    assert (film.at, film.is_playing) == (0, True)
    assert not Film(1, 1.0).is_playing
    assert not pressed("space", Film(1, 1.0)).is_playing


def test_the_speed_has_bounds() -> None:
    assert pressed("+ " * 20).delay == FASTEST_SECONDS
    assert pressed("- " * 20).delay == SLOWEST_SECONDS


def test_any_key_leaves_the_help() -> None:
    film = pressed("?")
    assert (film.shows_help, film.is_playing) == (True, False)
    assert (film.press("right"), film.shows_help, film.at) == (True, False, 0)
    assert not pressed("?").press("q")


@given(st.lists(st.sampled_from(["left", "right", "home", "end", " ", "+", "-", "?", "x", "escape", "tick"])))
def test_no_key_leads_out_of_the_film(keys: list[str]) -> None:
    film = Film(4, 0.5)
    for key in keys:
        if key == "tick":
            film.tick()
        else:
            assert film.press(key)
        assert 0 <= film.at < 4


# --- on a terminal -----------------------------------------------------------------------------

LEFT, RIGHT, HOME, END = b"\x1b[D", b"\x1b[C", b"\x1b[H", b"\x1b[F"


@pytest.fixture
def windows() -> Iterator[Callable[..., Window]]:
    opened: list[Window] = []

    def open_window(*arguments: object, shell: str = "") -> Window:
        opened.append(Window("replay", *arguments, shell=shell))
        return opened[-1]

    yield open_window
    for window in opened:
        window.close()


Windows = Callable[..., Window]


def test_it_plays_by_itself_to_the_end_and_quits(windows: Windows) -> None:
    window = windows(game("f5d6c3"), "--delay", "0.05")
    screen = window.see("■ the end")
    assert screen[0].rstrip() == "  A B C D E F G H   Othello 8x8"
    assert screen[4].endswith("Move 3 of 3  ● c3")
    assert "q quit" in screen[-1]
    assert len(screen) == 24
    window.type(b"q")
    assert window.end() == 0
    assert window.output.endswith(b"\x1b[?25h\x1b[?1049l")


def test_keys_pause_step_and_jump(windows: Windows) -> None:
    window = windows(game(), "--delay", "60")
    window.see("▶ 60 s")
    window.type(b" ")
    window.see("‖ paused")
    for keys, move in (
        (RIGHT, "Move 1 of 10  ● f5"),
        (RIGHT * 2, "Move 3 of 10  ● c3"),
        (LEFT, "Move 2 of 10  ○ d6"),
        (END, "Move 10 of 10  ○ e3"),
        (b"\x1bOH", "Move 0 of 10"),
        (b"\x1b[4~", "Move 10 of 10"),
        (b"\x1b[1~", "Move 0 of 10"),
        (b"\x1b[6~", "Move 10 of 10"),
    ):
        window.type(keys)
        window.see(move)
    window.type(b"?")
    window.see("Any key goes back to the board.")
    window.type(b"\x1b")
    window.see("Move 10 of 10")
    window.type(b"\x1b[99;99Zz\xff" + HOME)
    window.see("Move 0 of 10")
    window.type(b"q")
    assert window.end() == 0


def test_another_size_of_the_window_is_another_page(windows: Windows) -> None:
    window = windows(game(), "--delay", "60")
    window.see("▶ 60 s")
    window.resize(30, 12)
    screen = window.see(lambda screen: len(screen) == 12)
    assert screen[0] == "Move 0 of 10"
    assert all(width(line) <= 30 for line in screen)
    for columns, rows in ((1, 1), (3, 2), (300, 100)):
        window.resize(columns, rows)
        window.see(lambda screen, rows=rows: len(screen) == max(rows, 2))  # type: ignore[misc]  # a default binds it
    window.type(b"q")
    assert window.end() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGHUP, 129)]
)
def test_the_terminal_is_as_before_after_a_signal(windows: Windows, number: signal.Signals, code: int) -> None:
    window = windows(game(), "--delay", "60")
    window.see("▶ 60 s")
    assert not window.asks_for_lines()
    os.kill(window.pid, number)
    assert window.end() == code
    assert window.output.endswith(b"\x1b[?25h\x1b[?1049l")
    assert b"Traceback" not in window.output


def test_the_terminal_is_as_before_while_it_is_suspended(windows: Windows) -> None:
    shell = 'set -m; "$@"; echo away; read line; fg >/dev/null; echo code $?'
    window = windows(game(), "--delay", "60", shell=shell)
    window.see("▶ 60 s")
    window.type(b" ")
    window.see("‖ paused")
    window.type(b"\x1a")
    window.hear(b"away")
    assert b"\x1b[?25h\x1b[?1049l" in window.output
    assert window.asks_for_lines()
    window.output = b""
    window.type(b"\n")
    window.see("‖ paused")
    assert not window.asks_for_lines()
    window.type(END)
    window.see("Move 10 of 10")
    window.type(b"\x03")
    window.hear(b"code 0")
    window.end()


def test_a_terminal_that_goes_away_ends_it(windows: Windows) -> None:
    window = windows(game(), "--delay", "60")
    window.see("▶ 60 s")
    os.close(window.master)
    until = time.monotonic() + 15
    while time.monotonic() < until and window.code is None:
        pid, status = os.waitpid(window.pid, os.WNOHANG)
        window.code = os.waitstatus_to_exitcode(status) if pid else None
        time.sleep(0.02)
    assert window.code is not None
    window.master = os.open(os.devnull, os.O_RDWR)


def test_an_exception_inside_leaves_the_terminal_as_it_was() -> None:
    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    with os.fdopen(slave, "r", closefd=False) as source, os.fdopen(slave, "w", closefd=False) as sink:

        def fail_inside() -> NoReturn:
            with Keyboard(source, sink):
                assert termios.tcgetattr(slave) != before
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail_inside()
    assert termios.tcgetattr(slave) == before
    os.close(master)
    os.close(slave)


def test_keys_come_one_by_one_however_they_arrive() -> None:
    master, slave = pty.openpty()
    with (
        os.fdopen(slave, "r", closefd=False) as source,
        os.fdopen(slave, "w", closefd=False) as sink,
        Keyboard(source, sink) as keyboard,
    ):
        assert keyboard.wait(0) == RESIZED
        assert keyboard.wait(0) is None
        os.write(master, b"a\x1b[Cb\x1b[1;5Dc\x1b")
        assert [keyboard.wait(1) for _ in range(6)] == ["a", "right", "b", "escape", "c", "escape"]
        os.write(master, b"\x1b[")
        os.write(master, b"D")
        assert keyboard.wait(1) == "left"
        begin = time.monotonic()
        assert keyboard.wait(0.05) is None
        assert time.monotonic() - begin >= 0.045
    written = b""
    while not written.endswith(b"\x1b[?25h\x1b[?1049l"):
        assert select.select([master], [], [], 5)[0]
        written += os.read(master, 4096)
    os.close(master)
    os.close(slave)
