"""Keeping the accounts of others over REST: administrators with a second factor, and nobody else."""

from __future__ import annotations

import time
from functools import partial

import pytest

from tests.server.people import PASSWORD, PUPILS, Person, code_of, new_name
from tests.server.process import Game, ServerProcess
from tests.server.sockets import socket_to
from tests.server.watched import until


def test_an_administrator_without_a_second_factor_may_set_one_up_and_nothing_else(
    keeper: Person, server: ServerProcess
) -> None:
    second = Person(server).register()
    assert keeper.post(f"/api/admin/users/{second.name}/role", {"role": "admin"}).json()["roles"] == ["admin"]
    second.log_in()
    assert (second.me["roles"], second.me["needsSecondFactor"]) == (["admin"], True)
    refused = second.get("/api/admin/users")
    assert (refused.status_code, code_of(refused)) == (403, "SECOND_FACTOR_NEEDED")
    second.add_second_factor()
    assert second.get("/api/admin/users").status_code == 200
    assert second.me["needsSecondFactor"] is False
    keeper.post(f"/api/admin/users/{second.name}/delete")
    second.close()


def test_accounts_are_found_by_parts_of_their_names_a_page_at_a_time(keeper: Person) -> None:
    page = keeper.get("/api/admin/users?search=pupil").json()
    assert len(page["users"]) == 50
    rest = keeper.get(f"/api/admin/users?search=pupil&after={page['after']}").json()
    assert rest["after"] is None
    names = sorted(user["name"] for user in (*page["users"], *rest["users"]))
    assert names[:40] == list(PUPILS[:40]), "of the others another test may delete some"
    assert len(set(names)) == len(names) > 50
    (found,) = keeper.get("/api/admin/users?search=THE KEEPER").json()["users"]
    assert (found["name"], found["roles"], found["secondFactor"]) == ("The Keeper", ["admin"], True)
    assert abs(found["since"] - time.time() * 1000) < 3_600_000


def test_nothing_that_administrators_see_is_a_secret(keeper: Person) -> None:
    said = keeper.get("/api/admin/users").text + keeper.get("/api/admin/audit").text
    said += keeper.post("/api/admin/users/Pupil 01/export").text
    for secret in ("$argon2", PASSWORD, keeper.secret or "", keeper.token):
        assert secret not in said


def test_bans_hold_until_they_end(keeper: Person, server: ServerProcess) -> None:
    answer = keeper.post("/api/admin/users/Pupil 02/ban", {"reason": "a test"}).json()
    assert (answer["ban"]["until"], answer["ban"]["reason"]) == (None, "a test")
    pupil = Person(server, "Pupil 02")
    assert code_of(pupil.call("login", {"name": pupil.name, "password": PASSWORD})) == "BANNED"
    soon = int(time.time() * 1000) + 1_500
    keeper.post("/api/admin/users/Pupil 02/ban", {"reason": "a test", "until": soon})
    assert code_of(pupil.call("login", {"name": pupil.name, "password": PASSWORD})) == "BANNED"
    time.sleep(1.6)
    pupil.log_in()
    assert keeper.post("/api/admin/users/Pupil 02/unban").json()["ban"] is None
    pupil.close()


def test_a_reset_link_works_once_and_the_next_one_ends_it(keeper: Person, server: ServerProcess) -> None:
    first = keeper.post("/api/admin/users/Pupil 03/reset").json()
    assert abs(first["expires"] - time.time() * 1000 - 30 * 60_000) < 60_000
    second = keeper.post("/api/admin/users/Pupil 03/reset").json()
    pupil = Person(server, "Pupil 03")
    pupil.password = "a new one from a link"
    assert code_of(pupil.call("reset", {"token": first["token"], "password": pupil.password})) == "BAD_RESET"
    assert code_of(pupil.call("reset", {"token": second["token"], "password": "short"})) == "BAD_PASSWORD"
    pupil.must("reset", {"token": second["token"], "password": pupil.password})
    assert code_of(pupil.call("reset", {"token": second["token"], "password": "once more, please"})) == "BAD_RESET"
    pupil.log_in().close()


def test_who_may_register_is_the_administrator_s_business(keeper: Person, server: ServerProcess) -> None:
    newcomer = Person(server)
    body = {"name": newcomer.name, "password": PASSWORD}
    try:
        assert keeper.post("/api/admin/registration", {"mode": "closed"}).json() == {"mode": "closed"}
        assert newcomer.me["registration"] == "closed"
        assert code_of(newcomer.call("register", body)) == "NOT_ALLOWED"
        keeper.post("/api/admin/registration", {"mode": "invite"})
        assert code_of(newcomer.call("register", body)) == "INVITE_NEEDED"
        assert code_of(newcomer.call("register", {**body, "invite": "guess"})) == "BAD_INVITE"
        invite = keeper.post("/api/admin/invites", {"uses": 1, "days": 1}).json()
        assert invite["uses"] == 1
        newcomer.must("register", {**body, "invite": invite["code"]})
        late = Person(server)
        assert code_of(late.call("register", {**body, "name": late.name, "invite": invite["code"]})) == "BAD_INVITE"
        late.close()
    finally:
        keeper.post("/api/admin/registration", {"mode": "open"})
    newcomer.close()


def test_a_deleted_player_s_games_stay_and_the_name_is_free(keeper: Person, server: ServerProcess) -> None:
    ann = Person(server, new_name("Leaver")).register()
    game = ann.start("GO", 9, seat="BLACK")
    assert keeper.post(f"/api/admin/users/{ann.name}/delete").json() == {}
    assert ann.get(game.path("state")).status_code == 200
    assert code_of(keeper.post(f"/api/admin/users/{ann.name}/ban", {"reason": "x"})) == "NO_SUCH_USER"
    again = Person(server, ann.name).register()
    assert code_of(again.post(game.path("resign"), {"player": "BLACK"})) == "NOT_YOUR_SEAT"
    for person in (ann, again):
        person.close()


def is_called(game: Game, name: str) -> bool:
    """Whether Black is called so."""
    return bool(game.state["players"]["BLACK"]["name"] == name)


def test_a_deleted_player_has_no_name_in_old_games_and_their_records(keeper: Person, server: ServerProcess) -> None:
    ann, bo = Person(server, new_name("Leaver")).register(), Person(server, new_name("Stayer")).register()
    games = []
    for _ in range(2):
        game = ann.start("GO", 9, seat="BLACK")
        bo.post(game.path("join"), {"seat": "WHITE", "invite": game.invite})
        games.append(game)
    game.move(0, 0)
    assert bo.post(game.path("resign"), {"player": "WHITE"}).status_code == 200
    with socket_to(server, games[0].watch_id) as watcher:
        assert watcher.event()["type"] == "reset"
        assert keeper.post(f"/api/admin/users/{ann.name}/delete").json() == {}
        renamed = watcher.event()
    assert (renamed["type"], renamed["player"], renamed["name"]) == ("renamed", "BLACK", "Deleted player")
    for one in games:
        assert until(partial(is_called, one, "Deleted player"), 5.0)
        record = bo.get(one.path("record.sgf")).text
        assert "PB[Deleted player]" in record
        assert ann.name not in record
        assert bo.get(one.path("state")).json()["players"]["WHITE"]["name"] == bo.name
    for person in (ann, bo):
        person.close()


def test_what_administrators_do_is_in_the_audit_log(keeper: Person) -> None:
    keeper.post("/api/admin/users/Pupil 04/role", {"role": "moderator"})
    keeper.post("/api/admin/users/Pupil 04/role", {"role": None})
    page = keeper.get("/api/admin/audit").json()
    entries = page["entries"]
    latest = [(entry["actor"], entry["action"], entry["subject"]) for entry in entries[:2]]
    assert latest == 2 * [("The Keeper", "role_changed", "Pupil 04")]
    numbers = [entry["number"] for entry in entries]
    assert numbers == sorted(numbers, reverse=True)
    following = keeper.get(f"/api/admin/audit?after={page['after']}").json()["entries"]
    assert following[0]["number"] == numbers[-1] - 1


def test_the_last_administrator_cannot_be_lost(keeper: Person) -> None:
    for call, body in (("role", {"role": None}), ("ban", {"reason": "x"}), ("delete", None)):
        answer = keeper.post(f"/api/admin/users/The Keeper/{call}", body)
        assert (answer.status_code, code_of(answer)) == (409, "LAST_ADMIN"), call
    closed = keeper.call("close", {"password": PASSWORD, "code": keeper.code()})
    assert code_of(closed) == "LAST_ADMIN"
    assert keeper.me["roles"] == ["admin"]


@pytest.mark.parametrize("name", ["nobody at all", "x" * 80, "?", "..%2f..%2fetc"])
def test_nobody_of_this_name_is_said_so(keeper: Person, name: str) -> None:
    for call, body in (("role", {"role": None}), ("ban", {"reason": "x"}), ("export", None), ("end-sessions", None)):
        answer = keeper.post(f"/api/admin/users/{name}/{call}", body)
        assert answer.status_code == 404, (call, answer.text)
