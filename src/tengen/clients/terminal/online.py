"""The client on a server: follows the lobby while it is open, opens games of it, and has the chats of the tables.

What happens to whoever is here is told in the message line, whatever screen is shown. Draws nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.clients.online.chat import Chat, ChatView
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import Answered, Challenged, ChallengeView, LobbyNews, LobbyView, Noticed, Paired
from tengen.clients.online.lobby_words import game_line, person_name
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, Invitation
from tengen.clients.play.remote import read_invitation
from tengen.clients.sitting.said import HasWords, Joined, Said
from tengen.clients.sitting.table import Table
from tengen.core import GameKind, kinds

if TYPE_CHECKING:
    from tengen.clients.terminal.app import TerminalApp


class Online:
    """The lobby of one client. `start` follows it, `close` leaves its chats; the lobby is closed by who entered it."""

    def __init__(self, app: TerminalApp, people: ServerPeople, lobby: Lobby) -> None:
        self._app = app
        self._people = people
        self.lobby = lobby
        self._chats: dict[Table, Chat] = {}

    def start(self) -> None:
        """Follow the lobby from now on."""
        self._app.begin(self._follow())

    async def close(self) -> None:
        """Leave the chats."""
        for chat in self._chats.values():
            await chat.close()
        self._chats.clear()

    @property
    def view(self) -> LobbyView:
        """The lobby as it was last heard of."""
        return self.lobby.view

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
        return self.view.is_known and self.view.connection is not Connection.OPEN

    # --- what is heard

    async def _follow(self) -> None:
        changes = self.lobby.changes()
        try:
            async for change in changes:
                for news in change.news:
                    self._tell(news)
                self._app.refresh_lobby()
        finally:
            changes.close()

    def _tell(self, news: LobbyNews) -> None:
        app = self._app
        match news:
            case Paired(game_id=game_id, is_asked=is_asked):
                self._has_begun(Said("lobby.paired"), game_id, is_asked=is_asked)
            case Answered(game_id=game_id, is_asked=is_asked):
                words = news.words()
                if words is not None and game_id is not None:
                    self._has_begun(words, game_id, is_asked=is_asked)
                elif words is not None:
                    app.tell(words)
            case Noticed(notice=notice):
                app.tell(notice.words)
            case Challenged(challenge=challenge):
                name = person_name(challenge.by, app.language)
                game = game_line(challenge.kind, challenge.size, app.language)
                app.bell()
                app.tell(Said("terminal.challenged", {"name": name, "game": game}))

    def _has_begun(self, words: HasWords, game_id: str, *, is_asked: bool) -> None:
        """What was asked for here opens by itself, unless one sits at a running game; then the lobby lists it."""
        self._app.bell()
        if is_asked and not self._is_playing():
            self._app.tell(words)
            self._app.begin(self.open_game(game_id))
        else:
            self._app.tell(Joined((words, Said("terminal.begun"))))

    def _is_playing(self) -> bool:
        table = self._app.tables.shown if self._app.are_games_shown else None
        return table is not None and bool(table.view.yours) and bool(table.view.moves) and not table.view.is_over

    # --- what is done

    async def open_game(self, game_id: str) -> None:
        """Go to a game: to its tab where it has one, else a new tab."""
        for place, table in enumerate(self._app.tables.all):
            if game_id in (table.view.game_id, table.view.watch_id):
                self._app.tables.show(place)
                self._app.show_tables_screen()
                return
        if self._has_room():
            self._app.show_game(await self._people.games.open(game_id))
            self._app.show_tables_screen()

    async def open_link(self, typed: str) -> None:
        """Go where a link of this server leads: to play by an invitation, or to a game by its id."""
        wanted = read_invitation(typed, self._people.address)
        if not isinstance(wanted, Invitation):
            await self.open_game(wanted)
        elif self._has_room():
            self._app.show_game(await self._people.games.join(wanted, ""))
            self._app.show_tables_screen()

    async def accept(self, challenge: ChallengeView) -> None:
        """Take a challenge and go to the game."""
        if self._has_room():
            self._app.show_game(await self.lobby.accept(challenge))
            self._app.show_tables_screen()

    def _has_room(self) -> bool:
        why = self._app.tables.why_full()
        if why is not None:
            self._app.tell(why)
        return why is None

    def link(self, invitation: Invitation) -> str:
        """What to send to whoever is invited."""
        return self._people.address.join_link(invitation)

    # --- chat

    def chat_at(self, table: Table) -> Chat:
        """The chat at a table, followed from when it is first asked for until the table is closed."""
        chat = self._chats.get(table)
        if chat is None:
            chat = self._chats[table] = Chat(self._people, table.game)
            self._app.begin(self._follow_chat(chat))
        return chat

    async def _follow_chat(self, chat: Chat) -> None:
        changes = chat.changes()
        try:
            async for _ in changes:
                self._app.refresh_tables()
        finally:
            changes.close()

    async def forget(self, table: Table) -> None:
        """A table is closed."""
        chat = self._chats.pop(table, None)
        if chat is not None:
            await chat.close()

    def talk(self, table: Table) -> ChatView | None:
        """What is said at a table; None where there is nobody to talk to and nothing was said."""
        view = self.chat_at(table).view
        return view if view.is_there else None
