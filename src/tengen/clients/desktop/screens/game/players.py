"""A player beside the board: colour, name, captures or points, the clock. Whose turn it is has a bar at the side."""

from __future__ import annotations

from typing import Final

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import HUGE, RADIUS, SMALL, TEXT, TITLE
from tengen.clients.desktop.widgets import Widget
from tengen.clients.sitting.clock_words import ClockFace
from tengen.clients.sitting.table_words import PlayerLine
from tengen.core import BLACK

_HEIGHT: Final = 52.0
_TIMED: Final = 66.0
_STONE: Final = 10.0
_WIDEST_CLOCK: Final = 190.0
_SHORT: Final = 6
"""A time of so many signs has room in large ones."""


class PlayerCard(Widget):
    """One player. High enough for a running clock, so that nothing moves when it begins to run."""

    def __init__(self, player: PlayerLine, note: str, clock: ClockFace | None) -> None:
        """`note` stands beside the name, quietly."""
        super().__init__(key=f"player/{player.color.word}")
        self._player = player
        self._note = note
        self._clock = clock

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, _HEIGHT if self._clock is None else _TIMED)

    def draw(self, canvas: Canvas) -> None:
        colors, rect, player = canvas.palette, self.rect, self._player
        if player.is_due:
            canvas.box(rect, colors.raised, edge=colors.line, radius=RADIUS)
            canvas.box(Rect(rect.x, rect.y + 8, 3, rect.height - 16), colors.accent, radius=1.5)
        canvas.stone((rect.x + 24, rect.y + rect.height / 2), _STONE, is_black=player.color is BLACK)
        clock = 0.0 if self._clock is None else self._draw_clock(canvas, self._clock)
        room = Rect(rect.x + 46, rect.y + rect.height / 2 - 22, rect.width - 46 - clock - 12, 24)
        note = canvas.look.line(self._note, SMALL).width + 8 if self._note else 0.0
        name = min(canvas.look.line(player.name, TEXT, bold=True).width + 1, max(room.width - note, 60))
        if not (player.count or self._note):
            room = Rect(room.x, rect.y, room.width, rect.height)
        canvas.text(player.name, Rect(room.x, room.y, name, room.height), bold=True)
        canvas.small(self._note, Rect(room.x + name + 8, room.y + 1, room.width - name - 8, room.height))
        if player.count:
            canvas.small(player.count, Rect(room.x, room.bottom - 2, room.width, 20))

    def _draw_clock(self, canvas: Canvas, clock: ClockFace) -> float:
        """Draw the clock at the right edge; the room that it takes."""
        colors, rect, is_running = canvas.palette, self.rect, self._player.is_running
        size = HUGE if is_running and len(clock.time) <= _SHORT else TITLE
        color = colors.muted if not is_running else colors.danger if clock.is_low else colors.ink
        wide = min(canvas.look.line(clock.time, size, bold=is_running).width + 2, _WIDEST_CLOCK)
        more = canvas.look.line(clock.more, SMALL).width + 2 if clock.more else 0.0
        room = max(wide, more)
        tall = rect.height - (18 if clock.more else 0)
        place = Rect(rect.right - 12 - room, rect.y, room, tall)
        canvas.text(clock.time, place, size=size, color=color, bold=is_running, align=Align.RIGHT)
        canvas.small(clock.more, Rect(place.x, rect.bottom - 22, room, 18), align=Align.RIGHT)
        return room + 12
