"""Games on a server at the console: waiting for others, telling what they do, and the words that only a server knows.

Changes come in the thread of the event loop; they are told at once while a person at a terminal is asked for a line,
and otherwise before the next board.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tengen.clients.console.commands import NewBoard, ServerOrder, ServerWord, Wish
from tengen.clients.console.done import Done, NotDone
from tengen.clients.console.facts import player_name
from tengen.clients.console.news import NewsTeller
from tengen.clients.console.orders import Orders
from tengen.clients.console.programs import Others
from tengen.clients.console.setting import Setting
from tengen.clients.play import Connection, Game, Invitation, View
from tengen.clients.play.remote import ServerAddress, read_invitation
from tengen.core import ErrorCode, GameError
from tengen.match import Offer, RequestKind

_MOST_LINES: Final = 200
_SHOWN_LINES: Final = 3

_REQUESTS: Final = {
    ServerWord.DRAW: RequestKind.DRAW,
    ServerWord.PAUSE: RequestKind.PAUSE,
    ServerWord.REMATCH: RequestKind.REMATCH,
}


class OnlineOthers:
    """Whoever plays over the server. The board that is shown is waited for until a person here is asked."""

    def __init__(self, setting: Setting, *, draw: Callable[[], None]) -> None:
        self._terminal, self._boards = setting.terminal, setting.boards
        self._games, self._prompts, self._loop = setting.games, setting.prompts, setting.loop
        self._draw = draw
        self._lock = threading.Lock()
        self._lines: deque[str] = deque(maxlen=_MOST_LINES)
        self._changed = asyncio.Event()
        self._question: str | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def watch(self, game: Game, number: int) -> None:
        """Hear what happens on a board from now on."""
        self._loop.run(self._watch(game, number))

    @contextmanager
    def at_prompt(self, question: str) -> Iterator[None]:
        """While a person at a terminal is asked, news is told at once."""
        with self._lock:
            self._question = question if self._terminal.is_interactive else None
        try:
            yield
        finally:
            with self._lock:
                self._question = None

    def let_act(self, news: tuple[str, ...]) -> tuple[str, ...]:
        """Wait until a person here is asked, or wants the prompt back with an interrupt."""
        lines = [*news, *self._taken()]
        try:
            while self._is_awaited(self._boards.view):
                self._show(lines)
                self._loop.run(self._change())
                lines = [*lines, *self._taken()][-_SHOWN_LINES:] if self._terminal.is_live else self._taken()
        except KeyboardInterrupt:
            if not self._terminal.is_interactive:
                raise
            self._terminal.write("\n")  # the terminal itself has shown ^C
        return tuple(lines)

    def _is_awaited(self, view: View) -> bool:
        is_followed = view.connection is not Connection.CLOSED
        return is_followed and not (view.is_over or view.is_paused) and view.asked is None

    def _show(self, lines: list[str]) -> None:
        view = self._boards.view
        if self._terminal.is_terminal:
            self._draw()
            names = [player_name(view, color, self._prompts.language) for color in view.due]
            lines = [*lines, self._prompts.say("online.waiting", name=" / ".join(names))]
        self._terminal.say(*lines)

    def _taken(self) -> list[str]:
        with self._lock:
            lines = list(self._lines)
            self._lines.clear()
        return lines

    # --- in the thread of the event loop

    async def _change(self) -> None:
        """Wait for the next change of any board since this was last asked."""
        await self._changed.wait()
        self._changed.clear()

    async def _watch(self, game: Game, number: int) -> None:
        task = asyncio.create_task(self._follow(game, number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, game: Game, number: int) -> None:
        teller = NewsTeller(self._prompts, number, game.view)
        async for change in game.changes():
            self._tell(teller.lines(change, is_shown=number == self._boards.number))
            if any(event.type == "rematched" for event in change.events):
                await self._open_rematch(change.view)

    async def _open_rematch(self, view: View) -> None:
        """The game that follows becomes another board."""
        if view.next_id is not None and not self._boards.is_full:
            following = await self._games.open(view.next_id)
            number = self._boards.add(following)
            await self._watch(following, number)
            self._tell([self._prompts.say("online.rematch", number=number)])

    def _tell(self, lines: list[str]) -> None:
        with self._lock:
            if self._question is not None and lines:
                self._terminal.write("\n")
                self._terminal.say(*lines)
                self._terminal.write(self._question)
            else:
                self._lines.extend(lines)
        self._changed.set()


class OnlineOrders(Orders):
    """Carries out also what only games on a server know."""

    def __init__(self, setting: Setting, others: Others, server: ServerAddress) -> None:
        super().__init__(setting, others)
        self._server = server

    def obey(self, wish: Wish) -> Done:
        """Carry out a wish."""
        return self._server_order(wish) if isinstance(wish, ServerOrder) else super().obey(wish)

    def add(self, wish: NewBoard) -> Done:
        """Add a board; where somebody is to be invited, with the link for it."""
        done = super().add(wish)
        invitation = self._boards.views[-1].invitation
        return done if invitation is None else Done((*done.news, self._link(invitation)))

    def help(self) -> Done:
        """The list of what can be typed, with what a server adds to it."""
        return Done((*super().help().news, *self._prompts.say("online.help").split("\n")), redraws=False)

    def _estimate(self) -> Done:
        super()._estimate()
        return Done(redraws=False)

    def _server_order(self, order: ServerOrder) -> Done:
        game = self._boards.game
        match order.word:
            case ServerWord.JOIN | ServerWord.WATCH:
                return self._visit(order)
            case ServerWord.INVITE:
                if game.view.invitation is None:
                    raise NotDone(self._prompts.say("online.no_invitation"))
                return Done((self._link(game.view.invitation),), redraws=False)
            case ServerWord.ACCEPT:
                self._asked(game.ask(self._offered().kind))
            case ServerWord.DECLINE:
                self._asked(game.decline(self._offered().kind))
            case ServerWord.CLAIM:
                self._asked(game.claim())
            case word:
                self._asked(game.ask(_REQUESTS[word]))
        return Done()

    def _visit(self, order: ServerOrder) -> Done:
        """Go to a game of somebody else: to play by an invitation, or by its id."""
        self._refuse_when_full()
        place = self._asked(self._read(order.place))
        if isinstance(place, Invitation) and order.word is ServerWord.JOIN:
            game = self._asked(self._games.join(place, self._seating.own_name))
        else:
            game = self._asked(self._games.open(place.game_id if isinstance(place, Invitation) else place))
        number = self._added(game)
        self._boards.show(number)
        return Done((self._prompts.say("online.visited", number=number),))

    async def _read(self, typed: str) -> Invitation | str:
        return read_invitation(typed, self._server)

    def _offered(self) -> Offer:
        """What the other side asks for."""
        view = self._view
        for offer in view.offers:
            if offer.player not in view.yours:
                return offer
        raise NotDone(self._prompts.refused(GameError(ErrorCode.NO_OFFER)))

    def _link(self, invitation: Invitation) -> str:
        return self._prompts.say("online.invitation", link=self._server.join_link(invitation))
