"""Work that is only worth doing while whoever asked still waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from starlette.requests import Request

_T = TypeVar("_T")

_GONE: Final = "http.disconnect"


class CallerGone(Exception):
    """Nobody waits for the answer any more."""


async def while_wanted(request: Request, work: Coroutine[Any, Any, _T]) -> _T:
    """What the work gives; broken off with CallerGone when whoever called goes away. The body has been read."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise CallerGone
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != _GONE:
        pass
