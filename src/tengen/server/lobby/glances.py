"""The games being played that everybody may look at, as small boards. Which of them are shown is decided here.

Boards that jump about are of no use: a game that is shown stays so while it is played, and makes room only at its end
or when nobody has moved in it for a while though others are played.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import structlog

from tengen.match import Match
from tengen.match.service import Matches, MatchFilter, StoreError, watch_id_of
from tengen.protocol import Person
from tengen.server.lobby.bus import GameHidden, GameShown, LobbyBus
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.sketch import Sketch

_log: Final = structlog.get_logger("tengen.lobby")

MOST_SHOWN: Final = 24
MOST_KNOWN: Final = 500
"""So many games are looked after, those that moved last; others come back with their next move."""
STALE_MS: Final = 60_000
"""A game in which nobody has moved for so long makes room for one that is being played."""
_RETRY_S: Final = 5.0


class Glances:
    """The listed games being played. `on_event` hears of every match; `run` looks their players up."""

    def __init__(
        self, bus: LobbyBus, persons: Persons, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._bus, self._persons, self._sleep = bus, persons, sleep
        self._known: dict[str, Sketch] = {}  # the one that moved last is the last
        self._shown: dict[str, tuple[Person, Person] | None] = {}  # None: who plays is not known yet
        self._is_new = asyncio.Event()

    async def start(self, matches: Matches) -> None:
        """Look after the games that were being played when the server stopped."""
        wanted = MatchFilter(listed=True, is_over=False)
        rows = (await matches.find_matches(wanted, limit=MOST_SHOWN)).rows
        for row in sorted(rows, key=lambda row: row.at):
            self._note(await matches.snapshot(row.match_id))

    def on_event(self, match: Match) -> None:
        """A match began, or something happened in it; this is how it stands. Cheap for matches that are not listed."""
        if match.listed:
            self._note(match)

    def _note(self, match: Match) -> None:
        match_id = match.match_id
        before = self._known.pop(match_id, None)
        if match.is_over or match.is_waiting:
            self._hide(match_id)
            self._fill()
            return
        sketch = self._known[match_id] = Sketch.of(match)
        if match_id in self._shown:
            if before is not None and (before.black, before.white) != (sketch.black, sketch.white):
                self._show(match_id)  # somebody has another name, or they have changed sides
            self._tell(sketch)
        elif len(self._shown) < MOST_SHOWN or self._made_room(sketch.at):
            self._show(match_id)
        if len(self._known) > MOST_KNOWN:
            self._forget(next(iter(self._known)))

    def _made_room(self, now: int) -> bool:
        """Hide the shown game that has stood longest, if it has for long enough."""
        oldest = min(self._shown, key=lambda match_id: self._known[match_id].at)
        if now - self._known[oldest].at < STALE_MS:
            return False
        self._hide(oldest)
        return True

    def _fill(self) -> None:
        """Show others where there is room, those that moved last."""
        for match_id in reversed(self._known):
            if len(self._shown) >= MOST_SHOWN:
                break
            if match_id not in self._shown:
                self._show(match_id)

    def _forget(self, match_id: str) -> None:
        del self._known[match_id]
        self._hide(match_id)

    def _show(self, match_id: str) -> None:
        self._shown[match_id] = None
        self._is_new.set()

    def _hide(self, match_id: str) -> None:
        if match_id in self._shown:
            del self._shown[match_id]
            self._bus.publish(GameHidden(watch_id_of(match_id)))

    def _tell(self, sketch: Sketch) -> None:
        players = self._shown[sketch.match_id]
        if players is not None:
            self._bus.publish(GameShown(sketch.glance(*players)))

    async def run(self) -> None:
        """Look up who plays in games that are to be shown, for ever."""
        while True:
            await self._is_new.wait()
            self._is_new.clear()
            try:
                await self._look_up()
            except StoreError:
                _log.warning("games being played could not be shown")
                await self._sleep(_RETRY_S)
                self._is_new.set()

    async def _look_up(self) -> None:
        for match_id in [match_id for match_id, players in self._shown.items() if players is None]:
            sketch = self._known.get(match_id)
            players = None if sketch is None else await self._persons.at(sketch)
            if players is not None and match_id in self._shown:
                self._shown[match_id] = players
                self._tell(self._known[match_id])
