"""One game as a screen shows it: what can be done, what is said, where one may play. Wraps `play.Game`; draws nothing.

All words are given in the language that is asked for, so that it can change while a game is shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from tengen.clients.play import Change, ChangeStream, Game, NoticeKind, ProgramNotice, ServerTrouble, View, kind_of
from tengen.clients.sitting import table_words as say
from tengen.clients.sitting.dead_stones import corrected
from tengen.clients.sitting.hints import Choice, hint_words, strongest_choice
from tengen.clients.sitting.possible import Can, TableCommand, asked_of, can_have_hint, missing, possible, why_not
from tengen.clients.sitting.said import Confirmation, HasWords, Said
from tengen.clients.sitting.table_words import MoveLine, PlayerLine
from tengen.core import (
    AGREE,
    BLACK,
    CHOICE,
    Agree,
    Choose,
    Color,
    GameError,
    MarkDead,
    Pass,
    Place,
    Point,
    Resign,
    Resume,
    UnmarkDead,
    text,
)
from tengen.core.printing import clip, printable
from tengen.match import RequestKind
from tengen.players import Failure

_LONGEST_REASON: Final = 200
_REQUESTS: Final = {
    TableCommand.UNDO: RequestKind.TAKEBACK,
    TableCommand.REDO: RequestKind.REDO,
    TableCommand.RESTART: RequestKind.RESTART,
    TableCommand.DRAW: RequestKind.DRAW,
    TableCommand.REMATCH: RequestKind.REMATCH,
    TableCommand.ESTIMATE: RequestKind.ESTIMATE,
}


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer shows at a point: a half stone of this colour, or a stone that a click calls dead or alive."""

    point: Point
    color: Color
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class NoticeWords:
    """What is to be known of a program, in words: that it failed, and who moves in its place."""

    notice: ProgramNotice

    def text(self, language: str = "en") -> str:
        """The notice, one line."""
        told = self.notice
        reason = clip(printable(told.why.get(language, "")), _LONGEST_REASON)
        name = say.program_name(told.name, language)
        by = say.program_name(told.by, language)
        return text(language, f"play.notice.{told.kind}", name=name, by=by, reason=reason).rstrip()


class Table:
    """One game at this screen, from when it is shown until it is closed. What is refused changes nothing."""

    def __init__(self, game: Game, now: Callable[[], int]) -> None:
        """`now` is the clock of the games that this one is of (`Games.now`)."""
        self.game = game
        self._now = now
        self._message: HasWords | None = None
        self._all_alive: int | None = None
        self._hint: tuple[int, Choice] | None = None
        self._thinking: asyncio.Task[Choice | Failure] | None = None
        self._thinking_of = 0

    @property
    def view(self) -> View:
        """How it stands; without a proposal of dead stones that was refused here as a whole."""
        view = self.game.view
        return view if self._all_alive != view.revision else replace(view, proposal=None)

    def changes(self) -> ChangeStream:
        """All changes of the game from now on; each is to be handed to `heard`."""
        return self.game.changes()

    def heard(self, change: Change) -> None:
        """A change has come: after an event what was said before is old, and a program's notice is shown."""
        if change.events:
            self._message = None
        if self._hint is not None and self._hint[0] != change.view.revision:
            self._hint = None
        if self._thinking is not None and self._thinking_of != change.view.revision:
            self._thinking.cancel()
        for notice in change.notices:
            if notice.kind is not NoticeKind.THINKING:
                self._message = NoticeWords(notice)

    async def close(self) -> None:
        """Leave the game."""
        if self._thinking is not None:
            self._thinking.cancel()
            with suppress(asyncio.CancelledError):
                await self._thinking
        await self.game.close()

    # --- what can be done

    def can(self) -> Mapping[TableCommand, Can]:
        """Every command, and whether it can be done now."""
        return possible(self.view, self._now())

    def confirmation(self, command: TableCommand) -> Confirmation | None:
        """What to ask before a command; None where nothing is lost by it."""
        view = self.view
        if command is TableCommand.RESTART and view.moves:
            return _confirmation("game.ask.restart")
        if command is TableCommand.DRAW and len(view.yours) > 1:
            return _confirmation("game.ask.draw")
        if command is not TableCommand.RESIGN:
            return None
        if len(view.yours) == 1:
            return _confirmation("game.ask.resign")
        # Whoever leaves the table is asked by name; the words are put together when they are said.
        return Confirmation(_Resigns(view), Said("game.ask.resign.yes"))

    async def do(self, command: TableCommand) -> bool:
        """Carry out a command of the game itself; whether it was done. Why not stands in `message`."""
        view = self.view
        if self.can()[command] is not Can.YES:
            return self._refused(why_not(view, command))
        actor = view.speaker or BLACK
        match command:
            case request if request in _REQUESTS:
                return await self._tried(self.game.ask(_REQUESTS[request]))
            case TableCommand.PASS:
                return await self._tried(self.game.act(Pass(actor)))
            case TableCommand.RESIGN:
                return await self._tried(self.game.act(Resign(actor)))
            case TableCommand.AGREE:
                return await self._agree(() if view.proposal is None else tuple(view.proposal.dead))
            case TableCommand.AS_IT_STANDS:
                return await self._agree(())
            case TableCommand.RESUME:
                return await self._tried(self.game.act(Resume(actor)))
            case TableCommand.PAUSE:
                return await self._tried(self.game.pause())
            case TableCommand.UNPAUSE:
                return await self._tried(self.game.unpause())
            case TableCommand.CLAIM:
                return await self._tried(self.game.claim())
            case TableCommand.ACCEPT | TableCommand.DECLINE:
                return await self._answered(view, command)
            case TableCommand.HINT:
                return await self.find_hint()
            case _:
                raise AssertionError(f"{command} is for the client itself")

    async def choose(self, choice: str) -> bool:
        """Answer the question of the opening, with one of `view.choices`."""
        return await self._tried(self.game.act(Choose(self.view.speaker or BLACK, choice)))

    async def click(self, point: Point) -> bool:
        """Play there, or call the stone dead or alive; whether it was done. Who has no seat here does nothing."""
        view = self.view
        if not view.yours or point not in view.board:
            return False
        actor = view.speaker or BLACK
        if view.phase != AGREE or view.is_over:
            return await self._tried(self.game.act(Place(actor, point)))
        if view.proposal is None:
            mark = UnmarkDead if point in view.dead else MarkDead
            return await self._tried(self.game.act(mark(actor, (point,))))
        dead = corrected(view.proposal.dead, view.board, point)
        if dead:
            return await self._tried(self.game.act(MarkDead(actor, dead)))
        self._all_alive = view.revision
        return True

    def hover(self, point: Point | None) -> Hover | None:
        """What the pointer shows there; None where a click would do nothing."""
        view = self.view
        if point is None or point not in view.board or not view.yours or view.is_over or view.is_paused:
            return None
        stone = view.board[point]
        if view.phase == AGREE:
            return None if stone is None else Hover(point, stone, is_mark=True)
        is_playable = view.asked is not None and view.phase != CHOICE and point in view.legal
        return Hover(point, view.next_stone) if is_playable else None

    async def _agree(self, dead: tuple[Point, ...]) -> bool:
        """Call these stones dead, then agree for every colour that is played here."""
        view = self.view
        actor = view.speaker or BLACK
        if dead and not await self._tried(self.game.act(MarkDead(actor, dead))):
            return False
        colors = missing(self.game.view)
        return bool(colors) and all([await self._tried(self.game.act(Agree(color))) for color in colors])

    async def _answered(self, view: View, command: TableCommand) -> bool:
        offer = asked_of(view) or view.offers[0]
        answer = self.game.ask if command is TableCommand.ACCEPT else self.game.decline
        return await self._tried(answer(offer.kind))

    async def _tried(self, work: Coroutine[Any, Any, View]) -> bool:
        self._message = None
        try:
            await work
        except (GameError, ServerTrouble) as error:
            return self._refused(error)
        return True

    def _refused(self, why: HasWords) -> bool:
        self._message = why
        return False

    # --- hints and pace

    async def find_hint(self) -> bool:
        """Ask the strongest level; whether it has answered. The answer stands in `hint` while the position stays."""
        view = self.view
        color = view.asked
        if self._thinking is not None:
            return self._refused(Said("sitting.hint.thinking"))
        if color is None or not can_have_hint(view):
            return self._refused(why_not(view, TableCommand.HINT))
        self._message = Said("sitting.hint.thinking")
        self._thinking_of = view.revision
        self._thinking = asyncio.create_task(strongest_choice(self.game, color, kind_of(view)))
        try:
            answer = await self._thinking
        except asyncio.CancelledError:
            if (current := asyncio.current_task()) is not None and current.cancelling():
                raise
            return False  # the position is no more
        except (GameError, ServerTrouble) as error:
            return self._refused(error)
        finally:
            self._thinking = None
        if self.game.view.revision != view.revision:
            return False
        if isinstance(answer, Failure):
            return self._refused(answer)
        self._hint = (view.revision, answer)
        self._message = hint_words(view, answer)
        return True

    @property
    def hint(self) -> Point | None:
        """Where the strongest level would play."""
        choice = self._choice
        return choice.action.point if choice is not None and isinstance(choice.action, Place) else None

    @property
    def winning_line(self) -> tuple[Point, ...]:
        """The points of both sides in turn by which the hint is proven to win; empty where it is not."""
        choice = self._choice
        return choice.win.line if choice is not None and choice.win is not None and choice.win.is_movers else ()

    @property
    def _choice(self) -> Choice | None:
        if self._hint is None or self._hint[0] != self.game.view.revision:
            return None
        return self._hint[1]

    @property
    def is_finding_hint(self) -> bool:
        """Whether the strongest level thinks."""
        return self._thinking is not None

    @property
    def pace_ms(self) -> int | None:
        """How long each position of programs that play each other stays at least; None where others decide it."""
        return self.game.pace_ms if self.view.is_between_programs else None

    def set_pace(self, pace_ms: int) -> None:
        """Another pace, at once."""
        self.game.set_pace(pace_ms)

    # --- what is said

    @property
    def message(self) -> HasWords | None:
        """Why something was refused, or what a command led to, until something else happens."""
        return self._message

    def say(self, message: HasWords | None) -> None:
        """Show a line of a client's own."""
        self._message = message

    def title(self, language: str) -> str:
        """The game and its size: for a tab."""
        return say.game_title(self.view, language)

    def status(self, language: str) -> str:
        """How it stands, in one line."""
        return say.status_line(self.view, language)

    def guidance(self, language: str) -> str:
        """What is to be done now, where that needs a word more; else empty."""
        return say.guidance_line(self.view, language)

    def round(self, language: str) -> str:
        """Which move it is."""
        return text(language, "sitting.round", number=say.move_number(self.view))

    def result(self, language: str) -> tuple[str, ...]:
        """Winner, reason and final score at the end, a line each; empty before."""
        return say.result_lines(self.view, language)

    def agreement(self, language: str) -> tuple[str, ...]:
        """The proposal, the score so far and who has agreed, a line each, while dead stones are settled."""
        return say.agreement_lines(self.view, language)

    def estimate(self, language: str) -> tuple[str, ...]:
        """Who leads by how much, and whose the points are, a line each, where that was asked for."""
        return say.estimate_lines(self.view, language)

    def choices(self, language: str) -> tuple[tuple[str, str], ...]:
        """The answers to the opening's question with their words, where somebody here is to choose."""
        view = self.view
        offered = view.choices if view.asked is not None else ()
        return tuple((choice, text(language, f"{view.kind}.choice.{choice}")) for choice in offered)

    def players(self, language: str) -> tuple[PlayerLine, PlayerLine]:
        """Both players, Black first."""
        return say.player_lines(self.view, language, self._now())

    def moves(self, language: str) -> tuple[MoveLine, ...]:
        """The moves so far, for a list."""
        return say.move_lines(self.view, language)

    def offers(self, language: str) -> tuple[str, ...]:
        """What is asked for and not answered yet, a line each."""
        return say.offer_lines(self.view, language)


@dataclass(frozen=True, slots=True)
class _Resigns:
    """The question to the one of two at this screen whose turn it is."""

    view: View

    def text(self, language: str = "en") -> str:
        color = self.view.speaker or BLACK
        name = say.player_name(self.view.seats[color], color, language)
        return text(language, "game.ask.resign.side", player=name)


def _confirmation(key: str) -> Confirmation:
    return Confirmation(Said(key), Said(f"{key}.yes"))
