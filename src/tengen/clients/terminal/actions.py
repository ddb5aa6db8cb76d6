"""What commands do at the tables: playing, saving, loading, replay, pace. Draws nothing; what is refused is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from textual.timer import Timer

from tengen.clients.sitting.pace import paced
from tengen.clients.sitting.possible import Can, TableCommand
from tengen.clients.sitting.replay import Playback
from tengen.clients.sitting.said import Joined, Said
from tengen.clients.sitting.table import Table
from tengen.clients.terminal.board import BoardWidget
from tengen.core import Point

if TYPE_CHECKING:
    from tengen.clients.terminal.app import TerminalApp


class Actions:
    """Everything that can be asked for beside the board. Coroutines are for `TerminalApp.begin`."""

    without_table: Final = (TableCommand.SETTINGS, TableCommand.NEW)
    """What can be done where no game is shown."""

    def __init__(self, app: TerminalApp) -> None:
        self._app = app
        self._playbacks: dict[Table, Playback] = {}
        self._timer: Timer | None = None

    # --- playing

    async def click(self, point: Point) -> None:
        """Play there, or call the stone dead or alive."""
        table = self._app.tables.shown
        if table is not None and table not in self._playbacks:
            await table.click(point)
            self._app.refresh_tables()

    async def play_typed(self, written: str, board: BoardWidget) -> None:
        """Play at a point that was typed. Raises BAD_NOTATION."""
        table = self._app.tables.shown
        if table is not None:
            point = table.view.spec.parse(written)
            board.go(point)
            await self.click(point)

    async def choose(self, choice: str) -> None:
        """Answer the opening's question."""
        table = self._app.tables.shown
        if table is not None:
            await table.choose(choice)
            self._app.refresh_tables()

    async def do(self, command: TableCommand) -> None:
        """Carry out a command, after a question where something would be lost."""
        app, table = self._app, self._app.tables.shown
        match command:
            case TableCommand.NEW:
                app.show_start()
            case TableCommand.SETTINGS:
                app.show_settings()
            case TableCommand.LOAD:
                await self._load(table)
            case _ if table is None:
                app.tell(Said("terminal.empty"))
            case TableCommand.SAVE:
                await self._save(table)
            case TableCommand.REPLAY:
                await self._replay(table)
            case _:
                await self._do_at(table, command)

    async def _do_at(self, table: Table, command: TableCommand) -> None:
        can_be_done = table.can()[command] is Can.YES
        if can_be_done and not await self._app.ask(table.confirmation(command)):
            return
        if command is TableCommand.HINT and can_be_done:
            self._app.call_later(self._app.refresh_tables)  # says that the level thinks
        await table.do(command)
        self._app.refresh_tables()

    async def pause(self) -> None:
        """Let a replay or programs stand still, or go on."""
        table = self._app.tables.shown
        if table is None:
            return
        playback = self._playbacks.get(table)
        if playback is not None:
            now = self._app.people.games.now()
            playback.pause() if playback.is_playing else playback.play(now)
            self._tick_replay()
            return
        is_paused = table.view.is_paused
        await self._do_at(table, TableCommand.UNPAUSE if is_paused else TableCommand.PAUSE)

    def change_pace(self, by: int) -> None:
        """The next slower pace of programs that play each other, or the next faster one."""
        table = self._app.tables.shown
        pace = None if table is None else table.pace_ms
        if table is None or pace is None:
            return
        self.set_pace(paced(pace, by))

    def set_pace(self, pace_ms: int) -> None:
        """Another pace at all tables, from now on."""
        for table in self._app.tables.all:
            table.set_pace(pace_ms)
        self._app.prefer(pace_ms=pace_ms)

    async def close_shown(self) -> None:
        """Leave the table that is shown."""
        table = self._app.tables.shown
        if table is not None and await self._app.ask(self._app.tables.confirmation(table)):
            self._playbacks.pop(table, None)
            await self._app.close_table(table)

    # --- files

    async def _save(self, table: Table) -> None:
        """To the file of this kind of game; before another game there is replaced, it is asked."""
        files = self._app.files
        path = files.fixed(table.view.kind)
        if await self._app.ask(await files.confirmation(table.game, path)):
            table.say(Joined(await files.save(table.game, path)))
            self._app.refresh_tables()

    async def _load(self, table: Table | None) -> None:
        """From the file of this kind of game, as one more table; without a table from the list."""
        if table is None:
            self.show_files(is_saving=False)
        elif self._has_room():
            opened = await self._app.files.load(self._app.files.fixed(table.view.kind))
            self._app.show_game(opened.game).say(Joined(opened.said))
            self._app.refresh_tables()

    def _has_room(self) -> bool:
        why = self._app.tables.why_full()
        if why is not None:
            self._app.tell(why)
        return why is None

    def show_files(self, *, is_saving: bool) -> None:
        """The list of files and saves."""
        self._app.show_files(is_saving=is_saving)

    def show_help(self) -> None:
        """The list of keys."""
        self._app.show_help()

    # --- replay

    def playback(self, table: Table) -> Playback | None:
        """The replay that is shown instead of the game, if any."""
        return self._playbacks.get(table)

    async def _replay(self, table: Table) -> None:
        """Show the game from its beginning; a second time leads back to it."""
        if table in self._playbacks:
            self.end_replay(table)
        elif table.can()[TableCommand.REPLAY] is not Can.YES:
            await table.do(TableCommand.REPLAY)
            self._app.refresh_tables()
        else:
            record = await table.game.record()
            self._playbacks[table] = Playback(table.game.view, record, self._app.people.games.now())
            self._tick_replay()

    def end_replay(self, table: Table) -> None:
        """Back to the playable board."""
        self._playbacks.pop(table, None)
        self._tick_replay()

    def step(self, by: int) -> None:
        """So many moves on or back in the replay."""
        table = self._app.tables.shown
        playback = None if table is None else self._playbacks.get(table)
        if playback is not None:
            playback.step(by)
            self._tick_replay()

    def _tick_replay(self) -> None:
        """Go on where it is time, draw, and come back when the next position is due."""
        now = self._app.people.games.now()
        for playback in self._playbacks.values():
            playback.tick(now)
        due = [at for playback in self._playbacks.values() if (at := playback.deadline) is not None]
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._app.set_timer(max(min(due) - now, 1) / 1000, self._tick_replay) if due else None
        self._app.refresh_tables()

    # --- the palette

    def other_commands(self) -> Iterator[tuple[str, str, Callable[[], None]]]:
        """What the palette offers besides the commands of the table."""
        app = self._app
        yield app.say("terminal.command.save_as"), "", lambda: self.show_files(is_saving=True)
        yield app.say("terminal.command.open"), "", lambda: self.show_files(is_saving=False)
        yield app.say("terminal.command.people"), "", app.show_people
        if app.online is not None:
            yield app.say("terminal.command.lobby"), "", app.show_lobby
            yield app.say("talk.title"), "", app.show_chat
            yield app.say("page.notices"), "", app.show_notices
        yield app.say("game.keys"), "", self.show_help
        yield app.say("terminal.command.close"), "", lambda: app.begin(self.close_shown())
        yield app.say("terminal.command.quit"), "", lambda: app.begin(app.leave())
