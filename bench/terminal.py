"""The terminal client in a real pseudo terminal: start to the first frame, key to stone on 19x19, CPU while idle.

    python bench/terminal.py [--times N]

Starts `tengen play` with a data folder of its own, types at it as a person does, and reads what it writes.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from dataclasses import replace
from pathlib import Path

from tengen.clients.play.local import LocalGames
from tengen.clients.sitting.preferences import FILE_NAME, Preferences, write_preferences
from tengen.clients.sitting.start import StartForm, Who
from tengen.core import COLORS

SIZE = (45, 140)
DEADLINE_S = 60.0
IDLE_S = 10.0
TICKS = os.sysconf("SC_CLK_TCK")


class Client:
    """The client on a terminal whose other end is ours."""

    def __init__(self, folder: Path) -> None:
        self.begun = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *SIZE, 0, 0))
            environment = {**os.environ, "TERM": "xterm-256color", "TENGEN_DATA_DIR": str(folder), "PYTHONUTF8": "1"}
            os.execve(sys.executable, [sys.executable, "-m", "tengen", "play", "--lang", "en"], environment)  # noqa: S606

    def read_until(self, wanted: bytes) -> float:
        """Seconds until something was written."""
        begun, heard = time.perf_counter(), b""
        while wanted not in heard:
            assert time.perf_counter() - begun < DEADLINE_S, f"never written: {wanted!r}"
            heard += self.read(0.5)
        return time.perf_counter() - begun

    def read(self, seconds: float) -> bytes:
        """What is written within this time, as soon as there is something."""
        return os.read(self.master, 65536) if select.select([self.master], [], [], seconds)[0] else b""

    def read_all(self) -> None:
        """Read until nothing has come for a while."""
        while self.read(0.5):
            pass

    def type(self, keys: str) -> None:
        """Type."""
        os.write(self.master, keys.encode())

    def cpu_s(self) -> float:
        """The processor time that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def close(self) -> None:
        """Kill it."""
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.master)


def first_frame_s() -> float:
    """From the start of the program until both boards are there."""
    with tempfile.TemporaryDirectory() as folder:
        client = Client(Path(folder))
        try:
            client.read_until(b"Othello")
            return time.perf_counter() - client.begun
        finally:
            client.close()


def key_to_stone_s(times: int) -> tuple[list[float], float]:
    """Seconds from Enter to the stone on a board of 19x19, so many times; and the share of a processor while idle."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        games = LocalGames()
        form = StartForm.of({}, games.players, ()).with_kind("go").with_size(19)
        for color in COLORS:
            form = form.with_seat(color, replace(form.seats[color], who=Who.GUEST))
        write_preferences(Path(folder) / FILE_NAME, Preferences(choices=form.kept()))
        client = Client(Path(folder))
        try:
            client.read_until(b"Othello")
            client.read_all()
            client.type("n")  # the start form, as it was kept
            client.read_all()
            client.type("\x1b[15~")
            client.read_all()
            for number in range(times):
                client.type("\x1b[C" if number % 2 else "\x1b[B")
                client.read_all()
                begun = time.perf_counter()
                client.type("\r")
                client.read_until(b"to move")
                found.append(time.perf_counter() - begun)
                client.read_all()
            before, begun = client.cpu_s(), time.perf_counter()
            time.sleep(IDLE_S)
            return found, (client.cpu_s() - before) / (time.perf_counter() - begun)
        finally:
            client.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10)
    times = parser.parse_args().times
    starts = [first_frame_s() for _ in range(3)]
    print(f"start to the first frame: {min(starts):.2f} s (best of {len(starts)})")
    stones, idle = key_to_stone_s(times)
    print(f"key to stone: {1000 * statistics.median(stones):.0f} ms (median of {len(stones)})")
    print(f"CPU while idle: {100 * idle:.2f} % of a processor")


if __name__ == "__main__":
    main()
