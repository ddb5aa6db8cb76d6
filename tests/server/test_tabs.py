"""T24: one account in two tabs and on a phone: all hear one order of events, and there is one seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.server.clients import Client
from tests.server.people import Person
from tests.server.process import Game, ServerProcess
from tests.server.proxy import Proxy


@pytest.fixture
def proxy(server: ServerProcess) -> Iterator[Proxy]:
    with Proxy(server.port) as found:
        yield found


def test_all_screens_of_an_account_hear_the_same_and_share_one_seat(server: ServerProcess, proxy: Proxy) -> None:
    ann, bo = Person(server).register(), Person(server).register()
    phone = ann.elsewhere().log_in()
    game = ann.start("GO", 9, seat="BLACK")
    joined = Game(bo, {"gameId": game.id, "watchId": game.watch_id, "state": {}})
    assert joined.post("join", {"seat": "WHITE", "invite": game.invite}).status_code == 200
    assert phone.post(game.path("join"), {"seat": "WHITE", "invite": game.invite}).status_code == 403
    screens = [
        Client(server, proxy, game.id, ann.cookie, prefix="first"),
        Client(server, proxy, game.id, ann.cookie, prefix="second"),
        Client(server, proxy, game.id, phone.cookie, prefix="phone"),
    ]
    white = Client(server, proxy, game.id, bo.cookie)
    with ExitStack() as opened:
        for client in (*screens, white):
            client.connect()
            opened.callback(client.hang_up)
        for row in range(8):
            answers = at_once(screens, row)
            assert sum("ok" in answer for answer in answers) == 1, "one seat moves once"
            assert {answer["error"] for answer in answers if "error" in answer} == {"STALE"}
            white.ask("place", x=8, y=row)
        number = game.state["eventNumber"]
        for client in (*screens, white):
            client.catch_up(number)
            assert client.heard == screens[0].heard
        assert [frame["n"] for frame in white.heard] == list(range(1, number + 1))
    assert game.state["moveNumber"] == 16
    for person in (ann, bo, phone):
        person.close()


def at_once(screens: list[Client], row: int) -> list[dict[str, object]]:
    """What every screen is told whose finger was as quick as the others'."""
    for screen in screens:
        screen.catch_up(2 + 2 * row)
    revision = screens[0].heard[-1]["n"] if row else 1
    answers: list[dict[str, object]] = [{} for _ in screens]

    def move(index: int) -> None:
        answers[index] = screens[index].ask("place", x=index, y=row, revision=revision)

    threads = [threading.Thread(target=move, args=(index,)) for index in range(len(screens))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
