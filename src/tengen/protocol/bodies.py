"""What comes in over REST, with a limit on every field. Says what was asked; whether it is possible others say."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag

from tengen.core import BLACK, WHITE, ClockKind, Ruleset, RulesInput, TimeControl, create_rules, find_kind
from tengen.match import AbsenceRule
from tengen.match.service import NewGame, SeatPlan
from tengen.protocol.base import (
    MOST_POINTS,
    XY,
    Absence,
    ColorName,
    Coordinate,
    Counter,
    Message,
    Sides,
    color_of,
    with_few_fields,
)
from tengen.protocol.moves import MoveToLoad

Word: TypeAlias = Annotated[str, Field(min_length=1, max_length=40)]
PlayerName: TypeAlias = Annotated[str, Field(min_length=1, max_length=80, examples=["human", "random", "level:3"])]
Milliseconds: TypeAlias = Annotated[int, Field(ge=0, le=2**40)]
Few: TypeAlias = Annotated[int, Field(ge=0, le=1_000_000)]
OptionIn: TypeAlias = Annotated[str, Field(max_length=80)] | bool | Annotated[int, Field(ge=-(2**31), le=2**31)] | float
RulesIn: TypeAlias = Word | Annotated[dict[Word, OptionIn], Field(max_length=40), BeforeValidator(with_few_fields)]
ShownName: TypeAlias = Annotated[str, Field(max_length=40)]
Token: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Row: TypeAlias = Annotated[list[ColorName | None], Field(max_length=64, fail_fast=True)]


MOST_MOVES: Final = 4_000
"""More than the log of any match takes; which match takes how many others say."""


class ClockIn(Message):
    """The time control, the same for both sides."""

    kind: Literal["absolute", "fischer", "byoyomi", "canadian", "per_move"]
    main_ms: Milliseconds = 0
    increment_ms: Milliseconds = 0
    period_ms: Milliseconds = 0
    periods: Few = 0
    stones: Few = 0

    def control(self) -> TimeControl:
        """The control. Raises BAD_RULES for values that its kind does not have."""
        return TimeControl(
            ClockKind(self.kind), self.main_ms, self.increment_ms, self.period_ms, self.periods, self.stones
        )


class PlayersIn(Message):
    """Who plays: `human`, `random`, `level:N` or `engine:NAME`."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: PlayerName = "human"
    WHITE: PlayerName = "human"


class NamesIn(Message):
    """What the people at one screen are called."""

    model_config = ConfigDict(alias_generator=None)

    BLACK: ShownName | None = None
    WHITE: ShownName | None = None


class GameConfig(Message):
    """Which game, on which board, by which rules."""

    game_type: Annotated[str, Field(min_length=1, max_length=40)]
    board_size: Annotated[int, Field(ge=1, le=64)] | None = None
    rules: RulesIn | None = None
    komi: Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)] | None = None
    handicap: Annotated[int, Field(ge=0, le=100)] | None = None

    def rules_input(self, otherwise: RulesInput = None) -> RulesInput:
        """The rules as core reads them: `komi` and `handicap` of their own weigh more than those in `rules`."""
        wanted: RulesInput = self.rules if self.rules is not None else otherwise
        options: dict[str, object] = {"preset": wanted} if isinstance(wanted, str) else dict(wanted or {})
        if self.komi is not None:
            options["komi"] = self.komi
        if self.handicap is not None:
            options["handicap"] = self.handicap
        return options

    def ruleset(self) -> Ruleset:
        """The rules that were asked for. Raises NO_SUCH_KIND or BAD_RULES."""
        return create_rules(find_kind(self.game_type).name, self.board_size, self.rules_input())


class SeatsIn(Message):
    """Who sits where.

    Without `seat` it is pass-and-play: whoever holds the game's id plays both sides. With `seat` the caller's session
    owns that colour; if a person is to play the other one, it stays open, and the answer has an `invite` for it.
    With `beside` it belongs to the second person who has logged in at this screen, and the game is theirs side by side.
    `name` is what the caller is called there; `names` are those of people at seats that nobody owns.
    """

    players: PlayersIn = PlayersIn()
    clock: ClockIn | None = None
    seat: ColorName | None = None
    beside: bool = False
    name: ShownName | None = None
    names: NamesIn | None = None

    def plan(self) -> SeatPlan:
        """Who is to sit where."""
        names = self.names or NamesIn()
        called = {BLACK: names.BLACK, WHITE: names.WHITE}
        return SeatPlan(
            players={BLACK: self.players.BLACK, WHITE: self.players.WHITE},
            own=None if self.seat is None else color_of(self.seat),
            name=self.name,
            names={color: name for color, name in called.items() if name is not None},
            beside=self.beside,
        )

    def control(self) -> TimeControl | None:
        """The time control, if there is to be one. Raises BAD_RULES."""
        return self.clock.control() if self.clock else None


class StartIn(SeatsIn, GameConfig):
    """Begin a game.

    One that is `rated` counts for ratings: it needs a clock, even rules, and an account at each seat or at one of them
    against a rated level; nothing in it can be taken back. `absence` says what becomes of a game between people when
    one is gone in the own turn: they lose after a while, only when the opponent claims it, or not before their flag.
    """

    rated: bool = False
    absence: Absence = AbsenceRule.LOSES

    def new_game(self) -> NewGame:
        """The game that is to begin. Raises NO_SUCH_KIND or BAD_RULES."""
        return NewGame(self.ruleset(), self.plan(), self.control(), self.rated, absence=self.absence)


class StateIn(Message):
    """A `state` that a client kept. With `moves` the game is played again; without, it begins from the grid.

    Fields that follow from these may be there and are not looked at.
    """

    grid: Annotated[list[Row], Field(max_length=64, fail_fast=True)]
    current_player: ColorName
    prisoners: Sides = Sides(BLACK=0, WHITE=0)
    moves: Annotated[list[MoveToLoad], Field(max_length=MOST_MOVES, fail_fast=True)] | None = None
    rules: RulesIn | None = None
    komi: float | None = None
    board_size: Any = None
    game_id: Any = None
    game_type: Any = None
    move_number: Any = None
    last_move: Any = None
    legal_moves: Any = None
    can_pass: Any = None
    is_game_over: Any = None
    winner: Any = None
    result: Any = None
    score: Any = None
    message: Any = None
    phase: Any = None
    players: Any = None
    offers: Any = None
    clock: Any = None
    absence: Any = None
    begin_ms: Any = None
    revision: Any = None
    event_number: Any = None


class LoadStateIn(Message):
    """A game as a client kept it: its config and its state."""

    config: GameConfig
    state: StateIn
    timestamp: Annotated[str, Field(max_length=200)] | int | float | None = None


class SavedGameIn(Message):
    """A saved game: the object of our own save file, or the text of a record in any format.

    With `node` that moment of the record is meant, counted as a replay counts them, instead of its end.
    """

    save: Annotated[dict[str, Any], BeforeValidator(with_few_fields)] | Annotated[str, Field(max_length=1 << 20)]
    node: Counter | None = None


class LoadSaveIn(SavedGameIn):
    """A saved game to go on with. With `seats` other people or programs play on, else those of the record."""

    seats: SeatsIn | None = None


def _load_form(given: object) -> str | None:
    """Which of the two is meant, by what is there: then only its own fields are found wrong."""
    if not isinstance(given, dict):
        return None
    if "save" in given:
        return "saved game"
    return "kept state" if given.keys() & {"config", "state"} else None


LoadIn: TypeAlias = Annotated[
    Annotated[LoadSaveIn, Tag("saved game")] | Annotated[LoadStateIn, Tag("kept state")],
    Discriminator(_load_form, custom_error_type="load_form", custom_error_message="neither"),
]
"""Either of the two, by what is in it."""

PositionIn: TypeAlias = Annotated[
    Annotated[SavedGameIn, Tag("saved game")] | Annotated[LoadStateIn, Tag("kept state")],
    Discriminator(_load_form, custom_error_type="load_form", custom_error_message="neither"),
]
"""The position that a game has come to, written as for `/load`."""


class MoveIn(Message):
    """Place a stone. `ply` is how many moves the caller has seen, `revision` the game's revision it knows."""

    x: Coordinate
    y: Coordinate
    ply: Counter | None = None
    revision: Counter | None = None


class PlayerIn(Message):
    """Act for this colour."""

    player: ColorName


class JoinIn(Message):
    """Take an open seat, with the token of the invitation."""

    seat: ColorName
    invite: Token | None = None
    name: ShownName | None = None


ActType: TypeAlias = Literal[
    "place",
    "pass",
    "resign",
    "choose",
    "mark_dead",
    "unmark_dead",
    "agree",
    "resume",
    "takeback",
    "redo",
    "restart",
    "draw",
    "pause",
    "unpause",
    "rematch",
    "estimate",
    "decline",
    "claim",
]
"""Every action and request. `decline` names in `choice` what it declines; `claim` claims the win from who is gone."""


class ActIn(Message):
    """Any action or request. `place` takes one of `points`, marking several; `choose` and `decline` a `choice`."""

    player: ColorName
    type: ActType
    points: Annotated[list[XY], Field(max_length=MOST_POINTS, fail_fast=True)] | None = None
    choice: Word | None = None
    revision: Counter | None = None
