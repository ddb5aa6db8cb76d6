"""Go: surround points, capture what has no liberty. Presets and every axis of the rules by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tengen.core import (
    AGREE,
    BLACK,
    COLORS,
    OPENING,
    PASS,
    PLAY,
    WHITE,
    Action,
    Agree,
    Board,
    BoardSpec,
    Color,
    ErrorCode,
    Features,
    GameError,
    GameState,
    IllegalAction,
    MarkDead,
    Move,
    OptionSpec,
    OptionValue,
    Outcome,
    Outline,
    Pass,
    Phase,
    Place,
    Point,
    Reason,
    Resume,
    Ruleset,
    Score,
    Setup,
    UnmarkDead,
    lined_board,
)
from tengen.core.boardspec import LETTERS_WITHOUT_I
from tengen.games.go.grid import chain_at, chains, neighbours
from tengen.games.go.handicap import fixed_stones, most_fixed_stones, stars
from tengen.games.go.hint import hint
from tengen.games.go.options import (
    OPTIONS,
    PER_GAME,
    PRESETS,
    DeadStones,
    HandicapBonus,
    HandicapPlacement,
    Ko,
    Scoring,
    Tax,
)
from tengen.games.go.position import GoPosition, Terms
from tengen.games.go.scoring import board_score, stones_in_seki_since, territory, without

CLEANUP: Final = Phase("cleanup")
"""Playing on after two passes until dead stones are off the board, at no cost in points."""


@dataclass(frozen=True, slots=True)
class GoRules(Ruleset):
    """Boards from 5 to 19. Two passes end the play; `dead_stones` says what comes then."""

    komi: float
    handicap: int
    handicap_placement: HandicapPlacement
    dead_stones: DeadStones
    ko: Ko
    scoring: Scoring
    tax: Tax
    suicide: bool
    handicap_bonus: HandicapBonus
    button: bool

    KIND: ClassVar[str] = "go"
    SIZES: ClassVar[tuple[int, ...]] = tuple(range(5, 20))
    DEFAULT_SIZE: ClassVar[int] = 19
    OPTIONS: ClassVar[tuple[OptionSpec, ...]] = OPTIONS
    PRESETS: ClassVar[Mapping[str, Mapping[str, OptionValue]]] = PRESETS
    FEATURES: ClassVar[Features] = Features(
        passes=True,
        komi=True,
        handicap=True,
        dead_stones=True,
        prisoners=True,
        points=True,
        territory=True,
        rating_sizes=(9, 13, 19),
        kyu_and_dan=True,
    )
    _PER_GAME: ClassVar[frozenset[str]] = PER_GAME

    @classmethod
    def _completed(cls, values: dict[str, OptionValue], given: frozenset[str]) -> dict[str, OptionValue]:
        """What follows from other options where it was not given itself.

        Territory asked for without a preset brings its own tax, bonus and komi, and so does the button its
        komi. In a handicap game nobody gave a komi for, White keeps only its fraction.
        """
        if "preset" not in given:
            follows: dict[str, OptionValue] = {}
            if values["scoring"] is Scoring.TERRITORY:
                follows = {"tax": Tax.SEKI, "handicap_bonus": HandicapBonus.NOTHING, "komi": 6.5}
            elif values["button"]:
                follows = {"komi": 7.0}
            values.update({name: value for name, value in follows.items() if name not in given})
        if values["handicap"] and "komi" not in given:
            values["komi"] = float(values["komi"]) % 1
        return values

    def _check_options(self) -> None:
        most = most_fixed_stones(self.size)
        if self.handicap_placement is HandicapPlacement.FIXED and self.handicap_stones > most:
            raise GameError(
                ErrorCode.BAD_RULES, "go.rules.fixed_handicap", option="handicap", size=self.size, maximum=most
            )
        if self.button and self.scoring is Scoring.TERRITORY:
            raise GameError(ErrorCode.BAD_RULES, "rules.not_together", option="button", other="scoring")
        if self.dead_stones is DeadStones.CLEANUP and self.scoring is Scoring.AREA:
            raise GameError(ErrorCode.BAD_RULES, "rules.not_together", option="dead_stones", other="scoring")

    @property
    def handicap_stones(self) -> int:
        return self.handicap if self.handicap >= 2 else 0

    def board_spec(self) -> BoardSpec:
        return lined_board(self.size, letters=LETTERS_WITHOUT_I, stars=stars(self.size))

    # --- what may be done --------------------------------------------------------------------

    def actors(self, state: GameState) -> tuple[Color, ...]:
        if state.is_over:
            return ()
        return COLORS if state.phase == AGREE else (state.position.to_move,)

    def legal_points(self, state: GameState) -> list[Point]:
        return [] if state.is_over or state.phase == AGREE else state.position.legal_points()

    def can_pass(self, state: GameState) -> bool:
        return not state.is_over and state.phase in (PLAY, CLEANUP)

    def legal_actions(self, state: GameState) -> list[Action]:
        if state.is_over or state.phase != AGREE:
            return Ruleset.legal_actions(self, state)
        board = state.position.board
        stones = [point for point in board.points() if board[point]]
        actions: list[Action] = []
        for player in COLORS:
            actions.extend(MarkDead(player, (stone,)) for stone in stones if stone not in state.dead)
            actions.extend(UnmarkDead(player, (stone,)) for stone in stones if stone in state.dead)
            if player not in state.agreed:
                actions.append(Agree(player))
            actions.append(Resume(player))
        return actions

    # --- the course of the game --------------------------------------------------------------

    def _start(self) -> GameState:
        board = Board.empty(self.size)
        if not self.handicap_stones:
            return GameState(self._begin(board, BLACK))
        if self.handicap_placement is HandicapPlacement.FREE:
            return GameState(self._begin(board, BLACK), phase=OPENING)
        return GameState(self._begin(board.with_stone(fixed_stones(self.size, self.handicap), BLACK), WHITE))

    def _set_up(self, setup: Setup) -> GameState:
        chain_of = chains(setup.board.cells, neighbours(self.size, self.size))
        if any(chain is not None and not chain.liberties for chain in chain_of):
            raise GameError(ErrorCode.BAD_RECORD, "record.dead_stones")
        return GameState(GoPosition.begin(setup.board, setup.to_move, self._terms(), setup.prisoners))

    def _begin(self, board: Board, to_move: Color) -> GoPosition:
        return GoPosition.begin(board, to_move, self._terms())

    def _terms(self) -> Terms:
        return Terms(self.ko, self.suicide)

    def _place(self, state: GameState, action: Place) -> GameState:
        if state.phase == AGREE:
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        position = state.position.play(action.point)
        if state.phase != OPENING:
            return state.moved(position)
        if position.board.count(BLACK) < self.handicap_stones:
            return replace(state, position=self._begin(position.board, BLACK))
        return replace(state, position=self._begin(position.board, WHITE), phase=PLAY)

    def _run(self, state: GameState, actions: Sequence[Action | None], begin: int, end: int) -> tuple[GameState, int]:
        if state.is_over or state.phase != PLAY:
            return state, 0
        position, count = go_position(state).play_run(actions, begin, end)
        return (state.moved(position), count) if count else (state, 0)

    def _pass(self, state: GameState, action: Pass) -> GameState:
        if not self.can_pass(state):
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        before = go_position(state)
        position = before.play(PASS)
        if self.button and position.course.button is None:
            return replace(state, position=position.with_button(action.player))
        passed = state.moved(position, 0 if before.has_ko_to_pass_for else state.passes + 1)
        if not _has_stopped(passed) or state.phase == CLEANUP:
            return passed
        if self.dead_stones is DeadStones.AGREE:
            return replace(passed, phase=AGREE)
        if self.dead_stones is DeadStones.CLEANUP:
            return replace(passed, phase=CLEANUP, passes=0, position=position.with_cleanup())
        return passed

    def _mark(self, state: GameState, action: MarkDead | UnmarkDead) -> GameState:
        if state.phase != AGREE:
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        board = state.position.board
        marked: set[Point] = set()
        for point in action.points:
            if point not in board:
                raise IllegalAction(ErrorCode.OUT_OF_BOUNDS, action)
            if board[point] is None:
                raise IllegalAction(ErrorCode.NO_STONE, action)
            if point in marked:
                continue
            chain = chain_at(board.cells, neighbours(self.size, self.size), board.index(point))
            marked.update(board.point(cell) for cell in chain)
        dead = state.dead | marked if isinstance(action, MarkDead) else state.dead - marked
        if dead == state.dead:
            raise IllegalAction(ErrorCode.NO_EFFECT, action)
        return replace(state, dead=dead, agreed=frozenset())

    def _agree(self, state: GameState, action: Agree) -> GameState:
        if state.phase != AGREE:
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        if action.player in state.agreed:
            raise IllegalAction(ErrorCode.NO_EFFECT, action)
        return replace(state, agreed=state.agreed | {action.player})

    def _resume(self, state: GameState, action: Resume) -> GameState:
        """Play on. Under territory rules the opponent of whoever asks moves first, under area rules the turn stands."""
        if state.phase != AGREE:
            raise IllegalAction(ErrorCode.WRONG_PHASE, action)
        position = go_position(state)
        to_move = action.player.other if self.scoring is Scoring.TERRITORY else position.to_move
        return replace(
            state,
            position=position.continued(to_move),
            phase=PLAY,
            passes=0,
            dead=frozenset(),
            agreed=frozenset(),
        )

    # --- what has happened, as it was written down ---------------------------------------------

    def _position_at(self, start: Outline) -> GoPosition:
        return GoPosition.begin(start.board, start.to_move, self._terms(), start.prisoners)

    def _position_after(self, state: GameState, action: Action, outline: Outline) -> GoPosition:
        position = go_position(state)
        match action:
            case Place() if state.phase == OPENING:
                return self._position_at(outline)
            case Place():
                return position.with_stone(action.point, outline.board, outline.to_move, outline.prisoners)
            case Pass():
                position = position.play(PASS)
                if self.button and position.course.button is None:
                    position = position.with_button(action.player)
                elif outline.phase == CLEANUP != state.phase:
                    position = position.with_cleanup()
            case Resume():
                position = position.continued(outline.to_move)
        return position.showing(outline.board, outline.to_move, outline.prisoners)

    # --- the end -----------------------------------------------------------------------------

    def _judge(self, state: GameState) -> Outcome | None:
        if state.phase == AGREE:
            return Outcome.by_score(self.score(state)) if len(state.agreed) == len(COLORS) else None
        if _has_stopped(state):
            return Outcome.by_score(self.score(state))
        if go_position(state).course.is_third_repetition:
            return Outcome(None, Reason.REPETITION, no_result=True)
        return None

    def score(self, state: GameState) -> Score:
        """Both sides' points with everything in them, as the board stands and without the stones marked dead."""
        position = go_position(state)
        black, white = map(float, board_score(without(position.board, state.dead), self.scoring, self.tax))
        if self.scoring is Scoring.TERRITORY:
            dead_white = sum(position.board[point] is WHITE for point in state.dead)
            black += position.prisoners.black + dead_white
            white += position.prisoners.white + len(state.dead) - dead_white
            cleanup = position.course.cleanup
            if cleanup is not None:
                black += cleanup.placed.black - stones_in_seki_since(cleanup.before, position.board, BLACK)
                white += cleanup.placed.white - stones_in_seki_since(cleanup.before, position.board, WHITE)
        if position.course.button is not None:
            black += 0.5 if position.course.button is BLACK else 0.0
            white += 0.5 if position.course.button is WHITE else 0.0
        return Score(black, white + self.komi + self._bonus())

    def territory(self, state: GameState) -> Mapping[Color, Sequence[Point]]:
        """The empty points that would count for each side, without the stones marked dead."""
        return self._territory(state, self.tax)

    def surrounded(self, state: GameState) -> Mapping[Color, Sequence[Point]]:
        return self._territory(state, Tax.NONE)

    def territory_outside_seki(self, state: GameState) -> Mapping[Color, Sequence[Point]]:
        return self._territory(state, Tax.SEKI)

    def _territory(self, state: GameState, tax: Tax) -> Mapping[Color, Sequence[Point]]:
        return territory(without(go_position(state).board, state.dead), tax)

    def is_cleanup(self, state: GameState) -> bool:
        return state.phase == CLEANUP

    def counts_every_stone(self) -> bool:
        return self.dead_stones is DeadStones.NONE and self.scoring is Scoring.AREA

    def _bonus(self) -> int:
        stones = self.handicap_stones
        match self.handicap_bonus:
            case HandicapBonus.NOTHING:
                return 0
            case HandicapBonus.EACH:
                return stones
            case HandicapBonus.EACH_BUT_ONE:
                return max(stones - 1, 0)

    # --- advice ------------------------------------------------------------------------------

    def hint(self, state: GameState, move: Move) -> float:
        if move is None:
            is_won = state.passes > 0 and self.score(state).leader is state.position.to_move
            return hint(go_position(state), move, pass_wins=is_won)
        return hint(go_position(state), move)

    def is_sensible(self, state: GameState, point: Point) -> bool:
        return not go_position(state).is_own_eye(point)


def _has_stopped(state: GameState) -> bool:
    """Whether passes have ended the play: two in a row, or one in a situation that its player had passed in before."""
    return state.passes >= 2 or go_position(state).course.passed_again


def go_position(state: GameState) -> GoPosition:
    """The position of a Go game's state."""
    assert isinstance(state.position, GoPosition)
    return state.position
