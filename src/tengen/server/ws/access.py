"""Somebody at a match over a socket: what they hear, and what their messages do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match import Match, Redone
from tengen.match.service import (
    Games,
    Missed,
    StoreError,
    Subscription,
    acting_color,
    acting_owner,
    colors_of,
    refuse_if_late,
)
from tengen.people import Scope
from tengen.protocol import (
    Incoming,
    caller_frame,
    color_of,
    command_of,
    event_frame,
    position_frame,
    presence_frame,
    proposal_frame,
    reset_frame,
    state_of,
    write_frame,
)
from tengen.server.identity import Caller, Identity
from tengen.server.talk import BoardTalk, Listener

_MOST_MISSED_OCTETS: Final = 32 * 1024


@dataclass(frozen=True, slots=True)
class MatchServices:
    """What the sockets of matches ask."""

    games: Games
    identity: Identity
    talk: BoardTalk


@dataclass(frozen=True, slots=True)
class MatchAccess:
    """A place at a match: under which id it is called, whether only to watch, and from which event on."""

    games: Games
    identity: Identity
    talk: BoardTalk
    match_id: str
    game_id: str
    watching: bool
    caller: Caller
    since: int | None = None

    @classmethod
    async def take(cls, services: MatchServices, game_id: str, caller: Caller, since: int | None) -> MatchAccess:
        """A place at the match of this id. Raises NO_SUCH_GAME, BAD_SCOPE for some bots."""
        await services.identity.admit(caller, Scope.READ)
        match_id, watching = await services.games.resolve(game_id)
        return cls(services.games, services.identity, services.talk, match_id, game_id, watching, caller, since)

    async def for_token(self, token: str) -> MatchAccess:
        """The same place for whoever has this token. Raises a refusal with BAD_TOKEN, BAD_SCOPE for some bots."""
        caller = await self.identity.holder_of(token)
        await self.identity.admit(caller, Scope.READ)
        return replace(self, caller=caller)

    async def is_still_allowed(self) -> bool:
        """Whether the caller is still who they were."""
        return await self.identity.is_still(self.caller)

    async def listen(self) -> Subscription:
        """Hear everything that happens from now on."""
        return await self.games.matches.subscribe(
            self.match_id, self.since, owners=self.caller.owners, watching=self.watching
        )

    async def hear(self, on_frames: Callable[[list[bytes]], None]) -> Listener:
        """Hear also what people say, in frames; until `talk.leave`."""
        return await self.talk.listen(self.match_id, self.caller, on_frames, is_watching=self.watching)

    async def say(self, message: Incoming) -> int:
        """Say what a message says; the number of the line."""
        self.caller.insist_on(Scope.PLAY)
        line = await self.talk.say(self.game_id, self.caller, text=message.text, word=message.word)
        return line.number

    def beginning(self, subscription: Subscription) -> list[bytes]:
        """The frames that bring a listener up to where the subscription begins.

        They say what was missed and how the match stands after it, or all of it; then what is the caller's own, which
        stones look dead, and who is at the board.
        """
        begin = subscription.beginning
        match, matches = begin.match, self.games.matches
        now = matches.now()
        frames = self._missed(begin) if isinstance(begin, Missed) else None
        if frames is None:
            state = state_of(match, self.game_id, now)
            frames = [reset_frame(match.number, state.model_dump_json(by_alias=True).encode())]
        if frames or self.caller.owners:
            frames.append(self.introduction(match))
        dead = matches.proposed_dead(self.match_id)
        if dead is not None:
            frames.append(proposal_frame(match, dead))
        present = matches.attendance(self.match_id).items()
        return frames + [presence_frame(color, attendance, now) for color, attendance in present]

    def introduction(self, match: Match) -> bytes:
        """The frame that says what is the caller's own."""
        invite = None if self.watching else self.games.invite_by(match, self.caller.owners)
        return caller_frame(match, self.caller.owners, is_watching=self.watching, invite=invite)

    def _missed(self, begin: Missed) -> list[bytes] | None:
        """The events one by one, and how the match stands after them; None where the match itself is shorter.

        Also where moves were played again: the log does not say which.
        """
        frames, octets = [], 0
        is_player = not self.watching and bool(colors_of(begin.match, self.caller.owners))
        for event in begin.events:
            after = begin.match if event.n == begin.match.number else None
            frames.append(write_frame(event_frame(event, after, watching=not is_player)))
            octets += len(frames[-1])
            if octets > _MOST_MISSED_OCTETS or isinstance(event, Redone):
                return None
        return [*frames, position_frame(begin.match)] if frames else frames

    async def snapshot(self) -> Match:
        """The match as it stands."""
        return await self.games.matches.snapshot(self.match_id)

    async def act(self, message: Incoming, rtt_ms: float) -> int:
        """Carry out a message that came over this round trip; the number of the event it led to."""
        if self.watching:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        self.caller.insist_on(Scope.PLAY)
        owners = self.caller.owners
        caller = sender = owners[0] if owners else None
        player = None if message.player is None else color_of(message.player)
        if player is None or len(owners) > 1:
            match = await self.games.matches.snapshot(self.match_id)
            player = acting_color(match, owners) if player is None else player
            caller = acting_owner(match, owners, player)
        command = command_of(player, message.type, message.places(), message.choice)
        answer = await self.games.matches.act(
            self.match_id,
            command,
            caller=caller,
            sender=sender,
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
            match = await self.games.matches.snapshot(self.match_id)
        except StoreError:
            return 0, 0
        return match.revision, match.timeline.cursor
