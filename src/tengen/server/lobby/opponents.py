"""Who may play whom out of the lobby: blocks, ranges of ratings, whose challenges somebody takes, rated or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match import Seat
from tengen.match.service import CheckRated, Occupant, RatedProposal
from tengen.people import Account, PeopleCode, PeopleError, PeopleStore, Rating, WhyNot, rating_class
from tengen.people.service import Relations, ResultsService
from tengen.server.lobby.challenge import Accepting
from tengen.server.lobby.terms import ChallengeTerms

USUAL_RATING: Final = Rating().rating
"""As who has not been rated yet is paired."""

_ADVICE: Final = {
    WhyNot.NO_CLOCK: "challenge.needs_clock",
    WhyNot.NOT_EVEN: "challenge.needs_even",
    WhyNot.NOT_ACCOUNTS: "challenge.needs_accounts",
}
"""What to ask for instead, where something can be done about it."""


@dataclass(frozen=True, slots=True)
class KnownRatings:
    """The ratings of somebody by class; a guest has none."""

    by_class: Mapping[str, float]
    has_account: bool

    def at(self, kind: str, size: int) -> float:
        """The rating at this game; who is not rated is taken as usual."""
        known = rating_class(kind, size)
        return USUAL_RATING if known is None else self.by_class.get(known.key, USUAL_RATING)

    def are_in_range(self, terms: ChallengeTerms, maker: float) -> bool:
        """Whether these terms of a maker with this rating leave room for who has these ratings."""
        if terms.range is None:
            return True
        return self.has_account and terms.range.holds(maker, self.at(terms.ruleset.KIND, terms.ruleset.size))


class Opponents:
    """Answers who may play whom, from what people have said and how they are rated."""

    def __init__(
        self,
        people: PeopleStore,
        results: ResultsService,
        relations: Relations,
        check_rated: CheckRated,
        now: Callable[[], int],
    ) -> None:
        self._people = people
        self._results = results
        self._relations = relations
        self._check_rated = check_rated
        self._now = now

    async def find(self, account_id: str) -> Account | None:
        """Somebody who can play: neither closed nor banned."""
        account = await self._people.account(account_id)
        return None if account is None or account.is_closed or account.is_banned(self._now()) else account

    async def named(self, name: str) -> Account:
        """The account of this name that can play. Raises NO_SUCH_USER."""
        account = await self._results.player(name)
        if account.is_banned(self._now()):
            raise PeopleError(PeopleCode.NO_SUCH_USER)
        return account

    async def blocked_with(self, account_id: str) -> frozenset[str]:
        """Whom somebody does not play, or who does not play them."""
        return await self._relations.blocked_with(account_id)

    async def refuse_blocked(self, one: Account, other: Account) -> None:
        """Raise BLOCKED where either has blocked the other."""
        if await self._relations.is_blocked(one.account_id, other.account_id):
            raise PeopleError(PeopleCode.BLOCKED)

    async def ratings(self, account: Account) -> KnownRatings:
        """How strong somebody is thought to be."""
        if account.is_guest:
            return KnownRatings({}, has_account=False)
        rows = await self._results.ratings(account.account_id)
        return KnownRatings({key: row.rating.rating for key, row in rows.items()}, has_account=True)

    async def refuse_out_of_range(self, maker: Account, taker: Account, terms: ChallengeTerms) -> None:
        """Raise NOT_IN_RANGE where the maker would not play somebody of this strength, or with no account."""
        if terms.range is None:
            return
        if taker.is_guest:
            raise PeopleError(PeopleCode.NOT_IN_RANGE, "challenge.range_needs_account")
        own = (await self.ratings(maker)).at(terms.ruleset.KIND, terms.ruleset.size)
        if not (await self.ratings(taker)).are_in_range(terms, own):
            raise PeopleError(PeopleCode.NOT_IN_RANGE)

    async def refuse_unrateable(self, maker: Account, taker: Account | None, terms: ChallengeTerms) -> None:
        """Raise CANNOT_BE_RATED, with what to ask for instead, for a game that is to be rated and cannot."""
        if not terms.rated:
            return
        second = Seat("", is_open=True) if taker is None else occupant_of(taker).seat()
        proposal = RatedProposal(terms.ruleset, occupant_of(maker).seat(), second, terms.control)
        try:
            await self._check_rated(proposal)
        except GameError as error:
            advice = next((words for why, words in _ADVICE.items() if error.key == why), None)
            if error.code is not ErrorCode.CANNOT_BE_RATED or advice is None:
                raise
            raise GameError(ErrorCode.CANNOT_BE_RATED, advice) from None


def refuse_unwanted(maker: Account, accepting: Accepting) -> None:
    """Raise NOT_ACCEPTING where somebody does not take the challenges of this one."""
    if accepting is Accepting.NOBODY:
        raise PeopleError(PeopleCode.NOT_ACCEPTING)
    if accepting is Accepting.ACCOUNTS and maker.is_guest:
        raise PeopleError(PeopleCode.NOT_ACCEPTING, "challenge.accounts_only")


def occupant_of(account: Account) -> Occupant:
    """Somebody at a seat, under the name of the account."""
    return Occupant(account.account_id, account.name, is_guest=account.is_guest)
