"""The lobby of a server: one socket that is made again when it breaks, and the calls that change something there."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from pydantic import ValidationError

from tengen.clients.online.bodies import body_of
from tengen.clients.online.following import Asked, followed, with_made, without_challenge
from tengen.clients.online.lobby_values import BadLobby, challenge_of
from tengen.clients.online.lobby_view import (
    AcceptingMode,
    ChallengeTerms,
    ChallengeView,
    DeclineReason,
    LobbyChange,
    LobbyView,
    Paired,
    SeekTerms,
)
from tengen.clients.online.notices import Notices
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Connection, Game, Listeners, ServerTrouble, Stream, Trouble
from tengen.clients.play.remote import Frame, ServerSocket, clock_in
from tengen.core import GameError
from tengen.people import PeopleCode, PeopleError
from tengen.protocol import (
    NAMES,
    AcceptingAnswer,
    AcceptingIn,
    Acknowledged,
    ChallengeAccepted,
    ChallengeIn,
    ChallengeOut,
    DeclineIn,
    LobbyAnswer,
    LobbyOutgoing,
    RatingRange,
)

_PATH: Final = "/api/lobby"
_FRAMES: Final = ("lobby", "changed", "own", "challenged", "answered", "paired", "seeking", "notice")
"""What is known here; other frames are of a newer server."""
_MOST_MADE: Final = 1000


class Lobby:
    """The lobby, followed from now until it is closed, as whoever is here: who comes or goes enters anew.

    Whatever is refused raises PeopleError or GameError and changes nothing; a server that cannot be reached raises
    ServerTrouble.
    """

    def __init__(self, people: ServerPeople) -> None:
        """Enter the lobby of the server where these people are."""
        self._people = people
        self._view = LobbyView()
        self._listeners = Listeners[LobbyChange]()
        self._made: set[str] = set()
        self._wish: SeekTerms | None = None
        self._is_answered = True
        self._shows_boards = True
        self._tasks: set[asyncio.Task[None]] = set()
        self.notices = Notices(people, self._note_unseen)
        self._hear_no_more = people.on_change(self._renew)
        self._socket = ServerSocket(people.rest, people.address.lobby_socket, self)

    @property
    def view(self) -> LobbyView:
        """The lobby as it was last heard of."""
        return self._view

    def changes(self) -> Stream[LobbyChange]:
        """All changes from now on. Every call gives a stream of its own; close it when it is not read any more."""
        return self._listeners.add()

    # --- challenges

    async def challenge(self, terms: ChallengeTerms) -> ChallengeView:
        """Challenge everybody, or one person."""
        ruleset = terms.kind.rules.parse(terms.size, terms.rules)
        has_range = terms.below is not None or terms.above is not None
        body = body_of(
            ChallengeIn,
            PeopleError(PeopleCode.NO_SUCH_USER),
            game_type=terms.kind.name.upper(),
            board_size=ruleset.size,
            rules=ruleset.options(),
            clock=None if terms.clock is None else clock_in(terms.clock),
            rated=terms.is_rated,
            color=None if terms.color is None else NAMES[terms.color],
            absence=terms.absence,
            to=terms.to or None,
            rating_range=RatingRange(below=terms.below, above=terms.above) if has_range else None,
        )
        rest = self._people.rest
        told = await self._people.asked(lambda: rest.post(f"{_PATH}/challenges", body, ChallengeOut))
        try:
            made = challenge_of(told)
        except (BadLobby, GameError):
            raise self._nonsense() from None
        if len(self._made) < _MOST_MADE:
            self._made.add(made.challenge_id)
        self._tell(LobbyChange(with_made(self._view, made)))
        return made

    async def accept(self, challenge: ChallengeView) -> Game:
        """Take a challenge; the game that begins."""
        rest, path = self._people.rest, _path(challenge, "accept")
        accepted = await self._people.asked(lambda: rest.post(path, None, ChallengeAccepted))
        self._drop(challenge)
        return await self._people.games.open(accepted.game_id)

    async def withdraw(self, challenge: ChallengeView) -> None:
        """Take an own challenge back."""
        rest, path = self._people.rest, _path(challenge, "withdraw")
        await self._people.asked(lambda: rest.post(path, None, Acknowledged))
        self._drop(challenge)

    async def decline(self, challenge: ChallengeView, reason: DeclineReason | None = None) -> None:
        """Say no to a challenge to this person."""
        rest, path = self._people.rest, _path(challenge, "decline")
        await self._people.asked(lambda: rest.post(path, DeclineIn(reason=reason), Acknowledged))
        self._drop(challenge)

    def _drop(self, challenge: ChallengeView) -> None:
        self._tell(LobbyChange(without_challenge(self._view, challenge.challenge_id)))

    async def accepting(self) -> AcceptingMode:
        """Whose challenges this person takes."""
        rest = self._people.rest
        return (await self._people.asked(lambda: rest.get_as(_PATH, LobbyAnswer))).accepting

    async def set_accepting(self, mode: AcceptingMode) -> None:
        """Take challenges only of these."""
        rest = self._people.rest
        await self._people.asked(lambda: rest.post(f"{_PATH}/accepting", AcceptingIn(mode=mode), AcceptingAnswer))

    # --- quick pairing

    async def seek(self, terms: SeekTerms) -> None:
        """Wait for any opponent, also after a cut: `Paired` tells when one is found."""
        self._wish, self._is_answered = terms, False
        try:
            await self._send_seek(terms)
        except BaseException:
            if self._wish is terms:
                self._wish = None
            raise
        finally:
            self._is_answered = True

    async def unseek(self) -> None:
        """Wait no more."""
        self._wish = None
        await self._socket.send(type="unseek")
        self._tell(LobbyChange(replace(self._view, seek=None)))

    async def _send_seek(self, terms: SeekTerms) -> None:
        await self._socket.send(
            type="seek",
            gameType=terms.kind.upper(),
            boardSize=terms.size,
            speed=terms.speed,
            rated=terms.is_rated,
        )

    async def _seek_again(self, terms: SeekTerms) -> None:
        """A search goes on after a cut; where it cannot, nobody is waited for any more."""
        try:
            await self._send_seek(terms)
        except (GameError, PeopleError, ServerTrouble):
            self._wish = None

    # --- boards and notices

    def show_boards(self, is_on: bool) -> None:
        """Whether games being played are shown: who does not look at them is not sent any."""
        if is_on != self._shows_boards:
            self._shows_boards = is_on
            self._begin(self._tell_boards(is_on))
            if not is_on:
                self._tell(LobbyChange(replace(self._view, games=())))

    async def _tell_boards(self, is_on: bool) -> None:
        with suppress(GameError, PeopleError, ServerTrouble):  # then there is another connection, which is told anew
            await self._socket.send(type="boards", on=is_on)

    def _note_unseen(self, unseen: int) -> None:
        if unseen != self._view.unseen:
            self._tell(LobbyChange(replace(self._view, unseen=unseen)))

    async def close(self) -> None:
        """Leave."""
        self._hear_no_more()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._socket.close()
        self._view = replace(self._view, connection=Connection.CLOSED)
        self._listeners.close()

    # --- frames in

    async def on_frame(self, frame: Frame, data: bytes) -> None:
        if frame.type not in _FRAMES:
            return
        asked = Asked(frozenset(self._made), self._wish is not None)
        try:
            told = LobbyOutgoing.model_validate_json(data)
            change = followed(self._view, told.root, self._people.games.now(), asked)
        except (ValidationError, BadLobby, GameError, ValueError, OverflowError):
            raise self._nonsense() from None
        if frame.type == "lobby":
            change = replace(change, news=self._missed(change.view))
        if any(isinstance(news, Paired) for news in change.news):
            self._wish = None
        if not self._shows_boards:
            change = replace(change, view=replace(change.view, games=()))
        self._tell(change)
        if frame.type == "lobby":
            self._go_on()

    def _missed(self, view: LobbyView) -> tuple[Paired, ...]:
        """The opponent who was found while there was no connection: a game like the one sought that was not there."""
        wish, known = self._wish, {game.game_id for game in self._view.own}
        if wish is None or view.seek is not None or not self._view.is_known:
            return ()
        new = (game for game in view.own if game.game_id not in known and not game.is_over)
        found = next((game for game in new if (game.kind, game.size) == (wish.kind, wish.size)), None)
        return () if found is None else (Paired(found.game_id, found.yours, is_asked=True),)

    def _go_on(self) -> None:
        """A new connection: what was asked for over the one before is asked for again."""
        if not self._shows_boards:
            self._begin(self._tell_boards(False))
        if self._wish is not None and self._is_answered and self._view.seek is None:
            self._begin(self._seek_again(self._wish))

    def on_connected(self, is_open: bool) -> None:
        connection = Connection.OPEN if is_open else Connection.LOST
        if connection is not self._view.connection:
            self._tell(LobbyChange(replace(self._view, connection=connection)))

    def on_failure(self, error: Exception) -> None:
        """The lobby cannot be followed; where the session is over, it is entered anew as a guest."""
        self._tell(LobbyChange(replace(self._view, connection=Connection.CLOSED)))
        if isinstance(error, ServerTrouble) and error.trouble is Trouble.SESSION:
            self._people.refresh_soon()

    def _renew(self) -> None:
        """Somebody else is here now."""
        self._wish = None
        self._made.clear()
        self._tell(LobbyChange(LobbyView()))
        self._socket.renew()

    def _tell(self, change: LobbyChange) -> None:
        self._view = change.view
        self._listeners.tell(change)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _nonsense(self) -> ServerTrouble:
        return ServerTrouble(Trouble.NOT_TENGEN, address=self._people.address.url)


def _path(challenge: ChallengeView, call: str) -> str:
    return f"{_PATH}/challenges/{quote(challenge.challenge_id, safe='')}/{call}"
