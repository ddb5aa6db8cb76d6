"""Those who think for seats without people: when they are asked, and what follows when they fail.

A match of two programs is played only while somebody looks at it; else it sleeps, and no task is left of it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from tengen.core import Action, Color, ErrorCode, GameError, Point, Unavailable, find_kind
from tengen.match.match import Match, ai_due
from tengen.match.requests import Forfeit
from tengen.match.service.ai_games import AiGames
from tengen.match.service.hub import Why
from tengen.match.service.room import Room
from tengen.match.service.timing import Timekeeper
from tengen.players import RANDOM, Estimate

_SIMPLE_LEVEL: Final = "level:2"
_TRY_AGAIN_MS: Final = 1_000
_ARRIVING_MS: Final = 5_000
"""So long after its beginning a match of two AIs is played as if somebody looked on: whoever began it is on the way."""

log = logging.getLogger(__name__)


class ThinkerFailed(Exception):
    """A player did not come up with an action: it crashed, hung, or there is none of that name."""

    def __init__(self, text: str, why: Why | None = None) -> None:
        super().__init__(text)
        self.why = why


class ThinkerBusy(ThinkerFailed):
    """More wait to be served than may wait. Nobody has failed: it is asked again a little later."""


class Thinker(Protocol):
    """Chooses for AIs. Bounds by itself how many think at once and for how long."""

    async def choose(
        self, match: Match, color: Color, player: str, on_queue: Callable[[int], None], *, owner: str
    ) -> Action:
        """An action for this colour by the player of this name.

        `owner` is for whom it thinks: owners are served in turn, and people before programs among themselves. Tells
        `on_queue` now and then how many are to be served before it, 0 when it begins. Cancelled, it stops thinking.
        Raises ThinkerFailed.
        """

    async def judge_dead(self, match: Match, *, owner: str) -> frozenset[Point]:
        """The stones that look dead on the board, whoever plays; none in games that do not count points.

        Bounds by itself how long that takes. Cancelled, it stops. Raises ThinkerFailed.
        """

    async def estimate(self, match: Match, *, owner: str) -> Estimate:
        """How the match stands in points, in a game where they are surrounded; bounded and cancelled as above.

        Raises ThinkerFailed.
        """

    async def close(self) -> None:
        """Stop everybody and give back what they hold."""


class SeatService(Protocol):
    """What AiSeats asks of those who look after matches."""

    async def act(self, room: Room, command: Action | Forfeit, revision: int) -> None:
        """Carry out what an AI chose, if the match still has this revision. Raises GameError and Unavailable."""

    async def begin(self, room: Room) -> None:
        """A match of two programs goes on after its sleep, for which nobody's clock pays."""

    def on_sleep(self, room: Room, waiting: Sequence[str]) -> None:
        """A match of two programs sleeps; these may be played in its place."""


class AiSeats:
    """Has the AI of a match think when it is due, and carries its answer to the match unless that has moved on.

    A player that fails is asked once more; then a simpler one plays in its place for this move; if that fails too,
    the seat forfeits.
    """

    def __init__(
        self,
        thinker: Thinker | None,
        service: SeatService,
        keeper: Timekeeper,
        games: AiGames,
        pace_ms: int = 0,
    ) -> None:
        """`pace_ms` is the least time for a move of two AIs without a clock while somebody looks on."""
        self._thinker = thinker
        self._service = service
        self._keeper = keeper
        self._games = games
        self._pace_ms = pace_ms
        self._tasks: set[asyncio.Task[None]] = set()

    def attend(self, room: Room) -> None:
        """Something happened: stop whoever thinks about what is no more, and ask whoever is due now."""
        self.dismiss_stale(room)
        color = ai_due(room.match)
        if color is None or self._thinker is None:
            self._sleep(room)
        elif room.thinking is None and (not room.match.is_between_programs or self._wake(room)):
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

    def _wake(self, room: Room) -> bool:
        """Whether a match of two programs is to be played now."""
        if not room.is_looked_at(self._keeper.now()):
            self._sleep(room)
            return False
        return self._games.wake(room.owner, room.match_id)

    def _sleep(self, room: Room) -> None:
        """Nobody plays this match of two programs for now; another of the same owner may be waiting for that."""
        if room.match.is_between_programs:
            room.is_awake = False
            self._service.on_sleep(room, self._games.sleep(room.owner, room.match_id))

    async def close(self) -> None:
        """Stop everybody."""
        tasks = [*self._tasks]
        for task in tasks:
            task.cancel()
        if self._thinker is not None:  # first: nobody then waits for one who does not hear the stop
            await self._thinker.close()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _think(self, thinker: Thinker, room: Room, match: Match, color: Color) -> None:
        why: Why | None = None
        try:
            if match.is_between_programs and not room.is_awake:
                await self._service.begin(room)
                match = room.match
            began = self._keeper.now()
            for player in players_to_ask(match, color):
                if player != match.seat(color).player:
                    room.hub.announce_substitute(color, player, why)
                try:
                    action = await self._choice(thinker, room, match, color, player)
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
                self._sleep(room)

    async def _choice(self, thinker: Thinker, room: Room, match: Match, color: Color, player: str) -> Action:
        """What the player chooses, as soon as there is space for the question. Raises ThinkerFailed."""

        def on_queue(place: int) -> None:
            room.hub.announce_thinking(color, place)

        while True:
            try:
                return await thinker.choose(match, color, player, on_queue, owner=room.owner)
            except ThinkerBusy as error:
                log.warning("%s has to wait: %s", player, error)
                await self._keeper.sleep(_TRY_AGAIN_MS)

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
                return await self._service.act(room, command, revision)
            except Unavailable:
                await self._keeper.sleep(_TRY_AGAIN_MS)


def players_to_ask(match: Match, color: Color) -> tuple[str, ...]:
    """The player of the seat, twice, then a simpler one."""
    player = match.seat(color).player
    simpler = _SIMPLE_LEVEL if find_kind(match.ruleset.KIND).can_be_won else RANDOM
    return player, player, RANDOM if player == simpler else simpler
