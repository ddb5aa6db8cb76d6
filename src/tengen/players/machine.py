"""What the strongest level may take of this machine: threads and memory. Starts no thread and takes no memory."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

MOST_THREADS: Final = 256
LEVEL_MEMORY_MB: Final = 64
"""For the tables of a level that is limited in nodes."""

_MOST_MEMORY_MB: Final = 256
_SHARE_OF_MEMORY: Final = 16
"""Four players are kept in a process at most (see cache), so that all together take a quarter of the memory."""

_told: list[int] = []
_memory_told_mb: list[int] = []


def cores() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(len(os.sched_getaffinity(0)), 1)
    return os.cpu_count() or 1


def threads_beside(processes: int) -> int:
    """The threads for each of so many processes that think at the same time."""
    return min(max(cores() // max(processes, 1), 1), MOST_THREADS)


def use_threads(threads: int) -> None:
    """Have the searches of this process that use several threads use so many at most. Raises ValueError."""
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads must be from 1 to {MOST_THREADS}")
    _told[:] = [threads]


def search_threads() -> int:
    """The threads of the strongest level: what this process was told, else one for each processor."""
    return _told[0] if _told else threads_beside(1)


def use_memory(memory_mb: int | None) -> None:
    """Have every search of this process use so much memory at most, from its next choice on; None: as usual.

    A level that has to do with less than LEVEL_MEMORY_MB may play otherwise than elsewhere. Raises ValueError.
    """
    if memory_mb is not None and memory_mb < 1:
        raise ValueError("a search needs memory")
    _memory_told_mb[:] = [] if memory_mb is None else [memory_mb]


def level_memory_mb() -> int:
    """The memory of one search of a level that is limited in nodes."""
    return min((LEVEL_MEMORY_MB, *_memory_told_mb))


def search_memory_mb() -> int:
    """The memory of one search of the strongest level.

    Where this process uses a part of the processors, others are taken to use the rest, and the memory is shared.
    """
    processes = max(cores() // search_threads(), 1)
    share_mb = _physical_mb() // _SHARE_OF_MEMORY // processes
    return min(max(share_mb, LEVEL_MEMORY_MB), _MOST_MEMORY_MB, *_memory_told_mb)


def _physical_mb() -> int:
    """The memory of the machine; where it does not tell, enough."""
    with suppress(AttributeError, OSError, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    return _MOST_MEMORY_MB * _SHARE_OF_MEMORY * MOST_THREADS
