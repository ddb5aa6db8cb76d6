"""Whether the time of a refused log-in tells if there is such a name: known and unknown names, in turn.

With the parameters of a server, on SQLite, without limits. The same for a reset by recovery code. Prints one line of
JSON a call: mean and median of both in milliseconds, the gap of the means, and the two-sided p of Mann and Whitney (by
the normal approximation): a small p with a gap of more than 5 ms would be a way to find out names.

    .venv/bin/python bench/login_timing.py [--samples 500] [--folder DIR]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from tengen.people import PeopleError
from tengen.people.service import Accounts, LoginLimits, LoginRates, PasswordHasher
from tengen.storage import Database, SqlPeopleStore

PASSWORD = "a stone in the garden"
NO_LIMITS = LoginRates(
    of_account=10**6, of_address=10**6, hashes_a_second=10**6, hashes_at_once=10**6, hashes_for_known=0
)


def now_ms() -> int:
    return time.time_ns() // 1_000_000


async def timed(call: Callable[[], Awaitable[object]]) -> float:
    """How long until the refusal, in milliseconds."""
    began = time.perf_counter()
    with suppress(PeopleError):
        await call()
    return (time.perf_counter() - began) * 1000


def p_of_mann_whitney(one: list[float], other: list[float]) -> float:
    """How likely such a difference in rank is where there is none."""
    ranked = sorted([(value, 0) for value in one] + [(value, 1) for value in other])
    ranks = sum(rank for rank, (_, which) in enumerate(ranked, start=1) if which == 0)
    n, m = len(one), len(other)
    spread = math.sqrt(n * m * (n + m + 1) / 12)
    z = (ranks - n * (n + 1) / 2 - n * m / 2) / spread
    return math.erfc(abs(z) / math.sqrt(2))


async def measure(name: str, samples: int, call: Callable[[str], Awaitable[object]]) -> None:
    """Ask for both in turn, and say what came of it."""
    times: dict[str, list[float]] = {"Ann": [], "Nobody Here": []}
    for _ in range(10):
        await timed(lambda: call("Ann"))
    for _ in range(samples):
        for who, found in times.items():
            found.append(await timed(lambda who=who: call(who)))  # type: ignore[misc]  # bound at once
    known, unknown = times.values()
    figures = {
        "call": name,
        "samples": samples,
        "known_mean_ms": round(statistics.mean(known), 2),
        "unknown_mean_ms": round(statistics.mean(unknown), 2),
        "known_median_ms": round(statistics.median(known), 2),
        "unknown_median_ms": round(statistics.median(unknown), 2),
        "gap_ms": round(abs(statistics.mean(known) - statistics.mean(unknown)), 2),
        "p": round(p_of_mann_whitney(known, unknown), 4),
    }
    print(json.dumps(figures))


async def main(folder: Path, samples: int) -> None:
    database = await Database.open(f"sqlite:///{folder / 'bench.sqlite3'}")
    hasher = PasswordHasher()
    accounts = Accounts(SqlPeopleStore(database), hasher, LoginLimits(now_ms, NO_LIMITS), now_ms)
    await accounts.register("Ann", PASSWORD, guest=None, address="::1", device="")

    async def log_in(name: str) -> object:
        return await accounts.log_in(
            name, "two cranes over water", code=None, address="::1", device="", known_device=None
        )

    async def reset(name: str) -> object:
        await accounts.reset_with_recovery_code(name, "AAAA-BBBB-CCCC-DDDD", "two cranes over water", address="::1")
        return None

    await measure("log_in", samples, log_in)
    await measure("reset_with_recovery_code", samples, reset)
    hasher.close()
    await database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=500)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as made:
        asyncio.run(main(Path(made), arguments.samples))
