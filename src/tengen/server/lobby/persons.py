"""People as the lobby shows them: an account's name and portrait, with the rating where it matters."""

from __future__ import annotations

from tengen.match import Seat
from tengen.people import Account, PeopleStore, rating_class
from tengen.people.service import ResultsService
from tengen.protocol import Person, PersonRating
from tengen.server.lobby.sketch import Sketch


class Persons:
    """Looks people up. Nothing is kept: a rating is as it is now."""

    def __init__(self, people: PeopleStore, results: ResultsService) -> None:
        self._people = people
        self._results = results

    async def of_account(self, account: Account, kind: str | None = None, size: int | None = None) -> Person:
        """An account, with its rating in this kind and size of game, if both are said and it has one."""
        rating = None
        if kind is not None and size is not None and not account.is_guest:
            rating = await self._rating(account.account_id, kind, size)
        return Person(name=account.name, is_guest=account.is_guest, avatar=account.avatar, rating=rating)

    async def at(self, sketch: Sketch) -> tuple[Person, Person]:
        """Who plays Black and White in a match, with their ratings in this game."""
        seats = sketch.black, sketch.white
        accounts = await self._people.accounts_of({seat.owner for seat in seats if seat.owner is not None})
        black, white = [await self._of_seat(sketch, seat, accounts.get(seat.owner or "")) for seat in seats]
        return black, white

    async def _of_seat(self, sketch: Sketch, seat: Seat, account: Account | None) -> Person:
        if account is None or account.is_guest:
            return Person(name=seat.name, is_guest=seat.is_guest)
        return await self.of_account(account, sketch.kind, sketch.size)

    async def _rating(self, account_id: str, kind: str, size: int) -> PersonRating | None:
        rated_in = rating_class(kind, size)
        row = None if rated_in is None else (await self._results.ratings(account_id)).get(rated_in.key)
        if rated_in is None or row is None:
            return None
        rating, deviation = row.rating.rating, row.rating.deviation
        return PersonRating(rating=round(rating, 1), deviation=round(deviation, 1), rank=rated_in.rank(rating))
