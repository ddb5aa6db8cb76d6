"""Accounts over REST: coming in and going out, two people at one screen, guests who register, one's own account."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final

import pytest

from tests.server.people import LONG_PASSWORD, PASSWORD, Person, code_of, new_name
from tests.server.process import Game, ServerProcess
from tests.server.sockets import socket_to
from tests.server.watched import until

NewPerson = Callable[..., Person]
STRANGER: Final[dict[str, Any]] = {
    "name": None,
    "isGuest": True,
    "roles": [],
    "beside": None,
    "secondFactor": False,
    "needsSecondFactor": False,
    "registration": "open",
    "notice": None,
    "talks": True,
    "canTalk": False,
    "unseen": 0,
    "avatar": 0,
    "banned": None,
}


@pytest.fixture
def person(server: ServerProcess) -> Iterator[NewPerson]:
    """As many people as a test needs, each with a browser."""
    with ExitStack() as open_:

        def make(name: str | None = None) -> Person:
            found = Person(server, name)
            open_.callback(found.close)
            return found

        yield make


# --- coming in and going out


def test_who_registers_is_logged_in_and_known_again(person: NewPerson) -> None:
    ann = person()
    assert ann.me == STRANGER
    answer = ann.must("register", {"name": ann.name, "password": PASSWORD})
    assert answer == {**STRANGER, "name": ann.name, "isGuest": False, "canTalk": True}
    assert ann.me == answer
    ann.must("logout")
    assert ann.me == STRANGER
    ann.log_in()
    assert ann.me["name"] == ann.name
    assert ann.elsewhere().log_in().me["name"] == ann.name


def test_names_are_taken_as_people_would_mistake_them(person: NewPerson) -> None:
    ann = person(new_name("Ann")).register()
    for twin in (ann.name, ann.name.upper(), ann.name.replace(" ", "_"), ann.name.replace("A", "\uff21")):
        answer = person(twin).call("register", {"name": twin, "password": PASSWORD})
        assert (answer.status_code, code_of(answer)) == (409, "NAME_TAKEN"), twin
        assert person(twin).log_in().me["name"] == ann.name, "and each of them leads to the one account"


@pytest.mark.parametrize("name", ["admin", "Guest 7", "a", "x" * 21, "An\u202en", "An\u200bn", "<b>", "A\nB", "аdmіn"])
def test_names_that_nobody_may_have_are_refused_in_words(person: NewPerson, name: str) -> None:
    answer = person().call("register", {"name": name, "password": PASSWORD}, **{"accept-language": "zh"})
    assert (answer.status_code, code_of(answer)) == (422, "BAD_NAME")
    assert answer.json()["words"]["zh"] != answer.json()["words"]["en"] == answer.json()["detail"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("password", ["", "short", "password1", "12345678", "y" * 257])
def test_passwords_that_would_be_guessed_are_refused(person: NewPerson, password: str) -> None:
    answer = person().call("register", {"name": new_name(), "password": password})
    assert (answer.status_code, code_of(answer)) == (422, "BAD_PASSWORD")


@pytest.mark.parametrize("password", [LONG_PASSWORD, "  exact  blanks  ", "e\u0301xact marks", "🎋🀄 ünïcödé pass"])
def test_a_password_counts_exactly_as_it_was_sent(person: NewPerson, password: str) -> None:
    ann = person()
    ann.password = password
    ann.register()
    ann.elsewhere().log_in()
    for other in (ann.password.strip(), ann.password[:-1], ann.password + " ", ann.password.replace("e\u0301", "é")):
        answer = person().call("login", {"name": ann.name, "password": other[:256]})
        assert other[:256] == ann.password or code_of(answer) == "BAD_LOGIN"


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(person: NewPerson) -> None:
    ann = person().register()
    wrong = person().call("login", {"name": ann.name, "password": "not " + PASSWORD})
    unknown = person().call("login", {"name": new_name(), "password": PASSWORD})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json())
    assert (wrong.status_code, code_of(wrong)) == (401, "BAD_LOGIN")
    assert [header for header in wrong.headers if header != "date"] == [
        header for header in unknown.headers if header != "date"
    ]


def test_a_password_of_ten_megabytes_is_refused_at_once_and_never_hashed(person: NewPerson) -> None:
    ann = person()
    begin = time.monotonic()
    for call in ("register", "login"):
        answer = ann.call(call, {"name": ann.name, "password": "x" * 10_000_000})
        assert (answer.status_code, code_of(answer)) == (413, "TOO_LARGE")
        answer = ann.call(call, {"name": ann.name, "password": "x" * 60_000})
        assert (answer.status_code, code_of(answer)) == (422, "BAD_BODY")
    assert time.monotonic() - begin < 3.0
    assert code_of(ann.call("login", {"name": ann.name, "password": "x" * 257})) == "BAD_PASSWORD"


def test_who_logs_in_gets_another_session_and_the_one_of_before_ends(person: NewPerson) -> None:
    ann, bo = person().register(), person().register()
    before = ann.token
    ann.must("login", {"name": bo.name, "password": PASSWORD})
    assert ann.me["name"] == bo.name
    assert ann.token != before
    old = ann.get("/api/auth/me", cookie=f"tengen_session={before}").json()
    assert old["name"] is None


def test_a_short_password_is_taken_with_a_notice(person: NewPerson) -> None:
    ann = person()
    ann.password = "tulip 41 lamp"
    assert ann.must("register", {"name": ann.name, "password": ann.password})["notice"] == "notice.short_password"
    assert ann.me["notice"] is None


def test_cookies_cannot_be_read_by_scripts_and_stay_with_this_site(person: NewPerson) -> None:
    answer = person().call("register", {"name": new_name(), "password": PASSWORD})
    cookies = [cookie.lower() for cookie in answer.headers.get_list("set-cookie")]
    assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["tengen_device", "tengen_session"]
    for cookie in cookies:
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "path=/" in cookie
        assert "domain" not in cookie


# --- two people at one screen


def test_two_people_at_one_screen_each_act_for_their_own_seat(person: NewPerson) -> None:
    ann, bo = person().register(), person().register()
    ann.must("login", {"name": bo.name, "password": PASSWORD, "beside": True})
    assert (ann.me["name"], ann.me["beside"]) == (ann.name, {"name": bo.name, "avatar": 0})
    game = ann.start("GOMOKU", 15, seat="WHITE", beside=True)
    players = game.state["players"]
    assert [players[color]["name"] for color in ("BLACK", "WHITE")] == [bo.name, ann.name]
    assert not any(players[color]["isGuest"] for color in players)
    game.moves((7, 7), (8, 8))
    for web, code in ((person(), "NOT_YOUR_SEAT"), (person().register(), "NOT_YOUR_SEAT"), (bo, None)):
        assert code_of(web.post(game.path("move"), {"x": 0, "y": 0})) == code
    assert code_of(bo.post(game.path("pass"), {"player": "WHITE"})) == "NOT_YOUR_SEAT"
    game.post("undo")
    assert game.state["offers"] == [], "who sits side by side asks in words"
    with socket_to(ann.server, game.id, cookie=ann.cookie) as socket:
        assert "ok" in socket.ask("place", x=1, y=1)
        assert "ok" in socket.ask("place", x=2, y=2)
        own = [frame for frame in socket.frames if frame.get("type") == "caller"]
        assert own[-1]["yours"] == ["BLACK", "WHITE"]


def test_a_second_person_registers_at_the_screen_and_both_play(person: NewPerson) -> None:
    ann, name = person().register(), new_name()
    token = ann.token
    asked = {"name": name, "password": PASSWORD, "beside": True}
    assert code_of(person().call("register", asked)) == "NOT_LOGGED_IN", "beside nobody"
    answer = ann.must("register", asked)
    assert (answer["name"], answer["beside"]["name"]) == (ann.name, name)
    assert ann.token != token
    assert code_of(ann.call("register", asked)) == "NAME_TAKEN"
    game = ann.start("GOMOKU", 15, seat="WHITE", beside=True)
    assert [game.state["players"][color]["name"] for color in ("BLACK", "WHITE")] == [name, ann.name]
    assert ann.must("logout", {"name": ann.name})["name"] == name


def test_one_of_two_leaves_and_the_other_stays_under_a_new_token(person: NewPerson) -> None:
    ann, bo = person().register(), person().register()
    ann.must("login", {"name": bo.name, "password": PASSWORD, "beside": True})
    token = ann.token
    assert ann.must("logout", {"name": ann.name})["name"] == bo.name
    assert (ann.me["name"], ann.me["beside"]) == (bo.name, None)
    assert ann.token != token
    assert ann.get("/api/auth/me", cookie=f"tengen_session={token}").json()["name"] is None
    assert ann.must("logout", {"name": new_name()})["name"] == bo.name, "who is not there cannot leave"
    assert ann.must("logout", {"name": bo.name}) == STRANGER


def test_nobody_sits_beside_themselves_or_beside_nobody(person: NewPerson) -> None:
    ann = person().register()
    again = {"name": ann.name, "password": PASSWORD, "beside": True}
    assert code_of(ann.call("login", again)) == "ALREADY_HERE"
    assert code_of(person().call("login", again)) == "NOT_LOGGED_IN"
    assert code_of(ann.post("/api/game/start", {"gameType": "GO", "seat": "BLACK", "beside": True})) == "BAD_BODY"


# --- guests


def test_a_guest_who_registers_in_the_middle_of_a_game_goes_on_and_the_old_token_is_dead(person: NewPerson) -> None:
    ann, bo = person(), person()
    game = ann.start("GO", 9, seat="BLACK", name="Visitor")
    taken = bo.post(game.path("join"), {"seat": "WHITE", "invite": game.invite})
    assert taken.status_code == 200
    game.move(0, 0)
    token = ann.token
    ann.register()
    assert bo.post(game.path("move"), {"x": 1, "y": 1}).status_code == 200
    game.move(2, 2)
    replayed = person().post(game.path("resign"), {"player": "BLACK"}, cookie=f"tengen_session={token}")
    assert code_of(replayed) == "NOT_YOUR_SEAT"
    assert ann.elsewhere().log_in().post(game.path("resign"), {"player": "BLACK"}).status_code == 200


def test_a_guest_who_registers_has_the_new_name_for_everybody_and_in_the_rematch(
    person: NewPerson, server: ServerProcess
) -> None:
    ann, bo = person(), person()
    game = ann.start("GO", 9, seat="BLACK", name="Visitor")
    bo.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Bystander"})
    with socket_to(server, game.watch_id) as watcher:
        assert watcher.event()["state"]["players"]["BLACK"]["isGuest"]
        ann.register()
        renamed = watcher.event()
        assert (renamed["type"], renamed["player"], renamed["name"]) == ("renamed", "BLACK", ann.name)
        assert "isGuest" not in renamed
    seat = bo.get(game.path("state")).json()["players"]["BLACK"]
    assert (seat["name"], seat["isGuest"]) == (ann.name, False)
    assert game.post("resign", {"player": "BLACK"}).status_code == 200
    bo.register()  # after the end: that game keeps its name, the next one does not
    for player, web in (("BLACK", ann), ("WHITE", bo)):
        agreed = web.post(game.path("act"), {"player": player, "type": "rematch"})
        assert agreed.status_code == 200, agreed.text
    next_id = bo.get(game.path("view")).json()["nextId"]
    assert bo.get(game.path("state")).json()["players"]["WHITE"]["name"] == "Bystander"

    def seats() -> list[tuple[str, bool]]:
        players = bo.get(f"/api/game/{next_id}/state").json()["players"]
        return [(players[color]["name"], players[color]["isGuest"]) for color in ("BLACK", "WHITE")]

    assert until(lambda: seats() == [(bo.name, False), (ann.name, False)], 5.0)


def test_guests_are_marked_and_accounts_are_not(person: NewPerson, server: ServerProcess) -> None:
    ann, guest = person().register(), person()
    game = ann.start("GO", 9, seat="BLACK", name="another name")
    with socket_to(server, game.id, cookie=ann.cookie) as socket:
        joined = guest.post(game.path("join"), {"seat": "WHITE", "invite": game.invite, "name": "Cy"})
        frame = socket.event()
        while frame["type"] != "joined":
            frame = socket.event()
    assert (frame["name"], frame["isGuest"]) == ("Cy", True)
    players = joined.json()["state"]["players"]
    assert (players["BLACK"]["name"], players["BLACK"]["isGuest"]) == (ann.name, False), "an account has its name"
    assert (players["WHITE"]["name"], players["WHITE"]["isGuest"]) == ("Cy", True)


def test_nobody_else_bears_the_name_of_an_account(person: NewPerson) -> None:
    ann, guest, stranger = person().register(), person(), person()
    guest.start("GO", 9, seat="BLACK")
    twin = ann.name.upper()
    for web in (guest, stranger, person().register()):
        answer = web.post("/api/game/start", {"gameType": "GO", "names": {"WHITE": twin}})
        assert (answer.status_code, code_of(answer)) == (409, "NAME_TAKEN")
    for web in (guest, stranger):
        answer = web.post("/api/game/start", {"gameType": "GO", "seat": "BLACK", "name": twin})
        assert (answer.status_code, code_of(answer)) == (409, "NAME_TAKEN")
        open_ = ann.start("GO", 9, seat="BLACK")
        joined = web.post(open_.path("join"), {"seat": "WHITE", "invite": open_.invite, "name": twin})
        assert code_of(joined) == "NAME_TAKEN"
    assert "tengen_session" not in stranger.cookie, "who is refused becomes nobody"
    assert ann.start("GO", 9, names={"WHITE": twin}).state["players"]["WHITE"]["name"] == twin


# --- one's own account


def test_a_new_password_needs_the_present_one_and_may_end_other_sessions(person: NewPerson) -> None:
    ann = person().register()
    other = ann.elsewhere().log_in()
    before, new = ann.token, "another fine password"
    wrong = ann.call("password", {"current": "not it", "new": new})
    assert (wrong.status_code, code_of(wrong)) == (401, "BAD_LOGIN")
    ann.must("password", {"current": PASSWORD, "new": new})
    assert other.me["name"] == ann.name
    assert ann.token != before
    ann.must("password", {"current": new, "new": PASSWORD + "!", "endOthers": True})
    assert (other.me["name"], ann.me["name"]) == (None, ann.name)
    assert code_of(person().call("login", {"name": ann.name, "password": PASSWORD})) == "BAD_LOGIN"


def test_a_new_name_is_taken_at_once_and_the_old_one_is_free(person: NewPerson) -> None:
    ann = person().register()
    new = new_name("Anna")
    assert code_of(ann.call("name", {"name": new, "password": "not it"})) == "BAD_LOGIN"
    assert ann.must("name", {"name": new, "password": PASSWORD})["name"] == new
    assert ann.me["name"] == new
    taken = person().register()
    assert code_of(ann.call("name", {"name": taken.name, "password": PASSWORD})) == "NAME_TAKEN"
    person(ann.name).register()


def test_sessions_are_listed_and_ended_from_elsewhere(person: NewPerson) -> None:
    ann = person().register()
    phone = ann.elsewhere()
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0"
    phone.must("login", {"name": ann.name, "password": PASSWORD}, **{"user-agent": agent})
    found = ann.get("/api/auth/sessions").json()["sessions"]
    assert [session["isThis"] for session in found] == [False, True]
    assert found[0]["device"] == "Firefox, Linux"
    assert all(abs(session["seen"] - time.time() * 1000) < 60_000 for session in found)
    assert code_of(ann.call("sessions/end", {})) == "BAD_BODY"
    ann.must("sessions/end", {"id": found[0]["id"]})
    assert phone.me["name"] is None
    phones = [ann.elsewhere().log_in() for _ in range(2)]
    ann.must("sessions/end", {"others": True})
    assert [other.me["name"] for other in (*phones, ann)] == [None, None, ann.name]
    ann.must("sessions/end", {"id": found[1]["id"]})
    assert ann.me["name"] is None


def test_a_second_factor_is_asked_for_once_it_is_there(person: NewPerson) -> None:
    ann = person().register()
    other = ann.elsewhere().log_in()
    ann.add_second_factor()
    assert (ann.me["secondFactor"], other.me["name"]) == (True, None)
    body = {"name": ann.name, "password": PASSWORD}
    assert code_of(other.call("login", body)) == "CODE_NEEDED"
    assert code_of(other.call("login", {**body, "code": "000000"})) == "BAD_CODE"
    code = ann.code()
    other.must("login", {**body, "code": code})
    assert code_of(other.call("login", {**body, "code": code})) == "BAD_CODE", "no code counts twice"
    recovery = ann.recovery_codes.pop()
    other.must("login", {**body, "code": recovery})
    assert code_of(other.call("login", {**body, "code": recovery})) == "BAD_CODE"
    new = ann.must("second-factor/codes", {"password": PASSWORD, "code": ann.recovery_codes.pop()})["recoveryCodes"]
    assert code_of(other.call("login", {**body, "code": ann.recovery_codes.pop()})) == "BAD_CODE"
    ann.must("second-factor/off", {"password": PASSWORD, "code": new[0]})
    assert other.must("login", body)["secondFactor"] is False


def test_a_recovery_code_sets_a_new_password_and_ends_all_sessions(person: NewPerson) -> None:
    ann = person().register().add_second_factor()
    unknown = {"name": new_name(), "recoveryCode": ann.recovery_codes[0], "password": "quite another one"}
    wrong = {**unknown, "name": ann.name, "recoveryCode": "wrong-wrong"}
    answers = [person().call("reset", body) for body in (unknown, wrong)]
    assert [(answer.status_code, answer.json()) for answer in answers[:1]] == [
        (answer.status_code, answer.json()) for answer in answers[1:]
    ]
    assert code_of(answers[0]) == "BAD_RESET"
    right = {**wrong, "recoveryCode": ann.recovery_codes.pop()}
    assert person().must("reset", right) == {}
    assert ann.me["name"] is None
    assert code_of(person().call("reset", right)) == "BAD_RESET"
    assert code_of(person().call("reset", {"password": "x"})) == "BAD_BODY"


def test_a_closed_account_is_gone_and_its_name_is_not_free(person: NewPerson) -> None:
    ann = person().register()
    game = ann.start("GO", 9, seat="BLACK")
    assert code_of(ann.call("close", {"password": "not it"})) == "BAD_LOGIN"
    assert ann.must("close", {"password": PASSWORD}) == STRANGER
    assert ann.me == STRANGER
    assert code_of(ann.call("login", {"name": ann.name, "password": PASSWORD})) == "BAD_LOGIN"
    assert code_of(person().call("register", {"name": ann.name, "password": PASSWORD})) == "NAME_TAKEN"
    assert Game(ann, {"gameId": game.id, "watchId": game.watch_id, "state": {}}).state["moveNumber"] == 0


def test_everything_that_is_kept_can_be_taken_away_and_holds_no_secret(person: NewPerson) -> None:
    ann = person().register().add_second_factor()
    token = ann.bot("read")
    answer = ann.get("/api/auth/export")
    assert 'filename="tengen-account.json"' in answer.headers["content-disposition"]
    assert ann.name in answer.text
    for secret in (PASSWORD, "$argon2", ann.secret, token, ann.token, *ann.recovery_codes):
        assert str(secret) not in answer.text


# --- who may call at all

OWN: Final[dict[str, Any]] = {
    "password": {"current": PASSWORD, "new": PASSWORD + "!"},
    "name": {"name": "Somebody else", "password": PASSWORD},
    "close": {"password": PASSWORD},
    "sessions/end": {"others": True},
    "second-factor/begin": {"password": PASSWORD},
    "second-factor/confirm": {"secret": "A" * 32, "code": "000000"},
    "second-factor/off": {"password": PASSWORD, "code": "000000"},
    "second-factor/codes": {"password": PASSWORD, "code": "000000"},
    "tokens": {"label": "x", "scopes": ["read"], "days": 1},
    "tokens/revoke": {"id": "x"},
}


def test_one_s_own_account_needs_one(person: NewPerson) -> None:
    guest = person()
    guest.start("GO", 9, seat="BLACK")
    for web in (person(), guest):
        for call, body in OWN.items():
            assert code_of(web.call(call, body)) == "NOT_LOGGED_IN", call
        for call in ("sessions", "tokens", "export"):
            assert code_of(web.get(f"/api/auth/{call}")) == "NOT_LOGGED_IN", call
