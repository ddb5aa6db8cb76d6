"""`tengen desktop` where it cannot open a window: one clear line, never a traceback."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tengen.cli import app

_WITHOUT_PYGAME = "import sys; sys.modules['pygame'] = None; from tengen.cli import main; main()"
_AS_IT_IS = "from tengen.cli import main; main()"
_CLOSED_SOON = """
import threading, time, pygame
def close():
    while True:
        time.sleep(0.2)
        if pygame.display.get_init():
            pygame.event.post(pygame.event.Event(pygame.QUIT))
threading.Thread(target=close, daemon=True).start()
from tengen.cli import main
main()
"""
_PATIENCE_S = 15
"""Less than a server is waited for."""


def desktop(code: str, folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, "desktop", *arguments],
        env={**os.environ, "TENGEN_DATA_DIR": str(folder), "LC_ALL": "C.UTF-8", **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_without_pygame_it_says_how_to_get_it(tmp_path: Path) -> None:
    ended = desktop(_WITHOUT_PYGAME, tmp_path, "--lang", "zh")
    assert ended.returncode == 1
    assert ended.stderr == "tengen: 窗口版需要 pygame-ce：pip install 'tengen[desktop]'\n"


def test_without_a_screen_it_says_so(tmp_path: Path) -> None:
    ended = desktop(_AS_IT_IS, tmp_path, DISPLAY=":98765", WAYLAND_DISPLAY="", SDL_VIDEODRIVER="x11")
    assert ended.returncode == 1
    assert ended.stderr.startswith("tengen: There is no screen to open a window on")
    assert "tengen play" in ended.stderr
    assert ended.stderr.count("\n") == 1


def test_a_server_that_is_not_there_is_a_line(tmp_path: Path) -> None:
    ended = desktop(_AS_IT_IS, tmp_path, "--server", "http://127.0.0.1:9", SDL_VIDEODRIVER="dummy")
    assert ended.returncode == 1
    assert "Traceback" not in ended.stderr
    assert ended.stderr.startswith("tengen: ")


def test_a_window_is_closed_also_while_a_server_does_not_answer(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        began = time.monotonic()
        ended = desktop(_CLOSED_SOON, tmp_path, "--server", address, SDL_VIDEODRIVER="dummy")
    assert time.monotonic() - began < _PATIENCE_S
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize("wrong", [("--window", "huge"), ("--window", "1x1"), ("--theme", "plaid"), ("--lang", "xx")])
def test_options_that_cannot_be_are_refused_before_anything_opens(wrong: tuple[str, str]) -> None:
    ended = CliRunner().invoke(app, ["desktop", *wrong])
    assert ended.exit_code == 2
    assert wrong[0] in ended.output
