"""The window on a server: follows the lobby while it is open, and has what every screen shows of it.

Bars below the header tell what must not be missed: who challenges, what is searched for, a game that has begun, a
broken connection. What can be done in the lobby itself is on its screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from tengen.clients.desktop.screens.chat import ChatPane
from tengen.clients.desktop.screens.lobby import LobbyScreen
from tengen.clients.desktop.screens.notices import NoticesScreen
from tengen.clients.desktop.screens.watch import WatchScreen
from tengen.clients.desktop.widgets import Button, ButtonKind, Flow, Inside, Label, Panel, Widget, help_text
from tengen.clients.online import lobby_words as say
from tengen.clients.online.chat import Chat
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import DECLINE_REASONS, ChallengeView
from tengen.clients.online.relations import Relations
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.online.session import OnlineSession
from tengen.clients.play import Game
from tengen.clients.sitting.said import HasWords
from tengen.clients.sitting.table import Table

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App
    from tengen.clients.desktop.screen import Screen

_MOST_CHALLENGES: Final = 2
"""So many challenges are shown at once; the others come when these are answered."""
_MOST_BEGUN: Final = 3
_TICK_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Begun:
    """A game that has begun while one sat at another, and the words that tell of it."""

    words: HasWords
    game_id: str


class Online(OnlineSession):
    """The lobby of one window. `start` follows it, `close` leaves it."""

    def __init__(self, app: App, people: ServerPeople, lobby: Lobby) -> None:
        super().__init__(people, lobby, app.tables)
        self._app = app
        self.relations = Relations(people)
        self._begun: list[_Begun] = []
        self._declining: str | None = None
        self._lookers: set[Screen] = set()
        self._panes: dict[Table, ChatPane] = {}
        self._ticking: asyncio.Task[object] | None = None

    def start(self) -> None:
        """Follow the lobby from now on."""
        self.do(self.follow())

    async def close(self) -> None:
        """Leave the chats; the lobby itself is closed by who entered it."""
        for pane in self._panes.values():
            await pane.close()
        self._panes.clear()

    # --- how it is shown

    @property
    def are_games_shown(self) -> bool:
        return self._app.are_games_shown

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        self._app.start(work)

    def tell(self, words: HasWords) -> None:
        self._app.say(words)

    def show_tables(self) -> None:
        if self._app.tables.all:
            self._app.show_games()

    def show_game(self, game: Game) -> None:
        self._app.show_game(game)

    def heard(self) -> None:
        if self.lobby.view.seek is not None and self._ticking is None:
            self._ticking = self._app.start(self._tick())
        self._app.refresh()

    def begun(self, words: HasWords, game_id: str, /) -> None:
        """A bar tells of it until it is opened."""
        self._begun = [*self._begun, _Begun(words, game_id)][-_MOST_BEGUN:]

    def ring(self) -> None:
        self._app.sound.play("challenge")

    async def _tick(self) -> None:
        """While an opponent is searched for, the time that is shown goes on."""
        try:
            while self.lobby.view.seek is not None:
                await asyncio.sleep(_TICK_S)
                self._app.refresh()
        finally:
            self._ticking = None

    async def open_game(self, game_id: str) -> None:
        """Go to a game; its bar is gone then."""
        self._begun = [begun for begun in self._begun if begun.game_id != game_id]
        await super().open_game(game_id)

    def look_at_boards(self, screen: Screen) -> None:
        """A screen shows games being played: the server sends them from now on."""
        self._lookers.add(screen)
        self._tell_lookers()

    def look_away(self, screen: Screen) -> None:
        """It shows them no more; the next screen may."""
        self._lookers.discard(screen)
        asyncio.get_running_loop().call_soon(self._tell_lookers)

    def _tell_lookers(self) -> None:
        self.lobby.show_boards(bool(self._lookers))

    # --- chat

    def chat_at(self, table: Table) -> ChatPane | None:
        """The chat at a table; None where there is nobody to talk to and nothing was said."""
        pane = self._panes.get(table)
        if pane is None:
            pane = self._panes[table] = ChatPane(self._app, Chat(self.people, table.game))
            pane.start()
            self._app.start(self._forget_closed())
        return pane if pane.is_there else None

    async def _forget_closed(self) -> None:
        there = set(self._app.tables.all)
        for table in [table for table in self._panes if table not in there]:
            await self._panes.pop(table).close()

    # --- what every screen shows

    def links(self, *, is_narrow: bool = False) -> Sequence[Widget]:
        """The places of the header that there are on a server alone; without words where there is little room."""
        app, unseen = self._app, self.lobby.view.unseen
        notices = app.text("notices.link", count=unseen) if unseen else app.text("page.notices")
        places = (
            (app.text("desktop.lobby"), "people", "lobby", LobbyScreen),
            (app.text("page.watch"), "eye", "watch", WatchScreen),
            (notices, "bell", "notices", NoticesScreen),
        )
        return [
            Button(
                "" if is_narrow else words,
                partial(self._go, kind),
                key=f"link/{name}",
                icon=icon,
                tip=words if is_narrow else "",
                is_on=isinstance(app.screen, kind) or (name == "notices" and unseen > 0),
            )
            for words, icon, name, kind in places
        ]

    def _go(self, kind: type[LobbyScreen | WatchScreen | NoticesScreen]) -> None:
        if not isinstance(self._app.screen, kind):
            self._app.open(kind(self._app, self))

    def bars(self) -> Sequence[Widget]:
        """What must not be missed, on whatever screen."""
        lobby, app = self.lobby.view, self._app
        bars = [self._bar(Label(app.text("desktop.reconnecting")))] if self.is_lost else []
        bars += [self._begun_bar(begun) for begun in self._begun]
        bars += [self._challenge_bar(challenge) for challenge in lobby.challenged[:_MOST_CHALLENGES]]
        if lobby.seek is not None and not isinstance(app.screen, LobbyScreen):
            what, rest = say.waiting_lines(lobby.seek, self.now(), app.language)
            stop = Button(app.text("lobby.waiting.cancel"), self.lobby.unseek, key="bar/unseek")
            bars.append(self._bar(Label(what), help_text(rest), stop))
        return bars

    def _bar(self, *inside: Widget) -> Widget:
        return Panel(Inside(Flow(*inside, gap=12), across=20), fill="accent_soft", pad=4)

    def _begun_bar(self, begun: _Begun) -> Widget:
        go = Button(
            self._app.text("lobby.go"),
            lambda: self.open_game(begun.game_id),
            key=f"begun/{begun.game_id}",
            kind=ButtonKind.OUTLINED,
        )
        return self._bar(Label(begun.words.text(self._app.language)), go)

    def _challenge_bar(self, challenge: ChallengeView) -> Widget:
        app, name = self._app, challenge.challenge_id
        game = say.game_line(challenge.kind, challenge.size, app.language)
        who = say.person_name(challenge.by, app.language)
        words = Label(app.text("lobby.challenged", name=who, game=game))
        terms = help_text(say.terms_line(challenge, app.language, is_own=False))
        if self._declining == name:
            reasons = [
                Button(
                    app.text(f"lobby.decline.{reason}"),
                    partial(self.lobby.decline, challenge, reason),
                    key=f"decline/{name}/{reason}",
                )
                for reason in DECLINE_REASONS
            ]
            return self._bar(words, *reasons, Button(app.text("game.cancel"), lambda: self._decline(None)))
        accept = Button(
            app.text("lobby.accept"),
            lambda: self.accept(challenge),
            key=f"bar/accept/{name}",
            kind=ButtonKind.OUTLINED,
        )
        decline = Button(app.text("lobby.decline.ask"), lambda: self._decline(name), key=f"bar/decline/{name}")
        return self._bar(words, terms, accept, decline)

    def _decline(self, challenge_id: str | None) -> None:
        self._declining = challenge_id
