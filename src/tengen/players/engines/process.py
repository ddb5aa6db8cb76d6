"""A foreign program that we talk to in lines. It may be silent, babble, crash or never end: nothing of it hurts us."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import tempfile
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from tengen.core import text
from tengen.core.errors import Value
from tengen.players.engines.spec import EngineSpec
from tengen.players.sandbox import LAUNCHER, insists_on_confinement

_FAULT: Final = "engine.fault."
_HOST_IS_SHORT: Final = 71
"""The launcher's word that this machine could not start the program."""
_LAUNCHER: Final = LAUNCHER
_LONGEST_LINE: Final = 64 * 1024
_LONGEST_SENT: Final = 64 * 1024
"""Whole games of the largest boards are shorter."""
_LONGEST_ANSWER: Final = 4 * 1024 * 1024
_MOST_LINES: Final = 20_000
_LONGEST_SHOWN: Final = 120
_KEPT_LINES: Final = 200
_DEAF_S: Final = 3.0
_ENDING_S: Final = 1.0
_GOODBYE_S: Final = 1.0
_CLEAR_S: Final = 10.0


class EngineFault(Exception):
    """An engine did not do what it must; the key of the words that say how, with their values.

    Values may be what the engine said: they are cut, and stripped of what is not meant to be seen.
    """

    def __init__(self, key: str, **values: Value) -> None:
        super().__init__(key, values)
        self.key = f"{_FAULT}{key}"
        self.values = {name: _shown(value) if isinstance(value, str) else value for name, value in values.items()}

    def text(self, language: str = "en") -> str:
        """The fault in words, one line."""
        return text(language, self.key, **self.values)

    def __str__(self) -> str:
        return self.text()

    @property
    def for_all(self) -> EngineFault:
        """The same for everybody's ears: nothing of this machine, and nothing that the program wrote."""
        match self.key.removeprefix(_FAULT):
            case "ended_saying":
                return EngineFault("ended", code=self.values["code"])
            case "not_found" | "not_started" | "protocol" | "refused":
                return EngineFault("unusable")
            case _:
                return self


class EngineCannot(EngineFault):
    """The engine does not know this game, these rules or this question. It did nothing wrong and may run on."""


class HostFault(EngineFault):
    """This machine could not start the engine: too few files, processes or room. That is not the engine's fault."""


class EngineSilent(EngineFault):
    """No line came in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__("silent", seconds=round(seconds, 1))


class UnsafeLine(Exception):
    """What was to be said to an engine is no line of ours: nothing of it was sent. A mistake in this program."""


def check_line(line: str) -> None:
    """Only what we made ourselves is said: words, moves and numbers on one line. Raises UnsafeLine for anything else.

    Not an assertion, which `python -O` leaves out: a line break that got through would be a command of a stranger's.
    """
    if not (line.isascii() and line.isprintable() and len(line) <= _LONGEST_SENT):
        raise UnsafeLine(f"{len(line)} characters that are no line of ours")


class EngineProcess:
    """One run of an engine. `stderr` has the last lines of what it complained about."""

    def __init__(self, spec: EngineSpec) -> None:
        self.spec = spec
        self.stderr: deque[str] = deque(maxlen=_KEPT_LINES)
        self._process: asyncio.subprocess.Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._folder: str | None = None
        self._octets = self._lines = 0
        self._within_s = self._until = 0.0

    @property
    def is_running(self) -> bool:
        """Whether it can be talked to."""
        return self._process is not None and self._process.returncode is None

    async def start(self) -> None:
        """Run the program, in an empty folder unless it has one, with little environment. Raises EngineFault."""
        program = self.spec.program
        if program is None:
            raise EngineFault("not_found", program=self.spec.argv[0])
        try:
            self._folder = tempfile.mkdtemp(prefix="tengen-engine-")
        except OSError as error:
            raise HostFault("not_started", reason=error.strerror or str(error)) from error
        orders = {
            "parent": os.getpid(),
            "short": _HOST_IS_SHORT,
            "folder": self._folder,
            "bounds": self.spec.bounds(),
            "confined": self.spec.confined,
            "insists": self.spec.confined and insists_on_confinement(),
            "unix_sockets": self.spec.unix_sockets,
            "writes": self.spec.writes,
            "reads": self.spec.reads,
        }
        pipe = asyncio.subprocess.PIPE
        try:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-I",
                "-S",
                str(_LAUNCHER),
                json.dumps(orders),
                str(Path(program).absolute()),
                *self.spec.argv[1:],
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                cwd=self.spec.folder or self._folder,
                env={**_environment(self._folder), **self.spec.environment},
                limit=_LONGEST_LINE,
                start_new_session=True,
            )
        except OSError as error:
            await self.close()
            raise HostFault("not_started", reason=error.strerror or str(error)) from error
        self._listening = asyncio.create_task(self._listen())

    async def send(self, line: str) -> None:
        """Say one line to the engine. Raises EngineFault when it is gone or does not listen, and UnsafeLine."""
        assert self._process is not None, "it was started"
        assert self._process.stdin is not None
        check_line(line)
        try:
            self._process.stdin.write(line.encode() + b"\n")
            async with asyncio.timeout(_DEAF_S):
                await self._process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise await self.ended() from None
        except TimeoutError:
            raise EngineFault("deaf") from None

    def begin_answer(self, within_s: float) -> None:
        """An answer begins: all its lines must come within this time, and they may be only so long together."""
        self._octets = self._lines = 0
        self._within_s = within_s
        self._until = asyncio.get_running_loop().time() + within_s

    async def line(self) -> str:
        """The next line of the answer, without its ending. Raises EngineFault when none comes in time, or it ends."""
        assert self._process is not None, "it was started"
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout_at(self._until):
                found = await self._process.stdout.readline()
        except TimeoutError:
            raise EngineSilent(self._within_s) from None
        except ValueError:
            raise EngineFault("babble") from None
        if not found.endswith(b"\n"):
            raise await self.ended()
        self._octets += len(found)
        self._lines += 1
        if self._octets > _LONGEST_ANSWER or self._lines > _MOST_LINES:
            raise EngineFault("babble")
        return found.decode("utf-8", "replace").rstrip("\r\n")

    async def dismiss(self, word: str) -> None:
        """Say goodbye, and give it a moment to end by itself. `close` does the rest."""
        process = self._process
        if process is None or process.returncode is not None or process.stdin is None:
            return
        with suppress(EngineFault, TimeoutError):
            if word:
                await self.send(word)
            process.stdin.close()
            async with asyncio.timeout(_GOODBYE_S):
                await _drained(process)

    async def close(self) -> None:
        """End it and everything that came of it, and forget its folder. Goes on though the caller be cancelled."""
        process, self._process = self._process, None
        listening, self._listening = self._listening, None
        folder, self._folder = self._folder, None
        await asyncio.shield(asyncio.ensure_future(_closed(process, listening, folder)))

    async def ended(self) -> EngineFault:
        """How it ended, or that it only fell silent."""
        assert self._process is not None
        with suppress(TimeoutError):
            async with asyncio.timeout(_ENDING_S):
                code = await self._process.wait()
                if self._listening is not None:
                    await asyncio.wait([self._listening])
                last = next((line for line in reversed(self.stderr) if line.strip()), "")
                if code == _HOST_IS_SHORT:
                    return HostFault("not_started", reason=last)
                return EngineFault("ended_saying", code=code, last=last) if last else EngineFault("ended", code=code)
        return EngineFault("closed")

    async def _listen(self) -> None:
        """Keep the end of what it says on its error stream; what is too long is cut."""
        assert self._process is not None
        stream = self._process.stderr
        assert stream is not None
        while piece := await stream.read(_LONGEST_LINE):
            lines = piece.decode("utf-8", "replace").splitlines()
            self.stderr.extend(line[:500] for line in lines[-_KEPT_LINES:])


async def _closed(
    process: asyncio.subprocess.Process | None, listening: asyncio.Task[None] | None, folder: str | None
) -> None:
    if process is not None:
        await _end(process)
    if listening is not None:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    if folder is not None:  # gone already, unless the launcher was killed
        with suppress(RecursionError):
            await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _end(process: asyncio.subprocess.Process) -> None:
    """Tell the launcher to clear up; whatever happens it is gone after this."""
    if process.stdin is not None:
        process.stdin.close()
    try:
        with suppress(ProcessLookupError):
            process.terminate()
        async with asyncio.timeout(_CLEAR_S):
            await _drained(process)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        with suppress(TimeoutError):  # whoever escaped may hold its pipes for ever
            async with asyncio.timeout(_ENDING_S):
                await process.wait()


async def _drained(process: asyncio.subprocess.Process) -> None:
    """Read away what is left in the pipe: a process with a full pipe is never seen to end."""
    if process.stdout is not None:
        while await process.stdout.read(_LONGEST_LINE):
            pass
    await process.wait()


def _environment(folder: str) -> dict[str, str]:
    """What every program may expect, and nothing of ours."""
    return {"PATH": os.defpath, "HOME": folder, "TMPDIR": folder, "LANG": "C.UTF-8"}


def _shown(text: str) -> str:
    """The beginning of what somebody else said, on one line."""
    return "".join(char if char.isprintable() else "·" for char in text.strip()[:_LONGEST_SHOWN])
