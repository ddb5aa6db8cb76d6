"""Invitations: tokens that let somebody take a seat, and the server's secret they follow from."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from tengen.match import Match

_SECRET_BYTES: Final = 32


class Invitations:
    """Tokens that let somebody take one seat of one match.

    They follow from the server's secret, so that nothing of them needs to be kept.
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def token(self, match: Match, is_first: bool) -> str:
        """The token for the first or the second seat."""
        text = f"invite\0{match.match_id}\0{int(is_first)}".encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:43]

    def fits(self, token: str | None, match: Match, is_first: bool) -> bool:
        """Whether a token is the one for this seat."""
        return token is not None and hmac.compare_digest(token.encode(), self.token(match, is_first).encode())


def read_secret(given: str, data_dir: Path) -> bytes:
    """The server's secret: the one of the settings, else one that is made once and kept in the data folder."""
    if given:
        return given.encode()
    path = data_dir / "secret"
    try:
        with open(path, "x", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(secrets.token_urlsafe(_SECRET_BYTES))
    except FileExistsError:
        pass
    return path.read_text().strip().encode()
