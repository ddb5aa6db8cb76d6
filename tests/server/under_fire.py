"""Players who keep books while their server is killed under them, and an audit of its log against those books.

A table is one game with two sockets. Cut off, it comes back where it was and asks again what was not answered.
Used by tests and by `bench/kills.py`.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import msgspec

from tengen.match.log import decode_event
from tengen.protocol import event_frame, write_frame
from tengen.protocol.frames import FACTS
from tests.server.process import Game, ServerProcess, Web
from tests.server.raw import TEXT, RawSocket, frame, open_raw

KINDS: Final = (("PEACE", 8), ("GO", 9), ("GOMOKU", 15), ("OTHELLO", 8))
CLOCK: Final = {"kind": "fischer", "mainMs": 3_600_000, "incrementMs": 1_000}
LONGEST: Final = 1_500
"""A game with more events is left alone from then on: a log does not take many more."""
PATIENCE_S: Final = 20.0
_TRIES: Final = 30
_AT_ONCE: Final = 50

_read: Final = msgspec.json.Decoder().decode
Frame = dict[str, Any]


class Table:
    """One game, and what its players were told: every event by its number, every answer by the message's id."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game_id, self.size = game.id, int(game.first["boardSize"])
        self.shown: dict[int, Frame] = {}
        self.answers: dict[str, int] = {}
        self.faults: list[str] = []
        self.is_playing = False
        self._heard = [1, 1]
        self._chance = random.Random(seed)
        self._sockets: list[RawSocket] = []
        self._count = self._refused = 0
        self._waiting: tuple[str, bytes] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether every message was answered."""
        return self._waiting is None

    @property
    def is_long(self) -> bool:
        """Whether it is time for another game."""
        return max(self._heard) > LONGEST

    async def sit_down(self, server: ServerProcess) -> list[RawSocket]:
        """Open both sockets, each from the last event that it heard."""
        self._sockets = [
            await open_raw(server, self.game_id, lambda text, seat=seat: self._hear(seat, text), since=since)  # type: ignore[misc]
            for seat, since in enumerate(self._heard)
        ]
        return self._sockets

    def play(self) -> None:
        """Ask again what was not answered, then go on."""
        self.is_playing = True
        if self._waiting is None:
            self._move()
        else:
            self._send()

    # --- what is said

    def _move(self) -> None:
        """Place a stone anywhere; the server knows whether that is allowed."""
        if self._refused > _TRIES:
            self._ask("pass")
        else:
            x, y = self._chance.randrange(self.size), self._chance.randrange(self.size)
            self._ask("place", f',"x":{x},"y":{y}')

    def _ask(self, type_: str, more: str = "") -> None:
        if self.is_playing:
            self._count += 1
            name = str(self._count)
            self._waiting = name, f'{{"id":"{name}","type":"{type_}"{more}}}'.encode()
            self._send()

    def _send(self) -> None:
        if self._waiting is not None:
            self._sockets[len(self.answers) % 2].send(frame(TEXT, self._waiting[1]))

    # --- what is heard

    def _hear(self, seat: int, text: bytes) -> None:
        message = _read(text)
        if "re" in message:
            self._note_answer(message)
        elif "n" in message:
            self._note_event(seat, message)

    def _note_event(self, seat: int, event: Frame) -> None:
        number = event["n"]
        if number != self._heard[seat] + 1 or event["type"] == "reset":
            self.faults.append(f"{event['type']} {number} came after {self._heard[seat]}")
        self._heard[seat] = number
        if self.shown.setdefault(number, plain(event)) != plain(event):
            self.faults.append(f"event {number} was told in two ways")

    def _note_answer(self, answer: Frame) -> None:
        if self._waiting is None or answer["re"] != self._waiting[0]:
            self.faults.append(f"nobody waits for {answer}")
            return
        error = answer.get("error")
        if error == "TRY_AGAIN":
            asyncio.get_running_loop().call_later(0.05, self._send)
            return
        name, _ = self._waiting
        self._waiting = None
        if error is None:
            self.answers[name] = answer["ok"]
            self._refused = 0
            self._move()
        elif error == "GAME_OVER":
            self._ask("restart")
        elif error == "MUST_PASS":
            self._ask("pass")
        else:
            self._refused = 0 if error == "NO_PASS" else self._refused + 1
            self._move()


def plain(event: Frame) -> Frame:
    """An event without clock and position, which are told only as it happens."""
    return {name: value for name, value in event.items() if name not in FACTS}


def open_tables(web: Web, count: int, chance: random.Random) -> list[Table]:
    """Some games of each kind, every other one with a clock."""
    tables = []
    for number in range(count):
        kind, size = KINDS[number % len(KINDS)]
        clock = {"clock": CLOCK} if number // len(KINDS) % 2 else {}
        tables.append(Table(web.start(kind, size, **clock), chance.randrange(2**32)))
    return tables


async def _play(
    server: ServerProcess, tables: Sequence[Table], after_s: float, by: int
) -> tuple[list[int | None], float]:
    """Play for so long, then send the server this signal; how the sockets were closed, and when the signal was sent."""
    sockets: list[RawSocket] = []
    for first in range(0, len(tables), _AT_ONCE):
        some = await asyncio.gather(*[table.sit_down(server) for table in tables[first : first + _AT_ONCE]])
        sockets += [raw for pair in some for raw in pair]
    for table in tables:
        table.play()
    await asyncio.sleep(after_s)
    assert server.process is not None
    server.process.send_signal(by)
    begin = time.monotonic()
    return await asyncio.wait_for(asyncio.gather(*[raw.closed for raw in sockets]), PATIENCE_S), begin


def play_until_stopped(
    server: ServerProcess, tables: Sequence[Table], after_s: float, by: int = signal.SIGKILL
) -> tuple[list[int | None], float]:
    """Play for so long, then end the server; the codes with which it closed the sockets, and the seconds it took."""
    codes, begin = asyncio.run(_play(server, tables, after_s, by))
    assert server.process is not None
    server.process.wait(PATIENCE_S)
    return codes, time.monotonic() - begin


def settle(server: ServerProcess, tables: Sequence[Table], moves: int = 3) -> None:
    """Go on with every game for some moves, and wait for all answers."""

    async def go_on() -> None:
        sockets = [await table.sit_down(server) for table in tables]
        goals = [len(table.answers) + moves for table in tables]
        for table in tables:
            table.play()
        async with asyncio.timeout(PATIENCE_S):
            while not all(len(table.answers) >= goal for table, goal in zip(tables, goals, strict=True)):
                await asyncio.sleep(0.02)
            for table in tables:
                table.is_playing = False
            while not all(table.is_settled for table in tables):
                await asyncio.sleep(0.02)
            await asyncio.sleep(0.2)  # the last events
        for raw in (raw for pair in sockets for raw in pair):
            raw.cut()
            await raw.closed

    asyncio.run(go_on())


@dataclass
class Audit:
    """What the books say, and how often the log disagrees with them."""

    acknowledged: int = 0
    shown: int = 0
    lost: int = 0
    different: int = 0
    gaps: int = 0
    doubled: int = 0
    faults: int = 0

    def __add__(self, other: Audit) -> Audit:
        return Audit(*[getattr(self, field.name) + getattr(other, field.name) for field in fields(self)])

    def worse(self, other: Audit) -> Audit:
        """The larger figure of each."""
        return Audit(*[max(getattr(self, field.name), getattr(other, field.name)) for field in fields(self)])

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong."""
        return not any(getattr(self, field.name) for field in fields(self)[2:])


def audit(database: Path, tables: Iterable[Table], *, are_settled: bool = False) -> Audit:
    """Compare the log with the books, in a copy: whoever opens the file itself would mend it.

    Where all messages were answered, as many were carried out.
    """
    found = Audit()
    with tempfile.TemporaryDirectory() as folder:
        for path in (database, Path(f"{database}-wal")):
            if path.exists():
                shutil.copy(path, folder)
        with closing(sqlite3.connect(Path(folder) / database.name)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
            for table in tables:
                _audit_table(connection, table, found, are_settled)
    return found


def _audit_table(connection: sqlite3.Connection, table: Table, found: Audit, is_settled: bool) -> None:
    question = "SELECT n, body FROM events JOIN matches ON key = match_key WHERE id = ? ORDER BY n"
    rows = connection.execute(question, (table.game_id,)).fetchall()
    log = {n: plain(_read(write_frame(event_frame(decode_event(n, body))))) for n, body in rows}
    found.gaps += list(log) != list(range(1, len(log) + 1))
    found.acknowledged += len(table.answers)
    found.shown += len(table.shown)
    found.lost += sum(number not in log for number in {*table.answers.values(), *table.shown})
    found.different += sum(log.get(number, event) != event for number, event in table.shown.items())
    found.doubled += len(table.answers) - len(set(table.answers.values()))
    if is_settled:
        done = sum(event["type"] in ("moved", "restarted") for event in log.values())
        found.doubled += abs(done - len(table.answers))
    found.faults += len(table.faults)


class Siege:
    """A server that is killed and started again, over and over, while the same games go on."""

    def __init__(self, server: ServerProcess, web: Web, games: int, seed: int) -> None:
        self._server, self._web, self._games = server, web, games
        self._chance = random.Random(seed)
        self.tables = open_tables(web, games, self._chance)
        self._left: list[Table] = []

    @property
    def faults(self) -> list[str]:
        """What players found wrong, at any table."""
        return [fault for table in (*self.tables, *self._left) for fault in table.faults]

    def kill(self, longest_s: float = 1.0) -> Audit:
        """Play for a moment, kill the server, look at its log and start it again."""
        play_until_stopped(self._server, self.tables, self._chance.uniform(0.0, longest_s))
        found = audit(self._server.database, self.tables)
        self._server.start()
        self._left += [table for table in self.tables if table.is_long]
        self.tables = [table for table in self.tables if not table.is_long]
        self.tables += open_tables(self._web, self._games - len(self.tables), self._chance)
        return found

    def end(self) -> Audit:
        """Go on with every game, stop the server, and look at everything once more."""
        settle(self._server, self.tables)
        self._server.stop()
        found = audit(self._server.database, self.tables, are_settled=True)
        return found + audit(self._server.database, self._left)
