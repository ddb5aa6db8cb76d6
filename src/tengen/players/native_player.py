"""The levels as compiled searches play them. What those lack, and whatever they do wrong, the generic search plays.

The Python rules judge every move that comes back; a move that they refuse is a fault of ours.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Final, TypeVar

from tengen.core import AGREE, BLACK, Action, Choose, Pass, Place, Resign
from tengen.players import native
from tengen.players.analysis import NO_INTEREST, Analysis, Avoid, Interest
from tengen.players.builtin import (
    DEFAULT_MS,
    MctsPlayer,
    Searched,
    counts_points,
    is_time_to_resign,
    second_thought,
    sensible_moves,
    since_dispute,
)
from tengen.players.machine import level_memory_mb, search_memory_mb, search_threads
from tengen.players.native import Limits, Searcher
from tengen.players.player import Player, StopToken, Turn
from tengen.players.time_policy import Budget, TimePolicy

_T = TypeVar("_T")

STRONGEST: Final = 10
"""The level that takes time and threads, and keeps what it knows. Those below begin every choice with nothing."""
STRETCH: Final = 3
"""A move that is worth it may take so many times what was planned."""

_SHARE_OF_MANNERS: Final = 10
"""The search has taken the time that was planned; to think about its choice again may take this part more, twice."""
_TOO_DEAR: Final = 0.05
"""Who has won gives up no more of that for the last points."""
_LEAST_MS: Final = 100
"""However late it is, whoever takes the place of a search that failed needs a little; second thoughts half of that."""

_log: Final = logging.getLogger(__name__)


class NativePlayer(Player):
    """The player of a searching level. Its search is made when it is first needed, and again for other rules.

    `fallback` plays what the search does not.
    """

    def __init__(self, level: int, rng: Random, fallback: MctsPlayer, name: str) -> None:
        self.name = name
        self.is_kept_between_moves = level == STRONGEST
        self._level = level
        self._seed = rng.getrandbits(64)
        self._fallback = fallback
        self._searcher: Searcher | None = None
        self._memory_mb = 0

    @property
    def time_policy(self) -> TimePolicy:
        return policy_of(self._level)

    async def choose(self, turn: Turn, budget: Budget, stop: StopToken) -> Action:
        return await self._choose(turn, budget, stop, None)

    async def choose_aloud(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest) -> Action:
        return await self._choose(turn, budget, stop, interest)

    async def analyze(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest = NO_INTEREST) -> Analysis:
        began = time.monotonic()
        if _is_search_for(turn):
            ms = budget.thinking_ms(turn.actor)
            limits = Limits(budget.nodes, ms, ms, exact=interest.exact, lines=interest.lines, avoid=interest.avoid)
            found = await self._asked(lambda search: search.think(limits, stop), turn, stop, interest)
            if found is not None:
                interest.tell(found)
                return found
        return await self._fallback.analyze(turn, _left_of(budget, turn, began), stop, interest)

    async def close(self) -> None:
        self._searcher = None
        await self._fallback.close()

    async def _choose(self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest | None) -> Action:
        began = time.monotonic()
        if _is_search_for(turn):
            found = _only_choice(turn) or await self._searched(turn, budget, stop, interest)
            if found is not None:
                return await self._mannerly(turn, found, budget, stop, interest) if counts_points(turn) else found
        budget = _left_of(budget, turn, began)
        if interest is None:
            return await self._fallback.choose(turn, budget, stop)
        return await self._fallback.choose_aloud(turn, budget, stop, interest)

    async def _mannerly(
        self, turn: Turn, found: Action, budget: Budget, stop: StopToken, interest: Interest | None
    ) -> Action:
        """What the search chose, or what good manners make of it: a pass, another move than a pass, or giving up."""
        rng, ms = Random(self._seed), budget.thinking_ms(turn.actor)
        part_ms = None if ms is None else max(ms // _SHARE_OF_MANNERS, _LEAST_MS // 2)
        chance = self._chance(turn)
        if await is_time_to_resign(turn, chance, rng, stop, part_ms):
            return Resign(turn.actor)
        passing = await second_thought(turn, Searched(found, chance), rng, stop, part_ms)
        if passing is None or stop.stopped:
            return found
        if not passing.gaining:
            return Pass(turn.actor)
        useless = frozenset(sensible_moves(turn.ruleset, turn.state)) - frozenset(passing.gaining)
        left = budget if part_ms is None else budget.at_most(part_ms, turn.actor)
        gained = await self._searched(turn, left, stop, interest, (Avoid(turn.actor, useless | {None}),))
        after = self._chance(turn)
        is_dear = chance is not None and after is not None and after < chance - _TOO_DEAR
        is_enough = passing.is_won and not passing.is_early and is_dear
        return found if gained is None or is_enough else gained

    def _chance(self, turn: Turn) -> float | None:
        """What the search gave the side to move; None where it has not said so."""
        win = None if self._searcher is None else self._searcher.latest().win
        return win if win is None or turn.actor is BLACK else 1 - win

    async def _searched(
        self, turn: Turn, budget: Budget, stop: StopToken, interest: Interest | None, avoid: tuple[Avoid, ...] = ()
    ) -> Action | None:
        """What the search chooses; None where it does not play this, or something is wrong with it."""
        limits = self._limits(turn, budget, (*(interest.avoid if interest else ()), *avoid))
        action = await self._asked(
            lambda search: search.choose(self._level, turn.actor, limits, stop), turn, stop, interest
        )
        if action is None:
            return None
        refusal = turn.ruleset.refusal(turn.state, action)
        if refusal is not None:
            self._note_fault(turn, f"chose {action}: {refusal}")
            return None
        if interest is not None and self._searcher is not None:
            interest.tell(self._searcher.latest())
        return action

    async def _asked(
        self, ask: Callable[[Searcher], _T], turn: Turn, stop: StopToken, interest: Interest | None
    ) -> _T | None:
        """What the search answers to this turn, telling on the way where somebody listens; None where there is none."""
        search: Searcher | None = None

        def think() -> _T | None:
            nonlocal search
            try:
                search = self._searcher_at(turn)
                return None if search is None else ask(search)
            except Exception as error:
                self._note_fault(turn, f"raised {type(error).__name__}", error)
                return None

        def tell() -> None:
            if interest is not None and search is not None and (latest := search.latest()).best:
                interest.tell(latest)

        return await _in_thread(think, stop, None if interest is None else interest.every_s, tell)

    def _searcher_at(self, turn: Turn) -> Searcher | None:
        """The search, gone to this turn; None for rules that it does not play."""
        turn = since_dispute(turn)
        search = self._searcher
        memory_mb = level_memory_mb() if self._level < STRONGEST else search_memory_mb()
        if search is None or search.ruleset != turn.ruleset or memory_mb != self._memory_mb:
            self._searcher = None  # its memory first
            search = self._searcher = self._made(turn, memory_mb)
            self._memory_mb = memory_mb
        if search is not None:
            search.sync(turn.setup, turn.actions)
        return search

    def _made(self, turn: Turn, memory_mb: int) -> Searcher | None:
        if not native.plays(turn.ruleset):
            return None
        threads = 1 if self._level < STRONGEST else search_threads()
        return native.searcher(turn.ruleset, self._seed, threads=threads, memory_mb=memory_mb)

    def _limits(self, turn: Turn, budget: Budget, avoid: tuple[Avoid, ...]) -> Limits:
        """As far as the strength goes, and no farther than the budget. Only the strongest level plans its time."""
        ms = budget.thinking_ms(turn.actor)
        if self._level < STRONGEST:
            return Limits(budget.nodes, most_ms=ms, avoid=avoid)
        if ms is None and budget.nodes is None:
            ms = DEFAULT_MS
        most_ms = budget.most_ms(turn.actor, STRETCH)
        longest_ms = round(1000 * self.longest_s)
        return Limits(budget.nodes, ms, ms if most_ms is None else min(most_ms, longest_ms), avoid=avoid)

    def _note_fault(self, turn: Turn, what: str, error: Exception | None = None) -> None:
        """Tell of a fault of ours, with all that is needed to see it again, and trust the search no more."""
        self._searcher = None
        _log.error(
            "the compiled search %s; the generic one plays instead. %s %s, seed %s, from %s after %s",
            what,
            self.name,
            turn.ruleset,
            self._seed,
            turn.setup,
            turn.actions,
            exc_info=error,
        )


def policy_of(level: int) -> TimePolicy:
    """How much later than planned the answer of a level may come."""
    return TimePolicy(stretch=STRETCH) if level == STRONGEST else TimePolicy()


def _is_search_for(turn: Turn) -> bool:
    """Whether this is a moment of moves, reached by moves and by disputes: others are not what searches know."""
    if turn.state.phase == AGREE or turn.ruleset.is_cleanup(turn.state):
        return False
    return all(isinstance(action, Place | Pass | Choose) for action in since_dispute(turn).actions)


def _only_choice(turn: Turn) -> Action | None:
    """What needs no thought, because nothing else can be done; None where something can."""
    ruleset, state = turn.ruleset, turn.state
    if ruleset.takes_every_empty(state) and len(state.position.board.empties()) > 1:
        return None
    actions = ruleset.legal_actions(state)
    return actions[0] if len(actions) == 1 else None


def _left_of(budget: Budget, turn: Turn, began: float) -> Budget:
    """What a search has left of a budget for whoever takes its place."""
    planned_ms = budget.thinking_ms(turn.actor)
    if planned_ms is None:
        return budget
    spent_ms = round(1000 * (time.monotonic() - began))
    return budget.at_most(max(planned_ms - spent_ms, _LEAST_MS), turn.actor)


async def _in_thread(
    think: Callable[[], _T], stop: StopToken, every_s: float | None, meanwhile: Callable[[], None]
) -> _T:
    """Think without blocking the loop. Who is cancelled stops it and waits: a search is asked one thing at a time."""
    running = asyncio.ensure_future(asyncio.to_thread(think))
    try:
        while not (await asyncio.wait([running], timeout=every_s))[0]:
            meanwhile()
    except BaseException:
        stop.stop()
        await asyncio.wait([running])
        raise
    return running.result()
