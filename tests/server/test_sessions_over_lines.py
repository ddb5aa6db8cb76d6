"""Which session counts on which line: TLS, this machine, a private network, a public address in the clear."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.in_process import serving
from tests.server.people import PASSWORD, code_of

NEAR = ["127.0.0.1", "::1", "192.168.1.20", "10.0.0.7", "172.16.3.4", "fd00::5", "fe80::1%eth0", "::ffff:192.168.1.20"]
FAR = ["203.0.113.5", "8.8.8.8", "2001:db8::1", "172.32.0.1"]

SIT = {"gameType": "GO", "boardSize": 9, "seat": "BLACK"}


@pytest.mark.parametrize("client", NEAR)
async def test_on_a_private_network_a_guest_keeps_the_seat_without_tls(tmp_path: Path, client: str) -> None:
    async with serving(tmp_path) as calls:
        begun = await calls.post("/api/game/start", SIT, client, "http://192.168.1.2:8000")
        assert begun.status_code == 200, begun.text
        cookie = begun.headers["set-cookie"]
        assert cookie.startswith("tengen_session=")
        assert "secure" not in cookie.lower()
        assert "httponly" in cookie.lower()
        path = f"/api/game/{begun.json()['gameId']}/resign"
        kept = cookie.partition(";")[0]
        answer = await calls.post(path, {"player": "BLACK"}, client, "http://192.168.1.2:8000", cookie=kept)
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("client", FAR)
async def test_in_the_clear_from_a_public_address_nobody_sits_down(tmp_path: Path, client: str) -> None:
    async with serving(tmp_path) as calls:
        refused = await calls.post("/api/game/start", SIT, client, "http://192.168.1.2:8000")
        assert (refused.status_code, refused.json()["code"]) == (403, "NEEDS_TLS")
        assert "set-cookie" not in refused.headers
        guest = await calls.post("/api/auth/guest", {"name": "Ann"}, client, "http://192.168.1.2:8000")
        assert (guest.status_code, guest.json()["code"]) == (403, "NEEDS_TLS")
        token = (await calls.post("/api/auth/guest", {"name": "Ann"}, "127.0.0.1", "http://192.168.1.2:8000")).json()
        headers = {"authorization": f"Bearer {token['token']}"}
        shown = await calls.post("/api/game/start", SIT, client, "http://192.168.1.2:8000", **headers)
        assert (shown.status_code, shown.json()["code"]) == (403, "NEEDS_TLS")
        both = {**SIT, "seat": None}
        assert (await calls.post("/api/game/start", both, client, "http://192.168.1.2:8000")).status_code == 200


async def test_over_tls_a_planted_plain_cookie_does_not_count(tmp_path: Path) -> None:
    async with serving(tmp_path) as calls:
        begun = await calls.post("/api/game/start", SIT, "203.0.113.5", "https://play.example")
        cookie = begun.headers["set-cookie"]
        assert cookie.startswith("__Host-tengen_session=")
        assert "secure" in cookie.lower()
        token = cookie.partition(";")[0].partition("=")[2]
        path = f"/api/game/{begun.json()['gameId']}/resign"
        for name, code in (("tengen_session", "NOT_YOUR_SEAT"), ("__Host-tengen_session", None)):
            kept = f"{name}={token}"
            answer = await calls.post(path, {"player": "BLACK"}, "203.0.113.5", "https://play.example", cookie=kept)
            assert answer.json().get("code") == code


async def test_a_password_is_not_taken_in_the_clear_from_a_public_address(tmp_path: Path) -> None:
    async with serving(tmp_path) as calls:
        body = {"name": "Ann Example", "password": PASSWORD}
        for path, sent in (
            ("/api/auth/register", body),
            ("/api/auth/login", body),
            ("/api/auth/reset", {"token": "x", "password": PASSWORD}),
        ):
            refused = await calls.post(path, sent, "203.0.113.5", "http://192.168.1.2:8000")
            assert (refused.status_code, code_of(refused)) == (403, "NEEDS_TLS")
        assert (await calls.post("/api/auth/register", body, "203.0.113.5", "https://play.example")).status_code == 200


async def test_the_device_is_known_by_a_cookie_of_the_same_kind_as_the_session(tmp_path: Path) -> None:
    async with serving(tmp_path) as calls:
        for number, (client, base, prefix) in enumerate(
            (("192.168.1.20", "http://192.168.1.2:8000", ""), ("203.0.113.5", "https://play.example", "__Host-"))
        ):
            body = {"name": f"Ann Example {number}", "password": PASSWORD}
            answer = await calls.post("/api/auth/register", body, client, base)
            names = sorted(cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie"))
            assert names == [f"{prefix}tengen_device", f"{prefix}tengen_session"]
