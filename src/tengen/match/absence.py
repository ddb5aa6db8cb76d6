"""What follows when a player of a match between people is gone: the rule that both agreed on. Counts no time."""

from __future__ import annotations

from enum import StrEnum


class AbsenceRule(StrEnum):
    """What becomes of a match whose player is gone in the own turn.

    `loses`: the match ends by itself after a while, and whoever is gone has lost; the opponent may claim it earlier.
    `claim`: it ends only when the opponent claims it. `waits`: nobody is ever gone, and the clock alone decides, as it
    always does in a correspondence game.
    """

    LOSES = "loses"
    CLAIM = "claim"
    WAITS = "waits"
