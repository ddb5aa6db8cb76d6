"""What somebody is told on return: notices of a server, the latest first, and that they were seen."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.clients.play.remote import Rest
from tengen.clients.sitting.said import HasWords


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
    """The notices of whoever is logged in. Raises PeopleError, ServerTrouble."""

    def __init__(self, rest: Rest) -> None:
        self._rest = rest

    async def read(self) -> NoticesView:
        """All of them."""
        raise NotImplementedError

    async def seen(self, up_to: NoticeView) -> NoticesView:
        """All up to this one were seen; how they stand then."""
        raise NotImplementedError
