"""Challenges in the database: the lobby's values as rows, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
import structlog

from tengen.core import Color, GameError, TimeControl, create_rules
from tengen.match import AbsenceRule
from tengen.server.lobby import (
    Accepting,
    Challenge,
    ChallengeAnswer,
    ChallengeBounds,
    ChallengesFull,
    ChallengeTerms,
    RatingRange,
)
from tengen.storage import ChallengeRow, SqlChallengeStore


class _TermsEntry(msgspec.Struct, omit_defaults=True):
    """Terms as the database has them. A key may be added with a default, and none changes its meaning."""

    rules: dict[str, str | int | float | bool]
    clock: TimeControl | None = None
    rated: bool = False
    color: Color | None = None
    absence: AbsenceRule = AbsenceRule.LOSES
    range: tuple[int | None, int | None] | None = None


_log: Final = structlog.get_logger("tengen.lobby")
_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(_TermsEntry)


class StoredChallenges:
    """A ChallengeStore over the rows of a database."""

    def __init__(self, rows: SqlChallengeStore) -> None:
        self._rows = rows

    async def add(self, challenge: Challenge, bounds: ChallengeBounds, *, by_guest: bool) -> None:
        reached = await self._rows.add(_row_of(challenge, by_guest=by_guest), bounds)
        if reached is not None:
            raise ChallengesFull(reached)

    async def find(self, challenge_id: str) -> tuple[Challenge, bool] | None:
        found = await self._rows.find(challenge_id)
        challenge = None if found is None else _challenge_of(found[0])
        return None if found is None or challenge is None else (challenge, found[1])

    async def open(self) -> Sequence[Challenge]:
        found = [_challenge_of(row) for row in await self._rows.open()]
        return [challenge for challenge in found if challenge is not None]

    async def answer(self, answer: ChallengeAnswer) -> None:
        await self._rows.answer(answer)

    async def forget(self, before: int, limit: int) -> int:
        return await self._rows.forget(before, limit)

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


def _challenge_of(row: ChallengeRow) -> Challenge | None:
    """The challenge of a row; None for one that asks for rules that this server does not have any more."""
    try:
        entry = _decoder.decode(row.terms)
        ruleset = create_rules(row.kind, row.size, entry.rules)
    except (msgspec.MsgspecError, GameError) as error:
        _log.warning("a challenge cannot be read", reason=str(error))
        return None
    terms = ChallengeTerms(
        ruleset,
        entry.clock,
        entry.rated,
        entry.color,
        entry.absence,
        None if entry.range is None else RatingRange(*entry.range),
    )
    return Challenge(row.id, row.by_id, row.to_id, terms, row.created_at, row.expires_at)
