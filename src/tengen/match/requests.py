"""What is asked of a match besides actions, by seats and by whoever runs it. Never part of a record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tengen.core import Color


class RequestKind(StrEnum):
    """What may be asked. Words: `request.<value>`."""

    TAKEBACK = "takeback"
    REDO = "redo"
    RESTART = "restart"
    DRAW = "draw"
    PAUSE = "pause"
    REMATCH = "rematch"
    ESTIMATE = "estimate"


@dataclass(frozen=True, slots=True)
class Request:
    """Ask for something, or agree to the same request of the other side.

    A rematch names the id that the new match would have; the one given with the agreement counts.
    """

    kind: RequestKind
    player: Color
    next_id: str = ""


@dataclass(frozen=True, slots=True)
class Decline:
    """Say no to the other side's request, or take one's own back."""

    kind: RequestKind
    player: Color


@dataclass(frozen=True, slots=True)
class Unpause:
    """Let a paused match go on; either side may, and of a match of two programs whoever holds it."""

    player: Color


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim the win because the other side is gone for long enough, as whoever runs the match has judged."""

    player: Color


@dataclass(frozen=True, slots=True)
class Join:
    """Take an open seat."""

    player: Color
    name: str
    owner: str | None = None
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class Rename:
    """Whoever owns a seat here is called so now, as whoever keeps accounts knows."""

    owner: str
    name: str
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class Tick:
    """Nobody acts, time passes: judge a fallen flag."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """Do not charge `ms` that have just passed: nobody could act, as whoever runs the match knows."""

    ms: int


@dataclass(frozen=True, slots=True)
class Abandon:
    """A player is gone for too long, as whoever runs the match has judged."""

    player: Color


@dataclass(frozen=True, slots=True)
class Cancel:
    """The players have not both begun, nor will they, as whoever runs the match has judged."""


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A player broke the terms of the match: an engine that crashed or played an illegal move."""

    player: Color
