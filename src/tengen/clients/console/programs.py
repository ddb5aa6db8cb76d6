"""Programs that play in this process: they act when their board is shown, one deed at a time, at its pace."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Protocol

from tengen.clients.console.facts import player_name
from tengen.clients.console.pace import Pace
from tengen.clients.console.setting import Setting
from tengen.clients.play import Game, View


class Others(Protocol):
    """Whoever acts besides the people at this console."""

    def let_act(self, news: tuple[str, ...]) -> tuple[str, ...]:
        """Let them act until a person here is asked. News that is still to be told comes back."""

    def at_prompt(self, question: str) -> AbstractContextManager[None]:
        """A context in which the person is asked for a line."""

    def watch(self, game: Game, number: int) -> None:
        """A board was added."""


class Programs:
    """Lets the programs of the board that is shown act."""

    def __init__(self, setting: Setting, *, draw: Callable[[], None], now: Callable[[], int], pace: Pace) -> None:
        self._terminal, self._boards = setting.terminal, setting.boards
        self._prompts, self._loop = setting.prompts, setting.loop
        self._draw, self._now, self._pace = draw, now, pace

    def watch(self, game: Game, number: int) -> None:
        """A game here tells nothing by itself."""

    @contextmanager
    def at_prompt(self, question: str) -> Iterator[None]:
        """Nothing happens here while a person is asked."""
        del question
        yield

    def let_act(self, news: tuple[str, ...]) -> tuple[str, ...]:
        """Play on until a person is asked, the game is over or a person wants a pause.

        A pipe gets a line for every deed. On a terminal the board is drawn again each time, and the last deeds are
        returned behind the other news to stand below it; a game between computers goes at its pace.
        """
        game = self._boards.game
        is_show = game.view.is_between_programs
        is_shown = self._terminal.is_live or (self._terminal.is_terminal and self._terminal.draws and is_show)
        deeds: tuple[str, ...] = ()
        try:
            while not (view := game.view).is_paused and view.program_due is not None:
                since = self._now() if self._pace.ms and is_show else 0
                if is_shown:
                    self._draw()
                    self._terminal.say(*news, *deeds, self._thinks(view))
                deed = self._deed(game)
                if deed and is_shown:
                    deeds = (*deeds, deed)[-2:]
                elif deed:
                    self._terminal.say(deed)
                if is_show:
                    self._pace.wait(since, self._now)
        except KeyboardInterrupt:
            if not (is_show and self._terminal.is_interactive):
                raise
            self._terminal.write("\n")  # the terminal itself has shown ^C
            if not game.view.is_over:
                self._loop.run(game.pause())
        return (*news, *deeds)

    def _deed(self, game: Game) -> str:
        """One deed of a program, in words. What is to be known of it before is said at once."""
        while not (change := self._loop.run(game.advance())).events:
            self._terminal.say(*map(self._prompts.notice, change.notices))
        said = [self._prompts.notice(notice) for notice in change.notices]
        said += [self._prompts.deed(event, change.view) for event in change.events]
        return next(filter(None, said), "")

    def _thinks(self, view: View) -> str:
        color = view.program_due
        assert color is not None, "a program is due"
        can_pause = view.is_between_programs and self._terminal.is_interactive
        return self._prompts.thinks(player_name(view, color, self._prompts.language), can_pause=can_pause)
