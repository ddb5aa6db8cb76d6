"""The port to where challenges are kept. Knows no database; see `server.stored_challenges` for that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from tengen.match.service import ColumnValue
from tengen.server.lobby.challenge import Accepting, AnswerKind, Challenge, DeclineReason


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """How a challenge ended and by whom, None for time. A row that is written once; see `match.service.ExtraRow`."""

    challenge_id: str
    answer: AnswerKind
    by: str | None
    at: int
    reason: DeclineReason | None = None

    table: ClassVar[str] = "challenge_answers"

    def values(self) -> Mapping[str, ColumnValue]:
        """The columns."""
        return {
            "challenge_id": self.challenge_id,
            "answer": str(self.answer),
            "by_id": self.by,
            "reason": None if self.reason is None else str(self.reason),
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class ChallengeBounds:
    """How many challenges may be open: of one account, to one, of all guests, in all; and be made since a time."""

    of_maker: int
    to_one: int
    of_guests: int
    in_all: int
    made: int
    made_since: int


class ChallengesFull(Exception):
    """There are as many challenges as there may be; `bound` names which of the bounds."""

    def __init__(self, bound: str) -> None:
        super().__init__(bound)
        self.bound = bound


class ChallengeStore(Protocol):
    """Where challenges are kept. Each has one answer: the first that is written, by whatever process."""

    async def add(self, challenge: Challenge, bounds: ChallengeBounds, *, by_guest: bool) -> None:
        """Keep a challenge. Raises ChallengesFull, having kept nothing."""

    async def find(self, challenge_id: str) -> tuple[Challenge, bool] | None:
        """A challenge, and whether it has its answer."""

    async def open(self) -> Sequence[Challenge]:
        """All that have no answer yet, the latest first."""

    async def answer(self, answer: ChallengeAnswer) -> None:
        """Keep an answer. Raises Conflict where there is one already."""

    async def forget(self, before: int, limit: int) -> int:
        """Drop challenges that ended or expired before, no more than `limit`; how many there were."""

    async def accepting(self, account_id: str) -> Accepting:
        """Whose challenges somebody takes."""

    async def set_accepting(self, account_id: str, accepting: Accepting) -> None:
        """Keep whose challenges somebody takes."""
