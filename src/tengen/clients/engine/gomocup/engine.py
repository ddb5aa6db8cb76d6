"""An engine that speaks the protocol of Gomocup and Piskvork: a brain. Lines of stones on a square board.

What the manager says of limits is obeyed by our own count of time.
"""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from tengen import __version__
from tengen.clients.engine.gomocup.limits import GomocupLimits
from tengen.clients.engine.gomocup.stones import Refused, Stone, are_free, opening_stones, turn_after
from tengen.clients.engine.line_io import Gone, LineReader, LineWriter
from tengen.clients.engine.thinking import Thinker
from tengen.clients.engine.worth import proof_words
from tengen.core import BLACK, CHOICE, COLORS, WHITE, Choose, Place, Point, Ruleset, Timeline
from tengen.players import (
    Analysis,
    Budget,
    EngineFault,
    Interest,
    ProvenWin,
    StopToken,
    Turn,
    native,
    proven_win,
    use_memory,
)

_ABOUT: Final = f'name="{{}}", version="{__version__}", author="the Tengen authors"'
_POINT: Final = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*")
_STONE: Final = re.compile(r"\s*([0-9]{1,4})\s*,\s*([0-9]{1,4})\s*,\s*([123])\s*")
_OWN, _OPPONENTS = "1", "2"
_COMMAND: Final = re.compile(r"\s*[A-Za-z]")
_COLOR_WORDS: Final = tuple(color.word for color in COLORS)
_SWAP_STONES: Final = (0, 3, 5)
_FIRST_STONES: Final = 3
_MOST_PARTS: Final = 3
"""A choice and two stones are the longest answer to a board with colours to choose."""


class GomocupSession:
    """A talk from the first line to the last. It ends with END or the end of the lines only."""

    def __init__(
        self, thinker: Thinker, lines: LineReader, answers: LineWriter, rng: Random, now_ms: Callable[[], int]
    ) -> None:
        self._thinker = thinker
        self._lines = lines
        self._answers = answers
        self._rng = rng
        self._now_ms = now_ms
        self._has_search = native.searches(thinker.kind.name) and thinker.other is None
        self._limits = GomocupLimits(has_tables=self._has_search)
        self._size: int | None = None
        self._stones: list[Stone] = []
        self._unread: str | None = None  # a command that came in the middle of a list
        self._commands: dict[str, Callable[[str], str]] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "BOARD": self._board,
            "SWAP2BOARD": self._swap2board,
            "PLAY": self._play,
            "TAKEBACK": self._takeback,
            "INFO": self._info,
            "ABOUT": lambda _: _ABOUT.format((thinker.other or "Tengen").replace('"', "'")),
        }

    def run(self) -> None:
        """Answer every command. Raises Gone when nobody listens."""
        try:
            self._talk()
        finally:
            use_memory(None)

    def _talk(self) -> None:
        while (line := self._next()) is not None:
            word, _, rest = line.strip().partition(" ")
            if not word:
                continue
            if word.upper() == "END":
                break
            try:
                answer = self._answer(word.upper(), rest.strip())
            except Refused as refusal:
                answer = f"ERROR {refusal}"
            except EngineFault as fault:  # of another engine that thinks for us
                answer = f"ERROR {fault.text()}"
            except Gone:
                raise
            except Exception:  # a mistake of ours must not cost the match
                traceback.print_exc(file=sys.stderr)
                answer = "ERROR internal error"
            if answer:
                self._answers.line(answer)

    def _next(self) -> str | None:
        line, self._unread = self._unread, None
        return self._lines.next() if line is None else line

    def _answer(self, word: str, rest: str) -> str:
        command = self._commands.get(word)
        return "UNKNOWN command" if command is None else command(rest)

    # --- games

    def _start(self, rest: str) -> str:
        size = int(rest) if re.fullmatch(r"[0-9]{1,4}", rest) else 0
        if size not in self._thinker.kind.rules.SIZES:
            raise Refused("unsupported size")
        self._size = size
        return self._restart("")

    def _rectstart(self, rest: str) -> str:
        found = _POINT.fullmatch(rest)
        if found is None or found[1] != found[2]:
            raise Refused("only square boards are supported")
        return self._start(found[1])

    def _restart(self, rest: str) -> str:
        del rest
        self._ready()
        self._stones.clear()
        self._limits.restart()
        return "OK"

    def _ready(self) -> int:
        if self._size is None:
            raise Refused("no board: START comes first")
        return self._size

    def _info(self, rest: str) -> str:
        key, _, value = rest.partition(" ")
        self._limits.tell(key.lower(), value.strip())
        use_memory(self._limits.memory_mb)
        return ""

    # --- stones

    def _begin(self, rest: str) -> str:
        del rest
        self._ready()
        if self._stones:
            raise Refused("the board is not empty")
        return self._move([])

    def _turn(self, rest: str) -> str:
        return self._move([*self._stones, Stone(self._free_point(rest), False)])

    def _play(self, rest: str) -> str:
        point = self._free_point(rest)
        self._stones.append(Stone(point, True))
        return _word(point)

    def _takeback(self, rest: str) -> str:
        self._ready()
        found = _POINT.fullmatch(rest)
        point = Point(int(found[1]), int(found[2])) if found else None
        kept = [stone for stone in self._stones if stone.point != point]
        if len(kept) == len(self._stones):
            raise Refused("there is no such stone")
        self._stones = kept
        return "OK"

    def _board(self, rest: str) -> str:
        del rest
        listed, is_whole = self._list(_STONE)
        size = self._ready()
        stones = [Stone(Point(int(x), int(y)), field == _OWN) for x, y, field in listed if field in (_OWN, _OPPONENTS)]
        points = [stone.point for stone in stones]
        if not is_whole or len(stones) < len(listed) or not are_free(points, size):
            raise Refused("this board cannot be read")
        return self._move(stones)

    def _list(self, form: re.Pattern[str]) -> tuple[list[tuple[str, ...]], bool]:
        """The lines up to DONE, and whether all had their form. Another command ends the list before its time."""
        found: list[tuple[str, ...]] = []
        is_whole = True
        while (line := self._lines.next()) is not None:
            if line.strip().upper() == "DONE":
                return found, is_whole
            match = form.fullmatch(line.strip())
            if match is not None:
                found.append(match.groups())
            elif _COMMAND.match(line):
                self._unread = line
                break
            elif line.strip():
                is_whole = False
        return found, False

    def _free_point(self, rest: str) -> Point:
        size = self._ready()
        found = _POINT.fullmatch(rest)
        point = Point(int(found[1]), int(found[2])) if found else None
        if point is None or not are_free([*(stone.point for stone in self._stones), point], size):
            raise Refused("this point cannot be taken")
        return point

    # --- thinking

    def _move(self, stones: list[Stone]) -> str:
        """Our move after these stones, which stand on the board from now on, and ours with them."""
        turn = turn_after(stones, self._rules())
        thoughts = Analysis()

        def hear(analysis: Analysis) -> None:
            nonlocal thoughts
            thoughts = analysis

        with self._hurried() as (budget, stop):
            action = self._thinker.choose(turn, budget, stop, Interest(hear))
        if not isinstance(action, Place):
            raise Refused("the player resigns")
        self._tell_proof(proven_win(turn, thoughts), action)
        self._stones = [*stones, Stone(action.point, True)]
        return _word(action.point)

    def _tell_proof(self, win: ProvenWin | None, action: Place) -> None:
        """Say who is proven to win and how, in a line that managers show and else pass over."""
        if win is not None and win.line[0] == action.point:
            self._answers.line(f"MESSAGE {proof_words(win)}: {win.told(_word)}")

    def _rules(self, opening: str = "free") -> Ruleset:
        preset = self._limits.preset
        if preset is None:
            raise Refused("these rules are not supported")
        return self._thinker.kind.rules.parse(self._ready(), {"preset": preset, "opening": opening})

    def _hurried(self) -> _Hurry:
        return _Hurry(self._limits, self._lines, self._now_ms)

    # --- an opening in which colours are chosen

    def _swap2board(self, rest: str) -> str:
        del rest
        listed, is_whole = self._list(_POINT)
        size = self._ready()
        points = [Point(int(x), int(y)) for x, y in listed]
        if not is_whole or len(points) not in _SWAP_STONES or not are_free(points, size):
            raise Refused("this board cannot be read")
        ruleset = self._rules("swap2")
        timeline = Timeline.begin(ruleset)
        if not points:
            return " ".join(map(_word, self._first_stones(timeline)))
        for point in points:
            if timeline.state.phase == CHOICE:
                further = [word for word in ruleset.choices(timeline.state) if word not in _COLOR_WORDS]
                timeline = timeline.act(Choose(ruleset.actors(timeline.state)[0], further[0]))
            timeline = timeline.act(Place(ruleset.actors(timeline.state)[0], point))
        with self._hurried() as (budget, stop):
            return self._option(timeline, budget, stop)

    def _first_stones(self, timeline: Timeline) -> list[Point]:
        """Three stones to choose colours by: what a search knows to be even, where one plays for us."""
        if not (self._has_search and self._thinker.strength.searches):
            return opening_stones(timeline.ruleset.size, self._rng)
        with self._hurried() as (budget, stop):
            return self._placed(timeline, _FIRST_STONES, _shared(budget), stop)

    def _placed(self, timeline: Timeline, count: int, budget: Budget, stop: StopToken) -> list[Point]:
        """So many stones of this side, one after the other."""
        points: list[Point] = []
        while len(points) < count:
            action = self._thinker.choose(Turn.of(timeline), budget, stop)
            assert isinstance(action, Place), "this is the moment of a stone"
            timeline = timeline.act(action)
            points.append(action.point)
        return points

    def _option(self, timeline: Timeline, budget: Budget, stop: StopToken) -> str:
        """SWAP to take Black; the next stone to stay with White; two to leave the choice to the other side.

        The budget is for all of the answer, so each of its parts gets a share.
        """
        budget = _shared(budget)
        chosen = self._thinker.choose(Turn.of(timeline), budget, stop)
        assert isinstance(chosen, Choose), "this is the moment of a choice"
        if chosen.choice == BLACK.word:
            return "SWAP"
        count = 1 if chosen.choice == WHITE.word else 2
        return " ".join(map(_word, self._placed(timeline.act(chosen), count, budget, stop)))


class _Hurry:
    """The time of one answer: begins, is limited and is counted. END ends the thinking."""

    def __init__(self, limits: GomocupLimits, lines: LineReader, now_ms: Callable[[], int]) -> None:
        self._limits = limits
        self._now_ms = now_ms
        self._began_ms = now_ms()
        self._interrupting = lines.interrupting(StopToken(), lambda line: line.strip().upper() == "END")

    def __enter__(self) -> tuple[Budget, StopToken]:
        return self._limits.budget(), self._interrupting.__enter__()

    def __exit__(self, *error: object) -> None:
        self._interrupting.__exit__(None, None, None)
        self._limits.spend(self._now_ms() - self._began_ms)


def _shared(budget: Budget) -> Budget:
    """The budget for one part of an answer that has several."""
    return replace(budget, ms=None if budget.ms is None else budget.ms // _MOST_PARTS)


def _word(point: Point) -> str:
    return f"{point.x},{point.y}"
