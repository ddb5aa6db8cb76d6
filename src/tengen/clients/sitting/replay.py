"""Stepping through a game that is played or was played, at half a second a move. Reads no clock and draws nothing."""

from __future__ import annotations

from typing import Final

from tengen.clients.play import View
from tengen.core import Record

STEP_MS: Final = 500
"""How long a position is shown while the replay plays."""


class Replay:
    """A walk along the moves of a game, from its beginning; `view` is what to draw."""

    def __init__(self, view: View, record: Record, now: int) -> None:
        """Begin at the first position, playing. Raises BadRecord."""
        raise NotImplementedError

    @property
    def view(self) -> View:
        """The position that is shown; nothing can be played there."""
        raise NotImplementedError

    @property
    def at(self) -> int:
        """How many positions lie before this one."""
        raise NotImplementedError

    @property
    def last(self) -> int:
        """The place of the last position."""
        raise NotImplementedError

    @property
    def is_playing(self) -> bool:
        """Whether it goes on by itself."""
        raise NotImplementedError

    @property
    def deadline(self) -> int | None:
        """When the next position is due; None while none is."""
        raise NotImplementedError

    def tick(self, now: int) -> bool:
        """Go on if it is time; whether another position is shown."""
        raise NotImplementedError

    def play(self, now: int) -> None:
        """Go on by itself; from the beginning where it is at the end."""
        raise NotImplementedError

    def pause(self) -> None:
        """Stand still."""
        raise NotImplementedError

    def step(self, by: int) -> None:
        """So many positions on or back, and stand still."""
        raise NotImplementedError

    def go(self, at: int) -> None:
        """To a position, and stand still."""
        raise NotImplementedError

    def caption(self, language: str) -> str:
        """Which move it is, and what it was."""
        raise NotImplementedError
