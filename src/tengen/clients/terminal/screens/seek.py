"""Looking for any opponent: the game, its size and how fast."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tengen.clients.online.lobby_view import SPEEDS, SeekTerms, SpeedName
from tengen.clients.sitting.said import HasWords
from tengen.clients.terminal.online import Online
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.clients.terminal.widgets.form import YES, Field, FieldType, Form
from tengen.core import find_kind


class SeekScreen(TengenDialog[None]):
    """What somebody would play with whoever comes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s,f5", "seek", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._terms: SeekTerms | None = None
        self._trouble: HasWords | None = None

    @property
    def online(self) -> Online:
        """The lobby."""
        online = self.client.online
        assert online is not None, "one looks for others on servers"
        return online

    @property
    def terms(self) -> SeekTerms:
        """What is chosen now."""
        if self._terms is None:
            kind = self.online.kinds()[0]
            self._terms = SeekTerms(kind.name, kind.rules.DEFAULT_SIZE, "rapid")
        return self._terms

    def compose(self) -> ComposeResult:
        """The fields, what is wrong, and what can be done."""
        with Vertical(classes="box form-box"):
            yield Static(id="title", classes="title", markup=False)
            yield Form(id="form")
            yield Static(id="problem", markup=False)
            with Horizontal(classes="answers"):
                yield Button("", id="seek", compact=True)
                yield Button("", id="leave", compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#title", Static).update(self.say("start.find"))
        self.query_one("#seek", Button).label = self.say("start.find")
        self.query_one("#leave", Button).label = self.say("game.cancel")
        self.call_later(self._show_fields)

    async def _show_fields(self) -> None:
        terms, kind = self.terms, find_kind(self.terms.kind)
        kinds = tuple((one.name, self.say(f"{one.name}.name")) for one in self.online.kinds())
        sizes = tuple((str(size), self.say("start.size", size=size)) for size in kind.rules.SIZES)
        speeds = tuple(
            (speed, f"{self.say(f'lobby.speed.{speed}')}: {self.say(f'lobby.speed.{speed}.clock')}") for speed in SPEEDS
        )
        fields = [
            Field("kind", self.say("start.which_game"), FieldType.CHOICE, terms.kind, kinds),
            Field("size", self.say("terminal.field.size"), FieldType.CHOICE, str(terms.size), sizes),
            Field("speed", self.say("lobby.speed"), FieldType.CHOICE, terms.speed, speeds),
        ]
        if self.online.has_account and kind.can_be_won:
            fields.append(Field("rated", self.say("start.rated"), FieldType.TRUTH, YES if terms.is_rated else ""))
        await self.query_one(Form).show(fields)
        told = "" if self._trouble is None else self._trouble.text(self.client.language)
        self.query_one("#problem", Static).update(told)

    @on(Form.Changed)
    async def field_changed(self, event: Form.Changed) -> None:
        """The terms that follow."""
        self._trouble = None
        match event.name:
            case "kind":
                kind = find_kind(event.value)
                self._terms = replace(self.terms, kind=kind.name, size=kind.rules.DEFAULT_SIZE, is_rated=False)
            case "size":
                self._terms = replace(self.terms, size=int(event.value))
            case "speed":
                self._terms = replace(self.terms, speed=cast("SpeedName", event.value))
            case _:
                self._terms = replace(self.terms, is_rated=event.value == YES)
        await self._show_fields()

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """What a button says."""
        if event.button.id == "seek":
            self.action_seek()
        else:
            self.action_leave()

    def action_seek(self) -> None:
        """Look for somebody from now on."""
        self.client.begin(self._seek())

    async def _seek(self) -> None:
        try:
            await self.online.lobby.seek(self.terms)
        except self.client.refusals as refusal:
            self._trouble = refusal
            await self._show_fields()
            return
        self.client.message = None
        self.dismiss()
        self.client.refresh_lobby()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
