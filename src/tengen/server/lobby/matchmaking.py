"""Finds opponents for those who would play anyone now, and begins their games."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.people import Account
from tengen.protocol import SeekOut
from tengen.server.lobby.speeds import Speed


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would play with anyone: a game by its usual rules. Without a size the game's usual one."""

    kind: str
    size: int | None
    speed: Speed
    rated: bool


class Matchmaking:
    """Those who wait for an opponent. Skeleton: to be filled."""

    async def seek(self, account: Account, wish: Wish) -> SeekOut:
        """Wait for an opponent; in place of what the account waited for before. Told of by `seeking` and `paired`.

        Raises NO_SUCH_KIND, BAD_RULES, CANNOT_BE_RATED, SLOW_DOWN when too many wait.
        """
        raise NotImplementedError

    def unseek(self, account_id: str) -> None:
        """Wait no more; nothing happens to who does not wait."""
        raise NotImplementedError

    def on_left(self, account_id: str) -> None:
        """The last socket of this account has been gone for long enough."""
        raise NotImplementedError

    def seek_of(self, account_id: str) -> SeekOut | None:
        """What an account waits for."""
        raise NotImplementedError

    async def run(self) -> None:
        """Pair people for ever; a task of the server."""
        raise NotImplementedError
