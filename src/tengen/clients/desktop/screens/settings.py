"""What a person chooses on this machine: language, looks, sound, pace, motion, size. Kept at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.board import small_board
from tengen.clients.desktop.canvas import Canvas, Look
from tengen.clients.desktop.geometry import Size
from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.theme import RADIUS, TITLE
from tengen.clients.desktop.widgets import (
    Button,
    Column,
    Deed,
    Flow,
    Inside,
    Label,
    Pressable,
    RadioRow,
    Row,
    Rule,
    Scroll,
    Switch,
    Widget,
    heading,
    help_text,
    icon_button,
)
from tengen.clients.language import CHINESE
from tengen.clients.sitting.preferences import PAGES
from tengen.core import BLACK, WHITE, Board, BoardSpec, BoardStyle, Point
from tengen.render import THEMES, Theme

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App

_WIDE: Final = 520.0
_PACES_MS: Final = (0, 300, 700, 1500, 3000)
_ZOOMS: Final = (None, 100, 125, 150, 200)
_LANGUAGES: Final = (("en", "English"), ("zh", "中文"))


class SettingsScreen(Screen):
    """All settings in a column."""

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._scroll = Scroll(key="settings/scroll")

    def title(self) -> str:
        return self.app.text("page.titled", title=self.app.text("settings.title"))

    def build(self) -> Widget:
        app = self.app
        back = icon_button("back", app.text("desktop.back"), app.back, key="back")
        parts: list[Widget] = [
            Row(back, Label(app.text("settings.title"), size=TITLE, bold=True), gap=8),
            *self._language(),
            *self._looks(),
            Rule(),
            Column(*self._switches(), gap=2),
            Rule(),
            *self._times(),
        ]
        return framed(app, self._scroll.show(Inside(Column(*parts, gap=14), across=24, down=24, widest=_WIDE)))

    def _language(self) -> list[Widget]:
        app = self.app
        parts: list[Widget] = [heading(app.text("desktop.language"))]
        spoken = [(name, words) for name, words in _LANGUAGES if app.can_speak(name)]
        parts.append(RadioRow(spoken, app.language, lambda name: app.change(language=name), key="language"))
        if not app.can_speak(CHINESE):
            parts.append(help_text(app.text("desktop.no_chinese")))
        return [Column(*parts, gap=4)]

    def _looks(self) -> list[Widget]:
        app, chosen = self.app, self.app.preferences
        pages = [(page, app.text(f"settings.page.{page}")) for page in PAGES]
        zooms = [(zoom, app.text("desktop.zoom.auto") if zoom is None else f"{zoom} %") for zoom in _ZOOMS]
        auto = Button(
            app.text("settings.board.auto"),
            lambda: app.change(theme=None),
            key="board/auto",
            is_on=chosen.theme not in THEMES,
            height=64,
        )
        samples = [self._sample(theme) for theme in THEMES.values()]
        return [
            Column(
                heading(app.text("desktop.page")),
                RadioRow(pages, chosen.page, lambda page: app.change(page=page), key="page"),
                gap=4,
            ),
            Column(heading(app.text("settings.board")), Flow(auto, *samples, gap=6), gap=4),
            Column(
                heading(app.text("desktop.zoom")),
                RadioRow(zooms, chosen.zoom, lambda zoom: app.change(zoom=zoom), key="zoom"),
                gap=4,
            ),
        ]

    def _sample(self, theme: Theme) -> Widget:
        app = self.app
        words = app.text(f"settings.board.{theme.name}")
        is_on = app.preferences.theme == theme.name
        return _Sample(theme, words, lambda: app.change(theme=theme.name), is_on=is_on)

    def _switches(self) -> list[Widget]:
        app, chosen = self.app, self.app.preferences
        named = (
            ("sound", "settings.sound", chosen.sound),
            ("coordinates", "settings.coordinates", chosen.coordinates),
            ("numbers", "settings.numbers", chosen.numbers),
            ("show_legal", "settings.showLegal", chosen.show_legal),
            ("shortcuts", "settings.shortcuts", chosen.shortcuts),
        )
        switches: list[Widget] = [self._switch(name, app.text(key), is_on) for name, key, is_on in named]
        still = Switch(
            app.text("desktop.still"), not chosen.motion, lambda is_still: app.change(motion=not is_still), key="still"
        )
        full = Switch(
            app.text("desktop.full_screen"), app.window.is_full_screen, app.set_full_screen, key="full-screen"
        )
        return [*switches, still, full]

    def _switch(self, name: str, words: str, is_on: bool) -> Switch:
        return Switch(words, is_on, lambda wanted: self.app.change(**{name: wanted}), key=f"switch/{name}")

    def _times(self) -> list[Widget]:
        app, chosen = self.app, self.app.preferences
        paces = {*_PACES_MS, chosen.pace_ms}
        words = [(pace, app.text("desktop.pace.seconds", seconds=f"{pace / 1000:g}")) for pace in sorted(paces)]
        return [
            Column(
                heading(app.text("sitting.pace")),
                RadioRow(words, chosen.pace_ms, self._set_pace, key="pace"),
                help_text(app.text("desktop.pace.help")),
                gap=4,
            )
        ]

    def _set_pace(self, pace_ms: int) -> None:
        self.app.change(pace_ms=pace_ms)
        for table in self.app.tables.all:
            table.set_pace(pace_ms)


_SAMPLE_SPEC: Final = BoardSpec(3, 3, BoardStyle.LINES, ("", "", ""), ("", "", ""))
_SAMPLE_BOARD: Final = Board.empty(3, 3).with_stones({Point(1, 1): BLACK, Point(2, 1): WHITE})


class _Sample(Pressable):
    """A corner of a board with two stones, to show a theme by."""

    def __init__(self, theme: Theme, words: str, on_press: Deed, *, is_on: bool) -> None:
        super().__init__(on_press, key=f"board/{theme.name}", tip=words)
        self._theme = theme
        self._is_on = is_on

    def wanted(self, look: Look, width: float) -> Size:
        del look, width
        return Size(64, 64)

    def draw(self, canvas: Canvas) -> None:
        colors = canvas.palette
        if self._is_on:
            canvas.box(self.rect, colors.accent_soft, edge=colors.accent, edge_width=2, radius=RADIUS)
        elif canvas.is_hovered(self):
            canvas.box(self.rect, colors.hover, radius=RADIUS)
        place = self.rect.inset(8)
        canvas.blit(small_board(_SAMPLE_BOARD, _SAMPLE_SPEC, self._theme, canvas.pixels(place).width), place)
        canvas.focus_ring(self, self.rect, radius=RADIUS)
