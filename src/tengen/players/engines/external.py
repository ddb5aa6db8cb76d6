"""An engine as a player: started when first asked, told the game as far as it does not know it, judged by our rules."""

from __future__ import annotations

import asyncio
import time
from abc import abstractmethod
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from tengen.core import PLAY, Action, Color, ErrorCode, Move, Pass, Place, Resign, Ruleset, Setup
from tengen.players.analysis import NO_INTEREST, Analysis, Interest
from tengen.players.engines.process import EngineCannot, EngineFault, EngineProcess, EngineSilent, HostFault
from tengen.players.engines.spec import EngineSpec
from tengen.players.player import Player, StopToken, Turn
from tengen.players.time_policy import Budget, TimePolicy

_MOST_FAULTS: Final = 3
_LOOK_S: Final = 0.1
"""How often those who listen to an analysis look whether it was stopped."""


class Ply(NamedTuple):
    """A stone with its colour, or a pass."""

    color: Color
    move: Move


@dataclass(frozen=True, slots=True)
class Situation:
    """A turn, and everything that was put on its board since the beginning."""

    turn: Turn
    plies: tuple[Ply, ...]

    @classmethod
    def of(cls, turn: Turn) -> Situation:
        """What a turn is to an engine."""
        return cls(turn, _plies(turn))

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.turn.ruleset

    @property
    def color(self) -> Color:
        """The colour of the next stone, which in an opening may not be that of whoever places it."""
        return self.turn.state.position.to_move


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine chose, whether it has already played that itself, and what it thinks of it where it says so."""

    action: Action
    is_played: bool = False
    thought: Analysis | None = None


class Patience:
    """How long to listen to an analysis: for some time, unless stopped before."""

    def __init__(self, longest_s: float, stop: StopToken) -> None:
        self._until = time.monotonic() + longest_s
        self._stop = stop

    def piece_s(self) -> float | None:
        """How long to listen before asking again; None when there is no more."""
        left_s = self._until - time.monotonic()
        return None if left_s <= 0 or self._stop.stopped else min(left_s, _LOOK_S)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the engine has been told."""

    ruleset: Ruleset
    setup: Setup | None
    plies: tuple[Ply, ...]


class ExternalPlayer(Player):
    """An engine that speaks some protocol. A run that misbehaves is killed; the next choice starts another.

    After `_MOST_FAULTS` faults in a row it is not started again. Every fault is raised as EngineFault, and no text of
    anybody else's is ever sent to the program: only what the protocol's module makes of moves and numbers.
    """

    is_kept_between_moves = True
    is_external = True
    GOODBYE: ClassVar[str] = ""
    """The protocol's last word."""

    def __init__(self, spec: EngineSpec) -> None:
        self.spec = spec
        self.name = spec.name
        self.title = ""  # what the program calls itself
        self.thought: Analysis | None = None  # of its last choice
        self.faults = 0
        self._process: EngineProcess | None = None
        self._known: _Known | None = None

    # --- what a protocol says

    @abstractmethod
    async def greet(self, process: EngineProcess) -> None:
        """The first words, after which the engine is ready. Raises EngineFault."""

    @abstractmethod
    async def begin(self, process: EngineProcess, situation: Situation) -> None:
        """Tell the rules and the beginning of a game. Raises EngineCannot where the engine cannot play it."""

    @abstractmethod
    async def add(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> None:
        """Tell what was played since. Raises EngineFault."""

    async def take_back(self, process: EngineProcess, situation: Situation, plies: tuple[Ply, ...]) -> bool:
        """Take the last plies back; False where this engine must be told the game anew."""
        del process, situation, plies
        return False

    @abstractmethod
    async def ask(self, process: EngineProcess, situation: Situation, budget: Budget, within_s: float) -> Answer:
        """Its choice. Raises EngineFault when none comes in time."""

    async def examine(
        self, process: EngineProcess, situation: Situation, patience: Patience, interest: Interest
    ) -> Analysis:
        """What it thinks of the position. Raises EngineCannot where it offers no such thing."""
        del process, situation, patience, interest
        raise EngineCannot("no_analysis")

    # --- what all have in common

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """Its choice, which our rules allow. Raises EngineFault."""
        del stop  # an engine cannot be hurried; whoever has no more patience cancels
        ruleset, state = turn.ruleset, turn.state
        if ruleset.can_pass(state) and not ruleset.legal_points(state):
            return Pass(turn.actor)  # nothing to think about, and some engines know no such pass
        async with self._told(turn) as (process, situation):
            within_s = self.time_policy.answer_s(budget, turn.actor, self.longest_s)
            answer = await self.ask(process, situation, budget, within_s)
            refusal = ruleset.refusal(state, answer.action)
            if refusal is ErrorCode.OPENING_RULE:
                raise EngineCannot("no_opening")
            if refusal is not None:
                raise EngineFault("illegal", move=_shown(turn, answer.action))
            if answer.is_played:
                plies = (*situation.plies, *_ply_of(answer.action, situation.color))
                self._known = _Known(ruleset, turn.setup, plies)
            self.thought = answer.thought
        return answer.action

    async def choose_or_end(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        """The same choice for who cannot wait for it when stopped: then the program is ended. Raises EngineFault."""
        choosing = asyncio.ensure_future(self.choose(turn, budget, stop))
        stopping = asyncio.ensure_future(stop.as_event().wait())
        try:
            await asyncio.wait((choosing, stopping), return_when=asyncio.FIRST_COMPLETED)
            if not choosing.done():
                raise EngineFault("stopped")
        finally:
            for task in (choosing, stopping):
                task.cancel()
            await asyncio.wait((choosing, stopping))
        return choosing.result()

    async def prepare(self, turn: Turn) -> None:
        """Start the program and tell it the game, before anybody counts the time. Raises EngineFault."""
        async with self._told(turn):
            pass

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        """What the engine thinks of a position. Raises EngineFault."""
        ms = budget.thinking_ms(turn.actor)
        longest_s = self.longest_s if ms is None else min(ms / 1000, self.longest_s)
        async with self._told(turn) as (process, situation):
            return await self.examine(process, situation, Patience(longest_s, stop), interest)

    async def close(self) -> None:
        """End the program."""
        try:
            if self._process is not None:
                await self._process.dismiss(self.GOODBYE)
        finally:  # whoever is cancelled leaves nothing behind either
            await self._drop()

    @property
    def time_policy(self) -> TimePolicy:
        """As its entry in the list says; it plans its clock by itself."""
        return self.spec.time_policy

    @property
    def missing_program(self) -> str | None:
        """The program, where it cannot be found."""
        return self.spec.argv[0] if self.spec.program is None else None

    @property
    def complaints(self) -> list[str]:
        """The last lines that the running program wrote to its error stream."""
        return list(self._process.stderr) if self._process is not None else []

    @asynccontextmanager
    async def _told(self, turn: Turn) -> AsyncIterator[tuple[EngineProcess, Situation]]:
        """A running engine that knows the game. Whoever is disturbed in the middle of a talk is not talked to again."""
        situation = Situation.of(turn)
        try:
            process = await self._prepared(situation)
            yield process, situation
        except EngineCannot:
            self._known = None  # it may have heard or played a part
            raise
        except EngineFault as fault:
            self.faults += not isinstance(fault, HostFault)
            await self._drop()
            raise
        except BaseException:
            await self._drop()
            raise
        self.faults = 0

    async def _prepared(self, situation: Situation) -> EngineProcess:
        """The running engine, told the game. For all of that together it has the time of its start."""
        longest_s = self.spec.startup_s
        try:
            async with asyncio.timeout(longest_s):
                process = await self._ready(situation.ruleset)
                await self._tell(process, situation)
                return process
        except TimeoutError:
            raise EngineSilent(longest_s) from None

    async def _ready(self, ruleset: Ruleset) -> EngineProcess:
        if self.faults >= _MOST_FAULTS:
            raise EngineCannot("given_up", count=self.faults)
        if self.spec.rules and ruleset.preset not in self.spec.rules:
            raise EngineCannot("no_rules", rules=ruleset.preset or "-")
        if self._process is not None and self._process.is_running:
            return self._process
        if self._process is not None:  # it ended while nobody asked it anything
            raise await self._process.ended()
        self._process = process = EngineProcess(self.spec)
        await process.start()
        await self.greet(process)
        return process

    async def _tell(self, process: EngineProcess, situation: Situation) -> None:
        known, self._known = self._known, None
        ruleset, setup, plies = situation.ruleset, situation.turn.setup, situation.plies
        shared = -1
        if known is not None and (known.ruleset, known.setup) == (ruleset, setup):
            shared = _common(known.plies, plies)
            undone = known.plies[shared:]
            if undone and not await self.take_back(process, situation, undone):
                shared = -1
        if shared < 0:
            shared = 0
            await self.begin(process, situation)
        await self.add(process, situation, plies[shared:])
        self._known = _Known(ruleset, setup, plies)

    async def _drop(self) -> None:
        process, self._process, self._known = self._process, None, None
        if process is not None:
            await process.close()


def _plies(turn: Turn) -> tuple[Ply, ...]:
    """What was put on the board. While an opening lasts, the rules say of which colour a stone is."""
    ruleset, state = turn.ruleset, turn.ruleset.initial(turn.setup)
    plies: list[Ply] = []
    is_opening = True
    for action in turn.actions:
        is_opening = is_opening and state.phase != PLAY
        plies += _ply_of(action, state.position.to_move if is_opening else action.player)
        if is_opening:
            state = ruleset.apply(state, action)
    return tuple(plies)


def _ply_of(action: Action, color: Color) -> tuple[Ply, ...]:
    """The stone or the pass of an action; none of one that leaves the board alone."""
    match action:
        case Place(point=point):
            return (Ply(color, point),)
        case Pass():
            return (Ply(color, None),)
        case _:
            return ()


def _common(first: tuple[Ply, ...], second: tuple[Ply, ...]) -> int:
    """How many plies two games have in common from the beginning."""
    pairs = zip(first, second, strict=False)
    return next((index for index, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))


def _shown(turn: Turn, action: Action) -> str:
    point = getattr(action, "point", None)
    if point is None:
        return "resign" if isinstance(action, Resign) else type(action).__name__.lower()
    spec = turn.ruleset.board_spec()
    return spec.name(point) if 0 <= point.x < spec.columns and 0 <= point.y < spec.rows else f"{point.x},{point.y}"
