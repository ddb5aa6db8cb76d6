"""The start form: the game, its size and rules by OptionSpecs, who plays, the clock."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from tengen.clients.sitting.said import HasWords
from tengen.clients.sitting.start import StartForm
from tengen.clients.terminal.screens.tengen_screen import TengenScreen
from tengen.clients.terminal.start_fields import changed, start_fields
from tengen.clients.terminal.widgets.form import YES, Form
from tengen.core import GameError


class StartScreen(TengenScreen[None]):
    """Draws `sitting.start.StartForm`; begins a game in a new tab."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s,f5", "play", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._form: StartForm | None = None
        self._has_more = False
        self._trouble: HasWords | None = None

    @property
    def form(self) -> StartForm:
        """What is chosen now, by those who are here now."""
        people = self.client.people
        if self._form is None:
            kept, is_online = self.client.preferences.choices, self.client.entered.is_online
            self._form = StartForm.of(kept, people.games.players, people.present, is_online=is_online)
        elif self._form.present != people.present:
            self._form = self._form.with_present(people.present)
        return self._form

    def compose(self) -> ComposeResult:
        """The title, the fields, what is wrong, and what can be done."""
        yield Static(id="title", classes="title", markup=False)
        yield Form(id="form")
        yield Static(id="problem", markup=False)
        with Horizontal(classes="answers"):
            for name in ("play", "exchange", "usual", "people", "leave"):
                yield Button("", id=name, compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#title", Static).update(self.say("start.form"))
        keys = {
            "play": "start.play",
            "exchange": "start.exchange",
            "usual": "start.usual_rules",
            "people": "people.sign_in",
            "leave": "game.cancel",
        }
        for name, key in keys.items():
            self.query_one(f"#{name}", Button).label = self.say(key)
        self.call_later(self._show_fields)

    async def _show_fields(self) -> None:
        language = self.client.language
        await self.query_one(Form).show(start_fields(self.form, language, has_more=self._has_more))
        problem = self._trouble or self.form.problem()
        told = self.form.warning(language) if problem is None else problem.text(language)
        self.query_one("#problem", Static).update(told)

    @on(Form.Changed)
    async def field_changed(self, event: Form.Changed) -> None:
        """The form that follows; what cannot be is told, and the form stays."""
        self._trouble = None
        if event.name == "more":
            self._has_more = event.value == YES
        else:
            try:
                self._form = changed(self.form, event.name, event.value)
            except GameError as error:
                self._trouble = error
        await self._show_fields()

    @on(Form.Submitted)
    def form_submitted(self) -> None:
        """Enter in a field begins the game."""
        self.action_play()

    @on(Button.Pressed)
    async def pressed(self, event: Button.Pressed) -> None:
        """What a button says. What cannot be in a field keeps a game from beginning until it is set right."""
        match event.button.id:
            case "play":
                self.action_play()
            case "exchange":
                await self._replace(self.form.with_seats_exchanged())
            case "usual":
                await self._replace(self.form.with_usual_rules())
            case "people":
                self.client.show_people()
            case _:
                self.action_leave()

    async def _replace(self, form: StartForm) -> None:
        """Another form, whatever was typed."""
        self._form, self._trouble = form, None
        await self.query_one(Form).show(())
        await self._show_fields()

    def action_play(self) -> None:
        """Begin the game, unless something is wrong with it."""
        self.client.begin(self._play())

    async def _play(self) -> None:
        app = self.client
        why = self._trouble or self.form.problem() or app.tables.why_full()
        if why is not None:
            self.query_one("#problem", Static).update(why.text(app.language))
            return
        try:
            game = await app.people.begin(self.form.beginning())
        except app.refusals as refusal:
            self._trouble = refusal
            await self._show_fields()
            return
        app.prefer(choices=self.form.kept())
        app.show_game(game)
        self.dismiss()

    def action_leave(self) -> None:
        """Back, without a game."""
        self.dismiss()
