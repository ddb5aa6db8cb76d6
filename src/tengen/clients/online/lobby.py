"""The lobby of a server: one socket that is made again when it breaks, and the calls that change something there."""

from __future__ import annotations

from tengen.clients.online.lobby_view import (
    AcceptingMode,
    ChallengeTerms,
    ChallengeView,
    DeclineReason,
    LobbyChange,
    LobbyView,
    SeekTerms,
)
from tengen.clients.online.notices import Notices
from tengen.clients.online.server_people import ServerPeople
from tengen.clients.play import Game, Stream


class Lobby:
    """The lobby, followed from now until it is closed, as whoever is logged in: who comes or goes enters anew.

    Whatever is refused raises PeopleError or GameError and changes nothing; a server that cannot be reached raises
    ServerTrouble.
    """

    def __init__(self, people: ServerPeople) -> None:
        """Enter the lobby of the server where these people are."""
        self.notices = Notices(people.rest)

    @property
    def view(self) -> LobbyView:
        """The lobby as it was last heard of."""
        raise NotImplementedError

    def changes(self) -> Stream[LobbyChange]:
        """All changes from now on. Every call gives a stream of its own; close it when it is not read any more."""
        raise NotImplementedError

    async def challenge(self, terms: ChallengeTerms) -> ChallengeView:
        """Challenge everybody, or one person."""
        raise NotImplementedError

    async def accept(self, challenge: ChallengeView) -> Game:
        """Take a challenge; the game that begins."""
        raise NotImplementedError

    async def withdraw(self, challenge: ChallengeView) -> None:
        """Take an own challenge back."""
        raise NotImplementedError

    async def decline(self, challenge: ChallengeView, reason: DeclineReason | None = None) -> None:
        """Say no to a challenge to this person."""
        raise NotImplementedError

    async def seek(self, terms: SeekTerms) -> None:
        """Wait for any opponent, also after a cut: `Paired` tells when one is found."""
        raise NotImplementedError

    async def unseek(self) -> None:
        """Wait no more."""
        raise NotImplementedError

    async def accepting(self) -> AcceptingMode:
        """Whose challenges this person takes."""
        raise NotImplementedError

    async def set_accepting(self, mode: AcceptingMode) -> None:
        """Take challenges only of these."""
        raise NotImplementedError

    def show_boards(self, is_on: bool) -> None:
        """Whether games being played are shown: who does not look at them is not sent any."""
        raise NotImplementedError

    async def close(self) -> None:
        """Leave."""
        raise NotImplementedError
