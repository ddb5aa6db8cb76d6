"""Talk at the boards of this server: from a game's id and a caller to a room, a speaker and what is heard there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from tengen.match import Match
from tengen.match.service import Games
from tengen.people import Account, ChatLine, ChatRoom, PeopleCode, PeopleError, TalkPlace
from tengen.people.service import Talk
from tengen.server.identity import Caller
from tengen.server.talk.once import LineKey, SaidOnce
from tengen.server.talk.relay import Listener, OnFrames, TalkRelay
from tengen.server.talk.rooms import hears, owners_of, room_of


@dataclass(frozen=True, slots=True)
class Heard:
    """What somebody hears in a room, and why they cannot speak there; None: they can."""

    lines: Sequence[ChatLine]
    room: ChatRoom
    why_not: PeopleError | None


class BoardTalk:
    """What callers say and hear at matches, under the id to play or the one to watch. Raises NO_SUCH_GAME."""

    def __init__(self, games: Games, talk: Talk, relay: TalkRelay) -> None:
        self._games, self._talk, self._relay = games, talk, relay
        self._once = SaidOnce()

    async def say(
        self,
        game_id: str,
        caller: Caller,
        *,
        text: str | None = None,
        word: str | None = None,
        message_id: str | None = None,
    ) -> ChatLine:
        """Say something where the caller belongs; under an id that the caller gave a line before, only that line.

        Raises NOT_LOGGED_IN for strangers, and what `Talk` raises.
        """
        match, is_watching = await self._find(game_id)
        speaker = _speaker(match, caller)
        if speaker is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        place = _place(match, caller, is_watching=is_watching)
        say = partial(self._talk.say, speaker, place, text=text, word=word)
        if message_id is None:
            return await say()
        return await self._once.say(LineKey(speaker.account_id, match.match_id, message_id), say)

    async def heard(self, game_id: str, caller: Caller, room: ChatRoom | None, after: int) -> Heard:
        """The lines of a room after a number, of the caller's own unless one is named.

        Raises NOT_ALLOWED in a room that the caller does not hear now.
        """
        match, is_watching = await self._find(game_id)
        own = _place(match, caller, is_watching=is_watching)
        wanted = own.room if room is None else room
        if not hears(match, wanted, caller.owners, is_watching=is_watching):
            raise PeopleError(PeopleCode.NOT_ALLOWED)
        lines = await self._talk.lines(caller.account, match.match_id, wanted, after)
        if wanted is not own.room:
            return Heard(lines, wanted, PeopleError(PeopleCode.NOT_ALLOWED))
        return Heard(lines, wanted, await self._talk.why_not(_speaker(match, caller), own))

    async def place(self, game_id: str, caller: Caller) -> TalkPlace:
        """Where the caller speaks at a match, which is what goes along with a report."""
        match, is_watching = await self._find(game_id)
        return _place(match, caller, is_watching=is_watching)

    async def people_at(self, game_id: str, caller: Caller) -> frozenset[str]:
        """The accounts whose names the caller sees at a match: its players, and who spoke where the caller hears it."""
        match, is_watching = await self._find(game_id)
        rooms = [room for room in ChatRoom if hears(match, room, caller.owners, is_watching=is_watching)]
        spoken = [await self._talk.lines(caller.account, match.match_id, room) for room in rooms]
        return frozenset(owners_of(match)) | {line.author for lines in spoken for line in lines}

    # --- open sockets

    async def listen(self, match_id: str, caller: Caller, on_frames: OnFrames, *, is_watching: bool) -> Listener:
        """Tell an open socket what the caller hears from now on, until it leaves."""
        listener = Listener(match_id, caller.owners, is_watching, on_frames)
        await self._relay.listen(listener)
        return listener

    def leave(self, listener: Listener) -> None:
        """The socket is closed, or its caller is somebody else."""
        self._relay.leave(listener)

    async def renew(self, *account_ids: str) -> None:
        """What these want to hear has changed; their open sockets go by that from now on."""
        await self._relay.renew(*account_ids)

    async def until_renewed(self) -> None:
        """Wait until open sockets go by all that was changed before."""
        await self._relay.until_renewed()

    async def _find(self, game_id: str) -> tuple[Match, bool]:
        match_id, is_watching = await self._games.resolve(game_id)
        return await self._games.matches.snapshot(match_id), is_watching


def _place(match: Match, caller: Caller, *, is_watching: bool) -> TalkPlace:
    room = room_of(match, caller.owners, is_watching=is_watching)
    return TalkPlace(match.match_id, room, owners_of(match))


def _speaker(match: Match, caller: Caller) -> Account | None:
    """Who of the people at one screen speaks: the one who has a seat, else the first."""
    here = [account for account in (caller.account, caller.beside) if account is not None]
    owners = owners_of(match)
    return next((account for account in here if account.account_id in owners), caller.account)
