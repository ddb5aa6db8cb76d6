"""The games of a window as tabs: one is shown, none is lost without a question. Draws nothing."""

from __future__ import annotations

from typing import Final

from tengen.clients.sitting.said import Confirmation, Said
from tengen.clients.sitting.table import Table

MOST_TABLES: Final = 24


class Tables:
    """All tables in the order in which they were opened; one of them is shown."""

    def __init__(self) -> None:
        self._tables: list[Table] = []
        self._shown = -1

    @property
    def all(self) -> tuple[Table, ...]:
        """Every table."""
        return tuple(self._tables)

    @property
    def index(self) -> int:
        """The place of the table that is shown; -1 where there is none."""
        return self._shown

    @property
    def shown(self) -> Table | None:
        """The table that is shown; None where there is none."""
        return self._tables[self._shown] if self._tables else None

    def why_full(self) -> Said | None:
        """Why no table can be added, to be asked before a game is begun; None where one can."""
        return Said("sitting.too_many", {"most": MOST_TABLES}) if len(self._tables) >= MOST_TABLES else None

    def add(self, table: Table, *, is_shown: bool = True) -> None:
        """One more table, which is shown unless somebody is to stay at another."""
        assert self.why_full() is None, "it was asked whether there is room"
        self._tables.append(table)
        if is_shown or len(self._tables) == 1:
            self._shown = len(self._tables) - 1

    def show(self, index: int) -> None:
        """Show the table at this place; nothing happens where there is none."""
        if 0 <= index < len(self._tables):
            self._shown = index

    def step(self, by: int) -> None:
        """Show the table so many places further, around the end."""
        if self._tables:
            self._shown = (self._shown + by) % len(self._tables)

    def confirmation(self, table: Table | None = None) -> Confirmation | None:
        """What to ask before a table, or all of them, is closed; None where no running game is lost.

        A game without a move is no loss, nor is one that is only watched.
        """
        running = [one for one in (self._tables if table is None else [table]) if _would_be_lost(one)]
        if not running:
            return None
        lost = Said("sitting.close") if len(running) == 1 else Said("sitting.close.all", {"count": len(running)})
        return Confirmation(lost, Said("sitting.close.yes"))

    async def close(self, table: Table | None = None) -> None:
        """Close a table, or all. The one before it is shown then. One that is closed already stays so."""
        for one in self.all if table is None else (table,):
            if one not in self._tables:
                continue
            place = self._tables.index(one)
            del self._tables[place]
            if place <= self._shown:
                self._shown = max(self._shown - 1, 0 if self._tables else -1)
            await one.close()


def _would_be_lost(table: Table) -> bool:
    view = table.view
    return bool(view.moves) and not view.is_over and not view.is_watching
