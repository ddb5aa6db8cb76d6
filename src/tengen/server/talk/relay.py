"""How lines reach open sockets: written once, gathered for a moment, passed to a few listeners at a time.

So a thousand watchers who talk all at once cost the event loop little more than the moves that they watch.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from tengen.core import StoreError
from tengen.match import Match
from tengen.people import Account, ChatLine, TalkHub
from tengen.protocol import chat_frame
from tengen.server.talk.rooms import hears

GATHERED_S: Final = 0.1
"""Lines of a match that come so soon after others are told together."""
_SLICE: Final = 50
"""So many listeners are told in one turn of the event loop."""

OnFrames: TypeAlias = Callable[[list[bytes]], None]
FindMatch: TypeAlias = Callable[[str], Match | None]
FindAccount: TypeAlias = Callable[[str], Awaitable[Account | None]]
HiddenFrom: TypeAlias = Callable[[Account | None], Awaitable[frozenset[str]]]


@dataclass(eq=False, slots=True)
class Listener:
    """An open socket at a match: who is there, whether under the id for watching, and how it is told."""

    match_id: str
    owners: tuple[str, ...]
    is_watching: bool
    on_frames: OnFrames

    @property
    def reader(self) -> str | None:
        """By whose wishes lines are left out."""
        return self.owners[0] if self.owners else None


@dataclass(eq=False, slots=True)
class _Audience:
    """Those who listen to one match, and what they are to be told."""

    close: Callable[[], None]
    listeners: set[Listener] = field(default_factory=set)
    lines: list[ChatLine] = field(default_factory=list)
    is_telling: bool = False


@dataclass(eq=False, slots=True)
class _Wishes:
    """Whom somebody does not hear; nobody at all, if they do not talk. Shared by all of their sockets."""

    hidden: frozenset[str] = frozenset()
    is_deaf: bool = False
    sockets: int = 0

    def lets_pass(self, line: ChatLine) -> bool:
        return not self.is_deaf and line.author not in self.hidden


class TalkRelay:
    """Passes what is said on to the sockets of a match, to each what it hears.

    `find_match` finds a match in memory, where every match is that has an open socket; `hidden_from` says whom somebody
    does not hear.
    """

    def __init__(self, hub: TalkHub, hidden_from: HiddenFrom, find_match: FindMatch, find_account: FindAccount) -> None:
        self._hub, self._hidden_from, self._find_match, self._find_account = hub, hidden_from, find_match, find_account
        self._audiences: dict[str, _Audience] = {}
        self._wishes: dict[str, _Wishes] = {}
        self._changes = 0
        self._renewing: set[asyncio.Task[None]] = set()

    async def listen(self, listener: Listener) -> None:
        """Tell a listener what is said from now on, until it leaves."""
        reader = listener.reader
        if reader is not None:
            found = await self._read(reader)
            wishes = self._wishes.setdefault(reader, found)
            wishes.hidden, wishes.is_deaf = found.hidden, found.is_deaf
            wishes.sockets += 1
        match_id = listener.match_id
        if match_id not in self._audiences:
            self._audiences[match_id] = _Audience(self._hub.listen(match_id, self._on_line))
        self._audiences[match_id].listeners.add(listener)

    def leave(self, listener: Listener) -> None:
        """Tell a listener nothing any more."""
        audience = self._audiences.get(listener.match_id)
        if audience is None or listener not in audience.listeners:
            return
        audience.listeners.discard(listener)
        if not audience.listeners:
            audience.close()
            del self._audiences[listener.match_id]
        if listener.reader is not None:
            wishes = self._wishes[listener.reader]
            wishes.sockets -= 1
            if not wishes.sockets:
                del self._wishes[listener.reader]

    async def renew(self, *account_ids: str) -> None:
        """What these want to hear has changed: from now on their sockets are told by that.

        Where nobody can tell what it is, they are told nothing until it is known again: no line of somebody whom they
        have just blocked.
        """
        self._changes += 1
        for account_id in account_ids:
            if account_id in self._wishes:
                try:
                    found = await self._read(account_id)
                except StoreError:
                    found = _Wishes(is_deaf=True)
                if (wishes := self._wishes.get(account_id)) is not None:
                    wishes.hidden, wishes.is_deaf = found.hidden, found.is_deaf

    def renew_soon(self, account_ids: Iterable[str]) -> None:
        """The same without waiting for it; `until_renewed` does."""
        self._changes += 1
        task = asyncio.get_running_loop().create_task(self.renew(*account_ids))
        self._renewing.add(task)
        task.add_done_callback(self._renewing.discard)

    async def until_renewed(self) -> None:
        """Wait until all sockets go by what was wished for before."""
        if self._renewing:
            await asyncio.wait(tuple(self._renewing))

    async def _read(self, account_id: str) -> _Wishes:
        """What somebody wants to hear, read again where somebody's wishes changed meanwhile."""
        while True:
            changes = self._changes
            account = await self._find_account(account_id)
            hidden = await self._hidden_from(account)
            if changes == self._changes:
                return _Wishes(hidden, is_deaf=account is None or not account.talks)

    # --- telling

    def _on_line(self, line: ChatLine) -> None:
        audience = self._audiences.get(line.match_id)
        if audience is None:
            return
        audience.lines.append(line)
        if not audience.is_telling:
            audience.is_telling = True
            asyncio.get_running_loop().call_soon(self._tell, audience)

    def _tell(self, audience: _Audience) -> None:
        lines, audience.lines = audience.lines, []
        if not lines:
            audience.is_telling = False
            return
        told = [(line, chat_frame(line)) for line in lines]
        self._tell_slice(audience, told, tuple(audience.listeners))

    def _tell_slice(
        self, audience: _Audience, told: Sequence[tuple[ChatLine, bytes]], listeners: Sequence[Listener]
    ) -> None:
        for listener in listeners[:_SLICE]:
            if listener in audience.listeners:
                self._tell_one(listener, told)
        loop, rest = asyncio.get_running_loop(), listeners[_SLICE:]
        if rest:
            loop.call_soon(self._tell_slice, audience, told, rest)
        else:
            loop.call_later(GATHERED_S, self._tell, audience)

    def _tell_one(self, listener: Listener, told: Sequence[tuple[ChatLine, bytes]]) -> None:
        match = self._find_match(listener.match_id)
        if match is None:
            return
        wishes = self._wishes[listener.reader] if listener.reader is not None else _Wishes()
        owners, is_watching = listener.owners, listener.is_watching
        frames = [
            frame
            for line, frame in told
            if wishes.lets_pass(line) and hears(match, line.room, owners, is_watching=is_watching)
        ]
        if frames:
            listener.on_frames(frames)
