"""What every screen has around it: the head with its places and tools, the tabs of the games, and the message line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Rect, Size
from tengen.clients.desktop.theme import HEADER, LARGE, RADIUS
from tengen.clients.desktop.widgets import (
    Button,
    Column,
    Grow,
    Inside,
    Panel,
    Paragraph,
    Pressable,
    Row,
    Rule,
    Widget,
    icon_button,
)
from tengen.clients.language import CHINESE, ENGLISH
from tengen.core.printing import clip

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_LONGEST_NAME = 24


def framed(app: App, body: Widget, *, has_message: bool = True) -> Widget:
    """A screen's own widgets below the head. `has_message`: the line of the application stands at the bottom."""
    parts: list[Widget] = [_Head(app), Rule()]
    tabs = app.game_tabs()
    if tabs is not None:
        parts += [Inside(tabs, across=8), Rule()]
    if app.online is not None:
        parts += app.online.bars()
    parts.append(Grow(body))
    if has_message and app.message is not None:
        parts.append(message_line(app))
    return Column(*parts, gap=0)


def message_line(app: App) -> Widget:
    """What there is to be said, in as many lines as it takes, with a cross to put it away."""
    assert app.message is not None
    words = Paragraph(app.message.text(app.language), key="message")
    close = icon_button("close", app.text("game.close"), lambda: app.say(None), key="message/close")
    return Panel(Inside(Row(Grow(words), close, gap=12), across=12), fill="hover", pad=6)


class _Head(Widget):
    """The brand, places to go to, and tools; where there is little room the tools have no words."""

    def __init__(self, app: App) -> None:
        super().__init__()
        self._app = app
        self._row: Row = self._made(is_narrow=False)

    def _made(self, *, is_narrow: bool) -> Row:
        app = self._app
        places: list[Widget] = [] if app.online is None else [*app.online.links(is_narrow=is_narrow)]
        return Row(_Brand(app, is_narrow=is_narrow), Grow(), *places, Grow(), *self._tools(is_narrow), gap=2)

    def _tools(self, is_narrow: bool) -> list[Widget]:
        app = self._app
        is_dark = app.is_dark
        other = ENGLISH if app.language == CHINESE else CHINESE
        tools: list[Widget] = []
        if app.can_speak(other):
            words = app.text("settings.other_language")
            tools.append(Button(words, lambda: app.change(language=other), key="head/language"))
        theme = app.text("settings.go_light" if is_dark else "settings.go_dark")
        page = "light" if is_dark else "dark"
        tools.append(icon_button("sun" if is_dark else "moon", theme, lambda: app.change(page=page), key="head/page"))
        tools.append(icon_button("help", app.text("game.keys"), app.show_help, key="head/help"))
        tools.append(icon_button("settings", app.text("settings.title"), app.show_settings, key="head/settings"))
        names = [clip(person.name, _LONGEST_NAME) for person in app.people.present]
        icon = "people" if len(names) > 1 else "person"
        if is_narrow:
            tip = " · ".join(names) or app.text("people.sign_in")
            tools.append(icon_button(icon, tip, app.show_people, key="head/people"))
        else:
            words = " · ".join(names) or app.text("people.sign_in")
            tools.append(Button(words, app.show_people, key="head/people", icon=icon))
        return tools

    @property
    def children(self) -> tuple[Widget, ...]:
        return (self._row,)

    def wanted(self, look: Look, width: float) -> Size:
        del look
        return Size(width, HEADER)

    def place(self, look: Look, rect: Rect) -> None:
        super().place(look, rect)
        room = rect.inset(16, 0)
        needed = sum(one.wanted(look, room.width).width + 2 for one in self._row.children)
        if needed > room.width:
            self._row = self._made(is_narrow=True)
        self._row.place(look, room)


class _Brand(Pressable):
    """The name of the program; leads to the start."""

    def __init__(self, app: App, *, is_narrow: bool) -> None:
        super().__init__(app.show_start, key="head/brand", tip=app.text("page.home"))
        self._han = "天元" if app.can_speak(CHINESE) else ""
        self._latin = "" if is_narrow and self._han else "Tengen"

    def wanted(self, look: Look, width: float) -> Size:
        del width
        words = look.line(self._han, LARGE, bold=True).width + look.line(self._latin, LARGE).width
        return Size(words + 24 + 8 + 6 + 8, 44)

    def draw(self, canvas: Canvas) -> None:
        colors, rect = canvas.palette, self.rect
        canvas.icon("brand", Rect(rect.x, rect.y + (rect.height - 24) / 2, 24, 24), colors.ink)
        x, han = rect.x + 32, canvas.look.line(self._han, LARGE, bold=True).width
        canvas.text(self._han, Rect(x, rect.y, han + 1, rect.height), size=LARGE, bold=True)
        x += han + 6 if self._han else 0
        canvas.text(self._latin, Rect(x, rect.y, rect.right - x, rect.height), size=LARGE, color=colors.muted)
        canvas.focus_ring(self, rect.inset(0, 4), radius=RADIUS)
