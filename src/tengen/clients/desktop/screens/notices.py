"""What somebody is told on return; whatever leads to a game is one click away from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.widgets import Column, Grow, Inside, ListRow, ListView, Widget, title
from tengen.clients.online.notices import NoticesView
from tengen.clients.sitting.local_time import local_time

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online

_WIDEST: Final = 720.0


class NoticesScreen(Screen):
    """The latest notices first; those that are shown were seen."""

    def __init__(self, app: App, online: Online) -> None:
        super().__init__(app)
        self._online = online
        self._list = ListView(key="notices")
        self._notices = NoticesView()

    def title(self) -> str:
        return self.app.text("page.notices")

    def on_show(self) -> None:
        self.app.start(self.read())

    async def read(self) -> None:
        """Read them, and say that they were seen; which are new stays to be seen here."""
        self._notices = await self._online.lobby.notices.read()
        self.app.refresh()
        if self._notices.unseen and self._notices.notices:
            await self._online.lobby.notices.seen(self._notices.notices[0])

    def build(self) -> Widget:
        language = self.app.language
        rows = [
            ListRow(
                notice.words.text(language),
                local_time(notice.at_ms),
                is_on=not notice.is_seen,
            )
            for notice in self._notices.notices
        ]
        self._list.show(rows, on_choose=self._go, empty=self.app.text("notices.none"))
        page = Column(title(self.app.text("page.notices")), Grow(self._list))
        return framed(self.app, Inside(page, across=20, down=20, widest=_WIDEST))

    def _go(self, index: int) -> None:
        game_id = self._notices.notices[index].game_id
        if game_id is not None:
            self.app.start(self._online.open_game(game_id))
