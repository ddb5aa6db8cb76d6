"""Texts of chance that stand for a right: made here, shown once, and known again by their hashes alone."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

RECOVERY_CODES: Final = 10
LONGEST_TEXT: Final = 200
"""No longer text is looked up: none of ours is so long."""

_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Thirty-two that nobody takes for each other: five bits each."""


def new_token() -> str:
    """A token: 256 bits, 43 characters."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """An id that need not be a secret."""
    return secrets.token_urlsafe(12)


def new_account_id() -> str:
    """The id of a new account."""
    return secrets.token_urlsafe(16)


def new_recovery_codes() -> list[str]:
    """Recovery codes: 80 bits each, in groups that can be read and typed."""
    return [_grouped(16) for _ in range(RECOVERY_CODES)]


def new_invite_code() -> str:
    """The code of an invitation: 80 bits."""
    return _grouped(16)


def new_password() -> str:
    """A password for somebody else, to be passed on and typed: 80 bits."""
    return _grouped(16).lower()


def _grouped(count: int) -> str:
    letters = "".join(secrets.choice(_LETTERS) for _ in range(count))
    return "-".join(letters[start : start + 4] for start in range(0, count, 4))


def hash_of(text: str) -> bytes:
    """What is kept of a token. It has enough chance in it that one plain hash is safe."""
    return sha256(text.encode("utf-8", "surrogatepass")).digest()


def hash_of_code(code: str) -> bytes:
    """What is kept of a code that people type: case, spaces and hyphens make no difference."""
    return hash_of("".join(char for char in code.upper() if char.isalnum()))
