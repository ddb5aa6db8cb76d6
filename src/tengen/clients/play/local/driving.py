"""What happens in a game of this process though nobody asks: programs move, flags fall, dead stones are judged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, TypeAlias

from tengen.clients.play.local.game import LocalGame

_Work: TypeAlias = tuple[str, int]


async def drive(game: LocalGame, now: Callable[[], int]) -> None:
    """Let a game go on by itself until it is closed. Thinking about what is no more is stopped."""
    work: _Work | None = None
    task: asyncio.Task[object] | None = None
    try:
        while not game.is_closed:
            game.moved_on.clear()
            if (wanted := _wanted(game)) != work or (task is not None and task.done()):
                await _stop(task)
                work, task = wanted, _begun(game, wanted)
            await _wait(game, task, now)
            game.tick()
    finally:
        await _stop(task)


def _wanted(game: LocalGame) -> _Work | None:
    """What is to be worked out now, and for which revision of the game."""
    if game.needs_proposal:
        return "propose", game.view.revision
    if game.view.program_due is not None and not game.is_held:
        return "advance", game.view.revision
    return None


def _begun(game: LocalGame, work: _Work | None) -> asyncio.Task[object] | None:
    if work is None:
        return None
    coroutine: Coroutine[Any, Any, object] = game.propose() if work[0] == "propose" else game.advance()
    return asyncio.create_task(coroutine)


async def _wait(game: LocalGame, task: asyncio.Task[object] | None, now: Callable[[], int]) -> None:
    """Wait until the match has changed, the work is done, or a flag falls."""
    deadline = game.deadline()
    timeout_s = None if deadline is None else max(deadline - now(), 0) / 1000
    moved_on = asyncio.create_task(game.moved_on.wait())
    waiting: set[asyncio.Task[Any]] = {moved_on} if task is None else {moved_on, task}
    try:
        await asyncio.wait(waiting, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _stop(moved_on)


async def _stop(task: asyncio.Task[Any] | None) -> None:
    if task is None:
        return
    if task.done():
        task.result()  # a fault of ours must be seen
        return
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
