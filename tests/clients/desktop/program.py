"""`tengen desktop` in a process of its own on a screen, seen and used from outside as a person would."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from PIL import Image, ImageChops, ImageColor
from tests.clients.desktop.letters import Glance, Place
from tests.clients.desktop.xvfb import SCREEN, WAIT_S, Found, Screen, wait_for

from tengen.clients.desktop.board import BoardFit
from tengen.core import BoardSpec, Point, create_rules, text
from tengen.render import THEMES

BLACK_STONE, WHITE_STONE, EMPTY = "#", "o", "."
_NEAR = 60
_LEAST_BOARD_PX = 120
_EDGES_PX = 8
_STONE_OFFSET = 0.235
"""Where colours are looked at, in cells from the middle of a point: beside lines, dots, rings and numbers."""
PROGRAM = ("-m", "tengen")
_ENVIRONMENT = {"SDL_AUDIODRIVER": "dummy", "LC_ALL": "C.UTF-8"}


class Program:
    """The window of one process. Everything that waits fails after `WAIT_S` and says what was seen instead."""

    def __init__(
        self,
        screen: Screen,
        data_dir: Path,
        *arguments: object,
        environ: Mapping[str, str] | None = None,
        program: tuple[str, ...] = PROGRAM,
        language: str = "en",
    ) -> None:
        self.screen = screen
        self.language = language
        self.data_dir = data_dir
        self._errors = data_dir.with_name(f"{data_dir.name}-errors.txt")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TENGEN_")}
        ours = {
            "DISPLAY": screen.name,
            "SDL_AUDIODRIVER": "dummy",
            "TENGEN_DATA_DIR": str(data_dir),
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, *program, "desktop", "--lang", language, *map(str, arguments)]
        screen.point(SCREEN[0] - 1, SCREEN[1] - 1)  # beside the window: nothing is pointed at
        with self._errors.open("wb") as errors:
            self.process = subprocess.Popen(
                command,
                env={**kept, **ours, **(environ or {})},
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
            )

    # --- seeing

    def open(self) -> Program:
        """Wait until the window is there and has drawn something."""
        self._wait(lambda: self.screen.window() is not None, "a window")
        left, top, width, height = self.screen.place()
        assert 0 <= left <= SCREEN[0] - width, "all of it is seen"
        assert 0 <= top <= SCREEN[1] - height, "all of it is seen"
        self._wait(lambda: len(self.screen.picture().getcolors(1 << 20) or []) > 20, "something drawn")
        self.screen.focus()
        self.away()
        return self

    @property
    def title(self) -> str:
        return self.screen.title()

    @property
    def said(self) -> str:
        """What the process has written; nothing, if all is well."""
        return self._errors.read_text(encoding="utf-8", errors="replace")

    def word(self, key: str, **values: str | int) -> str:
        """A text of ours in the window's language."""
        return text(self.language, key, **values)

    def sees(self, words: str, *, is_beginning: bool = False) -> Place | None:
        """Where these words stand now, if they do."""
        return Glance(self.screen.picture()).find(words, is_beginning=is_beginning)

    def wait_to_see(self, words: str, *, is_beginning: bool = False) -> Place:
        return self._wait(lambda: self.sees(words, is_beginning=is_beginning), f"the words {words!r}")

    def wait_until_gone(self, words: str) -> None:
        self._wait(lambda: self.sees(words) is None, f"no words {words!r}")

    def wait_for_title(self, *parts: str) -> str:
        """Wait until any of these stands in it."""

        def title() -> str | None:
            shown = self.title
            return shown if any(part in shown for part in parts) else None

        return self._wait(title, f"one of {parts} in the title")

    def wait_until_filled(self) -> None:
        """Wait until everything is drawn in a window whose size has changed: its last corner is no longer black."""
        left, top, width, height = self.screen.place()
        corner = (left + width - 8, top + height - 8, 4, 4)
        self._wait(lambda: self.screen.part(*corner).convert("L").getextrema()[0] != 0, "all of the window")

    def wait_until(self, is_so: Callable[[], object], what: str) -> None:
        self._wait(lambda: bool(is_so()), what)

    def _wait(self, found: Callable[[], Found | None], what: str) -> Found:
        def failed() -> str:
            path = self.data_dir.with_name(f"{self.data_dir.name}-failed.png")
            self.screen.picture().save(path)
            return f"{what} did not come; title {self.title!r}, picture {path}, said: {self.said[-2000:]}"

        def or_ended() -> Found | None:
            there = found()
            assert there or self.process.poll() is None, f"the program has ended: {self.said[-3000:]}"
            return there or None

        return wait_for(or_ended, failed, WAIT_S)

    # --- doing

    def click(self, words: str, *, is_beginning: bool = False) -> None:
        """Click on words once they are seen."""
        place = self.wait_to_see(words, is_beginning=is_beginning)
        self.screen.click(*place.middle)

    def key(self, *names: str) -> None:
        self.screen.key(*names)

    def type(self, typed: str) -> None:
        self.screen.type(typed)

    def away(self) -> None:
        """Take the pointer to where nothing is."""
        left, top, width, height = self.screen.place()
        self.screen.point(left + width - 2, top + height - 2)

    def ask_to_close(self) -> None:
        self.screen.ask_to_close()

    def ended(self, wait_s: float = WAIT_S) -> int:
        """The exit code, once the process has ended."""
        return self.process.wait(wait_s)

    def stop(self) -> None:
        """End it, however it is; fails where it has said something that it should not."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(5)
                raise
        assert "Traceback" not in self.said, self.said

    # --- boards

    def board(self, kind: str, size: int, theme: str = "wood") -> SeenBoard:
        """The board of the window, once one is seen."""
        return self.board_of(create_rules(kind, size).board_spec(), theme)

    def board_of(self, spec: BoardSpec, theme: str = "wood") -> SeenBoard:
        """The same for a game that only the window knows."""
        return SeenBoard(self, spec, *self._wait(lambda: self._still_board(spec, theme), "a board"))

    def _still_board(self, spec: BoardSpec, theme: str) -> tuple[int, int, BoardFit] | None:
        """Where a board lies, if it lies there a moment later too: the window may be drawing another."""
        found = _find_board(self.screen.picture(), spec, theme)
        quiet(0.2)
        return found if found == _find_board(self.screen.picture(), spec, theme) else None


class SeenBoard:
    """A board on the screen."""

    def __init__(self, program: Program, spec: BoardSpec, left: int, top: int, fit: BoardFit) -> None:
        self.program, self.spec = program, spec
        self._left, self._top, self._fit = left, top, fit

    def at(self, name: str) -> tuple[int, int]:
        """The pixel of a point."""
        x, y = self._fit.middle(self.spec.parse(name))
        return self._left + x, self._top + y

    def click(self, *names: str) -> None:
        """Click on points, one after the other, without waiting for anything."""
        for name in names:
            self.program.screen.click(*self.at(name))

    def play(self, *names: str) -> None:
        """Click on points; each has a stone before the next one is clicked."""
        for name in names:
            self.click(name)
            self.wait_for_stone(name)

    def stone(self, name: str, picture: Image.Image | None = None) -> str:
        """What lies on a point, by its colours; `picture` is one of the whole screen in grey."""
        x, y = self.at(name)
        offset = round(_STONE_OFFSET * self._fit.cell_px)
        if picture is None:
            picture = self.program.screen.part(x - offset, y - offset, 2 * offset + 1, 2 * offset + 1).convert("L")
            x = y = offset
        corners = [(x + dx, y + dy) for dx in (-offset, offset) for dy in (-offset, offset)]
        values = [value for corner in corners if isinstance(value := picture.getpixel(corner), int)]
        for stone, is_so in ((BLACK_STONE, lambda value: value < 95), (WHITE_STONE, lambda value: value > 203)):
            if sum(map(is_so, values)) >= 3:
                return stone
        return EMPTY

    def wait_for_stone(self, name: str, stone: str | None = None) -> None:
        """Wait until a point has a stone, or this one; the pointer is taken away, as it would show half a stone."""
        self.program.away()
        wanted = (BLACK_STONE, WHITE_STONE) if stone is None else (stone,)
        self.program.wait_until(lambda: self.stone(name) in wanted, f"{wanted} at {name}")

    def rows(self) -> str:
        """All of the board as a picture of letters."""
        picture = self.program.screen.picture().convert("L")
        spec = self.spec
        names = [[spec.name(Point(x, y)) for x in range(spec.columns)] for y in range(spec.rows)]
        return "\n".join("".join(self.stone(name, picture) for name in row) for row in names)

    def wait_for_rows(self, rows: str) -> None:
        self.program.away()
        wanted = "\n".join(row.replace(" ", "") for row in rows.split("\n") if row.strip())
        self.program.wait_until(lambda: self.rows() == wanted, f"the board\n{wanted}\nbut\n{self.rows()}\n")


def _find_board(picture: Image.Image, spec: BoardSpec, theme: str) -> tuple[int, int, BoardFit] | None:
    """The corner of a board and how it lies, found by the colour of its frame."""
    frame = Image.new("RGB", picture.size, ImageColor.getrgb(THEMES[theme].frame)[:3])
    red, green, blue = ImageChops.difference(picture, frame).split()
    far = ImageChops.add(ImageChops.add(red, green), blue)
    mask = far.point([255 * (value < _NEAR) for value in range(256)])
    across = list(mask.resize((mask.width, 1), Image.Resampling.BOX).tobytes())
    down = list(mask.resize((1, mask.height), Image.Resampling.BOX).tobytes())
    columns = [x for x, part in enumerate(across) if part * mask.height / 255 > _LEAST_BOARD_PX]
    rows = [y for y, part in enumerate(down) if part * mask.width / 255 > _LEAST_BOARD_PX]
    if not columns or not rows:
        return None
    left, top, width, height = columns[0], rows[0], columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]
    fit = BoardFit.into(spec, (width + _EDGES_PX, height + _EDGES_PX), coordinates=True)
    spare = [(wanted - there) for wanted, there in zip(fit.size, (width, height), strict=True)]
    if max(map(abs, spare)) > _EDGES_PX:
        return None
    return left - round(spare[0] / 2), top - round(spare[1] / 2), fit


@contextmanager
def running(screen: Screen, data_dir: Path, *arguments: object, **more: object) -> Iterator[Program]:
    """A program with its window open; it is stopped at the end."""
    program = Program(screen, data_dir, *arguments, **more)  # type: ignore[arg-type]  # as Program takes them
    try:
        yield program.open()
    finally:
        program.stop()


def cpu_s(pid: int) -> float:
    """How much CPU a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still are there, and those that these have started."""
    found = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, tasks.read_text().split()):
            found += [child, *children(child)]
    return found


def is_running(pid: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def quiet(seconds: float) -> None:
    """Let time go by, where what is measured is what happens meanwhile."""
    time.sleep(seconds)
