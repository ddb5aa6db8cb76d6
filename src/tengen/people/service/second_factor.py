"""The second factor: one-time codes by time (TOTP), none of which counts twice, and offers of new secrets."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from collections.abc import Iterator
from typing import Final

import pyotp

from tengen.people.accounts import SecondFactor
from tengen.people.service.entered import SecondFactorOffer

_STEP_MS: Final = 30_000
_OFFER_MS: Final = 10 * 60_000
_DIGITS: Final = 6


def step_of_code(factor: SecondFactor, code: str, now: int) -> int | None:
    """The time step that a code is of: this one, the one before or the one after; None for any other text.

    Steps up to the last one that was used do not count.
    """
    typed = code.replace(" ", "")
    if len(typed) != _DIGITS or not (typed.isascii() and typed.isdecimal()):
        return None
    codes = pyotp.TOTP(factor.secret, digits=_DIGITS)
    this = now // _STEP_MS
    for step in (this, this - 1, this + 1):
        if step > factor.last_step and hmac.compare_digest(codes.generate_otp(step), typed):
            return step
    return None


class Offers:
    """Secrets that are offered and not in force yet. They follow from a key of this process, so none is kept."""

    def __init__(self, issuer: str) -> None:
        self._issuer = issuer
        self._key = secrets.token_bytes(32)

    def make(self, account_id: str, name: str, now: int) -> SecondFactorOffer:
        """A secret for an account, which can be confirmed for ten minutes at least."""
        secret = self._secret(account_id, now // _OFFER_MS)
        return SecondFactorOffer(secret, pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=self._issuer))

    def is_offered(self, account_id: str, secret: str, now: int) -> bool:
        """Whether this secret was offered to this account a short while ago."""
        given = secret.encode("utf-8", "surrogatepass")
        return any(hmac.compare_digest(known, given) for known in self._recent(account_id, now))

    def _recent(self, account_id: str, now: int) -> Iterator[bytes]:
        this = now // _OFFER_MS
        for period in (this, this - 1):
            yield self._secret(account_id, period).encode()

    def _secret(self, account_id: str, period: int) -> str:
        digest = hmac.digest(self._key, f"{period} {account_id}".encode(), "sha256")
        return b32encode(digest[:20]).decode()
