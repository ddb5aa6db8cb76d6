"""Both players beside the board: name, captures or points, clock; whose turn it is has a mark."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from tengen.clients.sitting.table import Table
from tengen.clients.sitting.table_words import PlayerLine
from tengen.clients.terminal.looks import Look
from tengen.core import SideTime
from tengen.core.printing import clip, pad, width


class Players(Static):
    """Two lines, Black's first."""

    def show(self, players: tuple[PlayerLine, PlayerLine], look: Look, language: str) -> None:
        """Draw both."""
        raise NotImplementedError

    @staticmethod
    def of(table: Table) -> None:
        raise NotImplementedError
