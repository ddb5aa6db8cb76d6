"""The processes that play for the arena, started when needed and kept. Whatever happens to one costs one game."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from tengen.arena.documents import Answer, Message, Moment, Question

_SPAWNED: Final = (sys.executable, "-m", "tengen.arena.worker")
_LONGEST_LINE: Final = 16 << 20
_PATIENCE_S: Final = 5.0
"""So long a process may take to go home; it is a little less patient itself."""
_FILES_EACH: Final = 4
_FILES_OURS: Final = 24
"""The arena itself has so many files open, or needs them while it starts a process."""
_messages: Final = msgspec.json.Decoder(Message)


def most_at_once() -> int | None:
    """So many processes this one may have files for; None where it may have any number."""
    try:
        import resource
    except ImportError:
        return None
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if files == resource.RLIM_INFINITY else max((files - _FILES_OURS) // _FILES_EACH, 1)


class WorkerLost(Exception):
    """A process ended or failed in the middle of a game; the line says what is known."""


class Workers:
    """Plays games in processes of their own, one game a process at a time."""

    def __init__(self, command: Sequence[str] = _SPAWNED) -> None:
        self._command = command
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()

    async def play(self, question: Question, on_moment: Callable[[Moment], None]) -> Answer:
        """The game of a question. Raises WorkerLost; a process that failed or was not waited for is ended."""
        worker = self._idle.pop() if self._idle else await _Worker.start(self._command)
        self._busy.add(worker)
        try:
            answer = await worker.play(question, on_moment)
        except BaseException:
            await asyncio.shield(worker.end())
            raise
        finally:
            self._busy.discard(worker)
        self._idle.append(worker)
        return answer

    async def close(self) -> None:
        """End every process."""
        await asyncio.gather(*(worker.end() for worker in (*self._idle, *self._busy)))
        self._idle.clear()


class _Worker:
    """One process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._complaints: deque[str] = deque(maxlen=20)
        self._listening = asyncio.create_task(self._listen())

    @classmethod
    async def start(cls, command: Sequence[str]) -> _Worker:
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command, stdin=pipe, stdout=pipe, stderr=pipe, limit=_LONGEST_LINE, start_new_session=True
            )
        except OSError as error:
            raise WorkerLost(error.strerror or str(error)) from error
        return cls(process)

    async def play(self, question: Question, on_moment: Callable[[Moment], None]) -> Answer:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                message = _messages.decode(line)
                if message.answer is not None:
                    return message.answer
                if message.moment is None:
                    raise WorkerLost(message.error)
                on_moment(message.moment)
        except ConnectionError:
            pass
        except (ValueError, msgspec.MsgspecError) as error:
            raise WorkerLost(f"what it said is no message: {error}") from error
        raise WorkerLost(await self._last_words())

    async def end(self) -> None:
        """Let it break off its game and go; whatever it does, a little later it is gone, and no pipe is left open."""
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await self._drained()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
            await self._drained()
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def _drained(self) -> None:
        """Read away what is left in its pipe: a process with a full pipe is never seen to end."""
        stream = self._process.stdout
        while stream is not None and await stream.read(1 << 16):
            pass
        await self._process.wait()

    async def _last_words(self) -> str:
        """Why it ended, as far as it told."""
        code: int | None = None
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                code = await self._process.wait()
                await self._listening
        said = next((line for line in reversed(self._complaints) if line.strip()), "")
        return f"exit {code}: {said}" if said else f"exit {code}"

    async def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while piece := await stream.read(1 << 16):
            self._complaints.extend(line[:300] for line in piece.decode("utf-8", "replace").splitlines())
