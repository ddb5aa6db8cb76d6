"""The window under Xvfb: how soon it is seen, what it costs while nothing happens, how soon a stone follows a click.

    .venv/bin/python -m bench.desktop [--rounds N]

One JSON object a line:

- `first_frame_ms`: from the start of the process until the start screen is drawn, with warm files and a new data
  folder, whose database is made meanwhile; the best and the median of the rounds. `first_frame_cpu_ms` is the CPU that
  the process has used until then.
- `idle_cpu_ms`: CPU of the process in ten seconds at a game of Go of 19x19 in which nothing happens. `SC_CLK_TCK`
  bounds what can be measured: 10 ms on Linux.
- `click_to_stone_ms`: from a click on 19x19 until the first pixels at the point have changed in a picture that was
  asked of the X server after; taking a picture of the point costs under a millisecond. `whole_ms` is until the stone
  has come to rest, its motion included.

The X server shares the machine. Compare runs on the same machine, not numbers.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Final

from tests.clients.desktop.beginnings import begin, remembered
from tests.clients.desktop.program import Program, cpu_s, quiet, running
from tests.clients.desktop.xvfb import Screen, xvfb

from tengen.clients.desktop.sound import REST_S

IDLE_S: Final = 10.0
CLICKS: Final = 15


def first_frame(screen: Screen, folder: Path) -> tuple[float, float]:
    """Start the program once; milliseconds until it is seen, and how many of them it had the CPU."""
    remembered(folder)
    since = time.monotonic()
    program = Program(screen, folder)
    try:
        while screen.window() is None or not is_drawn(screen):
            assert program.process.poll() is None, program.said
        return 1000 * (time.monotonic() - since), 1000 * cpu_s(program.process.pid)
    finally:
        program.stop()


def is_drawn(screen: Screen) -> bool:
    """Whether more than a background is seen in the middle of the window."""
    try:
        left, top, width, height = screen.place()
    except AssertionError:  # it comes and goes while it is made
        return False
    part = screen.part(left + width // 4, top + height // 4, width // 2, height // 2)
    return len(part.getcolors(1 << 20) or []) > 20


def idle_and_clicks(screen: Screen, folder: Path) -> tuple[float, list[float], list[float]]:
    """CPU while nothing happens; and for some clicks the times until a stone begins and has arrived."""
    remembered(folder, "go", 19)
    with running(screen, folder) as program:
        board = begin(program, "go", 19)
        board.play("k10")
        quiet(REST_S + 2)  # until the loudspeaker is let go
        before = cpu_s(program.process.pid)
        quiet(IDLE_S)
        idle = 1000 * (cpu_s(program.process.pid) - before)
        first, whole = [], []
        for index in range(CLICKS):
            name = f"{'abcdefghjklmnopqrst'[index]}{3 + index % 2}"
            x, y = board.at(name)
            screen.point(x, y)
            quiet(0.3)  # the half stone below the pointer is drawn
            before_click = screen.part(x - 6, y - 6, 12, 12).tobytes()
            since = time.monotonic()
            screen.click(x, y)
            last, changed_at, begun_at = before_click, since, 0.0
            while time.monotonic() - max(changed_at, since) < 0.3:
                seen = screen.part(x - 6, y - 6, 12, 12).tobytes()
                if seen != last:
                    last, changed_at = seen, time.monotonic()
                    begun_at = begun_at or changed_at
            assert begun_at, f"no stone came to {name}"
            first.append(1000 * (begun_at - since))
            whole.append(1000 * (changed_at - since))
        return idle, first, whole


def spread(name: str, values: list[float]) -> dict[str, object]:
    """One line of the report."""
    return {"name": name, "best": round(min(values), 1), "median": round(statistics.median(values), 1)}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    with xvfb() as screen, tempfile.TemporaryDirectory() as folder:
        frames = [first_frame(screen, Path(folder, f"round{index}")) for index in range(rounds + 1)]
        waits, costs = map(list, zip(*frames[1:], strict=True))
        print(json.dumps(spread("first_frame_ms", waits)))
        print(json.dumps(spread("first_frame_cpu_ms", costs)))
        idle, first, whole = idle_and_clicks(screen, Path(folder, "game"))
        print(json.dumps({"name": "idle_cpu_ms", "in_s": IDLE_S, "value": round(idle, 1)}))
        print(json.dumps(spread("click_to_stone_ms", first)))
        print(json.dumps(spread("whole_ms", whole)))


if __name__ == "__main__":
    main()
