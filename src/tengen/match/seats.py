"""Who sits where. A seat knows a player's name and kind; sessions and accounts live elsewhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match.

    `player` is `human` or the name of an AI or engine. `owner` is whoever alone may act for a human seat;
    without one, whoever holds the match does. An open seat waits for somebody to join. A guest is an owner who had no
    account when sitting down: the name is nobody's own.
    """

    name: str
    player: str = "human"
    owner: str | None = None
    is_open: bool = False
    is_guest: bool = False

    @property
    def is_human(self) -> bool:
        """Whether a person acts for this seat."""
        return self.player == "human"
