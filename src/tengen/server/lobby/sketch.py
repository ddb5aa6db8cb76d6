"""A match as small as the lobby shows it, with what is needed to look its players up. Holds no match in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from tengen.core import BLACK, WHITE, Color, Pass, Place
from tengen.match import Match, Seat
from tengen.match.service import watch_id_of
from tengen.protocol import NAMES, ColorName, Glance, GlanceMoved, OwnGame, Person, SpeedName, WinnerName
from tengen.server.lobby.speeds import speed_of

_STONES: Final = bytes.maketrans(b"\x00\x01\x02", b".bw")
_CELLS: Final[dict[str, Literal[0, 1, 2]]] = {".": 0, "b": 1, "w": 2}


@dataclass(frozen=True, slots=True)
class Sketch:
    """How a match stood at `at`. `deadline_at` is when a flag falls, or the match is cancelled, if nobody moves."""

    match_id: str
    kind: str
    size: int
    black: Seat
    white: Seat
    cells: bytes
    last: int | None
    actors: tuple[Color, ...]
    moves: int
    at: int
    rated: bool
    speed: SpeedName | None
    deadline_at: int | None
    is_over: bool
    winner: WinnerName | None

    @classmethod
    def of(cls, match: Match) -> Sketch:
        """The match as it stands."""
        board, clock = match.state.position.board, match.clock
        speed = None if clock is None else speed_of(clock.control)
        outcome = match.outcome
        winner: WinnerName | None = None
        if outcome is not None and not outcome.no_result:
            winner = "DRAW" if outcome.winner is None else NAMES[outcome.winner]
        return cls(
            match.match_id,
            match.ruleset.KIND,
            match.ruleset.size,
            match.seat(BLACK),
            match.seat(WHITE),
            board.cells,
            _last(match),
            () if match.is_waiting else match.actors(),
            match.timeline.cursor,
            match.at,
            match.rated,
            None if speed is None else speed.value,
            None if match.is_over else match.deadline_at,
            match.is_over,
            winner,
        )

    @property
    def grid(self) -> str:
        """Every point, as messages write it."""
        return self.cells.translate(_STONES).decode()

    def glance(self, black: Person, white: Person) -> Glance:
        """As everybody sees it."""
        return Glance(
            watch_id=watch_id_of(self.match_id),
            game_type=self.kind.upper(),
            board_size=self.size,
            black=black,
            white=white,
            grid=self.grid,
            last=self.last,
            to_move=_only(self.actors),
            moves=self.moves,
            rated=self.rated,
            speed=self.speed,
        )

    def own_game(self, owner: str, black: Person, white: Person, now: int) -> OwnGame:
        """As the owner of one of its seats sees it."""
        color = BLACK if self.black.owner == owner else WHITE
        return OwnGame(
            game_id=self.match_id,
            game_type=self.kind.upper(),
            board_size=self.size,
            black=black,
            white=white,
            yours=NAMES[color],
            your_move=color in self.actors,
            grid=self.grid,
            last=self.last,
            moves=self.moves,
            deadline_ms=None if self.deadline_at is None else max(self.deadline_at - now, 0),
            is_over=self.is_over,
            winner=self.winner,
        )


def moved_between(before: Glance, now: Glance) -> GlanceMoved | None:
    """What happened on the board of a game that is shown; None where more than that is new."""
    if (before.black, before.white, len(before.grid)) != (now.black, now.white, len(now.grid)):
        return None
    points = enumerate(zip(before.grid, now.grid, strict=True))
    return GlanceMoved(
        watch_id=now.watch_id,
        set=[(index, _CELLS[stone]) for index, (was, stone) in points if was != stone],
        to_move=now.to_move,
        moves=now.moves,
        last=now.last,
    )


def _last(match: Match) -> int | None:
    """Where the latest stone stands; None after a pass, and before the first."""
    timeline = match.timeline
    for place in reversed(range(timeline.cursor)):
        match timeline.steps[place].action:
            case Place(point=point):
                return match.state.position.board.index(point)
            case Pass():
                return None
    return None


def _only(actors: tuple[Color, ...]) -> ColorName | None:
    return NAMES[actors[0]] if len(actors) == 1 else None
