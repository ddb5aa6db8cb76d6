"""Whom somebody on a server does not want to hear or meet, and whom they report to the moderators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tengen.clients.online.bodies import body_of
from tengen.clients.online.lobby_values import BadLobby, person_of
from tengen.clients.online.lobby_view import PersonView
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import ServerTrouble, Trouble
from tengen.people import PeopleCode, PeopleError
from tengen.protocol import Acknowledged, Person, RelationIn, RelationsAnswer, ReportIn

ReportReason: TypeAlias = Literal["insult", "spam", "cheating", "leaving", "name", "other"]

REPORT_REASONS: Final[tuple[ReportReason, ...]] = ("insult", "spam", "cheating", "leaving", "name", "other")
"""What a report may be about. Words: `talk.reason.<name>`."""
LONGEST_REPORT: Final = 1000
MOST_RELATIONS: Final = 1000
"""So many people are shown of those that a server lists."""
_PATH: Final = "/api/relations"


@dataclass(frozen=True, slots=True)
class RelationsView:
    """Whom somebody does not hear, and with whom they have nothing to do."""

    muted: tuple[PersonView, ...] = ()
    blocked: tuple[PersonView, ...] = ()


class Relations:
    """The relations of whoever is here. Raises PeopleError, ServerTrouble.

    A guest's name may be that of several: the one in the game of `game_id` is meant.
    """

    def __init__(self, people: ServerPeople) -> None:
        self._people = people

    async def read(self) -> RelationsView:
        """Whom one has muted and blocked."""
        rest = self._people.rest
        return self._view(await self._people.asked(lambda: rest.get_as(_PATH, RelationsAnswer)))

    async def mute(self, name: str, game_id: str | None = None) -> RelationsView:
        """Hear somebody no more."""
        return await self._relate("mute", name, game_id)

    async def unmute(self, name: str) -> RelationsView:
        """Hear somebody again."""
        return await self._relate("unmute", name)

    async def block(self, name: str, game_id: str | None = None) -> RelationsView:
        """Have nothing to do with somebody: no talk, no challenges, no pairing."""
        return await self._relate("block", name, game_id)

    async def unblock(self, name: str) -> RelationsView:
        """Take that back."""
        return await self._relate("unblock", name)

    async def report(self, about: str, reason: ReportReason, text: str = "", game_id: str | None = None) -> None:
        """Tell the moderators of somebody; the last lines that were said at the game go along. For accounts only."""
        fields = {"about": about, "reason": reason, "text": text, "game_id": game_id}
        body = body_of(ReportIn, PeopleError(PeopleCode.BAD_TEXT, most=LONGEST_REPORT), **fields)
        rest = self._people.rest
        await self._people.asked(lambda: rest.post("/api/reports", body, Acknowledged))

    async def _relate(self, asked: str, name: str, game_id: str | None = None) -> RelationsView:
        body = body_of(RelationIn, PeopleError(PeopleCode.NO_SUCH_USER), name=name, game_id=game_id)
        rest = self._people.rest
        return self._view(await self._people.asked(lambda: rest.post(f"{_PATH}/{asked}", body, RelationsAnswer)))

    def _view(self, answer: RelationsAnswer) -> RelationsView:
        try:
            return RelationsView(_persons(answer.muted), _persons(answer.blocked))
        except BadLobby:
            raise ServerTrouble(Trouble.NOT_TENGEN, address=self._people.address.url) from None


def _persons(told: Sequence[Person]) -> tuple[PersonView, ...]:
    return tuple(map(person_of, told[:MOST_RELATIONS]))
