"""The games that others play, as small live boards, and a field for a link or an id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.screens.lobby_games import being_played
from tengen.clients.desktop.widgets import Button, ButtonKind, Column, Grow, Inside, Row, Scroll, TextField, Widget

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online

_WIDEST: Final = 1040.0
_LONGEST: Final = 500


class WatchScreen(Screen):
    """What can be watched."""

    def __init__(self, app: App, online: Online) -> None:
        super().__init__(app)
        self._online = online
        self._scroll = Scroll(key="watch")
        self._field = TextField(key="watch-field", most=_LONGEST, on_enter=self._go)

    def title(self) -> str:
        return self.app.text("page.watch")

    def on_show(self) -> None:
        self._online.look_at_boards(self)

    def on_hide(self) -> None:
        self._online.look_away(self)

    def build(self) -> Widget:
        self._field.placeholder = self.app.text("start.watch.field")
        go = Button(self.app.text("start.watch.go"), self._go, key="watch-go", kind=ButtonKind.OUTLINED)
        games = being_played(self.app, self._online, self.app.text("lobby.games.none"))
        page = Column(Row(Grow(self._field), go), *games, gap=24)
        return framed(self.app, self._scroll.show(Inside(page, across=20, down=20, widest=_WIDEST)))

    async def _go(self) -> None:
        typed = self._field.text.strip()
        if typed:
            await self._online.open_link(typed)
            self._field.clear()
