"""A sitting at the console: two names, a list of boards, and lines typed until somebody quits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tengen.clients.console import files
from tengen.clients.console.board_game import BoardGame
from tengen.clients.console.commands import (
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
    is_yes,
    read_line,
)
from tengen.clients.console.computers import Computers, Pace
from tengen.clients.console.facts import kind_of
from tengen.clients.console.prompts import Prompts, asked, opening_kinds
from tengen.clients.console.screen import draw
from tengen.clients.console.seating import Seating, Taken
from tengen.clients.console.streams import Terminal
from tengen.clients.console.symbols import DISCS, LETTERS
from tengen.core import (
    BLACK,
    COLORS,
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
from tengen.match import Command, Match, Request, RequestKind
from tengen.players import unconfined_note

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

    def __init__(
        self, terminal: Terminal, seating: Seating, language: str, now: Callable[[], int], pace: Pace | None = None
    ) -> None:
        """`now` tells the time in milliseconds from any fixed beginning. Without a pace computers do not wait."""
        self._terminal = terminal
        self._seating = seating
        self._language = language
        self._now = now
        self._symbols = DISCS if terminal.can_write(DISCS.characters) else LETTERS
        self._prompts = Prompts(language, self._symbols, at_terminal=terminal.is_terminal)
        self._computers = Computers(terminal, self._prompts, now)
        self._pace = pace or Pace()
        self._boards: list[BoardGame] = []
        self._shown = 0

    def play(self) -> None:
        """Ask for names, then obey until `quit`, the end of the input or an interrupt."""
        try:
            if self._ask_names():
                for kind in opening_kinds():
                    self._add(NewBoard(kind))
                self._obey_lines()
        except KeyboardInterrupt:
            self._terminal.write("\n")
        finally:
            self._computers.close(self._boards)
        self._terminal.end_line()
        self._terminal.say(self._prompts.say("exit"))

    @property
    def _board(self) -> BoardGame:
        return self._boards[self._shown]

    @property
    def _match(self) -> Match:
        return self._board.match

    @property
    def _matches(self) -> list[Match]:
        return [board.match for board in self._boards]

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
        question = self._present((self._prompts.say("hint"),) if self._terminal.is_interactive else ())
        while (line := self._terminal.ask(question)) is not None:
            match = self._match
            try:
                wish = read_line(line, match.ruleset.board_spec(), match.ruleset.choices(match.state))
                if wish == Order(Word.QUIT):
                    return
                if wish is None and self._board.is_paused:
                    wish = Order(Word.CONTINUE)
                question = "" if wish is None else self._follow(self._obey(wish))
            except NotUnderstood:
                question = self._prompts.misunderstood(match, self._matches, is_paused=self._board.is_paused)
            except _Refused as refused:
                self._terminal.say(str(refused))
                question = ""

    def _follow(self, done: _Done) -> str:
        if done.redraws:
            return self._present(done.news)
        self._terminal.say(*done.news)
        return self._question()

    def _present(self, news: tuple[str, ...]) -> str:
        """Let players who are not people act, show the board, and say what to ask next."""
        news = self._let_players_act(news)
        self._draw()
        self._terminal.say(*news, *self._prompts.remarks(self._match, self._shown + 1, self._matches))
        if self._board.is_paused:
            self._terminal.say(self._prompts.say("paused"))
        return self._question()

    def _question(self) -> str:
        return self._prompts.question(self._match, self._matches, is_paused=self._board.is_paused)

    def _draw(self) -> None:
        language = self._prompts.language
        self._terminal.show(draw(self._match, self._shown + 1, self._matches, language, self._symbols))

    # --- players who are not people ------------------------------------------------------------

    def _let_players_act(self, news: tuple[str, ...]) -> tuple[str, ...]:
        """Play on until a person is asked, the game is over or a person wants a pause.

        A pipe gets a line for every deed. On a terminal the board is drawn again each time, and the last deeds are
        returned behind the other news to stand below it; a game between computers goes at its pace.
        """
        board = self._board
        is_shown = self._terminal.is_live or (self._terminal.is_terminal and board.is_show)
        deeds: tuple[str, ...] = ()
        try:
            while not board.is_paused and (thinker := board.thinker()) is not None:
                color, player = thinker
                since = self._now() if self._pace.ms and board.is_show else 0
                if is_shown:
                    self._draw()
                    self._terminal.say(*news, *deeds, self._thinks(board, color))
                deed = self._computers.act(board, color, player)
                if deed and is_shown:
                    deeds = (*deeds, deed)[-2:]
                elif deed:
                    self._terminal.say(deed)
                if board.is_show:
                    self._pace.wait(since, self._now)
        except KeyboardInterrupt:
            if not (board.is_show and self._terminal.is_interactive):
                raise
            self._terminal.write("\n")  # the terminal itself has shown ^C
            board.is_paused = not board.match.is_over
        return (*news, *deeds)

    def _thinks(self, board: BoardGame, color: Color) -> str:
        can_pause = board.is_show and self._terminal.is_interactive
        return self._prompts.say("ai.shown" if can_pause else "ai.thinks", name=board.match.seat(color).name)

    def _continue(self) -> _Done:
        if not self._board.is_paused:
            raise _Refused(self._prompts.say("not_paused"))
        self._board.is_paused = False
        return _Done()

    # --- what lines ask for --------------------------------------------------------------------

    def _obey(self, wish: Wish) -> _Done:
        match wish:
            case Stone():
                return self._place(wish)
            case Switch():
                return self._switch(wish)
            case NewBoard():
                self._add(wish)
                note = unconfined_note(wish.players, self._language)
                return _Done((note,) if note else ())
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
            self._board.do(Place(self._actor(), stone.point), self._now())
        except GameError as error:
            raise _Refused(self._prompts.not_placed(match, error)) from error
        return _Done()

    def _switch(self, switch: Switch) -> _Done:
        if not 1 <= switch.number <= len(self._boards):
            raise _Refused(self._prompts.say("invalid_number"))
        self._shown = switch.number - 1
        return _Done()

    def _add(self, wish: NewBoard) -> None:
        first, second = self._seats(wish.kind, wish.players)
        has_person = first.player is None or second.player is None
        rules = wish.kind.rules
        try:
            ruleset = rules.parse(wish.size, rules.offered_to_people(wish.rules) if has_person else wish.rules)
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error
        self._boards.append(BoardGame.begin(ruleset, first, second, self._now()))

    def _seats(
        self, kind: GameKind, players: tuple[str, ...] = (), names: tuple[str, str] = ("", "")
    ) -> tuple[Taken, Taken]:
        number = len(self._boards) + 1
        if number > MOST_BOARDS:
            raise _Refused(self._prompts.say("too_many", most=MOST_BOARDS))
        if not players:
            return self._seating.take(kind, number, names)
        if len(players) > len(COLORS):
            raise _Refused(self._prompts.say("too_many_players"))
        try:
            return self._seating.take_asked(kind, number, players)
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error

    def _mark(self, order: PointsOrder) -> _Done:
        if not order.points:
            raise _Refused(self._prompts.say("needs_points", word=order.word))
        mark = MarkDead if order.word is Word.DEAD else UnmarkDead
        return self._act(mark(self._actor(), order.points))

    def _order(self, word: Word) -> _Done:
        match word:
            case Word.PASS:
                return self._pass(self._actor())
            case Word.RESIGN:
                return self._act(Resign(self._actor()))
            case Word.AGREE:
                return self._act(Agree(self._actor()))
            case Word.RESUME if not self._board.is_paused:
                return self._act(Resume(self._actor()))
            case Word.CONTINUE | Word.RESUME:
                return self._continue()
            case Word.UNDO:
                return self._act(Request(RequestKind.TAKEBACK, self._asker()))
            case Word.REDO:
                return self._act(Request(RequestKind.REDO, self._asker()))
            case Word.RESTART:
                return self._act(Request(RequestKind.RESTART, self._asker()))
            case _:
                assert word is Word.HELP, "the other words come with something"
                return self._help()

    def _pass(self, player: Color) -> _Done:
        match = self._match
        try:
            self._board.do(Pass(player), self._now())
        except GameError as error:
            raise _Refused(self._prompts.not_passed(match, error)) from error
        return _Done()

    def _act(self, command: Command) -> _Done:
        try:
            self._board.do(command, self._now())
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error
        return _Done()

    def _actor(self) -> Color:
        """For whom a typed line acts: whoever is asked. Nobody acts for a computer; at the end anybody is refused."""
        if self._board.is_paused:
            raise _Refused(self._prompts.say("no_person"))
        return self._asker()

    def _asker(self) -> Color:
        """Who asks for a change of the whole game: whoever is asked; anybody at its end, or where computers play."""
        return asked(self._match) or BLACK

    def _help(self) -> _Done:
        return _Done(tuple(self._prompts.help().split("\n")), redraws=False)

    # --- files ---------------------------------------------------------------------------------

    def _file(self, order: FileOrder) -> _Done:
        if not order.file:
            raise _Refused(self._prompts.say("needs_file", word=order.word))
        try:
            return self._save(order) if order.word is Word.SAVE else self._load(order.file)
        except GameError as error:
            raise _Refused(self._prompts.refused(error)) from error

    def _save(self, order: FileOrder) -> _Done:
        """Write the board to a file. A person is asked before one is replaced; a pipe could not answer."""
        created = datetime.now().astimezone().isoformat(timespec="seconds")
        copy = files.copy(self._match.record(created), order.file)
        if self._terminal.is_interactive and not order.force and copy.replaces and not self._may_replace(copy.name):
            raise _Refused(self._prompts.say("not_saved"))
        copy.write()
        said = self._prompts.say("saved" if copy.name == order.file else "saved_usual", file=copy.name)
        return _Done((said, *self._prompts.noted(copy.notices)), redraws=False)

    def _may_replace(self, file: str) -> bool:
        return is_yes(self._terminal.ask(self._prompts.say("replace", file=file)) or "")

    def _load(self, file: str) -> _Done:
        reading = files.load(file)
        record = reading.records[0]
        replay = record.replay()
        names = (record.black.name, record.white.name)
        names = names[::-1] if replay.game.state.swapped else names
        first, second = self._seats(kind_of(record.ruleset), names=names)
        self._boards.append(BoardGame.resume(record, replay.game, first, second, self._now()))
        self._shown = len(self._boards) - 1
        news = [self._prompts.say("loaded", file=file, number=len(self._boards))]
        if len(reading.records) > 1:
            news.append(self._prompts.say("first_of", count=len(reading.records)))
        news += self._prompts.noted(reading.notices)
        if replay.disagrees:
            news.append(self._prompts.say("result_differs"))
        return _Done(tuple(news))
