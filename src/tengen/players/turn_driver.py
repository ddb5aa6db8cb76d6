"""How a player is made to take its turn: asked within its time, asked again where that is wanted, its faults as values.

Servers, referees, engines and consoles all ask here. Judges no move: whoever plays it applies the rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto

from tengen.core import Action
from tengen.players.analysis import Interest
from tengen.players.engines import EngineCannot, EngineFault, HostFault
from tengen.players.player import Player, StopToken, Turn
from tengen.players.time_policy import Budget


class How(Enum):
    """In which way a player failed."""

    CANNOT = auto()
    """It does not know this game, these rules or this question; to ask again is of no use."""
    FAULT = auto()
    """An engine did something wrong."""
    HOST = auto()
    """This machine is short of something, which is nobody's fault."""
    CRASHED = auto()
    """It raised what nobody expected."""
    LATE = auto()
    """No answer came in time."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A turn that was not taken, and what was raised instead."""

    how: How
    error: Exception

    @property
    def fault(self) -> EngineFault | None:
        """The fault in words, where an engine has one."""
        return self.error if isinstance(self.error, EngineFault) else None

    @property
    def may_be_asked_again(self) -> bool:
        """Whether it is an engine that may do better when it is asked once more."""
        return self.fault is not None and self.how is not How.CANNOT

    def text(self, language: str = "en") -> str:
        """What went wrong, one line."""
        return self.fault.text(language) if self.fault is not None else f"{type(self.error).__name__}: {self.error}"


async def drive_turn(
    player: Player,
    turn: Turn,
    budget: Budget,
    stop: StopToken | None = None,
    *,
    longest_ms: int | None = None,
    limit_ms: int | None = None,
    tries: int = 1,
    on_retry: Callable[[Failure], None] = lambda _: None,
    interest: Interest | None = None,
    ends_when_stopped: bool = False,
) -> Action | Failure:
    """The player's choice, or how it failed to make one. Raises nothing but what ends the caller itself.

    It plans at most `longest_ms`, and has failed after `limit_ms`. An engine that fails may be asked again, `tries`
    times in all; `on_retry` hears of every failure but the last. `interest` hears what a built-in player thinks on the
    way. With `ends_when_stopped` the stop ends a player that cannot be hurried.
    """
    stop = stop or StopToken()
    if longest_ms is not None:
        player.longest_s = longest_ms / 1000
        budget = budget.at_most(longest_ms, turn.actor)

    async def choose() -> Action:
        if interest is not None and not player.is_external:
            return await player.choose_aloud(turn, budget, stop, interest)
        return await (player.choose_or_end if ends_when_stopped else player.choose)(turn, budget, stop)

    for attempt in range(1, tries + 1):
        answer = await _within(limit_ms, choose, stop)
        if not isinstance(answer, Failure) or attempt == tries or not answer.may_be_asked_again:
            break
        on_retry(answer)
    return answer


async def prepare_player(player: Player, turn: Turn) -> Failure | None:
    """Have a player get ready before its time counts; how it failed, if it did."""
    try:
        await player.prepare(turn)
    except Exception as error:
        return _failure(error)
    return None


async def _within(limit_ms: int | None, choose: Callable[[], Awaitable[Action]], stop: StopToken) -> Action | Failure:
    try:
        async with asyncio.timeout(None if limit_ms is None else limit_ms / 1000):
            try:
                return await choose()
            except Exception as error:
                return _failure(error)
    except TimeoutError as error:  # what the player raises does not get here
        stop.stop()
        return Failure(How.LATE, error)


def _failure(error: Exception) -> Failure:
    match error:
        case EngineCannot():
            return Failure(How.CANNOT, error)
        case HostFault() | MemoryError():
            return Failure(How.HOST, error)
        case EngineFault():
            return Failure(How.FAULT, error)
        case _:
            return Failure(How.CRASHED, error)
