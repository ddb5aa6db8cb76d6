"""What the commands of the game screen do: playing, asking before a loss, files, replay, pace. Draws nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from tengen.clients.desktop.open_games import OpenGame, OpenGames
from tengen.clients.play import monotonic_ms
from tengen.clients.sitting.pace import paced
from tengen.clients.sitting.possible import Can, TableCommand
from tengen.clients.sitting.replay import Playback
from tengen.clients.sitting.said import Joined
from tengen.core import GameError, Point

if TYPE_CHECKING:
    from tengen.clients.desktop.app import App


class GameCommands:
    """Commands for the game that is shown. Coroutines are tasks of the application."""

    def __init__(self, app: App, games: OpenGames) -> None:
        self._app = app
        self._games = games

    async def do(self, opened: OpenGame, command: TableCommand, *, elsewhere: bool = False) -> None:
        """Carry out a command, after a question where something would be lost.

        `elsewhere`: save to or load from another file than the one of this kind of game.
        """
        app = self._app
        self._hush(opened)
        match command:
            case TableCommand.NEW:
                app.show_start()
            case TableCommand.SETTINGS:
                app.show_settings()
            case TableCommand.SAVE | TableCommand.LOAD if elsewhere:
                app.show_files(is_saving=command is TableCommand.SAVE)
            case TableCommand.SAVE:
                await self._save(opened)
            case TableCommand.LOAD:
                await self._load(opened)
            case TableCommand.REPLAY:
                await self.replay(opened)
            case _:
                await self._do_at(opened, command)

    def _hush(self, opened: OpenGame) -> None:
        """What was said before is old."""
        self._app.message = None
        opened.table.say(None)

    async def _do_at(self, opened: OpenGame, command: TableCommand) -> None:
        table = opened.table
        opened.back()
        if table.can()[command] is Can.YES:
            confirmation = table.confirmation(command)
            if confirmation is not None and not await self._app.ask(confirmation):
                return
        if command is TableCommand.HINT:
            self._app.start(table.do(command))  # what it says meanwhile is shown
        else:
            await table.do(command)

    async def click(self, opened: OpenGame, point: Point) -> None:
        """Play there, or call the stone dead or alive; a refusal blinks there."""
        self._hush(opened)
        if opened.playback is None and not await opened.table.click(point) and opened.table.message is not None:
            opened.board.refuse(point)

    async def play_typed(self, opened: OpenGame) -> None:
        """Play at the point that was typed; what is no point stays there and is told."""
        assert opened.typed is not None, "something was typed"
        try:
            point = opened.table.view.spec.parse(opened.typed.text)
        except GameError as error:
            opened.table.say(error)
            return
        opened.typed = None
        await self.click(opened, point)

    async def choose(self, opened: OpenGame, choice: str) -> None:
        """Answer the opening's question."""
        await opened.table.choose(choice)

    # --- files

    async def _save(self, opened: OpenGame) -> None:
        """To the file of this kind of game; before another game there is replaced, it is asked."""
        files, table = self._app.files, opened.table
        path = files.fixed(table.view.kind)
        confirmation = await files.confirmation(table.game, path)
        if confirmation is None or await self._app.ask(confirmation):
            table.say(Joined(await files.save(table.game, path)))

    async def _load(self, opened: OpenGame) -> None:
        """From the file of this kind of game, as one more tab. What is refused leaves everything as it is."""
        if self._games.has_room():
            loaded = await self._app.files.load(self._app.files.fixed(opened.table.view.kind))
            self._app.show_game(loaded.game, loaded.said)

    # --- looking back

    async def replay(self, opened: OpenGame) -> None:
        """Show the game from its beginning, half a second a move, then the board again."""
        if opened.table.can()[TableCommand.REPLAY] is not Can.YES:
            await opened.table.do(TableCommand.REPLAY)
            return
        await self._look_back(opened, lambda playback: playback.play(monotonic_ms()))
        opened.returns = True

    async def step(self, opened: OpenGame, by: int) -> None:
        """So many moves on or back, and stand still; on from the last one leads to the board."""
        playback = opened.playback
        if playback is not None and playback.at == playback.last and by > 0:
            opened.back()
        elif opened.table.view.moves and (playback is not None or by < 0):
            await self._look_back(opened, lambda there: there.go(there.at + by))

    async def go(self, opened: OpenGame, place: int) -> None:
        """To the position after so many moves, and stand still."""
        await self._look_back(opened, lambda playback: playback.go(place))

    async def _look_back(self, opened: OpenGame, then: Callable[[Playback], None]) -> None:
        opened.stand_still()
        async with opened.looking:  # a second turn of the wheel waits for what the first one has asked for
            if opened.playback is None:
                view, record = opened.table.game.view, await opened.table.game.record()
                playback = await asyncio.to_thread(Playback, view, record, monotonic_ms())
                playback.go(playback.last)
                opened.playback = playback
            then(opened.playback)
        self._app.refresh()

    def pause_replay(self, opened: OpenGame) -> None:
        """Stand still, or go on."""
        playback = opened.playback
        if playback is not None and playback.is_playing:
            playback.pause()
            opened.stand_still()
        elif playback is not None:
            playback.play(monotonic_ms())
            opened.returns = True

    # --- programs against each other

    async def pause(self, opened: OpenGame) -> None:
        """Let a replay, or the programs that play each other, stand still or go on."""
        if opened.playback is not None:
            self.pause_replay(opened)
        else:
            is_paused = opened.table.view.is_paused
            await self._do_at(opened, TableCommand.UNPAUSE if is_paused else TableCommand.PAUSE)

    def change_pace(self, opened: OpenGame, by: int) -> None:
        """Programs that play each other move slower, or faster where `by` is negative."""
        if opened.table.pace_ms is not None:
            pace = paced(opened.table.pace_ms, by)
            opened.table.set_pace(pace)
            self._app.change(pace_ms=pace)
