"""Positions looked at for people: read beside the event loop, refused where a rated game stands, queued, bounded.

Of each person one question is under way and the latest other one waits; in all so many wait. Who goes away is looked
for no more. Knows nothing of HTTP.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import structlog

from tengen.core import ErrorCode, GameError, find_kind
from tengen.jobs import (
    MAIN_LANE,
    ChildProcess,
    EncodedGame,
    Job,
    JobFailed,
    JobLate,
    Pool,
    PoolClosed,
    PoolLimits,
    Priority,
    QueueFull,
    Worker,
    child_command,
)
from tengen.protocol import AnalysisOut, AnalyzeIn, ServerCode, analysis_out
from tengen.server.analysis.one_at_a_time import OneAtATime, Superseded
from tengen.server.analysis.rated_positions import RatedPositions, Stones
from tengen.server.files import FileService
from tengen.server.refusals import ServerRefusal
from tengen.study import POSITION, PositionAnswer, PositionQuestion, decode_answer

_log: Final = structlog.get_logger("tengen.server")

_HANDLERS: Final = "tengen.study.position_job"
_NICENESS: Final = 12
_GRACE_MS: Final = 20_000
"""To start a search, and on a busy machine, takes a while besides; what takes longer than this is given up."""


@dataclass(frozen=True, slots=True)
class AnalysisLimits:
    """How long a look takes, a longer one, how many processes look, and how much memory a search takes there.

    So many questions wait in all.
    """

    ms: int = 1_000
    longer_ms: int = 10_000
    processes: int = 1
    memory_mb: int = 64
    waiting: int = 32


class Analyses:
    """Looks at positions. Processes are started when they are first needed."""

    def __init__(self, files: FileService, rated: RatedPositions, limits: AnalysisLimits, pool: Pool) -> None:
        self._files = files
        self._rated = rated
        self._limits = limits
        self._pool = pool
        self._turns = OneAtATime()

    async def close(self) -> None:
        """Refuse what waits, and end the processes."""
        await self._pool.close()

    async def position(self, asked: AnalyzeIn, person: str, client: str) -> AnalysisOut:
        """What is thought of a position; `person` asks, from the address `client`.

        Raises what the rules refuse, BAD_PLAYER for a game that nobody can win, RATED_GAME_RUNNING for what stands in
        a rated game, SLOW_DOWN for a question that a later one of the same person has replaced while it waited, and
        ANALYSIS_BUSY where too many wait.
        """
        try:
            async with self._turns.turn_of(person):
                position = await self._files.located(asked.game, client)
                game = position.game
                kind = find_kind(game.kind)
                if not kind.can_be_won:
                    raise GameError(ErrorCode.BAD_PLAYER, "analyze.nothing", game=kind.name)
                if self._rated.is_played(Stones(game.kind, game.size, position.cells)):
                    raise ServerRefusal(ServerCode.RATED_GAME_RUNNING)
                found = await self._looked(game, asked, person)
        except Superseded:
            raise GameError(ErrorCode.SLOW_DOWN) from None
        return analysis_out(found.analysis, found.wins_in)

    async def _looked(self, game: EncodedGame, asked: AnalyzeIn, person: str) -> PositionAnswer:
        ms = self._limits.longer_ms if asked.longer else self._limits.ms
        question = PositionQuestion(game, ms, asked.lines, person)
        job = Job(POSITION, question.encode(), person, Priority.LIVE, game_id=person, patience_ms=ms + _GRACE_MS)
        try:
            return decode_answer(await self._pool.run(job))
        except (QueueFull, PoolClosed):
            raise ServerRefusal(ServerCode.ANALYSIS_BUSY) from None
        except JobFailed as error:
            if not isinstance(error, JobLate):
                _log.error("a position could not be looked at", reason=str(error), kind=game.kind)
            raise ServerRefusal(ServerCode.ANALYSIS_BUSY) from None


def analysis_pool(limits: AnalysisLimits) -> Pool:
    """The processes that look at positions. Each search has one thread: many people share the processors."""
    command = child_command((_HANDLERS,), threads=1, memory_mb=limits.memory_mb, niceness=_NICENESS)

    async def start() -> Worker:
        return await ChildProcess.start(command)

    places = PoolLimits({MAIN_LANE: limits.processes}, waiting=limits.waiting, waiting_of_owner=1)
    return Pool(start, places)
