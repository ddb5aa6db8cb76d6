"""Somebody who plays a game in a real terminal for both sides, and the screens that are expected at its end.

A file in `golden/terminal` is one game in one terminal: its last screen in every size.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Final

from rich.ansi import AnsiDecoder
from rich.console import Console
from tests.clients.terminal.tmux import Pane

from tengen.clients.sitting.preferences import FILE_NAME, Preferences, write_preferences
from tengen.clients.terminal.geometry import LARGE, SMALL, Geometry
from tengen.core import BoardSpec, Point, text
from tengen.core.printing import width

GOLDEN: Final = Path(__file__).parents[2] / "golden/terminal"
WAIT_S: Final = 30.0
SMALL_SIZE, LARGE_SIZE = (80, 24), (120, 40)
GUESTS: Final = {"black": "阿强", "white": "Ben 小明"}
"""Names of both widths, in every language."""
_COLORS = re.compile(r"\x1b\[(?:\d+;)*(?:[34][0-8]|9[0-7]|10[0-7])[;m]")
_STILL_S: Final = 1.0
_MIDDLE: Final = 3 * 128
"""Red, green and blue together: less is dark."""


@dataclass(frozen=True)
class Terminal:
    """A kind of terminal, the language that is spoken there, its size at first and the one after that."""

    name: str
    language: str
    sizes: tuple[tuple[int, int], tuple[int, int]]
    has_colors: bool = False
    term: str = "tmux-256color"
    environment: Mapping[str, str] = field(default_factory=dict)


TERMINALS: Final = (
    Terminal("colors", "zh", (SMALL_SIZE, LARGE_SIZE), has_colors=True),
    Terminal("no_color", "zh", (LARGE_SIZE, SMALL_SIZE), environment={"NO_COLOR": "1"}),
    Terminal("vt100", "en", (SMALL_SIZE, LARGE_SIZE), term="vt100"),
)


class PaneGame:
    """One game in a pane. Moves are made with the mouse, the cursor and typed points by turns."""

    def __init__(self, pane: Pane, terminal: Terminal, name: str, spec: BoardSpec) -> None:
        self._pane, self._terminal, self._name = pane, terminal, name
        self._geometry = Geometry(spec, scale=_scale_of(pane.screen(), spec))
        self._ways = cycle((self._by_mouse, self._by_cursor, pane.type_point))

    def word(self, key: str) -> str:
        """Words in the language that is spoken here."""
        return text(self._terminal.language, key)

    # --- hands

    def play(self, *points: str) -> None:
        """Make these moves, each after the one before is in the list."""
        for point in points:
            next(self._ways)(point)
            self._pane.see(lambda lines, point=point: point in self._words_beside(lines), WAIT_S)  # type: ignore[misc]

    def press(self, *keys: str) -> None:
        """Press keys, each of which changes what is beside the board."""
        for key in keys:
            before = self._words_beside(self._pane.screen())
            self._pane.keys(key)
            self._pane.see(lambda lines, before=before: self._words_beside(lines) != before, WAIT_S)  # type: ignore[misc]

    def click_dead(self, point: str) -> None:
        """Call a stone dead."""
        before = self._pane.screen()
        self._by_mouse(point)
        self._pane.see(lambda lines: lines != before, WAIT_S)

    def click(self, key: str) -> None:
        """Click on the button that says this."""
        self._pane.click_words(self.word(key))

    def _by_mouse(self, point: str) -> None:
        column, row = self._geometry.place(self._geometry.spec.parse(point))
        self._pane.click(column, row + 1)

    def _by_cursor(self, point: str) -> None:
        across, down = self._geometry.spec.parse(point)
        self._pane.keys("Home", "PageUp", *["Right"] * across, *["Down"] * down, "Enter")

    # --- eyes

    def see(self, key: str) -> None:
        """Wait for words."""
        self._pane.see(self.word(key), WAIT_S)

    def see_refused(self, point: str, key: str) -> None:
        """Try to play where one may not: the last line says why. That nothing is played is seen at the end."""
        self._by_mouse(point)
        self._pane.see(lambda lines: lines[-1].strip() == self.word(key), WAIT_S)

    def see_end(self) -> None:
        """The last screen in both sizes is the expected one, every line as wide as the terminal."""
        path = GOLDEN / f"{self._name}-{self._terminal.name}.txt"
        seen: dict[tuple[int, int], list[str]] = {}
        expected = {} if os.environ.get("RENEW_GOLDEN") else _read(path)
        for size in self._terminal.sizes:
            if (self._pane.columns, self._pane.rows) != size:
                self._pane.resize(*size)
            seen[size] = self._seen_screen(expected.get(size))
            if expected:
                assert seen[size] == expected[size]
            self._check_columns(seen[size])
            self._check_colors(seen[size])
        if not expected:
            path.write_text("".join(_section(size, seen[size]) for size in sorted(seen)), encoding="utf-8")

    def _seen_screen(self, expected: list[str] | None) -> list[str]:
        """The expected screen as soon as it is there, else the one that stands still."""
        until = time.monotonic() + WAIT_S
        lines, since = self._pane.screen(), time.monotonic()
        while lines != expected and time.monotonic() < until:
            if expected is None and time.monotonic() > since + _STILL_S:
                break
            time.sleep(0.05)
            before, lines = lines, self._pane.screen()
            since = since if lines == before else time.monotonic()
        return lines

    def _check_columns(self, lines: list[str]) -> None:
        """Lines are as wide as the terminal, and nothing is shifted."""
        widths = {width(line) for line in self._pane.whole_lines()}
        assert max(widths) <= self._pane.columns
        if self._terminal.has_colors:  # a space without a colour is nothing to tmux
            assert widths == {self._pane.columns}
        first, *others = self._columns_of_buttons(lines)
        assert len(first) > 2
        assert all(first[: len(columns)] == columns for columns in others), "buttons stand below each other"

    def _check_colors(self, lines: list[str]) -> None:
        """There are colours where there should be: black stones are dark and white ones light."""
        colored = "\n".join(self._pane.screen(colors=True))
        assert (_COLORS.search(colored) is not None) == self._terminal.has_colors
        if not self._terminal.has_colors:
            return
        spec, console = self._geometry.spec, Console()
        geometry = Geometry(spec, scale=_scale_of(lines, spec))
        rows = list(AnsiDecoder().decode(colored))
        for point, letter in _stones(self._name, spec).items():
            column, row = geometry.place(point)
            color = rows[row + 1].get_style_at_offset(console, column).color
            assert color is not None
            assert (sum(color.get_truecolor()) < _MIDDLE) == (letter == "X"), f"{spec.name(point)} is {color}"

    def _columns_of_buttons(self, lines: list[str]) -> list[list[int]]:
        """The columns where the buttons of each row begin."""
        undo = self.word("game.undo")
        first = next(row for row, line in enumerate(lines) if undo in line)
        left = width(lines[first].partition(undo)[0])
        found = [[width(line[: one.start()]) for one in re.finditer(r"(?<=  )\S", line)] for line in lines[first:-2]]
        return [[column for column in columns if column >= left] for columns in found]

    def _words_beside(self, lines: list[str]) -> list[str]:
        """What is beside the board, and the line that says whose turn it is; points in small letters."""
        beside = [*(line[self._geometry.width :] for line in lines[1:-2]), lines[-2]]
        return "\n".join(beside).casefold().split()


@contextmanager
def game_in(
    terminal: Terminal,
    data_dir: Path,
    kind: str,
    spec: BoardSpec,
    *,
    options: Mapping[str, object] | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[PaneGame]:
    """A game of two guests in the third tab of `tengen play`, begun with the form, which remembers it."""
    picked = {"size": spec.columns, **(options or {})}
    choices = {
        "kind": kind,
        "games": {kind: picked},
        "seats": {color: {"who": "guest", "guest": name} for color, name in GUESTS.items()},
    }
    data_dir.mkdir(exist_ok=True)
    assert write_preferences(data_dir / FILE_NAME, Preferences(choices=choices)) is None
    columns, rows = terminal.sizes[0]
    settings = {"TENGEN_DATA_DIR": str(data_dir), **terminal.environment, **(environment or {})}
    arguments = ("play", "--lang", terminal.language)
    with Pane(*arguments, columns=columns, rows=rows, term=terminal.term, environment=settings) as pane:
        pane.see(text(terminal.language, "terminal.keys"))
        pane.keys("n")
        pane.see(text(terminal.language, "start.form"))
        pane.keys("F5")
        pane.see(lambda lines: " 3 " in lines[0] and GUESTS["black"] in "\n".join(lines[1:]))
        yield PaneGame(pane, terminal, kind, spec)


def _scale_of(lines: list[str], spec: BoardSpec) -> int:
    """How large the board is drawn: in small ones the names of the rows stand close together."""
    first, second = ("".join(lines[row].split()[:1]) for row in (2, 3))
    assert first == spec.row_labels[0]
    return SMALL if second == spec.row_labels[1] else LARGE


def _read(path: Path) -> dict[tuple[int, int], list[str]]:
    """The screens of a file by their sizes."""
    screens: dict[tuple[int, int], list[str]] = {}
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"# (\d+)x(\d+)", line):
            lines = screens[int(found[1]), int(found[2])] = []
        else:
            lines.append(line)
    return screens


def _stones(name: str, spec: BoardSpec) -> dict[Point, str]:
    """The living stones of a game as letters, from its screen without colours."""
    rows, geometry = _read(GOLDEN / f"{name}-vt100.txt")[SMALL_SIZE], Geometry(spec)
    points = [Point(x, y) for y in range(spec.rows) for x in range(spec.columns)]
    places = {point: geometry.place(point) for point in points}
    found = {point: rows[row + 1][column] for point, (column, row) in places.items()}
    assert {"X", "O"} <= set(found.values())
    return {point: letter for point, letter in found.items() if letter in "XO"}


def _section(size: tuple[int, int], lines: list[str]) -> str:
    return "\n".join([f"# {size[0]}x{size[1]}", *lines]) + "\n"
