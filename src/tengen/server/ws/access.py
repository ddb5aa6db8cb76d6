"""Somebody at a match over a socket: what they hear, and what their messages do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match.service.games import Games, refuse_if_late
from tengen.match.service.hub import Missed, Subscription
from tengen.match.service.matches import Matches
from tengen.match.service.seating import acting_color
from tengen.match.service.store import StoreError
from tengen.protocol import (
    Incoming,
    color_of,
    command_of,
    event_frame,
    presence_frame,
    reset_frame,
    state_of,
    write_frame,
)
from tengen.server.identity import Caller, Identity

_MOST_MISSED_OCTETS: Final = 32 * 1024


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """A place at a match: under which id it is called, whether only to watch, and from which event on."""

    matches: Matches
    identity: Identity
    match_id: str
    game_id: str
    watching: bool
    caller: Caller
    since: int | None = None

    @classmethod
    async def take(
        cls, games: Games, identity: Identity, game_id: str, caller: Caller, since: int | None
    ) -> MatchAccess:
        """A place at the match of this id. Raises NO_SUCH_GAME."""
        match_id, watching = await games.resolve(game_id)
        return cls(games.matches, identity, match_id, game_id, watching, caller, since)

    async def for_token(self, token: str) -> MatchAccess:
        """The same place for whoever has this token. Raises a refusal with BAD_TOKEN."""
        return replace(self, caller=await self.identity.holder_of(token))

    async def number(self) -> int:
        """The number of the match's last event."""
        return (await self.matches.snapshot(self.match_id)).number

    async def listen(self) -> Subscription:
        """Hear everything that happens from now on."""
        return await self.matches.subscribe(self.match_id, self.since, caller=self.caller.owner, watching=self.watching)

    def beginning(self, subscription: Subscription) -> list[bytes]:
        """The frames that bring a listener up to where the subscription begins, and say who is at the board."""
        begin = subscription.beginning
        now = self.matches.now()
        frames = self._missed(begin) if isinstance(begin, Missed) else None
        if frames is None:
            state = state_of(begin.match, self.game_id, now)
            frames = [reset_frame(begin.match.number, state.model_dump_json(by_alias=True).encode())]
        present = self.matches.attendance(self.match_id).items()
        return frames + [presence_frame(color, attendance, now) for color, attendance in present]

    def _missed(self, begin: Missed) -> list[bytes] | None:
        """The events one by one; None where the match itself is shorter."""
        frames, octets = [], 0
        for event in begin.events:
            after = begin.match if event.n == begin.match.number else None
            frames.append(write_frame(event_frame(event, after, watching=self.watching)))
            octets += len(frames[-1])
            if octets > _MOST_MISSED_OCTETS:
                return None
        return frames

    async def act(self, message: Incoming, rtt_ms: float) -> int:
        """Carry out a message that came over this round trip; the number of the event it led to."""
        if self.watching:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        owner = self.caller.owner
        if message.player is None:
            player = acting_color(await self.matches.snapshot(self.match_id), owner)
        else:
            player = color_of(message.player)
        command = command_of(player, message.type, message.places(), message.choice)
        answer = await self.matches.act(
            self.match_id,
            command,
            caller=owner,
            revision=message.revision,
            message_id=message.id,
            rtt_ms=rtt_ms,
            needs_match=False,
        )
        refuse_if_late(answer)
        return answer.events[-1].n if answer.events else answer.match.number

    async def standing(self) -> tuple[int, int]:
        """The revision of the match and how many moves there are; zeros while the store cannot be read."""
        try:
            match = await self.matches.snapshot(self.match_id)
        except StoreError:
            return 0, 0
        return match.revision, match.timeline.cursor
