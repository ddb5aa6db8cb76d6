"""Players for the seats of matches, asked through a pool of jobs.

What a question is made of, how urgent it is and for whom it is asked is decided here; when to ask is not.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from tengen.core import Action, Color, Point
from tengen.jobs import (
    ENGINE_LANE,
    MAIN_LANE,
    THINKING,
    EncodedGame,
    Job,
    JobFailed,
    Pool,
    Priority,
    Question,
    QueueFull,
    Wanted,
    action_of,
    dead_of,
    estimate_of,
)
from tengen.match.match import Match
from tengen.match.service.ai_seats import ThinkerBusy, ThinkerFailed
from tengen.match.service.hub import Why
from tengen.players import Budget, Estimate, engine_named, time_policy_of

_T = TypeVar("_T")

JUDGING_MS: Final = 3_000
"""How long dead stones are judged at most."""
ESTIMATING_MS: Final = 1_500
"""How long an estimate of the score takes at most."""


def random_seed() -> int:
    """Chance for a player."""
    return secrets.randbits(32)


@dataclass(frozen=True, slots=True)
class ThinkingLimits:
    """How long a choice may take at most, and how late its answer may come."""

    longest_ms: int = 60_000
    grace_ms: int = 2_000


class JobThinker:
    """Asks players in a pool. Engines have a lane of their own there: none keeps a built-in player waiting."""

    def __init__(
        self, pool: Pool, limits: ThinkingLimits | None = None, new_seed: Callable[[], int] = random_seed
    ) -> None:
        self.pool = pool
        self._limits = limits or ThinkingLimits()
        self._new_seed = new_seed

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        limits, budget = self._limits, Budget(clock=match.clock)
        question = Question(
            EncodedGame.of(match.timeline),
            limits.longest_ms,
            self._new_seed(),
            player,
            color,
            budget=budget,
            match_id=match.match_id,
            may_resign=not match.is_between_programs,
        )
        job = Job(
            THINKING,
            question.encode(),
            owner,
            Priority.PROGRAMS if match.is_between_programs else Priority.PERSON,
            MAIN_LANE if engine_named(player) is None else ENGINE_LANE,
            match.match_id,
            time_policy_of(player).whole_ms(budget, color, limits.longest_ms) + limits.grace_ms,
        )
        return await self._run(job, on_queue, action_of)

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        job = self._look(match, Wanted.DEAD_STONES, JUDGING_MS, owner, self._new_seed())
        return await self._run(job, lambda _: None, dead_of)

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        # By the same chance whoever asks: two services, or two looks at one position, do not contradict each other.
        job = self._look(match, Wanted.ESTIMATE, ESTIMATING_MS, owner, match.revision)
        return await self._run(job, lambda _: None, estimate_of)

    async def close(self) -> None:
        await self.pool.close()

    def _look(self, match: Match, wanted: Wanted, longest_ms: int, owner: str, seed: int) -> Job:
        """What people want to know of the board, whoever plays."""
        question = Question(EncodedGame.of(match.timeline), longest_ms, seed, wanted=wanted, match_id=match.match_id)
        patience_ms = longest_ms + self._limits.grace_ms
        return Job(THINKING, question.encode(), owner, Priority.LIVE, MAIN_LANE, match.match_id, patience_ms)

    async def _run(self, job: Job, on_queue: Callable[[int], None], read: Callable[[bytes], _T]) -> _T:
        try:
            return read(await self.pool.run(job, on_queue))
        except QueueFull as error:
            raise ThinkerBusy(str(error)) from error
        except JobFailed as error:
            reason = error.reason
            why = None if reason is None else Why(reason.key, reason.values)
            raise ThinkerFailed(str(error), why) from error
