"""Challenges as values: somebody would play under terms, with anybody or with one person. Times are ms since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tengen.server.lobby.speeds import Speed
from tengen.server.lobby.terms import ChallengeTerms

LIVE_MS: Final = 15 * 60_000
"""So long an open challenge to a game in one sitting stands, if its maker stays."""
LASTING_MS: Final = 14 * 24 * 3_600_000
"""So long one stands that nobody need wait for: to a game of days, or to a person."""


class AnswerKind(StrEnum):
    """How a challenge ended. Each has one answer, whoever is quicker."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class DeclineReason(StrEnum):
    """Why somebody declines, so that the other one may ask otherwise."""

    LATER = "later"
    RULES = "rules"
    CLOCK = "clock"
    LEVEL = "level"
    NO = "no"


class Accepting(StrEnum):
    """Whose challenges somebody takes."""

    ALL = "all"
    ACCOUNTS = "accounts"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who challenges whom to what; `to` is None for anybody. `by` and `to` are ids of accounts, guests among them."""

    challenge_id: str
    by: str
    to: str | None
    terms: ChallengeTerms
    created_at: int
    expires_at: int

    @property
    def is_live(self) -> bool:
        """Whether it stands only while its maker is here."""
        return is_live(self.terms, self.to)


def is_live(terms: ChallengeTerms, to: str | None) -> bool:
    """Whether a challenge stands only while its maker is here: anybody may take it, and then they play at once."""
    return to is None and terms.speed is not Speed.DAYS


def expiry_of(terms: ChallengeTerms, to: str | None, now: int) -> int:
    """Until when a challenge of now stands."""
    return now + (LIVE_MS if is_live(terms, to) else LASTING_MS)
