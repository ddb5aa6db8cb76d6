"""Keeping the accounts of others over REST: administrators with a second factor, and nobody else."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tengen.people import Role
from tests.server.people import PASSWORD, Person, add_accounts, code_of, new_name
from tests.server.process import ServerProcess

PLAYERS = tuple(f"Pupil {number:02}" for number in range(60))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("administering") / "data"
    add_accounts(folder, [("The Keeper", Role.ADMIN), ("Second Keeper", Role.ADMIN)])
    add_accounts(folder, [("The Moderator", Role.MODERATOR), *[(name, None) for name in PLAYERS]])
    process = ServerProcess(folder).start()
    yield process
    process.stop()


@pytest.fixture(scope="module")
def admin(server: ServerProcess) -> Iterator[Person]:
    keeper = Person(server, "The Keeper").log_in().add_second_factor()
    yield keeper
    keeper.close()


def test_an_administrator_without_a_second_factor_may_set_one_up_and_nothing_else(server: ServerProcess) -> None:
    keeper = Person(server, "Second Keeper").log_in()
    assert (keeper.me["roles"], keeper.me["needsSecondFactor"]) == (["admin"], True)
    refused = keeper.get("/api/admin/users")
    assert (refused.status_code, code_of(refused)) == (403, "SECOND_FACTOR_NEEDED")
    keeper.add_second_factor()
    assert keeper.get("/api/admin/users").status_code == 200
    assert keeper.me["needsSecondFactor"] is False
    keeper.close()


def test_accounts_are_found_by_parts_of_their_names_a_page_at_a_time(admin: Person) -> None:
    page = admin.get("/api/admin/users?search=pupil").json()
    assert len(page["users"]) == 50
    rest = admin.get(f"/api/admin/users?search=pupil&after={page['after']}").json()
    assert rest["after"] is None
    assert [user["name"] for user in (*page["users"], *rest["users"])] == list(PLAYERS)
    keeper = admin.get("/api/admin/users?search=THE KEEPER").json()["users"]
    assert [(user["name"], user["roles"], user["secondFactor"]) for user in keeper] == [
        ("The Keeper", ["admin"], True)
    ]
    assert abs(keeper[0]["since"] - time.time() * 1000) < 600_000


def test_nothing_that_administrators_see_is_a_secret(admin: Person) -> None:
    said = admin.get("/api/admin/users").text + admin.get("/api/admin/audit").text
    said += admin.post("/api/admin/users/Pupil 01/export").text
    for secret in ("$argon2", PASSWORD, admin.secret or "", admin.token):
        assert secret not in said


def test_bans_hold_until_they_end(admin: Person, server: ServerProcess) -> None:
    answer = admin.post("/api/admin/users/Pupil 02/ban", {"reason": "a test"}).json()
    assert (answer["ban"]["until"], answer["ban"]["reason"]) == (None, "a test")
    pupil = Person(server, "Pupil 02")
    assert code_of(pupil.call("login", {"name": pupil.name, "password": PASSWORD})) == "BANNED"
    soon = int(time.time() * 1000) + 1_500
    admin.post("/api/admin/users/Pupil 02/ban", {"reason": "a test", "until": soon})
    assert code_of(pupil.call("login", {"name": pupil.name, "password": PASSWORD})) == "BANNED"
    time.sleep(1.6)
    pupil.log_in()
    assert admin.post("/api/admin/users/Pupil 02/unban").json()["ban"] is None
    pupil.close()


def test_a_reset_link_works_once_and_the_next_one_ends_it(admin: Person, server: ServerProcess) -> None:
    first = admin.post("/api/admin/users/Pupil 03/reset").json()
    assert abs(first["expires"] - time.time() * 1000 - 30 * 60_000) < 60_000
    second = admin.post("/api/admin/users/Pupil 03/reset").json()
    pupil = Person(server, "Pupil 03")
    pupil.password = "a new one from a link"
    assert code_of(pupil.call("reset", {"token": first["token"], "password": pupil.password})) == "BAD_RESET"
    assert code_of(pupil.call("reset", {"token": second["token"], "password": "short"})) == "BAD_PASSWORD"
    pupil.must("reset", {"token": second["token"], "password": pupil.password})
    assert code_of(pupil.call("reset", {"token": second["token"], "password": "once more, please"})) == "BAD_RESET"
    pupil.log_in().close()


def test_who_may_register_is_the_administrator_s_business(admin: Person, server: ServerProcess) -> None:
    newcomer = Person(server)
    body = {"name": newcomer.name, "password": PASSWORD}
    try:
        assert admin.post("/api/admin/registration", {"mode": "closed"}).json() == {"mode": "closed"}
        assert newcomer.me["registration"] == "closed"
        assert code_of(newcomer.call("register", body)) == "NOT_ALLOWED"
        admin.post("/api/admin/registration", {"mode": "invite"})
        assert code_of(newcomer.call("register", body)) == "INVITE_NEEDED"
        assert code_of(newcomer.call("register", {**body, "invite": "guess"})) == "BAD_INVITE"
        invite = admin.post("/api/admin/invites", {"uses": 1, "days": 1}).json()
        assert invite["uses"] == 1
        newcomer.must("register", {**body, "invite": invite["code"]})
        late = Person(server)
        assert code_of(late.call("register", {**body, "name": late.name, "invite": invite["code"]})) == "BAD_INVITE"
        late.close()
    finally:
        admin.post("/api/admin/registration", {"mode": "open"})
    newcomer.close()


def test_a_deleted_player_s_games_stay_and_the_name_is_free(admin: Person, server: ServerProcess) -> None:
    ann = Person(server, new_name("Leaver")).register()
    game = ann.start("GO", 9, seat="BLACK")
    assert admin.post(f"/api/admin/users/{ann.name}/delete").json() == {}
    assert ann.get(game.path("state")).status_code == 200
    assert code_of(admin.post(f"/api/admin/users/{ann.name}/ban", {"reason": "x"})) == "NO_SUCH_USER"
    again = Person(server, ann.name).register()
    assert code_of(again.post(game.path("resign"), {"player": "BLACK"})) == "NOT_YOUR_SEAT"
    for person in (ann, again):
        person.close()


def test_what_administrators_do_is_in_the_audit_log(admin: Person) -> None:
    admin.post("/api/admin/users/Pupil 04/role", {"role": "moderator"})
    admin.post("/api/admin/users/Pupil 04/role", {"role": None})
    page = admin.get("/api/admin/audit").json()
    entries = page["entries"]
    latest = [(entry["actor"], entry["action"], entry["subject"]) for entry in entries[:2]]
    assert latest == 2 * [("The Keeper", "role_changed", "Pupil 04")]
    numbers = [entry["number"] for entry in entries]
    assert numbers == sorted(numbers, reverse=True)
    following = admin.get(f"/api/admin/audit?after={page['after']}").json()["entries"]
    assert following[0]["number"] == numbers[-1] - 1


def test_the_last_administrator_cannot_be_lost(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("one keeper") / "data"
    add_accounts(folder, [("The Keeper", Role.ADMIN)])
    server = ServerProcess(folder).start()
    try:
        keeper = Person(server, "The Keeper").log_in().add_second_factor()
        for call, body in (("role", {"role": None}), ("ban", {"reason": "x"}), ("delete", None)):
            answer = keeper.post(f"/api/admin/users/The Keeper/{call}", body)
            assert (answer.status_code, code_of(answer)) == (409, "LAST_ADMIN"), call
        closed = keeper.call("close", {"password": PASSWORD, "code": keeper.recovery_codes.pop()})
        assert code_of(closed) == "LAST_ADMIN"
        assert keeper.me["roles"] == ["admin"]
        keeper.close()
    finally:
        server.stop()


@pytest.mark.parametrize("name", ["nobody at all", "x" * 80, "?", "..%2f..%2fetc"])
def test_nobody_of_this_name_is_said_so(admin: Person, name: str) -> None:
    for call, body in (("role", {"role": None}), ("ban", {"reason": "x"}), ("export", None), ("end-sessions", None)):
        answer = admin.post(f"/api/admin/users/{name}/{call}", body)
        assert answer.status_code == 404, (call, answer.text)
