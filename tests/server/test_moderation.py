"""Keeping order over a real server: reports with their lines, acts of moderators, and who is told. Roles: the table."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Final

import httpx2
import pytest

from tests.server.members import Member
from tests.server.people import PASSWORD, Person, code_of
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.test_session_endings import SESSION_ENDED, SOON_S, closed

DAY_MS: Final = 86_400_000
ACTS: Final = ("warn", "silence", "ban", "reset-name", "reset-avatar")
UNDOING: Final = ("unsilence", "unban")


@pytest.fixture(scope="module")
def wu(server: ServerProcess) -> Iterator[Person]:
    """A moderator."""
    found = Person(server, "Wu").log_in()
    yield found
    found.close()


@pytest.fixture
def two(server: ServerProcess) -> Iterator[tuple[Member, Member]]:
    ann, bo = Member(server, "Ann"), Member(server, "Bo")
    yield ann, bo
    ann.close()
    bo.close()


def act(moderator: Person, what: str, name: str, **body: Any) -> httpx2.Response:
    return moderator.post(f"/api/moderation/users/{name}/{what}", {"reason": "a test", **body})


def notices(person: Person) -> list[dict[str, Any]]:
    answer = person.get("/api/notices")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["notices"]
    return found


def audited(keeper: Person, name: str) -> list[dict[str, Any]]:
    """What the audit log says was done to somebody, the latest first."""
    entries: list[dict[str, Any]] = keeper.get("/api/admin/audit").json()["entries"]
    return [entry for entry in entries if entry["subject"] == name]


def report(by: Member, about: str, **more: Any) -> httpx2.Response:
    return by.web.post("/api/reports", {"about": about, "reason": "insult", **more})


def reports_about(moderator: Person, name: str, **query: Any) -> list[dict[str, Any]]:
    """The reports about somebody, from all pages."""
    found, after = [], None
    while True:
        asked = {**query, **({} if after is None else {"after": after})}
        answer = moderator.http.get("/api/moderation/reports", params=asked)
        assert answer.status_code == 200, answer.text
        found += [one for one in answer.json()["reports"] if one["about"] == name]
        after = answer.json()["after"]
        if after is None:
            return found


# --- reports


def test_a_report_takes_the_last_lines_along_that_its_maker_could_read(
    two: tuple[Member, Member], wu: Person, server: ServerProcess
) -> None:
    ann, bo = two
    game, cy = ann.begin(bo, rated=False), Member(server, "Cy")
    assert cy.web.post(f"/api/game/{game.watch_id}/chat", {"text": "among watchers"}).status_code == 200
    assert bo.web.post(game.path("chat"), {"text": "you <b>fool</b>"}).status_code == 200
    answer = report(ann, bo.name, gameId=game.id, text="he insults me")
    assert (answer.status_code, answer.json()) == (200, {})
    listed = reports_about(wu, bo.name)
    assert [(one["by"], one["reason"], one["text"], one["lines"]) for one in listed] == [
        (ann.name, "insult", "he insults me", [])
    ]
    read = wu.get(f"/api/moderation/reports/{listed[0]['id']}").json()
    assert [line["text"] for line in read["report"]["lines"]] == ["you <b>fool</b>"]
    assert read["report"]["watchId"] == game.watch_id
    assert game.id not in str(read), "a moderator watches, and does not play"
    assert (read["user"]["name"], read["user"]["silence"], read["user"]["ban"]) == (bo.name, None, None)
    assert report(cy, bo.name, gameId=game.watch_id).status_code == 200
    (latest, _) = reports_about(wu, bo.name)
    lines = wu.get(f"/api/moderation/reports/{latest['id']}").json()["report"]["lines"]
    assert [line["text"] for line in lines] == ["among watchers"], "who watches takes along what watchers hear"
    cy.close()


def test_reports_are_bounded_and_need_somebody_to_be_about(two: tuple[Member, Member], server: ServerProcess) -> None:
    ann, bo = two
    assert code_of(report(ann, "Nobody At All")) == "NO_SUCH_USER"
    assert code_of(report(ann, ann.name)) == "BAD_FIELD"
    assert code_of(report(ann, bo.name, gameId="no-such-game")) == "NO_SUCH_GAME"
    assert code_of(report(ann, bo.name, text="x" * 501)) == "BAD_TEXT"
    assert code_of(report(ann, bo.name, text="x" * 1001)) == "BAD_BODY"
    assert code_of(report(ann, bo.name, reason="hair")) == "BAD_BODY"
    assert [report(ann, bo.name).status_code for _ in range(3)] == [200, 200, 200]
    assert code_of(report(ann, bo.name)) == "TOO_MANY"
    guest = Web(server)
    guest.start("GO", 9, seat="BLACK")
    body = {"about": bo.name, "reason": "spam", "text": ""}
    assert code_of(guest.post("/api/reports", body)) == "NOT_LOGGED_IN"
    guest.close()


def test_a_report_is_handled_once_and_its_maker_is_told(two: tuple[Member, Member], wu: Person, keeper: Person) -> None:
    ann, bo = two
    report(ann, bo.name)
    (found,) = reports_about(wu, bo.name)
    path = f"/api/moderation/reports/{found['id']}/handle"
    handled = wu.post(path, {"outcome": "acted", "note": "warned him"})
    assert handled.json()["report"]["handled"]["by"] == "Wu"
    assert handled.json()["report"]["handled"]["note"] == "warned him"
    answer = keeper.post(path, {"outcome": "dismissed"})
    assert (answer.status_code, code_of(answer)) == (409, "REPORT_HANDLED")
    assert reports_about(wu, bo.name) == []
    assert [one["id"] for one in reports_about(wu, bo.name, open="false")] == [found["id"]]
    assert [notice["key"] for notice in notices(ann.web)] == ["notice.report_handled"]
    assert "warned him" not in ann.web.get("/api/notices").text
    assert notices(bo.web) == [], "who was reported is not told of it"
    assert audited(keeper, bo.name)[0]["action"] == "report_handled"
    assert code_of(wu.post("/api/moderation/reports/none/handle", {"outcome": "acted"})) == "NO_SUCH_REPORT"
    assert code_of(wu.post(path, {"outcome": "shot"})) == "BAD_BODY"


# --- acts: what each does, who is told, what the log says

TOLD: Final = {
    "warn": ("notice.warned", "warned"),
    "silence": ("notice.muted", "silenced"),
    "unsilence": ("notice.unmuted", "unsilenced"),
    "unban": ("notice.unbanned", "unbanned"),
    "reset-name": ("notice.name_reset", "name_reset"),
    "reset-avatar": ("notice.avatar_reset", "avatar_reset"),
}


@pytest.mark.parametrize("what", TOLD)
def test_every_act_is_in_the_audit_log_and_told_to_whom_it_concerns(
    two: tuple[Member, Member], wu: Person, keeper: Person, what: str
) -> None:
    _, bo = two
    name = bo.name
    if what in UNDOING:
        assert act(wu, what.removeprefix("un"), name).status_code == 200
    answer = act(wu, what, name)
    assert answer.status_code == 200, answer.text
    name = answer.json()["name"]
    if what == "unban":
        bo.web.log_in()
    key, action = TOLD[what]
    told = notices(bo.web)[0]
    assert (told["key"], told["seen"]) == (key, False)
    if what not in UNDOING:
        assert told["values"]["reason"] == "a test"
    entries = [(entry["action"], entry["actor"]) for entry in audited(keeper, name)]
    assert (action, "Wu") in entries
    assert bo.web.me["unseen"] >= 1


def test_a_ban_ends_sessions_and_sockets_and_is_told_at_the_door(
    two: tuple[Member, Member], wu: Person, server: ServerProcess
) -> None:
    ann, bo = two
    game = ann.begin(bo, rated=False)
    with socket_to(server, game.id, cookie=bo.web.cookie) as socket:
        begin = time.monotonic()
        answer = act(wu, "ban", bo.name, days=2)
        assert answer.status_code == 200, answer.text
        assert closed(socket) == SESSION_ENDED
        assert time.monotonic() - begin < SOON_S
    assert bo.web.me["name"] is None
    refused = bo.web.call("login", {"name": bo.name, "password": PASSWORD})
    assert code_of(refused) == "BANNED"
    assert "a test" in refused.text
    assert code_of(bo.web.post(game.path("chat"), {"text": "hi"})) in {"GUESTS_CANNOT_TALK", "NOT_LOGGED_IN"}
    assert act(wu, "unban", bo.name).json()["ban"] is None
    bo.web.log_in()
    assert [one["key"] for one in notices(bo.web)][:2] == ["notice.unbanned", "notice.banned_until"]


def test_a_reset_name_is_neutral_and_another_may_be_taken(two: tuple[Member, Member], wu: Person) -> None:
    ann, bo = two
    game = ann.begin(bo, rated=False)
    bo.web.post(game.path("chat"), {"text": "hi"})
    fresh = act(wu, "reset-name", bo.name).json()["name"]
    assert fresh != bo.name
    assert bo.web.me["name"] == fresh
    assert [line["name"] for line in ann.web.get(game.path("chat")).json()["lines"]] == [fresh]
    assert code_of(act(wu, "warn", bo.name)) == "NO_SUCH_USER"
    deadline = time.monotonic() + SOON_S
    while ann.web.get(game.path("state")).json()["players"]["WHITE"]["name"] != fresh:
        assert time.monotonic() < deadline, "running games call them so, too"
        time.sleep(0.02)
    assert bo.web.must("name", {"name": f"{bo.name} b"[-20:], "password": PASSWORD})["name"] != fresh


def test_a_reset_avatar_is_another_one_wherever_it_is_drawn(two: tuple[Member, Member], wu: Person) -> None:
    ann, bo = two
    game = ann.begin(bo, rated=False)
    assert ann.web.get(game.path("view")).json()["avatars"] == {"BLACK": 0, "WHITE": 0}
    assert act(wu, "reset-avatar", bo.name).json()["avatar"] == 1
    assert ann.web.get(game.path("view")).json()["avatars"] == {"BLACK": 0, "WHITE": 1}
    assert bo.web.me["avatar"] == 1
    assert ann.web.get(bo.path).json()["avatar"] == 1
    assert bo.web.post(game.path("chat"), {"text": "hi"}).json()["avatar"] == 1


def test_a_moderator_annuls_a_result_and_both_players_are_told(
    two: tuple[Member, Member], wu: Person, keeper: Person
) -> None:
    ann, bo = two
    game = ann.play(bo)
    path = f"/api/moderation/results/{game.watch_id}/annul"
    assert wu.post(path, {"reason": "a program played"}).json() == {}
    assert ann.web.get(game.path("result")).json()["isAnnulled"] is True
    for member in two:
        (told,) = [one for one in notices(member.web) if one["key"] == "notice.result_annulled"]
        assert told["values"]["reason"] == "a program played"
    answer = wu.post(path, {"reason": "again"})
    assert (answer.status_code, code_of(answer)) == (409, "ALREADY_ANNULLED")
    entries = keeper.get("/api/admin/audit").json()["entries"]
    assert next(one["actor"] for one in entries if one["action"] == "result_annulled") == "Wu"


# --- states: what becomes of an act, by what the account is


def plain(_: Person, __: str) -> None:
    pass


def silenced(moderator: Person, name: str) -> None:
    act(moderator, "silence", name)


def banned(moderator: Person, name: str) -> None:
    act(moderator, "ban", name)


STATES: Final[dict[str, Callable[[Person, str], None]]] = {"plain": plain, "silenced": silenced, "banned": banned}


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("what", [*ACTS, *UNDOING])
def test_an_act_is_possible_in_every_state_and_changes_only_its_own(
    server: ServerProcess, wu: Person, what: str, state: str
) -> None:
    bo = Member(server, "Bo")
    STATES[state](wu, bo.name)
    answer = act(wu, what, bo.name)
    assert answer.status_code == 200, answer.text
    user = answer.json()
    is_silenced = what == "silence" or (state == "silenced" and what != "unsilence")
    is_banned = what == "ban" or (state == "banned" and what != "unban")
    assert (user["silence"] is not None, user["ban"] is not None) == (is_silenced, is_banned)
    assert (user["name"] != bo.name, user["avatar"]) == (what == "reset-name", int(what == "reset-avatar"))
    bo.close()


@pytest.mark.parametrize("what", [*ACTS, *UNDOING])
def test_nobody_acts_on_accounts_with_a_role_or_on_those_that_are_gone(
    server: ServerProcess, keeper: Person, wu: Person, what: str
) -> None:
    for moderator in (wu, keeper):
        for name in ("The Keeper", "Wu"):
            assert code_of(act(moderator, what, name)) == "NOT_ALLOWED"
    with ExitStack() as opened:
        gone = Member(server, "Gone")
        opened.callback(gone.close)
        gone.web.must("close", {"password": PASSWORD})
        assert code_of(act(wu, what, gone.name)) == "NO_SUCH_USER"
    assert code_of(act(wu, what, "Nobody At All")) == "NO_SUCH_USER"


def test_an_end_is_in_the_future_and_said_one_way(two: tuple[Member, Member], wu: Person) -> None:
    name, now = two[1].name, time.time_ns() // 1_000_000
    for what in ("silence", "ban"):
        assert code_of(act(wu, what, name, until=now - 1000)) == "BAD_FIELD"
        assert code_of(act(wu, what, name, days=1, until=now + DAY_MS)) == "BAD_BODY"
        assert code_of(act(wu, what, name, days=0)) == "BAD_BODY"
        assert code_of(act(wu, what, name, reason=" ")) == "BAD_FIELD"
        assert code_of(act(wu, what, name, reason="x" * 201)) == "BAD_BODY"
        assert code_of(act(wu, what, name, reportId="none")) == "NO_SUCH_REPORT"
    assert act(wu, "silence", name, until=now + DAY_MS).json()["silence"]["until"] == now + DAY_MS


# --- notices


def test_notices_are_seen_up_to_one_and_are_one_s_own(two: tuple[Member, Member], wu: Person) -> None:
    ann, bo = two
    for _ in range(3):
        act(wu, "warn", bo.name)
    latest, middle, _ = notices(bo.web)
    assert latest["id"] > middle["id"]
    answer = ann.web.post("/api/notices/seen", {"upTo": latest["id"]})
    assert answer.json() == {"notices": [], "unseen": 0}
    assert bo.web.me["unseen"] == 3, "nobody sees them for another"
    answer = bo.web.post("/api/notices/seen", {"upTo": middle["id"]})
    assert [one["seen"] for one in answer.json()["notices"]] == [False, True, True]
    assert (answer.json()["unseen"], bo.web.me["unseen"]) == (1, 1)
    assert code_of(bo.web.post("/api/notices/seen", {"upTo": -1})) == "BAD_BODY"
    stranger = Web(bo.web.server)
    assert code_of(stranger.get("/api/notices")) == "NOT_LOGGED_IN"
    stranger.close()
