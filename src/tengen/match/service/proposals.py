"""Which stones look dead when players are to settle that: worked out for them, shown, never written down."""

from __future__ import annotations

import asyncio
import logging

from tengen.core import AGREE, Pass, Point
from tengen.match.match import Match
from tengen.match.service.ai_seats import Thinker, ThinkerFailed
from tengen.match.service.room import Room

log = logging.getLogger(__name__)


class Proposals:
    """Has dead stones judged where people are asked about them, once for each position, and tells everybody."""

    def __init__(self, thinker: Thinker | None) -> None:
        self._thinker = thinker
        self._tasks: set[asyncio.Task[None]] = set()

    def attend(self, room: Room) -> None:
        """Something happened: stop judging what is no more, and begin where a proposal is missing."""
        is_wanted = wants_proposal(room.match)
        if room.judging is not None and not is_wanted:
            room.judging.cancel()
            room.judging = None
        if not is_wanted:
            room.proposed_in = None
        elif _is_judged(room):
            _tell(room)  # again: marks were taken back
        elif self._thinker is not None and room.judging is None:
            room.judging = task = asyncio.get_running_loop().create_task(self._judge(self._thinker, room))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Judge nothing any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _judge(self, thinker: Thinker, room: Room) -> None:
        match = room.match
        try:
            dead = await thinker.judge_dead(match, owner=room.owner)
            room.proposal = (match.state.position.board, dead)
            _tell(room)
        except ThinkerFailed as error:  # the players settle it by themselves
            log.warning("dead stones could not be judged: %s", error)
            room.proposal = (match.state.position.board, None)
        except Exception:
            log.exception("dead stones could not be judged")
        finally:
            if room.judging is asyncio.current_task():
                room.judging = None


def wants_proposal(match: Match) -> bool:
    """Whether people are to settle which stones are dead, and nobody has said anything yet."""
    is_asked = match.state.phase == AGREE and not match.is_over and (match.first.is_human or match.second.is_human)
    return is_asked and isinstance(match.timeline.last_action, Pass)


def proposed(room: Room) -> frozenset[Point] | None:
    """The stones that look dead in the match as it stands; None while nobody is asked or has looked."""
    if room.proposal is None or not (_is_judged(room) and wants_proposal(room.match)):
        return None
    return room.proposal[1]


def _tell(room: Room) -> None:
    """Tell everybody which stones look dead, once for each time that they are asked."""
    dead = proposed(room)
    if dead is not None and room.proposed_in != room.match.revision:
        room.proposed_in = room.match.revision
        room.hub.announce_proposal(room.match, dead)


def _is_judged(room: Room) -> bool:
    return room.proposal is not None and room.proposal[0] == room.match.state.position.board
