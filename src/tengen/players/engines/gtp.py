"""Engines that speak the Go Text Protocol, version 2. Go, and whatever else an engine plays over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

from tengen.core import (
    AGREE,
    BLACK,
    CHOICE,
    COLORS,
    PLAY,
    WHITE,
    Action,
    Agree,
    Board,
    Clock,
    ClockKind,
    Color,
    Move,
    Pass,
    Place,
    Resign,
    Ruleset,
)
from tengen.players.analysis import Analysis, Interest
from tengen.players.builtin import answer_to_marks
from tengen.players.engines.external import AnalysisTimeout, EngineReply, ExternalPlayer, Ply, Situation
from tengen.players.engines.gtp_words import (
    analysis_of,
    interest_words,
    read_vertex,
    stones_in_order,
    time_left,
    vertex,
)
from tengen.players.engines.process import EngineCannot, EngineFault, EngineProcess, EngineSilent
from tengen.players.engines.spec import EngineSpec
from tengen.players.player import StopToken, Turn
from tengen.players.time_policy import Budget

_QUICK_S: Final = 10.0
_SETTLING_S: Final = 60.0
_CLEAN_UP: Final = "kgs-genmove_cleanup"
_ANALYSING: Final = ("kata-analyze", "lz-analyze", "analyze")
_AVOIDING: Final = ("kata-analyze", "lz-analyze")
_KGS_RULES: Final = {
    "japanese": "japanese",
    "korean": "japanese",
    "chinese": "chinese",
    "chinese-kgs": "chinese",
    "aga": "aga",
    "new-zealand": "new_zealand",
}


class GtpRefusal(EngineFault):
    """The engine answered with a failure; it is alive and may be asked something else."""

    def __init__(self, command: str, said: str) -> None:
        super().__init__("refused", command=command.partition(" ")[0], said=said)


class GtpPlayer(ExternalPlayer):
    """An engine that is told moves with `play` and asked with `genmove`."""

    GOODBYE: ClassVar[str] = "quit"

    def __init__(self, spec: EngineSpec) -> None:
        super().__init__(spec)
        self._commands: frozenset[str] = frozenset()
        self._has_time = False

    async def greet(self, process: EngineProcess) -> None:
        lines = await self._command(process, "list_commands", within_s=self.spec.startup_s)
        self._commands = frozenset(word for line in lines for word in line.split())
        if "genmove" not in self._commands:
            raise EngineFault("protocol", protocol="GTP", said=" ".join(lines))
        words = [await self._optional(process, command) or [""] for command in ("name", "version")]
        self.title = " ".join(word[0] for word in words).strip()[:80]
        self._has_time = False

    async def begin(self, process: EngineProcess, situation: Situation) -> None:
        ruleset = situation.ruleset
        try:
            await self._command(process, f"boardsize {ruleset.size}")
        except GtpRefusal as refusal:
            raise EngineCannot("no_size", size=ruleset.size) from refusal
        await self._command(process, "clear_board")
        komi = ruleset.komi_points()
        if komi is not None:
            await self._optional(process, f"komi {komi:g}")
            await self._tell_rules(process, ruleset)
        await self._set_up(process, situation.turn)

    async def add(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> None:
        spec = situation.ruleset.board_spec()
        for ply in plies:
            try:
                await self._command(process, f"play {ply.color.word} {vertex(ply.move, spec)}")
            except GtpRefusal:
                if ply.move is not None or situation.ruleset.FEATURES.passes:
                    raise  # else the pass follows from the board, and the engine has made it by itself

    async def take_back(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> bool:
        if not situation.ruleset.FEATURES.passes and any(ply.move is None for ply in plies):
            return False
        for _ in plies:
            if await self._optional(process, "undo") is None:
                return False
        return True

    async def ask(self, process: EngineProcess, situation: Situation, budget: Budget, within_s: float) -> EngineReply:
        turn = situation.turn
        if turn.state.phase == AGREE:
            return EngineReply(await self._settle(process, turn))
        if turn.state.phase == CHOICE:
            raise EngineCannot("no_choice")
        await self._tell_time(process, turn.actor, budget)
        is_clean_up = turn.ruleset.is_cleanup(turn.state) and _CLEAN_UP in self._commands
        word = await self._generate(process, _CLEAN_UP if is_clean_up else "genmove", situation.color, within_s)
        if word == "pass" and turn.ruleset.counts_every_stone() and {_CLEAN_UP, "undo"} <= self._commands:
            await self._command(process, "undo")  # dead stones are to be taken off before the end
            word = await self._generate(process, _CLEAN_UP, situation.color, within_s)
        if word == "resign":
            return EngineReply(Resign(turn.actor), is_played=True)
        move = self._move(word, turn.ruleset)
        action = Pass(turn.actor) if move is None else Place(turn.actor, move)
        return EngineReply(action, is_played=True)

    async def examine(
        self, process: EngineProcess, situation: Situation, timeout: AnalysisTimeout, interest: Interest
    ) -> Analysis:
        """Let it think aloud, stop it with another command, and take what it said last."""
        command = next((command for command in _ANALYSING if command in self._commands), None)
        if command is None or situation.turn.state.phase != PLAY:
            raise EngineCannot("no_analysis")
        if interest.avoid and command not in _AVOIDING:
            raise EngineCannot("no_avoiding")
        spec = situation.ruleset.board_spec()
        found = Analysis()

        def hear(line: str) -> None:
            nonlocal found
            heard = analysis_of(line, spec, situation.color, in_points=command != _ANALYSING[0])
            if heard.best:
                found = heard
                interest.tell(found)

        await process.send(" ".join([command, situation.color.word, *interest_words(interest, spec)]))
        process.begin_answer(_QUICK_S)
        first = await process.line()
        if first[:1] != "=":
            raise GtpRefusal(command, first[1:])
        if not await self._listen(process, timeout, hear):
            await process.send("name")
            if not await self._listen(process, AnalysisTimeout(_QUICK_S, StopToken()), hear):
                raise EngineFault("deaf")
            await self._answer(process, "name", _QUICK_S)
        return found

    # --- the words of the protocol

    async def _command(self, process: EngineProcess, command: str, *, within_s: float = _QUICK_S) -> list[str]:
        """The lines of an answer. Raises GtpRefusal for a refusal, EngineFault for anything that is no answer."""
        await process.send(command)
        return await self._answer(process, command, within_s)

    async def _answer(self, process: EngineProcess, command: str, within_s: float) -> list[str]:
        process.begin_answer(within_s)
        first = await process.line()
        while not first.strip() or first.startswith("#"):  # some talk before they answer
            first = await process.line()
        if first[0] not in "=?":
            raise EngineFault("protocol", protocol="GTP", said=first)
        lines = [first[1:].lstrip("0123456789").strip()]
        while line := (await process.line()).strip():
            lines.append(line)
        if first[0] == "?":
            raise GtpRefusal(command, lines[0])
        return lines

    async def _optional(self, process: EngineProcess, command: str) -> list[str] | None:
        """Say something that an engine may not know; None if it did not."""
        if command.partition(" ")[0] not in self._commands:
            return None
        try:
            return await self._command(process, command)
        except GtpRefusal:
            return None

    async def _listen(self, process: EngineProcess, timeout: AnalysisTimeout, hear: Callable[[str], None]) -> bool:
        """Hear lines until an empty one ends the answer; False when it did not end in this time."""
        while (piece_s := timeout.piece_s()) is not None:
            process.begin_answer(piece_s)
            try:
                while line := (await process.line()).strip():
                    hear(line)
            except EngineSilent:
                continue
            return True
        return False

    async def _generate(self, process: EngineProcess, command: str, color: Color, within_s: float) -> str:
        lines = await self._command(process, f"{command} {color.word}", within_s=within_s)
        return lines[0].lower()

    def _move(self, word: str, ruleset: Ruleset) -> Move:
        try:
            return read_vertex(word, ruleset.board_spec())
        except ValueError:
            raise EngineFault("protocol", protocol="GTP", said=word) from None

    # --- what it is told before it is asked

    async def _tell_rules(self, process: EngineProcess, ruleset: Ruleset) -> None:
        preset = ruleset.preset
        if preset is None or await self._optional(process, f"kata-set-rules {preset}") is not None:
            return
        if preset in _KGS_RULES:
            await self._optional(process, f"kgs-rules {_KGS_RULES[preset]}")

    async def _set_up(self, process: EngineProcess, turn: Turn) -> None:
        """Stones that stand before the first move: handicap where the engine knows it, else placed one by one."""
        usual = turn.ruleset.initial().position.board
        board = turn.ruleset.initial(turn.setup).position.board
        has_own_start = any(usual.cells) and not turn.ruleset.FEATURES.handicap
        if not any(board.cells) or (has_own_start and board == usual):
            return
        if has_own_start:
            raise EngineCannot("no_setup")
        if not board.count(WHITE) and board.count(BLACK) > 1 and await self._set_handicap(process, turn, board):
            return
        spec = turn.ruleset.board_spec()
        for color, point in stones_in_order(board):
            await self._command(process, f"play {color.word} {vertex(point, spec)}")

    async def _set_handicap(self, process: EngineProcess, turn: Turn, board: Board) -> bool:
        spec = turn.ruleset.board_spec()
        words = " ".join(vertex(point, spec) for point in board.stones(BLACK))
        return await self._optional(process, f"set_free_handicap {words}") is not None

    async def _tell_time(self, process: EngineProcess, actor: Color, budget: Budget) -> None:
        clock = budget.clock
        if budget.ms is not None:  # so much for this move: a period of one stone
            seconds = max(budget.ms // 1000, 1)
            await self._optional(process, f"time_settings 0 {seconds} 1")
            await self._optional(process, f"time_left {actor.word} {seconds} 1")
        elif clock is not None:
            await self._tell_control(process, clock)
            for color in COLORS:
                side = clock.black if color is BLACK else clock.white
                await self._optional(process, f"time_left {color.word} {time_left(side)}")
        elif self._has_time:
            await self._optional(process, "time_settings 0 1 0")  # no limit any more
        self._has_time = budget.ms is not None or clock is not None

    async def _tell_control(self, process: EngineProcess, clock: Clock) -> None:
        control = clock.control
        main, period, increment = (-(-ms // 1000) for ms in (control.main_ms, control.period_ms, control.increment_ms))
        special = {
            ClockKind.BYOYOMI: f"kgs-time_settings byoyomi {main} {period} {control.periods}",
            ClockKind.FISCHER: f"kata-time_settings fischer {main} {increment}",
        }.get(control.kind)
        if special is None or await self._optional(process, special) is None:
            stones = control.stones or (1 if period else 0)
            await self._optional(process, f"time_settings {main} {period} {stones}")

    # --- the end of a game

    async def _settle(self, process: EngineProcess, turn: Turn) -> Action:
        """Call the stones dead that the engine calls dead; who calls others so is not agreed with."""
        if "final_status_list" not in self._commands:
            return Agree(turn.actor)
        try:
            lines = await self._command(process, "final_status_list dead", within_s=_SETTLING_S)
        except GtpRefusal:
            return Agree(turn.actor)
        moves = (self._move(word, turn.ruleset) for line in lines for word in line.split())
        dead = {move for move in moves if move is not None}
        board = turn.state.position.board
        return answer_to_marks(turn, dead, {point for point in board.points() if board[point]} - dead)
