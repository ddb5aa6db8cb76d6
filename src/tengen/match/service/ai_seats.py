"""Those who think for seats without people: when they are asked, and what follows when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from tengen.core import Action, Color, ErrorCode, GameError, Point, find_kind
from tengen.match.match import Match
from tengen.match.requests import Forfeit
from tengen.match.service.hub import Why
from tengen.match.service.identifiers import ai_due
from tengen.match.service.room import Room
from tengen.match.service.store import Unavailable
from tengen.match.service.timing import Timekeeper
from tengen.players import RANDOM, EngineFault

_SIMPLE_LEVEL: Final = "level:2"
_TRY_AGAIN_MS: Final = 1_000
_ARRIVING_MS: Final = 5_000
"""So long after its beginning a match of two AIs is played as if somebody looked on: whoever began it is on the way."""

log = logging.getLogger(__name__)


def why_of(fault: EngineFault) -> Why:
    """What everybody may hear of an engine's fault."""
    told = fault.for_all
    return Why(told.key, told.values)


class ThinkerFailed(Exception):
    """A player did not come up with an action: it crashed, hung, or there is none of that name."""

    def __init__(self, text: str, why: Why | None = None) -> None:
        super().__init__(text)
        self.why = why


class Thinker(Protocol):
    """Chooses for AIs. Bounds by itself how many think at once and for how long."""

    async def choose(self, match: Match, color: Color, player: str, on_queue: Callable[[int], None]) -> Action:
        """An action for this colour by the player of this name.

        Tells `on_queue` how many are to be served before it whenever that changes, 0 when it begins. Cancelled,
        it stops thinking. Raises ThinkerFailed.
        """

    async def judge_dead(self, match: Match) -> frozenset[Point]:
        """The stones that look dead on the board, whoever plays; none in games that do not count points.

        Bounds by itself how long that takes. Cancelled, it stops. Raises ThinkerFailed.
        """

    async def close(self) -> None:
        """Stop everybody and give back what they hold."""


class AiSeats:
    """Has the AI of a match think when it is due, and carries its answer to the match unless that has moved on.

    A player that fails is asked once more; then a simpler one plays in its place for this move; if that fails too,
    the seat forfeits.
    """

    def __init__(
        self,
        thinker: Thinker | None,
        act: Callable[[Room, Action | Forfeit, int], Awaitable[None]],
        keeper: Timekeeper,
        pace_ms: int = 0,
    ) -> None:
        """`pace_ms` is the least time for a move of two AIs without a clock while somebody looks on."""
        self._thinker = thinker
        self._act = act
        self._keeper = keeper
        self._pace_ms = pace_ms
        self._tasks: set[asyncio.Task[None]] = set()

    def attend(self, room: Room) -> None:
        """Something happened: stop whoever thinks about what is no more, and ask whoever is due now."""
        self.dismiss_stale(room)
        color = ai_due(room.match)
        if color is not None and room.thinking is None and self._thinker is not None:
            thinking = self._think(self._thinker, room, room.match, color)
            room.thinking_about = (room.match.revision, color)
            room.thinking = task = asyncio.get_running_loop().create_task(thinking)
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def dismiss_stale(self, room: Room) -> None:
        """Nobody is to think any more about what is no more."""
        thinking, color = room.thinking, ai_due(room.match)
        about = None if color is None else (room.match.revision, color)
        if thinking is not None and about != room.thinking_about:
            room.thinking = None
            if thinking is not asyncio.current_task():
                thinking.cancel()

    async def close(self) -> None:
        """Stop everybody."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._thinker is not None:
            await self._thinker.close()

    async def _think(self, thinker: Thinker, room: Room, match: Match, color: Color) -> None:
        def on_queue(place: int) -> None:
            room.hub.announce_thinking(color, place)

        began = self._keeper.now()
        why: Why | None = None
        try:
            for player in players_to_ask(match, color):
                if player != match.seat(color).player:
                    room.hub.announce_substitute(color, player, why)
                try:
                    action = await thinker.choose(match, color, player, on_queue)
                    await self._let_be_seen(room, match, began)
                    await self._carry_out(room, action, match.revision)
                    return
                except GameError as error:
                    if error.code is ErrorCode.STALE or room.match.revision != match.revision:
                        return
                    log.warning("%s played what is not allowed: %s", player, error.code)
                except ThinkerFailed as error:
                    why = error.why
                    log.warning("%s failed: %s", player, error)
            await self._carry_out(room, Forfeit(color), match.revision)
        except Exception:
            log.exception("an AI could not be asked")
        finally:
            if room.thinking is asyncio.current_task():
                room.thinking = None

    async def _let_be_seen(self, room: Room, match: Match, began: int) -> None:
        """Programs that play each other are too quick for people."""
        now = self._keeper.now()
        is_show = match.clock is None and match.is_between_programs
        left_ms = began + self._pace_ms - now
        if is_show and left_ms > 0 and (len(room.hub) or now < match.created_at + _ARRIVING_MS):
            await self._keeper.sleep(left_ms)

    async def _carry_out(self, room: Room, command: Action | Forfeit, revision: int) -> None:
        """Bring the answer to the match; a store that cannot write now is no fault of the AI."""
        while True:
            try:
                return await self._act(room, command, revision)
            except Unavailable:
                await self._keeper.sleep(_TRY_AGAIN_MS)


def players_to_ask(match: Match, color: Color) -> tuple[str, ...]:
    """The player of the seat, twice, then a simpler one."""
    player = match.seat(color).player
    simpler = _SIMPLE_LEVEL if find_kind(match.ruleset.KIND).can_be_won else RANDOM
    return player, player, RANDOM if player == simpler else simpler
