"""What a socket is about, a match or the lobby, as whoever is at its other end has it. No transport."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from msgspec import UnsetType

from tengen.match.service import FrameQueue
from tengen.people import Scope
from tengen.server.identity import Caller, Identity


class SocketMessage(Protocol):
    """What all messages have that come in over a socket; `auth` has a token."""

    @property
    def id(self) -> str:
        """What its answer refers to."""

    @property
    def type(self) -> str:
        """What is asked."""

    @property
    def token(self) -> str | None:
        """Who comes."""


MessageT = TypeVar("MessageT", bound=SocketMessage)


class Channel(ABC, Generic[MessageT]):
    """A caller at a match, or in the lobby: what they hear, and what their messages do."""

    def __init__(self, identity: Identity, caller: Caller) -> None:
        self.identity = identity
        self.caller = caller

    async def is_still_allowed(self) -> bool:
        """Whether the caller is still who they were."""
        return await self.identity.is_still(self.caller)

    async def introduce(self, token: str) -> None:
        """The caller is whoever has this token. Raises a refusal with BAD_TOKEN, BAD_SCOPE for some bots."""
        caller = await self.identity.holder_of(token)
        await self.identity.admit(caller, Scope.READ)
        self.caller = caller

    @abstractmethod
    def read(self, data: str | bytes) -> MessageT:
        """The message in a frame. Raises BAD_BODY, TOO_LARGE."""

    @abstractmethod
    async def enter(self) -> tuple[FrameQueue, list[bytes]]:
        """Hear everything from now on: where it will wait, and the frames to begin with."""

    @abstractmethod
    def leave(self) -> None:
        """Hear nothing any more."""

    @abstractmethod
    async def carry_out(self, message: MessageT) -> int:
        """Do what a message asks, unless it says who comes; the number that answers it."""

    @abstractmethod
    async def welcome(self) -> tuple[int, list[bytes]]:
        """The caller has said who they are: the number that answers it, and frames that they did not get before."""

    @abstractmethod
    async def standing(self) -> tuple[int | UnsetType, int | UnsetType]:
        """What refusals tell besides: the revision of the match and how many moves there are, if there is a match."""

    def note_round_trip(self, ms: float) -> None:
        """So long a message took to the peer and back. Not every channel wants to know."""
