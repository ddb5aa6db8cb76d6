"""The form of a challenge: to everybody, or to one person. Draws `online.challenge_form.ChallengeForm`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Static

from tengen.clients.online.challenge_form import RANGES, ChallengeForm
from tengen.clients.online.lobby_view import ABSENCES
from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.sitting.start import StartForm
from tengen.clients.terminal.screens.tengen_screen import TengenScreen
from tengen.clients.terminal.start_fields import changed, game_fields
from tengen.clients.terminal.widgets.form import YES, Field, FieldType, Form
from tengen.core import COLORS, GameError
from tengen.match import AbsenceRule
from tengen.protocol import NAMES

_ANY = ""
_RANDOM = "RANDOM"


class ChallengeScreen(TengenScreen[None]):
    """What somebody would play, and under which terms."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s,f5", "post", show=False),
    ]

    def __init__(self, to: str = "") -> None:
        """`to` is the account that is challenged, empty for everybody."""
        super().__init__()
        self._to = to
        self._form: ChallengeForm | None = None
        self._has_more = False
        self._trouble: HasWords | None = None

    @property
    def form(self) -> ChallengeForm:
        """What is chosen now."""
        if self._form is None:
            people = self.client.people
            kept = self.client.preferences.choices
            game = StartForm.of(kept, people.games.players, people.present, is_online=True)
            self._form = ChallengeForm.first(game, self._to)
        return self._form

    def compose(self) -> ComposeResult:
        """The title, the fields, what is wrong, and what can be done."""
        yield Static(id="title", classes="title", markup=False)
        yield Form(id="form")
        yield Static(id="problem", markup=False)
        with Horizontal(classes="answers"):
            yield Button("", id="post", compact=True)
            yield Button("", id="leave", compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        title = self.say("start.challenge", name=self._to) if self._to else self.say("lobby.challenge")
        self.query_one("#title", Static).update(title)
        self.query_one("#post", Button).label = title if self._to else self.say("start.post")
        self.query_one("#leave", Button).label = self.say("game.cancel")
        self.call_later(self._show_fields)

    async def _show_fields(self) -> None:
        language = self.client.language
        fields = (*game_fields(self.form.game, language, has_more=self._has_more), *self._terms())
        await self.query_one(Form).show(fields)
        problem = self._trouble or self.form.problem()
        if problem is None and self.form.wants_rated:
            problem = self.form.why_not_rated()
        self.query_one("#problem", Static).update("" if problem is None else problem.text(language))

    def _terms(self) -> Iterator[Field]:
        """What only people who are apart agree on."""
        form = self.form
        yield Field("terms", self.say("terminal.lobby.terms"), FieldType.HEADING)
        sides = tuple((NAMES[color], self.say(f"start.side.{NAMES[color]}")) for color in COLORS)
        own = _RANDOM if form.color is None else NAMES[form.color]
        choices = ((_RANDOM, self.say(f"start.side.{_RANDOM}")), *sides)
        yield Field("terms-color", self.say("start.side"), FieldType.CHOICE, own, choices)
        yield Field("terms-rated", self.say("start.rated"), FieldType.TRUTH, YES if form.wants_rated else "")
        absences = tuple((str(name), self.say(f"start.absence.{name}")) for name in ABSENCES)
        yield Field("terms-absence", self.say("start.absence"), FieldType.CHOICE, str(form.absence), absences)
        if form.has_range:
            ranges = tuple((str(points), self.say("start.range.within", points=points)) for points in RANGES)
            within = _ANY if form.within is None else str(form.within)
            words = ((_ANY, self.say("start.range.any")), *ranges)
            yield Field("terms-within", self.say("start.range"), FieldType.CHOICE, within, words)

    @on(Form.Changed)
    async def field_changed(self, event: Form.Changed) -> None:
        """The form that follows; what cannot be is told, and the form stays."""
        self._trouble = None
        part, _, name = event.name.partition("-")
        if event.name == "more":
            self._has_more = event.value == YES
        elif part == "terms":
            self._form = self._with_term(name, event.value)
        else:
            try:
                self._form = self.form.with_game(changed(self.form.game, event.name, event.value))
            except GameError as error:
                self._trouble = error
        await self._show_fields()

    def _with_term(self, name: str, value: str) -> ChallengeForm:
        match name:
            case "color":
                return replace(self.form, color=next((one for one in COLORS if NAMES[one] == value), None))
            case "rated":
                return replace(self.form, wants_rated=value == YES)
            case "absence":
                return replace(self.form, absence=AbsenceRule(value))
            case _:
                return replace(self.form, within=int(value) if value else None)

    @on(Form.Submitted)
    def form_submitted(self) -> None:
        """Enter in a field posts it."""
        self.action_post()

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """What a button says."""
        if event.button.id == "post":
            self.action_post()
        else:
            self.action_leave()

    def action_post(self) -> None:
        """Post it, unless something is wrong with it."""
        self.client.begin(self._post())

    async def _post(self) -> None:
        app = self.client
        online = app.online
        assert online is not None, "challenges are for servers"
        if self.form.problem() is None:
            try:
                await online.lobby.challenge(self.form.terms())
            except app.refusals as refusal:
                self._trouble = refusal
            else:
                app.message = Said("lobby.sent", {"name": self._to}) if self._to else Said("lobby.posted")
                self.dismiss()
                app.refresh_words()
                return
        await self._show_fields()

    def action_leave(self) -> None:
        """Back, without a challenge."""
        self.dismiss()
