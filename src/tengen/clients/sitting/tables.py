"""The games of a window as tabs: one is shown, none is lost without a question. Draws nothing."""

from __future__ import annotations

from tengen.clients.sitting.said import Question
from tengen.clients.sitting.table import Table


class Tables:
    """All tables in the order in which they were opened; one of them is shown."""

    @property
    def all(self) -> tuple[Table, ...]:
        """Every table."""
        raise NotImplementedError

    @property
    def shown(self) -> Table | None:
        """The table that is shown; None where there is none."""
        raise NotImplementedError

    @property
    def index(self) -> int:
        """The place of the table that is shown; -1 where there is none."""
        raise NotImplementedError

    def add(self, table: Table) -> None:
        """One more table, which is shown. Raises NotDone where there are too many."""
        raise NotImplementedError

    def show(self, index: int) -> None:
        """Show another table."""
        raise NotImplementedError

    def step(self, by: int) -> None:
        """Show the table so many places further, around the end."""
        raise NotImplementedError

    def question(self, table: Table | None = None) -> Question | None:
        """What to ask before a table, or all of them, is closed; None where no running game is lost."""
        raise NotImplementedError

    async def close(self, table: Table | None = None) -> None:
        """Close a table, or all."""
        raise NotImplementedError
