"""Who may call what about accounts, talk and order: every role, every call. The same for games is in test_roles.

The table is whole: a test finds a call of the API that it does not name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, Final

import pytest

from tests.server.people import PASSWORD, PUPILS, Person, code_of
from tests.server.process import ServerProcess, Web

WRONG: Final = "not the password"
BODIES: Final[dict[str, Any]] = {
    "register": {"name": "admin", "password": PASSWORD},
    "login": {"name": "Nobody Here", "password": WRONG},
    "password": {"current": WRONG, "new": PASSWORD},
    "name": {"name": "Other Name", "password": WRONG},
    "close": {"password": WRONG},
    "reset": {"token": "x", "password": PASSWORD},
    "sessions/end": {"id": "x"},
    "second-factor/begin": {"password": WRONG},
    "second-factor/confirm": {"secret": "x", "code": "000000"},
    "second-factor/off": {"password": WRONG, "code": "000000"},
    "second-factor/codes": {"password": WRONG, "code": "000000"},
    "tokens": {"label": "x", "scopes": ["read"], "days": 500},
    "tokens/revoke": {"id": "x"},
    "users/{name}/role": {"role": "moderator"},
    "users/{name}/ban": {"reason": "x"},
    "invites": {"uses": 5000, "days": 1},
    "results/{watch_id}/annul": {"reason": "x"},
    "registration": {"mode": "open"},
    "talk": {"on": True},
    "{asked}": {"name": "Nobody Here"},
    "reports": {"about": "Nobody Here", "reason": "spam"},
    "seen": {"upTo": 0},
    "reports/{report_id}/handle": {"outcome": "acted"},
    "users/{name}/warn": {"reason": "x"},
    "users/{name}/silence": {"reason": "x", "days": 1},
    "users/{name}/reset-name": {"reason": "x"},
    "users/{name}/reset-avatar": {"reason": "x"},
    "enter": {},
    "challenges": {"gameType": "GOMOKU", "boardSize": 64},
    "challenges/{challenge_id}/decline": {},
    "accepting": {"mode": "all"},
}
"""What a call is sent: as harmless as possible, so that each role can try it."""

TABLE: Final = """
                              stranger  guest  member  moderator  bare    admin  bot
GET  auth me                  yes       yes    yes     yes        yes     yes    yes
POST auth guest               yes       yes    yes     yes        yes     yes    scope
POST auth register            name      name   name    name       name    name   scope
POST auth login               login     login  login   login      login   login  scope
POST auth logout              .         .      .       .          .       .      scope
POST auth password            out       out    login   login      login   login  scope
POST auth name                out       out    login   login      login   login  scope
POST auth close               out       out    login   login      login   login  scope
POST auth reset               reset     reset  reset   reset      reset   reset  scope
GET  auth export              out       out    yes     yes        yes     yes    scope
GET  auth sessions            out       out    yes     yes        yes     yes    scope
POST auth sessions/end        out       out    yes     yes        yes     yes    scope
POST auth second-factor/begin    out    out    login   login      login   login  scope
POST auth second-factor/confirm  out    out    code    code       code    code   scope
POST auth second-factor/off      out    out    login   login      login   login  scope
POST auth second-factor/codes    out    out    login   login      login   login  scope
GET  auth tokens              out       out    yes     yes        yes     yes    scope
POST auth tokens              out       out    field   field      field   field  scope
POST auth tokens/revoke       out       out    yes     yes        yes     yes    scope
GET  admin users              out       out    no      no         second  yes    scope
POST admin users/{name}/role  out       out    no      no         second  yes    scope
POST admin users/{name}/ban   out       out    no      no         second  yes    scope
POST admin users/{name}/unban         out  out  no     no         second  yes    scope
POST admin users/{name}/reset         out  out  no     no         second  yes    scope
POST admin users/{name}/end-sessions  out  out  no     no         second  yes    scope
POST admin users/{name}/export        out  out  no     no         second  yes    scope
POST admin users/{name}/delete        out  out  no     no         second  yes    scope
GET  admin audit              out       out    no      no         second  yes    scope
POST admin invites            out       out    no      no         second  field  scope
POST admin results/{watch_id}/annul   out  out  no     no         second  none   scope
POST admin registration       out       out    no      no         second  yes    scope
POST auth talk                out       yes    yes     yes        yes     yes    scope
GET  . relations              out       yes    yes     yes        yes     yes    scope
POST relations {asked}        out       user   user    user       user    user   scope
POST . reports                out       out    user    user       user    user   scope
GET  . notices                out       yes    yes     yes        yes     yes    scope
POST notices seen             out       yes    yes     yes        yes     yes    scope
GET  moderation reports                      out  out  no  yes     second  yes     scope
GET  moderation reports/{report_id}          out  out  no  report  second  report  scope
POST moderation reports/{report_id}/handle   out  out  no  report  second  report  scope
POST moderation users/{name}/warn            out  out  no  yes     second  yes     scope
POST moderation users/{name}/silence         out  out  no  yes     second  yes     scope
POST moderation users/{name}/unsilence       out  out  no  yes     second  yes     scope
POST moderation users/{name}/ban             out  out  no  yes     second  yes     scope
POST moderation users/{name}/unban           out  out  no  yes     second  yes     scope
POST moderation users/{name}/reset-name      out  out  no  yes     second  yes     scope
POST moderation users/{name}/reset-avatar    out  out  no  yes     second  yes     scope
POST moderation results/{watch_id}/annul     out  out  no  none    second  none    scope
GET  . lobby                  yes       yes    yes     yes        yes     yes    yes
POST lobby enter              .         yes    yes     yes        yes     yes    yes
POST lobby challenges         rules     rules  rules   rules      rules   rules  rules
POST lobby challenges/{challenge_id}/accept    .    gone  gone  gone  gone  gone  gone
POST lobby challenges/{challenge_id}/withdraw  out  gone  gone  gone  gone  gone  gone
POST lobby challenges/{challenge_id}/decline   out  gone  gone  gone  gone  gone  gone
POST lobby accepting          out       yes    yes     yes        yes     yes    scope
"""
"""Who is bare is an administrator without a second factor; the bot has every scope. `.` would end the role."""

CODES: Final = {
    "yes": None,
    "name": "BAD_NAME",
    "login": "BAD_LOGIN",
    "out": "NOT_LOGGED_IN",
    "reset": "BAD_RESET",
    "code": "BAD_CODE",
    "field": "BAD_FIELD",
    "no": "NOT_ALLOWED",
    "second": "SECOND_FACTOR_NEEDED",
    "scope": "BAD_SCOPE",
    "none": "NO_SUCH_RESULT",
    "user": "NO_SUCH_USER",
    "report": "NO_SUCH_REPORT",
    "rules": "BAD_RULES",
    "gone": "NO_SUCH_CHALLENGE",
}


def rows() -> dict[tuple[str, str], dict[str, str]]:
    """By method and path: the word for each role."""
    head, *lines = [line.split() for line in TABLE.strip().splitlines()]
    paths = {where: "/api" if where == "." else f"/api/{where}" for _, where, *_ in lines}
    return {
        (method, paths[where] if call == "." else f"{paths[where]}/{call}"): dict(zip(head, cells, strict=True))
        for method, where, call, *cells in lines
    }


def body_of(path: str) -> dict[str, Any] | None:
    """What this call is sent."""
    call = path.removeprefix("/api/")
    found: dict[str, Any] | None = BODIES.get(call.partition("/")[2] or call)
    return found


@pytest.fixture(scope="module")
def roles(server: ServerProcess, keeper: Person) -> Iterator[dict[str, Web]]:
    guest, member, bare = Person(server), Person(server).register(), Person(server).register()
    guest.start("GO", 9, seat="BLACK")
    assert keeper.post(f"/api/admin/users/{bare.name}/role", {"role": "admin"}).status_code == 200
    found: dict[str, Web] = {
        "stranger": Person(server),
        "guest": guest,
        "member": member,
        "moderator": Person(server, "Wu").log_in(),
        "bare": bare.log_in(),
        "admin": keeper,
        "bot": Web(server, origin=None, token=member.bot("read", "play", "challenge")),
    }
    with ExitStack() as opened:
        for web in found.values():
            if web is not keeper:
                opened.callback(web.close)
        yield found
        keeper.post(f"/api/admin/users/{bare.name}/delete")


def test_every_role_may_call_what_the_table_says(roles: dict[str, Web]) -> None:
    wrong, subjects = [], iter(PUPILS[40:])
    for (method, path), cells in rows().items():
        body = body_of(path)
        for role, word in cells.items():
            if word == ".":
                continue
            is_done = word == "yes" and "{name}" in path
            address = path.replace("{name}", next(subjects) if is_done else PUPILS[-1])
            address = address.replace("{asked}", "block")
            web = roles[role]
            answer = web.get(address) if method == "GET" else web.post(address, body)
            if code_of(answer) != CODES[word] or (CODES[word] is None) != (answer.status_code == 200):
                wrong.append((method, path, role, word, answer.status_code, answer.text[:100]))
    assert wrong == []


NAMED: Final = tuple(
    f"/api/{noun}" for noun in ("auth", "admin", "lobby", "relations", "reports", "notices", "moderation")
)


def test_the_table_names_every_call_about_accounts(server: ServerProcess) -> None:
    web = Web(server)
    described = web.get("/openapi.json").json()["paths"]
    web.close()
    calls = {(method.upper(), path) for path, item in described.items() for method in item}
    about_accounts = {(method, path) for method, path in calls if path.startswith(NAMED)}
    assert about_accounts == set(rows())
