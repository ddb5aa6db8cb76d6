"""The chat at a match on a server: what was said before it was followed, what is said since, and who may speak."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from tengen.clients.online.relations import Relations, ReportReason
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Game, Listeners, ServerTrouble, Stream, View, shown, shown_values
from tengen.clients.play.remote import RemoteGame, game_path, has_words, name_of
from tengen.clients.sitting.said import HasWords, Said
from tengen.core import COLORS, GameError
from tengen.people import LONGEST_LINE, QUICK_WORDS, ChatRoom, PeopleError
from tengen.protocol import ChatAnswer, ChatLineOut, Told

WORDS: Final = QUICK_WORDS
"""What everybody reads in their own language. Words: `chat.word.<name>`."""
LONGEST: Final = LONGEST_LINE
"""So many characters a line may have."""
MOST_LINES: Final = 1000
"""So many lines are kept, the latest ones."""


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
    """The chat as it was last heard of; `is_known` once the server has told what was said before.

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
    """The chat at one game, followed from now until it is closed, as whoever is here."""

    def __init__(self, people: ServerPeople, game: Game) -> None:
        """`game` is one of `people.games`, played or watched."""
        assert isinstance(game, RemoteGame), "people talk on servers alone"
        self._people, self._game = people, game
        self.relations = Relations(people)
        self._view = ChatView()
        self._listeners = Listeners[ChatView]()
        self._read_to = 0
        self._is_stale = asyncio.Event()
        self._is_stale.set()
        self._changes, self._said = game.changes(), game.said()
        self._hear_no_more = people.on_change(self._is_stale.set)
        works = (self._keep_reading(), self._follow_game(), self._follow_lines())
        self._tasks = [asyncio.get_running_loop().create_task(work) for work in works]

    @property
    def view(self) -> ChatView:
        """The chat as it was last heard of."""
        return self._view

    def changes(self) -> Stream[ChatView]:
        """The chat after each change from now on."""
        return self._listeners.add()

    async def say(self, text: str) -> None:
        """Say something. Raises PeopleError, GameError, ServerTrouble."""
        await self._game.say(text=text)

    async def say_word(self, word: str) -> None:
        """Say one of WORDS. Raises what `say` raises."""
        await self._game.say(word=word)

    def mark_read(self) -> None:
        """Everything so far was on the screen."""
        self._read_to = max(self._read_to, _last(self._view.lines))
        if self._view.unread:
            self._tell(self._view)

    def read_again(self) -> None:
        """Ask once more for what was said, after a trouble."""
        self._is_stale.set()

    async def mute(self, name: str) -> None:
        """Hear somebody of this chat no more."""
        await self.relations.mute(name, self._game.view.game_id)
        self._is_stale.set()

    async def block(self, name: str) -> None:
        """Have nothing to do with somebody of this chat."""
        await self.relations.block(name, self._game.view.game_id)
        self._is_stale.set()

    async def report(self, name: str, reason: ReportReason, text: str = "") -> None:
        """Tell the moderators of somebody of this chat; its last lines go along."""
        await self.relations.report(name, reason, text, self._game.view.game_id)

    async def close(self) -> None:
        """Follow it no more."""
        self._hear_no_more()
        self._changes.close()
        self._said.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._listeners.close()

    # --- following

    async def _follow_game(self) -> None:
        """Read anew whenever another room is heard, or somebody has another name."""
        before = self._reason()
        async for _ in self._changes:
            now = self._reason()
            if now != before:
                before = now
                self._is_stale.set()

    def _reason(self) -> tuple[object, ...]:
        """What decides what is read: it is read again when this changes."""
        view = self._game.view
        names = tuple(view.seats[color].name for color in COLORS)
        return view.yours, _rooms(view), names

    async def _follow_lines(self) -> None:
        async for line in self._said:
            if line is None:
                self._is_stale.set()
            elif line.number > _last(self._view.lines):
                lines = (*self._view.lines, self._line(line))[-MOST_LINES:]
                self._tell(replace(self._view, lines=lines, is_there=True))

    async def _keep_reading(self) -> None:
        while True:
            await self._is_stale.wait()
            self._is_stale.clear()
            try:
                await self._read()
            except (GameError, PeopleError, ServerTrouble) as error:
                self._tell(replace(self._view, trouble=error))

    async def _read(self) -> None:
        view = self._game.view
        rooms = _rooms(view)
        has_company = _has_company(view)
        room = ChatRoom.PLAYERS if view.yours else ChatRoom.WATCHERS
        if not rooms:
            self._tell(ChatView(is_known=True, room=room))
            return
        before = _last(self._view.lines)
        answers = [await self._heard(view.game_id, heard) for heard in rooms]
        own = next((answer for answer in answers if answer.room is room), None)
        told = sorted((line for answer in answers for line in answer.lines), key=lambda line: line.number)
        lines = tuple(map(self._line, told[-MOST_LINES:]))
        since = max(before, _last(lines))
        lines = (*lines, *(line for line in self._view.lines if line.number > since))[-MOST_LINES:]
        can_speak = has_company and own is not None and own.can_speak
        why_not = own.why_not if has_company and own is not None else None
        self._tell(
            ChatView(
                is_there=has_company or bool(lines),
                is_known=True,
                room=room,
                lines=lines,
                can_speak=can_speak,
                why_not=None if why_not is None else _why(why_not),
            )
        )

    async def _heard(self, game_id: str, room: ChatRoom) -> ChatAnswer:
        rest, path = self._people.rest, f"{game_path(game_id)}/chat?room={room}"
        return await self._people.asked(lambda: rest.get_as(path, ChatAnswer))

    def _line(self, line: ChatLineOut) -> ChatLineView:
        name = name_of(line.name or "")
        if line.is_guest:
            is_own = name == self._people.guest_name
        else:
            is_own = any(person.name == name for person in self._people.present)
        return ChatLineView(line.number, line.room, line.at, name, line.is_guest, _words(line), is_own)

    def _tell(self, view: ChatView) -> None:
        unread = sum(line.number > self._read_to and not line.is_own for line in view.lines)
        self._view = replace(view, unread=unread)
        self._listeners.tell(self._view)


def _last(lines: Iterable[ChatLineView]) -> int:
    return max((line.number for line in lines), default=0)


def _has_company(view: View) -> bool:
    """Whether there is anybody to talk to: not alone with a program, nor side by side at one screen."""
    are_people = all(view.seats[color].is_person for color in COLORS) and len(view.yours) < len(COLORS)
    return (are_people or not view.yours) and not view.is_waiting


def _rooms(view: View) -> tuple[ChatRoom, ...]:
    """What is heard: players hear those who watch once the game is over, also who has nobody to talk to."""
    if not view.yours:
        return (ChatRoom.WATCHERS,) if _has_company(view) else ()
    after = (ChatRoom.WATCHERS,) if view.is_over else ()
    return (ChatRoom.PLAYERS, *after) if _has_company(view) else after


def _words(line: ChatLineOut) -> HasWords:
    if line.word is not None and line.word in WORDS:
        return Said(f"chat.word.{line.word}")
    return Said("play.said", {"text": shown(line.text or line.word or "")})


def _why(told: Told) -> HasWords:
    values = shown_values(told.values)
    return Said(told.key, values) if has_words(told.key, values) else Said("error.NOT_ALLOWED")
