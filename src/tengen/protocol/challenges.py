"""Challenges over REST: the bodies and answers of `/api/lobby`, with a limit on every field."""

from __future__ import annotations

from typing import Literal, TypeAlias

from tengen.core import TimeControl
from tengen.match import AbsenceRule
from tengen.protocol.base import Absence, ColorName, Message
from tengen.protocol.bodies import ClockIn, GameConfig, ShownName
from tengen.protocol.lobby import ChallengeOut, RatingRange, SeekOut
from tengen.protocol.people import NameIn
from tengen.protocol.persons import Person

AcceptingMode: TypeAlias = Literal["all", "accounts", "nobody"]
DeclineWord: TypeAlias = Literal["later", "rules", "clock", "level", "no"]


class ChallengeIn(GameConfig):
    """Challenge everybody, or the account that is called `to`. `color` is what the caller would have; null: by lot.

    One that is `rated` needs a clock, even rules and accounts. `absence` is what becomes of who leaves. With a
    `ratingRange` only accounts within it, seen from the caller's rating, may take the challenge.
    """

    clock: ClockIn | None = None
    rated: bool = False
    color: ColorName | None = None
    absence: Absence = AbsenceRule.LOSES
    to: NameIn | None = None
    rating_range: RatingRange | None = None

    def control(self) -> TimeControl | None:
        """The time control, if there is to be one. Raises BAD_RULES."""
        return self.clock.control() if self.clock else None


class DeclineIn(Message):
    """Say no to a challenge, and perhaps why."""

    reason: DeclineWord | None = None


class AcceptingIn(Message):
    """Whose challenges to oneself are taken."""

    mode: AcceptingMode


class EnterIn(Message):
    """Be somebody in the lobby; a stranger becomes a guest, called by this name."""

    name: ShownName | None = None


class ChallengeAccepted(Message):
    """A challenge was taken and the game has begun: the ids to play and to watch it, and the caller's colour."""

    game_id: str
    watch_id: str
    color: ColorName


class AcceptingAnswer(Message):
    """Whose challenges to oneself are taken."""

    mode: AcceptingMode


class LobbyAnswer(Message):
    """The lobby for programs that have no socket: challenges that the caller could take, those to the caller alone,
    the caller's own, and what they wait for. A stranger is null and has nothing.
    """

    me: Person | None
    challenges: list[ChallengeOut]
    challenged: list[ChallengeOut]
    made: list[ChallengeOut]
    accepting: AcceptingMode
    seek: SeekOut | None = None
