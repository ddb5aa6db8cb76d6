"""Settings: language, page, board theme, coordinates, pace and the others of `sitting.preferences`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Button, Static

from tengen.clients.sitting.pace import PACES_MS
from tengen.clients.sitting.preferences import PAGES, Preferences
from tengen.clients.terminal.abilities import Colors
from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.clients.terminal.widgets.form import YES, Field, FieldType, Form
from tengen.core import LANGUAGES, text
from tengen.render import THEMES

_TRUTHS: Final = {
    "coordinates": "settings.coordinates",
    "show_legal": "settings.showLegal",
    "shortcuts": "settings.shortcuts",
    "speak": "terminal.field.speak",
}
"""The settings that are on or off, with their words."""


class SettingsScreen(TengenDialog[None]):
    """Changes what is preferred, at once."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def compose(self) -> ComposeResult:
        """The fields."""
        with Vertical(classes="box form-box"):
            yield Static(id="title", classes="title", markup=False)
            yield Form(settings_fields(self.client.preferences, self.client.language, self.client.color_count))
            yield Button("", id="leave", compact=True)

    def show_all(self) -> None:
        """Say everything anew."""
        self.query_one("#title", Static).update(self.say("settings.title"))
        self.query_one("#leave", Button).label = self.say("game.close")
        fields = settings_fields(self.client.preferences, self.client.language, self.client.color_count)
        self.call_later(self.query_one(Form).show, fields)

    @on(Form.Changed)
    def field_changed(self, event: Form.Changed) -> None:
        """Prefer it from now on."""
        if event.name in _TRUTHS:
            self.client.prefer(**{event.name: event.value == YES})
        elif event.name == "pace_ms":
            self.client.actions.set_pace(int(event.value))
        else:
            self.client.prefer(**{event.name: event.value})

    @on(Button.Pressed)
    def action_leave(self) -> None:
        """Back."""
        self.dismiss()


def settings_fields(preferences: Preferences, language: str, colors: Colors) -> tuple[Field, ...]:
    """What can be set in a terminal with so many colours."""
    return tuple(_fields(preferences, language, colors))


def _fields(preferences: Preferences, language: str, colors: Colors) -> Iterator[Field]:
    spoken = tuple((known, text(known, "terminal.language")) for known in LANGUAGES)
    yield Field("language", text(language, "terminal.field.language"), FieldType.CHOICE, language, spoken)
    if colors is not Colors.NONE:
        boards = tuple((name, text(language, f"settings.board.{name}")) for name in THEMES)
        board = preferences.theme if preferences.theme in THEMES else boards[0][0]
        yield Field("theme", text(language, "settings.board"), FieldType.CHOICE, board or "", boards)
        pages = tuple((name, text(language, f"settings.page.{name}")) for name in PAGES)
        yield Field("page", text(language, "terminal.field.page"), FieldType.CHOICE, preferences.page, pages)
    for name, key in _TRUTHS.items():
        yield Field(name, text(language, key), FieldType.TRUTH, YES if getattr(preferences, name) else "")
    known = sorted({*PACES_MS, preferences.pace_ms})
    paces = tuple((str(ms), text(language, "sitting.pace.each", seconds=f"{ms / 1000:g}")) for ms in known)
    yield Field("pace_ms", text(language, "sitting.pace"), FieldType.CHOICE, str(preferences.pace_ms), paces)
