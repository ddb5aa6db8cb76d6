"""Where challenges are kept: the port that the lobby asks, and how rows of a database meet it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Protocol

import msgspec

from tengen.core import Color, TimeControl, create_rules
from tengen.match import AbsenceRule
from tengen.match.service import ColumnValue
from tengen.server.lobby.challenge import Accepting, Answer, Challenge, DeclineReason
from tengen.server.lobby.terms import ChallengeTerms, RatingRange
from tengen.storage import ChallengeBounds, ChallengeRow, SqlChallengeStore


@dataclass(frozen=True, slots=True)
class ChallengeAnswer:
    """How a challenge ended and by whom, None for time. A row that is written once; see `match.service.ExtraRow`."""

    challenge_id: str
    answer: Answer
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

    async def forget(self, made_before: int, limit: int) -> int:
        """Drop old challenges that have their answers, no more than `limit`; how many there were."""

    async def accepting(self, account_id: str) -> Accepting:
        """Whose challenges somebody takes."""

    async def set_accepting(self, account_id: str, accepting: Accepting) -> None:
        """Keep whose challenges somebody takes."""


class _TermsEntry(msgspec.Struct, omit_defaults=True):
    """Terms as the database has them. A key may be added with a default, and none changes its meaning."""

    rules: dict[str, str | int | float | bool]
    clock: TimeControl | None = None
    rated: bool = False
    color: Color | None = None
    absence: AbsenceRule = AbsenceRule.LOSES
    range: tuple[int | None, int | None] | None = None


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(_TermsEntry)


class StoredChallenges:
    """A ChallengeStore over the rows of a database."""

    def __init__(self, rows: SqlChallengeStore) -> None:
        self._rows = rows

    async def add(self, challenge: Challenge, bounds: ChallengeBounds, *, by_guest: bool) -> None:
        await self._rows.add(_row_of(challenge, by_guest=by_guest), bounds)

    async def find(self, challenge_id: str) -> tuple[Challenge, bool] | None:
        found = await self._rows.find(challenge_id)
        return None if found is None else (_challenge_of(found[0]), found[1])

    async def open(self) -> Sequence[Challenge]:
        return [_challenge_of(row) for row in await self._rows.open()]

    async def answer(self, answer: ChallengeAnswer) -> None:
        await self._rows.answer(answer)

    async def forget(self, made_before: int, limit: int) -> int:
        return await self._rows.forget(made_before, limit)

    async def accepting(self, account_id: str) -> Accepting:
        said = await self._rows.accepting(account_id)
        return Accepting.ALL if said is None else Accepting(said)

    async def set_accepting(self, account_id: str, accepting: Accepting) -> None:
        await self._rows.set_accepting(account_id, str(accepting))


def _row_of(challenge: Challenge, *, by_guest: bool) -> ChallengeRow:
    terms = challenge.terms
    wanted = None if terms.range is None else (terms.range.below, terms.range.above)
    entry = _TermsEntry(terms.ruleset.options(), terms.control, terms.rated, terms.color, terms.absence, wanted)
    return ChallengeRow(
        id=challenge.challenge_id,
        by_id=challenge.by,
        by_guest=by_guest,
        to_id=challenge.to,
        kind=terms.ruleset.KIND,
        size=terms.ruleset.size,
        terms=_encoder.encode(entry).decode(),
        created_at=challenge.created_at,
        expires_at=challenge.expires_at,
    )


def _challenge_of(row: ChallengeRow) -> Challenge:
    entry = _decoder.decode(row.terms)
    terms = ChallengeTerms(
        create_rules(row.kind, row.size, entry.rules),
        entry.clock,
        entry.rated,
        entry.color,
        entry.absence,
        None if entry.range is None else RatingRange(*entry.range),
    )
    return Challenge(row.id, row.by_id, row.to_id, terms, row.created_at, row.expires_at)
