"""T21: a connection that is cut at any byte costs nobody a move, and no move is played twice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from tests.server.clients import Client, Table
from tests.server.process import ServerProcess
from tests.server.proxy import Proxy, Way

ENDS = pytest.mark.parametrize("abruptly", [False, True], ids=["ended", "reset"])
WAYS = pytest.mark.parametrize("way", Way, ids=lambda way: way.value)


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[Proxy]:
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def table(server: ServerProcess, proxy: Proxy) -> Iterator[Table]:
    """A board so large that there is a point for every byte."""
    table = Table(server, proxy, "PEACE", 16)
    yield table
    table.close()


def points(table: Table) -> Iterator[tuple[Client, dict[str, int]]]:
    """Who is to move, and to which empty point, for ever."""
    empty = [dict(point) for point in table.game.first["legalMoves"]]
    for turn, point in enumerate(empty):
        yield (table.black, table.white)[turn % 2], point


def all_heard_the_same(table: Table, number: int) -> None:
    for client in table.clients:
        client.catch_up(number)
    assert table.black.heard == table.white.heard == table.watcher.heard


@WAYS
@ENDS
def test_a_move_that_is_cut_at_any_byte_is_played_once(table: Table, way: Way, abruptly: bool) -> None:
    """The frame on its way up; its answer and its event on their way down."""
    moves = points(table)
    for octets in count():
        mover, point = next(moves)
        line, number = mover.line, mover.number
        line.cut_after(way, octets, abruptly=abruptly)
        name = mover.send("place", **point)
        assert mover.answer(name) == {"re": name, "ok": number + 1}
        all_heard_the_same(table, number + 1)
        assert mover.heard[-1]["x"] == point["x"]
        if not line.is_cut:
            break  # all of it has passed
    assert octets >= (40 if way is Way.UP else 60)
    assert table.game.state["moveNumber"] == octets + 1
    assert table.black.connections + table.white.connections == octets + 2


@WAYS
@ENDS
def test_a_move_that_is_refused_is_refused_once_more_and_changes_nothing(
    table: Table, way: Way, abruptly: bool
) -> None:
    before = table.game.state
    for octets in range(0, 120, 7):
        table.white.line.cut_after(way, octets, abruptly=abruptly)
        name = table.white.send("place", x=0, y=0)
        assert table.white.answer(name)["error"] == "NOT_YOUR_TURN"
        table.white.connect()
    assert table.game.state == before


@WAYS
@ENDS
def test_who_is_cut_off_while_coming_back_comes_back_again(table: Table, way: Way, abruptly: bool) -> None:
    """At any byte of the handshake, of what was missed, and of the move that is asked again."""
    moves = points(table)
    for octets in range(0, 700, 16):
        mover, point = next(moves)
        number = mover.number
        mover.line.cut_after(Way.UP, 3)
        mover.cut_next(way, octets, abruptly=abruptly)
        name = mover.send("place", **point)
        assert mover.answer(name) == {"re": name, "ok": number + 1}
        all_heard_the_same(table, number + 1)
        mover.connect()


def test_two_equal_passes_are_two_moves_though_each_is_sent_three_times(server: ServerProcess, proxy: Proxy) -> None:
    table = Table(server, proxy, "GO", 9, rules={"dead_stones": "agree"})
    for player in (table.black, table.white):
        first = player.ask("pass")
        for _ in range(2):
            player.connect()
            assert player.ask_again("m1") == first
    state = table.game.state
    assert (state["moveNumber"], state["phase"]) == (2, "agree")
    assert [move["pass"] for move in state["moves"]] == [True, True]
    all_heard_the_same(table, 4)
    table.close()


@pytest.mark.parametrize("off", [-1, 1, 7])
def test_a_move_for_another_moment_is_refused_with_where_the_match_stands(table: Table, off: int) -> None:
    table.black.ask("place", x=0, y=0)
    before = table.game.state
    refused = table.white.ask("place", x=1, y=0, revision=before["revision"] + off)
    assert (refused["error"], refused["revision"], refused["ply"]) == ("STALE", before["revision"], 1)
    assert table.game.state == before
