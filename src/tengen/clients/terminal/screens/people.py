"""Log in, register, second factor: for one person, or two at this screen."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, OptionList, Static
from textual.widgets.option_list import Option

from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.clients.terminal.widgets.form import Field, FieldType, Form
from tengen.people import PeopleCode, PeopleError


class PeopleScreen(TengenDialog[None]):
    """Who is here, and the form for whoever comes; a line says what was refused."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._needs_code = False
        self._needs_invite = False
        self._typed: dict[str, str] = {}
        self._told: HasWords | None = None

    def compose(self) -> ComposeResult:
        """Those who are here, the form, the answers."""
        with Vertical(classes="box form-box"):
            yield Static(id="title", classes="title", markup=False)
            yield OptionList(id="present", compact=True, markup=False)
            yield Form(id="form")
            yield Static(id="problem", markup=False)
            with Horizontal(classes="answers"):
                for name in ("log_in", "register", "log_out", "leave"):
                    yield Button("", id=name, compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#title", Static).update(self.say("people.title"))
        keys = {"log_in": "people.sign_in", "register": "people.register", "log_out": "people.sign_out"}
        for name, key in {**keys, "leave": "game.close"}.items():
            self.query_one(f"#{name}", Button).label = self.say(key)
        self.call_later(self._show_people)

    async def _show_people(self) -> None:
        people = self.client.people
        present = self.query_one("#present", OptionList)
        present.clear_options()
        present.add_options([Option(person.name) for person in people.present])
        present.display = bool(people.present)
        if people.present:
            present.highlighted = len(people.present) - 1
        self.query_one("#log_out", Button).display = bool(people.present)
        can_log_in = people.can_log_in
        for name in ("log_in", "register"):
            self.query_one(f"#{name}", Button).display = can_log_in
        await self.query_one(Form).show(self._fields() if can_log_in else ())
        told = self._told
        if told is None and not can_log_in:
            told = self.client.entered.hold_notice
        self.query_one("#problem", Static).update("" if told is None else told.text(self.client.language))

    def _fields(self) -> tuple[Field, ...]:
        """What is asked for now, with what was typed there already."""
        names = ["name", "password", *(["code"] if self._needs_code else [])]
        names += ["invite"] if self._needs_invite else []
        return tuple(
            Field(
                name,
                self.say(f"people.{name}"),
                FieldType.SECRET if name == "password" else FieldType.TEXT,
                self._typed.get(name, ""),
            )
            for name in names
        )

    @on(Form.Changed)
    def typed(self, event: Form.Changed) -> None:
        """It stays there whatever is shown anew."""
        self._typed[event.name] = event.value

    @on(Form.Submitted)
    def form_submitted(self) -> None:
        """Enter logs in."""
        self.run_worker(self._enter(is_new=False), exclusive=True)

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """What a button says."""
        match event.button.id:
            case "log_in":
                self.run_worker(self._enter(is_new=False), exclusive=True)
            case "register":
                self.run_worker(self._enter(is_new=True), exclusive=True)
            case "log_out":
                self.run_worker(self._log_out(), exclusive=True)
            case _:
                self.action_leave()

    async def _enter(self, *, is_new: bool) -> None:
        form, people = self.query_one(Form), self.client.people
        name, password = form.value("name").strip(), form.value("password")
        code = form.value("code").strip() if self._needs_code else None
        invite = form.value("invite").strip() if self._needs_invite else None
        try:
            if is_new:
                await people.register(name, password, invite or None)
            else:
                await people.log_in(name, password, code or None)
        except PeopleError as error:
            self._needs_code = self._needs_code or error.code is PeopleCode.CODE_NEEDED
            self._needs_invite = self._needs_invite or error.code is PeopleCode.INVITE_NEEDED
            self._told = error
        except self.client.refusals as refusal:
            self._told = refusal
        else:
            self._needs_code = self._needs_invite = False
            self._told = Said("people.registered", {"name": people.present[-1].name}) if is_new else None
            self._typed.clear()
            await form.show(())
        await self._changed()

    async def _log_out(self) -> None:
        people = self.client.people
        chosen = self.query_one("#present", OptionList).highlighted
        person = people.present[chosen if chosen is not None and chosen < len(people.present) else -1]
        try:
            await people.log_out(person)
        except self.client.refusals as refusal:
            self._told = refusal
        else:
            self._told = Said("people.signed_out", {"name": person.name})
        await self._changed()

    async def _changed(self) -> None:
        await self._show_people()
        self.client.refresh_words()

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
