"""Password hashes: Argon2id in a few threads of its own, with a bounded queue. Knows no accounts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HashParameters:
    """What a hash costs."""

    memory_kib: int = 19 * 1024
    passes: int = 2
    lanes: int = 1


class PasswordHasher:
    """Hashes and checks passwords. Made anywhere; `hash` and `verify` belong to an event loop."""

    def __init__(self, parameters: HashParameters | None = None, *, threads: int = 2, most_waiting: int = 32) -> None:
        raise NotImplementedError

    async def hash(self, password: str, *, is_known: bool = False) -> str:
        """The hash of a password, with a salt and the parameters in it. Raises BUSY where too many wait."""
        raise NotImplementedError

    async def verify(self, password_hash: str | None, password: str, *, is_known: bool = False) -> bool:
        """Whether this is the password. None, for an account that is not there, costs as much and is never right.

        Whoever is known may still wait where others find too many waiting. Raises BUSY.
        """
        raise NotImplementedError

    def needs_rehash(self, password_hash: str) -> bool:
        """Whether this hash was made with other parameters than are in force now."""
        raise NotImplementedError

    def close(self) -> None:
        """Let the threads end."""
        raise NotImplementedError
