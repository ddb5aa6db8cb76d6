"""One's own games against others that are not over, and whose move it is. Told to their players in the lobby.

Games of days are seldom in memory: what was read once is kept small, and renewed by what happens.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

import structlog

from tengen.core import GameError
from tengen.match import Match, Seat
from tengen.match.service import Matches, MatchFilter, StoreError
from tengen.protocol import OwnFrame, OwnGame, Person
from tengen.server.lobby.bus import LobbyBus
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.sketch import Sketch

_log: Final = structlog.get_logger("tengen.lobby")

MOST_GAMES: Final = 50
"""So many games of one person are told."""
MOST_KEPT: Final = 4_000
"""So many games are kept small in memory, each with its players."""
GATHER_S: Final = 0.2
"""So long what happens is gathered before it is told."""


class OwnGames:
    """The games of people. `is_listening` says who would hear of them now."""

    def __init__(
        self,
        bus: LobbyBus,
        matches: Matches,
        persons: Persons,
        is_listening: Callable[[str], bool],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._bus, self._matches, self._persons = bus, matches, persons
        self._is_listening, self._sleep = is_listening, sleep
        self._kept: OrderedDict[str, Sketch] = OrderedDict()
        self._players: dict[str, tuple[Person, Person]] = {}
        self._news: defaultdict[str, set[str]] = defaultdict(set)
        self._is_new = asyncio.Event()

    async def of(self, account_id: str) -> list[OwnGame]:
        """The games of an account, the latest begun first."""
        wanted = MatchFilter(owner=account_id, is_over=False)
        rows = (await self._matches.find_matches(wanted, limit=MOST_GAMES)).rows
        match_ids = [row.match_id for row in rows if _are_people(row.first, row.second)]
        return [game for game in await self._games(match_ids, account_id) if not game.is_over]

    def on_event(self, match: Match) -> None:
        """Something happened in a match; this is how it stands. Cheap for matches of whom nobody is in the lobby."""
        hears = self._hearers(match)
        if (hears or match.match_id in self._kept) and _are_people(match.first, match.second):
            self._keep(Sketch.of(match))
            self._note(match.match_id, hears)

    def on_rematch(self, match: Match, next_id: str) -> None:
        """The players of a match play another one, of this id, from now on."""
        if _are_people(match.first, match.second):
            self._note(next_id, self._hearers(match))

    def _hearers(self, match: Match) -> list[str]:
        owners = match.first.owner, match.second.owner
        return [owner for owner in owners if owner is not None and self._is_listening(owner)]

    def _note(self, match_id: str, owners: list[str]) -> None:
        for owner in owners:
            self._news[owner].add(match_id)
            self._is_new.set()

    async def run(self) -> None:
        """Tell people what happened in their games, for ever."""
        while True:
            await self._is_new.wait()
            await self._sleep(GATHER_S)
            self._is_new.clear()
            news, self._news = self._news, defaultdict(set)
            for account_id, match_ids in news.items():
                try:
                    games = await self._games(match_ids, account_id)
                except StoreError:
                    _log.warning("own games could not be told")  # the next event in them will be
                    continue
                self._bus.tell(account_id, OwnFrame(games=games))
                await asyncio.sleep(0)

    async def _games(self, match_ids: Iterable[str], account_id: str) -> list[OwnGame]:
        """These games as the account sees them, without those that cannot be read now. Raises StoreError."""
        found = []
        for match_id in match_ids:
            try:
                sketch = await self._sketch(match_id)
            except GameError:  # pruned, or no memory for it
                continue
            players = self._players.get(match_id) or await self._persons.at(sketch)
            if match_id in self._kept:
                self._players[match_id] = players
            found.append(sketch.own_game(account_id, *players, self._matches.now()))
        return found

    async def _sketch(self, match_id: str) -> Sketch:
        sketch = self._kept.get(match_id)
        if sketch is None:
            sketch = Sketch.of(self._matches.find(match_id) or await self._matches.snapshot(match_id))
            self._keep(sketch)
        return sketch

    def _keep(self, sketch: Sketch) -> None:
        before = self._kept.get(sketch.match_id)
        if before is not None and (before.black, before.white) != (sketch.black, sketch.white):
            self._players.pop(sketch.match_id, None)
        self._kept[sketch.match_id] = sketch
        self._kept.move_to_end(sketch.match_id)
        if len(self._kept) > MOST_KEPT:
            match_id, _ = self._kept.popitem(last=False)
            self._players.pop(match_id, None)


def _are_people(first: Seat, second: Seat) -> bool:
    """Whether two different people play apart, both of them there."""
    is_taken = first.owner is not None and second.owner is not None
    return is_taken and first.owner != second.owner and first.is_human and second.is_human
