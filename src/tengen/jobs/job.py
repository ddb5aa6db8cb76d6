"""What a pool is given to do, by whom and how urgently, and the port to whoever does it. Values; nothing runs here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol

from tengen.jobs.fair_queue import Priority
from tengen.jobs.replies import JobFailed

MAIN_LANE: Final = "main"
ENGINE_LANE: Final = "engines"
"""Engines are foreign programs: one that hangs keeps only other engines waiting."""


class QueueFull(JobFailed):
    """More wait than may wait, in all or of this owner: nothing was promised."""


class PoolClosed(JobFailed):
    """Nothing is done any more."""


class JobLate(JobFailed):
    """The job took longer than its patience."""


class Worker(Protocol):
    """Somebody at a place: a process, or for tests this one itself."""

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""

    async def ask(self, kind: str, body: bytes, on_progress: Callable[[bytes], None]) -> bytes:
        """What comes of a job. Raises JobFailed, and WorkerLost where nothing more can be asked."""

    async def stop(self) -> bool:
        """Break off what is under way; whether it can be asked again."""

    async def end(self) -> None:
        """Be gone."""


@dataclass(frozen=True, slots=True)
class Job:
    """Something to do: its kind and the JSON that the kind's handler reads.

    `owner` is for whom it is done: owners take turns. `game_id` names the game it is about, for the worker that
    knows it. After `patience_ms` of work it has failed.
    """

    kind: str
    body: bytes
    owner: str
    priority: Priority
    lane: str = MAIN_LANE
    game_id: str = ""
    patience_ms: int | None = None


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """How many places each lane has, and how many jobs may wait in it, in all and of one owner.

    Those who wait hear of their place at once, and then every `tell_s` at most, the first `told` of them. In lanes
    that are `patient` nothing is broken off for somebody else.
    """

    places: Mapping[str, int] = field(default_factory=lambda: {MAIN_LANE: 1})
    waiting: int = 10_000
    waiting_of_owner: int = 1_000
    tell_s: float = 1.0
    told: int = 64
    patient: frozenset[str] = frozenset({ENGINE_LANE})
