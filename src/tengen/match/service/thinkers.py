"""Those who choose for AIs: in this process for tests and small games, or in a few processes of their own.

Whoever asks waits in a queue; a match has one question at a time, so first come, first served is fair to all.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from tengen.core import Action, Color, GameError, Point, find_kind
from tengen.match.match import Match
from tengen.match.service.ai_seats import Thinker, ThinkerFailed, why_of
from tengen.match.service.thinking import (
    CONFINED_ONLY,
    JUDGING_MS,
    LONGEST_REPLY,
    READY,
    STOP,
    STOPPED,
    decode_dead,
    decode_reply,
    encode_question,
    encode_question_of_dead,
)
from tengen.players import (
    ENGINES_VARIABLE,
    MOST_CACHED,
    Budget,
    EngineFault,
    StopToken,
    Turn,
    dead_stones,
    engine_named,
    engines_file,
    insists_on_confinement,
    make_player,
)

_SPAWNED: Final = "tengen.match.service.thinking"
_BEGINNING_S: Final = 30.0
_CALMING_S: Final = 5.0


def random_seed() -> int:
    """Chance for a player."""
    return secrets.randbits(32)


def _nobody_waits(place: int) -> None:
    """Nobody wants to know how long the queue is."""
    del place


class LocalThinker:
    """Has players think in this process, a few at once. A heavy one slows everything here down: for tests."""

    def __init__(self, at_once: int = 2, new_seed: Callable[[], int] = random_seed) -> None:
        self._queue = _Queue(at_once)
        self._new_seed = new_seed

    async def choose(self, match: Match, color: Color, player: str, on_queue: Callable[[int], None]) -> Action:
        async with self._queue.turn(on_queue):
            try:
                chooser = make_player(player, find_kind(match.ruleset.KIND), self._new_seed())
                if chooser is None:
                    raise ThinkerFailed(f"{player} is no AI")
                try:
                    return await chooser.choose(Turn.of(match.timeline, color), Budget(clock=match.clock), StopToken())
                finally:
                    await chooser.close()
            except EngineFault as fault:
                raise ThinkerFailed(fault.text(), why_of(fault)) from fault
            except GameError as error:
                raise ThinkerFailed(str(error)) from error

    async def judge_dead(self, match: Match) -> frozenset[Point]:
        async with self._queue.turn(_nobody_waits):
            return await dead_stones(Turn.of(match.timeline), Random(self._new_seed()), JUDGING_MS)

    async def close(self) -> None:
        pass


class EnginesApart:
    """Has engines asked by somebody else than built-in players: one that hangs keeps only other engines waiting."""

    def __init__(self, built_in: Thinker, engines: Thinker) -> None:
        self._built_in, self._engines = built_in, engines

    async def choose(self, match: Match, color: Color, player: str, on_queue: Callable[[int], None]) -> Action:
        thinker = self._built_in if engine_named(player) is None else self._engines
        return await thinker.choose(match, color, player, on_queue)

    async def judge_dead(self, match: Match) -> frozenset[Point]:
        return await self._built_in.judge_dead(match)

    async def close(self) -> None:
        await asyncio.gather(self._built_in.close(), self._engines.close())


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """How many processes think at once, how long a question may take at most, and how late an answer may come."""

    processes: int = 1
    longest_ms: int = 60_000
    grace_ms: int = 2_000


class ProcessThinker:
    """Has players think in processes of their own, which are started when first needed and kept.

    One who is cancelled or takes too long is told to stop; a process that does not hear that, or crashes, is ended, and
    the next question starts another.
    """

    def __init__(self, limits: PoolLimits | None = None, new_seed: Callable[[], int] = random_seed) -> None:
        self._limits = limits or PoolLimits()
        self._new_seed = new_seed
        self._queue = _Queue(self._limits.processes)
        self._idle: list[asyncio.subprocess.Process] = []
        self._busy: set[asyncio.subprocess.Process] = set()
        self._matches: dict[asyncio.subprocess.Process, deque[str]] = {}  # that each was asked for last
        self._ending: dict[asyncio.subprocess.Process, asyncio.Task[None]] = {}
        self._is_closed = False

    async def choose(self, match: Match, color: Color, player: str, on_queue: Callable[[int], None]) -> Action:
        question = encode_question(match, color, player, self._new_seed(), self._limits.longest_ms)
        patience_ms = self._patience_ms(match, color, player)
        return decode_reply(await self._reply(match.match_id, question, patience_ms, on_queue))

    async def judge_dead(self, match: Match) -> frozenset[Point]:
        question = encode_question_of_dead(match, self._new_seed())
        patience_ms = JUDGING_MS + self._limits.grace_ms
        return decode_dead(await self._reply(match.match_id, question, patience_ms, _nobody_waits))

    async def _reply(self, match_id: str, question: bytes, patience_ms: int, on_queue: Callable[[int], None]) -> bytes:
        """What a process answers, once it is this question's turn. Raises ThinkerFailed."""
        async with self._queue.turn(on_queue):
            process = await self._process(match_id)
            self._busy.add(process)
            try:
                async with asyncio.timeout(patience_ms / 1000):
                    reply = await _ask(process, question)
            except TimeoutError:
                await self._calm(process, match_id)
                raise ThinkerFailed("it thought for too long") from None
            except asyncio.CancelledError:
                await self._calm(process, match_id)
                raise
            except BaseException:
                self._end(process)
                raise
            self._rest(process, match_id)
        return reply

    async def _calm(self, process: asyncio.subprocess.Process, match_id: str) -> None:
        """Have a process stop thinking, so that it and the engines of other matches in it can stay."""
        try:
            async with asyncio.timeout(_CALMING_S):
                reply = await _ask(process, STOP)
                while reply.strip() != STOPPED:  # that was the answer, just too late
                    reply = await _heard(process)
        except (ThinkerFailed, TimeoutError):
            self._end(process)
        except BaseException:
            self._end(process)
            raise
        else:
            self._rest(process, match_id)

    def _rest(self, process: asyncio.subprocess.Process, match_id: str) -> None:
        if self._is_closed:
            self._end(process)
            return
        self._busy.discard(process)
        self._idle.append(process)
        self._matches.setdefault(process, deque(maxlen=MOST_CACHED)).append(match_id)

    def _patience_ms(self, match: Match, color: Color, player: str) -> int:
        """How long a question may take. An engine has to be started first, and plans its time by itself."""
        limits = self._limits
        planned_ms = Budget(clock=match.clock).thinking_ms(color)
        engine = engine_named(player)
        if engine is not None:
            return limits.longest_ms + round(1000 * (engine.startup_s + engine.margin_s)) + limits.grace_ms
        return (limits.longest_ms if planned_ms is None else min(planned_ms, limits.longest_ms)) + limits.grace_ms

    async def close(self) -> None:
        self._is_closed = True
        for process in [*self._idle, *self._busy]:
            self._end(process)
        self._idle.clear()
        await asyncio.gather(*self._ending.values())

    async def _process(self, match_id: str) -> asyncio.subprocess.Process:
        """One that waits, best the one that knows this match; else a new one."""
        if self._is_closed:
            raise ThinkerFailed("the thinkers have gone home")
        self._idle.sort(key=lambda process: match_id in self._matches[process])
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._end(process)
        return await self._begun()

    async def _begun(self) -> asyncio.subprocess.Process:
        """A new process that is ready to be asked."""
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                _SPAWNED,
                *([CONFINED_ONLY] if insists_on_confinement() else []),
                stdin=pipe,
                stdout=pipe,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_REPLY,
                env={**os.environ, ENGINES_VARIABLE: str(engines_file())},
            )
        except OSError as error:
            raise ThinkerFailed(f"no process could be started: {error}") from error
        self._busy.add(process)
        try:
            if self._is_closed:  # meanwhile
                raise ThinkerFailed("the thinkers have gone home")
            async with asyncio.timeout(_BEGINNING_S):
                if (await _heard(process)).strip() != READY:
                    raise ThinkerFailed("its process began with something else")
        except TimeoutError:
            self._end(process)
            raise ThinkerFailed("its process did not begin") from None
        except BaseException:
            self._end(process)
            raise
        return process

    def _end(self, process: asyncio.subprocess.Process) -> None:
        self._busy.discard(process)
        self._matches.pop(process, None)
        if process not in self._ending:
            self._ending[process] = ending = asyncio.get_running_loop().create_task(_kill(process))
            ending.add_done_callback(lambda _: self._ending.pop(process))


async def _kill(process: asyncio.subprocess.Process) -> None:
    """End a process, whatever it does, and leave no pipe open."""
    assert process.stdin is not None
    assert process.stdout is not None
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()
    process.stdin.close()
    with suppress(RuntimeError):  # whoever still waits for an answer reads to the end
        await process.stdout.read()
    await process.wait()


async def _ask(process: asyncio.subprocess.Process, question: bytes) -> bytes:
    """Say a line, and hear the next one. Raises ThinkerFailed."""
    assert process.stdin is not None
    try:
        process.stdin.write(question + b"\n")
        await process.stdin.drain()
    except ConnectionError as error:
        raise ThinkerFailed(f"its process broke: {error}") from error
    return await _heard(process)


async def _heard(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    try:
        reply = await process.stdout.readline()
    except (ConnectionError, ValueError) as error:
        raise ThinkerFailed(f"its process broke: {error}") from error
    if not reply.endswith(b"\n"):
        raise ThinkerFailed("its process ended")
    return reply


class _Queue:
    """Lets a few in at once, in the order in which they came, and tells those who wait how many are before them."""

    def __init__(self, at_once: int) -> None:
        self._free = at_once
        self._waiting: deque[tuple[asyncio.Future[None], Callable[[int], None]]] = deque()

    @asynccontextmanager
    async def turn(self, on_queue: Callable[[int], None]) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(on_queue)
        on_queue(0)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, on_queue: Callable[[int], None]) -> None:
        entry = (asyncio.get_running_loop().create_future(), on_queue)
        self._waiting.append(entry)
        on_queue(len(self._waiting))
        try:
            await entry[0]
        except asyncio.CancelledError:
            if entry in self._waiting:
                self._waiting.remove(entry)
                self._tell_places()
            else:  # it was let in at the moment in which it gave up
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        """Somebody is done: let the next one in."""
        if not self._waiting:
            self._free += 1
            return
        entered, _ = self._waiting.popleft()
        if entered.cancelled():
            self._pass_on()
            return
        entered.set_result(None)
        self._tell_places()

    def _tell_places(self) -> None:
        for place, (_, on_queue) in enumerate(self._waiting, start=1):
            on_queue(place)
