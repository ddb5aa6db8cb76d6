"""What the use cases of accounts answer with: who came in, who is there, what is shown once."""

from __future__ import annotations

from dataclasses import dataclass, field

from tengen.people.accounts import Account


@dataclass(frozen=True, slots=True)
class Entered:
    """Somebody has come in: the only moment in which the tokens are known here.

    `device_token` makes the browser a known device; guests have none. `expires_at` is when the session ends at the
    latest, in milliseconds since 1970.
    """

    account: Account
    token: str = field(repr=False)
    device_token: str | None = field(default=None, repr=False)
    beside: Account | None = None
    session_id: str = ""
    expires_at: int = 0


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is logged in with a session, and until when at the latest."""

    session_id: str
    account: Account
    beside: Account | None
    expires_at: int


@dataclass(frozen=True, slots=True)
class SecondFactorOffer:
    """The secret of a second factor that is not in force yet, for an authenticator: as text and as a link."""

    secret: str = field(repr=False)
    uri: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class MadeAccount:
    """An account that an administrator has made; `password` only where one was made up, to be passed on."""

    account: Account
    password: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class ResetLink:
    """A token with which a new password can be set, once, until it expires."""

    account: Account
    token: str = field(repr=False)
    expires_at: int
