"""The games of this process: begun, loaded, and driven where the client does not do that itself."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace

from tengen.clients.play.errors import ServerTrouble, Trouble
from tengen.clients.play.local.driving import drive
from tengen.clients.play.local.game import LocalGame
from tengen.clients.play.local.players import Seated, check_player, seated
from tengen.clients.play.port import Game, Games, NewGame, Seats
from tengen.clients.play.steady_time import monotonic_ms
from tengen.clients.play.view import Invitation
from tengen.core import BLACK, WHITE, ErrorCode, GameError, GameKind, Record, find_kind
from tengen.match import Ended, Match, advance, create, evolve, rematch
from tengen.players import offered_players


class LocalGames(Games):
    """Games in memory. With `drives` programs move by themselves, else only when the client asks (`advance`)."""

    def __init__(
        self,
        now: Callable[[], int] = monotonic_ms,
        *,
        seed: int | None = None,
        drives: bool = True,
        pace_ms: int = 0,
        on_end: Callable[[Match], None] = lambda _: None,
    ) -> None:
        """`seed` makes the chance of all programs repeatable; `pace_ms` is for programs that play each other.

        `on_end` hears of every match that comes to an end, each time it does.
        """
        self._now = now
        self._seed = secrets.randbits(32) if seed is None else seed
        self._drives = drives
        self._pace_ms = pace_ms
        self._on_end = on_end
        self._games: dict[str, LocalGame] = {}
        self._count = 0
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def now(self) -> int:
        return self._now()

    def players(self, kind: GameKind) -> tuple[str, ...]:
        return offered_players(kind)

    def check_player(self, kind: GameKind, name: str) -> None:
        check_player(kind, name)

    async def new(self, wanted: NewGame) -> Game:
        first, second = self._seated(wanted.seats, wanted.kind)
        ruleset = wanted.kind.rules.parse(wanted.size, wanted.rules)
        match, _ = create(self._next_id, ruleset, first.seat, second.seat, self._now(), control=wanted.seats.clock)
        return self._add(match, first, second)

    async def load(self, record: Record, seats: Seats) -> Game:
        """Go on with a recorded game; the times of its moves lie before now.

        A result that only the record knows, such as a lost clock, ends the match.
        """
        replay = record.replay()
        game = replay.game
        black, white = self._seated(seats, find_kind(record.ruleset.KIND))
        first, second = (white, black) if game.state.swapped else (black, white)
        acted = [node for index in record.line() if (node := record.nodes[index]).action is not None]
        times = [node.ms or 0 for node in acted][len(acted) - len(game.actions) :]
        now = self._now()
        at = now - sum(times)
        match, _ = create(self._next_id, game.ruleset, first.seat, second.seat, at, setup=game.timeline.setup)
        for action, ms in zip(game.actions, times, strict=True):
            at += ms
            match, _ = advance(match, action, at)
        if record.result is not None and not match.is_over:
            match = evolve(match, Ended(match.number + 1, now, record.result))
        return self._add(replace(match, loaded=bool(game.actions) or match.is_over), first, second)

    async def join(self, invitation: Invitation, name: str) -> Game:
        del invitation, name
        raise ServerTrouble(Trouble.NEEDS_SERVER)

    async def open(self, game_id: str) -> Game:
        if game_id not in self._games:
            raise GameError(ErrorCode.NO_SUCH_GAME)
        return self._games[game_id]

    async def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for game in self._games.values():
            await game.close()

    @property
    def _next_id(self) -> str:
        return f"local-{self._count + 1}"

    def _seated(self, seats: Seats, kind: GameKind) -> tuple[Seated, Seated]:
        return seated(seats, kind, self._seed + 2 * (self._count + 1))

    def _add(self, match: Match, first: Seated, second: Seated) -> LocalGame:
        self._count += 1
        players = first.player, second.player
        game = LocalGame(
            match, players, self._now, on_rematch=self._rematch, on_end=self._on_end, pace_ms=self._pace_ms
        )
        self._games[match.match_id] = game
        if self._drives:
            self._tasks[match.match_id] = asyncio.create_task(drive(game, self._now))
        return game

    def _rematch(self, match: Match) -> None:
        """The game that follows a match: colours exchanged, the same programs made anew."""
        black, white = match.seat(BLACK), match.seat(WHITE)
        seats = Seats({BLACK: white.player, WHITE: black.player}, {BLACK: white.name, WHITE: black.name})
        first, second = self._seated(seats, find_kind(match.ruleset.KIND))
        following, _ = rematch(match, self._now())
        self._add(following, first, second)
