"""The commands beside the board, as small buttons in the order of all clients."""

from __future__ import annotations

from collections.abc import Mapping

from textual.containers import ItemGrid
from textual.message import Message
from textual.widgets import Button

from tengen.clients.sitting.possible import COMMAND_KEYS, Can, TableCommand


class CommandBar(ItemGrid):
    """A button for each command that is not hidden; what is off can be pressed, and says why not."""

    class Chosen(Message):
        """A command was asked for."""

        def __init__(self, command: TableCommand) -> None:
            super().__init__()
            self.command = command
