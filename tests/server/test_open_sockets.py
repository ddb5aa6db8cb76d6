"""Open sockets and the sessions that they belong to: which are cut when, without a server."""

from __future__ import annotations

import asyncio
import time
from contextlib import ExitStack, suppress

from tengen.people import Account, Scope, SessionsEnded
from tengen.server.identity import STRANGER, Caller
from tengen.server.ws import OpenSockets

ANN, BO = Account("ann", "Ann", 0), Account("bo", "Bo", 0)


class Line:
    """A connection that notes what is asked of it."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.is_cut = False
        self.checks = 0

    def check(self, now: float) -> None:
        del now
        self.checks += 1

    def end_session(self) -> None:
        self.is_cut = True


class Book:
    """Notes who comes and goes."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def enter(self, account: Account) -> None:
        self.lines.append(f"+{account.account_id}")

    def leave(self, account_id: str) -> None:
        self.lines.append(f"-{account_id}")


def in_session(session_id: str, account: Account, expires_at: int | None = None) -> Caller:
    return Caller(account, session_id=session_id, expires_at=expires_at, token="x")


def bot(account: Account) -> Caller:
    return Caller(account, token="y", scopes=frozenset({Scope.READ}))


def ended(accounts: str, *sessions: str) -> SessionsEnded:
    return SessionsEnded(frozenset(accounts.split()), frozenset(sessions))


def test_the_sockets_of_a_session_that_ends_are_cut_and_no_others() -> None:
    sockets = OpenSockets(Book())
    lines = [Line(in_session("1", ANN)), Line(in_session("1", ANN)), Line(in_session("2", ANN)), Line(STRANGER)]
    with ExitStack() as opened:
        for line in lines:
            opened.enter_context(sockets.watched(line))
        sockets.end_sessions(ended("ann", "1"))
        assert [line.is_cut for line in lines] == [True, True, False, False]
        assert sockets.endings == 1
    sockets.end_sessions(ended("ann", "2"))
    assert not lines[2].is_cut, "it is closed already"


def test_the_bots_of_an_account_are_cut_with_any_of_its_sessions_and_come_again() -> None:
    sockets = OpenSockets(Book())
    lines = [Line(bot(ANN)), Line(bot(BO))]
    with ExitStack() as opened:
        for line in lines:
            opened.enter_context(sockets.watched(line))
        sockets.end_sessions(ended("ann"))
        assert [line.is_cut for line in lines] == [True, False]


def test_who_says_later_who_they_are_is_cut_as_that() -> None:
    sockets, line = OpenSockets(Book()), Line(STRANGER)
    with sockets.watched(line):
        line.caller = in_session("1", ANN)
        sockets.note_caller(line)
        line.caller = in_session("2", BO)
        sockets.note_caller(line)
        sockets.end_sessions(ended("ann", "1"))
        assert not line.is_cut
        sockets.end_sessions(ended("bo", "2"))
        assert line.is_cut


async def test_a_socket_does_not_outlast_its_session() -> None:
    now = int(time.time() * 1000)
    sockets = OpenSockets(Book())
    old, young, endless = Line(in_session("1", ANN, now - 1)), Line(in_session("2", ANN, now + 60_000)), Line(STRANGER)
    with ExitStack() as opened:
        for line in (old, young, endless):
            opened.enter_context(sockets.watched(line))
        watching = asyncio.create_task(sockets.watch(0.01))
        while not endless.checks:
            await asyncio.sleep(0.01)
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
    assert [line.is_cut for line in (old, young, endless)] == [True, False, False]


def test_who_has_a_socket_open_is_noted_with_whoever_sits_beside() -> None:
    book = Book()
    sockets, line = OpenSockets(book), Line(Caller(ANN, BO, session_id="1", token="x"))
    with sockets.watched(line):
        assert book.lines == ["+ann", "+bo"]
        line.caller = in_session("2", ANN)
        sockets.note_caller(line)
        assert book.lines[2:] == ["+ann", "-ann", "-bo"], "nobody who stays is away in between"
    assert book.lines[5:] == ["-ann"]
    with sockets.watched(Line(STRANGER)):
        assert len(book.lines) == 6
