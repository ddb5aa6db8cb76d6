"""Tells everybody in the lobby what is new: gathered for a moment, written once for all, passed on a few at a time.

So the event loop is never held for long, however many listen. What a newcomer is given first is what the others have
been told by then, so that whatever comes later fits both.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Final

from tengen.match.service import EndReason, FrameQueue, HubLimits
from tengen.protocol import (
    ChallengeOut,
    ChallengesChanged,
    ChangedFrame,
    GamesChanged,
    Glance,
    PeopleChanged,
    PeopleHere,
    Person,
    PersonalFrame,
    PersonGone,
    lobby_fields,
    write_lobby_frame,
)
from tengen.server.lobby.bus import (
    ChallengeClosed,
    ChallengeOpened,
    GameHidden,
    GameShown,
    LobbyChange,
    PeopleCounted,
    PersonCame,
    PersonWent,
)
from tengen.server.lobby.roster import Renewal, Roster
from tengen.server.lobby.sketch import moved_between

GATHER_S: Final = 0.2
"""So long changes are gathered before they are told."""
MOST_CHALLENGES: Final = 100
MOST_GAMES: Final = 24
MOST_PEOPLE: Final = 200
"""So many are shown at once; the others when there is room."""
LIMITS: Final = HubLimits(frames=64, octets=256 * 1024)
"""So much may wait for one listener before it is cut off."""
_SLICE: Final = 40
_SLICE_OCTETS: Final = 256 * 1024
"""So many listeners are told, and so much is written, before others get their turn."""

_Hidden = frozenset[str]


class LobbySubscription(FrameQueue):
    """One listener in the lobby. `hidden` are accounts whose challenges they are not told of.

    A listener hears what is for them alone at once, and what is for everybody from `Broadcast.begin` on.
    """

    __slots__ = ("_broadcast", "account_id", "has_begun", "hidden", "shows_boards")

    def __init__(self, broadcast: Broadcast, account_id: str | None) -> None:
        super().__init__()
        self._broadcast = broadcast
        self.account_id = account_id
        self.hidden: _Hidden = frozenset()
        self.has_begun = False
        self.shows_boards = True

    def _forget(self) -> None:
        self._broadcast.forget(self)


class Broadcast:
    """The listeners in the lobby, what they have been told, and what is to be told next."""

    def __init__(self, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._sleep = sleep
        self._listeners: dict[LobbySubscription, None] = {}
        self._of_account: defaultdict[str, dict[LobbySubscription, None]] = defaultdict(dict)
        self._challenges: Roster[str, ChallengeOpened] = Roster(MOST_CHALLENGES)
        self._games: Roster[str, Glance] = Roster(MOST_GAMES)
        self._people: Roster[tuple[str, bool], Person] = Roster(MOST_PEOPLE)
        self._count = self._told_count = 0
        self._fields: dict[_Hidden, bytes] = {}
        self._is_new = asyncio.Event()

    # --- listeners

    def subscribe(self, account_id: str | None) -> LobbySubscription:
        """A listener, who hears what is for this account from now on."""
        listener = LobbySubscription(self, account_id)
        if account_id is not None:
            self._of_account[account_id][listener] = None
        return listener

    def reseat(self, listener: LobbySubscription, account_id: str) -> None:
        """The listener has said who it is."""
        if listener.ended is None:
            self._forget_account(listener)
            listener.account_id = account_id
            self._of_account[account_id][listener] = None

    def begin(self, listener: LobbySubscription) -> bytes:
        """Have a listener hear what is new for everybody; the fields of its first frame that everybody sees."""
        if listener.ended is None:
            listener.has_begun = True
            self._listeners[listener] = None
        return self.fields_for(listener.hidden)

    def fields_for(self, hidden: _Hidden) -> bytes:
        """What everybody has been told, without the challenges of some, as fields of a `LobbyFrame`."""
        opened = self._challenges.shown()
        hidden &= {challenge.by for challenge in opened}
        fields = self._fields.get(hidden)
        if fields is None:
            challenges = [challenge.challenge for challenge in opened if challenge.by not in hidden]
            people = PeopleHere(count=self._told_count, here=self._people.shown())
            fields = self._fields[hidden] = lobby_fields(challenges, self._games.shown(), people)
        return fields

    def show_boards(self, listener: LobbySubscription, *, is_on: bool) -> None:
        """Whether a listener is told of games being played; who is from now on, is told of all of them first."""
        if is_on and not listener.shows_boards:
            games = GamesChanged(new=self._games.shown(), gone=[], moved=[])
            listener.put(write_lobby_frame(ChangedFrame(games=games)), LIMITS)
        listener.shows_boards = is_on

    def hide(self, account_id: str, hidden: _Hidden) -> None:
        """This account is not told of the challenges of these: tell what goes, and what comes."""
        for listener in tuple(self._of_account.get(account_id, ())):
            before, listener.hidden = listener.hidden, hidden
            shown = self._challenges.shown() if listener.has_begun else []
            gone = [found.challenge.challenge_id for found in shown if found.by in hidden - before]
            new = [found.challenge for found in shown if found.by in before - hidden]
            changed = _challenges_changed(new, gone)
            if changed is not None:
                listener.put(write_lobby_frame(ChangedFrame(challenges=changed)), LIMITS)

    def is_listening(self, account_id: str) -> bool:
        """Whether anybody hears what is for this account."""
        return account_id in self._of_account

    def forget(self, listener: LobbySubscription) -> None:
        """The listener has left."""
        self._listeners.pop(listener, None)
        self._forget_account(listener)

    def _forget_account(self, listener: LobbySubscription) -> None:
        if listener.account_id is not None:
            of_account = self._of_account[listener.account_id]
            of_account.pop(listener, None)
            if not of_account:
                del self._of_account[listener.account_id]

    def close(self) -> None:
        """Send everybody away."""
        for listener in {**self._listeners, **{one: None for own in self._of_account.values() for one in own}}:
            listener.end(EndReason.GOING_AWAY)

    # --- what is new

    def hear_for(self, account_id: str, frame: PersonalFrame) -> None:
        """Something is new for one person: told at once, at each of their sockets."""
        listeners = tuple(self._of_account.get(account_id, ()))
        if listeners:
            written = write_lobby_frame(frame)
            for listener in listeners:
                listener.put(written, LIMITS)

    def hear(self, change: LobbyChange) -> None:
        """Something is new for everybody: told after a moment."""
        match change:
            case ChallengeOpened(challenge=challenge):
                self._challenges.put(challenge.challenge_id, change)
            case ChallengeClosed(challenge_id=challenge_id):
                self._challenges.drop(challenge_id)
            case GameShown(glance=glance):
                self._games.put(glance.watch_id, glance)
            case GameHidden(watch_id=watch_id):
                self._games.drop(watch_id)
            case PersonCame(person=person):
                self._people.put((person.name, person.is_guest), person)
            case PersonWent(name=name, is_guest=is_guest):
                self._people.drop((name, is_guest))
            case PeopleCounted(count=count):
                self._count = count
        self._is_new.set()

    async def run(self) -> None:
        """Tell what is new, for ever."""
        while True:
            await self._is_new.wait()
            await self._sleep(GATHER_S)
            self._is_new.clear()
            await self.tell()

    async def tell(self) -> None:
        """Tell everybody what is new by now, a few at a time."""
        news = self._renewed()
        if news is None:
            return
        self._fields.clear()
        listeners, told = tuple(self._listeners), 0
        octets = 0
        for listener in listeners:
            frame = news.frame_for(listener)
            if frame is None:
                continue
            listener.put(frame, LIMITS)
            told += 1
            octets += len(frame)
            if told == _SLICE or octets > _SLICE_OCTETS:
                told = octets = 0
                await asyncio.sleep(0)

    def _renewed(self) -> _News | None:
        """What is new since the last time; None where nothing is."""
        challenges, games, people = self._challenges.renew(), self._games.renew(), self._people.renew()
        is_counted = self._count != self._told_count
        if not (challenges or games or people or is_counted):
            return None
        self._told_count = self._count
        told = None
        if people or is_counted:
            came = people.new + [now for _, now in people.changed] if people else []
            went = [PersonGone(name=name, is_guest=is_guest) for name, is_guest in people.gone] if people else []
            told = PeopleChanged(count=self._count, came=came, went=went)
        return _News(challenges, None if games is None else _games_changed(games), told)


class _News:
    """What is told at once: the same frame for all who may hear the same, written when the first of them is told."""

    def __init__(
        self,
        challenges: Renewal[str, ChallengeOpened] | None,
        games: GamesChanged | None,
        people: PeopleChanged | None,
    ) -> None:
        opened = [] if challenges is None else challenges.new + [now for _, now in challenges.changed]
        self._opened = opened
        self._closed = [] if challenges is None else challenges.gone
        self._by = frozenset(challenge.by for challenge in opened)
        self._games, self._people = games, people
        self._frames: dict[tuple[_Hidden, bool], bytes | None] = {}

    def frame_for(self, listener: LobbySubscription) -> bytes | None:
        """What this listener is told; None where nothing is new for them."""
        key = listener.hidden & self._by, listener.shows_boards
        if key not in self._frames:
            self._frames[key] = self._written(*key)
        return self._frames[key]

    def _written(self, hidden: _Hidden, shows_boards: bool) -> bytes | None:
        opened = [challenge.challenge for challenge in self._opened if challenge.by not in hidden]
        challenges = _challenges_changed(opened, self._closed)
        games = self._games if shows_boards else None
        if not (challenges or games or self._people):
            return None
        return write_lobby_frame(ChangedFrame(challenges=challenges, games=games, people=self._people))


def _challenges_changed(new: list[ChallengeOut], gone: list[str]) -> ChallengesChanged | None:
    return ChallengesChanged(new=new, gone=gone) if new or gone else None


def _games_changed(games: Renewal[str, Glance]) -> GamesChanged:
    """What is new in the games being played: of those shown already what moved, unless more than that is new."""
    new, moved = list(games.new), []
    for before, now in games.changed:
        change = moved_between(before, now)
        if change is None:
            new.append(now)
        else:
            moved.append(change)
    return GamesChanged(new=new, gone=games.gone, moved=moved)
