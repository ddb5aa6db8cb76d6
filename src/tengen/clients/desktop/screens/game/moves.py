"""The list of moves: two columns, the current one marked; a click goes there. Only what is seen is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import Event, PointerMoved, PointerPressed, WheelTurned
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import SMALL, TEXT
from tengen.clients.desktop.widgets.base import Ui, Widget
from tengen.clients.sitting.table_words import MoveLine
from tengen.core import BLACK

_ROW: Final = 30.0
_HEAD: Final = 24.0
_NUMBER: Final = 40.0
_BAR: Final = 6.0
_LEAST: Final = 90.0
"""What it wants: all else is found by scrolling."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of the list: the places in the game of Black's move and of White's, or of something else in `wide`."""

    number: int | None = None
    black: int | None = None
    white: int | None = None
    wide: int | None = None


def rows_of(moves: Sequence[MoveLine]) -> tuple[MoveRow, ...]:
    """The moves in rows; places are counted from 1, as 0 is the beginning of the game."""
    rows: list[MoveRow] = []
    for place, move in enumerate(moves, 1):
        if move.number is None:
            rows.append(MoveRow(wide=place))
        elif move.color is BLACK:
            rows.append(MoveRow(move.number, black=place))
        elif rows and rows[-1].black is not None and rows[-1].white is None:
            rows[-1] = MoveRow(rows[-1].number, rows[-1].black, place)
        else:
            rows.append(MoveRow(move.number, white=place))
    return tuple(rows)


class MoveList(Widget):
    """Kept as long as its game is shown, since it scrolls; `show` gives it the moves."""

    def __init__(self) -> None:
        super().__init__(key="moves")
        self._moves: Sequence[MoveLine] = ()
        self._rows: tuple[MoveRow, ...] = ()
        self._at = 0
        self._on_go: Callable[[int], None] = lambda _: None
        self._offset = 0.0
        self._pointed: int | None = None
        self._empty = ""
        self._must_reveal = True

    def show(self, moves: Sequence[MoveLine], at: int, on_go: Callable[[int], None], empty: str) -> MoveList:
        """These moves from now on; `at` is the place that is shown on the board, `on_go` hears where to go."""
        self._must_reveal = self._must_reveal or len(moves) != len(self._moves) or at != self._at
        if moves != self._moves:
            self._moves, self._rows = moves, rows_of(moves)
        self._at, self._on_go, self._empty = at, on_go, empty
        return self

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, _LEAST)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        if self._must_reveal:
            self._must_reveal = False
            row = next((n for n, row in enumerate(self._rows) if self._at in (row.black, row.white, row.wide)), 0)
            self._offset = min(self._offset, row * _ROW)
            self._offset = max(self._offset, (row + 1) * _ROW - self._body.height)
        self._scroll_to(self._offset)

    @property
    def _body(self) -> Rect:
        return Rect(self.rect.x, self.rect.y + _HEAD, self.rect.width, max(self.rect.height - _HEAD, 0))

    def _scroll_to(self, offset: float) -> bool:
        before = self._offset
        self._offset = min(max(offset, 0), max(_ROW * len(self._rows) - self._body.height, 0))
        return self._offset != before

    def _cells(self, row: MoveRow, y: float) -> list[tuple[int, Rect]]:
        """The places of a row, and where they stand."""
        room = self.rect.width - _NUMBER - _BAR - 4
        x = self.rect.x + _NUMBER
        if row.wide is not None:
            return [(row.wide, Rect(x, y, room, _ROW))]
        columns = ((row.black, x), (row.white, x + room / 2))
        return [(place, Rect(left, y, room / 2 - 2, _ROW)) for place, left in columns if place is not None]

    def _place_at(self, x: float, y: float) -> int | None:
        index = int((y - self._body.y + self._offset) // _ROW)
        if not self._body.has(x, y) or not 0 <= index < len(self._rows):
            return None
        cells = self._cells(self._rows[index], y)
        return next((place for place, rect in cells if rect.x <= x < rect.right), None)

    def draw(self, canvas: Canvas) -> None:
        colors, body = canvas.palette, self._body
        if not self._moves:
            canvas.text(self._empty, Rect(body.x + 12, self.rect.y + 8, body.width - 24, _ROW), color=colors.muted)
            return
        room = self.rect.width - _NUMBER - _BAR - 4
        for column in (0, 1):
            middle = (self.rect.x + _NUMBER + 14 + column * room / 2, self.rect.y + _HEAD / 2)
            canvas.stone(middle, 5, is_black=column == 0)
        with canvas.clipped(body):
            first = int(self._offset // _ROW)
            until = min(int((self._offset + body.height) // _ROW) + 1, len(self._rows))
            for index in range(first, until):
                self._draw_row(canvas, self._rows[index], body.y + index * _ROW - self._offset)
            whole = _ROW * len(self._rows)
            if whole > body.height + 0.5:
                tall = max(body.height**2 / whole, 20)
                y = body.y + (body.height - tall) * self._offset / (whole - body.height)
                canvas.box(Rect(body.right - _BAR, y, _BAR, tall), colors.line, radius=3)

    def _draw_row(self, canvas: Canvas, row: MoveRow, y: float) -> None:
        colors = canvas.palette
        if row.number is not None:
            number = Rect(self.rect.x, y, _NUMBER - 8, _ROW)
            canvas.text(str(row.number), number, size=SMALL, color=colors.muted, align=Align.RIGHT)
        for place, rect in self._cells(row, y):
            is_current = place == self._at
            if is_current:
                canvas.box(rect.inset(0, 1), colors.accent_soft, radius=4)
            elif canvas.is_hovered(self) and place == self._pointed:
                canvas.box(rect.inset(0, 1), colors.hover, radius=4)
            ink = colors.accent_strong if is_current else colors.muted if row.wide is not None else colors.ink
            canvas.text(self._moves[place - 1].text, rect.inset(8, 0), size=TEXT, color=ink, bold=is_current)

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerMoved(x=x, y=y):
                place = self._place_at(x, y)
                if place != self._pointed:
                    self._pointed = place
                    ui.redraw()
                return True
            case PointerPressed(x=x, y=y, button=1):
                if (place := self._place_at(x, y)) is not None:
                    self._on_go(place)
                return True
            case WheelTurned(up=up):
                is_moved = self._scroll_to(self._offset - up * _ROW * 2)
                if is_moved:
                    ui.redraw()
                return is_moved
        return False
