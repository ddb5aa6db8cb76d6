"""The lobby as a socket or a call enters it: the first frame, what is asked there, and what becomes of who leaves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from tengen.core import find_kind
from tengen.match import Match
from tengen.match.service import Time
from tengen.people import Account
from tengen.protocol import ChallengeOut, LobbyOwn, SeekOut, SpeedName, lobby_frame
from tengen.server.lobby.broadcast import LIMITS, Broadcast, LobbySubscription
from tengen.server.lobby.glances import Glances
from tengen.server.lobby.matchmaking import Wish
from tengen.server.lobby.own_games import OwnGames
from tengen.server.lobby.persons import Persons
from tengen.server.lobby.presence import Stays
from tengen.server.lobby.speeds import Speed

SEEK_GRACE_MS: Final = 5_000
"""So long somebody is still paired whose last socket to the lobby was lost."""
CHALLENGE_GRACE_MS: Final = 30_000
"""So long the challenges of such a person stand."""


class Seeks(Protocol):
    """What is asked of the matchmaking."""

    async def seek(self, account: Account, wish: Wish) -> SeekOut:
        """Wait for an opponent."""

    def unseek(self, account_id: str) -> None:
        """Wait no more."""

    def seek_of(self, account_id: str) -> SeekOut | None:
        """What an account waits for."""

    def on_left(self, account_id: str) -> None:
        """The account has left the lobby."""


class Offers(Protocol):
    """What is asked of the challenges."""

    def made_by(self, account_id: str) -> list[ChallengeOut]:
        """Those that an account made."""

    def made_to(self, account_id: str) -> list[ChallengeOut]:
        """Those that were made to an account alone."""

    def on_left(self, account_id: str) -> None:
        """The account has left the lobby."""


class Lobby:
    """One server's lobby. `hidden_from` says with whom an account is blocked, `unseen` how many notices it has."""

    def __init__(
        self,
        broadcast: Broadcast,
        glances: Glances,
        own_games: OwnGames,
        persons: Persons,
        time: Time,
        *,
        seeks: Seeks,
        offers: Offers,
        hidden_from: Callable[[str], Awaitable[frozenset[str]]],
        unseen: Callable[[str], Awaitable[int]],
    ) -> None:
        self._broadcast, self._glances, self._own_games = broadcast, glances, own_games
        self._persons, self._seeks, self._offers = persons, seeks, offers
        self._hidden_from, self._unseen = hidden_from, unseen
        self._stays = (
            Stays(time, SEEK_GRACE_MS, seeks.on_left),
            Stays(time, CHALLENGE_GRACE_MS, offers.on_left),
        )

    async def enter(self, account: Account | None) -> tuple[LobbySubscription, bytes]:
        """A listener, to be closed by `leave`, and its first frame. Raises StoreError."""
        account_id = None if account is None else account.account_id
        listener = self._broadcast.subscribe(account_id)  # first: what happens while things are read is told after it
        try:
            listener.hidden, own = await self._own(account)
        except BaseException:
            listener.close()
            raise
        self._come(account_id)
        return listener, lobby_frame(self._broadcast.begin(listener), own)

    async def reseat(self, listener: LobbySubscription, account: Account) -> None:
        """The listener has said who it is: it is told all of the lobby once more, with what is its own."""
        before = listener.account_id
        self._broadcast.reseat(listener, account.account_id)
        self._come(account.account_id)
        self._go(before)
        listener.hidden, own = await self._own(account)
        listener.put(lobby_frame(self._broadcast.fields_for(listener.hidden), own), LIMITS)

    def leave(self, listener: LobbySubscription) -> None:
        """The listener has left: what it waits for ends soon, unless it comes again."""
        listener.close()
        self._go(listener.account_id)

    def _come(self, account_id: str | None) -> None:
        if account_id is not None:
            for stays in self._stays:
                stays.enter(account_id)

    def _go(self, account_id: str | None) -> None:
        if account_id is not None:
            for stays in self._stays:
                stays.leave(account_id)

    async def _own(self, account: Account | None) -> tuple[frozenset[str], LobbyOwn]:
        """Whose challenges somebody does not see, and what is their own."""
        if account is None:
            return frozenset(), LobbyOwn(challenged=[], made=[], own=[], unseen=0)
        account_id = account.account_id
        hidden = await self._hidden_from(account_id)
        me, games = await self._persons.of_account(account), await self._own_games.of(account_id)
        return hidden, LobbyOwn(
            me=me,
            own=games,
            unseen=await self._unseen(account_id),
            challenged=self._offers.made_to(account_id),
            made=self._offers.made_by(account_id),
            seek=self._seeks.seek_of(account_id),
        )

    async def seek(self, account: Account, game_type: str, size: int | None, speed: SpeedName, *, rated: bool) -> None:
        """Wait for any opponent at this game. Raises NO_SUCH_KIND, and whatever refuses the seek."""
        await self._seeks.seek(account, Wish(find_kind(game_type).name, size, Speed(speed), rated))

    def unseek(self, account: Account) -> None:
        """Wait no more."""
        self._seeks.unseek(account.account_id)

    def show_boards(self, listener: LobbySubscription, *, is_on: bool) -> None:
        """Whether a listener is told of games being played."""
        self._broadcast.show_boards(listener, is_on=is_on)

    def on_match(self, match: Match) -> None:
        """A match began, or something happened in it: whoever sees it in the lobby is told. Quick for all others."""
        self._glances.on_event(match)
        self._own_games.on_event(match)

    def on_rematch(self, match: Match, next_id: str) -> None:
        """The players of a match have agreed on another one, which has begun."""
        self._own_games.on_rematch(match, next_id)

    async def renew_hidden(self, account_id: str) -> None:
        """An account has blocked somebody, was blocked, or no more. Raises StoreError."""
        if self._broadcast.is_listening(account_id):
            self._broadcast.hide(account_id, await self._hidden_from(account_id))

    def close(self) -> None:
        """Send everybody away, and wait for nobody any more."""
        self._broadcast.close()
        for stays in self._stays:
            stays.close()
