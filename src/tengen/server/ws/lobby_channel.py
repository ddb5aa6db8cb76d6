"""Somebody in the lobby over a socket: what they hear, and what their messages do."""

from __future__ import annotations

from typing import Final

from msgspec import UNSET, UnsetType

from tengen.core import ErrorCode, GameError
from tengen.match.service import FrameQueue
from tengen.people import Account, PeopleCode, PeopleError, Scope
from tengen.protocol import LobbyIncoming, read_lobby_frame
from tengen.server.identity import Caller, Identity
from tengen.server.lobby import Lobby, LobbySubscription
from tengen.server.ws.channel import Channel

_DONE: Final = 0
"""What answers a message of the lobby: it leads to no event."""


class LobbyChannel(Channel[LobbyIncoming]):
    """Somebody in the lobby; a stranger only looks."""

    def __init__(self, lobby: Lobby, identity: Identity, caller: Caller) -> None:
        super().__init__(identity, caller)
        self._lobby = lobby
        self._listener: LobbySubscription | None = None

    @classmethod
    async def open(cls, lobby: Lobby, identity: Identity, caller: Caller) -> LobbyChannel:
        """A place in the lobby. Raises BAD_SCOPE for some bots."""
        await identity.admit(caller, Scope.READ)
        return cls(lobby, identity, caller)

    def read(self, data: str | bytes) -> LobbyIncoming:
        """The message in a frame."""
        return read_lobby_frame(data)

    async def enter(self) -> tuple[FrameQueue, list[bytes]]:
        """Hear everything that happens from now on."""
        self._listener, beginning = await self._lobby.enter(self.caller.account)
        return self._listener, [beginning]

    def leave(self) -> None:
        """Hear nothing any more."""
        if self._listener is not None:
            self._lobby.leave(self._listener)

    async def welcome(self) -> tuple[int, list[bytes]]:
        """The caller has said who they are: they are told all of it once more."""
        if self._listener is not None:
            await self._lobby.reseat(self._listener, self._somebody())
        return _DONE, []

    async def carry_out(self, message: LobbyIncoming) -> int:
        """Carry out a message. Raises BAD_BODY for one without what it needs, NOT_LOGGED_IN for a stranger's seek."""
        match message:
            case LobbyIncoming(type="boards"):
                if self._listener is not None:
                    self._lobby.show_boards(self._listener, is_on=message.on)
            case LobbyIncoming(type="seek", game_type=str(game_type), speed=speed) if speed is not None:
                await self._lobby.seek(self._player(), game_type, message.board_size, speed, rated=message.rated)
            case LobbyIncoming(type="unseek"):
                self._lobby.unseek(self._player())
            case _:
                raise GameError(ErrorCode.BAD_BODY)
        return _DONE

    def _player(self) -> Account:
        self.caller.insist_on(Scope.CHALLENGE)
        return self._somebody()

    def _somebody(self) -> Account:
        if self.caller.account is None:
            raise PeopleError(PeopleCode.NOT_LOGGED_IN)
        return self.caller.account

    async def standing(self) -> tuple[UnsetType, UnsetType]:
        """There is no match that refusals could tell of."""
        return UNSET, UNSET
