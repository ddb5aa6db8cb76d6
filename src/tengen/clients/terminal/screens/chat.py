"""The chat at a table, beside its board: what was said, quick words, and a field for one's own."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.online.chat import LONGEST, WORDS, Chat, ChatLineView
from tengen.clients.online.relations import REPORT_REASONS, ReportReason
from tengen.clients.sitting.local_time import TIME_OF_DAY, local_time
from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.sitting.table import Table
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.people import ChatRoom


class ChatScreen(TengenDialog[None]):
    """What people say at one table. Tab goes to the quick words and to those who spoke."""

    AUTO_FOCUS = "#own"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._told: HasWords | None = None
        self._names: tuple[str, ...] = ()

    @property
    def chat(self) -> Chat:
        """The chat itself."""
        online = self.client.online
        assert online is not None, "people talk on servers"
        return online.chat_at(self._table)

    def compose(self) -> ComposeResult:
        """The lines, why one cannot speak, the field, the quick words, the people."""
        with Vertical(id="chat"):
            yield Static(id="title", classes="title", markup=False)
            with VerticalScroll(id="lines", can_focus=False):
                yield Static(id="said", markup=False)
            yield Static(id="problem", markup=False)
            yield Input(id="own", compact=True, max_length=LONGEST)
            yield OptionList(id="words", compact=True, markup=False)
            yield OptionList(id="people", compact=True, markup=False)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#title", Static).update(self.say("talk.title"))
        self.query_one("#own", Input).placeholder = self.say("talk.own")
        words = self.query_one("#words", OptionList)
        words.clear_options()
        words.add_options([Option(self.say(f"chat.word.{word}"), id=word) for word in WORDS])
        self._names = ()
        self.show_tables()

    def show_tables(self) -> None:
        """Draw what was said; that counts as read."""
        view, language = self.chat.view, self.client.language
        lines = [self._line(line) for line in view.lines]
        empty = Text(self.say(f"talk.empty.{view.room}"))
        self.query_one("#said", Static).update(Text("\n").join(lines) if lines else empty)
        told = view.trouble or self._told or view.why_not
        self.query_one("#problem", Static).update("" if told is None else told.text(language))
        for part in ("#own", "#words"):
            self.query_one(part).display = view.can_speak
        self._show_people()
        self.query_one("#lines").scroll_end(animate=False)
        if view.unread:
            self.chat.mark_read()

    def _line(self, line: ChatLineView) -> Text:
        name = line.name or self.say("profile.deleted")
        at = local_time(line.at_ms, TIME_OF_DAY)
        notes = [at, *([self.say("game.guest")] if line.is_guest else [])]
        if line.room is ChatRoom.WATCHERS and self.chat.view.room is ChatRoom.PLAYERS:
            notes.append(self.say("talk.watching"))
        told = Text(" ".join(notes) + " ", "dim")
        told.append(f"{name}: ", "bold")
        return told.append(line.words.text(self.client.language), "not dim")

    def _show_people(self) -> None:
        """Those who spoke, to be muted, blocked or reported."""
        names = tuple(dict.fromkeys(line.name for line in self.chat.view.lines if line.name and not line.is_own))
        people = self.query_one("#people", OptionList)
        people.display = bool(names)
        if names != self._names:
            self._names = names
            people.clear_options()
            people.add_options([Option(self.say("talk.person", name=name)) for name in names])

    @on(Input.Submitted, "#own")
    def own_submitted(self, event: Input.Submitted) -> None:
        """Say it; the field is emptied once it was heard."""
        typed = event.value.strip()
        if typed:
            self.run_worker(self._say(typed), exclusive=True)

    async def _say(self, typed: str) -> None:
        try:
            await self.chat.say(typed)
        except self.client.refusals as refusal:
            self._told = refusal
        else:
            self._told = None
            field = self.query_one("#own", Input)
            if field.value.strip() == typed:
                field.value = ""
        self.show_tables()

    @on(OptionList.OptionSelected, "#words")
    def word_chosen(self, event: OptionList.OptionSelected) -> None:
        """Say a quick word."""
        self.run_worker(self._say_word(event.option_id or ""), exclusive=True)

    async def _say_word(self, word: str) -> None:
        self._told = None
        try:
            await self.chat.say_word(word)
        except self.client.refusals as refusal:
            self._told = refusal
        self.show_tables()

    @on(OptionList.OptionSelected, "#people")
    def person_chosen(self, event: OptionList.OptionSelected) -> None:
        """What can be done about somebody."""
        name = self._names[event.option_index]
        self.app.push_screen(PersonScreen(name), partial(self._decided, name))

    def _decided(self, name: str, deed: str | None) -> None:
        if deed:
            self.run_worker(self._do(name, deed), exclusive=True)

    async def _do(self, name: str, deed: str) -> None:
        try:
            if deed == "mute":
                await self.chat.mute(name)
            elif deed == "block":
                await self.chat.block(name)
            else:
                await self.chat.report(name, cast("ReportReason", deed))
        except self.client.refusals as refusal:
            self._told = refusal
        else:
            key = deed if deed in ("mute", "block") else "report"
            self._told = Said(f"talk.{key}.done", {"name": name})
        self.show_tables()

    def action_leave(self) -> None:
        """Back to the board."""
        self.dismiss()


class PersonScreen(TengenDialog[str]):
    """What can be done about somebody who spoke: mute, block, or report for a reason."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._person = name

    def compose(self) -> ComposeResult:
        """The deeds."""
        with Vertical(classes="box"):
            yield Static(id="question", markup=False)
            yield OptionList(id="entries", compact=True, markup=False)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#question", Static).update(self.say("talk.person", name=self._person))
        report = self.say("talk.report")
        options = [Option(self.say(f"talk.{deed}"), id=deed) for deed in ("mute", "block")]
        options += [Option(f"{report}: {self.say(f'talk.reason.{reason}')}", id=reason) for reason in REPORT_REASONS]
        entries = self.query_one("#entries", OptionList)
        entries.clear_options()
        entries.add_options(options)
        entries.highlighted = 0

    @on(OptionList.OptionSelected)
    def chosen(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        self.dismiss(event.option_id)

    def action_leave(self) -> None:
        """Nothing."""
        self.dismiss(None)
