"""Who plays whom of those who would play anyone now. Pure: time comes in, and pairs go out once each.

Whoever waits takes opponents within a range of ratings that widens as time goes by; a pair fits when each is in the
range of the other, and neither refuses the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, TypeAlias

from tengen.server.lobby.speeds import Speed

FIRST_RANGE: Final = 100
"""So many points up and down somebody takes who has just come."""
POINTS_A_SECOND: Final = 10
ANYONE_AFTER_MS: Final = 60_000
MOST_SEEKS: Final = 500


@dataclass(frozen=True, slots=True)
class Seek:
    """Somebody would play anyone now. Times are milliseconds since 1970.

    `since` is when the range began to widen; before `ready_at` nobody is found for them. `refuses` are the accounts
    that they do not play, or that do not play them.
    """

    account_id: str
    kind: str
    size: int
    speed: Speed
    rated: bool
    rating: float
    since: int
    ready_at: int
    refuses: frozenset[str] = frozenset()

    def range_at(self, now: int) -> int | None:
        """How many points an opponent may be above or below; None: anyone."""
        waited_ms = max(now - self.since, 0)
        return None if waited_ms >= ANYONE_AFTER_MS else FIRST_RANGE + POINTS_A_SECOND * waited_ms // 1000

    def takes_at(self, rating: float) -> int:
        """From when on an opponent of this rating is in the range."""
        missing = abs(self.rating - rating) - FIRST_RANGE
        widening_ms = 0 if missing <= 0 else _ceil(missing * 1000 / POINTS_A_SECOND)
        return self.since + min(widening_ms, ANYONE_AFTER_MS)

    @property
    def _game(self) -> _Game:
        return self.kind, self.size, self.speed, self.rated


_Game: TypeAlias = tuple[str, int, Speed, bool]
Pair: TypeAlias = tuple[Seek, Seek]


def fits_at(one: Seek, other: Seek) -> int | None:
    """From when on these two are a pair, if both go on waiting; None: never."""
    if one._game != other._game or one.account_id == other.account_id:
        return None
    if one.account_id in other.refuses or other.account_id in one.refuses:
        return None
    return max(one.ready_at, other.ready_at, one.takes_at(other.rating), other.takes_at(one.rating))


class PairingPool:
    """Those who wait. Nobody waits twice, and nobody waits on once `due` has found a partner for them."""

    def __init__(self) -> None:
        self._waiting: dict[str, Seek] = {}
        self._by_game: defaultdict[_Game, dict[str, Seek]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._waiting)

    def find(self, account_id: str) -> Seek | None:
        """What this account waits for."""
        return self._waiting.get(account_id)

    def seeks(self) -> Collection[Seek]:
        """What everybody waits for."""
        return self._waiting.values()

    def add(self, seek: Seek) -> None:
        """Somebody waits; for whatever they waited before they wait no more."""
        self.remove(seek.account_id)
        self._waiting[seek.account_id] = seek
        self._by_game[seek._game][seek.account_id] = seek

    def remove(self, account_id: str) -> Seek | None:
        """Somebody does not wait any more; what they waited for."""
        seek = self._waiting.pop(account_id, None)
        if seek is not None:
            group = self._by_game[seek._game]
            del group[account_id]
            if not group:
                del self._by_game[seek._game]
        return seek

    def due(self, now: int) -> Sequence[Pair]:
        """The pairs that fit now; they are taken out. The longest waiting choose first, and of those that fit the
        nearest rating.
        """
        pairs = [pair for group in self._by_game.values() for pair in _pairs_of(group.values(), now)]
        for one, other in pairs:
            self.remove(one.account_id)
            self.remove(other.account_id)
        return pairs

    def next_at(self, now: int) -> int | None:
        """When to ask `due` again if nobody comes or goes, having asked it now; None: not at all."""
        times = (time for group in self._by_game.values() for time in _times_in(group.values(), now))
        return min(times, default=None)


def _times_in(group: Collection[Seek], now: int) -> Iterator[int]:
    """When a pair may come about in a group in which none fits now.

    Of those who are not ready only that is looked at: there may be many of them. Of the others there are few, as most
    would fit each other.
    """
    if len(group) > 1:
        ready = [seek for seek in group if seek.ready_at <= now]
        yield from (seek.ready_at for seek in group if seek.ready_at > now)
        yield from (time for pair in combinations(ready, 2) if (time := fits_at(*pair)) is not None)


def _pairs_of(group: Iterable[Seek], now: int) -> list[Pair]:
    free = sorted((seek for seek in group if seek.ready_at <= now), key=lambda seek: (seek.since, seek.account_id))
    taken: set[str] = set()
    pairs = []
    for place, one in enumerate(free):
        if one.account_id in taken:
            continue
        fitting = [other for other in free[place + 1 :] if other.account_id not in taken and _fits(one, other, now)]
        if fitting:
            other = min(fitting, key=lambda seek: abs(seek.rating - one.rating))
            taken |= {one.account_id, other.account_id}
            pairs.append((one, other))
    return pairs


def _fits(one: Seek, other: Seek, now: int) -> bool:
    time = fits_at(one, other)
    return time is not None and time <= now


def _ceil(number: float) -> int:
    return int(-(-number // 1))
