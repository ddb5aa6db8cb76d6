"""A sitting at the console: two names, a list of boards, and lines typed until somebody quits."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tengen.clients.console import files
from tengen.clients.console.facts import kind_of
from tengen.clients.console.lines import (
    Answer,
    FileOrder,
    NewBoard,
    NotUnderstood,
    Order,
    PointsOrder,
    Stone,
    Switch,
    Wish,
    Word,
    read_line,
)
from tengen.clients.console.prompts import Prompts, asked, opening_kinds
from tengen.clients.console.screen import draw
from tengen.clients.console.seating import Seating, Taken
from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.clients.console.table import Table, rules_between_people
from tengen.core import (
    BLACK,
    WHITE,
    Action,
    Agree,
    Choose,
    Color,
    GameError,
    GameKind,
    MarkDead,
    Pass,
    Place,
    Resign,
    Resume,
    UnmarkDead,
)
from tengen.core.printing import clip, printable
from tengen.match import Command, Forfeit, Match, Request, RequestKind
from tengen.players import Budget, EngineCannot, EngineFault, Player, StopToken, Turn

MOST_BOARDS: Final = 99


class _Refused(Exception):
    """What was asked for cannot be done; the line says why."""


@dataclass(frozen=True, slots=True)
class _Done:
    """What follows an obeyed line: a new picture with news below it, or words alone."""

    news: tuple[str, ...] = ()
    redraws: bool = True


class Session:
    """The boards, which of them is shown, and the loop that obeys typed lines."""

    def __init__(self, terminal: Terminal, seating: Seating, language: str, now: Callable[[], int]) -> None:
        """`now` tells the time in milliseconds from any fixed beginning."""
        self._runner = asyncio.Runner()
        self._terminal = terminal
        self._seating = seating
        self._now = now
        self._symbols = DISCS if terminal.can_write(DISCS.characters) else LETTERS
        self._prompts = Prompts(language, self._symbols)
        self._tables: list[Table] = []
        self._shown = 0

    def play(self) -> None:
        """Ask for names, then obey until `quit`, the end of the input or an interrupt."""
        with self._runner:
            try:
                if self._ask_names():
                    for kind in opening_kinds():
                        self._add(NewBoard(kind))
                    self._obey_lines()
            except KeyboardInterrupt:
                self._terminal.write("\n")
            finally:
                self._runner.run(self._close_players())
        self._terminal.end_line()
        self._terminal.say(self._prompts.say("exit"))

    @property
    def _table(self) -> Table:
        return self._tables[self._shown]

    @property
    def _match(self) -> Match:
        return self._table.match

    @property
    def _matches(self) -> list[Match]:
        return [table.match for table in self._tables]

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
        question = self._present(())
        while (line := self._terminal.ask(question)) is not None:
            match = self._match
            try:
                wish = read_line(line, match.ruleset.board_spec(), match.ruleset.choices(match.state))
                if wish == Order(Word.QUIT):
                    return
                question = "" if wish is None else self._follow(self._obey(wish))
            except NotUnderstood:
                question = self._prompts.misunderstood(match, self._matches)
            except _Refused as refused:
                self._terminal.say(str(refused))
                question = ""

    def _follow(self, done: _Done) -> str:
        if done.redraws:
            return self._present(done.news)
        self._terminal.say(*done.news)
        return self._prompts.question(self._match, self._matches)

    def _present(self, news: tuple[str, ...]) -> str:
        """Let players who are not people act, show the board, and say what to ask next."""
        news += self._let_players_act()
        self._draw()
        self._terminal.say(*news, *self._prompts.remarks(self._match, self._shown + 1, self._matches))
        return self._prompts.question(self._match, self._matches)

    def _draw(self) -> None:
        language = self._prompts.language
        self._terminal.show(draw(self._match, self._shown + 1, self._matches, language, self._symbols))

    # --- players who are not people ------------------------------------------------------------

    def _let_players_act(self) -> tuple[str, ...]:
        """Play on until a person is asked or the game is over.

        A pipe gets a line for every deed; on a terminal the board is drawn again each time, and the last
        deeds are returned to stand below it.
        """
        news: tuple[str, ...] = ()
        while (thinker := self._table.thinker()) is not None:
            color, player = thinker
            if self._terminal.is_live:
                self._draw()
                self._terminal.say(*news, self._prompts.say("ai.thinks", name=self._match.seat(color).name))
            deed = self._let_act(color, player)
            if deed and self._terminal.is_live:
                news = (*news, deed)[-2:]
            elif deed:
                self._terminal.say(deed)
        return news

    def _let_act(self, color: Color, player: Player) -> str:
        """One deed of a player, in words. An engine that fails is asked once more; whoever fails for good loses."""
        before = self._match
        try:
            try:
                action = self._choice(color, player)
            except EngineFault as fault:
                if isinstance(fault, EngineCannot):
                    raise
                self._terminal.say(self._failed("ai.asked_again", color, fault))
                action = self._choice(color, player)
            self._table.do(action, self._now())
        except Exception as error:  # whatever a player does, the session goes on
            self._table.do(Forfeit(color), self._now())
            return self._failed("ai.failed", color, error)
        return self._prompts.deed(before, action)

    def _choice(self, color: Color, player: Player) -> Action:
        return self._runner.run(player.choose(Turn.of(self._match.timeline, color), Budget(), StopToken()))

    def _failed(self, key: str, color: Color, error: Exception) -> str:
        reason = self._prompts.refused(error) if isinstance(error, GameError | EngineFault) else repr(error)
        return self._prompts.say(key, name=self._match.seat(color).name, reason=clip(printable(reason), 200))

    async def _close_players(self) -> None:
        for table in self._tables:
            for player in table.players:
                with contextlib.suppress(Exception):
                    await player.close()

    # --- what lines ask for --------------------------------------------------------------------

    def _obey(self, wish: Wish) -> _Done:
        match wish:
            case Stone():
                return self._place(wish)
            case Switch():
                return self._switch(wish)
            case NewBoard():
                self._add(wish)
                return _Done()
            case Answer():
                return self._act(Choose(self._actor(), wish.choice))
            case PointsOrder():
                return self._mark(wish)
            case FileOrder():
                return self._file(wish)
            case Order():
                return self._order(wish.word)

    def _place(self, stone: Stone) -> _Done:
        match = self._match
        try:
            self._table.do(Place(self._actor(), stone.point), self._now())
        except GameError as error:
            raise _Refused(self._prompts.not_placed(match, error)) from error
        return _Done()

    def _switch(self, switch: Switch) -> _Done:
        if not 1 <= switch.number <= len(self._tables):
            raise _Refused(self._prompts.say("invalid_number"))
        self._shown = switch.number - 1
        return _Done()

    def _add(self, wish: NewBoard) -> None:
        first, second = self._seats(wish.kind)
        are_people = first.player is None and second.player is None
        rules = rules_between_people(wish.kind.rules, wish.rules) if are_people else wish.rules
        try:
            ruleset = wish.kind.rules.parse(wish.size, rules)
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error
        self._tables.append(Table.begin(ruleset, first, second, self._now()))

    def _seats(self, kind: GameKind, first_name: str = "", second_name: str = "") -> tuple[Taken, Taken]:
        number = len(self._tables) + 1
        if number > MOST_BOARDS:
            raise _Refused(self._prompts.say("too_many", most=MOST_BOARDS))
        take = self._seating.take
        return take(kind, BLACK, number, first_name), take(kind, WHITE, number, second_name)

    def _mark(self, order: PointsOrder) -> _Done:
        if not order.points:
            raise _Refused(self._prompts.say("needs_points", word=order.word))
        mark = MarkDead if order.word is Word.DEAD else UnmarkDead
        return self._act(mark(self._actor(), order.points))

    def _order(self, word: Word) -> _Done:
        player = self._actor()
        match word:
            case Word.PASS:
                return self._pass(player)
            case Word.RESIGN:
                return self._act(Resign(player))
            case Word.AGREE:
                return self._act(Agree(player))
            case Word.RESUME:
                return self._act(Resume(player))
            case Word.UNDO:
                return self._act(Request(RequestKind.TAKEBACK, player))
            case Word.REDO:
                return self._act(Request(RequestKind.REDO, player))
            case Word.RESTART:
                return self._act(Request(RequestKind.RESTART, player))
            case _:
                assert word is Word.HELP, "the other words come with something"
                return self._help()

    def _pass(self, player: Color) -> _Done:
        match = self._match
        try:
            self._table.do(Pass(player), self._now())
        except GameError as error:
            raise _Refused(self._prompts.not_passed(match, error)) from error
        return _Done()

    def _act(self, command: Command) -> _Done:
        try:
            self._table.do(command, self._now())
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error
        return _Done()

    def _actor(self) -> Color:
        """For whom a typed line acts: whoever is asked; anybody at the end of a game, which may still be undone."""
        return asked(self._match) or BLACK

    def _help(self) -> _Done:
        return _Done(tuple(self._prompts.help().split("\n")), redraws=False)

    # --- files ---------------------------------------------------------------------------------

    def _file(self, order: FileOrder) -> _Done:
        if not order.file:
            raise _Refused(self._prompts.say("needs_file", word=order.word))
        try:
            return self._save(order.file) if order.word is Word.SAVE else self._load(order.file)
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error

    def _save(self, file: str) -> _Done:
        created = datetime.now().astimezone().isoformat(timespec="seconds")
        notices = files.save(self._match.record(created), file)
        return _Done((self._prompts.say("saved", file=file), *self._prompts.noted(notices)), redraws=False)

    def _load(self, file: str) -> _Done:
        reading = files.load(file)
        record = reading.records[0]
        replay = record.replay()
        names = (record.black.name, record.white.name)
        first, second = self._seats(kind_of(record.ruleset), *(names[::-1] if replay.game.state.swapped else names))
        self._tables.append(Table.resume(record, replay.game, first, second, self._now()))
        self._shown = len(self._tables) - 1
        news = [self._prompts.say("loaded", file=file, number=len(self._tables))]
        if len(reading.records) > 1:
            news.append(self._prompts.say("first_of", count=len(reading.records)))
        news += self._prompts.noted(reading.notices)
        if replay.disagrees:
            news.append(self._prompts.say("result_differs"))
        return _Done(tuple(news))
