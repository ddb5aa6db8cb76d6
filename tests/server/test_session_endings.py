"""T49: a session that has ended is worth nothing: over calls at once, over open sockets within five seconds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Final

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.people import PASSWORD, Person, code_of
from tests.server.process import Game, ServerProcess
from tests.server.sockets import Socket, socket_to

SOON_S: Final = 5.0
SESSION_ENDED: Final = 4401


class Sitting:
    """Somebody in the middle of a game, at two browsers, each with an open socket."""

    def __init__(self, server: ServerProcess, opened: ExitStack) -> None:
        self.here = Person(server).register()
        opened.callback(self.here.close)
        self.there = self.here.elsewhere().log_in()
        opened.callback(self.there.close)
        self.game: Game = self.here.start("GO", 9, seat="BLACK", players={"WHITE": "human"})
        self.sockets = {
            person: opened.enter_context(socket_to(server, self.game.id, cookie=person.cookie))
            for person in (self.here, self.there)
        }

    def is_dead(self, person: Person, token: str) -> bool:
        """Whether nothing can be done any more as this person was known: the socket is cut, no call is heard."""
        begin = time.monotonic()
        code = closed(self.sockets[person])
        assert code == SESSION_ENDED
        assert time.monotonic() - begin < SOON_S
        cookie = {"cookie": f"tengen_session={token}"}
        assert person.get("/api/auth/me", **cookie).json()["name"] is None
        assert code_of(person.get("/api/auth/sessions", **cookie)) == "NOT_LOGGED_IN"
        assert code_of(person.post(self.game.path("resign"), {"player": "BLACK"}, **cookie)) == "NOT_YOUR_SEAT"
        bearer = Person(person.server, origin=None)
        answer = bearer.get("/api/auth/me", authorization=f"Bearer {token}")
        assert (answer.status_code, code_of(answer)) == (401, "BAD_TOKEN")
        bearer.close()
        return True


def closed(socket: Socket) -> int | None:
    """The code with which a socket is closed by the server."""
    try:
        while True:
            socket.connection.recv(timeout=SOON_S)
    except ConnectionClosed as error:
        return error.rcvd.code if error.rcvd else None


@pytest.fixture
def sitting(server: ServerProcess) -> Iterator[Sitting]:
    with ExitStack() as opened:
        yield Sitting(server, opened)


def test_who_logs_out_is_out_and_other_browsers_are_not(sitting: Sitting) -> None:
    token = sitting.here.token
    sitting.here.must("logout")
    assert sitting.is_dead(sitting.here, token)
    assert sitting.there.me["name"] == sitting.here.name
    assert "ok" in sitting.sockets[sitting.there].ask("resign")


def test_a_new_password_puts_everybody_else_out(sitting: Sitting) -> None:
    tokens = sitting.here.token, sitting.there.token
    sitting.here.must("password", {"current": PASSWORD, "new": PASSWORD + "!", "endOthers": True})
    assert sitting.is_dead(sitting.there, tokens[1])
    assert sitting.here.token != tokens[0]
    assert sitting.here.get("/api/auth/me", cookie=f"tengen_session={tokens[0]}").json()["name"] is None
    assert sitting.here.post(sitting.game.path("resign"), {"player": "BLACK"}).status_code == 200


def test_a_session_is_ended_from_elsewhere(sitting: Sitting) -> None:
    token = sitting.there.token
    sitting.here.must("sessions/end", {"others": True})
    assert sitting.is_dead(sitting.there, token)


Deed = Callable[[Person, str], None]


def role_given(keeper: Person, name: str) -> None:
    assert keeper.post(f"/api/admin/users/{name}/role", {"role": "moderator"}).status_code == 200


def banned(keeper: Person, name: str) -> None:
    assert keeper.post(f"/api/admin/users/{name}/ban", {"reason": "a test"}).status_code == 200


def ended(keeper: Person, name: str) -> None:
    assert keeper.post(f"/api/admin/users/{name}/end-sessions").status_code == 200


def deleted(keeper: Person, name: str) -> None:
    assert keeper.post(f"/api/admin/users/{name}/delete").status_code == 200


def password_reset(keeper: Person, name: str) -> None:
    link = keeper.post(f"/api/admin/users/{name}/reset").json()["token"]
    somebody = Person(keeper.server)
    assert somebody.must("reset", {"token": link, "password": "quite another password"}) == {}
    assert code_of(somebody.call("reset", {"token": link, "password": "and once more please"})) == "BAD_RESET"
    somebody.close()


def ended_on_the_host(admin: Person, name: str) -> None:
    """By the command at the machine itself, which speaks to the running server."""
    environment = {**os.environ, "TENGEN_DATA_DIR": str(admin.server.data_dir)}
    command = [sys.executable, "-m", "tengen", "user", "end-sessions", name]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)


DEEDS: Final = (role_given, banned, ended, deleted, password_reset, ended_on_the_host)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_what_an_administrator_does_bites_at_once(sitting: Sitting, keeper: Person, deed: Deed) -> None:
    tokens = {person: person.token for person in (sitting.here, sitting.there)}
    deed(keeper, sitting.here.name)
    for person, token in tokens.items():
        assert sitting.is_dead(person, token)


def test_who_loses_a_role_loses_it_in_open_sessions(keeper: Person, server: ServerProcess) -> None:
    second = Person(server).register()
    assert keeper.post(f"/api/admin/users/{second.name}/role", {"role": "admin"}).status_code == 200
    second.log_in().add_second_factor()
    assert second.get("/api/admin/users").status_code == 200
    assert keeper.post(f"/api/admin/users/{second.name}/role", {"role": None}).status_code == 200
    assert code_of(second.get("/api/admin/users")) == "NOT_LOGGED_IN"
    second.log_in()
    assert code_of(second.get("/api/admin/users")) == "NOT_ALLOWED"
    second.close()


def test_who_is_banned_is_told_why_and_comes_back_after_it(keeper: Person, server: ServerProcess) -> None:
    ann = Person(server).register()
    until = int(time.time() * 1000) + 3_600_000
    keeper.post(f"/api/admin/users/{ann.name}/ban", {"reason": "rudeness", "until": until})
    why = {"name": ann.name, "reason": "rudeness", "until": until}
    assert (ann.me["name"], ann.me["banned"]) == (None, why), "in the browser that they were put out of"
    assert keeper.me["banned"] is None, "and nowhere else"
    refused = ann.call("login", {"name": ann.name, "password": PASSWORD})
    assert (refused.status_code, code_of(refused)) == (403, "BANNED")
    assert "rudeness" in refused.json()["detail"]
    wrong = ann.call("login", {"name": ann.name, "password": "not it"})
    assert code_of(wrong) == "BAD_LOGIN", "only to who knows the password"
    assert keeper.post(f"/api/admin/users/{ann.name}/unban").status_code == 200
    assert (ann.log_in().me["name"], ann.me["banned"]) == (ann.name, None)
    ann.close()


def test_when_the_second_person_leaves_the_sockets_of_both_begin_anew(server: ServerProcess) -> None:
    ann, bo = Person(server).register(), Person(server).register()
    ann.must("login", {"name": bo.name, "password": PASSWORD, "beside": True})
    game = ann.start("GOMOKU", 15, seat="BLACK", beside=True)
    with socket_to(server, game.id, cookie=ann.cookie) as socket:
        ann.must("logout", {"name": bo.name})
        assert closed(socket) == SESSION_ENDED
    with socket_to(server, game.id, cookie=ann.cookie) as socket:
        assert "ok" in socket.ask("place", x=7, y=7)
        assert socket.ask("place", x=8, y=8)["error"] == "NOT_YOUR_TURN"
    for person in (ann, bo):
        person.close()


@pytest.mark.parametrize("call", ["login", "register"])
def test_a_planted_session_does_not_become_that_of_who_comes_in(server: ServerProcess, call: str) -> None:
    """Fixation: a token that somebody else knows is never the token of the session that a log-in begins."""
    evil, victim = Person(server), Person(server)
    evil.start("GO", 9, seat="BLACK")
    if call == "login":
        victim.register().must("logout")
        victim.http.cookies.clear()
    body = {"name": victim.name, "password": PASSWORD}
    victim.must(call, body, cookie=f"tengen_session={evil.token}")
    assert victim.token != evil.token
    assert victim.me["name"] == victim.name
    assert evil.me["name"] is None, "the planted session is over"
    for person in (evil, victim):
        person.close()


# --- answers that were kept


def test_no_answer_is_repeated_after_its_session_has_ended(server: ServerProcess) -> None:
    ann = Person(server).register()
    key = {"Idempotency-Key": "once"}
    body = {"label": "a program", "scopes": ["read"], "days": 1}
    made = ann.must("tokens", body, **key)
    assert ann.must("tokens", body, **key) == made
    token = ann.token
    ann.must("logout", None, **{"Idempotency-Key": "out"})
    gone = ann.call("tokens", body, **key, cookie=f"tengen_session={token}")
    assert code_of(gone) == "NOT_LOGGED_IN"
    ann.log_in()
    assert ann.must("tokens", body, **key)["token"] != made["token"], "it was forgotten with the session"
    ann.must("logout", None, **{"Idempotency-Key": "out"})
    assert ann.me["name"] is None, "and so was that somebody left"
    ann.close()


def test_a_log_in_that_is_sent_again_gives_nobody_else_a_session(server: ServerProcess) -> None:
    ann = Person(server).register()
    key = {"Idempotency-Key": "log in"}
    body = {"name": ann.name, "password": PASSWORD}
    first, second = Person(server), Person(server)
    answers = [person.call("login", body, **key) for person in (first, second)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert first.token != second.token
    again = first.call("login", body, **key)
    assert again.json() == answers[0].json()
    assert "set-cookie" not in again.headers
    for person in (ann, first, second):
        person.close()


def test_an_administrator_s_session_lasts_for_hours_and_a_player_s_for_weeks(
    keeper: Person, server: ServerProcess
) -> None:
    def lasts_s(person: Person) -> int:
        code = {"code": person.code()} if person.secret else {}
        answer = person.call("login", {"name": person.name, "password": person.password, **code})
        cookie = next(found for found in answer.headers.get_list("set-cookie") if "tengen_session" in found)
        return int(cookie.lower().partition("max-age=")[2].partition(";")[0])

    ann = Person(server).register()
    other = keeper.elsewhere()
    assert abs(lasts_s(other) - 12 * 3600) < 60
    assert abs(lasts_s(ann) - 90 * 24 * 3600) < 60
    for person in (ann, other):
        person.close()
