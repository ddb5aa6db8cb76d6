"""Moves while many log in: by how much log-ins delay the moves of others. Prints one line of JSON per figure.

Games of Peace are played over WebSockets at a few moves a second each, first in peace, then while people log in at a
steady rate, every password checked at its full price (Argon2id, 19 MiB). The server runs on the first core, the hashes
too, and this client on the last. Latency is from a player's send to the frame in which the opponent hears of it.

    .venv/bin/python -m bench.login_storm [--games 100] [--pace 2] [--logins 20] [--seconds 10] [--rounds 3]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from bench.server_load import Server, play, tell

MOST_GAMES, MOST_SECONDS, MOST_LOGINS = 1_000, 60, 200
PEOPLE = 20
PASSWORD = "correct horse battery"
FREE = {
    "LOCAL_LOGIN_RATE": "1000000/second",
    "LOGIN_TRIES_PER_ADDRESS": "1000000",
    "LOGIN_TRIES_PER_ACCOUNT": "1000000",
    "PASSWORD_CHECKS_PER_SECOND": "1000",
}


def call(server: Server, what: str, body: dict[str, Any]) -> int:
    """The status of a call about accounts."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}/api/auth/{what}",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310  # our own server
            answer.read()
            return int(answer.status)
    except urllib.error.HTTPError as refused:
        return int(refused.code)


class Storm:
    """People who log in at a steady rate, each from a browser of their own; half of them mistype."""

    def __init__(self, server: Server, rate: float, seconds: float) -> None:
        self._server, self._rate, self._seconds = server, rate, seconds
        self.statuses: Counter[int] = Counter()
        self.taken: list[float] = []

    async def run(self) -> None:
        """Log in until the time is over."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        with ThreadPoolExecutor(64) as threads:
            waiting = []
            for number in range(int(self._rate * self._seconds)):
                await asyncio.sleep(begin + number / self._rate - loop.time())
                waiting.append(loop.run_in_executor(threads, self._one, number))
            await asyncio.gather(*waiting)

    def _one(self, number: int) -> None:
        begin = time.perf_counter()
        wrong = "" if number % 2 else "!"
        status = call(self._server, "login", {"name": f"Player {number % PEOPLE}", "password": PASSWORD + wrong})
        self.taken.append(time.perf_counter() - begin)
        self.statuses[status] += 1

    def figures(self) -> dict[str, Any]:
        """What came of it."""
        taken = sorted(self.taken)
        return {
            "logins": len(taken),
            "login_p50_ms": round(1000 * taken[len(taken) // 2], 1) if taken else None,
            "login_p99_ms": round(1000 * taken[len(taken) * 99 // 100], 1) if taken else None,
            "statuses": {str(status): count for status, count in sorted(self.statuses.items())},
        }


def main() -> None:
    """Read the options, start the server, measure in turn, stop it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--pace", type=float, default=2.0, help="moves a second in every game")
    parser.add_argument("--logins", type=float, default=20.0, help="log-ins a second")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    games, rate = min(given.games, MOST_GAMES), min(given.logins, MOST_LOGINS)
    seconds = min(given.seconds, MOST_SECONDS)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory(prefix="tengen-bench-") as folder:
        server = Server(Path(folder) / "data", cores[0], **FREE)
        os.sched_setaffinity(0, {cores[-1]})
        try:
            for number in range(PEOPLE):
                call(server, "register", {"name": f"Player {number}", "password": PASSWORD})
            for _ in range(min(given.rounds, 20)):
                tell("paced", asyncio.run(play(server, games, seconds, given.pace)))
                storm = Storm(server, rate, seconds)
                found = asyncio.run(play(server, games, seconds, given.pace, storm.run))
                tell("paced, with log-ins", {**found, **storm.figures()})
        finally:
            server.stop()


if __name__ == "__main__":
    main()
