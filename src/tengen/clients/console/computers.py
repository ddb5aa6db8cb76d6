"""Players who are not people, asked one deed at a time. Draws nothing; says only that one is asked again."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tengen.clients.console.board_game import BoardGame
from tengen.clients.console.prompts import Prompts
from tengen.clients.console.streams import Terminal
from tengen.core import Action, Color, GameError
from tengen.core.printing import clip, printable
from tengen.match import Forfeit
from tengen.players import Budget, EngineCannot, EngineFault, Player, StopToken, Turn


@dataclass(frozen=True, slots=True)
class Pace:
    """How long every position of a game between computers is shown at least, in milliseconds."""

    ms: int = 0
    sleep: Callable[[float], None] = time.sleep

    def wait(self, since: int, now: Callable[[], int]) -> None:
        """Wait until the position that has been shown since then was shown long enough."""
        if self.ms and (left := since + self.ms - now()) > 0:
            self.sleep(left / 1000)


class Computers:
    """Lets players act, on an event loop of their own."""

    def __init__(self, terminal: Terminal, prompts: Prompts, now: Callable[[], int]) -> None:
        self._runner = asyncio.Runner()
        self._terminal = terminal
        self._prompts = prompts
        self._now = now

    def act(self, board: BoardGame, color: Color, player: Player) -> str:
        """One deed of a player, in words. An engine that fails is asked once more; whoever fails for good loses."""
        before = board.match
        try:
            try:
                action = self._choice(board, color, player)
            except EngineFault as fault:
                if isinstance(fault, EngineCannot):
                    raise
                self._terminal.say(self._failed("ai.asked_again", board, color, fault))
                action = self._choice(board, color, player)
            board.do(action, self._now())
        except Exception as error:  # whatever a player does, the session goes on
            board.do(Forfeit(color), self._now())
            return self._failed("ai.failed", board, color, error)
        return self._prompts.deed(before, action)

    def close(self, boards: Iterable[BoardGame]) -> None:
        """Let the players of all boards go, and end the event loop."""
        with self._runner:
            self._runner.run(_close(boards))

    def _choice(self, board: BoardGame, color: Color, player: Player) -> Action:
        return self._runner.run(player.choose(Turn.of(board.match.timeline, color), Budget(), StopToken()))

    def _failed(self, key: str, board: BoardGame, color: Color, error: Exception) -> str:
        reason = self._prompts.refused(error) if isinstance(error, GameError | EngineFault) else repr(error)
        return self._prompts.say(key, name=board.match.seat(color).name, reason=clip(printable(reason), 200))


async def _close(boards: Iterable[BoardGame]) -> None:
    for board in boards:
        for player in board.players:
            with contextlib.suppress(Exception):
                await player.close()
