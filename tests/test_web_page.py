"""How the built web page is answered: types, caching, compression, and no way to any other file."""

from __future__ import annotations

import gzip
import http.client
import json
import os
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from typing import NamedTuple

import pytest
from pydantic import ValidationError
from websockets.sync.client import connect
from websockets.typing import Origin

import tengen
from tengen.clients import doctor
from tengen.server import Settings
from tengen.server.routes.web import page_folder
from tests.server.process import ServerProcess, Web

HTML = b"<!doctype html><title>the page</title>"
SCRIPT = b"export const answer = 42;\n" * 100
IMMUTABLE = "public, max-age=31536000, immutable"
FILES = {
    "index.html": HTML,
    "assets/index-h5gjlkIB.js": SCRIPT,
    "assets/index-Dk_-9aZ0.css": b"p{color:red}" * 200,
    "assets/plain.js": SCRIPT,
    "manifest.webmanifest": b"{}",
    "favicon.ico": b"\0\0\1\0",
    "icon.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icon-192.png": b"\x89PNG" + b"\0" * 2000,
    "strange.bin": b"\0",
    ".env": b"secret",
    "assets/.hidden.js": b"secret",
}


class Answer(NamedTuple):
    status: int
    headers: Message
    body: bytes


def ask(server: ServerProcess, path: str, method: str = "GET", **headers: str) -> Answer:
    """The answer to exactly this path: nothing is cleaned up on the way."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers=names)
        response = connection.getresponse()
        return Answer(response.status, response.headers, response.read())
    finally:
        connection.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page, with an outside around it."""
    outside = tmp_path_factory.mktemp("page")
    (outside / "secret.txt").write_text("secret")
    page = outside / "dist"
    for name, content in FILES.items():
        path = page / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (page / "link.txt").symlink_to(outside / "secret.txt")
    return page


@pytest.fixture(scope="module")
def server(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that has the page, below the path /go/club of its site."""
    settings = {"WEB_DIR": str(folder), "ROOT_PATH": "/go/club"}
    process = ServerProcess(tmp_path_factory.mktemp("server") / "data", settings).start()
    yield process
    process.stop()


# --- files of the page


@pytest.mark.parametrize(
    ("path", "name", "type_", "caching"),
    [
        ("/", "index.html", "text/html; charset=utf-8", "no-cache"),
        ("/index.html", "index.html", "text/html; charset=utf-8", "no-cache"),
        ("/assets/index-h5gjlkIB.js", "assets/index-h5gjlkIB.js", "text/javascript; charset=utf-8", IMMUTABLE),
        ("/assets/index-Dk_-9aZ0.css", "assets/index-Dk_-9aZ0.css", "text/css; charset=utf-8", IMMUTABLE),
        ("/assets/plain.js", "assets/plain.js", "text/javascript; charset=utf-8", "no-cache"),
        ("/manifest.webmanifest", "manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/favicon.ico", "favicon.ico", "image/x-icon", "no-cache"),
        ("/icon.svg", "icon.svg", "image/svg+xml", "no-cache"),
        ("/icon-192.png", "icon-192.png", "image/png", "no-cache"),
        ("/strange.bin", "strange.bin", "application/octet-stream", "no-cache"),
    ],
)
def test_a_file_comes_with_its_type_and_how_long_it_lasts(
    server: ServerProcess, path: str, name: str, type_: str, caching: str
) -> None:
    answer = ask(server, path)
    assert (answer.status, answer.body) == (200, FILES[name])
    assert (answer.headers["content-type"], answer.headers["cache-control"]) == (type_, caching)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    head = ask(server, path, "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(FILES[name]))
    assert head.headers["etag"] == answer.headers["etag"]


def test_who_has_a_file_does_not_get_it_again(server: ServerProcess) -> None:
    first = ask(server, "/")
    etag = first.headers["etag"]
    for known in (etag, etag.removeprefix("W/"), f'"other", {etag}', "*"):
        again = ask(server, "/", if_none_match=known)
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", etag)
        assert again.headers["cache-control"] == "no-cache"
    assert ask(server, "/", if_none_match='"other"').status == 200


@pytest.mark.parametrize(
    ("accepted", "is_taken"),
    [
        ("gzip", True),
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.00, *", False),
    ],
)
def test_texts_are_compressed_for_those_who_take_it(server: ServerProcess, accepted: str, is_taken: bool) -> None:
    answer = ask(server, "/assets/index-h5gjlkIB.js", accept_encoding=accepted)
    assert (answer.headers["content-encoding"] == "gzip") is is_taken
    assert answer.headers["vary"] == "accept-encoding"
    assert (gzip.decompress(answer.body) if is_taken else answer.body) == SCRIPT
    assert answer.headers["content-length"] == str(len(answer.body))


def test_pictures_and_short_texts_are_not_compressed(server: ServerProcess) -> None:
    for path in ("/icon-192.png", "/", "/icon.svg"):
        answer = ask(server, path, accept_encoding="gzip")
        assert (answer.headers["content-encoding"], answer.headers["vary"]) == (None, None)


@pytest.mark.parametrize(
    "path",
    [
        "/assets",
        "/assets/",
        "/assets/nothing.js",
        "/.env",
        "/assets/.hidden.js",
        "/link.txt",
        "/../secret.txt",
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/./index.html",
        "/assets//plain.js",
        "/index.html/",
        "/index.html%00.js",
        "/index.html%0a",
        "/C:/index.html",
        "/go/club/../secret.txt",
    ],
)
def test_there_is_no_list_and_no_way_to_any_other_file(server: ServerProcess, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert json.loads(answer.body)["code"] == "NO_SUCH_PAGE"
    assert b"secret" not in answer.body


def test_a_file_is_only_read(server: ServerProcess) -> None:
    for path in ("/", "/icon.svg"):
        answer = ask(server, path, "POST")
        assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")
    assert ask(server, "/nothing", "POST").status == 404


def test_a_rebuilt_page_is_seen_at_once(server: ServerProcess, folder: Path) -> None:
    path = folder / "news.txt"
    assert ask(server, "/news.txt").status == 404
    path.write_text("one")
    assert ask(server, "/news.txt").body == b"one"
    path.write_text("three")
    assert ask(server, "/news.txt").body == b"three"
    path.unlink()
    assert ask(server, "/news.txt").status == 404


# --- what else is compressed


def test_the_games_are_compressed_and_known_again_but_no_match_is(server: ServerProcess) -> None:
    kinds = ask(server, "/api/kinds", accept_encoding="gzip")
    assert (kinds.headers["content-encoding"], kinds.headers["cache-control"]) == ("gzip", "no-cache")
    assert ask(server, "/api/kinds", if_none_match=kinds.headers["etag"]).status == 304
    web = Web(server)
    try:
        game = web.start("GO", 19)
        answer = web.get(game.path("state"), **{"accept-encoding": "gzip"})
    finally:
        web.close()
    assert len(answer.content) > 1024
    assert "content-encoding" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"


# --- below a path of a site


def test_a_proxy_may_leave_the_path_or_take_it_away(server: ServerProcess) -> None:
    for prefix in ("", "/go/club"):
        assert ask(server, f"{prefix}/").body == HTML
        assert ask(server, f"{prefix}/assets/plain.js").body == SCRIPT
        assert ask(server, f"{prefix}/healthz").status == 200
        assert ask(server, f"{prefix}/api/kinds").headers["cache-control"] == "no-cache"
        assert 'href="openapi.json"' in ask(server, f"{prefix}/docs").body.decode()
        web = Web(server)
        try:
            started = web.post(f"{prefix}/api/game/start", {"gameType": "GO", "boardSize": 9}).json()
            assert web.post(f"{prefix}/api/game/{started['gameId']}/move", {"x": 4, "y": 4}).status_code == 200
        finally:
            web.close()
        address = f"{server.ws_address}{prefix}/api/game/{started['gameId']}/ws?since=0"
        with connect(address, origin=Origin(server.origin)) as socket:
            assert json.loads(socket.recv(timeout=10))["type"] == "created"


def test_a_path_without_its_last_stroke_is_led_to_the_folder(server: ServerProcess) -> None:
    answer = ask(server, "/go/club")
    assert (answer.status, answer.headers["location"]) == (307, "club/")
    assert ask(server, "/go/clubs").status == 404


@pytest.mark.parametrize(
    ("given", "meant"), [("", ""), ("/", ""), ("tengen", "/tengen"), ("/go/club/", "/go/club"), ("/~me", "/~me")]
)
def test_a_path_may_be_written_in_several_ways(given: str, meant: str, tmp_path: Path) -> None:
    assert Settings(root_path=given, data_dir=tmp_path).root_path == meant


@pytest.mark.parametrize("given", ["/api", "/assets/x", "/a b", "/../x", "/a?b", "https://play.example/", "/é"])
def test_what_is_no_path_is_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="path"):
        Settings(root_path=given, data_dir=tmp_path)


# --- without a page


def test_without_a_page_another_explains_in_both_languages(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    server = ServerProcess(tmp_path / "data", {"WEB_DIR": str(empty)}).start()
    try:
        answer = ask(server, "/")
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-cache")
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "not built yet" in answer.body.decode()
        assert "尚未构建" in answer.body.decode()
        assert ask(server, "/assets/index.js").status == 404
        (empty / "index.html").write_bytes(HTML)
        assert ask(server, "/").body == HTML
    finally:
        server.stop()


def test_the_page_is_looked_for_where_the_settings_say_else_with_the_program(folder: Path, tmp_path: Path) -> None:
    assert page_folder(folder) == folder
    assert page_folder(tmp_path) is None
    package = Path(tengen.__file__).parent
    found = page_folder(None)
    assert found in (None, package / "web", package.parents[1] / "web" / "dist")
    assert found is None or (found / "index.html").is_file()


def test_the_doctor_knows_whether_there_is_a_page(folder: Path) -> None:
    found = {finding.name: finding for finding in doctor.examine(page=folder)}["Web page"]
    assert (found.is_there, found.is_required, found.found) == (True, False, os.fspath(folder))
    missing = {finding.name: finding for finding in doctor.examine()}["Web page"]
    assert (missing.is_there, missing.is_required) == (False, False)
    assert "make web" in missing.remedy
