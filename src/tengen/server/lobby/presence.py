"""Who is here: whoever has a socket open, in the lobby or at a match, and for a moment after it is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final

from tengen.match.service import Time, Timer
from tengen.people import Account
from tengen.protocol import Person
from tengen.server.lobby.bus import LobbyBus, PeopleCounted, PersonCame, PersonWent

GRACE_MS: Final = 10_000
"""So long somebody is still here who has lost the last socket: a page that is loaded anew comes again."""


class Stays:
    """Counts the sockets of accounts. Who has had none for `grace_ms` has left, and `on_left` is called."""

    def __init__(self, time: Time, grace_ms: int, on_left: Callable[[str], None]) -> None:
        self._time, self._grace_ms, self._on_left = time, grace_ms, on_left
        self._sockets: Counter[str] = Counter()
        self._leaving: dict[str, Timer] = {}

    def __len__(self) -> int:
        return len(self._sockets) + len(self._leaving)

    def __contains__(self, account_id: str) -> bool:
        return account_id in self._sockets or account_id in self._leaving

    def enter(self, account_id: str) -> bool:
        """A socket was opened; whether somebody came with it who was not here."""
        leaving = self._leaving.pop(account_id, None)
        if leaving is not None:
            leaving.cancel()
        self._sockets[account_id] += 1
        return leaving is None and self._sockets[account_id] == 1

    def leave(self, account_id: str) -> None:
        """A socket was closed."""
        self._sockets[account_id] -= 1
        if not self._sockets[account_id]:
            del self._sockets[account_id]
            self._leaving[account_id] = self._time.call_after(self._grace_ms, lambda: self._end(account_id))

    def _end(self, account_id: str) -> None:
        del self._leaving[account_id]
        self._on_left(account_id)

    def close(self) -> None:
        """Wait for nobody any more."""
        for timer in self._leaving.values():
            timer.cancel()
        self._leaving.clear()


class LobbyPresence:
    """Everybody who is here, as the lobby shows them. People of one name are one in its list: guests may share one."""

    def __init__(self, bus: LobbyBus, time: Time, grace_ms: int = GRACE_MS) -> None:
        self._bus = bus
        self._stays = Stays(time, grace_ms, self._forget)
        self._persons: dict[str, Person] = {}
        self._named: Counter[tuple[str, bool]] = Counter()

    def is_here(self, account_id: str) -> bool:
        """Whether this account has a socket open, or had one a moment ago."""
        return account_id in self._stays

    def enter(self, account: Account) -> None:
        """A socket of this account was opened."""
        person = Person(name=account.name, is_guest=account.is_guest, avatar=account.avatar)
        before = self._persons.get(account.account_id)
        self._stays.enter(account.account_id)
        if person == before:
            return
        self._persons[account.account_id] = person
        self._named[person.name, person.is_guest] += 1
        self._bus.publish(PersonCame(person))
        if before is not None:  # by another name now
            self._drop(before)
        else:
            self._bus.publish(PeopleCounted(len(self._stays)))

    def leave(self, account_id: str) -> None:
        """A socket of this account was closed."""
        self._stays.leave(account_id)

    def close(self) -> None:
        """Wait for nobody any more."""
        self._stays.close()

    def _forget(self, account_id: str) -> None:
        self._drop(self._persons.pop(account_id))
        self._bus.publish(PeopleCounted(len(self._stays)))

    def _drop(self, person: Person) -> None:
        key = person.name, person.is_guest
        self._named[key] -= 1
        if not self._named[key]:
            del self._named[key]
            self._bus.publish(PersonWent(*key))
