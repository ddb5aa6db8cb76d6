"""The games of the window: each with its board, its list of moves and its replay; what happens there is followed."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tengen.clients.desktop.screens.game import BoardArea, MoveList
from tengen.clients.desktop.widgets import Tabs, TabText, TextField, Widget
from tengen.clients.play import Change, Game, monotonic_ms
from tengen.clients.sitting.replay import Playback
from tengen.clients.sitting.said import HasWords, Joined
from tengen.clients.sitting.table import Table
from tengen.clients.sitting.walk import STEP_MS

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App


class OpenGame:
    """One table with what the window keeps for it."""

    def __init__(self, table: Table, app: App) -> None:
        self.table = table
        self.board = BoardArea(monotonic_ms, app.want_frame)
        self.moves = MoveList()
        self.playback: Playback | None = None
        """What is shown in place of the game, while somebody looks back."""
        self.looking = asyncio.Lock()
        """Held while that is made."""
        self.returns = False
        """Whether the replay leads back to the board at its end: nobody has stopped it."""
        self._back_ms: int | None = None
        self.typed: TextField | None = None
        """Where a point is typed."""
        self.is_chat_shown = False
        self.is_end_seen = table.view.is_over
        """Whether the result was put aside, or was there before."""
        self.has_next = table.view.next_id is not None
        self.following: asyncio.Task[object] | None = None

    def back(self) -> None:
        """To the playable board."""
        self.playback = None
        self.returns = False
        self._back_ms = None

    @property
    def deadline(self) -> int | None:
        """When the replay goes on, or leads back to the board; None while it stands still."""
        if self.playback is None:
            return None
        return self.playback.deadline if self.playback.is_playing else self._back_ms

    def tick(self, now_ms: int) -> None:
        """Go on with the replay if it is time; its last position is seen as long as the others."""
        playback = self.playback
        if playback is None:
            return
        if playback.tick(now_ms):
            self._back_ms = now_ms + STEP_MS if self.returns and not playback.is_playing else None
        elif self._back_ms is not None and now_ms >= self._back_ms:
            self.back()

    def stand_still(self) -> None:
        """Whoever looks at a position decides when to leave it."""
        self.returns = False
        self._back_ms = None


class OpenGames:
    """All games of the window. `App.tables` knows their order and which is shown."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._opened: dict[Table, OpenGame] = {}
        app.on_close = self.may_close
        app.game_tabs = self.tabs

    @property
    def all(self) -> tuple[OpenGame, ...]:
        """In the order of their tabs."""
        return tuple(self._opened[table] for table in self._app.tables.all)

    @property
    def shown(self) -> OpenGame | None:
        """The one whose tab is shown; None where there is none."""
        table = self._app.tables.shown
        return None if table is None else self._opened[table]

    async def may_close(self) -> bool:
        """Whether the window may be closed: it is asked where a running game would be lost."""
        confirmation = self._app.tables.confirmation()
        return confirmation is None or await self._app.ask(confirmation)

    def has_room(self) -> bool:
        """Whether one more can be opened; it is said where not."""
        why = self._app.tables.why_full()
        if why is not None:
            self.say(why)
        return why is None

    def say(self, message: HasWords | None) -> None:
        """Show a line: beside the game that is shown, else where screens show theirs."""
        if self.shown is not None:
            self.shown.table.say(message)
            self._app.refresh()
        else:
            self._app.say(message)

    def add(self, game: Game, said: Sequence[HasWords] = (), *, is_shown: bool = True) -> OpenGame:
        """One more game, there must be room; shown unless somebody is to stay at another. `said` is told beside it."""
        app = self._app
        opened = OpenGame(Table(game, app.people.games.now), app)
        if said:
            opened.table.say(Joined(tuple(said)))
        self._opened[opened.table] = opened
        app.tables.add(opened.table, is_shown=is_shown)
        opened.following = app.start(self._follow(opened))
        return opened

    # --- tabs

    def tabs(self) -> Widget | None:
        """A tab for each game, for the head of every screen; None where there is none."""
        if not self._opened:
            return None
        texts = [self._tab(opened) for opened in self.all]
        shown = self._app.tables.index if self._app.are_games_shown else -1
        return Tabs(texts, shown, self._choose, key="games", on_close=self._close_at)

    def _tab(self, opened: OpenGame) -> TabText:
        """The game and its size; a mark where it waits for somebody here and is not shown."""
        view = opened.table.view
        is_seen = opened is self.shown and self._app.are_games_shown
        return TabText(opened.table.title(self._app.language), view.asked is not None and not is_seen)

    def _choose(self, index: int) -> None:
        self._app.tables.show(index)
        self._app.show_games()

    def _close_at(self, index: int) -> None:
        self._app.start(self.leave(self.all[index]))

    def step(self, by: int) -> None:
        """Show the tab so many places further, around the end."""
        self._app.tables.step(by)
        self._app.show_games()

    async def leave(self, opened: OpenGame) -> None:
        """Close a tab, after a question where a running game would be lost."""
        confirmation = self._app.tables.confirmation(opened.table)
        if confirmation is None or await self._app.ask(confirmation):
            await self.close(opened)
            if not self._opened and self._app.are_games_shown:
                self._app.show_start()

    async def close(self, opened: OpenGame) -> None:
        """Leave a game; nothing is asked any more."""
        if opened.following is not None:
            opened.following.cancel()
            with suppress(asyncio.CancelledError):
                await opened.following
        await self._app.tables.close(opened.table)
        self._opened.pop(opened.table, None)
        self._app.refresh()

    async def _follow(self, opened: OpenGame) -> None:
        async for change in opened.table.changes():
            opened.table.heard(change)
            if change.events:
                self._app.message = None
            if opened is self.shown:
                self._sound(change)
            if not change.view.is_over:
                opened.is_end_seen = False
            if change.view.next_id is not None and not opened.has_next:
                opened.has_next = True
                self._app.start(self._go_on_to_next(opened))
            self._app.refresh()

    async def _go_on_to_next(self, opened: OpenGame) -> None:
        """The rematch takes the place of the game that it follows. Who is at another game by then stays there."""
        following = await self._app.people.next_of(opened.table.game)
        if opened.table not in self._opened:
            await following.close()
            return
        is_shown = opened is self.shown
        await self.close(opened)
        self.add(following, is_shown=is_shown)
        self._app.refresh()

    def _sound(self, change: Change) -> None:
        for event in change.events:
            if event.type == "ended":
                self._app.sound.play("end")
            elif event.changes.removed and event.changes.placed:
                self._app.sound.play("capture")
            elif event.changes.placed:
                self._app.sound.play("stone")
