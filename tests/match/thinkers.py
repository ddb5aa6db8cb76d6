"""Thinkers for tests: in this process, or in one process of their own."""

from __future__ import annotations

from tengen.jobs import ENGINE_LANE, MAIN_LANE, ChildProcess, Pool, PoolLimits, local_pool, server_command
from tengen.match.service.job_thinker import JobThinker, ThinkingLimits


def local_thinker(places: int = 2, seed: int = 1) -> JobThinker:
    """Players of this process, which need no patience to be started."""
    return JobThinker(local_pool(places), new_seed=lambda: seed)


def process_thinker(places: int = 1, *, longest_ms: int = 60_000, grace_ms: int = 2_000, seed: int = 1) -> JobThinker:
    """Players in so many processes for built-in ones, and as many for engines, as a server has them."""
    pool = Pool(lambda: ChildProcess.start(server_command()), PoolLimits({MAIN_LANE: places, ENGINE_LANE: places}))
    return JobThinker(pool, ThinkingLimits(longest_ms, grace_ms), lambda: seed)
