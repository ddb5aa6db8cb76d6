"""The commands beside the board, as small buttons in the order of all clients."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual import on
from textual.app import ComposeResult
from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Button

from tengen.clients.sitting.possible import COMMAND_KEYS, LETTERS, Can, TableCommand
from tengen.core import text
from tengen.core.printing import width

_AROUND_LABEL: Final = 2
SHORTCUTS: Final = {**LETTERS, "y": TableCommand.REDO, "h": TableCommand.HINT, "n": TableCommand.NEW}
"""The letters of all clients, and those that a terminal has besides."""
_LETTER_OF: Final = {command: letter.upper() for letter, command in SHORTCUTS.items()}


class CommandBar(ItemGrid):
    """A button for each command that is not hidden; what is off can be pressed, and says why not."""

    class Chosen(Message):
        """A command was asked for."""

        def __init__(self, command: TableCommand) -> None:
            super().__init__()
            self.command = command

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id, stretch_height=False)

    def compose(self) -> ComposeResult:
        """All buttons; which of them are shown `show` decides."""
        for command in TableCommand:
            yield Button("", id=f"do-{command}", compact=True)

    def show(self, can: Mapping[TableCommand, Can], language: str, *, shortcuts: bool = True) -> None:
        """Say what can be done now."""
        widest = 0
        for command in TableCommand:
            button = self.query_one(f"#do-{command}", Button)
            button.display = can[command] is not Can.HIDDEN
            button.set_class(can[command] is Can.OFF, "-off")
            button.set_class(command in _MOMENTS, "-moment")
            words = text(language, COMMAND_KEYS[command])
            letter = _LETTER_OF.get(command)
            label = f"{words} {letter}" if letter is not None and shortcuts else words
            if str(button.label) != label:
                button.label = label
            if button.display:
                widest = max(widest, width(label))
        self.min_column_width = widest + _AROUND_LABEL

    @on(Button.Pressed)
    def pressed(self, event: Button.Pressed) -> None:
        """Ask for the command of the button."""
        event.stop()
        self.post_message(self.Chosen(TableCommand((event.button.id or "").removeprefix("do-"))))


_MOMENTS: Final = (TableCommand.ACCEPT, TableCommand.AGREE, TableCommand.UNPAUSE, TableCommand.REMATCH)
"""What is most likely wanted at its moment."""
