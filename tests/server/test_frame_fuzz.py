"""Whatever comes over a socket, it is answered or the socket is closed; the server and all other games go on."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections import Counter, deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tengen.core import ErrorCode
from tengen.protocol import MESSAGE_TYPES, Incoming, ServerCode
from tests.server.hostile_frames import BREACHES, Breach, HostileFrames, Sent
from tests.server.process import Game, ServerProcess, Web
from tests.server.raw import CLOSE, PATIENCE_S, TEXT, RawSocket, frame, open_raw

pytestmark = pytest.mark.long

GAMES: Final = (("GO", 9), ("GOMOKU", 15), ("OTHELLO", 8), ("PEACE", 8))
COPIES: Final = 24
SOCKETS: Final = 6
UNDER_WAY: Final = 40
A_TURN: Final = 1000
ONE_BREACH_IN: Final = 1000

SLACK_KIB, KIB_AN_EVENT = 16 * 1024, 0.5
"""What a server may need more in the second half than in the first: games grow, nothing else does."""

CODES: Final = {*map(str, ErrorCode), *map(str, ServerCode)} - {"BROKEN", "TRY_AGAIN"}
"""What may be answered: a server that refuses with BROKEN has met its own mistake."""

_read: Final = msgspec.json.Decoder().decode


class Tally:
    """What was sent and what came of it."""

    def __init__(self) -> None:
        self.sent = 0
        self.answers: Counter[str] = Counter()
        self.faults: list[str] = []

    def note(self, sent: Sent, answer: dict[str, Any]) -> None:
        """An answer has come, in its turn."""
        code = answer.get("error", "ok")
        self.answers[code] += 1
        if sent.name is not None and answer["re"] != sent.name:
            self.faults.append(f"{sent.data!r} was answered {answer}")
        if code not in CODES and not isinstance(answer.get("ok"), int):
            self.faults.append(f"{sent.data[:300]!r} was answered {answer}")


class Turn:
    """A socket that sends its share of frames, so many at a time, and counts one answer for each."""

    def __init__(self, frames: Iterator[Sent], tally: Tally) -> None:
        self._frames, self._tally = frames, tally
        self._waiting: deque[Sent] = deque()
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.raw: RawSocket

    def hear(self, payload: bytes) -> None:
        """An answer, or an event of the match."""
        answer = _read(payload)
        if "re" not in answer:
            return
        if not self._waiting:
            self._tally.faults.append(f"nobody asked for {answer}")
            return
        self._tally.note(self._waiting.popleft(), answer)
        if len(self._waiting) <= UNDER_WAY // 2:
            self.pump()

    def pump(self) -> None:
        """Send as many as may be under way."""
        more = list(islice(self._frames, UNDER_WAY - len(self._waiting)))
        self._waiting.extend(more)
        self._tally.sent += len(more)
        if more:
            self.raw.send(b"".join([sent.data for sent in more]))
        elif not self._waiting and not self.done.done():
            self.done.set_result(None)


async def fuzz(server: ServerProcess, games: list[Game], frames: int, tally: Tally, seed: int) -> None:
    """Send so many frames from one socket after another, each to another match."""
    chance = random.Random(seed)
    for number, game in enumerate(islice(cycle(games[seed * 7 :] + games[: seed * 7]), frames // A_TURN)):
        hostile = HostileFrames(chance, f"{seed}-{number}-", game.first["boardSize"])
        turn = Turn(islice(iter(hostile.next, None), A_TURN), tally)
        turn.raw = await open_raw(server, game.watch_id if number % 8 == 1 else game.id, turn.hear, since=1)
        turn.pump()
        await asyncio.wait((turn.done, turn.raw.closed), return_when=asyncio.FIRST_COMPLETED)
        if not turn.done.done():
            tally.faults.append(f"a socket was closed with {turn.raw.closed.result()}")
        turn.raw.send(frame(CLOSE, (1000).to_bytes(2, "big")))
        await asyncio.wait_for(turn.raw.closed, PATIENCE_S)


async def breach(server: ServerProcess, game: Game, what: Breach) -> int | None:
    """Ask something, be answered, break the protocol; the code with which the socket is closed."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[None] = loop.create_future()

    def hear(payload: bytes) -> None:
        if b'"re"' in payload:
            answered.set_result(None)

    raw = await open_raw(server, game.id, hear, since=1)
    try:
        raw.send(frame(TEXT, b"{}"))
        await asyncio.wait_for(answered, PATIENCE_S)
        raw.send(what.data)
        return await asyncio.wait_for(raw.closed, PATIENCE_S)
    finally:
        raw.cut()


async def break_rules(server: ServerProcess, game: Game, times: int, tally: Tally) -> None:
    """Break the protocol so many times, in every way."""
    for what in islice(cycle(BREACHES), times):
        code = await breach(server, game, what)
        if code != what.code:
            tally.faults.append(f"{what.rule}: closed with {code}")
        await asyncio.sleep(0.05)


class Bystander:
    """Two sockets of a game that has nothing to do with it all, in which a stone is placed now and then."""

    def __init__(self, server: ServerProcess, game: Game) -> None:
        self._server, self._game = server, game
        self.moves = 0
        self.events: tuple[list[int], list[int]] = ([], [])
        self._answered: asyncio.Future[dict[str, Any]]

    async def play(self) -> None:
        """Play until cancelled."""
        player = await open_raw(self._server, self._game.id, lambda text: self._hear(0, text), since=1)
        watcher = await open_raw(self._server, self._game.watch_id, lambda text: self._hear(1, text), since=1)
        try:
            for number in count():
                self._answered = asyncio.get_running_loop().create_future()
                type_ = '"place","x":0,"y":0' if number % 2 == 0 else '"takeback"'
                player.send(frame(TEXT, f'{{"id":"{number}","type":{type_}}}'.encode()))
                answer = await asyncio.wait_for(self._answered, PATIENCE_S)
                assert answer == {"re": str(number), "ok": number + 2}
                self.moves += 1
                await asyncio.sleep(0.2)
        finally:
            player.cut()
            watcher.cut()

    def _hear(self, place: int, text: bytes) -> None:
        message = json.loads(text)
        if "n" in message:
            self.events[place].append(message["n"])
        else:
            self._answered.set_result(message)


async def besiege(server: ServerProcess, games: list[Game], other: Game, frames: int) -> Tally:
    """Send all frames, in two halves, and look at the server's memory after each."""
    tally = Tally()
    bystander = Bystander(server, other)
    playing = asyncio.create_task(bystander.play())
    memory_kib, events = [], []
    for half in range(2):
        shares = [fuzz(server, games, frames // 2 // SOCKETS, tally, 2 * seed + half) for seed in range(SOCKETS)]
        await asyncio.gather(*shares, break_rules(server, games[0], frames // 2 // ONE_BREACH_IN, tally))
        memory_kib.append(server.memory_kib())
        events.append(tally.answers["ok"])
    growth_kib = memory_kib[1] - memory_kib[0]
    assert growth_kib < SLACK_KIB + KIB_AN_EVENT * (events[1] - events[0]), memory_kib
    assert not playing.done(), playing
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing
    tally.answers["ok"] += bystander.moves
    for heard in bystander.events:
        assert heard == list(range(2, 2 + len(heard)))
        assert len(heard) >= bystander.moves > 0
    return tally


def answers_by_code(web: Web) -> dict[str, int]:
    """How often the server says it gave each answer."""
    found = re.findall(r'^tengen_messages_total\{result="(\w+)"\} (\S+)$', web.get("/metrics").text, re.MULTILINE)
    return {code: round(float(number)) for code, number in found}


def faults_in_log(server: ServerProcess, since: int = 0) -> list[str]:
    """Entries of the log after so many bytes that tell of a mistake of ours."""
    lines = server.log.read_bytes()[since:].decode().splitlines()
    return [line for line in lines if "Traceback" in line or '"level": "error"' in line]


@contextmanager
def running(tmp_path: Path) -> Iterator[tuple[ServerProcess, Web]]:
    server = ServerProcess(tmp_path / "data", {"SOCKETS_PER_CLIENT": "1000"}).start()
    web = Web(server)
    try:
        yield server, web
    finally:
        web.close()
        server.stop()


def check_that_nothing_harms(tmp_path: Path, frames: int) -> None:
    """Every frame is answered or closes its socket, and nobody else notices anything."""
    with running(tmp_path) as (server, web):
        games = [web.start(kind, size) for _ in range(COPIES) for kind, size in GAMES]
        untouched, other = web.start("OTHELLO", 8), web.start("GO", 9)
        before = untouched.moves((3, 2), (2, 2))
        tally = asyncio.run(besiege(server, games, other, frames))
        assert tally.faults == []
        assert tally.sent == frames // 2 // SOCKETS // A_TURN * A_TURN * SOCKETS * 2
        assert server.process is not None
        assert server.process.poll() is None
        answers = answers_by_code(web)
        answers["BAD_BODY"] -= frames // 2 // ONE_BREACH_IN * 2  # one before each breach
        assert answers == tally.answers
        assert untouched.state == before
        assert untouched.move(2, 3)["moveNumber"] == 3
        for game in games:
            assert game.state["gameId"] == game.id
        assert faults_in_log(server) == []


def test_no_frame_harms_the_server(tmp_path: Path) -> None:
    check_that_nothing_harms(tmp_path, 24_000)


def test_a_million_frames_do_not_harm_the_server(tmp_path: Path) -> None:
    check_that_nothing_harms(tmp_path, 1_008_000)


@pytest.mark.parametrize("what", BREACHES, ids=lambda what: what.rule)
async def test_a_breach_of_the_protocol_closes_its_socket_with_the_right_code(
    server: ServerProcess, web: Web, what: Breach
) -> None:
    log_size = server.log.stat().st_size
    assert await breach(server, web.start("PEACE"), what) == what.code
    assert faults_in_log(server, log_size) == []


async def test_who_hangs_up_in_the_middle_leaves_no_trace_in_the_log(tmp_path: Path) -> None:
    async def come_and_go(server: ServerProcess, game: Game, seed: int) -> None:
        hostile = HostileFrames(random.Random(seed), f"{seed}-", 8)
        for _ in range(40):
            raw = await open_raw(server, game.id, since=1)
            for _ in range(3):
                raw.send(b"".join([hostile.next().data for _ in range(10)]))
                await asyncio.sleep(0)
            raw.cut()
            await raw.closed

    with running(tmp_path) as (server, web):
        game = web.start("PEACE")
        await asyncio.gather(*[come_and_go(server, game, seed) for seed in range(8)])
        assert game.state["gameId"] == game.id
        assert faults_in_log(server) == []


def test_every_field_of_the_schema_is_tried() -> None:
    frames = HostileFrames(random.Random(1), "f", 9)
    seen = b"".join(frames.next().data for _ in range(3000))
    for name in (*Incoming.__struct_fields__, "constructor", "__proto__", *MESSAGE_TYPES):
        assert f'"{name}"'.encode() in seen
