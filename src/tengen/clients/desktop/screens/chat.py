"""Chat at the board: what was said, quick words first, and a field for one's own."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screens.person_menu import PersonMenu, open_report
from tengen.clients.desktop.theme import SMALL
from tengen.clients.desktop.widgets import (
    Button,
    ButtonKind,
    Column,
    Deed,
    Flow,
    Grow,
    Inside,
    Paragraph,
    Row,
    Scroll,
    Select,
    TextField,
    Widget,
    help_text,
)
from tengen.clients.online.chat import WORDS, Chat, ChatLineView
from tengen.clients.sitting.local_time import TIME_OF_DAY, local_time
from tengen.clients.sitting.said import Said
from tengen.people import ChatRoom

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

LONGEST_TYPED: Final = 400
"""Twice what a line may have: what is pasted is not cut off unseen, and the server says how long it may be."""
MOST_SHOWN: Final = 300
"""Of a long talk so many lines are drawn, the latest ones: they are laid out anew with every change of the screen."""
_INSET: Final = 12.0
_HIGH: Final = 860.0
"""In a window of this height there is room for all quick words."""


class ChatPane:
    """The chat of one table, followed from `start` until `close`."""

    def __init__(self, app: App, chat: Chat) -> None:
        self._app = app
        self._chat = chat
        self._scroll = Scroll(key="chat-lines")
        self._field = TextField(key="chat-field", most=LONGEST_TYPED, on_enter=self._send)
        self._unanswered: set[str] = set()
        self._built = 0

    def start(self) -> None:
        """Follow it from now on."""
        self._app.start(self._follow())

    async def close(self) -> None:
        """Follow it no more."""
        await self._chat.close()

    async def _follow(self) -> None:
        changes = self._chat.changes()
        try:
            async for _ in changes:
                self._app.refresh()
        finally:
            changes.close()

    @property
    def is_there(self) -> bool:
        """Whether there is somebody to talk to, or something was said."""
        return self._chat.view.is_there

    def title(self) -> str:
        """The words of its tab, with the number of lines that were not seen yet."""
        title, unread = self._app.text("talk.title"), self._chat.view.unread
        return f"{title} · {self._app.text('talk.unread', count=unread)}" if unread else title

    def build(self) -> Widget:
        """All of it, for a tab that is shown: whatever is built counts as read."""
        view, language = self._chat.view, self._app.language
        if len(view.lines) != self._built and self._scroll.is_at_end:
            self._scroll.to_end()
        self._built = len(view.lines)
        self._chat.mark_read()
        lines = [self._line(line) for line in view.lines[-MOST_SHOWN:]]
        empty = help_text(self._app.text(f"talk.empty.{view.room}"))
        parts: list[Widget] = [Grow(self._scroll.show(Column(*lines, gap=8) if lines else empty))]
        if view.trouble is not None:
            again = Button(self._app.text("ui.try_again"), self._chat.read_again, key="chat-again")
            parts += [help_text(view.trouble.text(language)), Flow(again)]
        if view.can_speak:
            parts += self._speaking()
        elif view.why_not is not None:
            parts.append(help_text(view.why_not.text(language)))
        return Inside(Column(*parts, gap=8), across=_INSET)

    def _line(self, line: ChatLineView) -> Widget:
        app = self._app
        notes = [app.text("game.guest")] if line.is_guest else []
        if line.room is ChatRoom.WATCHERS and self._chat.view.room is ChatRoom.PLAYERS:
            notes.append(app.text("talk.watching"))
        notes.append(local_time(line.at_ms, TIME_OF_DAY))
        head = PersonMenu(
            line.name or app.text("profile.deleted"),
            "  ".join(notes),
            self._deeds(line.name) if line.name and not line.is_own else (),
            key=f"chat/{line.number}",
        )
        return Column(head, Paragraph(line.words.text(app.language)), gap=0)

    def _deeds(self, name: str) -> tuple[tuple[str, Deed], ...]:
        """What can be done about somebody, with its words."""
        app = self._app
        return (
            (app.text("talk.mute"), partial(self._mute, name)),
            (app.text("talk.block"), partial(self._block, name)),
            (app.text("talk.report"), partial(open_report, app, self._chat, name)),
        )

    async def _mute(self, name: str) -> None:
        await self._chat.mute(name)
        self._app.say(Said("talk.mute.done", {"name": name}))

    async def _block(self, name: str) -> None:
        await self._chat.block(name)
        self._app.say(Said("talk.block.done", {"name": name}))

    def _speaking(self) -> list[Widget]:
        app = self._app
        self._field.placeholder = app.text("talk.own")
        send = Button(app.text("talk.send"), self._send, key="chat-send")
        words = self._words() if app.window.size.height >= _HIGH else self._list_of_words()
        speaking: list[Widget] = [words, Row(Grow(self._field), send)]
        if self._chat.view.room is ChatRoom.WATCHERS:
            speaking.append(help_text(app.text("talk.apart")))
        return speaking

    def _list_of_words(self) -> Widget:
        """Quick words where there is little room: a list that opens."""
        app = self._app
        words = [(word, app.text(f"chat.word.{word}")) for word in WORDS]
        return Select(words, "", self._choose, key="chat-words", placeholder=app.text("talk.words"), is_quiet=True)

    def _choose(self, word: str) -> None:
        self._app.start(self._say(word, is_word=True))

    def _words(self) -> Widget:
        app = self._app
        words = [
            Button(
                app.text(f"chat.word.{word}"),
                partial(self._say, word, is_word=True),
                key=f"chat-word/{word}",
                kind=ButtonKind.OUTLINED,
                size=SMALL,
                height=28,
            )
            for word in WORDS
        ]
        return Flow(*words)

    async def _send(self) -> None:
        own = self._field.text.strip()
        if own and await self._say(own) and self._field.text.strip() == own:
            self._field.clear()  # what was typed meanwhile stays

    async def _say(self, said: str, *, is_word: bool = False) -> bool:
        """Say it, unless the same waits for its answer: a second click says nothing twice."""
        if said in self._unanswered:
            return False
        self._unanswered.add(said)
        try:
            await (self._chat.say_word(said) if is_word else self._chat.say(said))
        finally:
            self._unanswered.discard(said)
        return True
