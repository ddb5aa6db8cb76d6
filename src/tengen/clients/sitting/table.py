"""One game as a screen shows it: what can be done, what is said, where one may play. Wraps `play.Game`; draws nothing.

All words are given in the language that is asked for, so that it can change while a game is shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from tengen.clients.play import Change, ChangeStream, Game, View
from tengen.clients.sitting.people import People
from tengen.clients.sitting.said import HasWords, Question
from tengen.core import Color, Point, SideTime


class Command(StrEnum):
    """What can be asked for beside the board, in the order of the buttons. Words: `sitting.command.<value>`."""

    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    PASS = "pass"
    RESIGN = "resign"
    SAVE = "save"
    LOAD = "load"
    REPLAY = "replay"
    HINT = "hint"
    SETTINGS = "settings"
    NEW = "new"
    ACCEPT = "accept"
    DECLINE = "decline"
    AGREE = "agree"
    AS_IT_STANDS = "as_it_stands"
    RESUME = "resume"
    PAUSE = "pause"
    UNPAUSE = "unpause"
    DRAW = "draw"
    REMATCH = "rematch"
    CLAIM = "claim"


class Can(StrEnum):
    """Whether a command can be done: `OFF` is shown, but not possible at this moment."""

    YES = "yes"
    OFF = "off"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class Hover:
    """What the pointer shows at a point: a half stone of this colour, or a stone that a click calls dead or alive."""

    point: Point
    color: Color
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player beside the board. `count` are captures, discs or points in words, empty where nothing is counted."""

    color: Color
    name: str
    is_due: bool
    is_program: bool
    is_thinking: bool
    count: str
    time: SideTime | None
    is_running: bool
    presence: str = ""


class Table:
    """One game at this screen, from when it is shown until it is closed."""

    def __init__(self, game: Game, people: People) -> None:
        raise NotImplementedError

    @property
    def game(self) -> Game:
        """The game."""
        raise NotImplementedError

    @property
    def view(self) -> View:
        """How it stands; while stones are proposed as dead and the player has refused all, without the proposal."""
        raise NotImplementedError

    def changes(self) -> ChangeStream:
        """All changes of the game from now on."""
        raise NotImplementedError

    def heard(self, change: Change) -> None:
        """A change has come: what was said before is old, and a notice of it is kept."""
        raise NotImplementedError

    # what can be done

    def can(self) -> Mapping[Command, Can]:
        """Every command, and whether it can be done now."""
        raise NotImplementedError

    def question(self, command: Command) -> Question | None:
        """What to ask before a command; None where nothing is lost by it."""
        raise NotImplementedError

    async def do(self, command: Command) -> bool:
        """Carry out a command of the game itself; whether it was done. What is refused stands in `message`."""
        raise NotImplementedError

    async def choose(self, choice: str) -> bool:
        """Answer the question of the opening (`view.choices`)."""
        raise NotImplementedError

    async def click(self, point: Point) -> bool:
        """Play there, or call the stone dead or alive."""
        raise NotImplementedError

    def hover(self, point: Point | None) -> Hover | None:
        """What the pointer shows there; None where a click would do nothing."""
        raise NotImplementedError

    # hints and pace

    async def find_hint(self) -> None:
        """Ask the strongest level; the answer stands in `hint` while the position stays."""
        raise NotImplementedError

    @property
    def hint(self) -> Point | None:
        """Where the strongest level would play."""
        raise NotImplementedError

    @property
    def is_finding_hint(self) -> bool:
        """Whether the strongest level thinks."""
        raise NotImplementedError

    @property
    def pace_ms(self) -> int | None:
        """How long each position of programs that play each other stays at least; None where others decide it."""
        raise NotImplementedError

    def set_pace(self, pace_ms: int) -> None:
        """Another pace."""
        raise NotImplementedError

    # what is said

    @property
    def message(self) -> HasWords | None:
        """Why something was refused, or what a command led to, until something else happens."""
        raise NotImplementedError

    def say(self, message: HasWords | None) -> None:
        """Show a line of a client's own."""
        raise NotImplementedError

    def title(self, language: str) -> str:
        """The game and its size: for a tab."""
        raise NotImplementedError

    def status(self, language: str) -> str:
        """How it stands, in one line."""
        raise NotImplementedError

    def guidance(self, language: str) -> str:
        """What is to be done now, where that needs a word more; else empty."""
        raise NotImplementedError

    def round(self, language: str) -> str:
        """Which move it is."""
        raise NotImplementedError

    def result(self, language: str) -> tuple[str, ...]:
        """Winner and final score at the end, a line each; empty before."""
        raise NotImplementedError

    def players(self, language: str) -> tuple[PlayerLine, PlayerLine]:
        """Both players, Black first."""
        raise NotImplementedError

    def offers(self, language: str) -> tuple[str, ...]:
        """What is asked for and not answered yet, a line each."""
        raise NotImplementedError

    async def close(self) -> None:
        """Leave the game."""
        raise NotImplementedError
