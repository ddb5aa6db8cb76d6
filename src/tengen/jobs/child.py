"""The program of a process that does jobs: asked and answering in lines, as `wire` says. Ends when its parent does.

    python -m tengen.jobs.child [--handlers MODULE]... [--game PACKAGE]... [--threads N] [--memory-mb N]
                                [--niceness N] [--confined-only]

Each MODULE registers handlers when it is imported; questions to players are always answered. Each PACKAGE has the
`KIND` of a game that the parent knows from elsewhere. Engines and the memory of searches stay between the
moves of their games; engines are started with `--confined-only` only where they can be confined. The strongest level
uses N threads, or all processors; a search takes N MiB of memory at most, or as much as usual.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import importlib
import os
import signal
import sys
import threading
import time
from collections.abc import Sequence
from typing import BinaryIO, Final

import msgspec

import tengen.jobs.thinking  # noqa: F401  # registers its handler
from tengen.core import GameKind, register
from tengen.jobs.handlers import Handlers
from tengen.jobs.replies import JobFailed
from tengen.jobs.wire import (
    FINISH,
    STOP,
    FromChild,
    ProgressLine,
    Ready,
    RefusalLine,
    ReplyLine,
    Stopped,
    decode_job,
    encode_said,
)
from tengen.players import StopToken, insist_on_confinement, use_memory, use_threads

_ENDING_S: Final = 3.0
"""So long what is under way may take to be broken off when the parent is gone."""
_TIDY_S: Final = 60.0
_LONGEST_ERROR: Final = 1000


class Child:
    """Does one job after the other. A stop is heard at once, also in the middle of one."""

    def __init__(self, out: BinaryIO, handlers: Handlers) -> None:
        self._out = out
        self._handlers = handlers
        self._lines: asyncio.Queue[bytes] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._job: asyncio.Task[FromChild] | None = None
        self._stop = StopToken()
        threading.Thread(target=self._read, daemon=True).start()

    async def serve(self) -> None:
        """Answer until nobody can ask any more."""
        self._say(Ready())
        while line := await self._next_line():
            if line == STOP:
                self._say(Stopped())
            elif line != FINISH:
                await self._do(line)
        await self._handlers.close()

    async def _next_line(self) -> bytes:
        while True:
            try:
                async with asyncio.timeout(_TIDY_S):
                    return await self._lines.get()
            except TimeoutError:
                await self._handlers.tidy()

    async def _do(self, line: bytes) -> None:
        """Say what came of a job; nothing of one that was stopped, for the stop has an answer of its own."""
        self._stop = StopToken()
        self._job = self._loop.create_task(self._result(line, self._stop))
        await asyncio.wait([self._job])
        if not self._job.cancelled():
            self._say(self._job.result())
        self._job = None

    async def _result(self, line: bytes, stop: StopToken) -> FromChild:
        def tell(body: bytes) -> None:
            self._say(ProgressLine(msgspec.Raw(body)))

        try:
            kind, body = decode_job(line)
            return ReplyLine(msgspec.Raw(await self._handlers.answer(kind, body, stop, tell)))
        except JobFailed as error:
            return RefusalLine(str(error)[:_LONGEST_ERROR], error.reason)
        except Exception as error:  # whoever asked must hear of it
            return RefusalLine(f"{type(error).__name__}: {error}"[:_LONGEST_ERROR])

    def _say(self, said: FromChild) -> None:
        with contextlib.suppress(BrokenPipeError):  # the end of the input follows
            self._out.write(encode_said(said))
            self._out.flush()

    def _read(self) -> None:
        """Pass on what is said, at the end an empty line; who has not gone a little later is ended by force."""
        try:
            for line in sys.stdin.buffer:
                self._loop.call_soon_threadsafe(self._hear, line.strip() or b"-")
            self._loop.call_soon_threadsafe(self._hear, b"")
        except MemoryError:  # nobody could be heard any more
            os._exit(1)
        time.sleep(_ENDING_S)
        os._exit(0)

    def _hear(self, line: bytes) -> None:
        if line == FINISH:
            self._stop.stop()
        elif line in (STOP, b""):
            while not self._lines.empty():  # a job that was not begun is not wanted either
                self._lines.get_nowait()
            if self._job is not None:
                self._job.cancel()
        self._lines.put_nowait(line)


async def _serve(out: BinaryIO) -> None:
    await Child(out, Handlers()).serve()


def main(arguments: Sequence[str] | None = None) -> None:
    """Do jobs until the parent is gone. What players print goes to the error stream: lines are ours alone."""
    parser = argparse.ArgumentParser(prog="tengen.jobs.child")
    parser.add_argument("--handlers", action="append", default=[])
    parser.add_argument("--game", action="append", default=[])
    parser.add_argument("--threads", type=int)
    parser.add_argument("--memory-mb", type=int)
    parser.add_argument("--niceness", type=int, default=0)
    parser.add_argument("--confined-only", action="store_true")
    given = parser.parse_args(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent, which ends this process in its own way
    os.nice(given.niceness)
    insist_on_confinement(insists=given.confined_only)
    if given.threads is not None:
        use_threads(given.threads)
    use_memory(given.memory_mb)
    for package in given.game:
        kind = getattr(importlib.import_module(package), "KIND", None)
        if isinstance(kind, GameKind):
            register(kind)
    for module in given.handlers:
        importlib.import_module(module)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asyncio.run(_serve(out))
    os._exit(0)  # threads may still be thinking


if __name__ == "__main__":
    main()
