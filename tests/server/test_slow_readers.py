"""Peers that never read, never finish or never stop: they are cut off, cost little, and hold up nobody else."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.process import ServerProcess, Web
from tests.server.raw import CONT, PING, TEXT, frame, hello
from tests.server.sockets import socket_to
from tests.server.watched import (
    Watched,
    asked,
    deaf_peers,
    is_cut_off,
    placed_and_taken_back,
    until,
    with_a_great_capture,
)

pytestmark = pytest.mark.long

MANY: Final = 100
MOST_KIB: Final = 10 * 1024
"""What a hundred peers that do not read may cost in all, beyond their open sockets."""
PROMPT_S: Final = 2.0
"""How long anybody else waits for an answer at most, on a busy machine; on an idle one it is a few milliseconds."""
FLOOD_OCTETS: Final = 12_000_000
HANDSHAKE_S: Final = 10.0


@contextmanager
def running(tmp_path: Path, **settings: str) -> Iterator[Watched]:
    server = ServerProcess(tmp_path / "data", {"SOCKETS_PER_CLIENT": "1000", **settings}).start()
    web = Web(server)
    try:
        yield Watched(server, web)
    finally:
        web.close()
        server.stop()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    """A server that soon gives up who does not read, and lets everybody send as fast as they can.

    Whoever measures its memory needs one of its own: what another test left free would hide what this one takes.
    """
    with running(tmp_path, WRITE_TIMEOUT_S="1") as watched:
        yield watched


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server for who measures no memory. Peers that answer no ping are given up soon."""
    with running(tmp_path_factory.mktemp("quick"), PING_S="0.5") as watched:
        yield watched


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A server that lets nobody send faster than by default; one test measures its memory, and is the first."""
    with running(tmp_path_factory.mktemp("strict"), WRITE_TIMEOUT_S="1", MESSAGE_RATE="40/2second") as watched:
        yield watched


# --- who does not read


def test_a_hundred_watchers_who_never_read_are_cut_off_and_cost_little(watched: Watched) -> None:
    server = watched.server
    game, other = with_a_great_capture(watched.web), watched.web.start("PEACE")
    sockets = watched.sockets
    with deaf_peers(server, MANY, hello(server, game.watch_id, since=1)) as peers:
        assert until(lambda: watched.sockets >= sockets + MANY)
        before_kib = watched.look()
        took_s = []
        with socket_to(server, game.id) as player, socket_to(server, other.id) as bystander:
            for turn in range(200):
                took_s += [asked(player, "redo" if turn % 2 else "takeback"), placed_and_taken_back(bystander)]
                watched.look()
        assert until(lambda: watched.cut_off(1013) == MANY)
        assert all(is_cut_off(peer) for peer in peers)
    assert max(took_s) < PROMPT_S
    assert watched.peak_kib - before_kib < MOST_KIB


def test_a_hundred_players_who_never_read_their_answers_are_cut_off_and_cost_little(watched: Watched) -> None:
    server = watched.server
    game, other = watched.web.start("GO", 19), watched.web.start("PEACE")
    took_s = []
    with deaf_peers(server, MANY, hello(server, game.id)) as peers, socket_to(server, other.id) as bystander:
        assert until(lambda: watched.sockets > MANY)
        before_kib = watched.look()

        def are_all_cut_off() -> bool:
            for peer in peers:
                with suppress(OSError):
                    peer.send(frame(TEXT, b"{}") * 200)
            took_s.append(placed_and_taken_back(bystander))
            watched.look()
            return watched.cut_off(1013) == MANY

        assert until(are_all_cut_off)
        assert all(is_cut_off(peer) for peer in peers)
    assert max(took_s) < PROMPT_S
    assert watched.peak_kib - before_kib < MOST_KIB


def test_a_hundred_who_resume_a_long_game_and_never_read_cost_little(watched: Watched) -> None:
    server = watched.server
    game, other = with_a_great_capture(watched.web), watched.web.start("PEACE")
    with socket_to(server, game.id) as player:
        for turn in range(500):
            asked(player, "redo" if turn % 2 else "takeback")
    before_kib = watched.look()
    took_s = []
    with (
        socket_to(server, other.id) as bystander,
        deaf_peers(server, MANY, hello(server, game.watch_id, since=1)),
    ):

        def are_all_served() -> bool:
            took_s.append(placed_and_taken_back(bystander))
            watched.look()
            return watched.figure("tengen_sockets") > MANY

        assert until(are_all_served)
        for _ in range(20):
            took_s.append(placed_and_taken_back(bystander))
            watched.look()
    assert max(took_s) < PROMPT_S
    assert watched.peak_kib - before_kib < 4 * MOST_KIB  # with the sockets themselves


# --- who does not stop


FLOODS: Final = [
    pytest.param(b"", frame(PING, b"x" * 125) * 500, id="pings"),
    pytest.param(frame(TEXT, b"{", fin=False), frame(CONT, b"", fin=False) * 5000, id="empty pieces"),
    pytest.param(frame(TEXT, b"{", fin=False), frame(CONT, b" ", fin=False) * 5000, id="pieces of one byte"),
    pytest.param(b"", frame(TEXT, b"{}") * 500, id="messages"),
]


@pytest.mark.parametrize(("first", "flood"), FLOODS)
def test_a_flood_from_one_peer_costs_nothing_in_the_long_run(watched: Watched, first: bytes, flood: bytes) -> None:
    """Either it is cut off or held back, or memory does not grow with it."""
    server = watched.server
    game, other = watched.web.start("PEACE"), watched.web.start("PEACE")
    memory_kib, took_s, sent = [], [], 0
    with deaf_peers(server, 1, hello(server, game.id, since=1)) as (peer,), socket_to(server, other.id) as bystander:
        placed_and_taken_back(bystander)
        peer.settimeout(0.05)
        deadline = time.monotonic() + 20
        with suppress(ConnectionError):
            peer.send(first)
            while sent < FLOOD_OCTETS and time.monotonic() < deadline:
                with suppress(TimeoutError):
                    sent += peer.send(flood)
                if sent > FLOOD_OCTETS // 6:
                    memory_kib.append(watched.look())
                took_s.append(placed_and_taken_back(bystander))
    assert max(memory_kib, default=0) - min(memory_kib, default=0) < MOST_KIB // 4
    assert max(took_s) < PROMPT_S


def test_bursts_of_short_messages_hold_up_nobody(strict: Watched) -> None:
    server = strict.server
    game, other = strict.web.start("PEACE"), strict.web.start("PEACE")
    with deaf_peers(server, MANY // 5, hello(server, game.id, since=1)) as peers:
        assert until(lambda: strict.sockets > MANY // 5)
        before_kib = strict.look()
        for peer in peers:
            with suppress(OSError):
                peer.send(frame(TEXT, b"{}") * 40_000)
        begin = time.monotonic()
        other.move(0, 0)
        assert time.monotonic() - begin < PROMPT_S
        assert until(lambda: all(is_cut_off(peer) for peer in peers))
    assert strict.look() - before_kib < MOST_KIB


def test_who_sends_too_fast_for_long_is_cut_off(strict: Watched) -> None:
    assert closed_after(strict, b'{"id":"%d","type":"pass"}') == 1008


def test_who_sends_garbage_too_fast_for_long_is_cut_off_too(strict: Watched) -> None:
    assert closed_after(strict, b"%d") == 1008


def closed_after(watched: Watched, message: bytes) -> int | None:
    """Send many messages and read the answers; the code with which the socket is closed for it."""
    game = watched.web.start("PEACE")
    with socket_to(watched.server, game.id) as sender:
        try:
            for number in range(300):
                sender.connection.send((message % number).decode())
                sender.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None
    return None


def test_to_ask_again_what_was_answered_long_ago_costs_little(quick: Watched) -> None:
    with socket_to(quick.server, quick.web.start("GO", 9).id) as player:
        answers = {}
        for number in range(500):
            answers[f"again{number}"] = player.ask("place", id_=f"again{number}", x=0, y=0)
            asked(player, "takeback")
        before_s = quick.cpu_s()
        for name in list(answers)[-40:]:
            assert player.ask("place", id_=name, x=0, y=0) == answers[name]
        assert (quick.cpu_s() - before_s) / 40 < 0.005


# --- who does not finish


@pytest.mark.parametrize(
    "beginning",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"GET /api/game/x/ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: webso", id="half a handshake"),
        pytest.param(
            b"POST /api/game/start HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{",
            id="half a body",
        ),
    ],
)
def test_who_never_finishes_a_call_is_cut_off_in_time_and_holds_up_nobody(watched: Watched, beginning: bytes) -> None:
    server, sockets = watched.server, watched.sockets
    other = watched.web.start("PEACE")
    took_s = []
    with deaf_peers(server, 5 * MANY, beginning) as peers, socket_to(server, other.id) as bystander:
        assert until(lambda: watched.sockets >= sockets + 5 * MANY)

        def are_all_cut_off() -> bool:
            drip(peers)
            took_s.append(placed_and_taken_back(bystander))
            time.sleep(0.2)
            return watched.sockets <= sockets + 2

        assert until(are_all_cut_off, HANDSHAKE_S + 5)
    assert max(took_s) < PROMPT_S


def drip(peers: list[socket.socket]) -> None:
    """One more byte from each of those who have begun."""
    for peer in peers[::2]:
        with suppress(OSError):
            peer.send(b"x")


def test_a_frame_without_an_end_is_cut_off_when_it_answers_no_ping(quick: Watched) -> None:
    server = quick.server
    game = quick.web.start("PEACE")
    with deaf_peers(server, MANY, hello(server, game.id, since=1)) as peers:
        for peer in peers:
            peer.send(frame(TEXT, b"x" * 100)[:50])
        assert until(lambda: all(is_cut_off(peer) for peer in peers), 5.0)


def test_a_message_that_comes_byte_by_byte_is_answered_and_holds_up_nobody(watched: Watched) -> None:
    server = watched.server
    game, other = watched.web.start("PEACE"), watched.web.start("PEACE")
    text = b'{"id":"a","type":"place","x":0,"y":0}'
    with deaf_peers(server, MANY, hello(server, game.id, since=1)) as peers, socket_to(server, other.id) as bystander:
        for place in range(len(text)):
            for peer in peers:
                peer.send(frame(CONT if place else TEXT, text[place : place + 1], fin=place == len(text) - 1))
            assert placed_and_taken_back(bystander) < PROMPT_S
        assert until(lambda: game.state["moveNumber"] == 1)
