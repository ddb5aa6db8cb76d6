"""When something must happen though nobody does anything: one timer over a heap, and no polling."""

from __future__ import annotations

import heapq
from collections.abc import Callable

from tengen.match.service.timing import Timekeeper, Timer


class Deadlines:
    """At most one deadline a name; `ring` is called with the name when it has passed.

    A deadline that moves to a later time, as a clock's does at every move, costs nothing until the old one passes.
    """

    def __init__(self, keeper: Timekeeper, ring: Callable[[str], None]) -> None:
        self._keeper = keeper
        self._ring = ring
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._queued: dict[str, int] = {}  # for every name its one valid entry in the heap, never later than due
        self._timer: Timer | None = None
        self._timer_at = 0

    def __len__(self) -> int:
        return len(self._due)

    def set(self, name: str, when: int | None) -> None:
        """Ring at this time, in milliseconds, and at no other; None: not at all."""
        if when is None:
            self._due.pop(name, None)
            return
        self._due[name] = when
        queued = self._queued.get(name)
        if queued is None or when < queued:
            self._push(name, when)
            self._arm()

    def close(self) -> None:
        """Ring no more."""
        self._due.clear()
        self._queued.clear()
        self._heap.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _push(self, name: str, when: int) -> None:
        self._queued[name] = when
        heapq.heappush(self._heap, (when, name))
        if len(self._heap) > 2 * len(self._queued) + 64:
            self._heap = [(at, name) for name, at in self._queued.items()]
            heapq.heapify(self._heap)

    def _arm(self) -> None:
        """Have the timer go off no later than the first entry. One that is too early arms itself anew."""
        if not self._heap:
            return
        first = self._heap[0][0]
        if self._timer is not None:
            if self._timer_at <= first:
                return
            self._timer.cancel()
        self._timer_at = first
        self._timer = self._keeper.call_at(first, self._fire)

    def _fire(self) -> None:
        self._timer = None
        now = self._keeper.now()
        while self._heap and self._heap[0][0] <= now:
            at, name = heapq.heappop(self._heap)
            if self._queued.get(name) != at:
                continue  # an earlier entry took its place
            del self._queued[name]
            due = self._due.get(name)
            if due is None:
                continue
            if due > now:
                self._push(name, due)
            else:
                del self._due[name]
                self._ring(name)
        self._arm()
