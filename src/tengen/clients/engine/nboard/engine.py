"""An engine that speaks the NBoard protocol, version 2. For the game of GGF alone.

It never plays by itself: it says what it would do and waits to be told. Values are discs for the side to move; where
only a chance to win is known, they are that chance on the scale of discs. A depth of `100%` says that a value is exact,
`100%W` that it is proven who wins.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable
from typing import Final

from tengen.clients.engine.line_io import Gone, LineReader, LineWriter
from tengen.clients.engine.nboard.game import NboardGame
from tengen.clients.engine.thinking import Strength, Thinker
from tengen.clients.engine.worth import lead
from tengen.core import BLACK, Color, ErrorCode, GameError, Pass, Place, Resign
from tengen.players import LEVELS, Analysis, Budget, Candidate, EngineFault, Interest, StopToken, Turn

_NAME: Final = "Tengen"
_PING: Final = re.compile(r"\s*(?:ping|quit)\b.*")
_MOVE: Final = re.compile(r"[A-Za-z][0-9]{1,2}|[Pp][Aa](?:[Ss][Ss])?")
_MOST_HINTS: Final = 60
_INTERVAL_S: Final = 0.5
_PLY_MS: Final = 300
_DEPTHS_A_LEVEL: Final = 2
_EXACT: Final = "100%"
_SOLVED: Final = "100%W"


class NboardSession:
    """A talk from the first line to the last. What it does not understand it passes over, as the protocol wants."""

    def __init__(self, thinker: Thinker, lines: LineReader, answers: LineWriter, now_ms: Callable[[], int]) -> None:
        self._thinker = thinker
        self._lines = lines
        self._answers = answers
        self._now_ms = now_ms
        self._game = NboardGame(thinker.kind.rules.parse())
        self._commands: dict[str, Callable[[str], None]] = {
            "nboard": lambda _: self._introduce(),
            "set": self._set,
            "move": self._move,
            "hint": self._hint,
            "go": lambda _: self._go(),
            "ping": self._ping,
            "learn": lambda _: self._answers.line("learned"),
            "analyze": lambda _: self._analyze(),
        }

    def run(self) -> None:
        """Answer until the end of the lines, or `quit`. Raises Gone when nobody listens."""
        while (line := self._lines.next()) is not None:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            try:
                self._obey(word, rest.strip())
            except GameError as error:
                self._status(error.text())
            except EngineFault as fault:  # of another engine that thinks for us
                self._status(fault.text())
            except Gone:
                raise
            except Exception:  # a mistake of ours must not cost the game
                traceback.print_exc(file=sys.stderr)
                self._status("internal error")

    def _obey(self, word: str, rest: str) -> None:
        command = self._commands.get(word)
        if command is not None:
            command(rest)
        elif _MOVE.fullmatch(word) and not rest:
            self._move(word)

    def _status(self, text: str = "") -> None:
        self._answers.line(f"status {' '.join(text.split())}".rstrip())

    # --- what it is told

    def _introduce(self) -> None:
        level = self._thinker.strength.level
        name = self._thinker.other or f"{_NAME}{'' if level is None else level}"
        self._answers.line(f"set myname {name}")
        self._status()

    def _set(self, rest: str) -> None:
        """A depth is a level, two depths each, unless somebody chose one before; contempt we have none."""
        key, _, value = rest.partition(" ")
        if key == "game":
            self._game.load(value)
        elif key == "depth" and re.fullmatch(r"[0-9]{1,3}", value.strip()):
            if not self._thinker.strength.is_given:
                level = min(max(-(-int(value) // _DEPTHS_A_LEVEL), LEVELS[0]), LEVELS[-1])
                self._thinker.become(Strength(level))
            self._introduce()

    def _move(self, rest: str) -> None:
        word, _, notes = rest.partition("/")
        self._game.play(word, notes)

    def _ping(self, rest: str) -> None:
        """Whatever was thought about was stopped before this was read."""
        self._answers.line(f"pong {rest}".rstrip())

    # --- what it is asked

    def _go(self) -> None:
        turn = self._turn()
        self._status("Thinking")
        began_ms = self._now_ms()
        found = Analysis()

        def hear(analysis: Analysis) -> None:
            nonlocal found
            found = analysis

        with self._lines.interrupting(StopToken(), lambda line: _PING.fullmatch(line) is not None) as stop:
            if len(self._game.moves()) == 1:
                move = self._game.moves()[0]
            else:
                action = self._thinker.choose(turn, self._game.budget(), stop, Interest(hear, _INTERVAL_S))
                if isinstance(action, Resign):
                    self._status("The player resigns.")
                    return
                assert isinstance(action, Place | Pass), "this is no moment to choose or to agree"
                move = action.point if isinstance(action, Place) else None
        if stop.stopped:  # the board is about to change: the answer would be taken for another one
            self._status()
            return
        seconds = (self._now_ms() - began_ms) / 1000
        value = next((lead(candidate, turn.actor) for candidate in found.best if candidate.move == move), None)
        told = "" if value is None else f"{value:.2f}"
        self._answers.line(f"=== {self._game.word(move)}/{told}/{seconds:.2f}")
        self._status()

    def _hint(self, rest: str) -> None:
        """The best moves, told again and again until anything else is said or the level has done its thinking."""
        turn = self._turn()
        count = int(rest) if re.fullmatch(r"[0-9]{1,9}", rest) else 1
        self._status("Analyzing")
        began_ms = self._now_ms()

        def tell(analysis: Analysis) -> None:
            self._tell_moves(analysis, turn.actor, min(max(count, 1), _MOST_HINTS), self._now_ms() - began_ms)

        budget = Budget(nodes=self._thinker.strength.nodes(turn.ruleset))
        with self._lines.interrupting(StopToken(), lambda _: True, at_end=True) as stop:
            self._thinker.examine(turn, budget, stop, Interest(tell, _INTERVAL_S))
        self._status()

    def _tell_moves(self, analysis: Analysis, color: Color, count: int, spent_ms: int) -> None:
        for candidate in analysis.best[:count]:
            line = "".join(map(self._game.word, candidate.line))
            value = lead(candidate, color) or 0.0
            depth = _depth(analysis, candidate)
            self._answers.line(f"search {line} {value:.2f} 0 {depth} {candidate.visits} visits")
        self._answers.line(f"nodestats {analysis.visits} {spent_ms / 1000:.2f}")

    def _analyze(self) -> None:
        """The value of every position of the game, from its end to its beginning."""
        self._status("Analyzing game")
        with self._lines.interrupting(StopToken(), lambda _: True, at_end=True) as stop:
            for ply, turn in self._game.moments():
                if stop.stopped:
                    break
                value = self._value(turn, stop)
                if not stop.stopped:
                    self._answers.line(f"analysis {ply} {value:.2f}")
        self._status()

    def _value(self, turn: Turn, stop: StopToken) -> float:
        """Of a finished game its result, else what a short look says."""
        state = turn.state
        if state.outcome is not None and state.outcome.score is not None:
            margin = state.outcome.score.black - state.outcome.score.white
            return margin if state.position.to_move is BLACK else -margin
        found = self._thinker.examine(turn, Budget(ms=_PLY_MS), stop)
        return lead(found, turn.actor) or 0.0

    def _turn(self) -> Turn:
        """The game now. Raises GAME_OVER when it is."""
        turn = self._game.turn()
        if turn.state.is_over:
            raise GameError(ErrorCode.GAME_OVER)
        return turn


def _depth(analysis: Analysis, candidate: Candidate) -> str:
    """How far ahead a value looks: to the end where it is exact, or where it is proven who wins."""
    if candidate.is_certain:
        return _EXACT if analysis.exact_margin(candidate) is not None else _SOLVED
    return str(analysis.depth or len(candidate.line))
