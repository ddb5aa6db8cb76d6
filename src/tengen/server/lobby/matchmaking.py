"""Finds opponents for those who would play anyone now, and begins their games. Who waits is kept in memory only."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

import structlog

from tengen.core import COLORS, ErrorCode, GameError, Ruleset, StoreError, create_rules, find_kind
from tengen.match.service import Games, NewGame
from tengen.people import Account
from tengen.people.service import Conduct
from tengen.protocol import NAMES, PairedFrame, SeekingFrame, SeekOut
from tengen.server.lobby.bus import LobbyBus
from tengen.server.lobby.messages import seek_out
from tengen.server.lobby.opponents import Opponents, occupant_of
from tengen.server.lobby.pairing import ANYONE_AFTER_MS, MOST_SEEKS, PairingPool, Seek
from tengen.server.lobby.speeds import Speed, quick_control
from tengen.server.lobby.terms import ChallengeTerms

_log: Final = structlog.get_logger("tengen.lobby")

_TOLD_EVERY_MS: Final = 10_000
"""So often people who wait hear how wide their range has become, while it still widens."""
_RETRY_MS: Final = 2_000
"""So long a pair waits whose game could not be begun because the store was away."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody would play with anyone: a game by its usual rules. Without a size on its usual board."""

    kind: str
    size: int | None
    speed: Speed
    rated: bool


class Matchmaking:
    """Those who wait for an opponent. `run()` finds them one, and both are told over the bus: `paired`."""

    def __init__(
        self,
        games: Games,
        opponents: Opponents,
        conduct: Conduct,
        bus: LobbyBus,
        now: Callable[[], int],
        *,
        chance: random.Random | None = None,
    ) -> None:
        self._games = games
        self._opponents = opponents
        self._conduct = conduct
        self._bus = bus
        self._now = now
        self._chance = chance or random.SystemRandom()
        self._pool = PairingPool()
        self._asking: dict[str, object] = {}  # who is about to wait
        self._beginning: set[str] = set()  # whose game is being begun
        self._gone: set[str] = set()  # of these, who would not wait again
        self._told_at = now()
        self._look = asyncio.Event()

    async def seek(self, account: Account, wish: Wish) -> SeekOut:
        """Wait for an opponent, in place of what the account waited for before.

        Who has left games of late waits longer. Raises NO_SUCH_KIND, BAD_RULES, CANNOT_BE_RATED, and SLOW_DOWN when
        too many wait.
        """
        account_id, ruleset = account.account_id, _usual_rules(wish.kind, wish.size)
        terms = ChallengeTerms(ruleset, quick_control(wish.speed), wish.rated)
        await self._opponents.refuse_unrateable(account, None, terms)
        if len(self._pool) >= MOST_SEEKS and self._pool.find(account_id) is None:
            raise GameError(ErrorCode.SLOW_DOWN, "pairing.too_many", most=MOST_SEEKS)
        call = self._asking[account_id] = object()
        try:
            refuses = await self._opponents.blocked_with(account_id)
            rating = (await self._opponents.ratings(account)).at(ruleset.KIND, ruleset.size)
            wait = await self._conduct.wait_of(account_id)
            now = self._now()
            game = ruleset.KIND, ruleset.size, wish.speed, wish.rated
            seek = Seek(account_id, *game, rating, now, now + wait.ms, refuses)
            if self._asking.get(account_id) is call:  # else somebody has left meanwhile, or asks for something else
                self._wait(seek)
            return seek_out(seek, now)
        finally:
            if self._asking.get(account_id) is call:
                del self._asking[account_id]

    def unseek(self, account_id: str) -> None:
        """Wait no more. Nothing happens to who does not wait; a game that is being begun comes about."""
        self._asking.pop(account_id, None)
        is_beginning = account_id in self._beginning
        if is_beginning:
            self._gone.add(account_id)
        if self._pool.remove(account_id) is not None or is_beginning:
            self._bus.tell(account_id, SeekingFrame(seek=None))

    def on_left(self, account_id: str) -> None:
        """The last connection of this account has been gone for long enough."""
        self.unseek(account_id)

    def seek_of(self, account_id: str) -> SeekOut | None:
        """What an account waits for."""
        seek = self._pool.find(account_id)
        return None if seek is None else seek_out(seek, self._now())

    async def run(self) -> None:
        """Pair people, for ever."""
        while True:
            self._look.clear()
            for one, other in self._pool.due(self._now()):
                await self._begin(one, other)
            now = self._now()
            times = [time for time in (self._pool.next_at(now), self._tell_ranges(now)) if time is not None]
            wait_s = max(min(times) - self._now(), 0) / 1000 if times else None
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._look.wait()

    def _wait(self, seek: Seek) -> None:
        self._pool.add(seek)
        self._bus.tell(seek.account_id, SeekingFrame(seek=seek_out(seek, self._now())))
        self._look.set()

    async def _begin(self, one: Seek, other: Seek) -> None:
        """Begin the game of a pair. Where that fails both wait on; not for each other where it always would."""
        ids = {one.account_id, other.account_id}
        self._beginning |= ids
        try:
            if await self._begun(one, other):
                for account_id in ids:
                    self._asking.pop(account_id, None)
                    self._pool.remove(account_id)
                return
            back = replace(one, refuses=one.refuses | ids), replace(other, refuses=other.refuses | ids)
        except StoreError:
            _log.warning("a pair waits for the store")
            ready_at = self._now() + _RETRY_MS
            back = replace(one, ready_at=ready_at), replace(other, ready_at=ready_at)
        finally:
            self._beginning -= ids
            gone, self._gone = self._gone & ids, self._gone - ids
        for seek in back:
            if seek.account_id not in gone and self._pool.find(seek.account_id) is None:
                self._wait(seek)

    async def _begun(self, one: Seek, other: Seek) -> bool:
        """Begin the game and tell both; False where these two cannot play each other."""
        found = [await self._opponents.find(seek.account_id) for seek in (one, other)]
        accounts = [account for account in found if account is not None]
        if len(accounts) < 2 or other.account_id in await self._opponents.blocked_with(one.account_id):
            return False
        self._chance.shuffle(accounts)
        game = NewGame(_usual_rules(one.kind, one.size), control=quick_control(one.speed), rated=one.rated)
        try:
            match = await self._games.start_between(game, *map(occupant_of, accounts))
        except GameError as error:
            _log.warning("a pair cannot play", code=str(error.code))
            return False
        for account, color in zip(accounts, COLORS, strict=True):
            self._bus.tell(account.account_id, PairedFrame(game_id=match.match_id, color=NAMES[color]))
        return True

    def _tell_ranges(self, now: int) -> int | None:
        """Tell those who wait how wide their range is, now and then while it widens; when to do so again."""
        next_at = None
        for seek in self._pool.seeks():
            before, by_now = (min(max(at - seek.since, 0), ANYONE_AFTER_MS) for at in (self._told_at, now))
            step = by_now // _TOLD_EVERY_MS
            if step > before // _TOLD_EVERY_MS:
                self._bus.tell(seek.account_id, SeekingFrame(seek=seek_out(seek, now)))
            if by_now < ANYONE_AFTER_MS:
                due = seek.since + (step + 1) * _TOLD_EVERY_MS
                next_at = due if next_at is None else min(next_at, due)
        self._told_at = now
        return next_at


def _usual_rules(kind_name: str, size: int | None) -> Ruleset:
    """The rules of a game as they are offered first where people play. Raises NO_SUCH_KIND, BAD_RULES."""
    kind = find_kind(kind_name)
    return create_rules(kind.name, size, kind.rules.offered_to_people({}))
