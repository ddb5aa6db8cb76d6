"""Somebody at a match over a socket: what they hear, and what their messages do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tengen.core import ErrorCode, GameError
from tengen.match import Match, Redone
from tengen.match.service import (
    EndReason,
    FrameQueue,
    Games,
    HubLimits,
    Missed,
    RoundTrips,
    StoreError,
    Subscription,
    acting_color,
    acting_owner,
    colors_of,
    refuse_if_late,
)
from tengen.people import Scope
from tengen.protocol import (
    CHAT,
    Incoming,
    caller_frame,
    color_of,
    command_of,
    estimate_frame,
    event_frame,
    position_frame,
    presence_frame,
    proposal_frame,
    read_frame,
    reset_frame,
    state_of,
    write_frame,
)
from tengen.server.identity import Caller, Identity
from tengen.server.talk import BoardTalk, Listener
from tengen.server.ws.channel import Channel

_MOST_MISSED_OCTETS: Final = 32 * 1024
_TALK_LIMITS: Final = HubLimits()


@dataclass(frozen=True, slots=True)
class MatchServices:
    """What the sockets of matches ask."""

    games: Games
    identity: Identity
    talk: BoardTalk


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """Under which id a match is called, whether only to watch, and from which event on."""

    match_id: str
    game_id: str
    watching: bool
    since: int | None = None


class MatchChannel(Channel[Incoming]):
    """Somebody at a match: hears what happens and what people say, and acts for their seats."""

    def __init__(self, services: MatchServices, caller: Caller, place: MatchPlace) -> None:
        super().__init__(services.identity, caller)
        self._games, self._talk = services.games, services.talk
        self._match_id, self._game_id = place.match_id, place.game_id
        self._watching, self._since = place.watching, place.since
        self._subscription: Subscription | None = None
        self._hearing: Listener | None = None
        self._round_trips = RoundTrips()

    @classmethod
    async def open(cls, services: MatchServices, game_id: str, caller: Caller, since: int | None) -> MatchChannel:
        """A place at the match of this id. Raises NO_SUCH_GAME, BAD_SCOPE for some bots."""
        await services.identity.admit(caller, Scope.READ)
        match_id, watching = await services.games.resolve(game_id)
        return cls(services, caller, MatchPlace(match_id, game_id, watching, since))

    def read(self, data: str | bytes) -> Incoming:
        """The message in a frame."""
        return read_frame(data)

    async def enter(self) -> tuple[FrameQueue, list[bytes]]:
        """Hear everything that happens from now on."""
        self._subscription = subscription = await self._games.matches.subscribe(
            self._match_id, self._since, owners=self.caller.owners, watching=self._watching
        )
        beginning = self._beginning(subscription)
        await self._hear()
        return subscription, beginning

    def leave(self) -> None:
        """Hear nothing any more."""
        self._hear_no_more()
        if self._subscription is not None:
            self._subscription.close()

    async def _hear(self) -> None:
        """Hear what people say as whoever the caller is now; where nobody can tell what that is, come again."""
        self._hear_no_more()
        try:
            self._hearing = await self._talk.listen(
                self._match_id, self.caller, self._put_talk, is_watching=self._watching
            )
        except StoreError:
            if self._subscription is not None:
                self._subscription.end(EndReason.TOO_SLOW)

    def _hear_no_more(self) -> None:
        if self._hearing is not None:
            self._talk.leave(self._hearing)
            self._hearing = None

    def _put_talk(self, frames: list[bytes]) -> None:
        """People have said something; who does not read it is cut off like anybody who does not read of moves."""
        if self._subscription is not None:
            for frame in frames:
                self._subscription.put(frame, _TALK_LIMITS)

    def _beginning(self, subscription: Subscription) -> list[bytes]:
        """The frames that bring a listener up to where the subscription begins.

        They say what was missed and how the match stands after it, or all of it; then what is the caller's own, which
        stones look dead, how it stands where that was asked, and who is at the board.
        """
        begin = subscription.beginning
        match, matches = begin.match, self._games.matches
        now = matches.now()
        frames = self._missed(begin) if isinstance(begin, Missed) else None
        if frames is None:
            state = state_of(match, self._game_id, now)
            frames = [reset_frame(match.number, state.model_dump_json(by_alias=True).encode())]
        if frames or self.caller.owners:
            frames.append(self._introduction(match))
        dead = matches.proposed_dead(self._match_id)
        if dead is not None:
            frames.append(proposal_frame(match, dead))
        found = self._games.estimate_for(match, self.caller.owners, is_watching=self._watching)
        if found is not None:
            frames.append(estimate_frame(match, found))
        present = matches.attendance(self._match_id).items()
        return frames + [presence_frame(color, attendance, now) for color, attendance in present]

    def _introduction(self, match: Match) -> bytes:
        """The frame that says what is the caller's own."""
        invite = None if self._watching else self._games.invite_by(match, self.caller.owners)
        return caller_frame(match, self.caller.owners, is_watching=self._watching, invite=invite)

    def _missed(self, begin: Missed) -> list[bytes] | None:
        """The events one by one, and how the match stands after them; None where the match itself is shorter.

        Also where moves were played again: the log does not say which.
        """
        frames, octets = [], 0
        is_player = not self._watching and bool(colors_of(begin.match, self.caller.owners))
        for event in begin.events:
            after = begin.match if event.n == begin.match.number else None
            frames.append(write_frame(event_frame(event, after, watching=not is_player)))
            octets += len(frames[-1])
            if octets > _MOST_MISSED_OCTETS or isinstance(event, Redone):
                return None
        return [*frames, position_frame(begin.match)] if frames else frames

    async def welcome(self) -> tuple[int, list[bytes]]:
        """The caller has said who they are."""
        match = await self._games.matches.snapshot(self._match_id)
        if self._subscription is None or not self.caller.owners:
            return match.number, []
        self._subscription.reseat(self.caller.owners)
        await self._hear()
        frames = [self._introduction(match)]
        found = self._games.estimate_for(match, self.caller.owners, is_watching=self._watching)
        return match.number, frames if found is None else [*frames, estimate_frame(match, found)]

    async def carry_out(self, message: Incoming) -> int:
        """Carry out a message; the number of the event it led to, or of the line that was said."""
        if message.type == CHAT:
            self.caller.insist_on(Scope.PLAY)
            line = await self._talk.say(
                self._game_id, self.caller, text=message.text, word=message.word, message_id=message.id
            )
            return line.number
        if self._watching:
            raise GameError(ErrorCode.NOT_YOUR_SEAT)
        self.caller.insist_on(Scope.PLAY)
        owners = self.caller.owners
        caller = sender = owners[0] if owners else None
        player = None if message.player is None else color_of(message.player)
        if player is None or len(owners) > 1:
            match = await self._games.matches.snapshot(self._match_id)
            player = acting_color(match, owners) if player is None else player
            caller = acting_owner(match, owners, player)
        command = command_of(player, message.type, message.places(), message.choice)
        answer = await self._games.matches.act(
            self._match_id,
            command,
            caller=caller,
            sender=sender,
            revision=message.revision,
            message_id=message.id,
            rtt_ms=0.0 if self._subscription is None else self._subscription.rtt_ms,
            needs_match=False,
        )
        refuse_if_late(answer)
        return answer.events[-1].n if answer.events else answer.match.number

    async def standing(self) -> tuple[int, int]:
        """The revision of the match and how many moves there are; zeros while the store cannot be read."""
        try:
            match = await self._games.matches.snapshot(self._match_id)
        except StoreError:
            return 0, 0
        return match.revision, match.timeline.cursor

    def note_round_trip(self, ms: float) -> None:
        """So long a message took to the peer and back: so much is not charged to its clock."""
        rtt_ms = self._round_trips.note(ms)
        if self._subscription is not None:
            self._subscription.rtt_ms = rtt_ms
