"""The chat at a match on a server: what was said before it was followed, what is said since, and who may speak."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.clients.online.relations import Relations
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Game, Stream
from tengen.clients.sitting.said import HasWords
from tengen.people import QUICK_WORDS, ChatRoom

WORDS: Final = QUICK_WORDS
"""What everybody reads in their own language. Words: `chat.word.<name>`."""


@dataclass(frozen=True, slots=True)
class ChatLineView:
    """Something that was said. `name` is empty for a deleted player; `is_own`: by somebody at this screen."""

    number: int
    room: ChatRoom
    at_ms: int
    name: str
    is_guest: bool
    words: HasWords
    is_own: bool


@dataclass(frozen=True, slots=True)
class ChatView:
    """The chat as it was last heard of.

    `is_there`: there is somebody to talk to, or something was said. `room` is where one speaks. `why_not` says why
    one cannot speak, `trouble` why nothing can be read. `unread` counts lines of others since `mark_read`.
    """

    is_there: bool = False
    is_known: bool = False
    room: ChatRoom = ChatRoom.WATCHERS
    lines: tuple[ChatLineView, ...] = ()
    can_speak: bool = False
    why_not: HasWords | None = None
    trouble: HasWords | None = None
    unread: int = 0


class Chat:
    """The chat at one game, followed from now until it is closed."""

    def __init__(self, people: ServerPeople, game: Game) -> None:
        """`game` is one of `people.games`, played or watched."""
        self.relations = Relations(people.rest)

    @property
    def view(self) -> ChatView:
        """The chat as it was last heard of."""
        raise NotImplementedError

    def changes(self) -> Stream[ChatView]:
        """The chat after each change from now on."""
        raise NotImplementedError

    async def say(self, text: str) -> None:
        """Say something. Raises PeopleError, ServerTrouble."""
        raise NotImplementedError

    async def say_word(self, word: str) -> None:
        """Say one of WORDS."""
        raise NotImplementedError

    def mark_read(self) -> None:
        """Everything so far was on the screen."""
        raise NotImplementedError

    async def mute(self, name: str) -> None:
        """Hear somebody of this chat no more."""
        raise NotImplementedError

    async def block(self, name: str) -> None:
        """Have nothing to do with somebody of this chat."""
        raise NotImplementedError

    async def report(self, name: str, reason: str, text: str = "") -> None:
        """Tell the moderators of somebody of this chat; its last lines go along."""
        raise NotImplementedError

    async def close(self) -> None:
        """Follow it no more."""
        raise NotImplementedError
