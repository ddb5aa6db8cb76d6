"""Which session counts on which line: TLS, this machine, a private network, a public address in the clear."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tengen.players.engines import catalog as engines
from tengen.players.sandbox import assurance
from tengen.server.app import create_app
from tengen.server.settings import Settings

NEAR = ["127.0.0.1", "::1", "192.168.1.20", "10.0.0.7", "172.16.3.4", "fd00::5", "fe80::1%eth0", "::ffff:192.168.1.20"]
FAR = ["203.0.113.5", "8.8.8.8", "2001:db8::1", "172.32.0.1"]

SIT = {"gameType": "GO", "boardSize": 9, "seat": "BLACK"}


class Calls:
    """Calls to one server in this process, from any address."""

    def __init__(self, data_dir: Path) -> None:
        self.app = create_app(Settings(data_dir=data_dir, origins=("https://play.example", "http://192.168.1.2:8000")))

    async def post(self, path: str, body: dict[str, Any], client: str, base: str, **headers: str) -> httpx2.Response:
        """The answer to one call, made from this address to this one of ours."""
        transport = httpx2.ASGITransport(app=self.app, client=(client, 40_000))
        async with httpx2.AsyncClient(transport=transport, base_url=base) as http:
            return await http.post(path, json=body, headers={"sec-fetch-site": "same-origin", **headers})


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a server tells its whole process of engines ends with the test."""
    monkeypatch.setattr(engines, "_chosen", [])
    monkeypatch.setattr(assurance, "_insistence", [])


@asynccontextmanager
async def serving(data_dir: Path) -> AsyncIterator[Calls]:
    """A server in this process, to be called."""
    calls = Calls(data_dir)
    async with calls.app.running():
        yield calls


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
