"""Whether a call comes from one of our own pages. A browser tells where it comes from; no other page may act here.

- An `Origin` must be one of ours, to the letter; `null` never is.
- Without one, `Sec-Fetch-Site` must be `same-origin` or `none` (typed or bookmarked).
- Without either it is no browser: it needs a bearer token, or to come from this machine itself.

Ours are the origins of the settings; else the loopback names with our port, and the very address that was called
where that is a numeric one, which no foreign name can be pointed at.
"""

from __future__ import annotations

import ipaddress
from typing import Final

from starlette.requests import HTTPConnection

from tengen.server.settings import Settings, is_loopback

_OWN_SITES: Final = ("same-origin", "none")
_PRIVATE: Final = tuple(
    ipaddress.ip_network(network) for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
)
_PROXIED: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
"""What proxies add to the calls that they pass on."""
_LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")


def is_trusted(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a call that changes something, or opens a socket, may come from where it says it comes from."""
    headers = connection.headers
    origin = headers.get("origin")
    if origin is not None:
        return origin in _own_origins(connection, settings)
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in _OWN_SITES
    return headers.get("authorization", "").lower().startswith("bearer ") or is_local(connection)


def is_local(connection: HTTPConnection) -> bool:
    """Whether the caller is on this machine. What a proxy passes on is not."""
    return connection.client is not None and not is_forwarded(connection) and is_loopback(connection.client.host)


def is_near(connection: HTTPConnection) -> bool:
    """Whether the caller is on this machine or on a private network, with no proxy between that we do not know."""
    if connection.client is None or is_forwarded(connection):
        return False
    try:
        address = ipaddress.ip_address(connection.client.host.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or mapped.is_link_local or any(mapped in network for network in _PRIVATE)


def is_forwarded(connection: HTTPConnection) -> bool:
    """Whether a proxy has passed the call on, trusted or not."""
    return any(name in connection.headers for name in _PROXIED)


def is_own_program(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a program of this machine calls for its owner, and may call often.

    A server with public origins and no trusted proxies may be behind one that does not say for whom it calls: then
    nobody counts as one.
    """
    return is_local(connection) and (not settings.origins or bool(settings.trusted_proxies))


def is_own_screen(connection: HTTPConnection) -> bool:
    """Whether somebody at this machine calls, and by a loopback name: no foreign name that was pointed here."""
    host = connection.headers.get("host", "")
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    return is_local(connection) and name in _LOOPBACK_NAMES


def _own_origins(connection: HTTPConnection, settings: Settings) -> set[str]:
    if settings.origins:
        return set(settings.origins)
    own = {f"http://{name}:{settings.port}" for name in _LOOPBACK_NAMES}
    called = connection.headers.get("host", "")
    if _is_numeric(called):
        own |= {f"http://{called}", f"https://{called}"}
    return own


def _is_numeric(host: str) -> bool:
    """Whether a Host header is an address rather than a name."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
