"""The window on a server: follows the lobby while it is open, and has what every screen shows of it.

Bars below the header tell what must not be missed: who challenges, what is searched for, a game that has begun, a
broken connection. What can be done in the lobby itself is on its screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from tengen.clients.desktop.screens.chat import ChatPane
from tengen.clients.desktop.screens.lobby import LobbyScreen
from tengen.clients.desktop.screens.notices import NoticesScreen
from tengen.clients.desktop.screens.watch import WatchScreen
from tengen.clients.desktop.widgets import Button, ButtonKind, Flow, Inside, Label, Panel, Widget, help_text
from tengen.clients.online import lobby_words as say
from tengen.clients.online.chat import Chat
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import (
    DECLINE_REASONS,
    Answered,
    Challenged,
    ChallengeView,
    LobbyChange,
    LobbyNews,
    Noticed,
    Paired,
)
from tengen.clients.online.relations import Relations
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, Invitation
from tengen.clients.play.remote import read_invitation
from tengen.clients.sitting.said import HasWords, Said
from tengen.clients.sitting.table import Table
from tengen.core import GameKind, kinds

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


class Online:
    """The lobby of one window. `start` follows it, `close` leaves it."""

    def __init__(self, app: App, people: ServerPeople, lobby: Lobby) -> None:
        self._app = app
        self._people = people
        self.lobby = lobby
        self.relations = Relations(people)
        self._begun: list[_Begun] = []
        self._declining: str | None = None
        self._lookers: set[Screen] = set()
        self._panes: dict[Table, ChatPane] = {}
        self._ticking: asyncio.Task[object] | None = None

    def start(self) -> None:
        """Follow the lobby from now on."""
        self._app.start(self._follow())

    async def close(self) -> None:
        """Leave the chats; the lobby itself is closed by who entered it."""
        for pane in self._panes.values():
            await pane.close()
        self._panes.clear()

    def now(self) -> int:
        """The clock with which times of the lobby count."""
        return self._people.games.now()

    def kinds(self) -> tuple[GameKind, ...]:
        """The games that the server has and this client knows."""
        return tuple(kind for kind in kinds() if self._people.games.players(kind))

    @property
    def has_account(self) -> bool:
        """Whether somebody with an account is here."""
        return bool(self._people.present)

    @property
    def is_lost(self) -> bool:
        """Whether the connection is broken; it comes back by itself."""
        return self.lobby.view.is_known and self.lobby.view.connection is not Connection.OPEN

    # --- what is heard

    async def _follow(self) -> None:
        changes = self.lobby.changes()
        try:
            async for change in changes:
                self._heard(change)
        finally:
            changes.close()

    def _heard(self, change: LobbyChange) -> None:
        for news in change.news:
            self._tell(news)
        if change.view.seek is not None and self._ticking is None:
            self._ticking = self._app.start(self._tick())
        self._app.refresh()

    def _tell(self, news: LobbyNews) -> None:
        match news:
            case Paired(game_id=game_id, is_asked=is_asked):
                self._has_begun(_Begun(Said("lobby.paired"), game_id), is_asked=is_asked)
            case Answered(game_id=game_id, is_asked=is_asked):
                words = news.words()
                if game_id is not None and words is not None:
                    self._has_begun(_Begun(words, game_id), is_asked=is_asked)
                elif words is not None:
                    self._app.say(words)
            case Noticed(notice=notice):
                self._app.say(notice.words)
            case Challenged():
                self._app.sound.play("challenge")

    def _has_begun(self, begun: _Begun, *, is_asked: bool) -> None:
        """What was asked for here opens by itself, unless one sits at a running game."""
        if is_asked and not self._is_playing():
            self._app.say(begun.words)
            self._app.start(self.open_game(begun.game_id))
            return
        self._begun = [*self._begun, begun][-_MOST_BEGUN:]

    def _is_playing(self) -> bool:
        table = self._app.tables.shown if self._app.are_games_shown else None
        return table is not None and bool(table.view.yours) and bool(table.view.moves) and not table.view.is_over

    async def _tick(self) -> None:
        """While an opponent is searched for, the time that is shown goes on."""
        try:
            while self.lobby.view.seek is not None:
                await asyncio.sleep(_TICK_S)
                self._app.refresh()
        finally:
            self._ticking = None

    # --- what is done

    async def open_game(self, game_id: str) -> None:
        """Go to a game: to its tab where it has one, else a new tab."""
        self._begun = [begun for begun in self._begun if begun.game_id != game_id]
        for place, table in enumerate(self._app.tables.all):
            if game_id in (table.view.game_id, table.view.watch_id):
                self._app.tables.show(place)
                self._app.show_games()
                return
        if (full := self._app.tables.why_full()) is not None:
            self._app.say(full)
            return
        self._app.show_game(await self._people.games.open(game_id))

    async def open_link(self, typed: str) -> None:
        """Go where a link of this server leads: to play by an invitation, or to a game by its id."""
        wanted = read_invitation(typed, self._people.address)
        if not isinstance(wanted, Invitation):
            await self.open_game(wanted)
        elif (full := self._app.tables.why_full()) is not None:
            self._app.say(full)
        else:
            self._app.show_game(await self._people.games.join(wanted, ""))

    async def accept(self, challenge: ChallengeView) -> None:
        """Take a challenge and go to the game."""
        if (full := self._app.tables.why_full()) is not None:
            self._app.say(full)
            return
        self._app.show_game(await self.lobby.accept(challenge))

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
            pane = self._panes[table] = ChatPane(self._app, Chat(self._people, table.game))
            pane.start()
            self._app.start(self._forget_closed())
        return pane if pane.is_there else None

    async def _forget_closed(self) -> None:
        there = set(self._app.tables.all)
        for table in [table for table in self._panes if table not in there]:
            await self._panes.pop(table).close()

    def invite_link(self, table: Table) -> str | None:
        """What to send to a friend whose seat waits for them; None where none does."""
        invitation = table.view.invitation
        return None if invitation is None else self._people.address.join_link(invitation)

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
