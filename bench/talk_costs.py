"""What one call about talk and order costs the server: one line of JSON a figure, as `bench/call_costs.py` tells them.

    .venv/bin/python -m bench.talk_costs [--calls 10] [--rounds 3]

Nobody says more than five lines in ten seconds, so that many people talk. CPU is of all threads of the server.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

from bench.account_costs import FREE, PASSWORD, Browser, administrator
from bench.call_costs import Call, Server, measure

PUPILS = 60
LINES = 3
LONG = "x" * 200


def calls(server: Server, folder: Path) -> dict[str, Call]:
    """Every call about talk and order, as it costs most."""
    keeper = administrator(server, folder)
    people = [Browser(server) for _ in range(PUPILS)]
    for number, person in enumerate(people):
        person.ask("POST", "/api/auth/register", {"name": f"Pupil {number}", "password": PASSWORD})
    ann = people[0]
    game = ann.ask("POST", "/api/game/start", {"gameType": "GO", "seat": "BLACK"})
    chat, users = f"/api/game/{game['watchId']}/chat", "/api/moderation/users"
    for _ in range(LINES):
        for person in people[1:]:
            person.ask("POST", chat, {"text": LONG})
    for number in range(1, PUPILS):
        ann.ask("POST", "/api/relations/mute", {"name": f"Pupil {number}"})
    for _ in range(100):
        keeper.ask("POST", f"{users}/Pupil%200/warn", {"reason": LONG})
    speakers, reporters = cycle(people[1:]), cycle(people[2:])
    reported = {"about": "Pupil 1", "gameId": game["watchId"], "reason": "insult", "text": "x" * 500}
    people[1].ask("POST", "/api/reports", {**reported, "about": "Pupil 2"})
    report_id = keeper.ask("GET", "/api/moderation/reports")["reports"][0]["id"]

    def by(whom: Iterator[Browser], path: str, body: Any) -> Call:
        def call(number: int) -> tuple[int, int]:
            return next(whom).measured("POST", path, body)(number)

        return call

    because: dict[str, Any] = {"reason": LONG}
    return {
        "GET /api/game/{game_id}/chat": people[1].measured("GET", chat),
        "POST /api/game/{game_id}/chat": by(speakers, chat, {"text": "围" * 200}),
        "POST /api/auth/talk": ann.measured("POST", "/api/auth/talk", lambda number: {"on": bool(number % 2)}),
        "GET /api/relations": ann.measured("GET", "/api/relations"),
        "POST /api/relations/{asked}": ann.measured("POST", "/api/relations/block", {"name": "Pupil 5"}),
        "POST /api/reports": by(reporters, "/api/reports", reported),
        "GET /api/notices": ann.measured("GET", "/api/notices"),
        "POST /api/notices/seen": ann.measured("POST", "/api/notices/seen", {"upTo": 2**53}),
        "GET /api/moderation/reports": keeper.measured("GET", "/api/moderation/reports"),
        "GET /api/moderation/reports/{report_id}": keeper.measured("GET", f"/api/moderation/reports/{report_id}"),
        "POST /api/moderation/reports/{report_id}/handle (unknown)": keeper.measured(
            "POST", "/api/moderation/reports/x/handle", {"outcome": "acted"}, 404
        ),
        "POST /api/moderation/users/{name}/warn": keeper.measured("POST", f"{users}/Pupil%206/warn", because),
        "POST /api/moderation/users/{name}/silence": keeper.measured("POST", f"{users}/Pupil%207/silence", because),
        "POST /api/moderation/users/{name}/ban": keeper.measured("POST", f"{users}/Pupil%208/ban", because),
        "POST /api/moderation/users/{name}/reset-avatar": keeper.measured(
            "POST", f"{users}/Pupil%209/reset-avatar", because
        ),
        "POST /api/moderation/results/{watch_id}/annul (unknown)": keeper.measured(
            "POST", "/api/moderation/results/x/annul", {"reason": "x"}, 404
        ),
    }


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=10, choices=range(2, 21), metavar="2..20")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 5), metavar="1..4")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder) / "data"
        server = Server(data_dir, **FREE, PASSWORD_MEMORY_KIB="64", PASSWORD_PASSES="1")
        try:
            for name, call in calls(server, data_dir).items():
                measure(server, name, call, arguments.calls, arguments.rounds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
