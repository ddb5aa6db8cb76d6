"""A sitting at the console: two names, a list of boards, and lines typed until somebody quits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tengen.clients.console.boards import Boards
from tengen.clients.console.commands import NewBoard, NotUnderstood, Order, Word, read_line
from tengen.clients.console.done import Done, NotDone
from tengen.clients.console.event_loops import LoopHere, Runs
from tengen.clients.console.orders import Orders
from tengen.clients.console.pace import Pace
from tengen.clients.console.programs import Others, Programs
from tengen.clients.console.prompts import Prompts, opening_kinds
from tengen.clients.console.screen import draw
from tengen.clients.console.seating import Seating
from tengen.clients.console.setting import Setting
from tengen.clients.console.speech import Speech
from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.play import Games
from tengen.clients.sitting.folder_accounts import FolderAccounts

if TYPE_CHECKING:
    from tengen.clients.play.remote import ServerAddress


class Session:
    """The boards, and the loop that obeys typed lines."""

    def __init__(
        self,
        terminal: Terminal,
        seating: Seating,
        games: Games,
        language: str,
        now: Callable[[], int],
        *,
        pace: Pace | None = None,
        loop: Runs | None = None,
        server: ServerAddress | None = None,
        people: FolderAccounts | None = None,
        speaks: bool = False,
    ) -> None:
        """`now` tells the time in milliseconds from any fixed beginning. Without a pace computers do not wait.

        `loop` is where `games` run, if not in this thread, and `server` where they are played if that is not here.
        `people` log in here where games are played here, to this user's data folder unless others are given. One that
        `speaks` says boards in sentences instead of drawing them.
        """
        self._terminal = terminal
        self._seating = seating
        self._games = games
        self._language = language
        self._loop: Runs = loop or LoopHere()
        self._symbols = DISCS if terminal.can_write(DISCS.characters) else LETTERS
        self._prompts = Prompts(language, self._symbols, at_terminal=terminal.is_terminal)
        self._speech = Speech(self._prompts) if speaks else None
        self._boards = Boards()
        self._on_server = server is not None
        setting = Setting(terminal, self._boards, seating, games, self._prompts, self._loop)
        self._others: Others
        self._people = people = people or FolderAccounts()
        seating.follow(lambda: [account.name for account in people.present])
        if server is None:
            self._others = Programs(setting, draw=self._draw, now=now, pace=pace or Pace())
            self._orders = Orders(setting, self._others, self._people)
        else:
            from tengen.clients.console.online import OnlineOrders, OnlineOthers

            self._others = OnlineOthers(setting, draw=self._draw)
            self._orders = OnlineOrders(setting, self._others, server)

    def play(self) -> None:
        """Ask for names, then obey until `quit`, the end of the input or an interrupt."""
        try:
            if self._ask_names():
                for kind in opening_kinds():
                    self._orders.add(NewBoard(kind))
                self._obey_lines()
        except NotDone as refused:
            self._terminal.say(str(refused))
        except KeyboardInterrupt:
            self._terminal.write("\n")
        finally:
            self._loop.run(self._games.close())
            self._loop.run(self._people.close())
            self._loop.close()
        self._terminal.end_line()
        self._terminal.say(self._prompts.say("exit"))

    def _ask_names(self) -> bool:
        """Whether every person has a name; not when the input ended."""
        for color in self._seating.people:
            question = self._prompts.say(f"name.{color.word}", symbol=self._symbols.stone(color))
            line = self._terminal.ask(question)
            if line is None:
                return False
            self._seating.call(color, line)
        return True

    # --- the loop ------------------------------------------------------------------------------

    def _obey_lines(self) -> None:
        question = self._present((self._hint,) if self._terminal.is_interactive else ())
        while (line := self._asked(question)) is not None:
            view = self._boards.view
            if self._speech is not None and (answer := self._speech.asked(line, view)) is not None:
                self._terminal.say(*answer)
                continue
            try:
                wish = read_line(line, view.spec, view.choices, self._on_server)
                if wish == Order(Word.QUIT):
                    return
                if wish is None and view.is_paused:
                    wish = Order(Word.CONTINUE)
                if wish is not None:
                    question = self._follow(self._orders.obey(wish))
                else:
                    question = self._present(()) if self._on_server else ""
            except NotUnderstood:
                question = self._prompts.misunderstood(view, self._boards.views)
            except NotDone as refused:
                self._terminal.say(str(refused))
                question = ""

    @property
    def _hint(self) -> str:
        return self._prompts.say("hint" if self._speech is None else "speak.hint")

    def _asked(self, question: str) -> str | None:
        with self._others.at_prompt(question):
            return self._terminal.ask(question)

    def _follow(self, done: Done) -> str:
        if done.redraws:
            return self._present(done.news)
        self._terminal.say(*done.news)
        return self._question()

    def _present(self, news: tuple[str, ...]) -> str:
        """Let others act, show the board, and say what to ask next."""
        news = self._others.let_act(news)
        self._draw()
        view = self._boards.view
        self._terminal.say(*news, *self._prompts.remarks(view, self._boards.number, self._boards.views))
        if view.is_paused:
            self._terminal.say(self._prompts.say("paused"))
        return self._question()

    def _question(self) -> str:
        view = self._boards.view
        return self._prompts.question(view, self._boards.views) if self._speech is None else self._speech.question(view)

    def _draw(self) -> None:
        language = self._prompts.language
        boards = self._boards
        if self._speech is not None:
            self._terminal.say(*self._speech.news(boards.view, boards.number))
            return
        self._terminal.show(draw(boards.view, boards.number, boards.views, language, self._symbols))
