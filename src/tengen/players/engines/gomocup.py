"""Engines that speak the protocol of Gomocup and Piskvork, called brains. Lines of stones on a board, nothing else.

A brain is not told moves and then asked: what tells it the position also asks it for a move. Points are `x,y` from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import ClassVar, Final

from tengen.core import BLACK, CHOICE, COLORS, OPENING, WHITE, Action, Board, Choose, Color, Place, Point
from tengen.players.engines.external import Answer, ExternalPlayer, Ply, Situation
from tengen.players.engines.process import EngineCannot, EngineFault, EngineProcess, EngineSilent
from tengen.players.engines.spec import EngineSpec
from tengen.players.time_policy import Budget

_RULES: Final = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 8}
_READ_AS_NUMBERS: Final = ("rapfi", "yixin")
"""Programs that take the bits of a rule for its number, and play something else where they know no such number."""
_SWAPPING: Final = ("swap", "swap2")
_FIRST_STONES, _SECOND_STONES = 3, 5
"""How many stones stand when a colour is chosen, and when it is chosen once more."""

_QUICK_S: Final = 5.0
_ABOUT_S: Final = 2.0
_USUAL_MS: Final = 5_000
"""What a brain is given for a move that nobody limited; by itself it would take half a minute."""
_UNLIMITED: Final = 2**31 - 1
_AGAINST_A_PROGRAM: Final = 1
_TALK: Final = ("MESSAGE", "DEBUG")
_POINT: Final = re.compile(r"([0-9]{1,3})\s*,\s*([0-9]{1,3})")
_POINTS: Final = re.compile(rf"{_POINT.pattern}(?:\s+{_POINT.pattern}){{0,2}}")
_LIKE_POINTS: Final = re.compile(r"[+-]?[0-9]+(?:[\s,]+[+-]?[0-9]+)+[\s,]*")
_OF_INFO: Final = re.compile(
    r"\b(info|rule|game_type|max_memory|max_node|timeout_turn|timeout_match|time_left)\b", re.IGNORECASE
)
"""In an UNKNOWN: it is said of what was told before the question."""
_ABOUT: Final = re.compile(r'(name|version)\s*=\s*"([^"]*)"', re.IGNORECASE)


class GomocupPlayer(ExternalPlayer):
    """A brain. It thinks of the stones as its own and the opponent's, so it is told anew when it changes colours."""

    GOODBYE: ClassVar[str] = "END"

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._size: tuple[int, int] | None = None
        self._has: tuple[Ply, ...] | None = None  # what stands on its board; None when that is not known
        self._color: Color | None = None  # which of it is its own
        self._plan: dict[tuple[Ply, ...], Point] = {}  # stones of an opening that it has already named

    async def greet(self, process: EngineProcess) -> None:
        """Ask for its name. Some say nothing before the first game."""
        self._size = None
        await process.send("ABOUT")
        process.begin_answer(_ABOUT_S)
        found: dict[str, str] = {}
        try:
            while not found:
                found = {key.lower(): word for key, word in _ABOUT.findall(await process.line())}
        except EngineSilent:
            return
        self.title = f"{found.get('name', '')} {found.get('version', '')}".strip()[:80]

    async def begin(self, process: EngineProcess, situation: Situation) -> None:
        rule = _RULES.get(str(situation.ruleset.options().get("line")))
        if rule is None:
            raise EngineCannot("no_game")
        if rule == _RULES["caro"] and self.title.lower().startswith(_READ_AS_NUMBERS):
            raise EngineCannot("no_rules", rules=situation.ruleset.preset or "caro")
        spec = situation.ruleset.board_spec()
        size = (spec.columns, spec.rows)
        if self._size != size or not await self._agrees(process, "RESTART"):
            word = f"START {spec.columns}" if spec.columns == spec.rows else f"RECTSTART {spec.columns},{spec.rows}"
            if not await self._agrees(process, word, self.spec.startup_s):
                raise EngineCannot("no_size", size=spec.columns)
        self._size, self._color = size, None
        self._plan.clear()
        self._has = None if any(_start(situation).cells) else ()
        memory = min(self.spec.memory_mb * 2**20 // 2, _UNLIMITED)  # the other half is for the program itself
        for key, value in (("rule", rule), ("game_type", _AGAINST_A_PROGRAM), ("max_memory", memory)):
            await process.send(f"INFO {key} {value}")

    async def add(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> None:
        """Nothing yet: it is told with the question."""

    async def take_back(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> bool:
        del situation
        for ply in reversed(plies):
            if ply.move is None or not self._has or self._has[-1] != ply:
                return False
            if not await self._agrees(process, f"TAKEBACK {_word(ply.move)}"):
                return False
            self._has = self._has[:-1]
        return True

    async def ask(self, process: EngineProcess, situation: Situation, budget: Budget, within_s: float) -> Answer:
        turn = situation.turn
        await self._tell_time(process, turn.actor, budget)
        planned = None if turn.state.phase == CHOICE else self._plan.get(situation.plies)
        if planned is not None:
            return Answer(Place(turn.actor, planned))
        if turn.state.phase == CHOICE or (turn.state.phase == OPENING and _may_swap(situation)):
            action = await self._open(process, situation, within_s)
            if action is not None:
                return Answer(action)
        point = await self._play(process, situation, within_s)
        self._has, self._color = (*situation.plies, Ply(situation.color, point)), situation.color
        return Answer(Place(turn.actor, point), is_played=True)

    # --- a move

    async def _play(self, process: EngineProcess, situation: Situation, within_s: float) -> Point:
        """Tell what is new and ask; tell everything where it cannot be told as one move of the opponent."""
        plies, has = situation.plies, self._has
        new = None if has is None or plies[: len(has)] != has else plies[len(has) :]
        if new == () and not plies:
            await process.send("BEGIN")
        elif new and len(new) == 1 and new[0].color is not situation.color and self._color in (None, situation.color):
            await process.send(f"TURN {_word(new[0].move)}")
        else:
            if has != ():
                await self.begin(process, situation)
            await self._send_board(process, situation)
        points = await self._points(process, within_s, may_not_know=False)
        if not points or len(points) > 1:
            raise EngineFault("protocol", protocol="Gomocup", said=" ".join(map(_word, points or ())) or "SWAP")
        return points[0]

    async def _send_board(self, process: EngineProcess, situation: Situation) -> None:
        """Every stone in the order in which they were played. Those of a set-up have none, so colours alternate."""
        board = _start(situation)
        pairs = zip_longest(board.stones(BLACK), board.stones(WHITE))
        stones = [Ply(color, point) for pair in pairs for color, point in zip(COLORS, pair, strict=True) if point]
        await process.send("BOARD")
        for color, point in (*stones, *situation.plies):
            await process.send(f"{_word(point)},{1 if color is situation.color else 2}")
        await process.send("DONE")

    # --- openings in which colours are chosen

    async def _open(self, process: EngineProcess, situation: Situation, within_s: float) -> Action | None:
        """Its choice of a colour, or a stone of the opening; None for a stone that must be asked for like any other."""
        turn, plies = situation.turn, situation.plies
        count = len(plies)
        told = _SECOND_STONES if count >= _SECOND_STONES else _FIRST_STONES if count >= _FIRST_STONES else 0
        await process.send("SWAP2BOARD")
        for ply in plies[:told]:
            await process.send(_word(ply.move))
        await process.send("DONE")
        points = await self._points(process, within_s, may_not_know=True)
        self._has = None
        if turn.state.phase == CHOICE:
            return self._choice(situation, points)
        board = turn.state.position.board
        free = [point for point in points or () if point not in board or board[point] is None]
        self._intend(situation, free[: (_SECOND_STONES if told else _FIRST_STONES) - count])
        return Place(turn.actor, free[0]) if free else None

    def _choice(self, situation: Situation, points: list[Point] | None) -> Choose:
        """SWAP takes Black; a stone goes with White; two leave the choice to the other. Who knows nothing stays."""
        turn = situation.turn
        further = [choice for choice in turn.ruleset.choices(turn.state) if choice not in (BLACK.word, WHITE.word)]
        if points is None:
            return Choose(turn.actor, turn.actor.word)
        if not points:
            return Choose(turn.actor, BLACK.word)
        if len(points) == 2 and further:
            self._intend(situation, points)
            return Choose(turn.actor, further[0])
        self._intend(situation, points[:1])
        return Choose(turn.actor, WHITE.word)

    def _intend(self, situation: Situation, points: Iterable[Point]) -> None:
        """Remember the stones that it has named, to be placed one after the other."""
        self._plan.clear()
        plies, color = situation.plies, situation.color
        for point in points:
            self._plan[plies] = point
            plies, color = (*plies, Ply(color, point)), color.other

    # --- the words of the protocol

    async def _tell_time(self, process: EngineProcess, actor: Color, budget: Budget) -> None:
        turn_ms, match_ms, left_ms = budget.thinking_ms(actor), 0, _UNLIMITED
        if budget.ms is None and budget.clock is not None and budget.clock.control.main_ms:
            side = budget.clock.black if actor is BLACK else budget.clock.white
            match_ms, left_ms = budget.clock.control.main_ms, side.total_ms
        turn_ms = _USUAL_MS if turn_ms is None else max(turn_ms, 1)
        told = {"timeout_turn": turn_ms, "timeout_match": match_ms, "time_left": left_ms}
        if budget.nodes is not None:
            told["max_node"] = budget.nodes  # some know it
        for key, value in told.items():
            await process.send(f"INFO {key} {min(value, _UNLIMITED)}")

    async def _agrees(self, process: EngineProcess, command: str, within_s: float = _QUICK_S) -> bool:
        """Whether it answers OK to a command. To say nothing at all is no answer to START, and a no to others."""
        await process.send(command)
        process.begin_answer(within_s)
        while True:
            try:
                word = (await self._heard(process)).partition(" ")[0].upper()
            except EngineSilent:
                if "START" in command and command != "RESTART":
                    raise
                return False
            if word in ("OK", "ERROR", "UNKNOWN"):
                return word == "OK"

    async def _points(self, process: EngineProcess, within_s: float, *, may_not_know: bool) -> list[Point] | None:
        """The points that it names, none for SWAP; None when it does not know what it was asked, if it may."""
        process.begin_answer(within_s)
        strange = ""
        while True:
            try:
                line = await self._heard(process)
            except EngineSilent as silent:
                raise (EngineFault("protocol", protocol="Gomocup", said=strange) if strange else silent) from None
            if _POINTS.fullmatch(line):
                return [Point(int(x), int(y)) for x, y in _POINT.findall(line)]
            word = line.partition(" ")[0].upper()
            if word == "SWAP":
                return []
            if word == "UNKNOWN" and not _OF_INFO.search(line):
                if may_not_know:
                    return None
                raise EngineFault("refused", command="TURN", said=line)
            if word == "ERROR":
                raise EngineFault("refused", command="SWAP2BOARD" if may_not_know else "TURN", said=line[5:])
            if _LIKE_POINTS.fullmatch(line):
                raise EngineFault("protocol", protocol="Gomocup", said=line)
            if word != "OK":  # that one came late
                strange = strange or line

    async def _heard(self, process: EngineProcess) -> str:
        """The next line that is more than talk. What it suggests, it shall play."""
        while True:
            line = (await process.line()).strip()
            word, _, rest = line.partition(" ")
            if word.upper() == "SUGGEST" and (point := _POINT.fullmatch(rest.strip())):
                await process.send(f"PLAY {point[1]},{point[2]}")
            elif line and word.upper() not in _TALK:
                return line


def _start(situation: Situation) -> Board:
    """The board before the first move."""
    return situation.ruleset.initial(situation.turn.setup).position.board


def _may_swap(situation: Situation) -> bool:
    return situation.ruleset.options().get("opening") in _SWAPPING


def _word(point: Point | None) -> str:
    assert point is not None, "there are no passes here"
    return f"{point.x},{point.y}"
