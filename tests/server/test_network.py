"""Where others reach a server is told to whoever sits at its machine, and to nobody else."""

from __future__ import annotations

import ipaddress
from pathlib import Path
from typing import Any

import pytest

from tengen.server import Settings
from tengen.server.network import own_addresses, reached_at
from tests.server.process import Web


def settings(**given: Any) -> Settings:
    return Settings(data_dir=Path("unused"), **given)


def test_who_sits_at_the_machine_learns_where_others_reach_the_server(web: Web) -> None:
    told = web.get("/api/network").json()
    port = web.server.port
    assert (told["host"], told["port"], told["isReachable"]) == ("127.0.0.1", port, False)
    assert told["addresses"] == [f"http://{address}:{port}/" for address in own_addresses()]


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "203.0.113.9"},
        {"forwarded": "for=203.0.113.9"},
        {"host": "evil.example"},
        {"host": "127.0.0.1.evil.example:8000"},
        {"host": "192.168.1.5:8000"},
    ],
)
def test_strangers_learn_nothing_of_the_network(web: Web, headers: dict[str, str]) -> None:
    answer = web.get("/api/network", **headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "NO_SUCH_PAGE")
    assert "addresses" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "localhost:8000", "[::1]:8000"])
def test_every_loopback_name_will_do(web: Web, host: str) -> None:
    assert web.get("/api/network", host=host).status_code == 200


def test_a_server_on_all_addresses_is_reached_at_those_of_its_network() -> None:
    told = reached_at(settings(host="::", port=8123, root_path="/go"))
    assert told.is_reachable
    assert told.addresses == [f"http://{address}:8123/go/" for address in own_addresses()]


def test_a_server_with_origins_is_reached_there_only() -> None:
    told = reached_at(settings(origins=("http://localhost:8000", "https://play.example")))
    assert (told.is_reachable, told.addresses) == (True, ["https://play.example/"])


def test_own_addresses_are_those_of_private_networks() -> None:
    found = [ipaddress.ip_address(address) for address in own_addresses()]
    assert len(found) == len(set(found)) <= 4
    assert all(address.is_private and not address.is_loopback for address in found)
