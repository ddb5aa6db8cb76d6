"""The sockets that are open: how many each may have, whose they are, and whether their peers still take what is sent.

A socket belongs to the session or bot token that opened it. When that ends, the socket is cut.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from tengen.people import Account, SessionsEnded
from tengen.server.identity import Caller


class Connection(Protocol):
    """An open socket, which is looked after."""

    @property
    def caller(self) -> Caller:
        """Who is at its other end."""

    def check(self, now: float) -> None:
        """Whether the peer takes what it is sent; `now` in seconds of the event loop."""

    def end_session(self) -> None:
        """The session or token that it belongs to is worth nothing any more: close it."""


class Presence(Protocol):
    """Whoever wants to know who has sockets open."""

    def enter(self, account: Account) -> None:
        """Somebody at this screen has one more."""

    def leave(self, account_id: str) -> None:
        """They have one less."""


class OpenSockets:
    """Counts open sockets by address or account, checks their connections, and cuts those whose session ends.

    `endings` counts how often sessions have ended: who was somebody before one may be nobody after it. `presence`
    hears who is at the other ends.
    """

    def __init__(self, presence: Presence) -> None:
        self.endings = 0
        self._presence = presence
        self._connections: dict[Connection, Caller] = {}
        self._of_line: defaultdict[str, set[Connection]] = defaultdict(set)
        self._count: Counter[str] = Counter()

    @contextmanager
    def counted(self, whose: str, most: int) -> Iterator[bool]:
        """Count a socket while it is open; says whether this address or account may have another."""
        self._count[whose] += 1
        try:
            yield self._count[whose] <= most
        finally:
            self._count[whose] -= 1
            if not self._count[whose]:
                del self._count[whose]

    @contextmanager
    def watched(self, connection: Connection) -> Iterator[None]:
        """Look after a connection while it is open."""
        self.note_caller(connection)
        try:
            yield
        finally:
            self._forget_caller(connection)

    def note_caller(self, connection: Connection) -> None:
        """Whoever is at the other end of a connection may be somebody else than before."""
        caller = connection.caller
        for account in caller.accounts:  # before the others leave: most are the same
            self._presence.enter(account)
        self._forget_caller(connection)
        self._connections[connection] = caller
        line = _line_of(caller)
        if line is not None:
            self._of_line[line].add(connection)

    def _forget_caller(self, connection: Connection) -> None:
        caller = self._connections.pop(connection, None)
        if caller is None:
            return
        for owner in caller.owners:
            self._presence.leave(owner)
        line = _line_of(caller)
        if line is not None:
            self._of_line[line].discard(connection)
            if not self._of_line[line]:
                del self._of_line[line]

    def end_sessions(self, ended: SessionsEnded) -> None:
        """Cut the connections of these sessions, and those of the bots of these accounts, which may come again."""
        self.endings += 1
        lines = [_session(found) for found in ended.session_ids] + [_bots(found) for found in ended.account_ids]
        for line in lines:
            for connection in tuple(self._of_line.get(line, ())):
                connection.end_session()

    async def watch(self, write_timeout_s: float) -> None:
        """Look at every connection now and then, for ever."""
        clock = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(min(1.0, write_timeout_s))
            now, wall_ms = clock(), time.time() * 1000
            for connection in tuple(self._connections):
                connection.check(now)
                expires_at = connection.caller.expires_at
                if expires_at is not None and wall_ms >= expires_at:
                    connection.end_session()


def _line_of(caller: Caller) -> str | None:
    """By what the connections of a caller are found when it ends; None for strangers."""
    if caller.session_id is not None:
        return _session(caller.session_id)
    return None if caller.owner is None else _bots(caller.owner)


def _session(session_id: str) -> str:
    return f"session {session_id}"


def _bots(account_id: str) -> str:
    return f"bots {account_id}"
