"""The server killed with SIGKILL at random moments under load, over and over: is anything lost that anybody was told?

Prints one line of JSON for every kind of store: how many events players were told of and how many of them the log
lacks, has twice, with gaps or in another form. All but the first figures must be 0; else the exit status is 1.

    .venv/bin/python bench/kills.py [--kills 200] [--games 32] [--seed 1]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MOST_KILLS, MOST_GAMES = 10_000, 500

STORES: dict[str, dict[str, str]] = {"sqlite-full": {}}
"""What there is to choose from, each with its settings."""


def besiege(settings: dict[str, str], kills: int, games: int, seed: int) -> dict[str, Any]:
    """Kill a server so many times; what came of it."""
    sys.path.insert(0, str(ROOT))  # the players and their books are shared with the tests
    from tests.server.process import ServerProcess, Web
    from tests.server.under_fire import Audit, Siege

    with tempfile.TemporaryDirectory(prefix="tengen-kills-") as folder:
        server = ServerProcess(Path(folder) / "data", {"SOCKETS_PER_CLIENT": "100000", **settings}).start()
        web = Web(server)
        begin = time.monotonic()
        try:
            siege = Siege(server, web, games, seed)
            wrong = Audit()
            for number in range(kills):
                wrong = wrong.worse(siege.kill())
                tell_progress(f"{number + 1} of {kills}")
            last = siege.end()
        finally:
            web.close()
            server.stop()
        tell_progress("")
    figures = asdict(last.worse(wrong))
    return {"kills": kills, "games": games, **figures, "seconds": round(time.monotonic() - begin)}


def tell_progress(text: str) -> None:
    """On a terminal, in place of what was told before."""
    if sys.stderr.isatty():
        print(f"\r{text:20}\r", end="", file=sys.stderr, flush=True)


def main() -> None:
    """Read the options, try every store."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--games", type=int, default=32)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    is_clean = True
    for store, settings in STORES.items():
        found = besiege(settings, min(given.kills, MOST_KILLS), min(given.games, MOST_GAMES), given.seed)
        print(json.dumps({"figure": "kills", "store": store, **found}), flush=True)
        is_clean = is_clean and not any(found[name] for name in ("lost", "different", "gaps", "doubled", "faults"))
    sys.exit(0 if is_clean else 1)


if __name__ == "__main__":
    main()
