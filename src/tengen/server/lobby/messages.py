"""Challenges and seeks as messages show them."""

from __future__ import annotations

from tengen.core import HANDICAP_OPTION, TimeControl
from tengen.protocol import NAMES, ChallengeOut, ClockIn, Person, RatingRange, SeekOut
from tengen.server.lobby.challenge import Challenge
from tengen.server.lobby.pairing import Seek

WAITS: Final = "pairing.waits"
