"""A folder of arenas, for those who look on: which there are, and how one stands. Writes nothing, locks nothing.

Whoever looks must get what can be read: a line that is broken or not whole yet is left out, a board that cannot be is
not shown. Nothing outside the folder is read: names are plain, and links are not followed.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tengen.arena.archive import record_in
from tengen.arena.documents import BoardNow, Current, Result
from tengen.arena.folder import RESULTS
from tengen.arena.plan import MOST_GAMES, Plan
from tengen.arena.readings import ArenaStatus, began_at, done_of, now_in, plan_in, read_part, status_of
from tengen.arena.sprt import Verdict, Walk
from tengen.arena.summary import Summary, summarize
from tengen.arena.tournament import hear_pairs
from tengen.core import Record

MOST_ARENAS: Final = 100
MOST_BOARDS: Final = 64
MOST_LATEST: Final = 50
MOST_RESULTS: Final = 50_000
"""Of larger arenas the table holds only so many games."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_MOST_ENTRIES: Final = 10_000
_STEP_BYTES: Final = 16 << 20

_result: Final = msgspec.json.Decoder(Result)


def is_name(name: str) -> bool:
    """Whether an arena may be called so: letters, digits, `.`, `_`, `-`, and no dot first."""
    return _NAME.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class Glance:
    """An arena in a list. `began` is in seconds since 1970; `done` is what the arena itself said last."""

    name: str
    plan: Plan
    began: float
    done: int
    standing: ArenaStatus


@dataclass(frozen=True, slots=True)
class Seen:
    """An arena as it stands, with the boards of this moment and the games that ended last, the last one first."""

    name: str
    began: float
    summary: Summary
    done: int
    boards: tuple[BoardNow, ...]
    latest: tuple[Result, ...]
    standing: ArenaStatus


class Gallery:
    """The arenas that lie in one folder. Not for several threads at once."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def glances(self) -> list[Glance]:
        """The newest arenas, the newest first. None where there is no such folder."""
        try:
            with os.scandir(self.root) as entries:
                names = [entry.name for entry in islice(entries, _MOST_ENTRIES) if is_name(entry.name)]
        except OSError:
            return []
        found = sorted(((began_at(self.root / name), name) for name in names), reverse=True)
        return list(islice(self._readable(found), MOST_ARENAS))

    def _readable(self, found: list[tuple[float, str]]) -> Iterator[Glance]:
        for began, name in found:
            folder = self.find(name)
            plan = plan_in(folder) if folder is not None else None
            if folder is None or plan is None:
                continue
            current, age_s = now_in(folder)
            done = done_of(current, plan)
            is_over = done >= plan.planned or (current is not None and current.over)
            yield Glance(name, plan, began, done, status_of(current, age_s, is_over=is_over))

    def find(self, name: str) -> Path | None:
        """The folder of this name, or None where there is none in here: links that lead elsewhere are not followed."""
        if not is_name(name):
            return None
        try:
            folder = (self.root / name).resolve(strict=True)
            is_here = folder == self.root.resolve(strict=True) / name and folder.is_dir()
        except (OSError, RuntimeError):  # a link to itself is a RuntimeError
            return None
        return folder if is_here else None

    def open(self, name: str) -> Onlooker | None:
        """Somebody who looks on at this arena, or None where there is no arena that can be read."""
        folder = self.find(name)
        if folder is None:
            return None
        began, plan = began_at(folder), plan_in(folder)
        return Onlooker(name, folder, plan, began) if plan is not None else None


@dataclass(slots=True)
class Onlooker:
    """Looks at one arena again and again, and reads only the results that are new since."""

    name: str
    folder: Path
    plan: Plan
    began: float
    _file: tuple[int, int] = (0, 0)
    _offset: int = 0
    _by_index: dict[int, Result] = field(default_factory=dict)
    _latest: deque[Result] = field(default_factory=lambda: deque(maxlen=MOST_LATEST))
    _heard: int = 0
    _walk: Walk | None = None
    _summary: Summary | None = None

    def look(self) -> Seen | None:
        """How the arena stands now, or None where it has gone, or another lies there."""
        began = began_at(self.folder)
        if began != self.began:
            return None
        if self._read_on() or self._summary is None:
            if self.plan.sprt is not None:
                self._walk, self._heard = hear_pairs(self._walk or Walk(self.plan.sprt), self._by_index, self._heard)
            self._summary = summarize(self.plan, list(self._by_index.values()), self._walk)
        current, age_s = now_in(self.folder)
        boards = tuple(islice(self._boards(current), MOST_BOARDS)) if current else ()
        is_decided = self._walk is not None and self._walk.verdict is not Verdict.OPEN
        done = max(self._summary.played, done_of(current, self.plan) if len(self._by_index) == MOST_RESULTS else 0)
        standing = status_of(current, age_s, is_over=is_decided or done >= self.plan.planned)
        if standing is not ArenaStatus.PLAYING:
            boards = ()
        return Seen(self.name, began, self._summary, done, boards, tuple(reversed(self._latest)), standing)

    def record(self, index: int) -> Record | None:
        """A game that has ended, or None where it cannot be read."""
        self._read_on()
        if not self._is_played(index):
            return None
        result = self._by_index[index]
        begin = max((other.end for other in self._by_index.values() if other.end < result.end), default=0)
        record = record_in(self.folder, self.plan.ending, begin, result.end)
        ours = self.plan.ruleset
        return record if record and (record.ruleset.KIND, record.ruleset.size) == (ours.KIND, ours.size) else None

    def _read_on(self) -> bool:
        """Take in the lines that were added; whether there are any."""
        part = read_part(self.folder / RESULTS, _STEP_BYTES, self._offset)
        if part is None or part.file != self._file or part.size < self._offset:
            was_there = bool(self._by_index)
            self._offset, self._heard, self._walk = 0, 0, None
            self._by_index.clear()
            self._latest.clear()
            self._file = part.file if part else (0, 0)
            part = read_part(self.folder / RESULTS, _STEP_BYTES)
            if part is None:
                return was_there
        whole = part.data[: part.data.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            try:
                result = _result.decode(line)
            except (msgspec.MsgspecError, RecursionError):
                continue
            has_room = result.index in self._by_index or len(self._by_index) < MOST_RESULTS
            if has_room and not self._is_played(result.index) and self.plan.has(result):
                self._take(result)
        return bool(whole)

    def _is_played(self, index: int) -> bool:
        """Whether a game has ended; one that could not be played may be played later."""
        return index in self._by_index and self._by_index[index].failed is None

    def _take(self, result: Result) -> None:
        if result.index in self._by_index:
            self._heard, self._walk = 0, None
            self._latest = deque((other for other in self._latest if other.index != result.index), MOST_LATEST)
        self._by_index[result.index] = msgspec.structs.replace(result, outcome={})
        self._latest.append(result)

    def _boards(self, current: Current) -> Iterator[BoardNow]:
        """The boards that are still being played, as far as they are boards of this game."""
        spec = self.plan.ruleset.board_spec()
        players = range(len(self.plan.players))
        for board in current.games:
            is_board = len(board.board) == spec.rows and all(
                len(row) == spec.columns and all(0 <= cell <= 2 for cell in row) for row in board.board
            )
            is_known = board.black in players and board.white in players and 0 <= board.index < self.plan.planned
            is_last = board.last is None or (0 <= board.last[0] < spec.columns and 0 <= board.last[1] < spec.rows)
            is_open = not self._is_played(board.index) and 0 <= board.plies <= MOST_GAMES
            if is_board and is_known and is_last and is_open:
                yield board
