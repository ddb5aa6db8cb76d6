"""As whom the limits count a caller, and how often sockets may be asked for."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Final

import pytest
from limits import parse
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tengen.server.http.rates import key_of_address
from tengen.server.settings import Settings, is_loopback
from tests.server.process import ServerProcess, Web
from tests.server.sockets import socket_to
from tests.server.test_rates import ORIGIN, PROXIED, statuses

SAME: Final = ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2:0:0:0:1")
OTHER: Final = "2001:db8:1:3::1"


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Behind a proxy that tells addresses. Its windows are long: no test waits for one."""
    settings = {**PROXIED, "REQUEST_RATE": "12/hour", "HANDSHAKE_RATE": "6/hour", "SOCKETS_PER_CLIENT": "2"}
    process = ServerProcess(tmp_path_factory.mktemp("proxied") / "data", settings, has_limits=True).start()
    yield process
    process.stop()


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:cb00:7109", "203.0.113.9"),
        *[(host, "2001:db8:1:2::/64") for host in SAME],
        (OTHER, "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("-", "-"),
        ("no address", "no address"),
        ("x" * 5000, "x" * 100),
    ],
)
def test_limits_count_an_ipv6_network_of_64_bits_as_one_client_and_a_mapped_address_as_ipv4(
    host: str, key: str
) -> None:
    assert key_of_address(host) == key


def test_this_machine_is_itself_under_a_mapped_address_too() -> None:
    assert is_loopback("::ffff:127.0.0.1")
    assert not is_loopback("::ffff:203.0.113.9")


def test_addresses_of_one_ipv6_network_share_the_limit_on_calls(proxied: ServerProcess) -> None:
    with closing(Web(proxied, origin=None)) as web:
        for address in SAME[:2]:
            assert statuses(web, "/healthz", 6, **{"x-forwarded-for": address}) == [200] * 6
        assert statuses(web, "/healthz", 2, **{"x-forwarded-for": SAME[1]}) == [429] * 2
        assert statuses(web, "/healthz", 2, **{"x-forwarded-for": OTHER}) == [200] * 2
        told = statuses(web, "/healthz", 12, **{"x-forwarded-for": "203.0.113.80"})
        assert told + statuses(web, "/healthz", 1, **{"x-forwarded-for": "::ffff:203.0.113.80"}) == [200] * 12 + [429]


def status_of_handshake(server: ServerProcess, path: str, address: str, origin: str = ORIGIN["origin"]) -> int:
    """What a handshake is answered with; the socket is closed again."""
    sent = {"x-forwarded-for": address, "origin": origin}
    try:
        with connect(f"{server.ws_address}{path}", additional_headers=sent, proxy=None, close_timeout=2):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_addresses_of_one_ipv6_network_share_the_limit_on_open_sockets(proxied: ServerProcess) -> None:
    with closing(Web(proxied, origin=None)) as web, ExitStack() as opened:
        game = web.start("PEACE")
        path = f"{proxied.ws_address}/api/game/{game.id}/ws"
        for address in ("2001:db8:7:7::1", "2001:db8:7:7::2"):
            sent = {"x-forwarded-for": address, **ORIGIN}
            opened.enter_context(connect(path, additional_headers=sent, proxy=None, close_timeout=2))
        assert status_of_handshake(proxied, f"/api/game/{game.id}/ws", "2001:db8:7:7::3") == 429
        assert status_of_handshake(proxied, f"/api/game/{game.id}/ws", "2001:db8:7:8::1") == 101


def test_handshakes_have_a_rate_and_refused_ones_are_counted_and_no_lines_in_the_log(proxied: ServerProcess) -> None:
    with closing(Web(proxied, origin=None)) as web:
        game = web.start("PEACE")
        socket, nowhere = f"/api/game/{game.id}/ws", "/api/game/nobody/ws"
        before = proxied.log.read_text()
        told = [status_of_handshake(proxied, nowhere, "203.0.113.21") for _ in range(2)]
        told += [status_of_handshake(proxied, socket, "203.0.113.21", "https://evil.example")]
        told += [status_of_handshake(proxied, "/nowhere", "203.0.113.21")]
        told += [status_of_handshake(proxied, socket, "203.0.113.21") for _ in range(4)]
        assert told == [404, 404, 403, 403, 101, 101, 429, 429]
        assert status_of_handshake(proxied, socket, "203.0.113.22") == 101, "others have a rate of their own"
        for _ in range(20):
            with socket_to(proxied, game.id, origin=ORIGIN["origin"]) as own:
                assert own.event()["type"] == "reset"
        said = [json.loads(line) for line in proxied.log.read_text()[len(before) :].splitlines()]
        assert [line for line in said if line["level"] not in ("info", "debug")] == []
        assert len(said) < 3, "nor does anybody fill the log otherwise"
        numbers = web.get("/metrics").text
        for code, least in (("NO_SUCH_GAME", 2), ("BAD_ORIGIN", 1), ("SLOW_DOWN", 2)):
            line = next(line for line in numbers.splitlines() if f'handshakes_refused_total{{code="{code}"}}' in line)
            assert float(line.split()[-1]) >= least


def test_who_has_all_sockets_that_are_allowed_may_open_them_at_once_again() -> None:
    fields = Settings.model_fields
    assert parse(fields["handshake_rate"].default).amount >= 2 * fields["sockets_per_client"].default
