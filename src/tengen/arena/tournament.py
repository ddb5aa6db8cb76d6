"""The run of an arena: hands games to processes, keeps their results, stops when all is played or decided.

What a game brings depends on its number alone, not on who ends first; so an arena that was stopped goes on as if
nothing had happened. Games that could not be played are played then.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Final, Protocol

from tengen.arena.documents import BoardNow, Current, GamePlayed, GameToPlay, Moment, Result
from tengen.arena.folder import Folder
from tengen.arena.plan import Plan
from tengen.arena.schedule import Bout
from tengen.arena.sprt import Verdict, Walk
from tengen.arena.throttle import Throttle
from tengen.core import ErrorCode, GameError
from tengen.jobs import JobFailed

_TRIES: Final = 2
_MOST_LOST: Final = 5
"""After so many games in a row that could not be played nobody tries the next."""
_SHOW_S: Final = 1.0


class PlaysGames(Protocol):
    """Where games are played: in other processes, or in tests in this one."""

    async def play(self, game: GameToPlay, on_moment: Callable[[Moment], None]) -> GamePlayed:
        """Play a game. Raises JobFailed where that could not be done."""

    async def close(self) -> None:
        """Nobody plays any more."""


class Tournament:
    """One run of a plan, from where an earlier run of the folder stopped."""

    def __init__(
        self,
        plan: Plan,
        folder: Folder | None = None,
        on_result: Callable[[Result], None] = lambda _: None,
    ) -> None:
        self.plan = plan
        self.on_result = on_result
        self._folder = folder
        self._boards: dict[int, BoardNow] = {}
        self._shown = Throttle(_SHOW_S, self.show)
        self._lost = 0
        self._failed_before: dict[int, Result] = {}
        self._hear({result.index: result for result in folder.results} if folder else {})
        if not self._is_decided():
            known = self._by_index.items()
            self._failed_before = {index: result for index, result in known if result.failed is not None}
            self._hear({index: result for index, result in known if result.failed is None})

    @property
    def results(self) -> list[Result]:
        """What is known of every game: those that could not be played before and not yet again, then the others."""
        return [*self._failed_before.values(), *self._by_index.values()]

    @property
    def played(self) -> int:
        """How many games were played."""
        return sum(result.failed is None for result in self._by_index.values())

    @property
    def is_done(self) -> bool:
        """Whether nothing is left to play."""
        return self._is_decided() or self.played >= self.plan.planned

    def _is_decided(self) -> bool:
        return self.walk is not None and self.walk.verdict is not Verdict.OPEN

    async def run(self, workers: PlaysGames, jobs: int = 1) -> None:
        """Play what is left, so many games at once. When cancelled, games under way are given up.

        Raises GameError when the folder cannot take a result, and when one game after the other cannot be played.
        """
        left = (bout for bout in self.plan.bouts() if bout.index not in self._by_index)
        tasks: list[asyncio.Task[None]] = []

        def stop() -> None:
            for task in tasks:
                task.cancel()

        try:
            async with asyncio.TaskGroup() as group:
                tasks += [group.create_task(self._play_on(left, workers, stop)) for _ in range(jobs)]
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None
        finally:
            self._boards.clear()
            self._shown.close()
            self.show()
            await workers.close()
        if self._lost >= _MOST_LOST and not self._is_decided() and next(left, None) is not None:
            reason = self.results[-1].failed or ""
            raise GameError(ErrorCode.BAD_PLAYER, "arena.stuck", count=self._lost, reason=reason)

    async def _play_on(self, left: Iterable[Bout], workers: PlaysGames, stop: Callable[[], None]) -> None:
        """Play one game after the other while there are any, and while they can be played."""
        for bout in left:
            if self._is_decided():
                break
            result, text = await self._play(bout, workers)
            self._boards.pop(bout.index, None)
            self._keep(result, text)
            if self._is_decided():
                stop()
            if self._lost >= _MOST_LOST:
                break

    async def _play(self, bout: Bout, workers: PlaysGames) -> tuple[Result, str]:
        """A game; the one whose process is lost is tried once more, and then nobody's loss."""
        reason = ""
        for _ in range(_TRIES):
            began = time.monotonic()
            game = self.plan.game(bout, datetime.now(UTC).isoformat(timespec="seconds"))
            try:
                played = await workers.play(game, lambda moment: self._see(bout, moment))
            except JobFailed as error:
                reason = str(error)
                continue
            return _result(bout, played, time.monotonic() - began), played.text
        return Result(bout.index, bout.opening, bout.first, bout.second, failed=reason or "?"), ""

    def _keep(self, result: Result, text: str) -> None:
        """Take a result in; it is on the disk before anybody is told."""
        if self._folder is not None:
            result = self._folder.add(result, text)
        self._lost = self._lost + 1 if result.failed is not None else 0
        self._failed_before.pop(result.index, None)
        self._by_index[result.index] = result
        self._hear_pairs()
        self._shown.ask()
        self.on_result(result)

    def _hear(self, by_index: dict[int, Result]) -> None:
        """Begin with these results."""
        self._by_index, self._heard = by_index, 0
        self.walk = Walk(self.plan.sprt) if self.plan.sprt else None
        self._hear_pairs()

    def _hear_pairs(self) -> None:
        if self.walk is not None:
            self.walk, self._heard = hear_pairs(self.walk, self._by_index, self._heard)

    # --- for those who watch -----------------------------------------------------------------

    def _see(self, bout: Bout, moment: Moment) -> None:
        black, white = (bout.second, bout.first) if moment.swapped else (bout.first, bout.second)
        self._boards[bout.index] = BoardNow(
            bout.index, bout.opening, black, white, moment.plies, moment.to_move, moment.board, moment.last
        )
        self._shown.ask()

    def show(self) -> None:
        """Tell those who watch how it stands now."""
        if self._folder is None:
            return
        boards = [self._boards[index] for index in sorted(self._boards)]
        at = datetime.now(UTC).isoformat(timespec="milliseconds")
        with suppress(OSError):  # only a picture: results say where the disk fails
            current = Current(at=at, done=self.played, planned=self.plan.planned, games=boards, over=self.is_done)
            self._folder.show(current)


def hear_pairs(walk: Walk, by_index: Mapping[int, Result], heard: int) -> tuple[Walk, int]:
    """Let a test hear the pairs whose turn it is after so many: no pair before those that were planned earlier."""
    while True:
        one, other = by_index.get(2 * heard), by_index.get(2 * heard + 1)
        if one is None or other is None:
            return walk, heard
        heard += 1
        points = pair_points(one, other)
        if points is not None:
            walk = walk.after((points,))


def pair_points(one: Result, other: Result) -> float | None:
    """What the first player of a pair made of both its games, or None where one of them could not be played."""
    if one.failed or other.failed:
        return None
    return one.points + 1 - other.points


def _result(bout: Bout, played: GamePlayed, seconds: float) -> Result:
    return Result(
        bout.index,
        bout.opening,
        bout.first,
        bout.second,
        played.points,
        played.outcome,
        played.plies,
        round(seconds, 3),
        played.thinking,
        played.fault,
        played.too_long,
    )
