"""Invitations: tokens that let somebody take a seat. They follow from a secret of the service."""

from __future__ import annotations

import hashlib
import hmac

from tengen.match.match import Match


class Invitations:
    """Tokens that let somebody take one seat of one match.

    They follow from the secret of the service, so that nothing of them needs to be kept.
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
