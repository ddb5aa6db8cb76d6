"""What an arena's folder tells to those who only look, perhaps while it is written. What cannot be read is not there.

No link is followed and no file is waited for.
"""

from __future__ import annotations

import math
import os
import stat
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

import msgspec

from tengen.arena.documents import LARGEST, ArenaSettings, Current
from tengen.arena.folder import CURRENT, SETTINGS
from tengen.arena.openings import Openings
from tengen.arena.plan import MOST_GAMES, MOST_PLAYERS, Plan
from tengen.arena.sprt import Sprt
from tengen.core import GameError, find_kind

_SMALL_BYTES: Final = 1 << 20
_FRESH_S: Final = 15.0
_SILENT_S: Final = 900.0
"""The boards of a player who thinks are told once; an engine that is silent for ten minutes has lost."""
_OPEN: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)

_settings: Final = msgspec.json.Decoder(ArenaSettings)
_current: Final = msgspec.json.Decoder(Current)


class ArenaStatus(StrEnum):
    """Whether an arena is running, has ended, or was stopped before its end."""

    PLAYING = "playing"
    ENDED = "ended"
    STOPPED = "stopped"


def plan_in(folder: Path) -> Plan | None:
    """What is played in a folder, or None where that cannot be read. Openings are known by name only."""
    part = read_part(folder / SETTINGS, _SMALL_BYTES)
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
    is_pace = all(limit is None or 0 <= limit <= LARGEST for limit in paces)
    return plan if is_plan and is_test and is_pace else None


def now_in(folder: Path) -> tuple[Current | None, float]:
    """What the arena told last, and how many seconds ago."""
    part = read_part(folder / CURRENT, _SMALL_BYTES)
    try:
        return (_current.decode(part.data), time.time() - part.changed) if part else (None, math.inf)
    except (msgspec.MsgspecError, RecursionError):
        return None, math.inf


def done_of(current: Current | None, plan: Plan) -> int:
    """How many games the arena said were played, as far as that can be."""
    return min(max(current.done, 0), plan.planned) if current is not None else 0


def status_of(current: Current | None, age_s: float, is_over: bool) -> ArenaStatus:
    """Whether it is still played, going by what it told last and how long ago."""
    if is_over:
        return ArenaStatus.ENDED
    is_played = age_s < (_SILENT_S if current is not None and current.games else _FRESH_S)
    return ArenaStatus.PLAYING if is_played else ArenaStatus.STOPPED


def began_at(folder: Path) -> float:
    """When the arena began, in seconds since 1970; minus infinity where there is none."""
    try:
        return (folder / SETTINGS).lstat().st_mtime
    except OSError:
        return -math.inf


@dataclass(frozen=True, slots=True)
class Part:
    """Bytes of a file, which file it is, how long it is and when it changed."""

    data: bytes
    file: tuple[int, int]
    size: int
    changed: float


def read_part(path: Path, most: int, offset: int = 0) -> Part | None:
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
            return Part(file.read(most), (found.st_dev, found.st_ino), found.st_size, found.st_mtime)
    except OSError:
        return None
