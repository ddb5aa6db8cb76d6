"""The lobby: one's own games, anyone now, open challenges, games being played, who is here. Decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screen import Screen
from tengen.clients.desktop.screens.frame import framed
from tengen.clients.desktop.screens.lobby_games import being_played, own_games
from tengen.clients.desktop.screens.lobby_parts import AnyoneNow, OpenChallenges, PeopleHere
from tengen.clients.desktop.screens.relations import RelationsPart
from tengen.clients.desktop.widgets import Beside, Column, Inside, Scroll, Widget, help_text

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.online import Online

_WIDEST: Final = 1040.0
_LEAST_HALF: Final = 360.0


class LobbyScreen(Screen):
    """Everything of the lobby on one page that is scrolled."""

    def __init__(self, app: App, online: Online) -> None:
        super().__init__(app)
        self._online = online
        self._scroll = Scroll(key="lobby")
        self._anyone = AnyoneNow(app, online)
        self._challenges = OpenChallenges(app, online)
        self._people = PeopleHere(app, online)
        self._relations = RelationsPart(app, online.relations)

    def title(self) -> str:
        return self.app.text("desktop.lobby")

    def on_show(self) -> None:
        self._online.look_at_boards(self)
        self.app.start(self._people.read())
        self.app.start(self._relations.read())

    def on_hide(self) -> None:
        self._online.look_away(self)

    def build(self) -> Widget:
        lobby = self._online.lobby.view
        if not lobby.is_known:
            return framed(self.app, Inside(help_text(self.app.text("desktop.lobby.opening")), across=20, down=20))
        parts = [
            *own_games(self.app, self._online),
            Beside(self._anyone.build(), self._challenges.build(), least=_LEAST_HALF, gap=40),
            *being_played(self.app, self._online),
            self._people.build(),
            *self._relations.build(),
        ]
        page = Inside(Column(*parts, gap=28), across=20, down=20, widest=_WIDEST)
        return framed(self.app, self._scroll.show(page))
