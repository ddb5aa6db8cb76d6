"""Whom somebody on a server does not want to hear or meet, and whom they report to the moderators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from tengen.clients.online.lobby_view import PersonView
from tengen.clients.play.remote import Rest

ReportReason: TypeAlias = Literal["insult", "spam", "cheating", "leaving", "name", "other"]

REPORT_REASONS: Final[tuple[ReportReason, ...]] = ("insult", "spam", "cheating", "leaving", "name", "other")
"""What a report may be about. Words: `talk.reason.<name>`."""


@dataclass(frozen=True, slots=True)
class RelationsView:
    """Whom somebody does not hear, and with whom they have nothing to do."""

    muted: tuple[PersonView, ...] = ()
    blocked: tuple[PersonView, ...] = ()


class Relations:
    """The relations of whoever is here. A guest's name may be that of several: the one in the game of `game_id` is meant.

    Raises PeopleError, ServerTrouble.
    """

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    async def read(self) -> RelationsView:
        """Whom one has muted and blocked."""
        raise NotImplementedError

    async def mute(self, name: str, game_id: str | None = None) -> RelationsView:
        """Hear somebody no more."""
        raise NotImplementedError

    async def unmute(self, name: str) -> RelationsView:
        """Hear somebody again."""
        raise NotImplementedError

    async def block(self, name: str, game_id: str | None = None) -> RelationsView:
        """Have nothing to do with somebody: no talk, no challenges, no pairing."""
        raise NotImplementedError

    async def unblock(self, name: str) -> RelationsView:
        """Take that back."""
        raise NotImplementedError

    async def report(self, about: str, reason: ReportReason, text: str = "", game_id: str | None = None) -> None:
        """Tell the moderators of somebody; the last lines that were said at the game go along. For accounts only."""
        raise NotImplementedError
