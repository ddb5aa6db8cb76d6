"""What one call about talk and order costs the server: one line of JSON a figure, as `bench/call_costs.py` tells them.

    .venv/bin/python -m bench.talk_costs [--calls 10] [--rounds 3]

Nobody says more than five lines in ten seconds, so that many people talk. CPU is of all threads of the server.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count, cycle
from pathlib import Path
from typing import Any
from urllib.parse import quote

from bench.account_costs import FREE, PASSWORD, Browser, administrator
from bench.call_costs import Call, Server, measure
from websockets.sync.client import ClientConnection, connect

PUPILS = 60
LINES = 3
LONG = "x" * 200


def calls(server: Server, folder: Path, opened: ExitStack) -> dict[str, Call]:
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
    for number, person in enumerate(people[3:53]):
        person.ask("POST", "/api/reports", {**reported, "about": f"Pupil {number // 3}"})
    to_handle = [report["id"] for report in keeper.ask("GET", "/api/moderation/reports")["reports"]]

    def by(whom: Iterator[Browser], path: str, body: Any) -> Call:
        def call(number: int) -> tuple[int, int]:
            return next(whom).measured("POST", path, body)(number)

        return call

    def pair(what: str, name: str) -> Call:
        """Something, and what undoes it; the figure is of both."""

        def call(number: int) -> tuple[int, int]:
            keeper.ask("POST", f"{users}/{name}/un{what}")
            return keeper.measured("POST", f"{users}/{name}/{what}", because)(number)

        return call

    def handle(number: int) -> tuple[int, int]:
        done = {"outcome": "acted", "note": "x" * 500}
        return keeper.measured("POST", f"/api/moderation/reports/{to_handle.pop()}/handle", done)(number)

    def rename(_: int) -> tuple[int, int]:
        _, answer, sent = keeper.call("POST", f"{users}/{quote(names[-1])}/reset-name", because)
        names.append(json.loads(answer)["name"])
        return sent, len(answer)

    def say(speakers: Iterator[ClientConnection], text: str) -> Call:
        def call(_: int) -> tuple[int, int]:
            sent = json.dumps({"id": f"{text[:1]} {next(ids)}", "type": "chat", "text": text})
            line = next(speakers)
            line.send(sent)
            got = 0
            while True:
                frame = line.recv()
                got += len(frame)
                if "re" in json.loads(frame):
                    return len(sent), got

        return call

    address = f"ws://127.0.0.1:{server.port}/api/game/{game['watchId']}/ws"
    lines = [
        opened.enter_context(
            connect(address, proxy=None, compression=None, additional_headers={"cookie": person.cookie})
        )
        for person in people[20:50]
    ]
    for line in lines:
        line.recv()
    ids, names = count(), ["Pupil 10"]
    because: dict[str, Any] = {"reason": LONG}
    return {
        "GET /api/game/{game_id}/chat": people[1].measured("GET", chat),
        "POST /api/game/{game_id}/chat": by(speakers, chat, {"text": "围" * 200}),
        "POST /api/auth/talk": ann.measured("POST", "/api/auth/talk", lambda number: {"on": bool(number % 2)}),
        "GET /api/relations": ann.measured("GET", "/api/relations"),
        "POST /api/relations/{asked}": ann.measured("POST", "/api/relations/block", {"name": "Pupil 5"}),
        "POST /api/relations/{asked} (at a game)": people[1].measured(
            "POST", "/api/relations/block", {"name": "Pupil 5", "gameId": game["watchId"]}
        ),
        "POST /api/reports": by(reporters, "/api/reports", reported),
        "GET /api/notices": ann.measured("GET", "/api/notices"),
        "POST /api/notices/seen": ann.measured("POST", "/api/notices/seen", {"upTo": 2**53}),
        "GET /api/moderation/reports": keeper.measured("GET", "/api/moderation/reports"),
        "GET /api/moderation/reports/{report_id}": keeper.measured("GET", f"/api/moderation/reports/{report_id}"),
        "POST /api/moderation/reports/{report_id}/handle (unknown)": keeper.measured(
            "POST", "/api/moderation/reports/x/handle", {"outcome": "acted"}, 404
        ),
        "POST /api/moderation/reports/{report_id}/handle": handle,
        "POST /api/moderation/users/{name}/warn": keeper.measured("POST", f"{users}/Pupil%206/warn", because),
        "POST /api/moderation/users/{name}/silence (with unsilence)": pair("silence", "Pupil%207"),
        "POST /api/moderation/users/{name}/ban (with unban)": pair("ban", "Pupil%208"),
        "POST /api/moderation/users/{name}/reset-name": rename,
        "POST /api/moderation/users/{name}/reset-avatar": keeper.measured(
            "POST", f"{users}/Pupil%209/reset-avatar", because
        ),
        "POST /api/moderation/results/{watch_id}/annul (unknown)": keeper.measured(
            "POST", "/api/moderation/results/x/annul", {"reason": "x"}, 404
        ),
        "WS chat (30 listen)": say(cycle(lines), "围" * 200),
        "WS chat (refused)": say(cycle(lines[:1]), " "),
    }


def main() -> None:
    """Measure everything."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=10, choices=range(2, 21), metavar="2..20")
    parser.add_argument("--rounds", type=int, default=3, choices=range(1, 5), metavar="1..4")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        data_dir = Path(folder) / "data"
        server = Server(data_dir, **FREE, PASSWORD_MEMORY_KIB="64", PASSWORD_PASSES="1")
        try:
            for name, call in calls(server, data_dir, opened).items():
                measure(server, name, call, arguments.calls, arguments.rounds)
        finally:
            server.stop()


if __name__ == "__main__":
    main()
