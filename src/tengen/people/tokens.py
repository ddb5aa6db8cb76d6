"""What stands for a person or a right besides a session: tokens of bots, devices, resets, invitations to register.

All are random texts of which only a hash is kept.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

BOT_TOKEN_PREFIX: Final = "tengen_"
"""By it scanners for secrets find a token that was published by mistake."""


class Scope(StrEnum):
    """What the bearer of a bot token may do."""

    READ = "read"
    PLAY = "play"
    CHALLENGE = "challenge"


@dataclass(frozen=True, slots=True)
class BotToken:
    """A token with which a program acts for an account, within its scopes and until it expires."""

    token_id: str
    account_id: str
    label: str
    scopes: frozenset[Scope]
    token_hash: bytes = field(repr=False)
    created_at: int
    expires_at: int
    seen_at: int | None = None


@dataclass(frozen=True, slots=True)
class Device:
    """A browser in which somebody has logged in to this account: it gets in while others are throttled."""

    device_hash: bytes = field(repr=False)
    account_id: str
    seen_at: int


@dataclass(frozen=True, slots=True)
class Reset:
    """A link with which a new password can be set, once and until it expires.

    With `ends_second_factor` it also takes the second factor away, for somebody who has lost theirs.
    """

    token_hash: bytes = field(repr=False)
    account_id: str
    made_by: str
    created_at: int
    expires_at: int
    used_at: int | None = None
    ends_second_factor: bool = False


@dataclass(frozen=True, slots=True)
class Invite:
    """A code with which so many more people may register, until it expires."""

    code_hash: bytes = field(repr=False)
    made_by: str
    created_at: int
    expires_at: int
    uses_left: int
