"""How the parts of the lobby tell each other what is new, in this process or, later, in several. No network here.

Whoever changes something publishes how it is now, not what happened to it: the same change told twice does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from tengen.protocol import ChallengeOut, Glance, Person, PersonalFrame


@dataclass(frozen=True, slots=True)
class ChallengeOpened:
    """A challenge to everybody, by this account: those who are blocked with it do not hear of it."""

    challenge: ChallengeOut
    by: str


@dataclass(frozen=True, slots=True)
class ChallengeClosed:
    """A challenge to everybody cannot be taken any more."""

    challenge_id: str


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game being played looks like this now."""

    glance: Glance


@dataclass(frozen=True, slots=True)
class GameHidden:
    """A game is over, or others are shown instead."""

    watch_id: str


@dataclass(frozen=True, slots=True)
class PersonCame:
    """Somebody is here from now on, in the list of who is here."""

    person: Person


@dataclass(frozen=True, slots=True)
class PersonWent:
    """Somebody is no longer in the list of who is here."""

    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class PeopleCounted:
    """So many people are here."""

    count: int


LobbyChange: TypeAlias = (
    ChallengeOpened | ChallengeClosed | GameShown | GameHidden | PersonCame | PersonWent | PeopleCounted
)
"""What everybody in the lobby hears of."""


class LobbyListener(Protocol):
    """Whoever passes on what is published: in a server the broadcast to its sockets."""

    def hear(self, change: LobbyChange) -> None:
        """Something is new for everybody."""

    def hear_for(self, account_id: str, frame: PersonalFrame) -> None:
        """Something is new for one person, who may be here or not."""


class LobbyBus(Protocol):
    """Carries what is new to every listener, in order. Waits for nobody, and promises nothing to who is not here."""

    def publish(self, change: LobbyChange) -> None:
        """Tell everybody."""

    def tell(self, account_id: str, frame: PersonalFrame) -> None:
        """Tell one person, at every socket of theirs in the lobby."""

    def listen(self, listener: LobbyListener) -> Callable[[], None]:
        """Hear all of it from now on, until what is returned is called."""


class LocalLobbyBus:
    """The bus of one process."""

    def __init__(self) -> None:
        self._listeners: dict[LobbyListener, None] = {}

    def publish(self, change: LobbyChange) -> None:
        """Tell everybody."""
        for listener in tuple(self._listeners):
            listener.hear(change)

    def tell(self, account_id: str, frame: PersonalFrame) -> None:
        """Tell one person."""
        for listener in tuple(self._listeners):
            listener.hear_for(account_id, frame)

    def listen(self, listener: LobbyListener) -> Callable[[], None]:
        """Hear all of it from now on, until what is returned is called."""
        self._listeners[listener] = None

        def close() -> None:
            self._listeners.pop(listener, None)

        return close
