"""A question before something is lost: yes or no. Escape is no."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from tengen.clients.sitting.said import Confirmation
from tengen.clients.terminal.screens.tengen_screen import TengenDialog


class ConfirmScreen(TengenDialog[bool]):
    """Asks over what is shown; whether the answer is yes."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("y", "answer(True)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
    ]

    def __init__(self, confirmation: Confirmation) -> None:
        super().__init__()
        self._confirmation = confirmation

    def compose(self) -> ComposeResult:
        """The question and its two answers."""
        with Vertical(classes="box"):
            yield Static(id="question", markup=False)
            with Horizontal(classes="answers"):
                yield Button("", id="yes", compact=True)
                yield Button("", id="no", compact=True)

    def show_all(self) -> None:
        """The words of the question."""
        language = self.client.language
        self.query_one("#question", Static).update(self._confirmation.question.text(language))
        self.query_one("#yes", Button).label = self._confirmation.yes.text(language)
        self.query_one("#no", Button).label = self.say("game.cancel")

    @on(Button.Pressed)
    def answer_pressed(self, event: Button.Pressed) -> None:
        """An answer was pressed."""
        self.dismiss(event.button.id == "yes")

    def action_answer(self, is_yes: bool) -> None:
        """An answer by a key."""
        self.dismiss(is_yes)
