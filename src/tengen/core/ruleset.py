"""The rules of a game as a frozen value, and the one way an action is applied.

`apply` is a template method: it checks what all games share and calls the hooks that a game overrides.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Self, TypeAlias, final

from tengen.core.actions import (
    Action,
    Agree,
    Choose,
    MarkDead,
    Pass,
    Place,
    Resign,
    Resume,
    UnmarkDead,
)
from tengen.core.board import Changes
from tengen.core.boardspec import BoardSpec
from tengen.core.color import PASS, Color, Move, Point
from tengen.core.effect import Effect, Outline
from tengen.core.errors import ErrorCode, GameError, shown
from tengen.core.features import HANDICAP_OPTION, KOMI_OPTION, Features
from tengen.core.options import OptionSpec, OptionValue
from tengen.core.outcome import SHARED_REASONS, Outcome, Reason, Score
from tengen.core.position import Position, Setup
from tengen.core.state import CHOICE, PLAY, GameState

RulesInput: TypeAlias = str | Mapping[str, object] | None
"""How rules are asked for: a preset's name, a mapping of options (with `preset` or without), or nothing."""


class IllegalAction(GameError):
    """The rules refuse this action here."""

    def __init__(self, code: ErrorCode, action: Action) -> None:
        super().__init__(code)
        self.action = action


@dataclass(frozen=True, slots=True)
class Ruleset(ABC):
    """Size and options of a game. A game subclasses it once and adds its options as fields.

    `preset` is the name these rules go by, if they are one of the game's presets. `REASONS` are those by which only
    this game ends.
    """

    size: int
    preset: str | None = field(default=None, kw_only=True)

    KIND: ClassVar[str]
    SIZES: ClassVar[tuple[int, ...]]
    DEFAULT_SIZE: ClassVar[int]
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = ()
    PRESETS: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = {}
    RULES_VERSION: ClassVar[int] = 1
    """Goes up when the rules judge anything else than before; a match notes by which it was begun."""
    FEATURES: ClassVar[Features] = Features()
    REASONS: ClassVar[tuple[Reason, ...]] = ()

    @classmethod
    @final
    def find_reason(cls, name: str) -> Reason | None:
        """The reason of this name by which this game may end, or None when there is no such reason."""
        return next((reason for reason in (*SHARED_REASONS, *cls.REASONS) if reason == name), None)

    # --- making a rule set -------------------------------------------------------------------

    @classmethod
    @final
    def parse(cls, size: int | None = None, rules: RulesInput = None) -> Self:
        """The rule set that was asked for. Raises BAD_RULES naming what is wrong."""
        size = cls.DEFAULT_SIZE if size is None else size
        if isinstance(size, bool) or not isinstance(size, int) or size not in cls.SIZES:
            key, sizes = _sizes_in_words(cls.SIZES)
            raise GameError(ErrorCode.BAD_RULES, key, value=shown(size), sizes=sizes)
        given = cls._given(rules)
        specs = {spec.name: spec for spec in cls.OPTIONS}
        values = {name: spec.default for name, spec in specs.items()}
        names = frozenset(given)
        preset = given.pop("preset", None)
        values.update(cls._preset_values(preset))
        for name, value in given.items():
            if name not in specs:
                raise GameError(
                    ErrorCode.BAD_RULES,
                    "rules.unknown_option",
                    option=shown(name),
                    options=", ".join(["preset", *specs]),
                )
            values[name] = specs[name].check(value)
        values = cls._completed(values, names)
        ruleset = cls(size, **values, preset=cls._preset_of(values, preset))
        ruleset._check_options()
        return ruleset

    @final
    def with_options(self, values: Mapping[str, OptionValue], size: int | None = None) -> Self:
        """These rules with some options changed, as far as the game has them. Raises BAD_RULES.

        A preset stays only what the rules are called: every option is told.
        """
        options: dict[str, OptionValue] = self.options()
        known = {name: value for name, value in values.items() if name in options or name == "preset"}
        return type(self).parse(self.size if size is None else size, options | known)

    @classmethod
    def _given(cls, rules: RulesInput) -> dict[str, object]:
        if rules is None:
            return {}
        if isinstance(rules, str):
            return {"preset": rules}
        if isinstance(rules, Mapping):
            return dict(rules)
        raise GameError(ErrorCode.BAD_RULES, "rules.not_rules", value=shown(rules))

    @classmethod
    def _preset_values(cls, name: object) -> Mapping[str, OptionValue]:
        if name is None:
            return next(iter(cls.PRESETS.values()), {})
        if isinstance(name, str) and name in cls.PRESETS:
            return cls.PRESETS[name]
        raise GameError(
            ErrorCode.BAD_RULES, "rules.unknown_preset", preset=shown(name), presets=", ".join(cls.PRESETS) or "-"
        )

    @classmethod
    def _completed(cls, values: dict[str, OptionValue], given: frozenset[str]) -> dict[str, OptionValue]:
        """Hook: defaults that depend on other options. `given` names what the caller set, `preset` among it."""
        del given
        return values

    def _check_options(self) -> None:
        """Hook: refuse options that do not go together, with BAD_RULES."""

    @classmethod
    def _preset_of(cls, values: Mapping[str, OptionValue], asked: object) -> str | None:
        """The preset that these options are, leaving aside what is set anew for each game, such as komi.

        Where several are the same, the one that was asked for.
        """

        def is_same(name: str) -> bool:
            preset = cls.PRESETS[name].items()
            return all(values[option] == value for option, value in preset if option not in cls._PER_GAME)

        same = [name for name in cls.PRESETS if is_same(name)]
        if isinstance(asked, str) and asked in same:
            return asked
        return same[0] if same else None

    _PER_GAME: ClassVar[frozenset[str]] = frozenset()

    def options(self) -> dict[str, OptionValue]:
        """Every option with its value, as plain values; `parse` of it gives these rules again."""
        named: dict[str, OptionValue] = {"preset": self.preset} if self.preset else {}
        plain = {spec.name: _plain(getattr(self, spec.name)) for spec in self.OPTIONS}
        return named | plain

    @classmethod
    @final
    def offered_to_people(cls, given: Mapping[str, object]) -> dict[str, object]:
        """The rules that were asked for, completed by what clients offer first in a game in which a person plays."""
        offered = {spec.name: spec.offered_to_people for spec in cls.OPTIONS if spec.offered_to_people is not None}
        return {**offered, **given}

    @classmethod
    @final
    def preset_options(cls) -> frozenset[str]:
        """The options that presets set and that make one rule set another; without those set anew for each game."""
        return frozenset(option for preset in cls.PRESETS.values() for option in preset) - cls._PER_GAME

    def komi_points(self) -> float | None:
        """The points that White gets for moving second, or None in games without komi."""
        return float(self.options()[KOMI_OPTION]) if self.FEATURES.komi else None

    @property
    def is_even(self) -> bool:
        """Whether nobody begins with an advantage: rules that have a name, with their usual komi and no handicap."""
        if self.PRESETS and self.preset is None:
            return False
        usual = type(self).parse(self.size, self.preset)
        has_handicap = self.FEATURES.handicap and self.options()[HANDICAP_OPTION] != 0
        return not has_handicap and self.komi_points() == usual.komi_points()

    @property
    def handicap_stones(self) -> int:
        """The stones Black puts down before White's first move; a handicap of one is only the first move."""
        return 0

    def without_choices(self) -> Self:
        """These rules with an opening that asks the players nothing; the same where it asks nothing anyway."""
        return self

    # --- the course of a game ----------------------------------------------------------------

    @final
    def initial(self, setup: Setup | None = None) -> GameState:
        """The state before the first action; from a set-up position when one is given.

        Raises BAD_RECORD when the set-up cannot stand under these rules.
        """
        if setup is not None and (setup.board.columns, setup.board.rows) != (self.size, self.size):
            raise GameError(ErrorCode.BAD_RECORD, "record.setup_size", size=self.size)
        state = self._start() if setup is None else self._set_up(setup)
        return self._judged(state)

    @final
    def apply(self, state: GameState, action: Action) -> GameState:
        """The state after the action. Raises GameError with the reason; the given state never changes."""
        if state.outcome is not None:
            raise IllegalAction(ErrorCode.GAME_OVER, action)
        if isinstance(action, Resign):
            outcome = Outcome.won(action.player.other, Reason.RESIGN)
            return state.ended(outcome)
        if action.player not in self.actors(state):
            raise IllegalAction(ErrorCode.NOT_YOUR_TURN, action)
        match action:
            case Place():
                if state.phase == CHOICE:
                    raise IllegalAction(ErrorCode.WRONG_PHASE, action)
                after = self._place(state, action)
            case Pass():
                if state.phase == CHOICE:
                    raise IllegalAction(ErrorCode.WRONG_PHASE, action)
                after = self._pass(state, action)
            case Choose():
                if state.phase != CHOICE:
                    raise IllegalAction(ErrorCode.WRONG_PHASE, action)
                if action.choice not in self.choices(state):
                    raise IllegalAction(ErrorCode.BAD_CHOICE, action)
                after = self._choose(state, action)
            case MarkDead() | UnmarkDead():
                after = self._mark(state, action)
            case Agree():
                after = self._agree(state, action)
            case Resume():
                after = self._resume(state, action)
        return self._judged(after)

    @final
    def apply_all(
        self, state: GameState, actions: Sequence[Action | None], begin: int = 0, end: int | None = None
    ) -> tuple[GameState, int]:
        """The state after as many of the actions from `begin` to `end` as the rules take, and how many those are.

        What `apply` gives one by one, without the states between. A None ends it.
        """
        end = len(actions) if end is None else end
        at = begin
        while at < end:
            state, more = self._run(state, actions, at, end)
            at += more
            action = actions[at] if at < end else None
            if action is None:
                break
            try:
                state = self.apply(state, action)
            except GameError:
                break
            at += 1
        return state, at - begin

    @final
    def restore(self, start: Outline) -> GameState | None:
        """The beginning of a game as it was written down; the rules are not asked what it would be today.

        None where the game cannot do this: then `initial` is the way.
        """
        position = self._position_at(start)
        return None if position is None else GameState(position, start.phase, start.passes, outcome=start.outcome)

    @final
    def follow(self, state: GameState, action: Action, changes: Changes, effect: Effect) -> GameState | None:
        """The state that an action led to, as it was written down; the rules are not asked whether it may be.

        None where the game cannot do this: then `apply` is the way. Raises ValueError for a point off the board.
        """
        outline = effect.outline(state, action, changes)
        position = self._position_after(state, action, outline)
        return None if position is None else effect.state(state, action, outline, position)

    @final
    def refusal(self, state: GameState, action: Action) -> ErrorCode | None:
        """Why the action is refused here, or None when it is legal."""
        try:
            self.apply(state, action)
        except GameError as error:
            return error.code
        return None

    def _judged(self, state: GameState) -> GameState:
        if state.outcome is not None:
            return state
        outcome = self._judge(state)
        if outcome is None:
            return state
        assert self.find_reason(outcome.reason), f"{self.KIND} does not declare the reason {outcome.reason}"
        return state.ended(outcome)

    def actors(self, state: GameState) -> tuple[Color, ...]:
        """Who may act now: the side to move, unless the phase says otherwise. Nobody once the game is over."""
        return () if state.is_over else (state.position.to_move,)

    def choices(self, state: GameState) -> tuple[str, ...]:
        """The answers that the opening offers now. Words: `choice.<answer>`."""
        del state
        return ()

    def legal_points(self, state: GameState) -> list[Point]:
        """Where a stone may be placed now."""
        if state.is_over or state.phase == CHOICE:
            return []
        return state.position.legal_points()

    def takes_every_empty(self, state: GameState) -> bool:
        """Whether a stone may be placed on every empty point now, where that is known without looking at each."""
        return state.phase == PLAY and not state.is_over and state.position.takes_every_empty()

    def can_pass(self, state: GameState) -> bool:
        """Whether a pass is possible now."""
        return not state.is_over and state.phase == PLAY and state.position.can_pass()

    def legal_actions(self, state: GameState) -> list[Action]:
        """Everything that may be done now, except that either side may also resign while the game runs."""
        actions: list[Action] = []
        for player in self.actors(state):
            actions.extend(Place(player, point) for point in self.legal_points(state))
            if self.can_pass(state):
                actions.append(Pass(player))
            actions.extend(Choose(player, choice) for choice in self.choices(state))
        return actions

    def is_numbered(self, action: Action | None) -> bool:
        """Whether an action counts where the moves of a game are numbered."""
        return action is not None

    # --- what clients and players ask --------------------------------------------------------

    @abstractmethod
    def board_spec(self) -> BoardSpec:
        """How the board looks and how its points are called."""

    def score(self, state: GameState) -> Score | None:
        """How the game stands in points as the board is now, or None in games without points."""
        del state
        return None

    def territory(self, state: GameState) -> Mapping[Color, Sequence[Point]] | None:
        """The empty points that would count for each side as the board is now, or None where none ever do."""
        del state
        return None

    def surrounded(self, state: GameState) -> Mapping[Color, Sequence[Point]] | None:
        """The empty points that one side alone surrounds, whether they count or not; None as for `territory`."""
        return self.territory(state)

    def territory_outside_seki(self, state: GameState) -> Mapping[Color, Sequence[Point]] | None:
        """The empty points that would count if none in seki did; None as for `territory`."""
        return self.territory(state)

    def is_cleanup(self, state: GameState) -> bool:
        """Whether the play is over and goes on only to take dead stones off the board, at no cost in points."""
        del state
        return False

    def counts_every_stone(self) -> bool:
        """Whether all stones on the board count as alive when the play ends, and taking others off costs no points."""
        return False

    def forbidden_points(self, state: GameState) -> list[Point]:
        """Empty points that the rules forbid the side to move by name, for clients to mark."""
        del state
        return []

    def winning_rows(self, state: GameState) -> list[tuple[Point, ...]]:
        """The rows of stones that have won the game, each from end to end, for clients to mark."""
        del state
        return []

    def guidance(self, state: GameState) -> str | None:
        """The text key, in the game's own table, of a line that says what this moment asks of the player.

        None in ordinary play.
        """
        del state
        return None

    def hint(self, state: GameState, move: Move) -> float:
        """How good a legal move looks by the game's simple rules; higher is better.

        Level 2 plays the highest, and the generic search takes it as its first guess. Minus infinity
        means: only when nothing else is left.
        """
        del state, move
        return 0.0

    def is_sensible(self, state: GameState, point: Point) -> bool:
        """Whether a random player who knows a little would consider this legal point. Must be cheap."""
        del state, point
        return True

    # --- hooks -------------------------------------------------------------------------------

    @abstractmethod
    def _start(self) -> GameState:
        """The state before the first action of an ordinary game."""

    @abstractmethod
    def _set_up(self, setup: Setup) -> GameState:
        """The state that begins from a set-up of the right size. Raises BAD_RECORD when it cannot stand."""

    @abstractmethod
    def _judge(self, state: GameState) -> Outcome | None:
        """The outcome if the game is over in this state."""

    def _position_at(self, start: Outline) -> Position | None:
        """The position that a game began with. Refuses nothing; None: the game does not support this."""
        del start
        return None

    def _position_after(self, state: GameState, action: Action, outline: Outline) -> Position | None:
        """The position after an action of which all that is to be seen is known; adds what the game remembers.

        Refuses nothing, for it has happened. None: the game does not support this.
        """
        del state, action, outline
        return None

    def _run(self, state: GameState, actions: Sequence[Action | None], begin: int, end: int) -> tuple[GameState, int]:
        """The state after a run of ordinary moves from `begin` on, and how many it took: a game's short cut, if any.

        Whatever is not ordinary ends the run before it and is left to `apply`.
        """
        del actions, begin, end
        return state, 0

    def _place(self, state: GameState, action: Place) -> GameState:
        return state.moved(state.position.play(action.point))

    def _pass(self, state: GameState, action: Pass) -> GameState:
        if state.phase != PLAY:
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        return state.moved(state.position.play(PASS), state.passes + 1)

    def _choose(self, state: GameState, action: Choose) -> GameState:
        del state
        raise IllegalAction(ErrorCode.WRONG_PHASE, action)

    def _mark(self, state: GameState, action: MarkDead | UnmarkDead) -> GameState:
        del state
        raise IllegalAction(ErrorCode.WRONG_PHASE, action)

    def _agree(self, state: GameState, action: Agree) -> GameState:
        del state
        raise IllegalAction(ErrorCode.WRONG_PHASE, action)

    def _resume(self, state: GameState, action: Resume) -> GameState:
        del state
        raise IllegalAction(ErrorCode.WRONG_PHASE, action)


@cache
def restricts_placing(ruleset: type[Ruleset]) -> bool:
    """Whether not every empty point can be taken from the start, so that it helps to show which can."""
    rules = ruleset.parse()
    start = rules.initial()
    return len(rules.legal_points(start)) < len(start.position.board.empties())


def _sizes_in_words(sizes: tuple[int, ...]) -> tuple[str, str]:
    """The text key and the sizes to name: both ends of a run of all or of even sizes, else every size."""
    first, last = min(sizes), max(sizes)
    if sizes == tuple(range(first, last + 1)):
        return "rules.bad_size", f"{first}-{last}"
    if first % 2 == 0 and sizes == tuple(range(first, last + 1, 2)):
        return "rules.bad_even_size", f"{first}-{last}"
    return "rules.bad_size", ", ".join(map(str, sizes))


def _plain(value: object) -> OptionValue:
    """An option's value without the enumeration around it."""
    if isinstance(value, bool | int | float):
        return value
    return str(value)
