"""The terminal is as it was before, after every end that a program can have; and it may itself misbehave or go."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.clients.command import ENGLISH
from tests.clients.terminal.tmux import PATIENCE_S, Pane, needs_tmux

from tengen.clients.terminal.driver import BellEvent, LossyWriter

TINY = Path(__file__).with_name("tiny_app.py")
ENDS: list[tuple[str, Callable[[Pane], None], int]] = [
    ("a key", lambda pane: pane.keys("q"), 0),
    ("a fault", lambda pane: pane.keys("x"), 1),
    *(
        (number.name, lambda pane, number=number: os.kill(pane.program, number), code)
        for number, code in (
            (signal.SIGINT, 0),
            (signal.SIGTERM, 143),
            (signal.SIGHUP, 129),
            (signal.SIGKILL, 137),
            (signal.SIGSEGV, 139),
            (signal.SIGABRT, 134),
        )
    ),
]

KILLED = (137, 139, 134)


def tiny_pane() -> Pane:
    return Pane(TINY, command=(sys.executable,))


@pytest.mark.long
@needs_tmux
@pytest.mark.parametrize(("end", "code"), [(end, code) for _, end, code in ENDS], ids=[name for name, _, _ in ENDS])
def test_every_end_leaves_the_terminal_as_it_was(end: Callable[[Pane], None], code: int) -> None:
    with tiny_pane() as pane:
        pane.see("ready")
        assert pane.modes()["alternate_on"] == "1"
        assert pane.modes()["mouse_any_flag"] == "1"
        end(pane)
        if code in KILLED:
            # The shell may have written its prompt to the other screen before the sentinel has left that.
            pane.keys("Enter")
        else:
            assert pane.left() == code
        pane.see_as_before()
        said = "\n".join(pane.screen())
        assert ("a fault was kept" in said) == (code == 1)
        assert "Traceback" not in said


@pytest.mark.long
@needs_tmux
def test_a_suspended_program_gives_the_terminal_back_meanwhile() -> None:
    with tiny_pane() as pane:
        pane.see("ready")
        pane.keys("C-z")
        pane.see("Stopped")
        assert pane.modes()["alternate_on"] == "0"
        pane.text("fg")
        pane.keys("Enter")
        pane.see("ready")
        pane.keys("q")
        pane.see_as_before()


@pytest.mark.long
@needs_tmux
def test_a_program_that_no_longer_listens_is_ended_all_the_same(tmp_path: Path) -> None:
    script = f"""
import asyncio, pathlib, runpy, time
from tengen.clients.terminal.restoring import kept_terminal
from tengen.clients.terminal.running import run_until_end

class StuckApp(runpy.run_path({str(TINY)!r})["TinyApp"]):
    def on_key(self, event):
        pathlib.Path("stuck").touch()
        time.sleep(600)

with kept_terminal():
    asyncio.run(run_until_end(StuckApp()))
"""
    (tmp_path / "stuck.py").write_text(script)
    with Pane("stuck.py", command=(sys.executable,), cwd=tmp_path) as pane:
        pane.see("ready")
        pane.keys("a")
        until = time.monotonic() + PATIENCE_S
        while not (tmp_path / "stuck").exists():
            assert time.monotonic() < until
            time.sleep(0.02)
        os.kill(pane.program, signal.SIGTERM)
        assert pane.left() == 143
        pane.see_as_before()


# --- a terminal that misbehaves


@pytest.fixture
def tiny() -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The application on a terminal of which the test has the other end."""
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, TINY], stdin=slave, stdout=slave, stderr=slave, env=ENGLISH, start_new_session=True
    )
    os.close(slave)
    yield process, master
    if process.poll() is None:
        process.kill()
        process.wait()


def hear(master: int, wanted: bytes) -> None:
    heard, until = b"", time.monotonic() + PATIENCE_S
    while wanted not in heard:
        assert time.monotonic() < until, heard
        heard += os.read(master, 65536)


@pytest.mark.long
def test_bytes_that_are_no_text_do_no_harm(tiny: tuple[subprocess.Popen[bytes], int]) -> None:
    process, master = tiny
    hear(master, b"ready")
    os.write(master, b"\xff\xfe\xc3(\x1b[99;99Z\x1b[<0;99999;99999M\x1b]52;c;\x07")
    os.write(master, b"a" * 1000)
    hear(master, b"a")
    os.write(master, b"q")
    with suppress(OSError):  # nobody has the other end any more
        while os.read(master, 65536):
            pass
    assert process.wait(PATIENCE_S) == 0
    os.close(master)


@pytest.mark.long
def test_a_terminal_that_goes_away_ends_the_program(tiny: tuple[subprocess.Popen[bytes], int]) -> None:
    process, master = tiny
    hear(master, b"ready")
    os.close(master)
    assert process.wait(PATIENCE_S) == 129


def test_an_event_can_be_waited_for_like_a_file() -> None:
    bell = BellEvent()
    for _ in range(3):
        bell.set()
        bell.set()
        assert bell.is_set()
        bell.clear()
        assert not bell.is_set()


def test_what_a_closed_terminal_cannot_take_is_lost_quietly(tmp_path: Path) -> None:
    file = (tmp_path / "terminal").open("w")
    writer = LossyWriter(file)
    writer.write("seen")
    writer.flush()
    file.close()
    assert writer.write("lost") == 4
    writer.flush()
    assert (tmp_path / "terminal").read_text() == "seen"
