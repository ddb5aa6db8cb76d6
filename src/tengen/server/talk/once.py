"""Lines that a client sends again, because it did not hear what became of them, are said once. In memory only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple

from tengen.people import ChatLine

MOST_KEPT: Final = 5_000
"""So many of the latest lines are known again; no account says more than 60 of them in ten minutes."""


class LineKey(NamedTuple):
    """By what a line is known again: its speaker, the match, and the id that the client gave it."""

    account_id: str
    match_id: str
    message_id: str


class SaidOnce:
    """Says each line once, however often it is sent; to who sends it again it is the same line."""

    def __init__(self) -> None:
        self._said: dict[LineKey, asyncio.Task[ChatLine]] = {}

    async def say(self, key: LineKey, say: Callable[[], Awaitable[ChatLine]]) -> ChatLine:
        """The line of this key, said now unless it was before. What was refused may be sent again."""
        known = self._said.get(key)
        if known is None:
            known = self._said[key] = asyncio.ensure_future(_said(say))
            known.add_done_callback(lambda done: self._forget_refused(key, done))
            if len(self._said) > MOST_KEPT:
                del self._said[next(iter(self._said))]
        return await asyncio.shield(known)

    def _forget_refused(self, key: LineKey, done: asyncio.Task[ChatLine]) -> None:
        if (done.cancelled() or done.exception() is not None) and self._said.get(key) is done:
            del self._said[key]


async def _said(say: Callable[[], Awaitable[ChatLine]]) -> ChatLine:
    return await say()
