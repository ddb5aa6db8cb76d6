"""How a match stands in points, for players who ask: worked out beside it, shown to them, never written down.

That it was asked for is an event of the match; whether it may be is decided there. At most one is worked out in a
match at a time, and it is gone with the next move.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import replace
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match.match import Match
from tengen.match.service.ai_seats import Thinker, ThinkerFailed
from tengen.match.service.room import Finding, Room
from tengen.match.service.seating import colors_of
from tengen.players import Estimate

MOST_OF_OWNER: Final = 8
"""So many are worked out at once for whoever began the matches; who asks for more must wait."""

log = logging.getLogger(__name__)


class Estimates:
    """Has matches estimated where players have asked, once for each position, and tells them."""

    def __init__(self, thinker: Thinker | None) -> None:
        self._thinker = thinker
        self._tasks: set[asyncio.Task[None]] = set()
        self._of_owner: Counter[str] = Counter()

    def refuse_when_busy(self, room: Room) -> None:
        """Raise SLOW_DOWN while as many as may be are worked out for the same owner."""
        if self._of_owner[room.owner] >= MOST_OF_OWNER:
            raise GameError(ErrorCode.SLOW_DOWN)

    def attend(self, room: Room) -> None:
        """Something happened: stop working on what is no more, and begin where an estimate is missing."""
        match, found = room.match, room.finding
        if room.estimating is not None and not (match.is_estimated and room.estimating_in == match.revision):
            room.estimating.cancel()
            room.estimating = None
        if not match.is_estimated or self._thinker is None:
            room.finding = None
        elif (
            found is not None
            and found.revision == match.revision
            and (found.estimate or found.asked == match.estimated)
        ):
            if found.asked != match.estimated:  # asked once more
                self._tell(room, replace(found, asked=match.estimated))
        elif room.estimating is None:
            room.estimating_in = match.revision
            room.estimating = task = asyncio.get_running_loop().create_task(self._work_out(self._thinker, room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Work nothing out any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _work_out(self, thinker: Thinker, room: Room) -> None:
        match, owner = room.match, room.owner
        found: Estimate | None = None
        self._of_owner[owner] += 1
        try:
            found = await thinker.estimate(match, owner=owner)
        except ThinkerFailed as error:
            log.warning("a score could not be estimated: %s", error)
        except Exception:
            log.exception("a score could not be estimated")
        finally:
            self._of_owner[owner] -= 1
            if not self._of_owner[owner]:
                del self._of_owner[owner]
            if room.estimating is asyncio.current_task():
                room.estimating = None
        if room.match.is_estimated and room.match.revision == match.revision:
            self._tell(room, Finding(match.revision, room.match.estimated, found))

    @staticmethod
    def _tell(room: Room, finding: Finding) -> None:
        room.finding = finding
        room.hub.announce_estimate(room.match, finding.estimate)


def estimated(room: Room) -> Estimate | None:
    """How the match stands, as far as somebody asked and it has been worked out."""
    finding, match = room.finding, room.match
    is_current = finding is not None and match.is_estimated and finding.revision == match.revision
    return finding.estimate if finding is not None and is_current else None


def may_see_estimate(match: Match, owners: tuple[str, ...], *, is_watching: bool) -> bool:
    """Whether whoever has these owners is told how the match stands: its players, and of two programs everybody."""
    return match.is_between_programs or (not is_watching and bool(colors_of(match, owners)))
