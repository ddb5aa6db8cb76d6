"""A folder of arenas, for those who look on: which there are, and how one stands. Writes nothing, locks nothing.

Whoever looks must get what can be read: a line that is broken or not whole yet is left out, a board that cannot be is
not shown. Nothing outside the folder is read: names are plain, and links are not followed.
"""

from __future__ import annotations

import math
import os
import re
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from tengen.arena.folder import CURRENT, RESULTS, SETTINGS
from tengen.arena.lines import BoardNow, Current, Result, Settings
from tengen.arena.openings import Openings
from tengen.arena.plan import MOST_GAMES, MOST_PLAYERS, Plan
from tengen.arena.sprt import Sprt, Verdict, Walk
from tengen.arena.summary import Summary, summarize
from tengen.arena.tournament import hear_pairs
from tengen.core import GameError, find_kind

MOST_ARENAS: Final = 100
MOST_BOARDS: Final = 64
MOST_RESULTS: Final = 50_000
"""Of larger arenas the table holds only so many games."""

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_MOST_ENTRIES: Final = 10_000
_SMALL_BYTES: Final = 1 << 20
_STEP_BYTES: Final = 16 << 20
_LARGEST: Final = 2**53
_FRESH_S: Final = 15.0
_SILENT_S: Final = 900.0
"""The boards of a player who thinks are told once; an engine that is silent for ten minutes has lost."""
_OPEN: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_settings: Final = msgspec.json.Decoder(Settings)
_result: Final = msgspec.json.Decoder(Result)
_current: Final = msgspec.json.Decoder(Current)


def is_name(name: str) -> bool:
    """Whether an arena may be called so: letters, digits, `.`, `_`, `-`, and no dot first."""
    return _NAME.fullmatch(name) is not None


class Standing(StrEnum):
    """Whether an arena is being played, has ended, or was left before its end."""

    PLAYING = "playing"
    ENDED = "ended"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Glance:
    """An arena in a list. `began` is in seconds since 1970; `done` is what the arena itself said last."""

    name: str
    plan: Plan
    began: float
    done: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class Seen:
    """An arena as it stands, with the boards of this moment."""

    name: str
    began: float
    summary: Summary
    done: int
    boards: tuple[BoardNow, ...]
    standing: Standing


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
        found = sorted(((_began(self.root / name), name) for name in names), reverse=True)
        return list(islice(self._readable(found), MOST_ARENAS))

    def _readable(self, found: list[tuple[float, str]]) -> Iterator[Glance]:
        for began, name in found:
            folder = self.find(name)
            plan = _plan(folder) if folder is not None else None
            if folder is None or plan is None:
                continue
            current, age_s = _now(folder)
            done = _done(current, plan)
            yield Glance(name, plan, began, done, _standing(current, age_s, is_over=done >= plan.planned))

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
        began, plan = _began(folder), _plan(folder)
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
    _heard: int = 0
    _walk: Walk | None = None
    _summary: Summary | None = None

    def look(self) -> Seen | None:
        """How the arena stands now, or None where it has gone, or another lies there."""
        began = _began(self.folder)
        if began != self.began:
            return None
        if self._read_on() or self._summary is None:
            if self.plan.sprt is not None:
                self._walk, self._heard = hear_pairs(self._walk or Walk(self.plan.sprt), self._by_index, self._heard)
            self._summary = summarize(self.plan, list(self._by_index.values()), self._walk)
        current, age_s = _now(self.folder)
        boards = tuple(islice(self._boards(current), MOST_BOARDS)) if current else ()
        is_decided = self._walk is not None and self._walk.verdict is not Verdict.OPEN
        done = max(len(self._by_index), _done(current, self.plan) if len(self._by_index) == MOST_RESULTS else 0)
        standing = _standing(current, age_s, is_over=is_decided or done >= self.plan.planned)
        if standing is not Standing.PLAYING:
            boards = ()
        return Seen(self.name, began, self._summary, done, boards, standing)

    def _read_on(self) -> bool:
        """Take in the lines that were added; whether there are any."""
        part = _read(self.folder / RESULTS, _STEP_BYTES, self._offset)
        if part is None or part.file != self._file or part.size < self._offset:
            was_there = bool(self._by_index)
            self._offset, self._heard, self._walk = 0, 0, None
            self._by_index.clear()
            self._file = part.file if part else (0, 0)
            part = _read(self.folder / RESULTS, _STEP_BYTES)
            if part is None:
                return was_there
        whole = part.data[: part.data.rfind(b"\n") + 1]
        self._offset += len(whole)
        for line in whole.splitlines():
            try:
                result = _result.decode(line)
            except (msgspec.MsgspecError, RecursionError):
                continue
            if len(self._by_index) < MOST_RESULTS and self._fits(result):
                self._by_index.setdefault(result.index, msgspec.structs.replace(result, outcome={}))
        return bool(whole)

    def _fits(self, result: Result) -> bool:
        """Whether a game is one of the plan, with numbers that can be."""
        if not 0 <= result.index < self.plan.planned or result.points not in (0, 0.5, 1):
            return False
        pair = self.plan.pairings[result.index // 2 % len(self.plan.pairings)]
        numbers = [value for line in result.thinking for value in (line.moves, line.total_ms, line.longest_ms)]
        are_those = (result.first, result.second) == (pair if result.index % 2 == 0 else pair[::-1])
        return are_those and all(0 <= value <= _LARGEST for value in numbers)

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
            is_new = board.index not in self._by_index and 0 <= board.plies <= MOST_GAMES
            if is_board and is_known and is_last and is_new:
                yield board


def _plan(folder: Path) -> Plan | None:
    """What is played in a folder, or None where that cannot be read. Openings are known by name only."""
    part = _read(folder / SETTINGS, _SMALL_BYTES)
    try:
        settings = _settings.decode(part.data if part else b"")
        kind = find_kind(settings.game)
        ruleset = kind.rules.parse(settings.size, dict(settings.rules))
        sprt = Sprt(*settings.sprt) if settings.sprt else None
        plan = Plan(
            kind,
            ruleset,
            tuple(settings.players),
            Openings(settings.openings),
            settings.pace,
            settings.games,
            settings.seed,
            settings.gauntlet,
            sprt,
        )
    except (msgspec.MsgspecError, RecursionError, GameError):
        return None
    is_plan = 2 <= len(plan.players) <= MOST_PLAYERS and 2 <= plan.games <= MOST_GAMES and plan.games % 2 == 0
    is_test = sprt is None or (math.isfinite(sprt.elo0) and -1000 <= sprt.elo0 < sprt.elo1 <= 1000)
    paces = (plan.pace.ms, plan.pace.nodes)
    is_pace = all(limit is None or 0 <= limit <= _LARGEST for limit in paces)
    return plan if is_plan and is_test and is_pace else None


def _now(folder: Path) -> tuple[Current | None, float]:
    """What the arena told last, and how many seconds ago."""
    part = _read(folder / CURRENT, _SMALL_BYTES)
    try:
        return (_current.decode(part.data), time.time() - part.changed) if part else (None, math.inf)
    except (msgspec.MsgspecError, RecursionError):
        return None, math.inf


def _done(current: Current | None, plan: Plan) -> int:
    return min(max(current.done, 0), plan.planned) if current is not None else 0


def _standing(current: Current | None, age_s: float, is_over: bool) -> Standing:
    if is_over:
        return Standing.ENDED
    is_played = age_s < (_SILENT_S if current is not None and current.games else _FRESH_S)
    return Standing.PLAYING if is_played else Standing.STOPPED


def _began(folder: Path) -> float:
    try:
        return (folder / SETTINGS).lstat().st_mtime
    except OSError:
        return -math.inf


def moment(seconds: float) -> str:
    """Seconds since 1970 as a date and a time in UTC."""
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""


# --- files -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Part:
    """Bytes of a file, which file it is, how long it is and when it changed."""

    data: bytes
    file: tuple[int, int]
    size: int
    changed: float


def _read(path: Path, most: int, offset: int = 0) -> _Part | None:
    """At most so many bytes of a plain file, or None where there is none. Follows no link and waits for nobody."""
    try:
        number = os.open(path, _OPEN)
    except OSError:
        return None
    try:
        with os.fdopen(number, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                return None
            file.seek(offset)
            return _Part(file.read(most), (found.st_dev, found.st_ino), found.st_size, found.st_mtime)
    except OSError:
        return None
