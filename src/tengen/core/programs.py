"""What a program is called in a record: a name that a person reads, and the way back to the player that it was."""

from __future__ import annotations

import re
from typing import Final

_RANDOM: Final = "random"
_OURS: Final = re.compile(r"Tengen (?:level ([0-9]{1,4})|random)")
"""The names of our own players. They are the same in every language, as records go everywhere."""


def program_name(player: str) -> str:
    """What a player such as `level:3`, `random` or `engine:gnugo` is called; a command keeps its own words."""
    form, colon, value = player.partition(":")
    if player == _RANDOM:
        return "Tengen random"
    if form == "level" and colon:
        return f"Tengen level {value}"
    return value if form == "engine" and value else player


def program_named(name: str) -> str | None:
    """The player of our own that is called so; None for any other name."""
    match = _OURS.fullmatch(name)
    if match is None:
        return None
    return _RANDOM if match[1] is None else f"level:{match[1]}"
