"""Pictures of matches that were drawn already, as many as fit. One that several ask for at once is drawn once."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Final

_MOST_OCTETS: Final = 32 << 20


class PictureCache:
    """Pictures by what they show; the longest unused go first. A key must change with what is to be seen."""

    def __init__(self, most_octets: int = _MOST_OCTETS) -> None:
        self._most = most_octets
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._under_way: dict[Hashable, asyncio.Task[bytes]] = {}
        self.octets = 0

    async def get(self, key: Hashable, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        """The picture, drawn unless it is there. Raises what drawing raises, to all who wait for it."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.ensure_future(self._drawn(key, draw))
            task.add_done_callback(_note_seen)
        return await asyncio.shield(task)

    async def _drawn(self, key: Hashable, draw: Callable[[], Awaitable[bytes]]) -> bytes:
        try:
            picture = await draw()
        finally:
            del self._under_way[key]
        self._keep(key, picture)
        return picture

    def _keep(self, key: Hashable, picture: bytes) -> None:
        if len(picture) > self._most // 4:
            return
        self._kept[key] = picture
        self.octets += len(picture)
        while self.octets > self._most:
            _, dropped = self._kept.popitem(last=False)
            self.octets -= len(dropped)


def _note_seen(task: asyncio.Task[bytes]) -> None:
    """Whoever waits gets the failure; perhaps nobody does any more."""
    if not task.cancelled():
        task.exception()
