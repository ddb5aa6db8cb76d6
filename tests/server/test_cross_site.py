"""T50: no page but ours changes anything, and over TLS only the cookies count that TLS alone carries.

Every call of the API that changes something is tried as a foreign page would make it, with the cookies of somebody who
is logged in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import httpx2
import pytest

from tests.server.people import PASSWORD, Person, code_of
from tests.server.process import ServerProcess, Web
from tests.server.test_rates import PROXIED

SITE: Final = "https://play.example"
VISITOR: Final = {"x-forwarded-for": "203.0.113.9", "x-forwarded-proto": "https"}
EVIL: Final[dict[str, dict[str, str]]] = {
    "a foreign page": {"origin": "https://evil.example"},
    "a sandboxed page": {"origin": "null"},
    "a name that begins like ours": {"origin": "https://play.example.evil.org"},
    "a name that ends like ours": {"origin": "https://evil-play.example"},
    "ours without TLS": {"origin": "http://play.example"},
    "ours on another port": {"origin": "https://play.example:8443"},
    "ours in capitals": {"origin": "HTTPS://PLAY.EXAMPLE"},
    "a link from elsewhere": {"sec-fetch-site": "cross-site"},
    "a page of our domain": {"sec-fetch-site": "same-site"},
    "no word of where from": {},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    process = ServerProcess(tmp_path_factory.mktemp("sites") / "data", dict(PROXIED)).start()
    yield process
    process.stop()


class Visitor:
    """A browser behind the proxy, whose cookies are for TLS alone."""

    def __init__(self, server: ServerProcess) -> None:
        self.person = Person(server, origin=None)
        self.cookies: dict[str, str] = {}

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
        """A call with this JSON, or with these bytes."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**VISITOR, **({"cookie": cookie} if cookie else {}), **headers}
        if body is None or isinstance(body, bytes):
            answer = self.person.http.request(method, path, headers=sent, content=body)
        else:
            answer = self.person.http.request(method, path, headers=sent, json=body)
        self.person.http.cookies.clear()
        for line in answer.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer


@pytest.fixture(scope="module")
def visitor(server: ServerProcess) -> Iterator[Visitor]:
    found = Visitor(server)
    body = {"name": found.person.name, "password": PASSWORD}
    assert found.call("POST", "/api/auth/register", body, origin=SITE).status_code == 200
    yield found
    found.person.close()


def changing_calls(server: ServerProcess) -> list[tuple[str, str]]:
    web = Web(server)
    described = web.get("/openapi.json").json()["paths"]
    web.close()
    return [
        (method.upper(), re.sub(r"\{\w+\}", "x", path.replace("{ext}", "sgf")))
        for path, item in described.items()
        for method in item
        if method != "get"
    ]


def test_over_tls_cookies_are_of_the_kind_that_only_tls_carries(server: ServerProcess) -> None:
    browser = Visitor(server)
    body = {"name": browser.person.name, "password": PASSWORD}
    answer = browser.call("POST", "/api/auth/register", body, origin=SITE)
    cookies = answer.headers.get_list("set-cookie")
    assert sorted(cookie.partition("=")[0] for cookie in cookies) == ["__Host-tengen_device", "__Host-tengen_session"]
    for cookie in cookies:
        parts = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= parts
        assert not any(part.startswith("domain") for part in parts)
    plain = {name.removeprefix("__Host-"): value for name, value in browser.cookies.items()}
    kept, browser.cookies = browser.cookies, plain
    assert browser.call("GET", "/api/auth/me").json()["name"] is None, "anybody on the way could have planted it"
    browser.cookies = kept
    assert browser.call("GET", "/api/auth/me").json()["name"] == browser.person.name
    out = browser.call("POST", "/api/auth/logout", {}, origin=SITE)
    assert [cookie.partition("=")[0] for cookie in out.headers.get_list("set-cookie")] == ["__Host-tengen_session"]
    assert browser.cookies["__Host-tengen_session"] in ("", '""')
    browser.person.close()


def test_no_foreign_page_is_told_that_it_may_call(visitor: Visitor, server: ServerProcess) -> None:
    asked = {"origin": "https://evil.example", "access-control-request-method": "POST"}
    for _, path in changing_calls(server):
        answer = visitor.call("OPTIONS", path, **asked)
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize("headers", EVIL.values(), ids=EVIL.keys())
def test_no_foreign_page_changes_anything(visitor: Visitor, server: ServerProcess, headers: dict[str, str]) -> None:
    for method, path in changing_calls(server):
        answer = visitor.call(method, path, {}, **headers)
        assert (answer.status_code, code_of(answer)) == (403, "BAD_ORIGIN"), path
        assert "set-cookie" not in answer.headers
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read_by_calls_that_change_something(visitor: Visitor, server: ServerProcess, kind: str) -> None:
    """What a form can send across sites is never taken for a call, even from our own page."""
    files = ("/api/records/",)
    for method, path in changing_calls(server):
        if path.startswith(files):
            continue
        headers = {"content-type": kind} if kind else {}
        answer = visitor.call(method, path, b'{"name":"x","password":"y"}', origin=SITE, **headers)
        assert (answer.status_code, code_of(answer)) == (422, "BAD_BODY"), (path, answer.text)


def test_nothing_is_changed_by_a_look(visitor: Visitor, server: ServerProcess) -> None:
    for _, path in changing_calls(server):
        assert visitor.call("GET", path, origin=SITE).status_code in (401, 403, 404, 405, 200)
    assert visitor.call("GET", "/api/auth/me").json()["name"] == visitor.person.name
