"""Addresses of servers and of invitations, as people type and paste them. Connects to nothing."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote, urlsplit

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.view import Invitation
from tengen.core import BLACK, WHITE, Color

_LONGEST: Final = 500
_LONGEST_ID: Final = 100
_PATH: Final = re.compile(r"(/[A-Za-z0-9._~%-]+)*")
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+|[0-9A-Fa-f:.]+")
_ID: Final = re.compile(r"[A-Za-z0-9_-]+")
_SEATS: Final[dict[str, Color]] = {"BLACK": BLACK, "WHITE": WHITE}


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """Where a server is: `http(s)://host[:port][/subpath]`, without a slash at the end."""

    url: str

    @classmethod
    def parse(cls, typed: str) -> ServerAddress:
        """The address that was typed. Raises ServerTrouble for anything that is none."""
        trouble = ServerTrouble(Trouble.BAD_ADDRESS, address=typed[:80])
        if len(typed) > _LONGEST:
            raise trouble
        try:
            parts = urlsplit(typed.strip())
            host, port = parts.hostname or "", parts.port
        except ValueError:
            raise trouble from None
        path = parts.path.rstrip("/")
        is_plain = not (parts.query or parts.fragment or parts.username or parts.password)
        if parts.scheme not in ("http", "https") or not is_plain or not _HOST.fullmatch(host):
            raise trouble
        if not _PATH.fullmatch(path):
            raise trouble
        shown_host = f"[{host}]" if ":" in host else host
        return cls(f"{parts.scheme}://{shown_host}{'' if port is None else f':{port}'}{path}")

    @property
    def is_safe(self) -> bool:
        """Whether it is reached over TLS."""
        return self.url.startswith("https:")

    def path(self, path: str) -> str:
        """The address of a call."""
        return f"{self.url}{path}"

    def socket(self, game_id: str, since: int | None) -> str:
        """The address of a match's socket; `since` is the last event that was seen."""
        query = "" if since is None else f"?since={since}"
        return f"ws{self.url.removeprefix('http')}/api/game/{quote(game_id, safe='')}/ws{query}"

    def lobby_socket(self) -> str:
        """The address of the lobby's socket."""
        return f"ws{self.url.removeprefix('http')}/api/lobby/ws"

    def join_link(self, invitation: Invitation) -> str:
        """The link of an invitation, which opens in a browser as well."""
        seat = invitation.seat.name
        return f"{self.url}/#/join/{quote(invitation.game_id, safe='')}/{seat}/{quote(invitation.token, safe='')}"


def is_id(text: str) -> bool:
    """Whether this may be the id of a game."""
    return len(text) <= _LONGEST_ID and _ID.fullmatch(text) is not None


def read_invitation(typed: str, server: ServerAddress) -> Invitation | str:
    """The invitation in a link of this server, or the id of a game: from its link, or typed alone.

    Raises ServerTrouble for a link of another server, and for what is neither.
    """
    bad = ServerTrouble(Trouble.BAD_ADDRESS, address=typed[:80])
    if len(typed) > _LONGEST:
        raise bad
    base, hash_mark, place = typed.strip().partition("#")
    if not hash_mark:
        if not is_id(base):
            raise bad
        return base
    if ServerAddress.parse(base) != server:
        raise ServerTrouble(Trouble.OTHER_SERVER, address=base)
    match [unquote(part) for part in place.strip("/").split("/")]:
        case ["join", game_id, seat, token] if is_id(game_id) and is_id(token) and seat in _SEATS:
            return Invitation(game_id, _SEATS[seat], token)
        case ["game", game_id] if is_id(game_id):
            return game_id
    raise bad
