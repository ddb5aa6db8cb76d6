"""T19, T32: two things at once of which one can be. One wins, the other is told why not, and all see the same.

What only fits one moment says so: it carries the `revision` that its sender has seen.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import pytest

from tests.server.clients import Client, Frame, Table
from tests.server.conftest import NewWeb
from tests.server.process import Game, ServerProcess, Web
from tests.server.proxy import Proxy
from tests.server.sockets import Socket, socket_to

TIMES = 12
DELAYS_MS = (0, 0, 0.3, 1, 3)


WITHOUT_LOCKS = (
    "-c",
    "import tengen.storage.lock as lock; lock._lock = lambda *_, **__: True; import tengen.__main__ as t; t.main()",
)
"""The program on a disk that knows no locks, as some of other machines do."""
REPETITIONS = [pytest.param(0, id="once"), *[pytest.param(n, id=f"{n}", marks=pytest.mark.long) for n in range(1, 6)]]


@pytest.fixture(params=REPETITIONS, autouse=True)
def repetition(request: pytest.FixtureRequest) -> None:
    """Every race is run again and again when there is time."""
    del request


class NewTable(Protocol):
    """Begins one more game between two guests."""

    def __call__(self, game_type: str = "PEACE", size: int = 16, **more: Any) -> Table: ...


@pytest.fixture
def new_table(server: ServerProcess) -> Iterator[NewTable]:
    with Proxy(server.port) as proxy, ExitStack() as tables:

        def make(game_type: str = "PEACE", size: int = 16, **more: Any) -> Table:
            table = Table(server, proxy, game_type, size, **more)
            tables.callback(table.close)
            return table

        yield make


Asked = tuple[Client, str, dict[str, Any]]


def race(turn: int, *asked: Asked) -> list[Frame]:
    """Send all of it at once, who is first changing from turn to turn; the answers in the order of asking."""
    names: dict[int, str] = {}
    order = list(range(len(asked)))
    for which in order if turn % 2 else reversed(order):
        client, type_, more = asked[which]
        names[which] = client.send(type_, **more)
        time.sleep(DELAYS_MS[turn % len(DELAYS_MS)] / 1000)
    return [asked[which][0].answer(names[which]) for which in order]


def results(answers: list[Frame]) -> list[str]:
    return sorted(answer.get("error", "ok") for answer in answers)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make all calls at the same moment, each from a thread of its own; what they return."""
    together = threading.Barrier(len(calls))
    found: dict[int, Any] = {}

    def call(which: int) -> None:
        together.wait()
        found[which] = calls[which]()

    threads = [threading.Thread(target=call, args=(which,)) for which in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [found[which] for which in range(len(calls))]


def empty_points(table: Table) -> Iterator[dict[str, Any]]:
    return iter(table.game.first["legalMoves"])


# --- a takeback and a move


def test_a_takeback_is_granted_or_the_next_move_is_played_and_never_both(new_table: NewTable) -> None:
    table = new_table()
    black, white, points = table.black, table.white, empty_points(table)
    for turn in range(TIMES):
        black.ask("place", **next(points))
        white.ask("place", **next(points))
        black.ask("takeback")
        before = table.game.state
        revision = {"revision": before["revision"]}
        granted, moved = race(turn, (white, "takeback", revision), (black, "place", {**next(points), **revision}))
        assert results([granted, moved]) == ["STALE", "ok"]
        after = table.game.state
        assert after["offers"] == []
        assert after["moveNumber"] == before["moveNumber"] + (1 if "ok" in moved else -2)
        assert table.all_hear_the_same()[-1]["type"] == ("moved" if "ok" in moved else "undone")
        if "ok" in moved:
            white.ask("place", **next(points))


def test_who_grants_a_takeback_in_one_tab_and_moves_in_another_does_one_of_them(new_table: NewTable) -> None:
    table = new_table()
    black, white, points = table.black, table.white, empty_points(table)
    tab = table.second_tab(white)
    for turn in range(TIMES):
        black.ask("place", **next(points))
        black.ask("takeback")
        before = table.game.state
        revision = {"revision": before["revision"]}
        granted, moved = race(turn, (white, "takeback", revision), (tab, "place", {**next(points), **revision}))
        assert results([granted, moved]) == ["STALE", "ok"]
        assert table.game.state["moveNumber"] == before["moveNumber"] + (1 if "ok" in moved else -1)
        table.all_hear_the_same()


# --- agreeing twice

TWICE = {"draw": "GAME_OVER", "pause": "NO_EFFECT", "rematch": "NO_EFFECT", "takeback": "STALE", "restart": "STALE"}


@pytest.mark.parametrize(("kind", "code"), TWICE.items(), ids=TWICE)
def test_of_two_agreements_one_counts(new_table: NewTable, kind: str, code: str) -> None:
    for turn in range(TIMES // 2):
        table = new_table(size=4)
        tab = table.second_tab(table.white)
        table.black.ask("place", x=0, y=0)
        if kind == "rematch":
            table.black.ask("resign")
        table.black.ask(kind)
        more = {"revision": table.game.state["revision"]} if code == "STALE" else {}
        answers = race(turn, (table.white, kind, more), (tab, kind, more))
        assert results(answers) == sorted((code, "ok"))
        events = table.all_hear_the_same()
        assert [event["type"] for event in events].count("rematched") == (kind == "rematch")
        assert table.game.state["offers"] == []


def test_the_same_message_from_two_tabs_at_once_is_carried_out_once(new_table: NewTable) -> None:
    table = new_table()
    points = empty_points(table)
    tabs = {client: table.second_tab(client, prefix="m") for client in (table.black, table.white)}
    for turn in range(2 * TIMES):
        client = (table.black, table.white)[turn % 2]
        point = next(points)
        first, second = race(turn, (client, "place", point), (tabs[client], "place", point))
        assert first == second
        assert first["ok"] == turn + 3
        table.all_hear_the_same()
    assert table.game.state["moveNumber"] == 2 * TIMES


def test_passes_that_do_not_wait_for_each_other_are_moves_each(server: ServerProcess, web: Web) -> None:
    for ids in (("a", "b"), ("a", "a")):
        game = web.start("GO", 9, rules={"dead_stones": "agree"})
        with socket_to(server, game.id, since=1) as player:
            for name in ids:
                player.connection.send(f'{{"id":"{name}","type":"pass"}}')
            answers = [player.answer(name) for name in ids]
        assert [answer["ok"] for answer in answers] == ([2, 3] if ids == ("a", "b") else [2, 2])
        assert game.state["moveNumber"] == len(set(ids))


# --- the end


def test_who_resigns_as_the_other_wins_has_lost_once(new_table: NewTable) -> None:
    for turn in range(TIMES // 2):
        table = new_table("GOMOKU", 15)
        for column in range(4):
            table.black.ask("place", x=column, y=0)
            table.white.ask("place", x=column, y=1)
        won, resigned = race(turn, (table.black, "place", {"x": 4, "y": 0}), (table.white, "resign", {}))
        assert results([won, resigned]) == ["GAME_OVER", "ok"]
        state = table.game.state
        assert (state["winner"], state["result"]["reason"]) == ("BLACK", "line" if "ok" in won else "resign")
        assert [event["type"] for event in table.all_hear_the_same()].count("ended") == 1


ABOUT_THE_FLAG = (-150, -40, -8, -4, -2, -1, 0, 1, 2, 4, 8, 40, 150)
MAIN_MS = 1_000


@pytest.mark.parametrize(
    ("deed", "winner", "reason"),
    [
        ({"type_": "resign", "player": "WHITE"}, "BLACK", "resign"),
        ({"type_": "place", "player": "BLACK", "x": 0, "y": 0}, "BLACK", "time"),  # White's flag, later
        ({"type_": "draw", "player": "BLACK"}, "DRAW", "agreement"),  # at one screen nobody else must agree
    ],
    ids=lambda value: value["type_"] if isinstance(value, dict) else "",
)
def test_what_is_done_as_the_flag_falls_is_done_or_too_late(
    server: ServerProcess, web: Web, deed: dict[str, Any], winner: str, reason: str
) -> None:
    begun = []
    for offset_ms in ABOUT_THE_FLAG:
        before = time.monotonic()
        game = web.start("PEACE", 8, clock={"kind": "absolute", "mainMs": MAIN_MS})
        begun.append(((before + time.monotonic()) / 2 + (MAIN_MS + offset_ms) / 1000, game))
    with ExitStack() as sockets:
        lines: list[tuple[float, Game, Socket]] = []
        for due, game in begun:
            lines.append((due, game, sockets.enter_context(socket_to(server, game.id, since=1))))
        codes = []
        for due, game, line in sorted(lines, key=lambda line: line[0]):
            time.sleep(max(0.0, due - time.monotonic()))
            answer = line.ask(**deed)
            codes.append(answer.get("error"))
            assert answer.get("error") in (None, "GAME_OVER")
            while (event := line.event())["type"] != "ended":
                pass
            lost = ("WHITE", "time")
            assert (event["winner"], event["reason"]) == ((winner, reason) if "ok" in answer else lost)
            assert game.state["eventNumber"] == event["n"]
    assert None in codes
    assert "GAME_OVER" in codes


# --- an AI that answers to what is no more


@pytest.mark.parametrize("wish", ["undo", "restart"])
def test_the_answer_of_an_ai_to_what_was_taken_back_is_not_heard(server: ServerProcess, web: Web, wish: str) -> None:
    game = web.start("GOMOKU", 15, players={"BLACK": "human", "WHITE": "level:2"})
    with socket_to(server, game.id, since=1) as player:
        player.ask("place", x=7, y=7)  # the first question takes longer: a process must start
        while player.event()["player"] != "WHITE":
            pass
        game.post("restart")
        for turn in range(TIMES):
            player.ask("place", x=turn, y=turn)
            time.sleep((0, 0.001, 0.003, 0.01, 0.03)[turn % 5])
            answer = game.post(wish)
            assert answer.status_code == 200, answer.text
            state = answer.json()["state"]
            assert (state["moveNumber"], state["currentPlayer"]) == (0, "BLACK")
            time.sleep(0.05)
            assert game.state == state


def test_who_resigns_while_the_ai_thinks_has_lost_and_no_move_follows(server: ServerProcess, web: Web) -> None:
    for delay_ms in (0, 1, 3, 10):
        game = web.start("GOMOKU", 15, players={"BLACK": "human", "WHITE": "level:2"})
        with socket_to(server, game.id, since=1) as player:
            player.ask("place", x=7, y=7)
            time.sleep(delay_ms / 1000)
            number = player.ask("resign")["ok"]
        time.sleep(0.05)
        state = game.state
        assert (state["eventNumber"], state["result"]["reason"], state["winner"]) == (number, "resign", "WHITE")


# --- calls at once


def test_of_calls_for_the_same_ply_one_is_played(new_web: NewWeb) -> None:
    callers = [new_web() for _ in range(5)]
    game = callers[0].start("PEACE", 16)
    points = iter(game.first["legalMoves"])
    for ply in range(TIMES):
        answers = at_once(*[partial(web.post, game.path("move"), {**next(points), "ply": ply}) for web in callers])
        assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
        (played,) = [answer.json()["state"] for answer in answers if answer.status_code == 200]
        assert game.state == played
        assert all(answer.json()["state"]["moveNumber"] == ply + 1 for answer in answers)


def test_an_open_seat_is_taken_by_one_of_those_who_come_at_once(new_web: NewWeb) -> None:
    for _ in range(TIMES // 3):
        game = new_web().start("GO", 9, seat="BLACK")
        comers = [new_web() for _ in range(6)]
        body = {"seat": "WHITE", "invite": game.invite}
        answers = at_once(*[partial(comer.post, game.path("join"), body) for comer in comers])
        assert sorted(answer.status_code for answer in answers) == [200] + [403] * 5
        game.move(0, 0)
        moved = [comer.post(game.path("move"), {"x": 1, "y": 0}).status_code for comer in comers]
        assert moved == [answer.status_code for answer in answers]


def test_a_call_and_a_message_for_the_same_turn_are_one_move(new_table: NewTable) -> None:
    table = new_table()
    points = empty_points(table)
    for turn in range(TIMES):
        client, web = (table.black, table.white)[turn % 2], table.webs[turn % 2]
        name, answer = at_once(
            partial(client.send, "place", **next(points)), partial(web.post, table.game.path("move"), next(points))
        )
        outcomes = [client.answer(name).get("error", "ok"), answer.json().get("code", "ok")]
        assert sorted(outcomes) == ["NOT_YOUR_TURN", "ok"]
        assert table.game.state["moveNumber"] == turn + 1
    table.all_hear_the_same()


def test_a_call_sent_twice_at_once_with_its_key_is_answered_alike_and_done_once(new_web: NewWeb) -> None:
    webs = [new_web(), new_web()]
    for turn in range(TIMES):
        key = {"Idempotency-Key": f"start at once {turn}"}
        body = {"gameType": "PEACE", "boardSize": 4}
        first, second = at_once(*[partial(web.post, "/api/game/start", body, **key) for web in webs])
        assert first.json() == second.json()
        game = Game(webs[0], first.json())
        key = {"Idempotency-Key": f"move at once {turn}"}
        first, second = at_once(*[partial(web.post, game.path("move"), {"x": 0, "y": 0}, **key) for web in webs])
        assert first.json() == second.json()
        assert game.state["moveNumber"] == 1


@pytest.mark.parametrize("call", ["move", "undo"])
def test_a_key_counts_for_one_call_and_not_for_another(web: Web, call: str) -> None:
    """Not done and yet answered with 200 would be the worst of all; either it is done or it is refused."""
    key = {"Idempotency-Key": f"one key, then {call}"}
    body = {"gameType": "PEACE", "boardSize": 4}
    game = Game(web, web.post("/api/game/start", body, **(key if call == "move" else {})).json())
    answer = game.post("move", {"x": 0, "y": 0}, **key)
    expected = 1
    if call == "undo":
        answer, expected = game.post("undo", **key), 0
    assert game.state["moveNumber"] == expected or answer.status_code == 422


# --- two servers


def test_of_two_servers_on_one_database_one_writes_and_the_other_says_409(tmp_path: Path) -> None:
    servers = [ServerProcess(tmp_path / "data", program=WITHOUT_LOCKS).start() for _ in range(2)]
    webs = [Web(server) for server in servers]
    try:
        game = webs[0].start("PEACE", 16)
        points = iter(game.first["legalMoves"])
        for ply in range(TIMES):
            answers = at_once(*[partial(web.post, game.path("move"), {**next(points), "ply": ply}) for web in webs])
            assert sorted(answer.status_code for answer in answers) == [200, 409]
            states = [web.get(game.path("state")).json() for web in webs]
            assert states[0] == states[1]
            assert states[0]["moveNumber"] == ply + 1
    finally:
        for web in webs:
            web.close()
        for server in servers:
            server.stop()
