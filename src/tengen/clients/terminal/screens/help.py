"""The list of keys."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from tengen.clients.terminal.screens.tengen_screen import TengenDialog
from tengen.core.printing import pad, width

KEYS: Final = (
    ("↑ ↓ ← → Enter", "game.keys.board"),
    ("/ 0–9", "game.keys.type"),
    ("U", "game.keys.undo"),
    ("Y", "game.redo"),
    ("R", "game.keys.restart"),
    ("P", "game.keys.pass"),
    ("S", "game.keys.save"),
    ("L", "game.keys.load"),
    ("Shift+S Shift+L", "terminal.keys.files"),
    ("H", "sitting.hint"),
    ("E", "game.keys.estimate"),
    ("N", "sitting.new"),
    ("[ ]", "terminal.keys.tabs"),
    ("Ctrl+W", "terminal.command.close"),
    ("O T", "terminal.keys.online"),
    ("Space + −", "terminal.keys.pace"),
    (", .", "terminal.keys.step"),
    ("Tab", "terminal.keys.focus"),
    ("Ctrl+P", "terminal.keys.palette"),
    ("Esc", "game.keys.escape"),
    ("Q", "terminal.command.quit"),
    ("?", "game.keys.help"),
)
"""Every key with its words."""


class HelpScreen(TengenDialog[None]):
    """What the keys do; any of the usual keys leads back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter,space", "leave", show=False)]

    def compose(self) -> ComposeResult:
        """The list."""
        with VerticalScroll(classes="box"):
            yield Static(id="keys", markup=False)

    def show_all(self) -> None:
        """Say everything anew."""
        columns = max(width(keys) for keys, _ in KEYS) + 2
        told = Text(self.say("game.keys"), "bold")
        for keys, key in KEYS:
            told.append(f"\n{pad(keys, columns)}", "bold")
            told.append(self.say(key), "not bold")
        self.query_one("#keys", Static).update(told)

    def action_leave(self) -> None:
        """Back."""
        self.dismiss()
