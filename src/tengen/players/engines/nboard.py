"""Engines that speak the NBoard protocol, version 2. Games are told in GGF, so it is for the game of that format alone.

The engine never plays by itself: it is told every move, its own too. Values are discs for the side to move. With a
depth of `100%` they are exact, with `100%W` it is proven who wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import ClassVar, Final, NamedTuple

from tengen.core import BLACK, EMPTY, PLAY, WHITE, Color, GameError, Move, Pass, Place, Ruleset
from tengen.players.analysis import Analysis, Candidate, Interest
from tengen.players.engines.external import AnalysisTimeout, EngineReply, ExternalPlayer, Ply, Situation
from tengen.players.engines.process import EngineCannot, EngineFault, EngineProcess, EngineSilent
from tengen.players.engines.spec import EngineSpec
from tengen.players.time_policy import Budget

_QUICK_S: Final = 10.0
_SIGNS: Final = {EMPTY: "-", BLACK: "*", WHITE: "O"}
_PASSES: Final = ("PA", "PASS", "PS", "--")
_HINTS: Final = 8
_VALUE: Final = re.compile(r"[+-]?[0-9]{1,4}(?:\.[0-9]{1,6})?")
_HEARD: Final = re.compile(rf"(?:search|book)\s+([A-Za-z0-9-]+)\s+({_VALUE.pattern})(?:\s+\S+\s+(\S+))?(?:\s.*)?")
_EXACT: Final = "100%"
_SOLVED: Final = "100%W"
_PLACE: Final = re.compile(r"[A-Za-z][0-9]{1,2}|--")


class NboardPlayer(ExternalPlayer):
    """An engine that is told moves with `move` and asked with `go`."""

    GOODBYE: ClassVar[str] = "quit"

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._pings = 0

    async def greet(self, process: EngineProcess) -> None:
        await process.send("nboard 2")
        await self._ping(process, self.spec.startup_s)
        if self.spec.depth is not None:
            await process.send(f"set depth {self.spec.depth}")

    async def begin(self, process: EngineProcess, situation: Situation) -> None:
        await process.send(f"set game {game_text(situation)}")

    async def add(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> None:
        for ply in plies:
            await process.send(f"move {_word(ply.move, situation.ruleset)}//0.00")

    async def ask(self, process: EngineProcess, situation: Situation, budget: Budget, within_s: float) -> EngineReply:
        turn = situation.turn
        if turn.state.phase != PLAY:
            raise EngineCannot("no_game")
        left_s = _left_s(situation, budget)
        if left_s is not None:  # its clock is part of the game
            await process.send(f"set game {game_text(situation, situation.plies, left_s)}")
        await self._ping(process, _QUICK_S)
        await process.send("go")
        process.begin_answer(within_s)
        while not (line := await self._heard(process)).startswith("==="):
            pass
        word, value = _answer(line[3:])
        move = _read(word, situation.ruleset)
        action = Pass(turn.actor) if move is None else Place(turn.actor, move)
        thought = Analysis.of([_Hint((move,), value).candidate(situation.color)]) if value else None
        return EngineReply(action, thought=thought)

    async def examine(
        self, process: EngineProcess, situation: Situation, timeout: AnalysisTimeout, interest: Interest
    ) -> Analysis:
        """Ask for hints, and take for each move what is said of it last."""
        if interest.avoid:
            raise EngineCannot("no_avoiding")
        await self._ping(process, _QUICK_S)
        found: dict[Move, _Hint] = {}

        def hear(line: str) -> None:
            match = _HEARD.fullmatch(line)
            moves = match and _line(match[1], situation.ruleset)
            if match and moves:
                found[moves[0]] = _Hint(moves, match[2], match[3])
                interest.tell(_ranked(found, situation.color))

        await process.send(f"hint {_HINTS}")
        while (piece_s := timeout.piece_s()) is not None:
            process.begin_answer(piece_s)
            with suppress(EngineSilent):
                while True:
                    hear(await self._heard(process))
        await self._ping(process, _QUICK_S, hear)
        return _ranked(found, situation.color)

    async def _ping(self, process: EngineProcess, within_s: float, hear: Callable[[str], object] = str) -> None:
        """Have it stop whatever it does; when it answers, it has understood all that it was told before."""
        self._pings += 1
        await process.send(f"ping {self._pings}")
        process.begin_answer(within_s)
        while (line := await self._heard(process)).split() != ["pong", str(self._pings)]:
            hear(line)

    async def _heard(self, process: EngineProcess) -> str:
        """The next line. Most may be left out: how far it is, what it does."""
        line = (await process.line()).strip()
        if line.startswith("set myname "):
            self.title = line.removeprefix("set myname ").strip()[:80]
        return line


def game_text(situation: Situation, plies: tuple[Ply, ...] = (), left_s: int | None = None) -> str:
    """A game in GGF, on one line, with the time that both have left. Its players have no names."""
    ruleset = situation.ruleset
    start = ruleset.initial(situation.turn.setup).position
    size, cells = ruleset.size, "".join(_SIGNS[cell] for cell in start.board.cells)
    rows = " ".join(cells[first : first + size] for first in range(0, len(cells), size))
    time = "" if left_s is None else f"TI[{left_s // 60:02}:{left_s % 60:02}]"
    moves = "".join(f"{'B' if ply.color is BLACK else 'W'}[{_word(ply.move, ruleset)}]" for ply in plies)
    head = f"GM[Othello]PC[Tengen]PB[Black]PW[White]RE[?]{time}TY[{size}]"
    return f"(;{head}BO[{size} {rows} {_SIGNS[start.to_move]}]{moves};)"


def _left_s(situation: Situation, budget: Budget) -> int | None:
    """The seconds that it may still use in this game. A limit for this move is taken as one for each of its moves."""
    color = situation.turn.actor
    if budget.ms is None and budget.clock is not None:
        side = budget.clock.black if color is BLACK else budget.clock.white
        return max(side.total_ms // 1000, 1)
    if budget.ms is None:
        return None
    moves = -(-len(situation.turn.state.position.board.empties()) // 2)
    return max(budget.ms * moves // 1000, 1)


def _answer(text: str) -> tuple[str, str]:
    """The move and its value in `F5/1.50/0.2`, or with spaces as some write it; an empty value where none is told."""
    parts = [part.strip() for part in (text.split("/") if "/" in text else text.split())]
    word, value = (*parts, "", "")[:2]
    return word, value if _VALUE.fullmatch(value) else ""


def _word(move: Move, ruleset: Ruleset) -> str:
    return "PA" if move is None else ruleset.board_spec().name(move).upper()


def _read(word: str, ruleset: Ruleset) -> Move:
    if word.upper() in _PASSES:
        return None
    try:
        return ruleset.board_spec().parse(word)
    except GameError:
        raise EngineFault("protocol", protocol="NBoard", said=word) from None


def _line(words: str, ruleset: Ruleset) -> tuple[Move, ...]:
    """A line such as `F5d6C3`, as far as it can be read."""
    moves: list[Move] = []
    for word in _PLACE.findall(words.upper().replace("PASS", "--").replace("PA", "--")):
        try:
            moves.append(_read(word, ruleset))
        except EngineFault:
            break
    return tuple(moves)


class _Hint(NamedTuple):
    """What is said of a move: the line, its value and how deep that looks, if it is told."""

    line: tuple[Move, ...]
    value: str
    depth: str | None = None

    def candidate(self, to_move: Color) -> Candidate:
        """The same for Black. A value that only says who wins is no margin."""
        margin = float(self.value) if to_move is BLACK else -float(self.value)
        if self.depth not in (_EXACT, _SOLVED):
            return Candidate(self.line, margin=margin)
        win = 0.5 if margin == 0 else float(margin > 0)
        return Candidate(self.line, win, margin if self.depth == _EXACT else None, is_certain=True)


def _ranked(found: dict[Move, _Hint], to_move: Color) -> Analysis:
    """The moves, best first. Where the best has an exact value, so has the position."""
    hints = sorted(found.values(), key=lambda hint: -float(hint.value))
    analysis = Analysis.of(hint.candidate(to_move) for hint in hints)
    if hints and hints[0].depth == _EXACT and float(hints[0].value).is_integer():
        return replace(analysis, exact=int(float(hints[0].value)))
    return analysis
