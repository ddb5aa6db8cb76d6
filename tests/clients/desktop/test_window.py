"""The window itself: it asks before a game is lost, ends at once, idles for nothing, speaks what it can write."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import pytest
from tests.clients.desktop.beginnings import GUEST, begin, remembered
from tests.clients.desktop.program import Program, children, cpu_s, is_running, quiet, running
from tests.clients.desktop.xvfb import Screen
from tests.render.bare_machine import without_fonts

from tengen.clients.desktop.sound import REST_S
from tengen.clients.sitting.preferences import FILE_NAME, Preferences
from tengen.clients.sitting.start import SeatChoice, Who

pytestmark = pytest.mark.long

LEVEL_10 = SeatChoice(Who.LEVEL, level=10)


def test_closing_a_running_game_asks_once(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir)
    with running(screen, data_dir) as program:
        board = begin(program, "go", 9)
        board.play("e5")
        program.ask_to_close()
        program.wait_to_see(program.word("sitting.close"))
        program.key("Escape")
        program.wait_until_gone(program.word("sitting.close"))
        board.play("c3")
        program.ask_to_close()
        program.click(program.word("sitting.close.yes"))
        assert program.ended() == 0
        assert program.said == ""


def test_closing_without_a_game_does_not_ask(screen: Screen, data_dir: Path) -> None:
    with running(screen, data_dir) as program:
        program.wait_to_see(program.word("start.play"))
        program.ask_to_close()
        assert program.ended() == 0
        assert program.said == ""


@pytest.mark.alone
@pytest.mark.parametrize("is_signal", [False, True], ids=["closed", "terminated"])
def test_in_the_middle_of_thinking_it_ends_within_a_second_and_leaves_no_process(
    screen: Screen, data_dir: Path, is_signal: bool
) -> None:
    remembered(data_dir, "go", 19, GUEST, LEVEL_10)
    with running(screen, data_dir) as program:
        board = begin(program, "go", 19)
        board.play("k10")
        program.wait_for_title("White to move")
        started = children(program.process.pid)
        if is_signal:
            since = time.monotonic()
            program.process.send_signal(signal.SIGTERM)
        else:
            program.ask_to_close()
            yes = program.wait_to_see(program.word("sitting.close.yes"))
            assert "White to move" in program.title, "it still thinks"
            since = time.monotonic()
            screen.click(*yes.middle)
        program.ended()
        assert time.monotonic() - since < 1.0
        assert not [pid for pid in started if is_running(pid)]
        assert program.said == ""


@pytest.mark.alone
def test_while_nothing_happens_it_uses_no_cpu(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "go", 19)
    with running(screen, data_dir) as program:
        board = begin(program, "go", 19)
        board.play("k10")
        quiet(REST_S + 2)  # whatever moved has come to rest, and the loudspeaker was let go
        before = cpu_s(program.process.pid)
        quiet(5.0)
        assert cpu_s(program.process.pid) - before <= 0.02


def test_where_no_font_has_chinese_the_window_speaks_english_and_says_so(
    screen: Screen, data_dir: Path, tmp_path: Path
) -> None:
    bare = tmp_path / "bare"
    bare.mkdir()
    with running(screen, data_dir, environ=without_fonts(bare), language="zh") as program:
        program.language = "en"
        program.wait_to_see(program.word("start.play"))
        assert "?" not in program.title


def test_chinese_is_spoken_where_it_is_asked_for(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir)
    with running(screen, data_dir, language="zh") as program:
        board = begin(program, "go", 9)
        board.play("e5")
        program.wait_for_title("轮到白方")
        program.wait_to_see(program.word("game.resign"))


def test_the_window_remembers_its_size_and_the_game(screen: Screen, data_dir: Path) -> None:
    with running(screen, data_dir) as program:
        program.click("Othello")
        screen.resize(1100, 740)
        program.wait_until(lambda: screen.place()[2:] == (1100, 740), "another size")
        program.wait_to_see(program.word("start.play"))
        program.ask_to_close()
        assert program.ended() == 0
    kept = json.loads((data_dir / FILE_NAME).read_text())
    assert (kept["window"]["width"], kept["window"]["height"]) == (1100, 740)
    assert kept["choices"]["kind"] == "othello"
    with running(screen, data_dir) as program:
        assert screen.place()[2:] == (1100, 740)


def test_a_smaller_window_has_the_whole_board(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, "go", 19)
    with running(screen, data_dir) as program:
        begin(program, "go", 19)
        for size in ((900, 640), (1280, 820)):
            screen.resize(*size)
            width = size[0]
            program.wait_until(lambda: screen.place()[2] == width, "another size")  # noqa: B023  # waited for at once
            program.wait_until_filled()
            program.board("go", 19).play("d4" if width == 900 else "q16")


def test_the_folder_is_held_and_another_window_says_whose_it_is(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir)
    with running(screen, data_dir) as first:
        first.wait_to_see(first.word("start.play"))
        second = Program(screen, data_dir)
        try:
            second.wait_until(
                lambda: second.sees(f"tengen desktop (process {first.process.pid})", is_beginning=True), ""
            )
        finally:
            second.stop()


def test_broken_preferences_are_left_aside_and_told(screen: Screen, data_dir: Path) -> None:
    data_dir.mkdir()
    (data_dir / FILE_NAME).write_bytes(b"\xff{no json")
    with running(screen, data_dir) as program:
        program.wait_to_see(program.word("start.play"))
        program.wait_to_see("The settings in", is_beginning=True)


def test_words_and_themes_change_while_it_runs(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir, preferences=Preferences(page="light", theme="wood"))
    with running(screen, data_dir) as program:
        board = begin(program, "go", 9)
        board.play("e5")
        program.click(program.word("sitting.settings"))
        program.click("中文")
        program.language = "zh"
        program.wait_to_see(program.word("sitting.settings"))


def test_a_question_mark_lists_the_keys(screen: Screen, data_dir: Path) -> None:
    remembered(data_dir)
    with running(screen, data_dir) as program:
        begin(program, "go", 9)
        program.type("?")
        program.wait_to_see(program.word("game.keys.undo"))
        program.key("Escape")
        program.wait_to_see(program.word("game.resign"))
