"""The moves of a game as a list: two a row where they take turns, the last one in sight."""

from __future__ import annotations

from collections.abc import Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from tengen.clients.sitting.table_words import MoveLine
from tengen.core import BLACK
from tengen.core.printing import clip, width

_MOST_COLUMNS = 14
"""So wide is a move at most."""


class MoveList(ScrollView, can_focus=True):
    """Rows of moves. `at` is how many of them are played in the position that is looked at."""

    COMPONENT_CLASSES = {"moves--number", "moves--last"}  # noqa: RUF012 - declared like this by Textual

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[tuple[str, list[tuple[MoveLine, bool]]]] = []

    def show(self, moves: Sequence[MoveLine], at: int | None = None) -> None:
        """Draw these moves; the last is marked, or the one at this place, counted from 1."""
        marked = len(moves) if at is None else at
        self._rows = _rows(moves, marked)
        self.virtual_size = Size(0, len(self._rows))
        row = next((place for place, (_, cells) in enumerate(self._rows) if any(mark for _, mark in cells)), 0)
        self.scroll_to(y=max(row - self.size.height + 2, 0), animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One row of the list."""
        row = y + self.scroll_offset.y
        columns = self.size.width
        if row >= len(self._rows):
            return Strip.blank(columns, self.rich_style)
        number, cells = self._rows[row]
        segments = [Segment(f"{number:>4} ", self.get_component_rich_style("moves--number"))]
        room = min(max((columns - 5) // 2, 6), _MOST_COLUMNS)
        for move, is_marked in cells:
            style = self.get_component_rich_style("moves--last") if is_marked else Style()
            said = clip(move.text, room - 1)
            segments.append(Segment(said, style))
            segments.append(Segment(" " * (room - width(said))))
        return Strip(segments).apply_style(self.rich_style).adjust_cell_length(columns, self.rich_style)


def _rows(moves: Sequence[MoveLine], marked: int) -> list[tuple[str, list[tuple[MoveLine, bool]]]]:
    """Black's moves to the left, White's to the right; whoever moves twice begins a new row."""
    rows: list[tuple[str, list[tuple[MoveLine, bool]]]] = []
    for place, move in enumerate(moves, start=1):
        cell = (move, place == marked)
        before = rows[-1][1] if rows else []
        if len(before) == 1 and before[0][0].color is BLACK and move.color is not BLACK:
            before.append(cell)
        else:
            rows.append((str(move.number or ""), [cell]))
    return rows
