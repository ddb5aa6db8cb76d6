"""The port of all clients that play: games are begun, acted in and followed the same way, here or on a server.

`local` plays in this process, `remote` on a server. All calls belong to one event loop. Many games may be open at
once; each has its own latest `View` and hands out `Change`s. Nothing here knows rules.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field

from tengen.clients.play.changes import ChangeStream
from tengen.clients.play.view import Change, Invitation, View
from tengen.core import BLACK, WHITE, Action, Color, GameKind, Record, TimeControl
from tengen.match import RequestKind
from tengen.players import HUMAN


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays which colour.

    `players` are `human` or names of programs, `names` what the people are called. With `own` the caller alone has
    that colour, and a person's other one waits for whoever is invited: for that it takes a server. With `beside` the
    caller is two people who have logged in at this screen: the first has `own`, the second the other colour.
    """

    players: Mapping[Color, str] = field(default_factory=lambda: {BLACK: HUMAN, WHITE: HUMAN})
    names: Mapping[Color, str] = field(default_factory=dict)
    clock: TimeControl | None = None
    own: Color | None = None
    beside: bool = False

    def player(self, color: Color) -> str:
        """`human` or a program's name."""
        return self.players.get(color, HUMAN)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to begin: its kind, the size of the board, a preset and options, and who plays."""

    kind: GameKind
    size: int | None = None
    rules: Mapping[str, object] = field(default_factory=dict)
    seats: Seats = field(default_factory=Seats)


class Game(ABC):
    """One match, followed from now until it is closed.

    Whatever is refused raises GameError and changes nothing; a server that cannot be reached raises ServerTrouble.
    """

    @property
    @abstractmethod
    def view(self) -> View:
        """The match as it was last heard of."""

    @abstractmethod
    def changes(self) -> ChangeStream:
        """All changes from now on, as an asynchronous iterator. Every call gives one of its own."""

    @abstractmethod
    async def advance(self) -> Change:
        """Wait for the next change. Programs that play here and are due act in it, one deed a call."""

    @abstractmethod
    async def act(self, action: Action) -> View:
        """Do something under the rules; the match after it."""

    @abstractmethod
    async def ask(self, request: RequestKind) -> View:
        """Ask for something, or agree to what the other side asks for. An estimate is waited for.

        Raises NO_ESTIMATE where it could not be made.
        """

    @abstractmethod
    async def decline(self, request: RequestKind) -> View:
        """Say no to what the other side asks for, or take the own request back."""

    @abstractmethod
    async def pause(self) -> View:
        """Let programs that play each other stand still. Between people it is a request like any other."""

    @abstractmethod
    async def unpause(self) -> View:
        """Let a paused match go on. Raises NO_EFFECT where nothing is paused."""

    @abstractmethod
    async def claim(self) -> View:
        """Claim the win from an opponent who has been gone for long enough. Raises NO_CLAIM."""

    @property
    def pace_ms(self) -> int | None:
        """How long each position of programs that play each other stays at least; None where that is set elsewhere."""
        return None

    def set_pace(self, pace_ms: int) -> None:
        """Another pace, from now on. Where it is set elsewhere, nothing happens."""
        del pace_ms

    @abstractmethod
    async def record(self, created: str | None = None) -> Record:
        """The game written down; `created` is its date where another is to stand there than the match knows."""

    @abstractmethod
    async def close(self) -> None:
        """Follow the match no more, and let the programs go that play here."""


class Games(ABC):
    """Where games are played: begins, loads, joins and watches them."""

    @abstractmethod
    def now(self) -> int:
        """The time in milliseconds with which clocks of views count."""

    @abstractmethod
    def players(self, kind: GameKind) -> tuple[str, ...]:
        """The players on offer for a kind of game, `human` among them."""

    @abstractmethod
    def check_player(self, kind: GameKind, name: str) -> None:
        """Raise BAD_PLAYER for a name that is no player of this kind of game here."""

    @abstractmethod
    async def new(self, wanted: NewGame) -> Game:
        """Begin a game. Raises BAD_PLAYER or BAD_RULES; then there is none."""

    @abstractmethod
    async def load(self, record: Record, seats: Seats) -> Game:
        """Go on with a recorded game; seats are for the colours that its players have at its end.

        Raises BadRecord naming the first action that the rules refuse.
        """

    @abstractmethod
    async def join(self, invitation: Invitation, name: str) -> Game:
        """Take the open seat of a game that one was invited to."""

    @abstractmethod
    async def open(self, game_id: str) -> Game:
        """A game that exists, by its id; by the id that is made for it, to watch. Raises NO_SUCH_GAME."""

    @abstractmethod
    async def close(self) -> None:
        """Close all games."""
