"""The keys of the window, in a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.canvas import Align, Canvas, Look
from tengen.clients.desktop.events import KeyPressed
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.theme import SMALL, TITLE
from tengen.clients.desktop.widgets import (
    Beside,
    Column,
    Inside,
    Label,
    Row,
    Scroll,
    Widget,
    heading,
    help_text,
    icon_button,
)

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_GAME: Final = (
    ("U", "game.keys.undo"),
    ("R", "game.keys.restart"),
    ("P", "game.keys.pass"),
    ("S", "desktop.keys.save"),
    ("Shift S", "desktop.keys.save_as"),
    ("L", "desktop.keys.load"),
    ("Shift L", "desktop.keys.load_other"),
    ("H", "sitting.hint"),
    ("E", "game.keys.estimate"),
    ("M", "game.keys.sound"),
    ("Q", "game.keys.quit"),
)
_BOARD: Final = (
    ("↑ ↓ ← →", "desktop.keys.cursor"),
    ("Enter", "desktop.keys.play"),
    ("/", "game.keys.type"),
    (", .", "game.keys.step"),
    ("Home End", "game.keys.ends"),
    ("game.keys.key.wheel", "game.keys.wheel"),
    ("game.keys.key.space", "desktop.keys.pause"),
    ("+ −", "sitting.pace"),
)
_WINDOW: Final = (
    ("Ctrl Tab", "desktop.keys.tabs"),
    ("[ ]", "desktop.keys.beside"),
    ("Ctrl N", "desktop.keys.new"),
    ("Ctrl W", "desktop.keys.close"),
    ("F11", "desktop.full_screen"),
    ("Tab", "desktop.keys.focus"),
    ("Esc", "desktop.keys.back"),
    ("?", "game.keys.help"),
)


class HelpScreen(Screen):
    """Every key, and what it does."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._scroll = Scroll(key="help/scroll")

    def title(self) -> str:
        return self.app.text("page.titled", title=self.app.text("game.keys"))

    def build(self) -> Widget:
        app = self.app
        back = icon_button("back", app.text("desktop.back"), app.back, key="back")
        parts: list[Widget] = [Row(back, Label(app.text("game.keys"), size=TITLE, bold=True), gap=8)]
        if not app.preferences.shortcuts:
            parts.append(help_text(app.text("game.keys.off")))
        left = Column(self._group("page.play", _GAME), gap=20)
        right = Column(self._group("desktop.keys.board", _BOARD), self._group("desktop.keys.window", _WINDOW), gap=20)
        parts.append(Beside(left, right, least=300))
        return framed(app, self._scroll.show(Inside(Column(*parts, gap=16), across=24, down=24, widest=820)))

    def _group(self, title: str, keys: tuple[tuple[str, str], ...]) -> Widget:
        app = self.app
        rows = [_KeyRow(app.text(key) if key.startswith("game.") else key, app.text(words)) for key, words in keys]
        return Column(heading(app.text(title)), *rows, gap=2)

    def on_key(self, event: KeyPressed) -> bool:
        if event.key in ("escape", "q") or event.text == "?":
            self.app.back()
            return True
        return self.app.common_key(event)


class _KeyRow(Widget):
    """A key as it looks on a keyboard, and what it does."""

    def __init__(self, key: str, words: str) -> None:
        super().__init__()
        self._key = key
        self._words = words

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, 32)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        wide = max(canvas.look.line(self._key, SMALL).width + 16, 28)
        cap = Rect(rect.x, rect.y + 4, wide, 24)
        canvas.box(cap, colors.raised, edge=colors.edge, radius=4)
        canvas.text(self._key, cap, size=SMALL, align=Align.CENTER)
        canvas.text(self._words, Rect(rect.x + 108, rect.y, rect.width - 108, rect.height))
