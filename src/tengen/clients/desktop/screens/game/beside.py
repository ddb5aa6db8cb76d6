"""Where the board and the panel of a game have their places."""

from __future__ import annotations

from typing import Final

from tengen.clients.desktop.canvas import Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.widgets import Widget

_PANEL: Final = (320.0, 380.0)
_GAP: Final = 16.0
_SHARE: Final = 0.56
"""How much of the height the board has at most where the panel is below it."""


class BoardBeside(Widget):
    """The board, and the panel at its right, or below it where the board is larger so."""

    def __init__(self, board: Widget, panel: Widget) -> None:
        super().__init__()
        self._board = board
        self._panel = panel

    @property
    def children(self) -> tuple[Widget, ...]:
        return (self._board, self._panel)

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, 0)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        room = rect.inset(_GAP, _GAP * 0.75)
        least, most = _PANEL
        wide = min(max(0.3 * room.width, least), most)
        side = min(room.width - wide - 2 * _GAP, room.height)
        below = min(room.width, room.height * _SHARE)
        if side < below:
            self._board.place(look, Rect(room.x, room.y, room.width, below))
            self._panel.place(look, Rect(room.x, room.y + below + _GAP / 2, room.width, room.height - below - _GAP / 2))
            return
        x = room.x + max((room.width - side - 2 * _GAP - wide) / 2, 0)
        self._board.place(look, Rect(x, room.y, side, room.height))
        self._panel.place(look, Rect(x + side + 2 * _GAP, room.y, wide, room.height))
