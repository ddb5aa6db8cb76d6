"""The socket of the lobby, over real connections: what is told to whom, who is let in, and what nobody can break."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tengen.protocol import frames_schema
from tests.server.people import Person, code_of
from tests.server.process import ServerProcess, Web
from tests.server.raw import TEXT, frame, hello_at
from tests.server.sockets import Socket, lobby_of, socket_to
from tests.server.watched import Watched, deaf_peers, is_cut_off, placed_and_taken_back, until

SESSION_ENDED: Final = 4401
PROMPT_S: Final = 2.0
MOST_KIB: Final = 10 * 1024
DAYS: Final = {"kind": "per_move", "periodMs": 3 * 24 * 3_600_000}
FRAMES: Final = Draft202012Validator(frames_schema())


@pytest.fixture
def people(server: ServerProcess) -> Iterator[tuple[Person, Person]]:
    """Two with accounts."""
    two = Person(server).register(), Person(server).register()
    yield two
    for person in two:
        person.close()


@contextmanager
def own_server(folder: Path, **settings: str) -> Iterator[ServerProcess]:
    server = ServerProcess(folder / "data", settings).start()
    try:
        yield server
    finally:
        server.stop()


def challenge(person: Person, **more: Any) -> dict[str, Any]:
    """An open challenge to a game of Go."""
    answer = person.post("/api/lobby/challenges", {"gameType": "GO", "boardSize": 9, "clock": DAYS, **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def play(one: Person, other: Person, **more: Any) -> dict[str, Any]:
    """A game of the two that began in the lobby; `one` is Black."""
    made = challenge(one, color="BLACK", **more)
    answer = other.post(f"/api/lobby/challenges/{made['challengeId']}/accept", {})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def place(person: Person, game_id: str, x: int, y: int) -> None:
    answer = person.post(f"/api/game/{game_id}/move", {"x": x, "y": y})
    assert answer.status_code == 200, answer.text


def change(line: Socket, part: str) -> dict[str, Any]:
    """The next change in this part of the lobby."""
    while part not in (frame := line.until("changed")):
        pass
    found: dict[str, Any] = frame[part]
    return found


def is_named(people: list[dict[str, Any]], name: str) -> bool:
    return any(person["name"] == name for person in people)


# --- what is told


def test_a_stranger_is_told_how_the_lobby_stands_and_that_nothing_is_theirs(server: ServerProcess) -> None:
    with lobby_of(server) as line:
        first = line.receive()
    assert first["type"] == "lobby"
    assert "me" not in first
    assert (first["own"], first["made"], first["challenged"], first["unseen"]) == ([], [], [], 0)


def test_who_has_a_socket_open_is_here_for_the_others(server: ServerProcess, people: tuple[Person, Person]) -> None:
    ann, ben = people
    with lobby_of(server, cookie=ann.cookie) as line:
        assert line.receive()["me"] == {"name": ann.name, "isGuest": False, "avatar": 0}
        with lobby_of(server, cookie=ben.cookie) as other:
            other.receive()
            while not is_named(change(line, "people")["came"], ben.name):
                pass
    game = ben.start("GO", 9, seat="BLACK")
    with socket_to(server, game.id, cookie=ben.cookie), lobby_of(server) as line:
        assert is_named(line.receive()["people"]["here"], ben.name), "who is at a match is here too"


def test_a_challenge_and_its_end_reach_everybody_and_the_answer_its_maker(
    server: ServerProcess, people: tuple[Person, Person]
) -> None:
    ann, ben = people
    with lobby_of(server) as line, lobby_of(server, cookie=ann.cookie) as own:
        line.receive(), own.receive()
        begun = time.monotonic()
        made = challenge(ann)
        assert made["challengeId"] in [found["challengeId"] for found in change(line, "challenges")["new"]]
        assert time.monotonic() - begun < PROMPT_S
        with lobby_of(server, cookie=ann.cookie) as late:
            assert [found["challengeId"] for found in late.receive()["made"]] == [made["challengeId"]]
        accepted = ben.post(f"/api/lobby/challenges/{made['challengeId']}/accept", {}).json()
        answered = own.until("answered")
        assert (answered["answer"], answered["gameId"]) == ("accepted", accepted["gameId"])
        assert made["challengeId"] in change(line, "challenges")["gone"]


def test_a_game_from_the_lobby_is_shown_small_and_followed_move_by_move(
    server: ServerProcess, people: tuple[Person, Person]
) -> None:
    ann, ben = people
    with lobby_of(server) as line, lobby_of(server, cookie=ben.cookie) as own:
        line.receive(), own.receive()
        game = play(ann, ben)
        while not (new := [found for found in change(line, "games")["new"] if found["watchId"] == game["watchId"]]):
            pass
        assert (new[0]["black"]["name"], new[0]["white"]["name"]) == (ann.name, ben.name)
        assert game["gameId"] not in json.dumps(line.frames), "who only looks is not told the id to play it"
        place(ann, game["gameId"], 2, 2)
        while not (moved := [one for one in change(line, "games")["moved"] if one["watchId"] == game["watchId"]]):
            pass
        assert moved == [{"watchId": game["watchId"], "set": [[20, 1]], "toMove": "WHITE", "moves": 1, "last": 20}]
        while not (found := own.until("own")["games"])[0]["yourMove"]:
            pass
        assert (found[0]["gameId"], found[0]["moves"], found[0]["yours"]) == (game["gameId"], 1, "WHITE")


def test_two_who_seek_the_same_are_paired(server: ServerProcess) -> None:
    with ExitStack() as opened:
        guests = [opened.enter_context(lobby_of(server, cookie=guest(server, opened))) for _ in range(2)]
        for line in guests:
            assert line.receive()["me"]["isGuest"]
            assert line.ask("seek", gameType="PEACE", boardSize=8, speed="blitz") == {"re": "m1", "ok": 0}
        paired = [line.until("paired") for line in guests]
    assert paired[0]["gameId"] == paired[1]["gameId"]
    assert {found["color"] for found in paired} == {"BLACK", "WHITE"}


def test_who_seeks_no_more_is_told_so(server: ServerProcess, people: tuple[Person, Person]) -> None:
    with lobby_of(server, cookie=people[0].cookie) as line:
        line.receive()
        line.ask("seek", gameType="GO", boardSize=19, speed="days", rated=True)
        with lobby_of(server, cookie=people[0].cookie) as other:
            assert other.receive()["seek"]["gameType"] == "GO", "all of one's own pages know"
        line.ask("unseek")
        assert "seek" in next(found for found in line.frames if found.get("type") == "seeking")
        with lobby_of(server, cookie=people[0].cookie) as other:
            assert "seek" not in other.receive()


def test_a_seek_ends_soon_after_its_last_socket(server: ServerProcess, people: tuple[Person, Person]) -> None:
    person = people[0]
    with lobby_of(server, cookie=person.cookie) as line:
        line.receive()
        line.ask("seek", gameType="GO", boardSize=13, speed="days", rated=True)
    with lobby_of(server, cookie=person.cookie) as line:
        assert "seek" in line.receive(), "who comes again at once still waits"

    def seek() -> object:
        return person.get("/api/lobby").json()["seek"]

    assert seek() is not None
    assert until(lambda: seek() is None, 8.0)


def test_boards_are_told_only_to_who_shows_them(server: ServerProcess, people: tuple[Person, Person]) -> None:
    ann, ben = people
    with lobby_of(server) as line:
        line.receive()
        assert line.ask("boards", on=False)["ok"] == 0
        game = play(ann, ben)
        line.frames.clear()
        time.sleep(0.5)
        assert line.ask("boards", on=True)["ok"] == 0
        changes = [found["games"] for found in line.frames if "games" in found]
        assert len(changes) == 1
        assert game["watchId"] in [found["watchId"] for found in changes[0]["new"]]


def test_blocked_people_do_not_see_each_other_s_challenges(
    server: ServerProcess, people: tuple[Person, Person]
) -> None:
    ann, ben = people
    with lobby_of(server, cookie=ben.cookie) as line:
        line.receive()
        made = challenge(ann)["challengeId"]
        assert made in [found["challengeId"] for found in change(line, "challenges")["new"]]
        assert ann.post("/api/relations/block", {"name": ben.name}).status_code == 200
        assert made in change(line, "challenges")["gone"]
        with lobby_of(server, cookie=ben.cookie) as late:
            assert made not in [found["challengeId"] for found in late.receive()["challenges"]]


def test_every_frame_has_the_form_that_is_published(server: ServerProcess, people: tuple[Person, Person]) -> None:
    ann, ben = people
    with lobby_of(server, cookie=ann.cookie) as line:
        line.receive()
        game = play(ann, ben)
        challenge(ben, to=ann.name)
        place(ann, game["gameId"], 4, 4)
        line.ask("seek", gameType="GO", boardSize=9, speed="rapid", rated=True)
        line.ask("unseek")
        line.ask("no such thing")
        line.until("own")
        with lobby_of(server, cookie=ann.cookie) as late:
            line.frames.append(late.receive())
        kinds = {found.get("type") for found in line.frames}
        assert {"lobby", "changed", "own", "challenged", "seeking"} <= kinds
        for found in line.frames:
            FRAMES.validate(found)


# --- restarts


def test_a_game_of_days_is_one_s_own_again_after_a_restart_of_the_server(tmp_path: Path) -> None:
    with own_server(tmp_path) as server:
        ann, ben = Person(server).register(), Person(server).register()
        game = play(ann, ben)
        place(ann, game["gameId"], 2, 2)
        server.stop()
        server.start()
        with lobby_of(server, cookie=ben.cookie) as line:
            first = line.receive()
            (own,) = first["own"]
            assert (own["gameId"], own["yourMove"], own["moves"]) == (game["gameId"], True, 1)
            assert 0 < own["deadlineMs"] <= DAYS["periodMs"]
            games = first["games"] or change(line, "games")["new"]
            assert [found["watchId"] for found in games] == [game["watchId"]], "it is shown to everybody again, too"
            place(ben, game["gameId"], 3, 3)
            assert line.until("own")["games"][0]["yourMove"] is False
        for person in (ann, ben):
            person.close()


# --- who is let in


def test_a_page_of_another_site_is_not_let_in(server: ServerProcess) -> None:
    with pytest.raises(InvalidStatus) as refused, lobby_of(server, origin="https://elsewhere.example"):
        pass
    assert refused.value.response.status_code == 403


def test_a_program_says_who_it_is_by_a_token_at_once_or_in_a_message(
    server: ServerProcess, people: tuple[Person, Person]
) -> None:
    ann = people[0]
    with lobby_of(server, origin=None, token=ann.bot("read", "challenge")) as line:
        assert line.receive()["me"]["name"] == ann.name
        assert "ok" in line.ask("seek", gameType="GO", speed="days", rated=True)
        assert "ok" in line.ask("unseek")
    with lobby_of(server, origin=None) as line:
        assert "me" not in line.receive()
        assert "ok" in line.ask("auth", token=ann.bot("read"))
        again = [found for found in line.frames if found.get("type") == "lobby"]
        assert again[1]["me"]["name"] == ann.name
        assert line.ask("seek", gameType="GO", speed="days")["error"] == "BAD_SCOPE"
        assert line.ask("auth", token="nobody's")["error"] == "BAD_TOKEN"
    with pytest.raises(InvalidStatus) as refused, lobby_of(server, origin=None, token=ann.bot("play")):
        pass
    assert refused.value.response.status_code == 403


def test_sockets_of_the_lobby_and_of_matches_count_together(tmp_path: Path) -> None:
    with own_server(tmp_path, SOCKETS_PER_ACCOUNT="2", SOCKETS_PER_CLIENT="5") as server, ExitStack() as opened:
        ann = Person(server).register()
        opened.callback(ann.close)
        game = ann.start("GO", 9, seat="BLACK")
        opened.enter_context(lobby_of(server, cookie=ann.cookie))
        opened.enter_context(socket_to(server, game.id, cookie=ann.cookie))
        for refused in (lobby_of(server, cookie=ann.cookie), socket_to(server, game.id, cookie=ann.cookie)):
            with pytest.raises(InvalidStatus) as error, refused:
                pass
            assert error.value.response.status_code == 429
        for _ in range(3):
            opened.enter_context(lobby_of(server))
        with pytest.raises(InvalidStatus), lobby_of(server):
            pass


def test_the_socket_is_cut_when_the_session_ends(server: ServerProcess, people: tuple[Person, Person]) -> None:
    ann, ben = people
    with lobby_of(server, cookie=ann.cookie) as line, lobby_of(server, cookie=ben.cookie) as other:
        line.receive()
        begun = time.monotonic()
        ann.must("logout")
        assert closing_code(line) == SESSION_ENDED
        assert time.monotonic() - begun < 5.0
        assert "ok" in other.ask("boards", on=True)


# --- what nobody can break


def test_messages_that_cannot_be_read_are_refused_and_change_nothing(server: ServerProcess) -> None:
    with ExitStack() as opened, lobby_of(server, cookie=guest(server, opened)) as line:
        line.receive()
        bad: list[dict[str, Any]] = [
            {"type": "seek"},
            {"type": "seek", "gameType": "GO", "speed": "never"},
            {"type": "seek", "gameType": "GO", "speed": "blitz", "boardSize": 65},
            {"type": "seek", "gameType": "G" * 41, "speed": "blitz"},
            {"type": "boards", "on": 1},
            {"type": "place", "x": 1, "y": 1},
            {"type": "boards", "more": 1},
        ]
        for number, message in enumerate(bad):
            line.connection.send(json.dumps({"id": f"bad{number}", **message}))
            while "re" not in (answer := line.receive()):
                pass
            assert answer["error"] == "BAD_BODY", message
            assert "revision" not in answer
        assert line.ask("seek", gameType="CHESS", speed="blitz")["error"] == "NO_SUCH_KIND"
        line.connection.send("x" * 8_193)
        assert closing_code(line) in (1009, None)


def test_who_sends_too_fast_for_long_is_cut_off(tmp_path: Path) -> None:
    with own_server(tmp_path, MESSAGE_RATE="40/2second") as server, lobby_of(server) as line:
        codes = set()
        with suppress(ConnectionClosed):
            for number in range(300):
                line.connection.send(b'{"id":"%d","type":"boards","on":true}' % number)
                codes.add(line.receive().get("error"))
        assert "SLOW_DOWN" in codes
        assert closing_code(line) == 1008


@pytest.mark.long
def test_a_flood_in_the_lobby_does_not_delay_moves(tmp_path: Path) -> None:
    """Messages, challenges and seeks from several at once: somebody's game goes on as if nobody were there."""
    settings = {"MESSAGE_RATE": "40/2second", "SOCKETS_PER_CLIENT": "1000"}
    with own_server(tmp_path, **settings) as server, ExitStack() as opened:
        web = Web(server)
        opened.callback(web.close)
        watched = Watched(server, web)
        game = web.start("PEACE")
        seek = b'{"id":"a","type":"seek","gameType":"GO","speed":"blitz"}'
        with (
            deaf_peers(server, 20, hello_at(server, "/api/lobby/ws")) as peers,
            socket_to(server, game.id) as bystander,
        ):
            assert until(lambda: watched.sockets > 20)
            before_kib = watched.look()
            for peer in peers:
                with suppress(OSError):
                    peer.send(frame(TEXT, seek) * 5_000)
            took_s = [placed_and_taken_back(bystander) for _ in range(20)]
            assert until(lambda: all(is_cut_off(peer) for peer in peers))
            assert max(took_s) < PROMPT_S
            assert watched.look() - before_kib < MOST_KIB


@pytest.mark.long
def test_who_never_reads_is_cut_off_and_costs_little(tmp_path: Path) -> None:
    settings = {"WRITE_TIMEOUT_S": "1", "SOCKETS_PER_CLIENT": "1000"}
    with own_server(tmp_path, **settings) as server, ExitStack() as opened:
        web = Web(server)
        opened.callback(web.close)
        watched = Watched(server, web)
        ann, ben = Person(server).register(), Person(server).register()
        opened.callback(ann.close)
        opened.callback(ben.close)
        for _ in range(10):
            play(ann, ben)
        off, on = (frame(TEXT, b'{"id":"b","type":"boards","on":%b}' % on) for on in (b"false", b"true"))
        with deaf_peers(server, 50, hello_at(server, "/api/lobby/ws")) as peers, lobby_of(server) as line:
            assert until(lambda: watched.figure("tengen_sockets") > 50)
            before_kib = watched.look()
            took_s = []

            def are_all_cut_off() -> bool:
                for peer in peers:  # what is asked for in one breath is answered once
                    with suppress(OSError):
                        peer.send(off + on)
                begun = time.monotonic()
                assert "ok" in line.ask("boards", on=False)
                took_s.append(time.monotonic() - begun)
                watched.look()
                return watched.cut_off(1013) == len(peers)

            assert until(are_all_cut_off)
            assert all(is_cut_off(peer) for peer in peers)
        assert max(took_s) < PROMPT_S
        assert watched.peak_kib - before_kib < MOST_KIB


def guest(server: ServerProcess, opened: ExitStack) -> str:
    """The cookie of a new guest."""
    person = Person(server)
    opened.callback(person.close)
    answer = person.post("/api/lobby/enter", {})
    assert answer.status_code == 200, code_of(answer)
    return person.cookie


def closing_code(line: Socket) -> int | None:
    """The code with which the server closes a socket."""
    try:
        while True:
            line.receive()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
