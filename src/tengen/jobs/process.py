"""A process that does jobs, as its parent sees it: started, asked, stopped, ended. What happens in it stays there."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import msgspec

from tengen.core import foreign_packages
from tengen.jobs.replies import JobFailed, WorkerLost
from tengen.jobs.wire import (
    FINISH,
    STOP,
    FromChild,
    ProgressLine,
    Ready,
    RefusalLine,
    ReplyLine,
    Stopped,
    decode_said,
    encode_job,
)
from tengen.players import ENGINES_VARIABLE, engines_file, insists_on_confinement, threads_beside

_CHILD: Final = "tengen.jobs.child"
_STARTING_S: Final = 30.0
_STOPPING_S: Final = 5.0
_LAST_WORDS_S: Final = 1.0
_KEPT_LINES: Final = 20
_LONGEST_KEPT: Final = 300
_FILES_EACH: Final = 4
_FILES_OURS: Final = 24
"""This process itself has so many files open, or needs them while it starts another."""


def most_processes() -> int | None:
    """So many processes this one may have files for; None where it may have any number."""
    try:
        import resource
    except ImportError:
        return None
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if files == resource.RLIM_INFINITY else max((files - _FILES_OURS) // _FILES_EACH, 1)


@dataclass(frozen=True, slots=True)
class ChildCommand:
    """How such a process is started.

    Its lines are at most `longest_line` octets. Told to go, it has `ending_s` to break off what it does before it is
    killed.
    """

    argv: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    longest_line: int = 256 * 1024
    ending_s: float = 0.0


def child_command(
    handlers: Sequence[str] = (),
    *,
    threads: int | None = None,
    memory_mb: int | None = None,
    niceness: int = 0,
    longest_line: int = 256 * 1024,
    ending_s: float = 0.0,
) -> ChildCommand:
    """The command of a process with the handlers that these modules register, and those of questions to players.

    The strongest level uses so many `threads` there; None: all processors. A search takes `memory_mb` at most; None: as
    much as usual.
    """
    options = [option for module in handlers for option in ("--handlers", module)]
    options += [option for package in foreign_packages() for option in ("--game", package)]
    if threads is not None:
        options += ["--threads", str(threads)]
    if memory_mb is not None:
        options += ["--memory-mb", str(memory_mb)]
    if niceness:
        options += ["--niceness", str(niceness)]
    return ChildCommand((sys.executable, "-m", _CHILD, *options), {}, longest_line, ending_s)


def server_command(processes: int = 1, *, niceness: int = 10) -> ChildCommand:
    """The command of one of so many processes that think for a server, and share the processors.

    It yields to others, and goes by this process's engines.
    """
    confined = ("--confined-only",) if insists_on_confinement() else ()
    argv = (*child_command(threads=threads_beside(processes), niceness=niceness).argv, *confined)
    return ChildCommand(argv, {ENGINES_VARIABLE: str(engines_file())})


class ChildProcess:
    """One process, which does one job at a time."""

    def __init__(self, command: ChildCommand, process: asyncio.subprocess.Process) -> None:
        self._command = command
        self._process = process
        self._complaints: deque[str] = deque(maxlen=_KEPT_LINES)
        self._listening = asyncio.create_task(self._listen())
        self._ending: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, command: ChildCommand) -> ChildProcess:
        """A process that is ready to be asked. Raises WorkerLost."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                *command.argv,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                limit=command.longest_line,
                env={**os.environ, **command.environment},
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerLost(f"no process could be started: {error.strerror or error}") from error
        child = cls(command, process)
        try:
            async with asyncio.timeout(_STARTING_S):
                if not isinstance(await child._hear(), Ready):
                    raise WorkerLost("its process began with something else")
        except TimeoutError:
            await child.end()
            raise WorkerLost("its process did not begin") from None
        except BaseException:
            await child.end()
            raise
        return child

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked."""
        return self._process.returncode is None and self._ending is None

    async def ask(self, kind: str, body: bytes, on_progress: Callable[[bytes], None]) -> bytes:
        """What comes of a job. Raises JobFailed for what it refuses, and WorkerLost.

        Who is cancelled in the middle has it `stop` before anything else is asked.
        """
        await self._say(encode_job(kind, body))
        while True:
            match await self._hear():
                case ReplyLine(body=reply):
                    return bytes(reply)
                case RefusalLine(error=error, reason=reason):
                    raise JobFailed(error, reason)
                case ProgressLine(body=told):
                    on_progress(bytes(told))
                case other:
                    raise WorkerLost(f"nobody asked for {type(other).__name__.lower()}")

    async def finish(self) -> None:
        """Have it answer now. Raises WorkerLost."""
        await self._say(FINISH + b"\n")

    async def stop(self) -> bool:
        """Have it break off what it does, so that it can be asked something else; False where it had to be ended."""
        try:
            async with asyncio.timeout(_STOPPING_S):
                await self._say(STOP + b"\n")
                while not isinstance(await self._hear(), Stopped):
                    pass  # that was the answer, just too late
        except (WorkerLost, TimeoutError):
            await self.end()
            return False
        except BaseException:
            await self.end()
            raise
        return True

    async def end(self) -> None:
        """Let it go; whatever it does, after a while it is gone, and no pipe is left open. Goes on though cancelled."""
        if self._ending is None:
            self._ending = asyncio.create_task(self._end())
        await asyncio.shield(self._ending)

    async def _end(self) -> None:
        process = self._process
        if process.stdin is not None:
            process.stdin.close()
        try:
            async with asyncio.timeout(self._command.ending_s):
                await process.wait()
        except TimeoutError:
            with suppress(ProcessLookupError):
                process.kill()
        await self._drained()
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def _drained(self) -> None:
        """Read away what is left in its pipe: a process with a full pipe is never seen to end."""
        stream = self._process.stdout
        with suppress(RuntimeError):  # whoever still waits for an answer reads to the end
            while stream is not None and await stream.read(1 << 16):
                pass
        await self._process.wait()

    async def _say(self, line: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            await self._process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise WorkerLost(await self._last_words()) from None

    async def _hear(self) -> FromChild:
        """The next message. Raises WorkerLost."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
        except ConnectionError:
            line = b""
        except ValueError as error:
            raise WorkerLost(f"what it said is no message: {error}") from error
        if not line.endswith(b"\n"):
            raise WorkerLost(await self._last_words())
        try:
            return decode_said(line)
        except msgspec.MsgspecError as error:
            raise WorkerLost(f"what it said is no message: {error}") from error

    async def _last_words(self) -> str:
        """Why it ended, as far as it told."""
        code: int | None = None
        with suppress(TimeoutError):
            async with asyncio.timeout(_LAST_WORDS_S):
                code = await self._process.wait()
                await asyncio.wait([self._listening])
        said = next((line for line in reversed(self._complaints) if line.strip()), "")
        return f"its process ended, exit {code}: {said}" if said else f"its process ended, exit {code}"

    async def _listen(self) -> None:
        stream = self._process.stderr
        assert stream is not None
        while piece := await stream.read(1 << 16):
            self._complaints.extend(line[:_LONGEST_KEPT] for line in piece.decode("utf-8", "replace").splitlines())
