"""Where others reach this server: the addresses of this machine in its own network. Sends nothing."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from tengen.protocol import NetworkAnswer
from tengen.server.settings import Settings, is_loopback

_BEHIND: Final = ("192.0.2.1", "192.168.255.254", "172.31.255.254", "10.255.255.254")
"""Somewhere outside (an address that nobody has), and somewhere in each range of private networks."""


def reached_at(settings: Settings) -> NetworkAnswer:
    """Where the page of a server with these settings can be opened. The origins of the settings weigh more."""
    origins = [origin for origin in settings.origins if not is_loopback(urlsplit(origin).hostname)]
    found = origins or [f"http://{address}:{settings.port}" for address in own_addresses()]
    return NetworkAnswer(
        host=settings.host,
        port=settings.port,
        is_reachable=bool(origins) or not settings.is_loopback,
        addresses=[f"{origin}{settings.root_path}/" for origin in found],
    )


def own_addresses() -> list[str]:
    """This machine's IPv4 addresses in private networks, the one that leads outside first."""
    return list(dict.fromkeys(_sources()))


def _sources() -> Iterator[str]:
    """From which address each of the places would be called. A datagram socket that is connected sends nothing."""
    for place in _BEHIND:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((place, 9))
            address = ipaddress.ip_address(probe.getsockname()[0])
            if address.is_private and not (address.is_loopback or address.is_unspecified or address.is_link_local):
                yield str(address)
