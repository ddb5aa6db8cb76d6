"""The terminal on a server: the lobby's news in the message line of whatever screen, and the chats of the tables."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from tengen.clients.online.chat import Chat, ChatView
from tengen.clients.online.lobby import Lobby
from tengen.clients.online.lobby_view import ChallengeView, LobbyView
from tengen.clients.online.lobby_words import game_line, person_name
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.online.session import OnlineSession
from tengen.clients.play import Game
from tengen.clients.sitting.said import HasWords, Joined, Said
from tengen.clients.sitting.table import Table

if TYPE_CHECKING:
    from tengen.clients.terminal.app import TerminalApp


class Online(OnlineSession):
    """The lobby of one terminal. `start` follows it, `close` leaves its chats."""

    def __init__(self, app: TerminalApp, people: ServerPeople, lobby: Lobby) -> None:
        super().__init__(people, lobby, app.tables)
        self._app = app
        self._chats: dict[Table, Chat] = {}

    def start(self) -> None:
        """Follow the lobby from now on."""
        self.do(self.follow())

    async def close(self) -> None:
        """Leave the chats."""
        for chat in self._chats.values():
            await chat.close()
        self._chats.clear()

    @property
    def view(self) -> LobbyView:
        """The lobby as it was last heard of."""
        return self.lobby.view

    # --- how it is shown

    @property
    def are_games_shown(self) -> bool:
        return self._app.are_games_shown

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        self._app.begin(work)

    def tell(self, words: HasWords) -> None:
        self._app.tell(words)

    def show_tables(self) -> None:
        self._app.show_tables_screen()

    def show_game(self, game: Game) -> None:
        self._app.show_game(game)

    def heard(self) -> None:
        self._app.refresh_lobby()

    def begun(self, words: HasWords, _game_id: str, /) -> None:
        """The lobby lists it."""
        self.tell(Joined((words, Said("terminal.begun"))))

    def ring(self) -> None:
        self._app.bell()

    def challenged(self, challenge: ChallengeView, /) -> None:
        language = self._app.language
        name = person_name(challenge.by, language)
        game = game_line(challenge.kind, challenge.size, language)
        self.tell(Said("terminal.challenged", {"name": name, "game": game}))

    # --- chat

    def chat_at(self, table: Table) -> Chat:
        """The chat at a table, followed from when it is first asked for until the table is closed."""
        chat = self._chats.get(table)
        if chat is None:
            chat = self._chats[table] = Chat(self.people, table.game)
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
