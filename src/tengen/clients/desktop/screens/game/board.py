"""The board as a widget: the pointer and the arrow keys choose points, the wheel looks back. Knows no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tengen.clients.desktop.board import Aim, BoardLook, BoardPicture
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.events import Event, KeyPressed, PointerMoved, PointerPressed, WheelTurned
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.widgets import Ui, Widget
from tengen.clients.play import View
from tengen.clients.sitting.table import Hover
from tengen.core import BoardSpec, Point

_LEAST: Final = 160.0
_LIFTED: Final = ("wood", "dark")
"""Themes whose board lies on the ground as a thing, with a shadow."""
_SHADOW: Final = 28.0
_STEPS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class BoardArea(Widget):
    """One board. Kept as long as its game is shown; `show` says what is on it now."""

    can_focus = True

    def __init__(self, now: Callable[[], int], want_frame: Callable[[], None]) -> None:
        """`now` is in milliseconds; `want_frame` asks for another frame soon, while something moves."""
        super().__init__(key="board")
        self._now = now
        self._want_frame = want_frame
        self._picture = BoardPicture()
        self._look: BoardLook | None = None
        self._view: View | None = None
        self._scale = 1.0
        self._corner = (0, 0)
        self._pointed: Point | None = None
        self.cursor: Point | None = None
        self._hover: Callable[[Point | None], Hover | None] = lambda _: None
        self._on_click: Callable[[Point], object] = lambda _: None
        self._on_step: Callable[[int], object] = lambda _: None

    def show(
        self,
        view: View,
        look: BoardLook,
        *,
        hint: Point | None = None,
        line: tuple[Point, ...] = (),
        is_still: bool = False,
        hover: Callable[[Point | None], Hover | None],
        on_click: Callable[[Point], object],
        on_step: Callable[[int], object],
    ) -> BoardArea:
        """Show a view from now on, and a hint with the line that it begins.

        `on_step` hears of the wheel: so many moves on, or back.
        """
        self._view, self._look = view, look
        self._picture.show(view, hint, self._now(), is_still=is_still, line=line)
        self._hover, self._on_click, self._on_step = hover, on_click, on_step
        if self.cursor is not None and self.cursor not in view.board:
            self.cursor = None
        return self

    def refuse(self, point: Point) -> None:
        """Blink once at a point where one may not play."""
        self._picture.refuse(point, self._now())
        self._want_frame()

    def wanted(self, look: Look, width: float) -> Size:
        del look
        side = max(width, _LEAST)
        return Size(side, side)

    def draw(self, canvas: Canvas) -> None:
        assert self._view is not None, "a board shows something first"
        assert self._look is not None, "a board shows something first"
        room = canvas.pixels(self.rect)
        width, height = self._picture.place(self._view.spec, self._look, room.size, canvas.scale)
        self._scale = canvas.scale
        self._corner = room.x + (room.width - width) // 2, room.y + (room.height - height) // 2
        if self._look.theme.name in _LIFTED:
            _cast_shadow(canvas, self.board_rect(width, height))
        now = self._now()
        self._picture.draw(canvas.surface, *self._corner, self._aim(canvas), now)
        if canvas.is_focused(self) and canvas.attention.is_ring_shown:
            canvas.box(self.board_rect(width, height).inset(-2), edge=canvas.palette.focus, edge_width=2, radius=4)
        if self._picture.is_moving(now):
            self._want_frame()

    def board_rect(self, width: int, height: int) -> Rect:
        """Where the board itself is, in points; its size is given in pixels."""
        x, y = self._corner
        return Rect(x / self._scale, y / self._scale, width / self._scale, height / self._scale)

    def place_of(self, point: Point) -> tuple[float, float]:
        """Where the middle of a point is in the window; after it was drawn."""
        x, y = self._picture.fit.middle(point)
        return (self._corner[0] + x) / self._scale, (self._corner[1] + y) / self._scale

    def _aim(self, canvas: Canvas) -> Aim:
        is_hovered = canvas.is_hovered(self)
        aimed = self._pointed if is_hovered else self.cursor
        return Aim(self._hover(aimed), self.cursor)

    def _point_at(self, x: float, y: float) -> Point | None:
        left, top = self._corner
        return self._picture.point_at(x * self._scale - left, y * self._scale - top)

    def handle(self, event: Event, ui: Ui) -> bool:
        match event:
            case PointerMoved(x=x, y=y):
                point = self._point_at(x, y)
                if point != self._pointed:
                    self._pointed = point
                    ui.redraw()
                return True
            case PointerPressed(x=x, y=y, button=1):
                self.cursor = None
                if (point := self._point_at(x, y)) is not None:
                    self._on_click(point)
                return True
            case WheelTurned(up=up) if up:
                self._on_step(-1 if up > 0 else 1)
                return True
            case KeyPressed(ctrl=False, alt=False):
                return self.key_pressed(event, ui)
        return False

    def key_pressed(self, event: KeyPressed, ui: Ui) -> bool:
        """The arrow keys choose a point, Enter and Space play there; whether it was one of them."""
        assert self._view is not None, "a board shows something first"
        spec = self._view.spec
        if event.key in _STEPS:
            self.cursor = _stepped(spec, self.cursor or self._view.last_move, *_STEPS[event.key])
        elif event.key in ("enter", "space") and self.cursor is not None and not event.is_repeat:
            self._on_click(self.cursor)
        else:
            return False
        ui.redraw()
        return True


def _cast_shadow(canvas: Canvas, board: Rect) -> None:
    """The shadow beside a board; below it nobody would see it, and that is most of it."""
    wide = board.inset(-_SHADOW)
    for beside in (
        Rect(wide.x, wide.y, wide.width, _SHADOW),
        Rect(wide.x, board.bottom, wide.width, _SHADOW),
        Rect(wide.x, board.y, _SHADOW, board.height),
        Rect(board.right, board.y, _SHADOW, board.height),
    ):
        with canvas.clipped(beside):
            canvas.shadow(board)


def _stepped(spec: BoardSpec, start: Point | None, dx: int, dy: int) -> Point:
    """The neighbour of a point, or the point itself at the edge; without one the middle of the board."""
    if start is None:
        return Point(spec.columns // 2, spec.rows // 2)
    return Point(min(max(start.x + dx, 0), spec.columns - 1), min(max(start.y + dy, 0), spec.rows - 1))
