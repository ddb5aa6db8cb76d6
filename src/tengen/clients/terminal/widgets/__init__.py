"""The parts of the game screen beside the board: tabs, players, moves, commands."""

from tengen.clients.terminal.widgets.commands import SHORTCUTS, CommandBar
from tengen.clients.terminal.widgets.line_field import LineField
from tengen.clients.terminal.widgets.moves import MoveList
from tengen.clients.terminal.widgets.players import Players
from tengen.clients.terminal.widgets.tabs import Tab, TabStrip

__all__ = [
    "SHORTCUTS",
    "CommandBar",
    "LineField",
    "MoveList",
    "Players",
    "Tab",
    "TabStrip",
    "form",
]
