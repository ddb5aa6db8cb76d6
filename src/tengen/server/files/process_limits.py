"""What a process may cost that works on files of strangers: CPU for each step of its work, and memory.

Windows has no such limits; there whoever asks runs out of patience.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Final

if sys.platform != "win32":
    import resource

_AGAIN_S: Final = 0.1
"""What is raised where nobody can catch it, as in a finaliser, is raised again."""
_LAST_S: Final = 1.0
"""So much longer code may take that hears no signal; then the system ends the process."""


_PROFILING_CLOCK: Final = -8
"""The CPU of this process as Linux counts it for limits: by ticks, which may be a tenth off what was really used."""


class CpuSpent(BaseException):
    """The step has had its CPU. No `except Exception` on the way keeps it."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise CpuSpent in what is done here once it has taken so many seconds of CPU. For the main thread."""
    if sys.platform == "win32":
        yield
        return
    is_counting = True

    def spend(_number: int, _frame: FrameType | None) -> None:
        if is_counting:
            raise CpuSpent

    before = signal.signal(signal.SIGPROF, spend)
    _set_limit(resource.RLIMIT_CPU, math.ceil(counted_cpu_s() + seconds + _LAST_S))
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN_S)
    try:
        yield
    finally:
        is_counting = False
        signal.setitimer(signal.ITIMER_PROF, 0)
        # A late signal ends a process that neither handles nor ignores it.
        signal.signal(signal.SIGPROF, signal.SIG_IGN if before is signal.SIG_DFL else before)
        _set_limit(resource.RLIMIT_CPU, None)


def counted_cpu_s() -> float:
    """How much CPU this process has used, as the system counts it for its limits."""
    try:
        return time.clock_gettime(_PROFILING_CLOCK)
    except (OSError, AttributeError):
        return time.process_time()


@contextmanager
def memory_limit(mib: int) -> Iterator[None]:
    """Let what is done here have so much memory beyond what there is now; more raises MemoryError.

    Outside there is no limit, so that a refusal can be told and the next job heard of. Leaves no core behind.
    """
    if sys.platform == "win32":
        yield
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:  # no Linux: not known, and so not limited
        yield
        return
    _set_limit(resource.RLIMIT_AS, pages * os.sysconf("SC_PAGE_SIZE") + (mib << 20))
    try:
        yield
    finally:
        _set_limit(resource.RLIMIT_AS, None)


if sys.platform != "win32":

    def _set_limit(which: int, most: int | None) -> None:
        """Limit this process, within what it may not exceed anyway; None: by that alone."""
        _, hardest = resource.getrlimit(which)
        if most is None or (hardest != resource.RLIM_INFINITY and most > hardest):
            most = hardest
        resource.setrlimit(which, (most, hardest))
