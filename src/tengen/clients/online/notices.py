"""What somebody is told on return: notices of a server, the latest first, and that they were seen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tengen.clients.play import shown_values
from tengen.clients.play.remote import has_words, is_id
from tengen.clients.sitting.said import HasWords, Said
from tengen.protocol import NoticeOut, NoticesAnswer, NoticesSeenIn

if TYPE_CHECKING:
    from tengen.clients.online.server_people import ServerPeople

MOST_NOTICES: Final = 500
"""So many are shown of those that a server tells."""
_PATH: Final = "/api/notices"
_GAME: Final = re.compile(r"/game/([^/]+)")


@dataclass(frozen=True, slots=True)
class NoticeView:
    """Something that somebody is told. `words` say it; `game_id` is the game that it leads to, for `Games.open`."""

    notice_id: int
    at_ms: int
    words: HasWords
    game_id: str | None
    is_seen: bool


@dataclass(frozen=True, slots=True)
class NoticesView:
    """The latest notices first, and how many were not seen yet."""

    notices: tuple[NoticeView, ...] = ()
    unseen: int = 0


class Notices:
    """The notices of whoever is here. Raises PeopleError, ServerTrouble."""

    def __init__(self, people: ServerPeople, on_unseen: Callable[[int], None] = lambda _: None) -> None:
        """`on_unseen` is told how many were not seen whenever the server has said so."""
        self._people, self._on_unseen = people, on_unseen

    async def read(self) -> NoticesView:
        """All of them."""
        rest = self._people.rest
        return self._view(await self._people.asked(lambda: rest.get_as(_PATH, NoticesAnswer)))

    async def seen(self, up_to: NoticeView) -> NoticesView:
        """All up to this one were seen; how they stand then."""
        rest, body = self._people.rest, NoticesSeenIn(up_to=up_to.notice_id)
        return self._view(await self._people.asked(lambda: rest.post(f"{_PATH}/seen", body, NoticesAnswer)))

    def _view(self, answer: NoticesAnswer) -> NoticesView:
        told = map(notice_of, answer.notices[:MOST_NOTICES])
        unseen = min(max(answer.unseen, 0), len(answer.notices))
        self._on_unseen(unseen)
        return NoticesView(tuple(notice for notice in told if notice is not None), unseen)


def notice_of(told: NoticeOut) -> NoticeView | None:
    """A notice; None where there are no words for it here, or its number is none."""
    values = shown_values(told.values)
    if not has_words(told.key, values) or not 0 <= told.id <= 2**53:
        return None
    leads = _GAME.fullmatch(told.path or "")
    game_id = leads[1] if leads is not None and is_id(leads[1]) else None
    return NoticeView(told.id, told.at, Said(told.key, values), game_id, told.seen)
