"""Arenas to watch: read from their folder in a thread, once for everybody who looks at the same moment."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tengen.arena import Gallery, Onlooker, Seen, is_name
from tengen.core import ErrorCode, GameError
from tengen.protocol import Replay, arena_of, arena_replay_of, arenas_of

_KEPT_S: Final = 1.0
_REST: Final = 5
"""What took long to read is kept so many times as long."""
_QUICK_S: Final = 0.05
_MOST_OPEN: Final = 4
_LIST: Final = ""


class Arenas:
    """The arenas of one folder, as bytes of JSON."""

    def __init__(self, folder: Path) -> None:
        self._gallery = Gallery(folder)
        self._onlookers: dict[str, Onlooker] = {}
        self._answers: dict[str, tuple[float, bytes]] = {}
        self._one_at_a_time = asyncio.Lock()
        self._next_opening = 0.0

    async def listed(self) -> bytes:
        """All of them."""
        answer = await self._fresh(_LIST, self._list)
        assert answer is not None
        return answer

    async def seen(self, name: str) -> bytes | None:
        """One of them, or None where there is none of this name."""
        if not is_name(name):
            return None
        return await self._fresh(name, lambda: self._look(name))

    async def replay(self, name: str, index: int) -> Replay | None:
        """A game of one of them, or None where there is no such game, or it cannot be read."""
        if not is_name(name):
            return None
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._replay, name, index)

    async def _fresh(self, name: str, read: Callable[[], bytes | None]) -> bytes | None:
        """An answer that is at most a second old. Files are read one after the other, however many ask."""
        async with self._one_at_a_time:
            until, kept = self._answers.get(name, (0.0, b""))
            began = time.monotonic()
            if began < until:
                return kept
            answer = await asyncio.to_thread(read)
            now = time.monotonic()
            self._answers.pop(name, None)
            if answer is None:
                return None
            self._answers[name] = now + max(_KEPT_S, _REST * (now - began)), answer
            while len(self._answers) > _MOST_OPEN + 1:
                self._answers.pop(next(iter(self._answers)))
            return answer

    def _list(self) -> bytes:
        return arenas_of(self._gallery.glances()).model_dump_json(by_alias=True).encode()

    def _look(self, name: str) -> bytes | None:
        found = self._onlooker(name)
        return arena_of(found[1]).model_dump_json(by_alias=True).encode() if found is not None else None

    def _replay(self, name: str, index: int) -> Replay | None:
        found = self._onlooker(name)
        record = found[0].record(index) if found is not None else None
        return arena_replay_of(record, found[0].plan) if found is not None and record is not None else None

    def _onlooker(self, name: str) -> tuple[Onlooker, Seen] | None:
        """Whoever looks on at this arena, with what there is to see now.

        To read a large arena from its beginning takes a while: whoever asks for one after the other has to wait
        between them. Raises SLOW_DOWN.
        """
        onlooker = self._onlookers.pop(name, None)
        seen = onlooker.look() if onlooker is not None else None
        if seen is None:
            began = time.monotonic()
            if began < self._next_opening:
                raise GameError(ErrorCode.SLOW_DOWN)
            onlooker = self._gallery.open(name)
            seen = onlooker.look() if onlooker is not None else None
            cost_s = time.monotonic() - began
            self._next_opening = began + cost_s + (_REST * cost_s if cost_s > _QUICK_S else 0.0)
        if onlooker is None or seen is None:
            return None
        self._onlookers[name] = onlooker
        while len(self._onlookers) > _MOST_OPEN:
            self._onlookers.pop(next(iter(self._onlookers)))
        return onlooker, seen
